"""A report as text for people: place, message, the line itself with carets, what to write."""

import unicodedata
from collections.abc import Iterator

from interpreter.codes import escaped
from interpreter.diagnostics import Diagnostic, Note, Report
from interpreter.source import Span

_WIDTH = 100


def render_text(report: Report, *, limit: int = 20) -> str:
    """Return the findings in reading order, at most `limit` of them; empty if there are none."""
    found = report.diagnostics
    parts = ["\n".join(_lines(diagnostic)) for diagnostic in found[:limit]]
    if len(found) > limit:
        parts.append(f"and {len(found) - limit} more")
    return "\n".join(parts)


def _lines(diagnostic: Diagnostic) -> Iterator[str]:
    code = diagnostic.code
    yield f"{_place(diagnostic.span)}{code.severity.value}[{code.id}] {diagnostic.message}"
    notes = list(diagnostic.notes)
    if diagnostic.span is not None:
        # The first note without a place of its own is about what the carets show.
        beside = next((note for note in notes if note.span is None), None)
        if beside is not None:
            notes.remove(beside)
        yield from _excerpt(diagnostic.span, beside)
    for note in notes:
        yield f"  note: {_place(note.span)}{escaped(note.message)}"
    if diagnostic.help:
        yield f"  help: {diagnostic.help}"


def _place(span: Span | None) -> str:
    return "" if span is None else f"{escaped(span.source.path)}:{span.line}:{span.column}: "


def _excerpt(span: Span, beside: Note | None) -> Iterator[str]:
    line, column = span.source.position(span.start)
    text = span.source.line(line)
    if not text.strip() and beside is None:
        return
    first = column - 1
    last = min(first + max(span.end - span.start, 1), max(len(text), first + 1))
    begin, end = _window(text, first, last)
    before = ("…" if begin else "") + escaped(text[begin:first])
    shown = escaped(text[first : min(last, end)])
    after = escaped(text[min(last, end) : end]) + ("…" if end < len(text) else "")
    number = str(line)
    yield f"  {number} | {before}{shown}{after}".rstrip()
    carets = "^" * max(_cells(shown), 1)
    label = f" {escaped(beside.message)}" if beside is not None else ""
    yield f"  {' ' * len(number)} | {' ' * _cells(before)}{carets}{label}"


def _window(text: str, first: int, last: int) -> tuple[int, int]:
    """Return which part of a long line is shown: always with where the finding begins."""
    if len(text) <= _WIDTH:
        return 0, len(text)
    begin = max(0, min(first - _WIDTH // 3, len(text) - _WIDTH))
    if last <= _WIDTH:
        begin = 0
    return begin, min(begin + _WIDTH, len(text))


def _cells(text: str) -> int:
    """Return how many cells of a terminal a text fills; ideographs fill two."""
    return sum(
        0 if unicodedata.combining(char) else 1 + (unicodedata.east_asian_width(char) in "WF")
        for char in text
    )
