"""The finding for a pack that fails while it runs: where, and round which lap."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter import codes
from interpreter.analysis.analysis import analysis_of
from interpreter.analysis.telling import lap_notes, lap_of, lap_words, net_words
from interpreter.diagnostics import Report

if TYPE_CHECKING:
    from interpreter.content.load import Loaded
    from interpreter.engine.impossible import PackError


def failure(loaded: Loaded, error: PackError) -> Report:
    """Return the finding; one that goes on without end is told as `validate` tells its loop."""
    report, ruleset, span = Report(), loaded.ruleset, None
    if ruleset is None or not 0 <= error.program < len(ruleset.programs):
        report.add(codes.CODES[error.code], None, reason=error.reason)
        return report
    places = ruleset.programs[error.program].program.places
    if error.position < len(places):
        span = loaded.locate(error.program, places[error.position])
    reason, notes = error.reason, []
    if error.code == codes.OUT_OF_FUEL.id:
        a = analysis_of(loaded)
        loop = lap_of(a, error.program)
        if loop is not None:
            reason = f"{lap_words(a, loop)}; {net_words(a, loop)} ({reason})"
            notes = lap_notes(a, loop)
    report.add(codes.CODES[error.code], span, notes=notes, reason=reason)
    return report
