"""`orloj replay`: a record played again, decision by decision, and verified."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from interpreter import codes
from interpreter.cli.carried import carried, differs
from interpreter.cli.choice import with_overlays
from interpreter.cli.common import failure, playable, read_text, say, stop_on, write_text
from interpreter.cli.exits import FINDINGS, Stop
from interpreter.content.selection import Selection
from interpreter.diagnostics import Report
from interpreter.engine.form import form
from interpreter.engine.game import Game
from interpreter.engine.impossible import PackError
from interpreter.engine.record import Unusable, read_record, replayed
from interpreter.play.saves import belongs
from interpreter.play.words import Words
from interpreter.report.text import render_text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from interpreter.content.load import Loaded
    from interpreter.content.ruleset import Ruleset
    from interpreter.engine.record import Header, Step


@click.command(epilog="\b\nExample:\n  orloj replay evening.jsonl --quiet")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--quiet", is_flag=True, help="Only say whether it agrees.")
@click.option("--pack", help="Where its pack is, if that is not a shipped one.")
@click.option("--lang", default="en", show_default=True, help="A language of the pack.")
@click.option(
    "--migrate", "out", type=click.Path(path_type=Path), metavar="NEW",
    help="Play a record of another version by the names of its answers; write a new record.",
)  # fmt: skip
@with_overlays
def replay(
    file: Path, quiet: bool, pack: str | None, lang: str, out: Path | None, chosen: Selection
) -> None:
    """Play the record FILE again and compare every decision and state with it.

    Ends with 4 if something differs, or if the record was made with other content. With --migrate
    such a record is followed as far as its answers are still offered, renamed ids included.
    """
    header, steps, end = _read(file)
    recorded = Selection(tuple(p.id for p in header.overlays), header.left_out, header.kept)
    loaded, ruleset = playable(pack or header.pack, chosen if any(chosen) else recorded)
    report = Report()
    if out is not None:
        _migrate(loaded, ruleset, header, steps, out)
        return
    belongs(ruleset, header, report)
    stop_on(report)
    try:
        game = Game(ruleset, header.players, header.seed, header.options)
        words = Words(game.table, lang)
        same_form = header.form == form(game.table)
        difference = replayed(
            game, steps, end, lambda step: None if quiet else _tell(words, game, step),
            hashes=same_form,
        )  # fmt: skip
    except PackError as error:
        say(render_text(failure(loaded, error)), error=True)
        raise Stop(FINDINGS) from None
    if difference is not None:
        differs(report, difference)
        stop_on(report)
    say(f"{len(steps)} decisions agree; {_ending(words, game)}")
    if not same_form:
        say("its states were laid out by another version: answers and points were compared")


def _migrate(
    loaded: Loaded, ruleset: Ruleset, header: Header, steps: Sequence[Step], out: Path
) -> None:
    report = Report()
    _, lines, difference = carried(loaded, ruleset, header, steps)
    write_text(out, "".join(f"{line}\n" for line in lines))
    if difference is not None:
        differs(report, difference)
        same = f"{difference.number - 1} of {len(steps)} decisions are still the same"
        say(f"{same}; they are in {out}")
        stop_on(report)
    say(f"{len(steps)} decisions are followed; the new record is {out}")


def _read(file: Path) -> tuple[Header, tuple[Step, ...], Mapping[str, Any] | None]:
    report = Report()
    text = read_text(file, report)
    stop_on(report)
    try:
        return read_record(text)
    except Unusable as unusable:
        report.add(codes.UNREADABLE_SAVE, None, reason=unusable.reason)
    stop_on(report)
    raise AssertionError("a finding stops")


def _tell(words: Words, game: Game, step: Step) -> None:
    """Print a decision about to be repeated; the game stands at it."""
    decision = game.decision
    assert decision is not None, "the record was compared with an open question"
    text = words.options(decision, game.cells)[step.choose]
    question = words.say("asked", player=words.player(step.seat), what=words.prompt(decision))
    say(f"{step.number:>5}  {question}: {text}")


def _ending(words: Words, game: Game) -> str:
    if game.result is None:
        return words.say("unfinished")
    return words.say("ended", why=words.text(game.result.reason))
