"""`orloj simulate`: many games between bots, in numbers."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from interpreter.cli.beginning import beginning
from interpreter.cli.choice import with_overlays
from interpreter.cli.common import failure, prepared, say, write_text
from interpreter.cli.exits import FINDINGS, INTERRUPTED, USAGE, Stop
from interpreter.cli.tables import printed
from interpreter.diagnostics import Report
from interpreter.engine.impossible import PackError
from interpreter.engine.native.build import NotBuilt
from interpreter.engine.table import table
from interpreter.play.bots import BOTS
from interpreter.play.simulate import Plan
from interpreter.play.simulate import simulate as simulated
from interpreter.report.text import render_text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from interpreter.content.load import Loaded
    from interpreter.content.ruleset import Ruleset
    from interpreter.content.selection import Selection


@click.command(
    epilog="\b\nExample:\n  orloj simulate ./my_pack --games 1000 --players 3 --bots busy"
)
@click.argument("pack", required=False)
@click.option("--games", type=click.IntRange(1, 10_000_000), default=100, show_default=True)
@click.option("--players", type=int, help="Default: the least the pack allows.")
@click.option("--seed", default="0", show_default=True, help="Game i has the seed SEED/i.")
@click.option("--bots", type=click.Choice(sorted(BOTS)), default="random", show_default=True)
@click.option("--workers", type=click.IntRange(1, 1024), help="Processes. Default: all cores.")
@click.option(
    "--set", "settings", metavar="OPTION=VALUE", multiple=True, help="Set an option of the pack."
)
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True
)
@click.option(
    "--out", type=click.Path(dir_okay=False, path_type=Path), help="Also write JSON to this file."
)
@click.option(
    "--setup", "setup", type=click.Path(path_type=Path), help="Begin as a saved set-up says."
)
@click.option(
    "--native",
    is_flag=True,
    help="Compile the pack's rules with the C compiler of this machine: the same games, sooner.",
)
@with_overlays
def simulate(
    pack: str | None, games: int, players: int | None, seed: str, bots: str, workers: int | None,
    settings: Sequence[str], form: str, out: Path | None, setup: Path | None, native: bool,
    chosen: Selection,
) -> None:  # fmt: skip
    """Let bots play many games of PACK and count how they end.

    The same arguments give the same games on every machine, with any number of workers.
    Ctrl-C stops early and keeps what is done.
    """
    begin = beginning(pack, chosen, players, settings, setup)
    loaded = begin.loaded
    count, options = prepared(begin.ruleset, begin.players, begin.settings)
    plan = Plan(begin.pack, (bots,) * count, games, seed, options, begin.chosen, native)
    if native:
        _build(begin.ruleset, count, options)
    found = _run(plan, workers, begin.ruleset)
    if form == "json":
        click.echo(json.dumps(found))
    else:
        _tell(found)
    if out is not None:
        write_text(out, json.dumps(found) + "\n")
    if found["failed"]:
        say(_failures(loaded, found), error=True)
        raise Stop(FINDINGS)
    if found["played"] < games:
        raise Stop(INTERRUPTED)


def _build(ruleset: Ruleset, players: int, options: Mapping[str, int]) -> None:
    """Compile what all workers are going to load; stop with one line if that cannot be done."""
    try:
        table(ruleset, players, options).native  # noqa: B018 - it is kept
    except NotBuilt as reason:
        say(f"error: {reason}", error=True)
        raise Stop(USAGE) from None


def _run(plan: Plan, workers: int | None, ruleset: Ruleset) -> dict[str, Any]:
    """Return what the plan came to; a bar on the terminal shows how far it is."""
    hidden = not sys.stderr.isatty()
    with click.progressbar(length=plan.games, label="games", file=sys.stderr, hidden=hidden) as bar:
        return simulated(plan, workers, bar.update, ruleset)


def _failures(loaded: Loaded, found: dict[str, Any]) -> str:
    report = Report()
    for f in found["failed"]:
        report.merge(
            failure(loaded, PackError(f["code"], f["program"], f["position"], f["reason"]))
        )
    seeds = ", ".join(f["seed"] for f in found["failed"][:3])
    return f"{render_text(report)}\n{len(found['failed'])} games failed, first with seed {seeds}"


def _tell(found: dict[str, Any]) -> None:
    seconds = found["seconds"]
    speed = f", {found['decisions'] / seconds:,.0f} decisions a second" if seconds else ""
    say(
        f"{found['finished']} of {found['games']} games finished: {found['players']} players, "
        f"{found['decisions']:,} decisions in {seconds} s{speed}"
    )
    for what, numbers in found["length"].items():
        if numbers:
            say(
                f"{what} a game: {numbers['mean']:.1f} on average, "
                f"{numbers['min']} to {numbers['max']}"
            )
    for reason, number in found["ended_by"].items():
        say(f"ended by {reason}: {number}")
    rows = [
        (str(seat + 1), *_score(scores), _share(wins))
        for seat, (scores, wins) in enumerate(
            zip(found["score"]["seats"], found["wins"], strict=True)
        )
    ]
    head = ("seat", "least", "median", "mean", "most", "wins")
    printed("points and wins", head, rows, right=range(1, 6))
    say(f"wins shared by several seats: {found['shared_wins']}")
    say(f"fingerprint {found['fingerprint']}")


def _score(scores: dict[str, Any]) -> tuple[str, str, str, str]:
    if not scores:
        return "-", "-", "-", "-"
    mean = f"{scores['mean']:.2f} ({scores['mean_low']:.2f} to {scores['mean_high']:.2f})"
    return str(scores["min"]), f"{scores['median']:g}", mean, str(scores["max"])


def _share(wins: dict[str, Any]) -> str:
    return f"{wins['wins']} ({wins['low']:.0%} to {wins['high']:.0%})"
