"""Findings that a pack accepts, with its reasons: `accept` in its `pack` section."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter import codes
from interpreter.codes import Severity
from interpreter.diagnostics import Accepted, Diagnostic, Report, near

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from interpreter.content.entries import Entries, Entry
    from interpreter.source import Span

WHOLE = "pack"
"""The id that stands for findings without a place."""


def apply_acceptances(report: Report, entries: Entries) -> None:
    """Set accepted findings apart; report what accepts nothing, or may not be accepted."""
    for head in entries.packs:
        for index, wanted in enumerate(head.get("accept", ())):
            if _may_be_accepted(head, index, report):
                _accept(head, index, wanted, entries, report)


def _may_be_accepted(head: Entry, index: int, report: Report) -> bool:
    code = head.get("accept")[index]["code"]
    why = ""
    if code not in codes.CODES:
        why = "there is no such code"
    elif codes.CODES[code].severity is Severity.ERROR:
        why = "an error cannot be accepted, only a warning can"
    if why:
        near_codes = near(code, codes.CODES) if code not in codes.CODES else ()
        span = head.span("accept", index, "code")
        report.add(codes.NOT_ACCEPTABLE, span, name=code, why=why, near=near_codes)
    return not why


def _accept(
    head: Entry, index: int, wanted: Mapping[str, str], entries: Entries, report: Report
) -> None:
    spans = tuple(_places(wanted, entries))
    found = [
        d for d in report.diagnostics
        if d.code.id == wanted["code"] and _is_at(d, spans, whole=wanted["id"] == WHOLE)
    ]  # fmt: skip
    for finding in found:
        report.drop(finding)
    report.accepted += tuple(Accepted(d, wanted["reason"]) for d in found)
    if not found:
        span = head.span("accept", index)
        place = f"`{wanted['id']}`" + (f", `{wanted['field']}`" if "field" in wanted else "")
        report.add(codes.UNUSED_ACCEPTANCE, span, name=wanted["code"], place=place)


def _places(wanted: Mapping[str, str], entries: Entries) -> Iterator[Span]:
    """Yield the places an acceptance speaks of: entries of that id, or their field."""
    sections = (*entries.sections.values(), entries.items)
    named = [e for section in sections for e in section if e.id == wanted["id"]]
    named += [e for e in (*entries.flows, *entries.packs) if e.path[0] == wanted["id"]]
    for entry in named:
        if "field" not in wanted:
            yield entry.span()
        elif wanted["field"] in entry.data:
            yield entry.span(wanted["field"])
            yield entry.key_span(wanted["field"])


def _is_at(finding: Diagnostic, spans: tuple[Span, ...], *, whole: bool) -> bool:
    at = finding.span
    if at is None:
        return whole
    return any(s.source == at.source and s.start <= at.start and at.end <= s.end for s in spans)
