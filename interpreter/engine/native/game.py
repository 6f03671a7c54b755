"""A game on the native build of its table: in place, without undo and without events.

What native code does not do (what is rare, what a pack must not do) it leaves to Python: the game
is played there again by its answers and goes on there, so whatever happens is the same.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

from interpreter.engine import rng
from interpreter.engine.game import (
    Decision,
    Game,
    Rejected,
    Result,
    result,
    state_hash,
    with_defaults,
)
from interpreter.engine.machine import Extra, Question
from interpreter.engine.native.build import built, loaded
from interpreter.engine.native.source import Source
from interpreter.engine.table import table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from interpreter.content.ruleset import Ruleset
    from interpreter.engine.asks import Answer, Ask
    from interpreter.engine.frame import Cells
    from interpreter.engine.table import Table


class NativeGame:
    """One game; `native` makes a class of these for a table, whose other half is C.

    `choose`, `key`, and the attributes `count` (options of the open question; 0 when the game is
    over) and `player` are C: `while game.count: game.choose(pick(game.count))` is the quickest way
    to play. A decision is only good until it is answered.
    """

    table: Table
    count: int
    player: int
    given_up: int
    """Whether the game is left to Python."""

    def __init__(self, seed: int | str = 0, cells: Cells | None = None) -> None:
        """Begin a game, or go on from a state of these rules; `seed` only names it then."""
        self.seed, self._origin = str(seed), cells
        self._python: Game | None = None
        half: Any = self
        if cells is None:
            half.begin(rng.key(self.seed))
        else:
            half.resume(cells)
        if self.given_up:
            self._left_to_python()

    if TYPE_CHECKING:

        def choose(self, index: int) -> None:
            """Answer with the option at this position; raise `Rejected` if there is none."""

        def key(self) -> int:
            """Return a number that equal states share, for tables of positions in a search.

            It is another one than that of `Game.key`, and of a game left to Python.
            """

        def answers(self) -> tuple[Any, ...]:
            """Return the answers; an additional action is ("extra", its number)."""

        def declining(self) -> tuple[bool, ...]:
            """Return for each option whether it gives something up."""

        def place(self) -> tuple[int, int]:
            """Return the program that asks, and the position."""

        def state(self) -> Cells:
            """Return the cells of a game that is not left to Python."""

        def record(self) -> tuple[int, ...]:
            """Return the positions of all answers so far."""

        def look(self, count: int, player: int) -> None:
            """Take over what is asked in Python."""

        def take_over(self, other: NativeGame) -> None:
            """Be at the same point as another game of the table."""

        def outcome(self) -> tuple[int, tuple[int, ...], tuple[int, ...]] | None:
            """Return the number of the reason, points, winners."""

    # --- playing

    @property
    def decision(self) -> Decision | None:
        """Return the open question, or None when the game is over."""
        if self._python is not None:
            return self._python.decision
        return NativeDecision(self) if self.count else None

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self.count

    @property
    def cells(self) -> Cells:
        """Return the whole state as plain data: ints and tuples of ints."""
        return self.state() if self._python is None else self._python.cells

    @property
    def result(self) -> Result | None:
        """Return how the game ended, or None while it goes on."""
        if self.count:
            return None
        found = self.outcome() if self._python is None else None
        if found is None:
            return result(self.table, self.cells)
        reason, scores, winners = found
        return Result(self.table.reasons[reason - 1], scores, winners)

    def hash(self) -> str:
        """Return a short hash of the whole state; that of the same `Game`."""
        return state_hash(self.cells)

    def copy(self) -> NativeGame:
        """Return an independent game at the same point."""
        kind = cast("Any", type(self))
        other: NativeGame = kind.__new__(kind)
        other.seed, other._origin = self.seed, self._origin
        other._python = None if self._python is None else self._python.copy()
        other.take_over(self)
        return other

    # --- what is left to Python

    def _left_to_python(self) -> None:
        """Play the game again in Python, up to where it stands."""
        rules = (self.table.ruleset, self.table.people)
        if self._origin is None:
            game = Game(*rules, self.seed, self.table.options, undo=False)
        else:
            game = Game.restore(*rules, self.table.options, self.seed, self._origin[:])
        self._python = game
        for index in self.record():
            game.choose(index)
        self._look()

    def _choose_in_python(self, index: int) -> None:
        assert self._python is not None
        self._python.choose(index)
        self._look()

    def _key_in_python(self) -> int:
        assert self._python is not None
        return self._python.key()

    def _look(self) -> None:
        """Take over what is asked in Python."""
        assert self._python is not None
        decision = self._python.decision
        if decision is None:
            self.look(0, -1)
        else:
            self.look(decision.count, decision.player)


class NativeDecision(Decision):
    """A question of a native game: everything about it is looked up when wanted."""

    def __init__(self, game: NativeGame) -> None:
        self._table, self._game = game.table, game

    @property
    def player(self) -> int:
        """Return the seat that is asked, from 0."""
        return self._game.player

    @property
    def count(self) -> int:
        """Return the number of options."""
        return self._game.count

    @cached_property
    def declining(self) -> tuple[bool, ...]:
        """Return for each option whether it skips or stops, or gives the turn away."""
        return self._game.declining()

    @cached_property
    def question(self) -> Question:  # type: ignore[override]  # worked out when wanted
        """Return the question as the other runners make it."""
        program, position = self._game.place()
        ask = cast("Ask", self._table.codes[program].steps[position])
        return Question(self.player, ask, tuple(map(self._answer, self._game.answers())))

    def _answer(self, answer: Any) -> Answer | Extra:
        if isinstance(answer, tuple) and answer and answer[0] == "extra":
            return Extra(*self._table.any_time[answer[1]])
        return cast("Answer", answer)

    @cached_property
    def _cells(self) -> Cells:  # type: ignore[override]  # worked out when wanted
        return self._game.state()

    @property
    def program(self) -> int:
        """Return the program that asks."""
        return self._game.place()[0]


def native(
    ruleset: Ruleset, players: int, options: Mapping[str, int] | None = None
) -> type[NativeGame]:
    """Return the class of native games of these rules, compiled if need be and then kept.

    Raises `NotBuilt` where C cannot be compiled.
    """
    return table(ruleset, players, with_defaults(ruleset, options)).native


def class_for(table: Table) -> type[NativeGame]:
    """Return the class of native games of a table; `Table.native` keeps it."""
    module = loaded(built(Source(table).text()))
    module.prepare(Rejected)
    return type("NativeGame", (NativeGame, module.Game), {"table": table})
