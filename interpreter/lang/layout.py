"""Line breaks: which ones end a statement and which are mere layout.

Runs between the lexer and the parser, so that the grammar needs one separator token only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter import codes
from interpreter.lang.problems import Invalid

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lark import Token

    from interpreter.codes import Code

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
     "FROM", "ONTO", "PLUS", "MINUS", "TIMES", "COMPARE", "IS", "__ANON_0"}
)  # fmt: skip

MAX_TOKENS = 1_000
LARGEST = 999_999_999
_DIGITS = len(str(LARGEST))


class Layout:
    """Lark post-lexer: drops separators without meaning."""

    always_accept = (_SEPARATOR,)

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        """Yield the tokens the parser shall see."""
        depth = 0
        last = _SEPARATOR
        held: Token | None = None
        for number, token in enumerate(stream):
            kind = token.type
            if number > MAX_TOKENS:
                raise _refused(token, codes.TEXT_TOO_LONG, f"{MAX_TOKENS:,} words and signs")
            if kind == "NUMBER" and len(token) > _DIGITS:
                raise _refused(token, codes.NUMBER_IN_TEXT, f"{LARGEST:,}")
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


def _refused(token: Token, code: Code, limit: str) -> Invalid:
    return Invalid(code, (token.start_pos or 0, token.end_pos or 0), limit=limit)
