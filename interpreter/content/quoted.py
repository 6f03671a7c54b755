"""The texts that effects show to people: labels, prompts, reasons for which a game ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.lang import ops

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from interpreter.content.compile import Written
    from interpreter.lang.nodes import Place


def quoted(written: Iterable[Written]) -> Iterator[tuple[str, Written, Place]]:
    """Yield every text an effect shows, with where the statement stands that shows it."""
    for text in written:
        if text.program is None:
            continue
        for op, place in zip(text.program.ops, text.program.places, strict=True):
            for shown in _shown(op):
                yield shown, text, _inside(text.text, shown, place)


def _shown(op: ops.Op) -> Iterator[str]:
    match op:
        case ops.AskBranch() | ops.AskOrder():
            yield from (way.label for way in op.ways if isinstance(way.label, str))
            if isinstance(op, ops.AskBranch) and op.prompt:
                yield op.prompt
        case ops.AskItem() | ops.AskNumber():
            if op.prompt:
                yield op.prompt
        case ops.EndGame():
            yield op.reason
        case _:
            pass


def _inside(text: str, shown: str, place: Place) -> Place:
    at = text.find(f'"{shown}"', place[0])
    return (at + 1, at + 1 + len(shown)) if at >= 0 else place
