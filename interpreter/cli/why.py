"""`orloj why`: where a value comes from, and what it was before."""

from __future__ import annotations

from difflib import ndiff
from typing import TYPE_CHECKING, Any

import click

from interpreter import codes
from interpreter.cli.choice import with_overlays
from interpreter.cli.common import playable, say, stop_on
from interpreter.codes import escaped
from interpreter.content.entries import SECTIONS
from interpreter.content.history import ABSENT, about
from interpreter.content.paths import Segments, Value, grown, segments, written
from interpreter.diagnostics import Report, near

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.content.entries import Entries, Entry
    from interpreter.content.history import Past
    from interpreter.content.load import Loaded
    from interpreter.content.selection import Selection


@click.command(
    epilog="\b\nExamples:\n  orloj why ./my_pack gull.cost --with ./my_overlay"
    "\n  orloj why ./my_overlay gull"
)
@click.argument("pack")
@click.argument("path", metavar="ID.FIELD")
@with_overlays
def why(pack: str, path: str, chosen: Selection) -> None:
    """Say who set the value ID.FIELD of PACK, where, and what it replaced.

    With an ID alone: everything that was changed about it.
    """
    loaded, _ = playable(pack, chosen)
    wanted = segments(path)
    if wanted is None:
        report = Report()
        report.add(codes.BAD_PATH, None, path=path)
        stop_on(report)
        return
    history = about(loaded.history, wanted)
    found = list(_found(loaded, wanted))
    if not found and not history:
        _unknown(loaded, wanted)
    for entry, value, rest in found:
        _tell(loaded, written(wanted), entry, value, rest)
    if not found:
        say(f"{written(wanted)} is gone")
    for past in history:
        say("\n".join(_lines(past, wanted)))
    if not history:
        say("no overlay has changed it")


def _entries(entries: Entries) -> Iterator[tuple[str, Entry]]:
    for section in SECTIONS:
        yield from ((e.id or str(e.get("en", "")), e) for e in entries[section])
    yield from ((e.id, e) for e in entries.items)
    yield from (("pack", e) for e in entries.packs)
    yield from (("flow", e) for e in entries.flows)


def _found(loaded: Loaded, path: Segments) -> Iterator[tuple[Entry, Value, tuple[str | int, ...]]]:
    """Yield every value of this path with its entry and the keys that lead to it."""
    assert loaded.entries is not None, "a pack without errors has entries"
    for name, entry in _entries(loaded.entries):
        if name != path[0]:
            continue
        value = grown(entry.tree, entry.path, dict(entry.data))
        keys: tuple[str | int, ...] = ()
        for step in path[1:]:
            matching = value.matching(step)
            if len(matching) != 1:
                break
            keys, value = (*keys, matching[0][0]), matching[0][1]
        else:
            yield entry, value, keys


def _unknown(loaded: Loaded, path: Segments) -> None:
    assert loaded.entries is not None, "a pack without errors has entries"
    report = Report()
    names = dict(_entries(loaded.entries))
    if path[0] not in names:
        known: tuple[str, ...] = near(path[0], names)
    else:
        known = tuple(names[path[0]].data)
    report.add(codes.UNKNOWN_REFERENCE, None, what="value", name=written(path), near=known)
    stop_on(report)


def _tell(
    loaded: Loaded, name: str, entry: Entry, value: Value, keys: tuple[str | int, ...]
) -> None:
    span, data = entry.span(*keys), value.plain()
    if isinstance(data, str) and "\n" in data.strip():
        say("\n".join((f"{name}:", *(f"    {line}" for line in data.rstrip().split("\n")))))
    else:
        say(name if isinstance(data, dict) and not keys else f"{name}: {shown_value(data)}")
    path = span.source.path
    source = entry.get("source", "")
    if keys:
        source = (entry.get("sources") or {}).get(keys[0], source)
    own = f", {source}" if source and loaded.pack_of(path) == loaded.packs[0].id else ""
    say(f"  written by `{loaded.pack_of(path)}` in {escaped(path)}:{span.line}{own}")


def _lines(past: Past, wanted: Segments) -> Iterator[str]:
    below = "" if past.path == wanted else f" {written(past.path)}"
    yield f"  {past.operation}{below} by `{past.pack}` in {escaped(past.where)}" + (
        f", {past.source}" if past.source else ""
    )
    if isinstance(past.old, str) and isinstance(past.new, str) and "\n" in past.old + past.new:
        lines = (past.old.rstrip().split("\n"), past.new.rstrip().split("\n"))
        yield from (f"    {line}" for line in ndiff(*lines) if line[0] in "+-")
        return
    yield f"    before: {shown_value(past.old)}"
    yield f"    after: {shown_value(past.new)}"


def shown_value(value: Any) -> str:
    """Return a value of content on one line."""
    if value is ABSENT:
        return "nothing"
    match value:
        case bool():
            return str(value).lower()
        case None:
            return "nothing"
        case dict():
            return "{" + ", ".join(f"{k}: {shown_value(v)}" for k, v in value.items()) + "}"
        case list():
            return "[" + ", ".join(shown_value(v) for v in value) + "]"
        case str():
            return "; ".join(line.strip() for line in value.strip().splitlines()) or '""'
        case _:
            return str(value)
