"""What one lap does: the ways through a program, with what each costs, nets and depends on.

At most `MOST_WAYS` ways are followed; whatever is cut off makes the answer incomplete, not wrong.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import inf
from typing import TYPE_CHECKING

from interpreter.analysis.bounds import Bounds, Scope
from interpreter.analysis.rules import At
from interpreter.lang import ir, ops
from interpreter.lang.ops import AMOUNT

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from interpreter.analysis.limited import Limits

MOST_WAYS = 48
MOST_STEPS = 3_000
MOST_DEPTH = 6
MOST_IN_ALL = 10_000
"""Steps for the loops of a whole pack together; the largest pack here takes a tenth of it."""


@dataclass(frozen=True)
class Way:
    """One way through a program: bounds of the net change of each thing, and what it hangs on."""

    net: Mapping[str, Bounds] = field(default_factory=dict)
    conditions: tuple[tuple[ir.Expr, At], ...] = ()
    vague: bool = False
    """Whether something on it could not be counted."""
    choices: tuple[At, ...] = ()

    def plus(self, changes: Mapping[str, Bounds]) -> Way:
        """Return the way with more changes."""
        net = dict(self.net)
        for thing, (low, high) in changes.items():
            a, b = net.get(thing, (0.0, 0.0))
            net[thing] = a + low, b + high
        return replace(self, net=net)

    def then(self, other: Way) -> Way:
        """Return this way followed by another."""
        both = self.plus(other.net)
        return replace(
            both,
            conditions=(*self.conditions, *other.conditions),
            vague=self.vague or other.vague,
            choices=(*self.choices, *other.choices),
        )


@dataclass(frozen=True)
class Ways:
    """The ways found, and whether these are all."""

    ways: tuple[Way, ...]
    complete: bool


@dataclass
class _Walker:
    at: int
    way: Way
    counters: dict[int, int]
    visits: dict[int, int]


class Laps:
    """Follows programs under the bounds `reach` has found."""

    def __init__(self, limits: Limits) -> None:
        self.limits, self.rules, self.values = limits, limits.rules, limits.values
        self._whole: dict[int, Ways] = {}
        self._left = MOST_IN_ALL

    def whole(self, program: int, stack: tuple[int, ...] = ()) -> Ways:
        """Return the ways from the start of a program to its end."""
        if program in stack or len(stack) >= MOST_DEPTH:
            return Ways((Way(vague=True),), False)
        if program not in self._whole:
            ways = self.to(program, len(self.rules.codes[program]), stack)
            if stack:
                return ways
            self._whole[program] = ways
        return self._whole[program]

    def to(self, program: int, target: int, stack: tuple[int, ...] = ()) -> Ways:
        """Return the ways from the start of a program to a position."""
        code = self.rules.codes[program]
        found: list[Way] = []
        waiting = [_Walker(0, Way(), {}, {})]
        complete, steps = True, 0
        while waiting:
            one = waiting.pop()
            steps += 1
            self._left -= 1
            if one.at == target or (one.at >= len(code) and target >= len(code)):
                found.append(one.way)
                if len(found) >= MOST_WAYS:
                    return Ways(tuple(found), not waiting and complete)
            elif one.at < len(code):
                if steps > MOST_STEPS or self._left < 0 or one.visits.get(one.at, 0) > 12:
                    complete = False
                    continue
                waiting += list(self._step(program, one, stack))[::-1]
        return Ways(tuple(dict.fromkeys(found)) if not found else tuple(found), complete)

    def _step(self, program: int, one: _Walker, stack: tuple[int, ...]) -> Iterator[_Walker]:
        at = At(program, one.at)
        op = self.rules.codes[program][one.at]
        visits = {**one.visits, one.at: one.visits.get(one.at, 0) + 1}
        counters = one.counters
        match op:
            case ops.SetLocal(value=ir.Const(value=value)):
                counters = {**counters, op.slot: value}
            case ops.NextRound():
                yield from self._round(op, one, visits)
                return
            case ops.NextItem():
                targets = [op.exit] if visits[one.at] > 1 else [op.exit, one.at + 1]
                for n in targets:
                    yield _Walker(n, replace(one.way, vague=True), counters, visits)
                return
            case ops.Call() | ops.Do() | ops.Signal() | ops.StepTrack():
                for way in self._calls(at, op, one.way, (*stack, program)):
                    yield _Walker(one.at + 1, way, counters, visits)
                return
            case _:
                pass
        changed = one.way.plus(self._changes(at, op))
        after = list(self.limits.ways(at))
        for n in after:
            yield _Walker(n, self._condition(at, op, n, after, changed), counters, visits)

    def _round(self, op: ops.NextRound, one: _Walker, visits: dict[int, int]) -> Iterator[_Walker]:
        left = one.counters.get(op.counter)
        if left is None:
            yield _Walker(op.exit, replace(one.way, vague=True), one.counters, visits)
            if visits[one.at] < 2:
                yield _Walker(one.at + 1, replace(one.way, vague=True), one.counters, visits)
        elif left > 0:
            counters = {**one.counters, op.counter: left - 1}
            yield _Walker(one.at + 1, one.way, counters, visits)
        else:
            yield _Walker(op.exit, one.way, one.counters, visits)

    def _condition(self, at: At, op: ops.Op, to: int, after: list[int], way: Way) -> Way:
        """Note what must hold for this way, and what the player decides on it."""
        match op:
            case ops.JumpUnless() if len(after) > 1:
                e = op.condition if to != op.to else ir.Not(op.condition)
                return replace(way, conditions=(*way.conditions, (e, at)))
            case ops.Require() if self.values.of(op.condition, Scope(at.program))[0] < 1:
                return replace(way, conditions=(*way.conditions, (op.condition, at)))
            case ops.AskBranch() | ops.AskOrder():
                whens = [w.when for w in op.ways if w.to == to and w.when is not None]
                extra = tuple((e, at) for e in whens)
                way = replace(way, vague=way.vague or isinstance(op, ops.AskOrder))
                return replace(
                    way, conditions=(*way.conditions, *extra), choices=(*way.choices, at)
                )
            case ops.AskItem() | ops.AskNumber() if to == at.position + 1:
                extra = () if op.where is None else ((op.where, at),)
                if isinstance(op, ops.AskItem) and self._may_be_empty(at, op):
                    extra = (*extra, (ir.Count(op.items), at))
                return replace(
                    way, conditions=(*way.conditions, *extra), choices=(*way.choices, at)
                )
            case ops.JumpUnlessCan():
                return replace(way, vague=True)
            case ops.AskMay():
                return replace(way, choices=(*way.choices, at))
            case _:
                return way

    def _may_be_empty(self, at: At, op: ops.AskItem) -> bool:
        return self.values.size(op.items, Scope(at.program))[0] < 1

    def _calls(self, at: At, op: ops.Op, way: Way, stack: tuple[int, ...]) -> Iterator[Way]:
        callees = self.rules.called(at)
        if isinstance(op, ops.Signal):
            for program in callees:
                more = self.whole(program, stack)
                if len(more.ways) != 1:
                    way = replace(way, vague=True)
                way = way.then(more.ways[0]) if more.ways else replace(way, vague=True)
            yield way
            return
        if isinstance(op, ops.StepTrack):
            yield replace(way, vague=way.vague or bool(callees))
            return
        seen: dict[tuple[object, ...], None] = {}
        for program in callees[:MOST_WAYS]:
            more = self.whole(program, stack)
            for one in more.ways:
                joined = way.then(one if more.complete else replace(one, vague=True))
                key = (tuple(sorted(joined.net.items())), joined.conditions, joined.vague)
                if key not in seen:
                    seen[key] = None
                    yield joined

    # --- changes

    def _changes(self, at: At, op: ops.Op) -> dict[str, Bounds]:
        match op:
            case ops.Gain():
                return self._bundle(at, op.bundle, 1)
            case ops.Pay():
                return self._bundle(at, op.bundle, -1)
            case ops.Lose():
                lost = self._bundle(at, op.bundle, -1)
                sure = self.limits.uses(at, frozenset())
                return {t: (low, high if sure else 0) for t, (low, high) in lost.items()}
            case ops.Move():
                return self._moved(at, op)
            case ops.Draw():
                n = max(0.0, self.values.of(op.count, Scope(at.program))[1])
                if op.source == op.target:
                    return {}
                return {f"zone:{op.source}": (-n, 0), f"zone:{op.target}": (0, n)}
            case ops.AddToCell() | ops.SetCell():
                return self._written(at, op)
            case _:
                return {}

    def _bundle(self, at: At, bundle: ops.Bundle, sign: int) -> dict[str, Bounds]:
        found: dict[str, Bounds] = {}
        for number, resource in bundle.amounts:
            low, high = (max(0.0, b) for b in self.values.of(number, Scope(at.program)))
            some = self.limits.resources(at.program, resource)
            for r in some:
                _add(found, f"resource:{r}", (low if len(some) == 1 else 0, high), sign)
        for cost in bundle.costs:
            each = self.limits.costs(at, cost)
            for r in {r for c in each for r in c}:
                values = [c.get(r, 0) for c in each]
                _add(found, f"resource:{r}", (min(values), max(values)), sign)
        return found

    def _moved(self, at: At, op: ops.Move) -> dict[str, Bounds]:
        sources = self.rules.taken_from(at)
        most = inf if op.many else 1
        least = 0 if op.many else 1
        if sources is not None and len(sources) == 1:
            (source,) = sources
            if source == op.zone:
                return {}
            return {f"zone:{source}": (-most, -least), f"zone:{op.zone}": (least, most)}
        holds = set(self.rules.ruleset.zones[op.zone].holds)
        if sources is None:
            zones = self.rules.ruleset.zones
            sources = frozenset(z for z in zones if set(zones[z].holds) & holds)
        found: dict[str, Bounds] = {f"zone:{z}": (-most, 0) for z in sources if z != op.zone}
        found[f"zone:{op.zone}"] = (0, most)
        return found

    def _written(self, at: At, op: ops.SetCell | ops.AddToCell) -> dict[str, Bounds]:
        low, high = self.values.of(op.value, Scope(at.program))
        if op.family == AMOUNT:
            return {
                f"resource:{r}": (-inf, inf) if isinstance(op, ops.SetCell)
                else (low, high) if op.sign > 0 else (-high, -low)
                for r in self.limits.resources(at.program, op.indices[1])
            }  # fmt: skip
        if isinstance(op, ops.AddToCell):
            return {f"counter:{op.family}": (low, high) if op.sign > 0 else (-high, -low)}
        return {f"counter:{op.family}": (-inf, inf)}


def _add(found: dict[str, Bounds], thing: str, bounds: Bounds, sign: int) -> None:
    low, high = bounds if sign > 0 else (-bounds[1], -bounds[0])
    a, b = found.get(thing, (0.0, 0.0))
    found[thing] = a + low, b + high
