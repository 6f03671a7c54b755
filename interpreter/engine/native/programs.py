"""A program as one C function: it runs its frame from where it stands to a question or a call."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.engine.compiled.scope import Scope
from interpreter.engine.compiled.units import entries
from interpreter.engine.frame import ME, SLOT
from interpreter.engine.native import questions
from interpreter.engine.native.expressions import Expressions
from interpreter.engine.native.operations import OPERATIONS
from interpreter.engine.native.text import Text
from interpreter.engine.steps import WRITES
from interpreter.lang import ops

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter.engine.compiled.units import Unit
    from interpreter.engine.native.source import Source


class Program:
    """Translates one unit."""

    def __init__(self, source: Source, number: int, unit: Unit) -> None:
        self.source, self.number, self.unit = source, number, unit
        self.lines, self.position = Text(), 0
        self._set_slots = source.sorts.slots(unit.program)
        self.x = Expressions(source, self.lines, self._set_slots, "{ failed = 0; return FAILS; }")
        self._labels = {position for op in unit.ops for position in _targets(op)}
        self._begun = entries(unit.ops)
        self.asks: list[str] = []
        """The functions that list answers."""
        self.questions: list[str] = []
        """What the machine knows of each question."""

    def add_function(self) -> None:
        """Add the lines of the function, and note its questions."""
        end = len(self.unit.ops)
        with self.lines.block(f"static int u{self.number}(State *g)"):
            self.add("num *c = g->c, *f = top(g);")
            self.add("(void)c; arena_used = failed = 0;")
            with self.lines.block("switch (f[POSITION])"):
                for position in sorted(self._begun):
                    if position < end:
                        self.add(f"case {position}: goto L{position};")
                self.add(f"case {end}: goto L{end};")
                self.add("default: give_up();")
            for position, op in enumerate(self.unit.ops):
                self.position = self.lines.position = position
                self._operation(op)
            self.lines.position = -1
            self.add(f"L{end}: return leave(g);")

    def _operation(self, op: ops.Op) -> None:
        position = self.position
        entered = position in self._labels or position in self._begun
        if entered:
            self.add(f"L{position}:;")
        before = position and self.unit.safe[position - 1] and not entered
        if self.unit.safe[position] and not before:
            self.add(f"if ({self._surely(position, 'trying')}) return SURE;")
        ask = self.unit.asks[position]
        with self.lines.block(""):
            if ask is not None:
                self._ask(position)
            else:
                OPERATIONS[type(op)](self, op, Scope())
                self.wrote()

    def _surely(self, position: int, condition: str) -> str:
        return condition if self.unit.inside_turn[position] else f"{condition} && f[BELOW]"

    def _ask(self, position: int) -> None:
        ask = self.unit.asks[position]
        assert ask is not None
        name = f"a{self.number}_{position}"
        self.asks += questions.answers(self.source, name, ask, self._set_slots)
        freed = self.source.reads.affected(ask.op) if self.unit.writes[position] else 0
        self.questions.append(
            f"static const Question q{self.number}_{position} = "
            + questions.descriptor(ask, name, position, freed, writes=self.unit.writes[position])
            + ";"
        )
        self.add(f"f[POSITION] = {position}; asked = &q{self.number}_{position};")
        self.add("return ASKS;")

    # --- for the operations

    def add(self, line: str) -> None:
        """Add a line."""
        self.lines.add(line)

    def go(self, position: int) -> None:
        """Add that the program goes on elsewhere; going back costs a step."""
        if position <= self.position:
            self.add("if (--fuel < 0) give_up();")
            self.add("arena_used = 0;")
        self.add(f"goto L{position};")

    def wrote(self) -> None:
        """Add what follows from a write, if the present operation is one."""
        op = self.unit.ops[self.position]
        if isinstance(op, WRITES):
            freed = self.source.reads.affected(op)
            self.add(f"wrote(g, {freed}LL);")

    def _below(self, position: int) -> str:
        if not self.unit.safe[position]:
            return "0"
        return "1" if self.unit.inside_turn[position] else "f[BELOW]"

    def call(self, program: int | str, arguments: Sequence[str], *, ends: bool = True) -> None:
        """Add that another program runs, and this one goes on behind it."""
        after = self.position + 1
        self.source.needs(self.unit.ops[self.position])
        self.add(f"f[POSITION] = {after};")
        self.add(f"push(g, {program}, f[{ME}], {self._below(after)});")
        self._hand_over(arguments)
        if ends:
            self.add("return GOES_ON;")

    def call_over(self, below: int, program: int, arguments: Sequence[str]) -> None:
        """Add that one more program runs before the one that was pushed last."""
        self.source.needs(self.unit.ops[self.position])
        safe = self.source.table.codes[below].safe[0]
        self.add(f"push(g, {program}, f[{ME}], {'top(g)[BELOW]' if safe else '0'});")
        self._hand_over(arguments)

    def _hand_over(self, arguments: Sequence[str]) -> None:
        if arguments:
            self.add("{ num *h = top(g);")
            for i, argument in enumerate(arguments):
                self.add(f"h[{SLOT + i}] = {argument};")
            self.add("}")


def _targets(op: ops.Op) -> list[int]:
    """Return where an operation may jump to."""
    match op:
        case ops.Jump() | ops.JumpUnless():
            return [op.to]
        case ops.JumpUnlessCan():
            return [op.to, op.end]
        case ops.NextItem() | ops.NextRound():
            return [op.exit]
        case _:
            return []
