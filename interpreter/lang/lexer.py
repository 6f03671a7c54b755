"""Effect text to words and signs, one after the other as the parser asks for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.lang.table import Words

END = "$END"
"""The kind of the token behind the last one."""


class Token(NamedTuple):
    """A word or sign, its kind in the grammar, and its place in the text."""

    kind: str
    text: str
    at: tuple[int, int]


class UnexpectedSign(Exception):
    """The text goes on with something that begins no word or sign of the language."""

    def __init__(self, at: int) -> None:
        super().__init__(at)
        self.at = at


def tokens(text: str, words: Words) -> Iterator[Token]:
    """Yield the tokens of a text, blanks left out."""
    general, own, ignored = words.general, words.own, words.ignored
    make = tuple.__new__  # a third faster than `Token(...)`
    end = 0
    for found in words.pattern.finditer(text):
        at = found.span()
        if at[0] != end:
            break
        end = at[1]
        kind, word = found.lastgroup or "", found[0]
        if kind not in ignored:
            yield make(Token, (own.get(word, kind) if kind == general else kind, word, at))
    if end != len(text):
        raise UnexpectedSign(end)
