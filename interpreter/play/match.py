"""One game between bots, from the first question to the result; nothing is printed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.content.pause import uncollected
from interpreter.engine import layout as at
from interpreter.engine.game import Game, Result, state_hash, with_defaults
from interpreter.engine.table import table
from interpreter.engine.view import View, view
from interpreter.play.bots import BOTS, Bot, Look

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from interpreter.content.ruleset import Ruleset
    from interpreter.engine.native.game import NativeGame

MOST_DECISIONS = 20_000
"""A game that is longer is left unfinished."""


@dataclass(frozen=True, slots=True)
class Played:
    """A played game: its result (None if it did not end), its length, its last state's hash."""

    result: Result | None
    decisions: int
    rounds: int
    hash: str


def seated(names: Sequence[str], seed: str) -> tuple[Bot, ...]:
    """Return the bots with these names, one per seat in order."""
    return tuple(BOTS[name](seed, seat) for seat, name in enumerate(names))


def answer(game: Game, bots: Sequence[Bot]) -> int:
    """Return what the bot that is asked answers; there must be an open question."""
    decision = game.decision
    assert decision is not None
    return bots[decision.player](decision, _looks(game))


def _looks(game: Game | NativeGame) -> Look:
    """Return what shows a bot the game as its seat sees it, whenever it is asked."""

    def look() -> View:
        decision = game.decision
        assert decision is not None
        return view(game.table, game.cells, decision.player)

    return look


@uncollected
def match(
    ruleset: Ruleset,
    names: Sequence[str],
    seed: str,
    options: Mapping[str, int] | None = None,
    *,
    native: bool = False,
) -> Played:
    """Return the game these bots play; a pack that fails while it runs raises `PackError`.

    `native` plays it on native code, which comes to the same; `NotBuilt` if that cannot be built.
    """
    game = _begun(ruleset, len(names), seed, options, native=native)
    bots, look, decisions = seated(names, seed), _looks(game), 0
    while (decision := game.decision) is not None and decisions < MOST_DECISIONS:
        game.choose(bots[decision.player](decision, look))
        decisions += 1
    cells = game.cells
    return Played(game.result, decisions, cells[at.ROUND], state_hash(cells))


def _begun(
    ruleset: Ruleset, players: int, seed: str, options: Mapping[str, int] | None, *, native: bool
) -> Game | NativeGame:
    if native:
        return table(ruleset, players, with_defaults(ruleset, options)).native(seed)
    return Game(ruleset, players, seed, options, undo=False)
