"""What runs out: which limited things an operation surely uses up, and which it can refill.

Limited things are named by what they are: `resource:3`, `zone:ID` (what lies there), `room:ID` (how
much more can come to lie there), `mark:FAMILY` (flags not yet set), `clear:FAMILY` (flags set),
`below:FAMILY` and `above:FAMILY` (how far a number is from where a condition stops it), `track:ID`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.analysis.bounds import Scope
from interpreter.analysis.graph import costs_of, resources_of
from interpreter.analysis.rules import At
from interpreter.analysis.walk import guards, successors, walk
from interpreter.lang import ir, ops
from interpreter.lang.ops import AMOUNT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.analysis.facts import Reach

Limited = frozenset[str]
Assumed = tuple["ir.Expr", ...]
NOTHING: Limited = frozenset()
MOST_LOOKED_AT = 20_000
"""Operations of a pack looked at for what their calls use up; then no more is said to run out."""


class Limits:
    """Answers for one ruleset, under the bounds `reach` has found."""

    def __init__(self, found: Reach) -> None:
        self.rules, self.values = found.rules, found.values
        self.found = found
        self._refills: dict[int, Limited] = {}
        self._assumed: Assumed = ()
        self._left = MOST_LOOKED_AT
        self._known_free: dict[tuple[int, Limited, Assumed], frozenset[int]] = {}

    # --- refilling

    def refills(self, program: int) -> Limited:
        """Return every limited thing some operation of a program can add to."""
        if program not in self._refills:
            code = self.rules.codes[program]
            every = (t for p, op in enumerate(code) for t in self._refill(At(program, p), op))
            self._refills[program] = frozenset(every)
        return self._refills[program]

    def _refill(self, at: At, op: ops.Op) -> Iterator[str]:
        match op:
            case ops.Gain():
                yield from (f"resource:{r}" for r in self._given(at, op.bundle))
            case ops.SetCell() | ops.AddToCell():
                yield from self._written(at, op)
            case ops.Move():
                yield f"zone:{op.zone}"
                sources = self.rules.taken_from(at)
                holds = self.rules.ruleset.zones[op.zone].holds
                for id_, zone in self.rules.ruleset.zones.items():
                    if id_ in sources if sources is not None else set(zone.holds) & set(holds):
                        yield f"room:{id_}"
            case ops.Draw():
                yield f"zone:{op.target}"
                yield f"room:{op.source}"
            case _:
                pass

    def _given(self, at: At, bundle: ops.Bundle) -> Iterator[int]:
        resources = self.rules.ruleset.resources
        for _, resource in bundle.amounts:
            for r in self.resources(at.program, resource):
                yield from resources[r].one_of or (r,)
        for cost in bundle.costs:
            for costs in self.costs(at, cost):
                for r in costs:
                    yield from resources[r].one_of or (r,)

    def _written(self, at: At, op: ops.SetCell | ops.AddToCell) -> Iterator[str]:
        if op.family == AMOUNT:
            if isinstance(op, ops.SetCell) or op.sign > 0:
                yield from (f"resource:{r}" for r in self.resources(at.program, op.indices[1]))
            return
        if isinstance(op, ops.AddToCell):
            yield f"above:{op.family}" if op.sign > 0 else f"below:{op.family}"
            if op.sign < 0:
                yield f"track:{op.family}"
            return
        yield from (f"{what}:{op.family}" for what in ("above", "below", "track"))
        if op.value != ir.Const(1):
            yield f"mark:{op.family}"
        if op.value != ir.Const(0):
            yield f"clear:{op.family}"

    # --- using up

    def uses(self, at: At, refilled: Limited, assumed: Assumed = ()) -> Limited:
        """Return what an operation surely uses up and nothing in `refilled` brings back.

        `assumed` are conditions a caller has found to hold.
        """
        self._assumed = assumed
        op = self.rules.codes[at.program][at.position]
        match op:
            case ops.Pay():
                return self._paid(at, op.bundle, refilled)
            case ops.Lose():
                return self._lost(at, op.bundle, refilled)
            case ops.Move() if not op.many:
                return self._moved(at, op, refilled)
            case ops.Draw():
                source = f"zone:{op.source}"
                held = self._lower(at, lambda e: isinstance(e, ir.Count) and _is_zone(e, op.source))
                return frozenset({source}) if held and source not in refilled else NOTHING
            case ops.SetCell() | ops.AddToCell() if op.family != AMOUNT:
                return self._approached(at, op, refilled)
            case _:
                return NOTHING

    def _paid(self, at: At, bundle: ops.Bundle, refilled: Limited) -> Limited:
        used: set[str] = set()
        for number, resource in bundle.amounts:
            if self.values.of(number, Scope(at.program))[0] >= 1:
                used |= self._payers(self.resources(at.program, resource), refilled)
        for cost in bundle.costs:
            each = [
                {t for r in costs for t in self._payers((r,), refilled)}
                for costs in self.costs(at, cost)
            ]
            if each and all(each):
                used |= set().union(*each)
        return frozenset(used)

    def _payers(self, resources: tuple[int, ...], refilled: Limited) -> set[str]:
        found = {f"resource:{p}" for r in resources for p in self.rules.payers(r)}
        return set() if found & refilled else found

    def _lost(self, at: At, bundle: ops.Bundle, refilled: Limited) -> Limited:
        for number, resource in bundle.amounts:
            found = {f"resource:{r}" for r in self.resources(at.program, resource)}
            if self.values.of(number, Scope(at.program))[0] < 1 or found & refilled:
                continue
            if self._lower(at, lambda e, r=resource: isinstance(e, ir.Amount) and e.resource == r):
                return frozenset(found)
        return NOTHING

    def _moved(self, at: At, op: ops.Move, refilled: Limited) -> Limited:
        sources = self.rules.taken_from(at)
        if not sources or op.zone in sources:
            return NOTHING
        left = frozenset(f"zone:{z}" for z in sources)
        if not left & refilled:
            return left
        room = f"room:{op.zone}"
        return NOTHING if room in refilled else frozenset({room})

    def _approached(self, at: At, op: ops.SetCell | ops.AddToCell, refilled: Limited) -> Limited:
        """A number that a condition stops, or a flag that was found the other way."""
        same = ir.Cell(op.family, op.indices)
        if isinstance(op, ops.SetCell):
            if op.value not in (ir.Const(0), ir.Const(1)):
                return NOTHING
            sets = op.value == ir.Const(1)
            thing = f"{'mark' if sets else 'clear'}:{op.family}"
            turned = self._found(at, same, sets)
            return frozenset({thing}) if turned and thing not in refilled else NOTHING
        if self.values.of(op.value, Scope(at.program))[0] < 1:
            return NOTHING
        thing = f"{'below' if op.sign > 0 else 'above'}:{op.family}"
        stop = self._upper if op.sign > 0 else self._lower
        held = stop(at, lambda e: e == same)
        return frozenset({thing}) if held and thing not in refilled else NOTHING

    # --- conditions on the way

    def _found(self, at: At, cell: ir.Cell, is_clear: bool) -> bool:
        """Whether a flag was found clear (or set) on the way."""
        for guard in (*guards(self.rules.codes[at.program], at.position), *self._assumed):
            if guard == (ir.Not(cell) if is_clear else cell):
                return True
            if (
                isinstance(guard, ir.Compare)
                and guard.operator == "is"
                and guard.left == cell
                and guard.right == ir.Const(int(not is_clear))
            ):
                return True
        return False

    def _upper(self, at: At, wanted: object) -> bool:
        return self._compared(at, wanted, ("<", "<="), (">", ">="))

    def _lower(self, at: At, wanted: object) -> bool:
        return self._compared(at, wanted, (">", ">="), ("<", "<="))

    def _compared(
        self, at: At, wanted: object, left: tuple[str, ...], right: tuple[str, ...]
    ) -> bool:
        """Whether a condition on the way compares a wanted value, from either side."""
        assert callable(wanted)
        for guard in (*guards(self.rules.codes[at.program], at.position), *self._assumed):
            if not isinstance(guard, ir.Compare):
                continue
            if guard.operator in left and wanted(guard.left):
                return self._is_bound(at, guard.operator, guard.right)
            if guard.operator in right and wanted(guard.right):
                return self._is_bound(at, guard.operator, guard.left)
        return False

    def _is_bound(self, at: At, operator: str, other: ir.Expr) -> bool:
        """Whether the other side is a plain number (for `>` and `>=`: one that asks for some)."""
        low, high = self.values.of(other, Scope(at.program))
        if operator == ">":
            return low >= 0
        return low > float("-inf") and high < float("inf") and (operator != ">=" or low >= 1)

    # --- what an expression can be

    def resources(self, program: int, expr: ir.Expr) -> tuple[int, ...]:
        """Return the resources an expression can stand for, a local name by what it came from."""
        if isinstance(expr, ir.Local):
            origins = self.rules.origins(program, expr.slot)
            if origins and all(isinstance(o, ir.SetOf) for o in origins):
                return tuple(r for o in origins for r in resources_of(self.rules, o))
        return resources_of(self.rules, expr)

    def costs(self, at: At, cost: ir.Expr) -> list[dict[int, int]]:
        """Return what a cost can be, one mapping for each item it can belong to."""
        if not isinstance(cost, ir.Field):
            return []
        items = self.rules.candidates(at.program, cost.component, cost.kinds)
        return [costs_of(self.rules, i, cost.name) for i in items]

    # --- whole ways

    def surely(
        self,
        program: int,
        target: int,
        refilled: Limited,
        stack: frozenset[int] = frozenset(),
        assumed: Assumed = (),
    ) -> Limited:
        """Return what every way from the start of a program to a position uses up; else nothing."""
        if target in self._free(program, refilled, assumed):
            return NOTHING
        code = self.rules.codes[program]
        used: set[str] = set()
        seen, waiting = {0}, [0]
        while waiting:
            position = waiting.pop()
            self._left -= 1
            if position == target or self._left < 0:
                return NOTHING
            if position >= len(code):
                continue
            here = self._used_here(At(program, position), refilled, stack | {program}, assumed)
            if here:
                used |= here
                continue
            for n in self.ways(At(program, position)):
                if n not in seen:
                    seen.add(n)
                    waiting.append(n)
        return frozenset(used)

    def _free(self, program: int, refilled: Limited, assumed: Assumed) -> frozenset[int]:
        """Return the positions a program can come to without using up or calling anything."""
        key = (program, refilled, assumed)
        if key not in self._known_free:
            code = self.rules.codes[program]
            seen, waiting = {0}, [0]
            while waiting:
                at = At(program, waiting.pop())
                if at.position >= len(code) or self.rules.called(at):
                    continue
                if not self.uses(at, refilled, assumed):
                    new = [n for n in self.ways(at) if n not in seen]
                    seen.update(new)
                    waiting += new
            self._known_free[key] = frozenset(seen)
        return self._known_free[key]

    def ways(self, at: At) -> Iterator[int]:
        """Yield where a program can go on, without what `reach` has excluded."""
        code = self.rules.codes[at.program]
        reached = self.found.reached.get(at.program)
        for n in successors(code[at.position], at.position, len(code)):
            op = code[at.position]
            if isinstance(op, ops.JumpUnless):
                low, high = self.values.of(op.condition, Scope(at.program))
                if (n == op.to and low >= 1) or (n != op.to and high <= 0):
                    continue
            if reached is None or n in reached or n >= len(code):
                yield n

    def _used_here(
        self, at: At, refilled: Limited, stack: frozenset[int], assumed: Assumed
    ) -> Limited:
        here = self.uses(at, refilled, assumed)
        if here:
            return here
        callees = [c for c in self.rules.called(at) if c not in stack]
        op = self.rules.codes[at.program][at.position]
        if not callees or isinstance(op, ops.StepTrack) or len(stack) > 12:
            return NOTHING
        found = (*guards(self.rules.codes[at.program], at.position), *assumed)
        known = tuple(g for g in found if not any(isinstance(e, ir.Local) for e in walk(g)))
        each = [self.surely(c, len(self.rules.codes[c]), refilled, stack, known) for c in callees]
        whole = isinstance(op, ops.Signal)
        if any(each) if whole else (all(each) and len(each) == len(self.rules.called(at))):
            return NOTHING.union(*each)
        return NOTHING


def _is_zone(count: ir.Count, zone: str) -> bool:
    return isinstance(count.items, ir.Zone) and count.items.family == zone
