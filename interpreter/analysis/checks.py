"""The checks of whole rulesets, in plain sight: each a code and the function that looks for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter import codes
from interpreter.analysis import (
    checks_loops,
    checks_reach,
    checks_triggers,
    checks_unused,
    checks_written,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from interpreter.analysis.analysis import Analysis
    from interpreter.diagnostics import Report

CHECKS: Mapping[codes.Code, Callable[[Analysis, Report], None]] = {
    codes.REQUIREMENT_CYCLE: checks_reach.requirement_cycles,
    codes.ENDLESS_LOOP: checks_loops.endless_loops,
    codes.NO_END: checks_reach.games_without_end,
    codes.UNUSED_ACTION: checks_unused.unused_actions,
    codes.UNUSED_NAME: checks_unused.unused_names,
    codes.NEVER_HAD: checks_reach.resources_never_had,
    codes.NEVER_SPENT: checks_unused.resources_without_use,
    codes.NEVER_IN_PLAY: checks_reach.components_never_in_play,
    codes.NEVER_HAPPENS: checks_reach.dead_steps,
    codes.NEVER_RUN: checks_reach.effects_never_run,
    codes.ALWAYS_NOTHING: checks_reach.scores_of_nothing,
    codes.MUTUAL_TRIGGERS: checks_loops.mutual_triggers,
    codes.OPEN_LOOP: checks_loops.open_loops,
    codes.ORDER_MATTERS: checks_triggers.undeclared_orders,
    codes.EMPTY_ZONE: checks_reach.empty_zones,
    codes.DEAF_EVENT: checks_unused.deaf_events,
    codes.TEXT_DIFFERS: checks_written.texts_that_differ,
}


def check(analysis: Analysis, report: Report, *, errors_only: bool = False) -> None:
    """Add every finding about a ruleset to a report, or only those that are errors."""
    for code, look in CHECKS.items():
        if not errors_only or code.severity is codes.Severity.ERROR:
            look(analysis, report)
