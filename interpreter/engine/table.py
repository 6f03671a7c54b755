"""A ruleset made ready for a number of players and a set of options."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from interpreter.engine import layout as at
from interpreter.engine.asks import ASKS, Ask, limited_resources, link_gain, link_pay
from interpreter.engine.layout import Layout
from interpreter.engine.link import Linker
from interpreter.engine.payments import Payments
from interpreter.engine.safety import Safety, inside_turn
from interpreter.engine.steps import STEPS, WRITES, Step, reasons
from interpreter.lang import ir, ops
from interpreter.lang.ops import AMOUNT

if TYPE_CHECKING:
    from collections.abc import Mapping

    from interpreter.content.ruleset import CounterDef, Ruleset
    from interpreter.engine.compiled.runner import Compiled
    from interpreter.engine.frame import Cells
    from interpreter.engine.native.game import NativeGame


@dataclass(frozen=True, slots=True)
class Code:
    """A linked program: a step or question per position, and what is known about the positions."""

    steps: tuple[Step | Ask, ...]
    safe: tuple[bool, ...]
    inside_turn: tuple[bool, ...]
    """Positions within a turn: a trial does not look at what comes after it."""
    writes: tuple[bool, ...]
    slots: int

    def until(self, end: int) -> Code:
        """Return the program cut off at a position: reaching it is the end."""
        # Behind the cut nothing can fail; before it the whole program's answer is on the safe side.
        return Code(
            self.steps[:end],
            (*self.safe[:end], True),
            self.inside_turn,
            self.writes[:end],
            self.slots,
        )


class Table:
    """Everything that does not change during a game."""

    def __init__(self, ruleset: Ruleset, players: int, options: Mapping[str, int]) -> None:
        self.ruleset = ruleset
        self.people = players
        self.options = options
        self.layout = Layout(ruleset, players, options)
        self.players = self.layout.players
        self.linker = Linker(self.layout)
        self.payments = Payments(ruleset.resources)
        self.reasons = reasons(ruleset)
        limited = frozenset(limited_resources(self.layout))
        self.safety = Safety(ruleset)
        safe = self.safety.safe
        self.codes = tuple(
            self._code(p.program, safe[i], limited) for i, p in enumerate(ruleset.programs)
        )
        self.any_time = tuple(
            (a.id, a.program)
            for a in sorted(ruleset.actions.values(), key=lambda a: a.id)
            if a.any_time
        )
        self.scores = tuple((s, self.linker.formal(s.amount)) for s in ruleset.scores)
        self.score_cells = tuple(
            self.layout.cell(AMOUNT, p, ruleset.flow.score) for p in range(self.players)
        )
        """The cell of each seat's points."""
        self.ties = tuple(self.linker.formal(t) for t in ruleset.flow.ties)

    @cached_property
    def compiled(self) -> Compiled:
        """Return what runs the programs; made when first needed."""
        from interpreter.engine.compiled.runner import Compiled  # noqa: PLC0415 - it knows tables

        return Compiled(self)

    @cached_property
    def native(self) -> type[NativeGame]:
        """Return the class of games on native code; built when first needed."""
        from interpreter.engine.native.game import class_for  # noqa: PLC0415 - it knows tables

        return class_for(self)

    def _code(self, program: ops.Program, safe: tuple[bool, ...], limited: frozenset[int]) -> Code:
        steps = tuple(self._step(op, limited) for op in program.ops)
        writes = tuple(isinstance(op, WRITES) for op in program.ops)
        return Code(steps, safe, inside_turn(program.ops), writes, program.slots)

    def _step(self, op: ops.Op, limited: frozenset[int]) -> Step | Ask:
        if isinstance(op, ops.Pay):
            return link_pay(self.linker, op, self.payments)
        if isinstance(op, ops.Gain) and self._asks(op.bundle, limited):
            return link_gain(self.linker, op, self.payments)
        if type(op) in ASKS:
            return ASKS[type(op)](self.linker, op)
        return STEPS[type(op)](self.linker, op)

    def _asks(self, bundle: ops.Bundle, limited: frozenset[int]) -> bool:
        """Whether gaining this may need an answer, or a look at the supply."""
        resources = self.ruleset.resources
        return bool(bundle.costs) or any(
            not isinstance(r, ir.Const) or bool(resources[r.value].one_of) or r.value in limited
            for _, r in bundle.amounts
        )

    # --- the first state

    def start(self, seed: int) -> Cells:
        """Return the state before set-up: counters at their start, components where they start."""
        cells = self._start[:]
        cells[at.SEED] = seed
        return cells

    @cached_property
    def _start(self) -> Cells:
        layout = self.layout
        cells: Cells = [0] * layout.size
        cells[at.STACK] = cells[at.ANNOUNCED] = ()
        cells[at.TURN] = ir.NOTHING
        for zone in self.ruleset.zones:
            for cell in layout.cells(zone):
                cells[cell] = ()
        self._amounts(cells)
        for id_, counter in self.ruleset.counters.items():
            self._counter(cells, id_, counter)
        self._states(cells)
        self._components(cells)
        return cells

    def _amounts(self, cells: Cells) -> None:
        for player in range(self.players):
            for index, resource in enumerate(self.ruleset.resources):
                cells[self.layout.cell(AMOUNT, player, index)] = resource.start

    def _counter(self, cells: Cells, id_: str, counter: CounterDef) -> None:
        read, slots = self.linker.expr(counter.start.expr), counter.start.slots
        for cell in self.layout.cells(id_):
            indices = self.layout.indices(id_, cell)
            cells[cell] = int(read(cells, [-1, 0, ir.NOTHING, *indices, *[0] * slots]))

    def _states(self, cells: Cells) -> None:
        for kind in self.ruleset.kinds.values():
            for state, value in kind.states.items():
                if value.maybe:
                    for cell in self.layout.cells(f"{kind.id}.{state}"):
                        cells[cell] = ir.NOTHING

    def _components(self, cells: Cells) -> None:
        layout = self.layout
        lying: dict[int, list[int]] = {}
        for kind in sorted(self.ruleset.kinds):
            start = self.ruleset.kinds[kind].start
            expr = None if start is None else start.expr
            finder = None
            if isinstance(expr, ir.Zone):
                finder = self.linker.cell(expr.family, expr.indices)
            for number in layout.ranges[kind]:
                place = ir.NOTHING
                if finder is not None and start is not None:
                    owner = layout.components[number].owner
                    place = finder(cells, [-1, 0, owner, number, *[0] * start.slots])
                    lying.setdefault(place, []).append(number)
                cells[layout.place_of + number] = place
        for place, numbers in lying.items():
            cells[place] = tuple(numbers)


@lru_cache(maxsize=16)
def _table(key: _Key) -> Table:
    return Table(key.ruleset, key.players, dict(key.options))


@dataclass(frozen=True, slots=True)
class _Key:
    """A ruleset is compared by identity: equal content loaded twice may well have two tables."""

    ruleset: Ruleset
    players: int
    options: tuple[tuple[str, int], ...]

    def __hash__(self) -> int:
        return hash((id(self.ruleset), self.players, self.options))

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, _Key)
            and self.ruleset is other.ruleset
            and (self.players, self.options) == (other.players, other.options)
        )


def table(ruleset: Ruleset, players: int, options: Mapping[str, int]) -> Table:
    """Return the table for these rules; made once."""
    return _table(_Key(ruleset, players, tuple(sorted(options.items()))))
