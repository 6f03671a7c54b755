"""A report as text for people: place, message, the line itself with carets, what to write."""

import unicodedata
from collections.abc import Iterator

from interpreter.codes import escaped
from interpreter.diagnostics import Diagnostic, Note, Report
from interpreter.source import Span

_WIDTH = 100
_JOINED = 0x200D
_AS_PICTURE = 0xFE0F


def render_text(report: Report, *, limit: int = 20) -> str:
    """Return the findings in reading order, at most `limit` of them; empty if there are none."""
    found = report.diagnostics
    parts = ["\n".join(_lines(diagnostic)) for diagnostic in found[:limit]]
    if len(found) > limit:
        parts.append(f"and {len(found) - limit} more")
    return "\n".join(parts)


def cells(text: str) -> int:
    """Return how many cells of a terminal a text fills.

    Ideographs and pictures fill two; marks that join the character before them fill none.

    >>> cells("gold"), cells("金币"), cells("e\u0301"), cells("\u2764\ufe0f")
    (4, 4, 1, 2)
    """
    total, last, joins = 0, 0, False
    for char in text:
        code = ord(char)
        if joins:
            joins, width = False, 0
        elif code == _AS_PICTURE:
            # Makes a narrow sign a picture.
            width = 1 if last == 1 else 0
        else:
            width = _width(char, code)
        joins = joins or code == _JOINED
        total += width
        last = width or last
    return total


def _width(char: str, code: int) -> int:
    if unicodedata.category(char) in ("Mn", "Me", "Cf") or 0x1160 <= code <= 0x11FF:
        return 0
    return 1 + (unicodedata.east_asian_width(char) in "WF")


def _lines(diagnostic: Diagnostic) -> Iterator[str]:
    code = diagnostic.code
    yield f"{_place(diagnostic.span)}{code.severity.value}[{code.id}] {diagnostic.message}"
    notes = list(diagnostic.notes)
    if diagnostic.span is not None:
        # The first note without a place of its own is about what the carets show.
        beside = next((note for note in notes if note.span is None), None)
        if beside is not None:
            notes.remove(beside)
        yield from _excerpt(diagnostic.span, beside, "^", "  ")
    for note in notes:
        yield f"  note: {_place(note.span)}{escaped(note.message)}"
        if note.span is not None:
            yield from _excerpt(note.span, None, "-", "    ")
    if diagnostic.help:
        yield f"  help: {diagnostic.help}"


def _place(span: Span | None) -> str:
    return "" if span is None else f"{escaped(span.source.path)}:{span.line}:{span.column}: "


def _excerpt(span: Span, beside: Note | None, mark: str, indent: str) -> Iterator[str]:
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
    yield f"{indent}{number} | {before}{shown}{after}".rstrip()
    carets = mark * max(cells(before + shown) - cells(before), 1)
    label = f" {escaped(beside.message)}" if beside is not None else ""
    yield f"{indent}{' ' * len(number)} | {' ' * cells(before)}{carets}{label}"


def _window(text: str, first: int, last: int) -> tuple[int, int]:
    """Return which part of a long line is shown: always with where the finding begins."""
    if len(text) <= _WIDTH:
        return 0, len(text)
    begin = max(0, min(first - _WIDTH // 3, len(text) - _WIDTH))
    if last <= _WIDTH:
        begin = 0
    return begin, min(begin + _WIDTH, len(text))
