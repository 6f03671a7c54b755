"""`orloj play`: a game in the terminal, or through a pipe."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from interpreter.cli.beginning import Beginning, beginning, saved
from interpreter.cli.carried import carried, differs
from interpreter.cli.choice import with_overlays
from interpreter.cli.common import failure, prepared, read_text, say, stop_on, write_text
from interpreter.cli.exits import FINDINGS, Stop
from interpreter.cli.terminal import Terminal
from interpreter.diagnostics import Report
from interpreter.engine.game import Game
from interpreter.engine.impossible import PackError
from interpreter.engine.record import read_record
from interpreter.play.bots import BOTS
from interpreter.play.saves import opened, resumed
from interpreter.play.session import Session
from interpreter.report.text import render_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter.content.selection import Selection
    from interpreter.engine.record import Header, Step


@click.command(
    epilog="\b\nExamples:\n  orloj play ./my_pack --players 3 --bots busy --seed 7"
    "\n  orloj play ./my_pack --load evening.json"
)
@click.argument("pack", required=False)
@click.option("--players", type=int, help="Default: the least the pack allows.")
@click.option(
    "--humans",
    type=click.IntRange(0),
    default=1,
    show_default=True,
    help="People sit in the first seats, bots in the others.",
)
@click.option("--bots", type=click.Choice(sorted(BOTS)), default="random", show_default=True)
@click.option("--seed", default="0", show_default=True, help="The same seed, the same game.")
@click.option(
    "--set", "settings", metavar="OPTION=VALUE", multiple=True, help="Set an option of the pack."
)
@click.option("--lang", default="en", show_default=True, help="A language of the pack.")
@click.option("--load", "save", type=click.Path(path_type=Path), help="Go on with a saved game.")
@click.option(
    "--migrate", is_flag=True,
    help="With --load: carry a game of another version over, by the names of its answers.",
)  # fmt: skip
@click.option(
    "--record", "out", type=click.Path(path_type=Path), help="Write a record for `orloj replay`."
)
@click.option(
    "--setup", "setup", type=click.Path(path_type=Path), help="Begin as a saved set-up says."
)
@click.option(
    "--save-setup", "kept", type=click.Path(path_type=Path), help="Save how the game begins."
)
@with_overlays
def play(
    pack: str | None, players: int | None, humans: int, bots: str, seed: str,
    settings: Sequence[str], lang: str, save: Path | None, migrate: bool, out: Path | None,
    setup: Path | None, kept: Path | None, chosen: Selection,
) -> None:  # fmt: skip
    """Play a game of PACK against bots, or against people at the same terminal.

    Type the number of an option, or h for help. At the end of the input the game stays unfinished.
    """
    begin = beginning(pack, chosen, players, settings, setup)
    loaded, ruleset = begin.loaded, begin.ruleset
    if lang not in ruleset.pack.languages:
        raise click.UsageError(
            f"--lang {lang}: `{begin.pack}` speaks {', '.join(ruleset.pack.languages)}"
        )
    if migrate and save is None:
        raise click.UsageError("--migrate carries over what --load loads")
    if save is not None and (out is not None or players is not None or settings):
        raise click.UsageError(
            "--load brings its players and options, and no record of how it began"
        )
    try:
        game, earlier = (_begun(begin, seed), ()) if save is None else _loaded(begin, save, migrate)
        if kept is not None:
            saved(loaded, game.table.people, game.table.options, kept)
        if humans > game.table.people:
            raise click.UsageError(f"--humans {humans}: there are {game.table.people} players")
        session = Session(game, humans, bots, earlier)
        try:
            Terminal(session, lang).run()
        finally:
            if out is not None:
                _record(session, out)
    except PackError as error:
        say(render_text(failure(loaded, error)), error=True)
        raise Stop(FINDINGS) from None


def _begun(begin: Beginning, seed: str) -> Game:
    count, options = prepared(begin.ruleset, begin.players, begin.settings)
    return Game(begin.ruleset, count, seed, options, listen=True)


def _loaded(begin: Beginning, file: Path, migrate: bool) -> tuple[Game, tuple[Step, ...] | None]:
    """Return a saved game and how it came there."""
    report = Report()
    text = read_text(file, report)
    stop_on(report)
    saved = opened(text, report)
    stop_on(report)
    assert saved is not None, "without a finding there is a save"
    game = resumed(begin.ruleset, saved, report)
    if game is None and migrate and saved.steps is not None:
        return _carried(begin, saved.header, saved.steps)
    stop_on(report)
    assert game is not None, "without a finding there is a game"
    return game, saved.steps


def _carried(
    begin: Beginning, header: Header, steps: tuple[Step, ...]
) -> tuple[Game, tuple[Step, ...]]:
    game, lines, difference = carried(begin.loaded, begin.ruleset, header, steps)
    report = Report()
    if difference is not None:
        differs(report, difference)
    stop_on(report)
    say(f"carried over from {header.pack} {header.version}: {len(steps)} decisions are followed")
    game.listen()
    return game, read_record("\n".join(lines))[1]


def _record(session: Session, out: Path) -> None:
    write_text(out, "".join(f"{line}\n" for line in session.lines()))
    say(f"recorded in {out}")
