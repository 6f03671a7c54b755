"""How a game begins for commands that play: from a pack and options, or from a saved set-up."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from interpreter.cli.common import playable, read_text, say, stop_on, write_text
from interpreter.content.load import load
from interpreter.diagnostics import Report
from interpreter.frozen import dataclass
from interpreter.play.setups import agrees, read_set_up, set_up

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from interpreter.content.load import Loaded
    from interpreter.content.ruleset import Ruleset
    from interpreter.content.selection import Selection


@dataclass(frozen=True, slots=True)
class Beginning:
    """What a game begins with; `players` and `settings` are as the user gave them."""

    pack: str
    chosen: Selection
    loaded: Loaded
    ruleset: Ruleset
    players: int | None
    settings: Sequence[str]


def beginning(
    pack: str | None,
    chosen: Selection,
    players: int | None,
    settings: Sequence[str],
    file: Path | None,
) -> Beginning:
    """Return what a game begins with; stop with findings if that cannot be."""
    if file is None:
        if pack is None:
            raise click.UsageError("write a PACK, or --setup FILE")
        loaded, ruleset = playable(pack, chosen)
        return Beginning(pack, chosen, loaded, ruleset, players, settings)
    if pack is not None or any(chosen) or players is not None or settings:
        raise click.UsageError("--setup brings its packs, players and options")
    report = Report()
    text = read_text(file, report)
    stop_on(report)
    wanted = read_set_up(text, report)
    stop_on(report)
    assert wanted is not None, "without a finding there is a set-up"
    name = wanted.packs[0].name
    loaded = load(name, *wanted.chosen)
    if loaded.packs:
        # What differs explains more than what follows from it.
        agrees(wanted, loaded, report)
        stop_on(report)
    stop_on(loaded.report)
    assert loaded.ruleset is not None, "a pack without errors has a ruleset"
    options = [f"{option}={value}" for option, value in wanted.options.items()]
    return Beginning(name, wanted.chosen, loaded, loaded.ruleset, wanted.players, options)


def saved(loaded: Loaded, players: int, options: Mapping[str, int], file: Path) -> None:
    """Write the set-up of a game."""
    write_text(file, set_up(loaded, players, options).text())
    say(f"set-up saved in {file}")
