"""Checks of a pack beyond names and types, in plain sight: each function looks for the codes named.

They say what is certain from what the pack declares; what needs the rules as a whole is the
business of `interpreter.analysis`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter import codes
from interpreter.content import (
    checks_effects,
    checks_names,
    checks_ranges,
    checks_size,
    checks_texts,
    checks_whole,
)
from interpreter.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from interpreter.codes import Code
    from interpreter.content.compile import Written
    from interpreter.content.entries import Entries
    from interpreter.content.ruleset import Ruleset
    from interpreter.diagnostics import Report


@dataclass(frozen=True, slots=True)
class Subject:
    """A pack to be checked: its entries, its ruleset, and its texts with their conditions."""

    entries: Entries
    ruleset: Ruleset
    written: Sequence[Written]


CHECKS: Mapping[tuple[Code, ...], Callable[[Subject, Report], None]] = {
    (codes.TOO_MANY_COMPONENTS,): checks_size.sizes,
    (codes.UPSIDE_DOWN,): checks_ranges.ranges,
    (codes.UPSIDE_DOWN, codes.NOTHING_HAPPENS): checks_effects.effects,
    (codes.NEVER_TRUE, codes.ALWAYS_TRUE, codes.FILTERS_ALL, codes.FILTERS_NONE):
        checks_effects.conditions,
    (codes.NO_COPIES,): checks_whole.copies,
    (codes.NOT_COMPLETE,): checks_whole.placeholders,
    (codes.UNKNOWN_FIELD, codes.KEY_NOT_USED): checks_whole.idle_keys,
    (codes.UNKNOWN_OPTION, codes.BAD_OPTION_VALUE): checks_whole.example_options,
    (codes.CONFUSING_NAME,): checks_names.confusing_names,
    (codes.NOT_TRANSLATED, codes.OTHER_LANGUAGE): checks_texts.languages,
    (codes.UNUSED_TEXT,): checks_texts.unused_texts,
    (codes.OTHER_NUMBER,): checks_names.other_numbers,
}  # fmt: skip


def check_soundness(subject: Subject, report: Report) -> None:
    """Add the findings of every check."""
    for look in CHECKS.values():
        look(subject, report)
