"""The whole C source of a table: constants, data, one function for each formula and program."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter.engine import layout as at
from interpreter.engine.asks import limited_resources
from interpreter.engine.compiled.reads import Reads
from interpreter.engine.compiled.scope import Scope
from interpreter.engine.compiled.units import units
from interpreter.engine.native.build import NotBuilt
from interpreter.engine.native.data import Data
from interpreter.engine.native.expressions import Expressions
from interpreter.engine.native.programs import Program
from interpreter.engine.native.sorts import Sorts
from interpreter.engine.native.text import Text
from interpreter.lang.ops import AMOUNT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter.engine.compiled.units import Unit
    from interpreter.engine.frame import Cells
    from interpreter.engine.table import Table
    from interpreter.lang import ir, ops
    from interpreter.lang.ir import Formal

MOST_EXTRAS = 30
"""Each additional action has two bits of a number."""
_HERE = Path(__file__).parent


class Source:
    """Collects the functions that are needed, beginning with the flow of the game."""

    def __init__(self, table: Table) -> None:
        if len(table.any_time) > MOST_EXTRAS:
            raise NotBuilt(f"there are more than {MOST_EXTRAS} additional actions")
        self.table, self.layout, self.linker = table, table.layout, table.linker
        self.data, self.sorts, self.reads = Data(table), Sorts(table.ruleset), Reads(table)
        self._formulas: dict[tuple[str, tuple[str, ...]], str] = {}
        self._named: dict[str, str] = {}
        self._declared: list[str] = []
        self._functions: list[str] = []
        self._questions: list[str] = []
        self._parts, self._units = units(table)
        self._waiting: list[int] = []
        self._programs: dict[int, Program] = {}

    def text(self) -> str:
        """Return the source."""
        flow = self.table.ruleset.flow
        begun = [flow.setup, flow.round, flow.finish, *(p for _, p in self.table.any_time)]
        self._waiting += [p for p in begun if p is not None]
        scores = [(self._formal(s.amount), s.cap) for s, _ in self.table.scores]
        ties = [self._formal(t) for t in flow.ties]
        while self._waiting:
            number = self._waiting.pop()
            if number not in self._programs:
                self._add_program(number)
        return "\n".join(
            [
                *self._constants(scores, ties),
                (_HERE / "machine.h").read_text(),
                *self._declared,
                *self.data.lines,
                *self.data.costs(),
                *self._payers(),
                *self._questions,
                *self._functions,
                *self._tables(scores, ties),
                (_HERE / "machine.c").read_text(),
            ]
        )

    # --- programs

    def needs(self, op: ops.Op) -> None:
        """Note that an operation may run other programs."""
        self._waiting += self.table.safety.called(op)  # type: ignore[arg-type]  # it calls

    def part(self, program: int, end: int) -> int:
        """Return the number of the unit that is a program up to a position."""
        number = self._parts[program, end]
        self._waiting.append(number)
        return number

    def function(self, program: int) -> Text:
        """Return the lines of one program, with the operation each belongs to."""
        return self._program(program).lines

    def _program(self, number: int) -> Program:
        made = Program(self, number, self._units[number])
        made.add_function()
        return made

    def _add_program(self, number: int) -> None:
        self._programs[number] = made = self._program(number)
        self._declared += [
            line.removesuffix(" {") + ";" for line in made.asks if line.startswith("static ")
        ]
        self._functions += [*made.asks, *made.lines.text]
        self._questions += made.questions

    # --- formulas

    def formulas(self, field: str, kinds: tuple[str, ...]) -> str:
        """Return the name of the array from components to the functions of a formula field."""
        key = (field, kinds)
        if key not in self._formulas:
            self._formulas[key] = name = f"FIELD{len(self._formulas)}"
            self._declared.append(f"static const Formula {name}[COMPONENTS];")
            made: dict[str, str] = {}
            table: dict[int, str] = {}
            for kind in kinds:
                for number in self.layout.ranges[kind]:
                    item = self.layout.components[number].item
                    if item.id not in made:
                        made[item.id] = self._formal(item.values[field])  # type: ignore[arg-type]  # a formula
                    table[number] = made[item.id]
            values = [table.get(i, "0") for i in range(len(self.layout.components))]
            self._functions.append(
                f"static const Formula {name}[COMPONENTS] = {{{', '.join(values)}}};"
            )
        return self._formulas[key]

    def named(self, formula: str, arguments: int) -> str:
        """Return the name of the function of a named formula with so many arguments."""
        if formula not in self._named:
            self._named[formula] = name = f"named{len(self._named)}"
            sets = self.sorts.parameters(formula)
            sorts = ["Set" if i in sets else "num" for i in range(arguments)]
            self._function(name, self.sorts.formula(formula), sorts, sets)
        return self._named[formula]

    def _formal(self, formal: Formal) -> str:
        """Return the name of the function of a whole text: of the cells, who acts, a component."""
        name = f"formula{len(self._declared)}"
        self._function(name, formal.expr, ["num"], frozenset())
        return name

    def _function(
        self, name: str, e: ir.Expr, sorts: Sequence[str], set_slots: frozenset[int]
    ) -> None:
        is_set = self.sorts.is_set(e, set_slots)
        given = "".join(f", {sort} a{i}" for i, sort in enumerate(sorts))
        head = f"static {'Set' if is_set else 'num'} {name}(State *g, num me{given})"
        self._declared.append(f"{head};")
        lines = Text()
        impossible = "{ refuse(); return (Set){0, 0}; }" if is_set else "return refuse();"
        x = Expressions(self, lines, set_slots, impossible)
        with lines.block(head):
            lines.add("num *c = g->c; (void)c;")
            scope = Scope("me", frame=False)
            lines.add(f"return {x.set(e, scope) if is_set else x.value(e, scope)};")
        self._functions += lines.text

    # --- constants and tables

    def _constants(
        self, scores: Sequence[tuple[str, int | None]], ties: Sequence[str]
    ) -> list[str]:
        layout, ruleset = self.layout, self.table.ruleset
        slots = [self.table.codes[u.program].slots for u in self._units]
        zones = range(layout.first_zone, layout.last_zone)
        flow = ruleset.flow
        numbers = {
            "CELLS": layout.size, "COMPONENTS": len(layout.components), "PEOPLE": layout.people,
            "SEATS": layout.players, "RESOURCES": len(ruleset.resources),
            "AMOUNTS": layout.blocks[AMOUNT].base, "PLACE_OF": layout.place_of,
            "FIRST_ZONE": layout.first_zone, "ZONES": len(zones), "SCORE": flow.score,
            "MOST_SLOTS": max(slots), "PROGRAMS": len(self.table.codes),
            "EXTRA_ACTIONS": len(self.table.any_time), "SCORES": len(scores), "TIES": len(ties),
            "SETUP_PROGRAM": _or_none(flow.setup), "ROUND_PROGRAM": _or_none(flow.round),
            "FINISH_PROGRAM": _or_none(flow.finish),
        }  # fmt: skip
        blocks = [layout.blocks[layout.family_of(cell)] for cell in zones]
        limited = limited_resources(layout)
        resources = ruleset.resources
        return [
            "#include <stdint.h>",
            *(f"#define {name} {value}" for name, value in numbers.items()),
            _array("int", "SLOTS_OF", slots),
            _array("int", "CAPACITY", [-1 if b.capacity is None else b.capacity for b in blocks]),
            _array("uint8_t", "SORTED", [int(b.sorted) for b in blocks]),
            _array("int64_t", "LEAST", [_limit(r.least, "INT64_MIN") for r in resources]),
            _array("int64_t", "MOST", [_limit(r.most, "INT64_MAX") for r in resources]),
            _array("int64_t", "SUPPLY", [limited.get(i, -1) for i in range(len(resources))]),
        ]

    def _payers(self) -> list[str]:
        payments = self.table.payments
        return [
            _array("Payers", "PAYERS", [_payers(who) for who in payments.payers]),
            _array("Payers", "MEMBERS", [_payers(who) for who in payments.members]),
        ]

    def _tables(self, scores: Sequence[tuple[str, int | None]], ties: Sequence[str]) -> list[str]:
        numbers, made = range(len(self._units)), self._programs
        known = [_safety(made[n].unit) if n in made else "0" for n in numbers]
        caps = [f"{{{name}, {_limit(cap, 'INT64_MAX')}}}" for name, cap in scores]
        first = [
            f"&q{p}_0" if made[p].unit.asks and made[p].unit.asks[0] is not None else "0"
            for _, p in self.table.any_time
        ]
        return [
            "static int not_translated(State *g) { give_up(); }",
            "typedef int (*Run)(State *);",
            _array("Run", "UNITS", [f"u{n}" if n in made else "not_translated" for n in numbers]),
            f"static const uint8_t *const SAFE[] = {{{', '.join(known)}}};",
            _array("int", "ANY_TIME", [p for _, p in self.table.any_time]),
            f"static const Question *const FIRST_QUESTION[] = {{{', '.join(first) or 0}}};",
            _array("Formula", "TIE", ties),
            "static const struct { Formula amount; num cap; } SCORING[] = "
            f"{{{', '.join(caps) or '{0}'}}};",
            _array("num", "START", self._start(self.table.start(0))),
        ]

    def _start(self, cells: Cells) -> list[int]:
        """Return the first state as C has it: zones as lists through arrays behind the cells."""
        layout = self.layout
        zones = range(layout.first_zone, layout.last_zone)
        heads, tails = [-1] * len(zones), [-1] * len(zones)
        after, before = [-1] * len(layout.components), [-1] * len(layout.components)
        numbers = [*cells]
        for i, cell in enumerate(zones):
            lying = cells[cell]
            numbers[cell] = len(lying)
            if lying:
                heads[i], tails[i] = lying[0], lying[-1]
            for one, other in pairwise(lying):
                after[one], before[other] = other, one
        numbers[at.STACK] = numbers[at.ANNOUNCED] = 0
        return [*numbers, *heads, *tails, *after, *before]


def _safety(u: Unit) -> str:
    """Return for each position of a unit whether it is safe, and whether a turn runs."""
    pairs = zip(u.safe, u.inside_turn, strict=False)
    return f"(const uint8_t[]){{{', '.join(f'{int(a)}, {int(b)}' for a, b in pairs)}}}"


def _or_none(program: int | None) -> int:
    return -1 if program is None else program


def _payers(who: Sequence[int]) -> str:
    return f"{{(const int[]){{{', '.join(map(str, who)) or 0}}}, {len(who)}}}"


def _limit(value: int | None, none: str) -> str:
    return none if value is None else str(value)


def _array(type_: str, name: str, values: Sequence[object]) -> str:
    return f"static const {type_} {name}[] = {{{', '.join(map(str, values)) or 0}}};"
