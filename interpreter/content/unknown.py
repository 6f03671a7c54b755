"""Names that a field of an entry speaks of and nobody declares."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from interpreter import codes
from interpreter.diagnostics import Fix, Note, Report, nearest, slips

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from interpreter.content.entries import Entry
    from interpreter.content.tree import Path
    from interpreter.source import Span

_USES_FOR_A_RENAMING = 1
_SLIPS = 2
"""So many letters of a misspelt declaration may be wrong."""


def add_unknown(
    report: Report,
    entry: Entry,
    keys: Path,
    what: str,
    name: str,
    known: Iterable[str],
    span: Span | None = None,
) -> None:
    """Report a name that should be that of a `what`, at the value or at the given place."""
    span = span or entry.span(*keys)
    close = nearest(name, known)
    fix = Fix(span, close.first) if close.first and span.text == name else None
    report.add(
        codes.UNKNOWN_REFERENCE, span, fix=fix, about=f"name {name}", what=what, name=name,
        near=close.names,
    )  # fmt: skip


def explain_renamed(report: Report, declared: Mapping[str, tuple[str, Entry]]) -> None:
    """Where an unknown name resembles one that nothing uses, show that declaration.

    A misspelt declaration makes many unknown names; the one to mend is itself.
    """
    for finding in report.diagnostics:
        group, _, name = finding.about.partition(" ")
        if group not in ("name", "verb") or not finding.span:
            continue
        for other in nearest(name, declared).names:
            what, entry = declared[other]
            is_slip = slips(name, other, _SLIPS) is not None
            if is_slip and not _is_used(other, declared):
                report.add_note(finding, Note(f"this {what} is used nowhere", entry.span("id")))
                break


def _is_used(name: str, declared: Mapping[str, tuple[str, Entry]]) -> bool:
    """Whether the word stands anywhere but where it is declared."""
    texts = {e.tree.source.path: e.tree.source.text for _, e in declared.values()}
    word = re.compile(rf"\b{re.escape(name)}\b")
    found = sum(len(word.findall(text)) for text in texts.values())
    return found > _USES_FOR_A_RENAMING
