"""Changes of one value by two packs: findings, unless one pack is known to come after the other."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from interpreter import codes
from interpreter.content.paths import written
from interpreter.diagnostics import Note

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from interpreter.content.changes import Change
    from interpreter.content.paths import Segments
    from interpreter.content.requirements import Choice
    from interpreter.diagnostics import Report

_END = "\0end"
_FOLLOWING = (
    codes.NO_TARGET, codes.TARGET_GONE, codes.ALREADY_THERE, codes.CANNOT_CHANGE, codes.STEP_COUNT,
)  # fmt: skip


def report_clashes(changes: Iterable[Change], choice: Choice, report: Report) -> None:
    """Report every two changes that touch one value and have no settled order."""
    by_entry: dict[str, list[Change]] = {}
    for change in changes:
        by_entry.setdefault(change.target[0], []).append(change)
    before = {id_: choice.before(id_) for id_ in choice.overlays}
    for found in by_entry.values():
        for first, second in combinations(found, 2):
            if first.pack == second.pack:
                _same_pack(first, second, report)
            elif first.pack not in before[second.pack] and second.pack not in before[first.pack]:
                _two_packs(first, second, report)


def _two_packs(first: Change, second: Change, report: Report) -> None:
    if not _overlap(_touched(first), _touched(second)):
        return
    both = {first.operation, second.operation}
    same = first.target == second.target
    if both == {"append"} and same and first.data["value"] != second.data["value"]:
        # Both keep what they bring; only in an effect may the order matter.
        if isinstance(first.data["value"], str) and " " in first.data["value"].strip():
            _add(codes.BOTH_APPEND, first, second, report)
        return
    _add(codes.CHANGE_CONFLICT, first, second, report)


def _same_pack(first: Change, second: Change, report: Report) -> None:
    """Within a pack the order of files must not matter, and a value is changed once."""
    if first.operation == second.operation == "append" and first.target == second.target:
        if first.tree is second.tree:
            return
        advice = "put both into one file, as the order of files says nothing"
    elif _overlap(_touched(first), _touched(second)):
        advice = "change it once"
    elif first.target == second.target and first.tree is not second.tree:
        advice = "put both into one file, as the order of files says nothing"
    else:
        return
    _add(codes.CHANGE_CONFLICT, first, second, report, advice)


def _add(
    code: codes.Code, first: Change, second: Change, report: Report,
    advice: str = "let one require the other, or leave one of them out",
) -> None:  # fmt: skip
    if code is codes.CHANGE_CONFLICT:
        _drop_what_follows(second, report)
    path = max(first.target, second.target, key=len)
    report.add(
        code, second.span(), notes=(Note("the other is here", first.span()),), path=written(path),
        first=first.what(), second=second.what(), advice=advice,
    )  # fmt: skip


def _drop_what_follows(change: Change, report: Report) -> None:
    """What a change cannot do because another came before is the same cause."""
    whole = change.tree.span(change.path)
    for finding in report.diagnostics:
        at = finding.span
        if (
            finding.code in _FOLLOWING
            and at is not None
            and at.source is whole.source
            and whole.start <= at.start < whole.end
        ):
            report.drop(finding)


def _touched(change: Change) -> Segments:
    """Return the path of what a change touches: a part of its target for some operations."""
    match change.operation:
        case "append":
            return (*change.target, _END)
        case "remove" if "value" in change.data:
            return (*change.target, str(change.data["value"]))
        case "step":
            return (*change.target, " ".join(str(change.data["replace"]).split()))
        case _:
            return change.target


def _overlap(one: Sequence[str], other: Sequence[str]) -> bool:
    shorter = min(len(one), len(other))
    return one[:shorter] == other[:shorter]
