"""What can ever happen: a fixpoint over operations (AND) and whatever provides for them (OR).

Everything is taken as possible that is not shown to be impossible. A round runs every program known
to run, under everything known so far; facts only grow, so the rounds end.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf
from typing import TYPE_CHECKING

from interpreter.analysis.graph import costs_of, resources_of
from interpreter.analysis.rules import At, Rules
from interpreter.analysis.values import ANY, Bounds, Scope, Values, join
from interpreter.analysis.walk import comes_through, successors, walk
from interpreter.lang import ir, ops
from interpreter.lang.ops import AMOUNT

if TYPE_CHECKING:
    from interpreter.content.ruleset import CounterDef, Ruleset

Thing = str
"""What may be missing: `resource:ID`, `zone:ID`, `counter:ID`, or the node of a program."""


@dataclass
class Reach:
    """What can happen, and for each operation that cannot go on what it waits for."""

    rules: Rules
    values: Values
    programs: set[int] = field(default_factory=set)
    reached: dict[int, set[int]] = field(default_factory=dict)
    stopped: dict[At, frozenset[Thing]] = field(default_factory=dict)
    dead_ways: dict[At, tuple[int, ...]] = field(default_factory=dict)
    """Branches of a question whose condition can never hold."""
    never: dict[At, tuple[int, frozenset[Thing]]] = field(default_factory=dict)
    """Where a condition can never hold: the position left out, and what it looks at."""
    placed: set[str] = field(default_factory=set)
    """Items that some operation can move."""
    unpaid: dict[str, frozenset[Thing]] = field(default_factory=dict)
    """Items whose own cost can never be paid, with what is missing."""

    def happens(self, at: At) -> bool:
        """Whether an operation can ever be carried out."""
        return at.position in self.reached.get(at.program, ())


def reach(ruleset: Ruleset) -> Reach:
    """Return what can happen in games of these rules."""
    return _Fixpoint(Rules(ruleset)).run()


class _Fixpoint:
    def __init__(self, rules: Rules) -> None:
        self.rules, self.ruleset = rules, rules.ruleset
        self.values = Values(rules)
        self.found = Reach(rules, self.values)
        self.scopes: dict[int, Scope] = {}
        self.widened: dict[tuple[int, int], int] = {}
        self.changed = False
        self._start()

    def run(self) -> Reach:
        flow = self.ruleset.flow
        for program in (flow.setup, flow.round, flow.finish):
            if program is not None:
                self._enter(program)
        self.changed = True
        while self.changed:
            self.changed = False
            self.found.stopped.clear()
            self.found.never.clear()
            self.found.unpaid.clear()
            for program in self.rules.numbers:
                if program in self.found.programs:
                    self._program(program)
        return self.found

    def _start(self) -> None:
        for i, r in enumerate(self.ruleset.resources):
            if not r.one_of:
                self.values.amounts[i] = (r.start, r.start)
        for id_, c in self.ruleset.counters.items():
            number = c.track is not None or c.holds.base in ("number", "truth")
            self.values.cells[id_] = self.values.of(c.start.expr, Scope()) if number else ANY
        for kind in self.ruleset.kinds.values():
            for state, type_ in kind.states.items():
                number = type_.base in ("number", "truth")
                self.values.cells[f"{kind.id}.{state}"] = (0, 0) if number else ANY
            if kind.start is not None:
                for zone in self.rules.sources(-1, kind.start.expr) or _zones(kind.start.expr):
                    self._lie(zone, frozenset(i.id for i in kind.items))

    # --- facts

    def _enter(self, program: int) -> None:
        if program not in self.found.programs:
            self.found.programs.add(program)
            self.changed = True
            scope = self._scope(program)
            owner = self.rules.owners[program]
            if owner.startswith("item:"):
                scope.items[0] = frozenset({owner.partition(":")[2]})

    def _scope(self, program: int) -> Scope:
        return self.scopes.setdefault(program, Scope(program))

    def _lie(self, zone: str, items: frozenset[str]) -> None:
        holds = self.ruleset.zones[zone].holds
        fitting = frozenset(i for i in items if self.rules.items[i].kind in holds)
        before = self.values.lies.get(zone, frozenset())
        if not fitting <= before:
            self.values.lies[zone] = before | fitting
            self.changed = True

    def _grow(self, table: dict[str, Bounds] | dict[int, Bounds], key: object, to: Bounds) -> None:
        known: dict[object, Bounds] = table  # type: ignore[assignment]  # both tables grow alike
        wider = join(known[key], to)
        if wider != known[key]:
            known[key] = wider
            self.changed = True

    def _pass(self, program: int, slot: int, value: ir.Expr, s: Scope) -> None:
        """Hand an argument on: items as they are, bounds widened when they keep growing."""
        target = self._scope(program)
        items = self.values.items(value, s)
        if items is not None:
            if slot in target.slots:
                return
            before = target.items.get(slot, frozenset())
            if not items <= before or slot not in target.items:
                target.items[slot] = before | items
                self.changed = True
            return
        self._pass_bounds(program, slot, self.values.of(value, s))

    def _pass_bounds(self, program: int, slot: int, bounds: Bounds) -> None:
        target = self._scope(program)
        wider = join(target.slots.get(slot, bounds), bounds)
        if slot in target.items:
            del target.items[slot]
            wider = ANY
        if target.slots.get(slot) != wider:
            self.widened[program, slot] = self.widened.get((program, slot), 0) + 1
            target.slots[slot] = ANY if self.widened[program, slot] > 4 else wider
            self.changed = True

    # --- one program

    def _program(self, program: int) -> None:
        code = self.rules.codes[program]
        seen, waiting = {0}, [0]
        scope = self._scope(program)
        while waiting:
            position = waiting.pop()
            if position >= len(code):
                continue
            for n in self._step(At(program, position), code[position], scope):
                if n not in seen:
                    seen.add(n)
                    waiting.append(n)
        self.found.reached[program] = seen

    def _step(self, at: At, op: ops.Op, s: Scope) -> list[int]:
        """Carry an operation out and return where it can go on."""
        after = list(successors(op, at.position, len(self.rules.codes[at.program])))
        match op:
            case ops.JumpUnless():
                return self._branch(at, op, s)
            case ops.Require() if self.values.of(op.condition, s)[1] <= 0:
                return self._stop(at, self._missing(op.condition))
            case ops.NextRound():
                return after
            case ops.NextItem():
                return self._next_item(at, op, s)
            case ops.AskItem() | ops.RollItem():
                return self._ask_item(at, op, s, after)
            case ops.AskBranch() | ops.AskOrder():
                return self._ways(at, op, s)
            case ops.Pay():
                missing = self._unpayable(op.bundle, s)
                return after if missing is None else self._stop(at, missing)
            case ops.Gain():
                self._gain(op.bundle, s)
            case ops.SetCell() | ops.AddToCell():
                self._write(op, s)
            case ops.Move():
                return self._move(at, op, s, after)
            case ops.Draw():
                self._lie(op.target, self.values.lies.get(op.source, frozenset()))
                self.found.placed |= self.values.lies.get(op.source, frozenset())
            case _:
                self._run(at, op, s)
        return after

    def _stop(self, at: At, missing: frozenset[Thing]) -> list[int]:
        self.found.stopped[at] = missing
        return []

    def _branch(self, at: At, op: ops.JumpUnless, s: Scope) -> list[int]:
        low, high = self.values.of(op.condition, s)
        after = ([at.position + 1] if high > 0 else []) + ([op.to] if low < 1 else [])
        if high <= 0 and op.to > at.position + 1:
            self.found.never[at] = at.position + 1, self._missing(op.condition)
        return after

    def _next_item(self, at: At, op: ops.NextItem, s: Scope) -> list[int]:
        sets = self.rules.origins(at.program, op.items)
        if all(self.values.size(x, s)[1] <= 0 for x in sets):
            missing = frozenset(t for x in sets for t in self._missing(x))
            self.found.never[at] = at.position + 1, missing
            return [op.exit]
        found = [self.values.items(x, s) for x in sets]
        self._choose(s, op.slot, found)
        return [at.position + 1, op.exit]

    def _choose(self, s: Scope, slot: int, found: list[frozenset[str] | None]) -> None:
        if all(f is not None for f in found):
            items = frozenset(i for f in found if f is not None for i in f)
            before = s.items.get(slot, frozenset())
            if not items <= before or slot not in s.items:
                s.items[slot] = before | items
                self.changed = True

    def _ask_item(
        self, at: At, op: ops.AskItem | ops.RollItem, s: Scope, after: list[int]
    ) -> list[int]:
        where = op.where if isinstance(op, ops.AskItem) else None
        items = self.values.items(op.items, s)
        kept = self.values.chosen(items, op.slot, where, s)
        empty = self.values.size(op.items, s)[1] <= 0 or (items is not None and not kept)
        if not empty:
            self._choose(s, op.slot, [kept])
            return after
        missing = self._missing(op.items) or (self._missing(where) if where else frozenset())
        rest = [p for p in after if p != at.position + 1]
        if rest:
            self.found.never[at] = at.position + 1, missing
            return rest
        return self._stop(at, missing)

    def _ways(self, at: At, op: ops.AskBranch | ops.AskOrder, s: Scope) -> list[int]:
        dead = tuple(
            i for i, w in enumerate(op.ways) if w.when and self.values.of(w.when, s)[1] <= 0
        )
        self.found.dead_ways[at] = dead
        after = [w.to for i, w in enumerate(op.ways) if i not in dead]
        if op.decline is not None or isinstance(op, ops.AskOrder):
            after.append(op.exit)
        if not after:
            things = (t for w in op.ways if w.when for t in self._missing(w.when))
            return self._stop(at, frozenset(things))
        return after

    # --- resources and counters

    def _payable(self, resource: int, amount: float) -> bool:
        return sum(self.values.amounts[p][1] for p in self.rules.payers(resource)) >= amount

    def _unpayable(self, bundle: ops.Bundle, s: Scope) -> frozenset[Thing] | None:
        """Return what is missing to pay a bundle; None if it can be paid."""
        missing: set[Thing] = set()
        for number, resource in bundle.amounts:
            least = max(1, self.values.of(number, s)[0])
            ways = resources_of(self.rules, resource)
            if self.values.of(number, s)[0] > 0 and not any(self._payable(r, least) for r in ways):
                missing |= {self._resource(r) for r in ways[:1]}
        for cost in bundle.costs:
            if isinstance(cost, ir.Field):
                missing |= self._cost(cost, s)
        return frozenset(missing) if missing else None

    def _cost(self, cost: ir.Field, s: Scope) -> set[Thing]:
        """Return what is missing if no item this may be has a cost that can be paid."""
        items = self.values.items(cost.component, s)
        if items is None:
            items = frozenset(i.id for k in cost.kinds for i in self.ruleset.kinds[k].items)
        lacking = {}
        for item in sorted(items):
            costs = costs_of(self.rules, item, cost.name)
            lacking[item] = {self._resource(r) for r, n in costs.items() if not self._payable(r, n)}
        for item, things in lacking.items():
            if things:
                self.found.unpaid[item] = frozenset(things)
        if not lacking or not all(lacking.values()):
            return set()
        return min(lacking.values(), key=len)

    def _resource(self, number: int) -> Thing:
        return f"resource:{self.ruleset.resources[number].id}"

    def _gain(self, bundle: ops.Bundle, s: Scope) -> None:
        given: set[int] = set()
        for number, resource in bundle.amounts:
            if self.values.of(number, s)[1] > 0:
                given.update(resources_of(self.rules, resource))
        for cost in bundle.costs:
            if isinstance(cost, ir.Field):
                items = self.values.items(cost.component, s)
                if items is None:
                    items = frozenset(i.id for k in cost.kinds for i in self.ruleset.kinds[k].items)
                for item in items:
                    given.update(costs_of(self.rules, item, cost.name))
        for r in given:
            for one in self.ruleset.resources[r].one_of or (r,):
                most = self.ruleset.resources[one].most
                self._grow(self.values.amounts, one, (0, inf if most is None else most))

    def _write(self, op: ops.SetCell | ops.AddToCell, s: Scope) -> None:
        if op.family == AMOUNT:
            for r in resources_of(self.rules, op.indices[1]):
                if r in self.values.amounts:
                    self._grow(self.values.amounts, r, (0, self.values.of(op.value, s)[1]))
            return
        counter = self.ruleset.counters.get(op.family)
        self._grow(self.values.cells, op.family, self._written(op, counter, s))

    def _written(
        self, op: ops.SetCell | ops.AddToCell, counter: CounterDef | None, s: Scope
    ) -> Bounds:
        least = -inf if counter is None or counter.least is None else counter.least
        most = inf if counter is None or counter.most is None else counter.most
        low, high = self.values.of(op.value, s)
        if isinstance(op, ops.SetCell):
            if not isinstance(op.value, ir.Const | ir.OptionValue):
                # A value that is worked out may keep growing: go to the limits at once.
                before = self.values.cells[op.family]
                low = low if low >= before[0] else least
                high = high if high <= before[1] else most
            return max(least, low), min(most, high)
        if op.sign < 0:
            low, high = -high, -low
        return (least if low < 0 else inf), (most if high > 0 else -inf)

    # --- components

    def _move(self, at: At, op: ops.Move, s: Scope, after: list[int]) -> list[int]:
        items = self.values.items(op.what, s)
        if items is None:
            holds = self.ruleset.zones[op.zone].holds
            items = frozenset(i.id for k in holds for i in self.ruleset.kinds[k].items)
        if isinstance(op.what, ir.Local):
            items = frozenset(i for i in items if self._paid(at, op.what.slot, i))
        self._lie(op.zone, items)
        self.found.placed |= items
        if items or op.many:
            return after
        return self._stop(at, self._missing(op.what))

    def _paid(self, at: At, slot: int, item: str) -> bool:
        """Whether what this program asks for an item before this operation can be paid."""
        code = self.rules.codes[at.program]
        for position in range(at.position):
            op = code[position]
            if not isinstance(op, ops.Pay):
                continue
            asked = [
                c for c in op.bundle.costs
                if isinstance(c, ir.Field) and c.component == ir.Local(slot)
                and item in self.rules.items and self.rules.items[item].kind in c.kinds
            ]  # fmt: skip
            if not asked or not comes_through(code, position, at.position):
                continue
            for cost in asked:
                for r, n in costs_of(self.rules, item, cost.name).items():
                    if not self._payable(r, n):
                        return False
        return True

    # --- programs

    def _run(self, at: At, op: ops.Op, s: Scope) -> None:
        match op:
            case ops.Call():
                program = self.ruleset.actions[op.action].program
                self._arguments(program, op.arguments, s)
                self._enter(program)
            case ops.Signal():
                for t in self.ruleset.triggers[op.event]:
                    self._arguments(t.program, op.arguments, s)
                    self._enter(t.program)
            case ops.Do():
                self._do(at, op, s)
            case ops.StepTrack():
                self._track(op, s)
            case ops.SetTurn() if isinstance(op.player, ir.Me):
                for action in self.rules.any_time:
                    self._enter(action.program)
            case _:
                pass

    def _arguments(self, program: int, arguments: tuple[ir.Expr, ...], s: Scope) -> None:
        for slot, value in enumerate(arguments):
            self._pass(program, slot, value, s)

    def _do(self, at: At, op: ops.Do, s: Scope) -> None:
        items = self.values.items(op.component, s)
        if items is None:
            items = frozenset(self.rules.candidates(at.program, op.component, op.kinds))
        low, high = (-inf, inf) if op.index is None else self.values.of(op.index, s)
        slot = op.component.slot if isinstance(op.component, ir.Local) else -1
        for item in sorted(items):
            if slot >= 0 and not self._paid(at, slot, item):
                continue
            for index, program in enumerate(self.rules.programs_of(item, op.field)):
                if low <= index <= high:
                    self._enter(program)

    def _track(self, op: ops.StepTrack, s: Scope) -> None:
        counter = self.ruleset.counters[op.track]
        track = counter.track
        assert track is not None, "only tracks are stepped along"
        first = 0 if track.ring else self.values.cells[op.track][0] + 1
        last = track.spaces - 1
        self._grow(self.values.cells, op.track, (min(first, last), last))
        for program, low in ((track.on_reach, first), (track.beyond, last)):
            if program is None or (program == track.on_reach and low > last):
                continue
            count = len(op.indices)
            self._arguments(program, op.indices, s)
            self._pass_bounds(program, count, (low, last))
            if track.space_kind is not None:
                spaces = self.ruleset.kinds[track.space_kind].items[int(low) :]
                self._scope(program).items[count + 1] = frozenset(i.id for i in spaces)
            self._enter(program)

    # --- what is missing

    def _missing(self, holder: ir.Expr | None) -> frozenset[Thing]:
        return frozenset(things_in(self.rules, holder))


def things_in(rules: Rules, holder: ir.Expr | None) -> list[Thing]:
    """Return the resources, zones and counters an expression looks at."""
    found: dict[Thing, None] = {}
    for e in walk(holder):
        match e:
            case ir.Zone():
                found[f"zone:{e.family}"] = None
            case ir.Cell():
                found[f"counter:{e.family}"] = None
            case ir.Amount():
                for r in resources_of(rules, e.resource):
                    found[f"resource:{rules.ruleset.resources[r].id}"] = None
            case _:
                pass
    return list(found)


def _zones(expr: ir.Expr) -> frozenset[str]:
    return frozenset(e.family for e in walk(expr) if isinstance(e, ir.Zone))
