"""A report as JSON, for tools."""

import json
from typing import Any

from interpreter.codes import Severity
from interpreter.diagnostics import Diagnostic, Report
from interpreter.source import Span


def render_json(report: Report) -> str:
    """Return the findings as one JSON object; lines and columns count from 1, in code points."""
    found = report.diagnostics
    whole = {
        "findings": [_finding(diagnostic) for diagnostic in found],
        "accepted": [{**_finding(a.finding), "reason": a.reason} for a in report.accepted],
        "errors": report.errors,
        "warnings": sum(d.code.severity is Severity.WARNING for d in found),
    }
    return as_json(whole)


def as_json(value: object) -> str:
    """Return a value as JSON in ASCII: nothing in it can be taken for a command by a terminal."""
    return json.dumps(value, indent=2, ensure_ascii=True, allow_nan=False)


def _finding(diagnostic: Diagnostic) -> dict[str, Any]:
    return {
        "code": diagnostic.code.id,
        "severity": diagnostic.code.severity.value,
        "title": diagnostic.code.title,
        "message": diagnostic.message,
        "help": diagnostic.help,
        "place": _place(diagnostic.span),
        "notes": [
            {"message": note.message, "place": _place(note.span)} for note in diagnostic.notes
        ],
        "fixes": [
            {"place": _place(fix.span), "replacement": fix.replacement} for fix in diagnostic.fixes
        ],
    }


def _place(span: Span | None) -> dict[str, Any] | None:
    if span is None:
        return None
    end_line, end_column = span.source.position(span.end)
    return {
        "path": span.source.path,
        "line": span.line,
        "column": span.column,
        "end_line": end_line,
        "end_column": end_column,
    }
