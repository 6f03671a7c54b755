"""A report as SARIF 2.1.0, which code hosts and editors show beside the lines."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from interpreter.codes import Severity
from interpreter.report.explanations import explanations
from interpreter.report.json import as_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter.codes import Code
    from interpreter.diagnostics import Diagnostic, Fix, Report
    from interpreter.source import Span

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "note"}


def render_sarif(report: Report) -> str:
    """Return the findings, the accepted ones marked as suppressed, as one SARIF log."""
    found = report.diagnostics
    rules = sorted(
        {d.code for d in (*found, *(a.finding for a in report.accepted))}, key=lambda c: c.id
    )
    results = [_result(d, rules) for d in found]
    for accepted in report.accepted:
        suppressed = {"kind": "inSource", "justification": accepted.reason}
        results.append({**_result(accepted.finding, rules), "suppressions": [suppressed]})
    driver = {"name": "orloj", "rules": [_rule(code) for code in rules]}
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return as_json({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]})


def _rule(code: Code) -> dict[str, Any]:
    rule: dict[str, Any] = {
        "id": code.id,
        "shortDescription": {"text": code.title},
        "defaultConfiguration": {"level": _LEVELS[code.severity]},
    }
    explanation = explanations().get(code.id)
    if explanation is not None:
        rule["fullDescription"] = {"text": explanation.text}
        rule["help"] = {"text": explanation.repair}
    return rule


def _result(finding: Diagnostic, rules: Sequence[Code]) -> dict[str, Any]:
    text = finding.message + (f"; {finding.help}" if finding.help else "")
    about = [note.message for note in finding.notes if note.span is None]
    result: dict[str, Any] = {
        "ruleId": finding.code.id,
        "ruleIndex": rules.index(finding.code),
        "level": _LEVELS[finding.code.severity],
        "message": {"text": ". ".join((text, *about))},
    }
    if finding.span is not None:
        result["locations"] = [{"physicalLocation": _location(finding.span)}]
    related = [
        {"physicalLocation": _location(note.span), "message": {"text": note.message}}
        for note in finding.notes
        if note.span is not None
    ]
    if related:
        result["relatedLocations"] = related
    if finding.fixes:
        result["fixes"] = [{"artifactChanges": [_change(fix) for fix in finding.fixes]}]
    return result


def _change(fix: Fix) -> dict[str, Any]:
    replacement = {
        "deletedRegion": _region(fix.span),
        "insertedContent": {"text": fix.replacement},
    }
    return {"artifactLocation": _artifact(fix.span), "replacements": [replacement]}


def _location(span: Span) -> dict[str, Any]:
    return {"artifactLocation": _artifact(span), "region": _region(span)}


def _artifact(span: Span) -> dict[str, str]:
    return {"uri": quote(PurePath(span.source.path).as_posix())}


def _region(span: Span) -> dict[str, int]:
    end_line, end_column = span.source.position(span.end)
    return {
        "startLine": span.line,
        "startColumn": span.column,
        "endLine": end_line,
        "endColumn": end_column,
    }
