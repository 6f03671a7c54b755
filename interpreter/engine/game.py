"""A game: `decision`, `choose`, `result`; copies, undo, saves."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from interpreter.content.versions import ENGINE
from interpreter.engine import events as ev
from interpreter.engine import layout as at
from interpreter.engine import rng
from interpreter.engine.compiled.frames import settled
from interpreter.engine.form import form
from interpreter.engine.options import Option, option
from interpreter.engine.stack import top
from interpreter.engine.table import Table, table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from interpreter.content.ruleset import Ruleset
    from interpreter.engine.frame import Cells
    from interpreter.engine.machine import Question


class Rejected(Exception):
    """The answer is not one of the options; the game is as it was."""


class Decision:
    """A question that waits for an answer: who is asked, what for, and the options."""

    def __init__(self, game_table: Table, cells: Cells, question: Question) -> None:
        self._table, self._cells, self.question = game_table, cells, question

    @property
    def player(self) -> int:
        """Return the seat that is asked, from 0."""
        return self.question.player

    @property
    def count(self) -> int:
        """Return the number of options."""
        return len(self.question.answers)

    @cached_property
    def declining(self) -> tuple[bool, ...]:
        """Return for each option whether it skips or stops, or gives the turn away."""
        passive = self.question.ask.passive
        return tuple(a in passive for a in self.question.answers)

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """Return the options in order; an option's position is its answer."""
        return tuple(
            option(self._table, settled(self._cells), self.question, a, declines)
            for a, declines in zip(self.question.answers, self.declining, strict=True)
        )

    @property
    def program(self) -> int:
        """Return the program that asks."""
        return top(settled(self._cells)[at.STACK], self._table.codes)[0]

    @property
    def prompt(self) -> str | None:
        """Return the quoted prompt of the question, if it has one."""
        return getattr(self.question.ask.op, "prompt", None)


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: the reason, points per seat, and the winners (several if they share).

    Opponents of the pack have the last seats.
    """

    reason: str
    scores: tuple[int, ...]
    winners: tuple[int, ...]


class Game:
    """One game of a ruleset.

    `listen` collects events; without it none are made. `undo` keeps what was before each answer.
    Without it, for playing thousands of games, answers are carried out in place: a decision is
    only good until it is answered, and a game whose pack fails (`PackError`) cannot go on.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        players: int,
        seed: int | str = 0,
        options: Mapping[str, int] | None = None,
        *,
        listen: bool = False,
        undo: bool = True,
    ) -> None:
        self.table = table(ruleset, players, with_defaults(ruleset, options))
        self.seed = str(seed)
        self._machine = self.table.compiled
        self._listen, self._keeps = listen, undo
        self._past: list[tuple[Cells, bool]] = []
        self._future: list[Cells] = []
        self.events: list[ev.Event] = []
        self._cells = self.table.start(rng.key(self.seed))
        self._decision: Decision | None = None
        self._settle()

    @property
    def cells(self) -> Cells:
        """Return the whole state as plain data: ints and tuples of ints."""
        return settled(self._cells)

    # --- playing

    @property
    def decision(self) -> Decision | None:
        """Return the open question, or None when the game is over."""
        return self._decision

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._decision is None

    def choose(self, index: int) -> None:
        """Answer with the option at this position; raise `Rejected` if there is none."""
        decision = self._decision
        if decision is None:
            raise Rejected("the game is over")
        if not 0 <= index < decision.count:
            raise Rejected(f"there is no option {index}")
        if not self._keeps:
            self._decision = None
            self._answer(decision, index)
            return
        before, events = self._cells, len(self.events)
        self._cells = before[:]
        try:
            revealed = self._answer(decision, index)
        except BaseException:
            # Nothing is half done, whatever went wrong.
            self._cells = before
            del self.events[events:]
            self._settle()
            raise
        self._past.append((before, revealed))
        self._future.clear()

    def _answer(self, decision: Decision, index: int) -> bool:
        """Carry an answer out; return whether chance decided, or hidden things came to light."""
        runner, question, log = self._machine, decision.question, None
        if self._listen:
            log = self.events
            cause = top(self.cells[at.STACK], self.table.codes)
            secret = bool(self._cells[at.SECRET])
            key = decision.options[index].key
            log.append(ev.Chosen(question.player, key, False, cause, secret))
        with runner.lock:
            writer = runner.writer
            writer.revealed, writer.log = False, log
            asked = runner.answer(self._cells, question, question.answers[index])
            self._decision = None if asked is None else Decision(self.table, self._cells, asked)
            return writer.revealed

    def _settle(self) -> None:
        with self._machine.lock:
            self._machine.writer.log = self.events if self._listen else None
            question = self._machine.settle(self._cells)
        self._decision = None if question is None else Decision(self.table, self._cells, question)

    @property
    def result(self) -> Result | None:
        """Return how the game ended, or None while it goes on."""
        return result(self.table, self.cells) if self.over else None

    # --- going back

    def undo(self) -> bool:
        """Take the last answer back; refuse (False) if chance or hidden things came to light."""
        if not self._past or self._past[-1][1]:
            return False
        self._future.append(self._cells)
        self._cells = self._past.pop()[0]
        self._settle()
        return True

    def redo(self) -> bool:
        """Do again what was just undone."""
        if not self._future:
            return False
        self._past.append((self._cells, False))
        self._cells = self._future.pop()
        self._settle()
        return True

    def copy(self) -> Game:
        """Return an independent game at the same point, without its past."""
        other = Game.__new__(Game)
        other.table, other.seed = self.table, self.seed
        other._machine = self._machine
        other._listen, other._keeps = False, self._keeps
        other._past, other._future, other.events = [], [], []
        other._cells = self._cells[:]
        other._decision = (
            None
            if self._decision is None
            else Decision(self.table, other._cells, self._decision.question)
        )
        return other

    # --- saving

    def key(self) -> int:
        """Return a number that equal states share, for tables of positions in a search.

        It is quick and the same in every process, but two states may share it by chance; records
        use `hash`.
        """
        return hash(tuple(self.cells))

    def hash(self) -> str:
        """Return a short hash of the whole state."""
        return state_hash(self.cells)

    def save(self) -> str:
        """Return the whole game as JSON text."""
        ruleset = self.table.ruleset
        return json.dumps(
            {
                "orloj": "save",
                "pack": ruleset.pack.id,
                "version": ruleset.pack.version,
                "content": ruleset.fingerprint,
                **ruleset.beside(),
                "engine": ENGINE,
                "form": form(self.table),
                "players": self.table.people,
                "options": dict(self.table.options),
                "seed": self.seed,
                "cells": self.cells,
                "hash": self.hash(),
            },
            separators=(",", ":"),
        )

    @staticmethod
    def restore(
        ruleset: Ruleset, players: int, options: Mapping[str, int], seed: str, cells: Cells
    ) -> Game:
        """Return a game at a given state, which the caller has checked belongs to these rules."""
        game = Game.__new__(Game)
        game.table = table(ruleset, players, options)
        game.seed = seed
        game._machine = game.table.compiled
        game._listen, game._keeps = False, True
        game._past, game._future, game.events = [], [], []
        game._cells = cells
        game._settle()
        return game

    def listen(self) -> None:
        """Make events from now on."""
        self._listen = True


def with_defaults(ruleset: Ruleset, options: Mapping[str, int] | None) -> dict[str, int]:
    """Return a value for every option of a ruleset: what is given, otherwise its default."""
    return {o.id: o.default for o in ruleset.options.values()} | dict(options or {})


def result(game_table: Table, cells: Cells) -> Result:
    """Return the result of a game that is over in this state."""
    scores = tuple([cells[cell] for cell in game_table.score_cells])
    ranks = [(n, *[tie(cells, p, -1) for tie in game_table.ties]) for p, n in enumerate(scores)]
    reason, best = game_table.reasons[cells[at.ENDED] - 1], max(ranks)
    return Result(reason, scores, tuple([p for p, rank in enumerate(ranks) if rank == best]))


def state_hash(cells: Cells) -> str:
    """Return a short hash of a state; equal states have equal hashes on every machine."""
    return hashlib.sha256(json.dumps(cells, separators=(",", ":")).encode()).hexdigest()[:16]
