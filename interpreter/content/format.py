"""Effect texts of content files put into the printer's form: edits of the texts, of nothing else.

An effect keeps the style it is written in: a block stays a block, a text on a line stays there.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from interpreter.frozen import dataclass
from interpreter.lang.flat import flat_effect
from interpreter.lang.parse import parse_effect
from interpreter.lang.problems import Invalid
from interpreter.lang.unparse import unparse_effect

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from interpreter.content.entries import Entries, Entry
    from interpreter.content.tree import Path, Tree
    from interpreter.lang.nodes import Block

_EFFECTS: Mapping[str, tuple[str, ...]] = {
    "actions": ("effect",),
    "triggers": ("effect",),
    "tracks": ("on_reach", "beyond"),
    "examples": ("given", "do"),
}
_PLAIN = re.compile(r"[A-Za-z0-9(][^:#\n]*")


@dataclass(frozen=True, slots=True)
class Edit:
    """Characters of a file that give way to others."""

    tree: Tree
    start: int
    end: int
    text: str


def edits(entries: Entries) -> Iterator[Edit]:
    """Yield the edits that bring every effect into the printer's form."""
    for entry, keys in effects_of(entries):
        edit = _edit(entry, keys)
        if edit is not None:
            yield edit


def applied(text: str, found: list[Edit]) -> str:
    """Return a file's text after edits."""
    for edit in sorted(found, key=lambda e: e.start, reverse=True):
        text = text[: edit.start] + edit.text + text[edit.end :]
    return text


def effects_of(entries: Entries) -> Iterator[tuple[Entry, Path]]:
    """Yield every effect text of a pack: its entry and the keys that lead to it."""
    for section, keys in _EFFECTS.items():
        for entry in entries[section]:
            yield from ((entry, (key,)) for key in keys if key in entry.data)
    for flow in entries.flows:
        yield from ((flow, (key,)) for key in ("setup", "round", "finish") if key in flow.data)
    kinds = {e.id: e.get("fields", {}) for e in entries["kinds"]}
    for item in entries.items:
        for name, kind in kinds.get(item.kind, {}).items():
            value = item.get(name)
            if kind == "effect":
                yield item, (name,)
            elif kind == "list of effect" and isinstance(value, list):
                yield from ((item, (name, i)) for i in range(len(value)))


def _edit(entry: Entry, keys: Path) -> Edit | None:
    text: Any = entry.data
    for key in keys:
        text = text[key]
    if not isinstance(text, str) or not text.strip():
        return None
    try:
        block = parse_effect(text)
    except Invalid:
        return None
    span = entry.span(*keys)
    new = _rewritten(span.text, text, block)
    return None if new in (None, span.text) else Edit(entry.tree, span.start, span.end, str(new))


def _rewritten(written: str, text: str, block: Block) -> str | None:
    """Return a scalar with its new text in the style it has; None where that would not be safe."""
    flat = flat_effect(block)
    if written.startswith("|"):
        header, _, body = written.partition("\n")
        if header not in ("|", "|-") or not body.strip():
            return None
        first = next(line for line in body.split("\n") if line.strip())
        indent = " " * (len(first) - len(first.lstrip()))
        return "\n".join(
            (header, *(indent + line for line in unparse_effect(block, text).split("\n")))
        )
    if written.startswith(">") or "\n" in written:
        return None
    if text == flat:
        return None
    if written.startswith('"'):
        return '"{}"'.format(flat.replace("\\", "\\\\").replace('"', '\\"'))
    if written.startswith("'"):
        return "'{}'".format(flat.replace("'", "''"))
    # What a plain scalar in brackets may not hold is left as it is written.
    return flat if _PLAIN.fullmatch(flat) and not set(flat) & set('{}[],"') else None
