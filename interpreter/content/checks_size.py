"""How large a game is in memory, from what is declared alone: no pack may make it too large."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

from interpreter import codes
from interpreter.content.bounds import Limits

if TYPE_CHECKING:
    from collections.abc import Iterable

    from interpreter.content.entries import Entry
    from interpreter.content.soundness import Subject
    from interpreter.diagnostics import Report
    from interpreter.lang.types import Type

MAX_COMPONENTS = 20_000
MAX_CELLS = 1_000_000


def sizes(subject: Subject, report: Report) -> None:
    """Report kinds with too many components, and counters or zones with too many cells."""
    limits = Limits(subject.ruleset)
    components = 0.0
    for x in subject.entries["kinds"]:
        components += limits.components(x.id)[1]
        if components > MAX_COMPONENTS:
            _too_many(x, "components", MAX_COMPONENTS, report)
            return
    cells = components * 4
    ruleset = subject.ruleset
    dims = {c.id: c.dims for c in ruleset.counters.values()}
    dims.update({z.id: z.dims for z in ruleset.zones.values()})
    for section in ("counters", "tracks", "zones"):
        for x in subject.entries[section]:
            cells += _cells(dims[x.id], subject, limits)
            if cells > MAX_CELLS:
                _too_many(x, "cells", MAX_CELLS, report)
                return


def _too_many(x: Entry, what: str, limit: int, report: Report) -> None:
    report.add(codes.TOO_MANY_COMPONENTS, x.span("id"), what=what, limit=f"{limit:,}")


def _cells(dims: Iterable[Type], subject: Subject, limits: Limits) -> float:
    """Return how many cells a counter or zone has: one for each combination of its dimensions."""
    return prod(_members(dim, subject, limits) for dim in dims)


def _members(dim: Type, subject: Subject, limits: Limits) -> float:
    if dim.base == "player":
        return subject.ruleset.pack.most_players + len(subject.ruleset.seats)
    if dim.base == "resource":
        return len(subject.ruleset.resources)
    return sum(limits.components(kind)[1] for kind in dim.kinds)
