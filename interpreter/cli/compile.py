"""`orloj compile`: the source the programs of a pack are run as, with its places."""

from __future__ import annotations

from textwrap import shorten
from typing import TYPE_CHECKING

import click

from interpreter import codes
from interpreter.cli.choice import with_overlays
from interpreter.cli.common import playable, prepared, say, stop_on
from interpreter.diagnostics import Report, near
from interpreter.engine.native.source import Source
from interpreter.engine.table import table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.content.load import Loaded
    from interpreter.content.selection import Selection
    from interpreter.engine.compiled.lines import Lines
    from interpreter.engine.table import Table

MODES = {
    "play": "a game nobody listens to",
    "tell": "a game that makes events",
    "try": "a trial of what an answer leads to",
    "ask": "the answers to the questions",
    "native": "a game on native code",
}

MARKS = ("#", "//")
"""What a comment begins with, in Python and in C."""


@click.command(epilog="\b\nExample:\n  orloj compile ./my_pack --show trade --mode try")
@click.argument("pack")
@click.option("--show", "id_", metavar="ID", required=True, help="What the programs belong to.")
@click.option(
    "--mode", type=click.Choice(list(MODES)), default="play", show_default=True,
    help="; ".join(f"{mode}: {what}" for mode, what in MODES.items()) + ".",
)  # fmt: skip
@click.option("--players", type=int, help="For how many players (default: as few as may play).")
@click.option("--set", "settings", multiple=True, metavar="OPTION=VALUE", help="Set an option.")
@with_overlays
def compile(
    pack: str,
    id_: str,
    mode: str,
    players: int | None,
    settings: tuple[str, ...],
    chosen: Selection,
) -> None:
    """Print the source of the programs of ID: an action, item, trigger, track, or `flow`.

    Above the lines of an operation stands where its text is. Positions of the state are fixed for
    a number of players and options, so the source is made for these.
    """
    loaded, ruleset = playable(pack, chosen)
    made = table(ruleset, *prepared(ruleset, players, settings))
    wanted = [i for i, p in enumerate(ruleset.programs) if id_ in (p.name, *p.name.split("."))]
    if not wanted:
        report = Report()
        known = near(id_, {part for p in ruleset.programs for part in p.name.split(".")})
        report.add(codes.UNKNOWN_REFERENCE, None, what="name", name=id_, near=known)
        stop_on(report)
    for number in wanted:
        say(f"{MARKS[mode == 'native']} {ruleset.programs[number].name}, {MODES[mode]}")
        lines = _source(made, number, mode)
        say("\n".join(_annotated(loaded, number, lines, MARKS[mode == "native"])))


def _source(made: Table, number: int, mode: str) -> Lines:
    if mode == "native":
        return Source(made).function(number)
    return made.compiled.source(number, mode)


def _annotated(loaded: Loaded, number: int, lines: Lines, mark: str) -> Iterator[str]:
    """Yield the lines of a source; where another operation begins, its place comes first."""
    assert loaded.ruleset is not None
    places = loaded.ruleset.programs[number].program.places
    shown = -1
    for text, position in zip(lines.text, lines.positions, strict=True):
        if 0 <= position < len(places) and position != shown:
            span = loaded.locate(number, places[position])
            if span is not None:
                indent = text[: len(text) - len(text.lstrip())]
                said = shorten(span.text, 60, placeholder=" ...")
                yield f"{indent}{mark} {span.source.path}:{span.line}:{span.column}: {said}"
        shown = position
        yield text
