"""Programs as Python source, cut into segments where a question, a call or a loop begins.

A segment is a function `at_N(m, c, f)`: it runs the program of frame `f` from position N and
returns the frame to go on with, or None with `f` at a question. Trials have segments of their own
(`mode` "try"): they note what they write over, try the answers of a question one after another, and
return True where nothing can fail any more, False where no answer helps.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.engine.compiled.expressions import Expressions
from interpreter.engine.compiled.flow import Flow
from interpreter.engine.compiled.frames import BELOW, DEPTH
from interpreter.engine.compiled.jumps import JUMPS
from interpreter.engine.compiled.lines import Lines
from interpreter.engine.compiled.questions import try_answers
from interpreter.engine.compiled.scope import Scope
from interpreter.engine.compiled.statements import PLAIN
from interpreter.engine.compiled.units import entries
from interpreter.engine.frame import LIMIT, ME
from interpreter.engine.layout import ANNOUNCED, EXTRA
from interpreter.engine.machine import MOST_FRAMES
from interpreter.engine.steps import WRITES
from interpreter.lang import ir
from interpreter.lang.ops import AMOUNT

if TYPE_CHECKING:
    from interpreter.engine.asks import Ask
    from interpreter.engine.compiled.names import Names
    from interpreter.engine.compiled.units import Unit
    from interpreter.engine.table import Table

MOST_LINES = 400
"""A segment that would be longer hands over to the next one at the next jump."""


class Segments:
    """Translates one unit in one mode: "play", "tell" (with events) or "try"."""

    def __init__(self, table: Table, names: Names, unit: Unit, mode: str) -> None:
        self.table, self.names, self.unit = table, names, unit
        self.ops = unit.ops
        self.trying, self.telling = mode == "try", mode == "tell"
        self.lines = Lines()
        self.x = Expressions(names, self.lines, trying=self.trying)
        self._begin = 0
        self._again: set[int] = set()
        self._waiting = sorted(entries(unit.ops), reverse=True)
        self.made: set[int] = set()
        """The positions that have a segment."""

    def source(self) -> Lines:
        """Return the module with all segments of the unit."""
        while self._waiting:
            position = self._waiting.pop()
            if position not in self.made and position < len(self.ops):
                self.made.add(position)
                self._segment(position)
        return self.lines

    def _segment(self, position: int) -> None:
        self._begin, self._again = len(self.lines.text), {position}
        with self.lines.block(f"def at_{position}(m, c, f):"):
            if self.run(position, len(self.ops), Flow(Scope())):
                self.end()

    # --- the way through a program

    def run(self, position: int, end: int, flow: Flow) -> bool:
        """Add the operations up to `end`; return whether that can be reached."""
        safe = False
        while position < end:
            if self._settled(position, safe):
                return False
            safe = self.unit.safe[position]
            self.lines.position = position
            op = self.ops[position]
            if self.telling and isinstance(op, WRITES):
                self.lines.add(f"m.writer.cause = {self.cause()}")
            ask = self.unit.asks[position]
            if ask is not None:
                self._stop(position, ask, flow)
                return False
            if type(op) in PLAIN:
                PLAIN[type(op)](self, op, flow)
                position += 1
            else:
                after = JUMPS[type(op)](self, op, position, end, flow)
                if after is None:
                    return False
                position = after
        return True

    def _settled(self, position: int, safe: bool) -> bool:
        """Add, in a trial, that nothing can fail from here on; return whether that is certain."""
        if not self.trying or safe or not self.unit.safe[position]:
            return False
        if self.unit.inside_turn[position]:
            self.lines.add("return True")
            return True
        self.lines.add(f"if f[{BELOW}]: return True")
        return False

    def _stop(self, position: int, ask: Ask, flow: Flow) -> None:
        """Add that a question is met: a game waits there, a trial tries its answers."""
        if self.trying:
            try_answers(self.x, self.unit, position, ask, flow.scope)
            return
        self.lines.add(f"f[1] = {position}")
        self.lines.add("return None")

    def end(self) -> None:
        """Add that the program has ended."""
        self.lines.add("return f[-1][:]")

    def go(self, position: int) -> None:
        """Add that another segment takes over."""
        if position >= len(self.ops):
            self.end()
            return
        self.lines.add(f"f[1] = {position}")
        if self.unit.asks[position] is not None and not self.trying:
            self.lines.add("return None")
        else:
            self._waiting.append(position)
            self.lines.add("return f")

    def burn(self, position: int) -> None:
        """Add that a round of a loop costs fuel."""
        self.lines.add(f"m.fuel -= {len(self.ops) - position}")
        self.lines.add(f"if m.fuel < 0: f[1] = {position}; m.out_of_fuel(f)")

    def goes_back(self, position: int) -> bool:
        """Whether a loop is added again here, behind a part of its body: once, if there is room."""
        if position in self._again or self.full():
            return False
        self._again.add(position)
        return True

    def full(self) -> bool:
        """Whether the present segment is long enough."""
        return len(self.lines.text) - self._begin > MOST_LINES

    # --- writing

    def writes(self, flow: Flow) -> None:
        """Add what has to happen before a write."""
        freed = self.names.reads.affected(self.ops[self.lines.position]) & ~flow.freed
        if freed and not self.trying:
            self.lines.add(f"m.freed |= {freed}")
            flow.freed |= freed
        if flow.wrote:
            return
        flow.wrote = True
        if self.trying:
            self.lines.add("j = m.note")
        else:
            self.lines.add(f"c[{ANNOUNCED}] = (); c[{EXTRA}] = 0")

    def note(self, cell: str | int) -> None:
        """Add, in a trial, that a cell's value is kept, to be put back."""
        if self.trying:
            self.lines.add(f"j(({cell}, c[{cell}]))")

    def tell(self, event: str) -> None:
        """Add that whoever listens is told."""
        if self.telling:
            self.lines.add(f"m.writer.log.append({event})")

    def cause(self) -> str:
        """Return the text of what causes events here."""
        return f"({self.unit.program}, {self.lines.position})"

    def put(self, cell: str, value: str, least: int | None, most: int | None) -> None:
        """Add that a number is written within limits."""
        if value.isdigit() and _inside(int(value), least, most):
            self.note(cell)
            self.lines.add(f"c[{cell}] = {value}")
            return
        v = self.lines.keep(value)
        if v == value:
            v = self.lines.name()
            self.lines.add(f"{v} = {value}")
        if least is not None:
            self.lines.add(f"if {v} < {least}: {v} = {least}")
        if most is not None:
            self.lines.add(f"if {v} > {most}: {v} = {most}")
        if least is None or most is None:
            self.x.refuse(f"not {-LIMIT} <= {v} <= {LIMIT}", f"large({v})")
        self.note(cell)
        self.lines.add(f"c[{cell}] = {v}")

    def add_amount(self, resource: int, change: str, flow: Flow) -> None:
        """Add that the acting player's amount of a resource changes."""
        definition = self.table.ruleset.resources[resource]
        cell = self.x.cell(AMOUNT, (ir.Me(), ir.Const(resource)), flow.scope)
        if not cell.isdigit():
            cell = self.lines.keep(cell)
        self.put(cell, f"c[{cell}] + {change}", definition.least, definition.most)

    def frame(self, program: int, arguments: list[str], parent: str) -> str:
        """Return the text of a new frame."""
        spare = ["0"] * (self.table.codes[program].slots - len(arguments))
        parts = [str(program), "0", f"f[{ME}]", *arguments, *spare, "b", "d", parent]
        return f"[{', '.join(parts)}]"

    def below(self, position: int) -> str:
        """Return the text of whether nothing can fail from a position of this unit on."""
        if not self.unit.safe[position]:
            return "False"
        return "True" if self.unit.inside_turn[position] else f"f[{BELOW}]"

    def deeper(self, position: int) -> None:
        """Add that this program waits for another one at a position, if not too many do."""
        self.lines.add(f"f[1] = {position}; b = {self.below(position)}; d = f[{DEPTH}] + 1")
        self.lines.add(f"if d > {MOST_FRAMES}: m.too_deep(f)")


def _inside(value: int, least: int | None, most: int | None) -> bool:
    return (least is None or value >= least) and (most is None or value <= most)
