"""A game of another version of its packs carried over: its answers are followed by their names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter import codes
from interpreter.cli.common import failure, say, stop_on
from interpreter.cli.exits import FINDINGS, Stop
from interpreter.content.options import OptionProblem
from interpreter.diagnostics import Report
from interpreter.engine.game import Game
from interpreter.engine.impossible import PackError
from interpreter.play.migrate import migrated, new_names, options_now
from interpreter.report.text import render_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter.content.load import Loaded
    from interpreter.content.ruleset import Ruleset
    from interpreter.engine.record import Difference, Header, Step


def carried(
    loaded: Loaded, ruleset: Ruleset, header: Header, steps: Sequence[Step]
) -> tuple[Game, list[str], Difference | None]:
    """Return the game, the record of it, and the first answer that is not offered any more.

    Stops if its options or its number of players are not those of the packs any more.
    """
    report, names = Report(), new_names(loaded.packs)
    pack = ruleset.pack
    expected = f"{header.pack} {header.version}"
    try:
        options = options_now(ruleset, header, names)
        if pack.least_players <= header.players <= pack.most_players:
            game = Game(ruleset, header.players, header.seed, options)
            return game, *migrated(game, steps, names)
        problem = f"{pack.id} {pack.version}, which is not for {header.players} players"
        report.add(codes.SAVE_OF_OTHER_CONTENT, None, expected=expected, found=problem)
    except OptionProblem as option:
        found = f"{pack.id} {pack.version}, where {option}"
        report.add(codes.SAVE_OF_OTHER_CONTENT, None, expected=expected, found=found)
    except PackError as error:
        say(render_text(failure(loaded, error)), error=True)
        raise Stop(FINDINGS) from None
    stop_on(report)
    raise AssertionError("a finding stops")


def differs(report: Report, difference: Difference) -> None:
    """Add the finding about an answer that is not offered."""
    number, expected, found = difference.number, difference.expected, difference.found
    report.add(codes.RECORD_DIFFERS, None, number=number, expected=expected, found=found)
