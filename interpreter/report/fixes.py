"""Repairs of findings as edits of files: the smallest ones, everything else stays as it is."""

from __future__ import annotations

import difflib
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from interpreter.diagnostics import Fix, Report
    from interpreter.source import Source


@dataclass(frozen=True, slots=True)
class Repair:
    """A file before and after, and how many findings that settles."""

    path: str
    before: str
    after: str
    fixes: int

    @property
    def diff(self) -> str:
        """The difference, as `diff -u` shows it."""
        lines = difflib.unified_diff(
            self.before.splitlines(), self.after.splitlines(), self.path, self.path, lineterm=""
        )
        return "\n".join(lines)

    def write(self) -> None:
        """Write the file; its line ends stay what they are."""
        with Path(self.path).open("w", encoding="utf-8", newline="") as stream:
            stream.write(self.after)


def repairs(report: Report) -> tuple[Repair, ...]:
    """Return what the fixes of a report make of the files, by path."""
    by_source: dict[Source, list[Fix]] = {}
    for finding in report.diagnostics:
        for fix in finding.fixes:
            by_source.setdefault(fix.span.source, []).append(fix)
    found = (_repair(source, fixes) for source, fixes in by_source.items())
    return tuple(sorted((r for r in found if r is not None), key=lambda r: r.path))


def _repair(source: Source, fixes: Sequence[Fix]) -> Repair | None:
    try:
        with Path(source.path).open(encoding="utf-8", newline="") as stream:
            raw = stream.read()
    except (OSError, UnicodeDecodeError):
        return None  # not a file of this machine: nothing to write
    places = _places(raw)
    if len(places) != len(source.text) + 1:
        return None  # changed since it was read
    chosen = _apart(fixes)
    after = raw
    for fix in reversed(chosen):
        start, end = places[fix.span.start], places[fix.span.end]
        after = after[:start] + fix.replacement + after[end:]
    return Repair(source.path, raw, after, len(chosen))


def _apart(fixes: Iterable[Fix]) -> list[Fix]:
    """Return fixes that do not touch each other, in order; of two that do, the first."""
    chosen: list[Fix] = []
    for fix in sorted(set(fixes), key=lambda f: (f.span.start, f.span.end, f.replacement)):
        if not chosen or fix.span.start >= chosen[-1].span.end:
            chosen.append(fix)
    return chosen


def _places(raw: str) -> list[int]:
    """Return where each character of the text as read stands in the file, and where it ends."""
    at = 1 if raw.startswith("\ufeff") else 0
    places = []
    while at < len(raw):
        places.append(at)
        at += 2 if raw.startswith("\r\n", at) else 1
    return [*places, len(raw)]
