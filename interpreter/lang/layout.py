"""Line breaks: which ones end a statement and which are mere layout.

Runs between the lexer and the parser, so that the grammar needs one separator token only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter import codes
from interpreter.lang.lexer import END, Token
from interpreter.lang.problems import Invalid

if TYPE_CHECKING:
    from collections.abc import Iterator

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


def laid_out(stream: Iterator[Token]) -> Iterator[Token]:
    """Yield the tokens the parser shall see, and one behind the last."""
    depth = 0
    last = Token(_SEPARATOR, "", (0, 0))
    held: Token | None = None
    for number, token in enumerate(stream):
        kind, text, _ = token
        if number > MAX_TOKENS:
            raise Invalid(codes.TEXT_TOO_LONG, token.at, limit=f"{MAX_TOKENS:,} words and signs")
        if kind == "NUMBER" and len(text) > _DIGITS:
            raise Invalid(codes.NUMBER_IN_TEXT, token.at, limit=f"{LARGEST:,}")
        if kind == _SEPARATOR:
            if depth == 0 and last.kind != _SEPARATOR and last.kind not in _NOT_BEHIND:
                held = held or token
            continue
        if held is not None and kind not in _NOT_BEFORE:
            yield held
        held = None
        depth += (kind in _OPENING) - (kind in _CLOSING)
        last = token
        yield token
    yield Token(END, "", last.at)
