"""Texts for people: that each language of a pack has them, and that nobody translates in vain."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from interpreter import codes
from interpreter.content.quoted import quoted
from interpreter.diagnostics import near

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.content.entries import Entry
    from interpreter.content.soundness import Subject
    from interpreter.diagnostics import Report


def languages(subject: Subject, report: Report) -> None:
    """Report texts a language of the pack lacks, and texts in languages it does not name."""
    wanted = subject.ruleset.pack.languages
    for x, keys in _names(subject):
        name: Any = x.data
        for key in keys:
            name = name[key]
        _compare(x, keys, name, wanted, report)
    translated = {x.get("en"): x for x in subject.entries["texts"]}
    for x in translated.values():
        _compare(x, (), x.data, wanted, report)
    told = set[str]()
    for text, written, at in quoted(subject.written):
        if text in translated or text in told:
            continue
        told.add(text)
        for language in wanted:
            if language != "en":
                report.add(
                    codes.NOT_TRANSLATED, written.locate(at), about=f"translation {language}",
                    what=f"the text `{text}`", language=language,
                )  # fmt: skip


def _compare(
    x: Entry, keys: tuple[str | int, ...], texts: object, wanted: tuple[str, ...], report: Report
) -> None:
    if not isinstance(texts, dict):
        return
    for language in wanted:
        if language not in texts:
            what = f"the text `{x.get('en')}`" if "en" in x.data else f"`{x.id or x.path[0]}`"
            report.add(
                codes.NOT_TRANSLATED, x.span(*keys), about=f"translation {language}", what=what,
                language=language,
            )  # fmt: skip
    for language in texts:
        if language not in wanted and language != "en":
            span = x.key_span(*keys, language)
            about = f"language {language}"
            report.add(codes.OTHER_LANGUAGE, span, about=about, language=language)


def _names(subject: Subject) -> Iterator[tuple[Entry, tuple[str | int, ...]]]:
    """Yield every place where a name by language stands."""
    entries = subject.entries
    for section in (*entries.sections.values(), entries.items, entries.packs):
        for x in section:
            if isinstance(x.data.get("name"), dict):
                yield x, ("name",)
            for key in ("columns", "lines"):
                for index, _ in enumerate(x.data.get(key) or ()):
                    yield x, (key, index, "name")


def unused_texts(subject: Subject, report: Report) -> None:
    """Report translations of texts that no effect and no field's name shows."""
    shown = {text for text, _, _ in quoted(subject.written)}
    fields = (name for kind in subject.entries["kinds"] for name in kind.get("fields", {}))
    shown |= {name.replace("_", " ") for name in fields}
    for x in subject.entries["texts"]:
        text = x.get("en")
        if text not in shown:
            close = near(text, shown, 1)
            report.add(codes.UNUSED_TEXT, x.span("en"), text=text, near=close)
