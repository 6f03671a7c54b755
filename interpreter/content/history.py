"""What became of values: who changed them, where, and what they were before."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from interpreter.frozen import dataclass

if TYPE_CHECKING:
    from interpreter.content.paths import Segments
    from interpreter.source import Span

ABSENT = object()
"""What a value was before it was there, or is when it is gone."""


@dataclass(frozen=True, slots=True)
class Past:
    """One change of a value, as it came about."""

    path: Segments
    pack: str
    operation: str
    span: Span
    old: Any
    new: Any
    source: str

    @property
    def where(self) -> str:
        """The place of the change, as a message shows it."""
        return f"{self.span.source.path}:{self.span.line}"


def about(history: tuple[Past, ...], path: Segments) -> tuple[Past, ...]:
    """Return what happened at a path, below it and around it, in order."""
    return tuple(
        past
        for past in history
        if past.path[: len(path)] == path or path[: len(past.path)] == past.path
    )
