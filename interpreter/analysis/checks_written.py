"""Checks of what is written by hand against the effects beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter import codes
from interpreter.analysis.phrases import phrase
from interpreter.analysis.written import Names, gaps, texts
from interpreter.diagnostics import Note

if TYPE_CHECKING:
    from interpreter.analysis.analysis import Analysis
    from interpreter.analysis.written import Gap
    from interpreter.diagnostics import Report


def texts_that_differ(a: Analysis, report: Report) -> None:
    """Report texts that say other numbers, resources or actions than their effects."""
    spoken = [Names(a.ruleset, language) for language in a.ruleset.pack.languages]
    for key in a.graph.nodes:
        for text in texts(a, key):
            found = [(n.language, gap) for n in spoken for gap in gaps(n, text)]
            if found:
                # The same in every language is one finding, told of the first.
                language = found[0][0]
                first, *others = [_told(gap) for spoken_in, gap in found if spoken_in == language]
                place = a.span(text.at) or a.declared(key, text.field)
                shown = text.text if language == "en" else f"{text.text} ({language})"
                notes = [Note(words) for words in others]
                report.add(codes.TEXT_DIFFERS, place, notes=notes, text=shown, difference=first)


def _told(gap: Gap) -> str:
    return phrase(f"differs {gap.sort}", "en", what=f"`{gap.what}`")
