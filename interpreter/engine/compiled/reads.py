"""Which writes bear on whether an additional action is possible: those of cells it looks at.

Whether an additional action is possible is asked at nearly every question, and it seldom changes.
It is therefore only looked at again after an operation has written something that bears on it: what
the first question reads if that had no answer, otherwise what is read before nothing can fail any
more. Sets of additional actions are numbers with two bits for each action, one for either.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.engine.steps import WRITES
from interpreter.lang import ir, ops
from interpreter.lang.ops import AMOUNT

if TYPE_CHECKING:
    from collections.abc import Iterable

    from interpreter.engine.table import Table

Key = tuple[str, int]
"""A family of cells; for amounts with the resource, -1 standing for any."""
_ANY = -1


class Reads:
    """What decides whether the additional actions of a table are possible."""

    def __init__(self, table: Table) -> None:
        self._table, self._ruleset = table, table.ruleset
        self._formulas: dict[object, frozenset[Key]] = {}
        programs = [program for _, program in table.any_time]
        self._first = [self._of(self._code(p)[:1]) for p in programs]
        self._deciding = [self._until_safe(p) for p in programs]
        self.count = len(programs)
        self.everything = (1 << 2 * self.count) - 1

    def affected(self, op: ops.Op) -> int:
        """Return what an operation bears on: first questions, and further up what decides."""
        written = frozenset(self._written(op))
        reads = (*self._first, *self._deciding)
        return sum(1 << i for i, read in enumerate(reads) if _meet(read, written))

    def _code(self, program: int) -> tuple[ops.Op, ...]:
        return self._ruleset.programs[program].program.ops

    # --- reading

    def _until_safe(self, program: int) -> frozenset[Key]:
        """Return what a program reads while it can still fail."""
        found: set[Key] = set()
        seen: set[tuple[int, bool]] = set()
        waiting = [(program, False)]
        while waiting:
            number, whole = waiting.pop()
            if (number, whole) in seen:
                continue
            seen.add((number, whole))
            safe = self._table.codes[number].safe
            for position, op in enumerate(self._code(number)):
                if safe[position] and not whole:
                    continue
                found |= self._of((op,))
                if isinstance(op, ops.Call | ops.Do | ops.StepTrack | ops.Signal):
                    # What comes after a call may depend on everything it has done.
                    rest = whole or not safe[position + 1]
                    waiting += [(p, rest) for p in self._table.safety.called(op)]
        return frozenset(found)

    def _of(self, value: object) -> frozenset[Key]:
        """Return what expressions and operations read, in whatever they are made of."""
        return frozenset(key for part in ir.parts_of(value) for key in self._part(part))

    def _part(self, part: object) -> Iterable[Key]:
        match part:
            case ir.Cell() | ir.Zone():
                yield (part.family, _ANY)
            case ir.Amount():
                yield (AMOUNT, _resource(part.resource))
            case ir.Formula():
                for kind in part.kinds:
                    yield from self._formula((kind, part.name))
            case ir.Named():
                yield from self._formula(part.formula)
            case ops.Draw():
                yield (part.source, _ANY)
                yield from self._written(part)
            case _ if isinstance(part, WRITES):
                # They add to what is there, or look for room.
                yield from self._written(part)
            case _:
                pass

    def _formula(self, key: tuple[str, str] | str) -> frozenset[Key]:
        if key not in self._formulas:
            self._formulas[key] = frozenset()  # first, since formulas may refer to each other
            if isinstance(key, str):
                value: object = self._ruleset.formulas[key].value
            else:
                kind, name = key
                value = tuple(item.values[name] for item in self._ruleset.kinds[kind].items)
            self._formulas[key] = self._of(value)
        return self._formulas[key]

    # --- writing

    def _written(self, op: ops.Op) -> Iterable[Key]:
        match op:
            case ops.SetCell() | ops.AddToCell():
                yield (op.family, _resource(op.indices[1]) if op.family == AMOUNT else _ANY)
            case ops.StepTrack():
                yield (op.track, _ANY)
            case ops.Gain() | ops.Lose() | ops.Pay():
                if op.bundle.costs or isinstance(op, ops.Pay):
                    yield (AMOUNT, _ANY)
                for _, resource in op.bundle.amounts:
                    yield (AMOUNT, self._concrete(resource))
            case ops.Move():
                yield from self._zones(op.zone)
            case ops.Draw():
                yield from self._zones(op.target)
            case ops.Shuffle():
                yield (op.zone, _ANY)
            case _:
                pass

    def _concrete(self, resource: ir.Expr) -> int:
        """Return the resource that changes; any where others may stand in for it."""
        found = _resource(resource)
        return _ANY if found == _ANY or self._ruleset.resources[found].one_of else found

    def _zones(self, target: str) -> Iterable[Key]:
        """Yield the zones a component that comes to this one may have left, and this one."""
        holds = set(self._ruleset.zones[target].holds)
        for zone in self._ruleset.zones.values():
            if holds & set(zone.holds):
                yield (zone.id, _ANY)


def _resource(e: ir.Expr) -> int:
    return e.value if isinstance(e, ir.Const) else _ANY


def _meet(read: frozenset[Key], written: frozenset[Key]) -> bool:
    return any(
        family == other and (_ANY in (one, two) or one == two)
        for family, one in read
        for other, two in written
    )
