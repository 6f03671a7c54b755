"""The flow of a game: set-up, rounds, the finish, the scoring; the same for both runners."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.engine import events as ev
from interpreter.engine import layout as at

if TYPE_CHECKING:
    from interpreter.engine.frame import Cells
    from interpreter.engine.table import Table
    from interpreter.engine.writing import Writer


def next_program(table: Table, writer: Writer, c: Cells) -> int | None:
    """Go on to the next phase and return its program; None when the game is over."""
    flow, program = table.ruleset.flow, None
    while program is None and c[at.PHASE] != at.OVER:
        if c[at.PHASE] == at.SETUP:
            c[at.PHASE] = at.PLAYING
            program = flow.setup
        elif c[at.PHASE] == at.PLAYING and not c[at.ENDED]:
            c[at.ROUND] += 1
            program = flow.round
        elif c[at.PHASE] == at.PLAYING:
            c[at.PHASE], c[at.TURN] = at.FINISH, -1
            program = flow.finish
        else:
            c[at.PHASE] = at.OVER
            _score(table, writer, c)
    return program


def _score(table: Table, writer: Writer, c: Cells) -> None:
    resource = table.ruleset.flow.score
    writer.cause = (-1, -1)
    for score, amount in table.scores:
        # All amounts first: no player's points may depend on who is counted first.
        points = [amount(c, p, -1) for p in range(table.players)]
        for player, n in enumerate(points):
            n = n if score.cap is None else min(n, score.cap)
            writer.gain(c, player, resource, n)
            if writer.log is not None:
                writer.log.append(ev.Scored(player, score.id, n, (-1, -1)))
