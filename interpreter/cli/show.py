"""`orloj show`: entries of a pack as they are declared."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from interpreter import codes
from interpreter.cli.choice import with_overlays
from interpreter.cli.common import playable, say, stop_on
from interpreter.cli.tables import printed
from interpreter.codes import escaped
from interpreter.content.entries import SECTIONS
from interpreter.content.history import about
from interpreter.diagnostics import Report, near

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.content.entries import Entries, Entry
    from interpreter.content.history import Past
    from interpreter.content.ruleset import Ruleset
    from interpreter.content.selection import Selection

_HEAD = frozenset({"id", "name", "source", "sources"})
"""Keys that have a line of their own."""


@click.command(epilog="\b\nExamples:\n  orloj show ./my_pack\n  orloj show ./my_pack gull")
@click.argument("pack")
@click.argument("id_", metavar="[ID]", required=False)
@with_overlays
def show(pack: str, id_: str | None, chosen: Selection) -> None:
    """Show the entry ID of PACK: its names, its fields, and where each value comes from.

    Items, kinds, actions, zones, resources, counters, tracks and the rest have an ID; `pack` and
    `flow` are entries too. Without ID: what there is, in numbers.
    """
    loaded, ruleset = playable(pack, chosen)
    entries = loaded.entries
    assert entries is not None, "a pack without errors has entries"
    if id_ is None:
        _overview(ruleset, entries)
        return
    named = dict(_named(entries))
    found = [
        (what, entry) for (what, name), entry in named.items() if name == id_.partition("#")[0]
    ]
    if not found:
        report = Report()
        candidates = near(id_, (name for _, name in named))
        report.add(codes.UNKNOWN_REFERENCE, None, what="name", name=id_, near=candidates)
        stop_on(report)
    for what, entry in found:
        say("\n".join(_lines(what, entry, loaded.history)))


def _named(entries: Entries) -> Iterator[tuple[tuple[str, str], Entry]]:
    """Yield every entry with what it is and its id."""
    for section in SECTIONS:
        for entry in entries[section]:
            if entry.id:
                yield (section.removesuffix("s"), entry.id), entry
    for entry in entries.items:
        yield (f"{entry.kind}", entry.id), entry
    for name, sections in (("pack", entries.packs), ("flow", entries.flows)):
        for entry in sections:
            yield (name, name), entry


def _overview(ruleset: Ruleset, entries: Entries) -> None:
    pack = ruleset.pack
    say(f"{pack.id} {pack.version}: {', '.join(pack.name.values())}")
    say(f"players {pack.least_players} to {pack.most_players}")
    say(f"languages {', '.join(pack.languages)}")
    say(f"content {ruleset.fingerprint[:12]}")
    counts = [(name, str(len(entries[name]))) for name in SECTIONS if entries[name]]
    printed("sections", ("section", "entries"), counts, right=(1,))
    kinds = [
        (
            kind.id,
            _all_names(kind.name),
            str(len(kind.items)),
            str(sum(i.copies for i in kind.items)),
        )
        for kind in ruleset.kinds.values()
    ]
    printed("items by kind", ("kind", "name", "items", "pieces"), kinds, right=(2, 3))


def _all_names(name: Any) -> str:
    """Return a name in all its languages."""
    return " / ".join(name.values())


# --- one entry


def _lines(what: str, entry: Entry, history: tuple[Past, ...]) -> Iterator[str]:
    """Yield the entry line by line: head, names, fields with their sources, place."""
    data, sources = entry.data, dict(entry.get("sources") or {})
    for past in about(history, (entry.id or what,)):
        key = past.path[1] if len(past.path) > 1 else ""
        sources[key] = f"{past.source or past.operation}, `{past.pack}` {past.where}"
    yield f"{what} {entry.id or what}"
    for language, name in (entry.get("name") or {}).items():
        yield f"  name ({language}): {name}"
    for key, value in data.items():
        if key in _HEAD:
            continue
        source = f"  [{sources[key]}]" if key in sources else ""
        shown = list(_value(value))
        if len(shown) == 1:
            yield f"  {key}: {shown[0]}{source}"
        else:
            yield f"  {key}:{source}"
            yield from (f"    {line}" for line in shown)
    if "source" in data:
        yield f"  source: {data['source']}"
    span = entry.span()
    yield f"  declared: {escaped(span.source.path)}:{span.line}"
    if "" in sources:
        yield f"  replaced: {sources['']}"


def _value(value: Any) -> Iterator[str]:
    """Yield a value in the words of the content, a line for each part where it has several."""
    match value:
        case bool():
            yield str(value).lower()
        case dict():
            if all(not isinstance(v, dict | list) for v in value.values()):
                yield ", ".join(f"{k}: {v}" for k, v in value.items()) or "nothing"
            else:
                for k, v in value.items():
                    yield f"{k}: {' '.join(_value(v))}"
        case list():
            plain = all(isinstance(v, int) or (isinstance(v, str) and " " not in v) for v in value)
            if plain:
                yield ", ".join(" ".join(_value(v)) for v in value) or "nothing"
            else:
                for i, v in enumerate(value):
                    yield f"{i}: {'; '.join(_value(v)) or 'nothing'}"
        case str():
            yield from [line.rstrip() for line in value.strip().splitlines()] or [""]
        case _:
            yield str(value)
