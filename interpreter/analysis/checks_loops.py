"""Checks of loops: what can go on for ever, and what may."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter import codes
from interpreter.analysis.loops import BOUNDED, ENDLESS, UNDECIDABLE
from interpreter.analysis.telling import lap_notes, lap_words, net_words

if TYPE_CHECKING:
    from interpreter.analysis.analysis import Analysis
    from interpreter.analysis.loops import Loop
    from interpreter.diagnostics import Report


def endless_loops(a: Analysis, report: Report) -> None:
    """Report loops that can certainly go on for ever."""
    for loop in a.loops:
        if loop.verdict == ENDLESS:
            _add(a, report, codes.ENDLESS_LOOP, loop)


def mutual_triggers(a: Analysis, report: Report) -> None:
    """Report triggers that set each other off with nothing that surely ends it."""
    for loop in a.loops:
        if loop.verdict == UNDECIDABLE and _is_of_triggers(a, loop):
            _add(a, report, codes.MUTUAL_TRIGGERS, loop)


def open_loops(a: Analysis, report: Report) -> None:
    """Report other loops of which it is not certain that they end."""
    for loop in a.loops:
        if loop.verdict == UNDECIDABLE and not _is_of_triggers(a, loop):
            _add(a, report, codes.OPEN_LOOP, loop)


def bounded(a: Analysis) -> tuple[Loop, ...]:
    """Return the loops that are fine, each with what runs out."""
    return tuple(loop for loop in a.loops if loop.verdict == BOUNDED)


def _is_of_triggers(a: Analysis, loop: Loop) -> bool:
    owners = a.reach.rules.owners
    return any(owners.get(c.caller, "").startswith("trigger:") for c in loop.lap)


def _add(a: Analysis, report: Report, code: codes.Code, loop: Loop) -> None:
    notes = lap_notes(a, loop)
    place = notes[0].span if notes else None
    report.add(code, place, notes=notes, lap=lap_words(a, loop), net=net_words(a, loop))
