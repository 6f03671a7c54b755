"""Rule tests written as content: set a position up, do something, see what holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.content.options import OptionProblem, read_options
from interpreter.engine import layout as at
from interpreter.engine.game import Decision, Game, result
from interpreter.engine.impossible import PackError
from interpreter.engine.machine import Machine, Question
from interpreter.engine.stack import packed

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from interpreter.content.ruleset import ExampleDef, Ruleset
    from interpreter.engine.frame import Cells

ME = 0
"""The seat an example speaks of as `me`."""


@dataclass(frozen=True, slots=True)
class ExampleResult:
    """What became of one example; `message` says what differs."""

    id: str
    rules: tuple[str, ...]
    ok: bool
    message: str = ""


def run_examples(ruleset: Ruleset, wanted: Container[str] | None = None) -> Iterator[ExampleResult]:
    """Yield the result of every example of a pack, or of those that are wanted, by id."""
    for example in ruleset.examples:
        if wanted is not None and example.id not in wanted:
            continue
        try:
            message = _Trial(ruleset, example).run()
        except (PackError, OptionProblem) as problem:
            message = str(problem)
        yield ExampleResult(example.id, example.rules, not message, message)


class _Trial:
    """One example being run."""

    def __init__(self, ruleset: Ruleset, example: ExampleDef) -> None:
        self.example = example
        options = read_options(ruleset, example.options, example.players)
        game = Game(ruleset, example.players, example.seed, options)
        while game.decision is not None and game.cells[at.TURN] < 0:
            game.choose(0)
        self.table = game.table
        self.machine = Machine(self.table)
        self.cells: Cells = game.cells[:]
        self.cells[at.STACK] = self.cells[at.ANNOUNCED] = ()
        self.cells[at.EXTRA] = self.cells[at.ROUND] = 0
        self.cells[at.TURN] = -1

    def run(self) -> str:
        """Return what differs from the example; empty if nothing does."""
        example = self.example
        if example.given is not None and self._start(example.given, turn=-1) is not None:
            return "`given` asks a question"
        self.cells[at.STACK] = ()
        before = self.cells[:]
        if example.impossible:
            return self._impossible()
        if example.do is None:
            self.machine.halts = False
            question = self.machine.settle(self.cells)
        else:
            question = self._start(example.do, turn=ME)
        for key in example.choices:
            if question is None:
                return f"`{key}` cannot be chosen: nothing is asked"
            options = self._decision(question).options
            index = next((i for i, o in enumerate(options) if o.key == key), None)
            if index is None:
                return f"`{key}` is not offered, but {_keys(o.key for o in options)}"
            self.machine.take(self.cells, question, question.answers[index])
            question = self.machine.settle(self.cells)
        return self._end(question) or self._offers(question) or self._expectations(before)

    def _start(self, program: int, turn: int) -> Question | None:
        """Run a program of the example to its end or first question."""
        self.machine.halts = True
        self.machine.stack = []
        self.machine.call(program, ME, ())
        self.cells[at.STACK], self.cells[at.TURN] = packed(self.machine.stack), turn
        return self.machine.settle(self.cells)

    def _decision(self, question: Question) -> Decision:
        return Decision(self.table, self.cells, question)

    def _impossible(self) -> str:
        assert self.example.do is not None
        self.machine.stack = []
        self.machine.call(self.example.do, ME, ())
        self.cells[at.TURN] = ME
        return "it can be carried out" if self.machine.possible(self.cells) else ""

    def _end(self, question: Question | None) -> str:
        reason, wanted = self.cells[at.ENDED], self.example.over
        if wanted is None:
            return ""
        if question is not None or not reason:
            return "the game is not over"
        found = result(self.table, self.cells)
        if found.reason != wanted:
            return f"the game ended by `{found.reason}`"
        winners = tuple(seat + 1 for seat in found.winners)
        if self.example.winners not in ((), winners):
            return f"the winners are {', '.join(map(str, winners))}"
        return ""

    def _offers(self, question: Question | None) -> str:
        example = self.example
        if example.offered is None and not example.not_offered:
            return ""
        keys = [] if question is None else [o.key for o in self._decision(question).options]
        if example.offered == () and question is not None:
            return f"something is asked: {_keys(iter(keys))}"
        for key in example.offered or ():
            if key not in keys:
                return f"`{key}` is not offered, but {_keys(iter(keys))}"
        for key in example.not_offered:
            if key in keys:
                return f"`{key}` is offered"
        return ""

    def _expectations(self, before: Cells) -> str:
        linker = self.table.linker
        linker.before = before
        for condition in self.example.expect:
            if not linker.formal(condition)(self.cells, ME, -1):
                return f"does not hold: {condition.text}{self._values(condition.text)}"
        return ""

    def _values(self, text: str) -> str:
        """Say what the player has, so that a wrong expectation explains itself."""
        del text
        resources = self.table.ruleset.resources
        shown = [
            f"{r.id} {self.cells[self.table.layout.cell('$amount', ME, i)]}"
            for i, r in enumerate(resources)
            if not r.one_of
        ]
        return f" ({', '.join(shown)})"


def _keys(keys: Iterator[str]) -> str:
    return ", ".join(f"`{k}`" for k in keys) or "nothing"
