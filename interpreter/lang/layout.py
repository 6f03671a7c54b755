"""Line breaks: which ones end a statement and which are mere layout.

Runs between the lexer and the parser, so that the grammar needs one separator token only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lark import Token

_SEPARATOR = "_SEP"
_OPENING = frozenset({"LPAR", "LSQB"})
_CLOSING = frozenset({"RPAR", "RSQB"})
# A separator right behind one of these, or right before one of those, says nothing.
_NOT_BEHIND = frozenset(
    {"LBRACE", "VBAR", "__ANON_0", "COMMA", "PLUS", "MINUS", "TIMES", "COMPARE", "AND", "OR", "NOT",
     "IS", "IN", "THEN", "ELSE", "WHERE", "WHEN", "BY", "TO", "FROM", "ONTO"}
)  # fmt: skip
_NOT_BEFORE = frozenset(
    {"RBRACE", "VBAR", "LBRACE", "ELSE", "WHERE", "WHEN", "THEN", "AND", "OR", "COMMA", "BY", "TO",
     "FROM", "ONTO", "__ANON_0"}
)  # fmt: skip


class Layout:
    """Lark post-lexer: drops separators without meaning."""

    always_accept = (_SEPARATOR,)

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        """Yield the tokens the parser shall see."""
        depth = 0
        last = _SEPARATOR
        held: Token | None = None
        for token in stream:
            kind = token.type
            if kind == _SEPARATOR:
                if depth == 0 and last != _SEPARATOR and last not in _NOT_BEHIND:
                    held = held or token
                continue
            if held is not None and kind not in _NOT_BEFORE:
                yield held
            held = None
            depth += (kind in _OPENING) - (kind in _CLOSING)
            last = kind
            yield token
