"""Texts and places in them. Everything that can be shown to an author points here.

Offsets, lines and columns count code points; only an editor protocol may convert them.
"""

from bisect import bisect_right
from dataclasses import field

from interpreter.frozen import dataclass


@dataclass(frozen=True, slots=True)
class Source:
    """A text and the path under which its reader knows it."""

    path: str
    text: str
    _starts: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        starts = [0]
        at = self.text.find("\n")
        while at >= 0:
            starts.append(at + 1)
            at = self.text.find("\n", at + 1)
        object.__setattr__(self, "_starts", tuple(starts))

    @classmethod
    def of(cls, path: str, text: str) -> "Source":
        r"""Return the source of a text as it comes from a file.

        A byte order mark goes and `\r\n` becomes `\n`; lines and columns stay as an editor shows.
        """
        return cls(path, text.removeprefix("\ufeff").replace("\r\n", "\n"))

    def position(self, offset: int) -> tuple[int, int]:
        """Return line and column, both from 1."""
        offset = min(max(offset, 0), len(self.text))
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def line(self, number: int) -> str:
        """Return a line, counted from 1, without its end; empty outside the text."""
        if not 1 <= number <= len(self._starts):
            return ""
        start = self._starts[number - 1]
        end = self.text.find("\n", start)
        return self.text[start:] if end < 0 else self.text[start:end]


@dataclass(frozen=True, slots=True)
class Span:
    """A part of a source, from `start` up to but without `end`."""

    source: Source
    start: int
    end: int

    @property
    def line(self) -> int:
        """The line of the first character, from 1."""
        return self.source.position(self.start)[0]

    @property
    def column(self) -> int:
        """The column of the first character, from 1."""
        return self.source.position(self.start)[1]

    @property
    def text(self) -> str:
        """The characters themselves."""
        return self.source.text[self.start : self.end]
