"""`orloj diff`: what differs between two packs in meaning."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from interpreter.analysis.analysis import analysis_of
from interpreter.analysis.questions import unreachable
from interpreter.analysis.words import effect_words
from interpreter.cli.choice import with_overlays
from interpreter.cli.common import playable, say
from interpreter.cli.why import shown_value
from interpreter.content.compare import differences
from interpreter.content.history import ABSENT
from interpreter.content.selection import Selection

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from interpreter.content.compare import Difference
    from interpreter.content.load import Loaded
    from interpreter.content.ruleset import Ruleset

_QUIET = frozenset({"examples", "panels", "texts"})
"""Sections that are counted, not told, unless everything is wanted."""


@click.command(
    epilog="\b\nExamples:\n  orloj diff ./my_pack ./my_pack_2"
    "\n  orloj diff ./my_pack --with ./my_overlay\n  orloj diff ./game+./one ./game+./two"
)
@click.argument("pack_a")
@click.argument("pack_b", required=False)
@click.option("--all", "every", is_flag=True, help="Texts, panels and examples in full too.")
@click.option("--lang", default="en", show_default=True, help="The language of effects in words.")
@with_overlays
def diff(pack_a: str, pack_b: str | None, every: bool, lang: str, chosen: Selection) -> None:
    """Say what differs between PACK_A and PACK_B in meaning: values, costs, effects in words.

    Either may be a pack with overlays: PACK+OVERLAY. Without PACK_B: PACK_A with the overlays,
    compared with PACK_A alone. Also told: what can no longer happen, and what can now.
    """
    one, first = _loaded(pack_a, Selection())
    other, second = _loaded(pack_b or pack_a, chosen)
    if one.entries is None or other.entries is None:
        return
    found = list(differences(one.entries, other.entries))
    told = [d for d in found if every or d.section not in _QUIET]
    for difference in told:
        say("\n".join(_lines(difference, first, second, lang)))
    for section in sorted(_QUIET - ({"examples", "panels", "texts"} if every else set())):
        number = len({d.id for d in found if d.section == section})
        if number:
            say(f"{section}: {number} differ")
    before, after = _dead(one), _dead(other)
    for name in sorted(after.keys() - before.keys()):
        say(f"can happen no more: {name}; {after[name]}")
    for name in sorted(before.keys() - after.keys()):
        say(f"can happen now: {name}")
    if not found:
        say("no difference in meaning")


def _loaded(name: str, chosen: Selection) -> tuple[Loaded, Ruleset]:
    pack, *overlays = name.split("+")
    return playable(pack, chosen._replace(overlays=(*overlays, *chosen.overlays)))


def _dead(loaded: Loaded) -> dict[str, str]:
    return {name: why for name, why, _ in unreachable(analysis_of(loaded))}


def _lines(d: Difference, first: Ruleset, second: Ruleset, lang: str) -> Iterator[str]:
    name = d.id if d.section in ("pack", "flow") else f"{d.section} {d.id}"
    if not d.path and ABSENT in (d.old, d.new):
        sign, data, ruleset = ("-", d.old, first) if d.new is ABSENT else ("+", d.new, second)
        yield f"{sign} {name}"
        for key, value in data.items():
            if key not in ("id", "source", "sources"):
                yield f"    {key}: {shown_value(value)}"
        yield from (f"    {words}" for words in _words(d, ruleset, lang))
        return
    where = ".".join(map(str, (name, *d.path)))
    yield f"~ {where}: {shown_value(d.old)} -> {shown_value(d.new)}"
    old, new = list(_words(d, first, lang)), list(_words(d, second, lang))
    if old != new:
        yield f"    in words: {_joined(old)} -> {_joined(new)}"


def _joined(words: Iterable[str]) -> str:
    return " | ".join(words) or "nothing"


def _words(d: Difference, ruleset: Ruleset, lang: str) -> Iterator[str]:
    """Yield what the effects at, or below, a path say."""
    head = {"items": "item", "actions": "action", "triggers": "trigger", "tracks": "track"}
    if d.section == "flow":
        names = ".".join(map(str, ("flow", *d.path)))
    elif d.section in ("actions", "triggers"):
        names = f"{head[d.section]}.{d.id}"
    elif d.section in head:
        names = ".".join(map(str, (head[d.section], d.id, *d.path)))
    else:
        return
    for number, program in enumerate(ruleset.programs):
        if program.name == names or program.name.startswith(f"{names}."):
            yield effect_words(ruleset, number, lang)
