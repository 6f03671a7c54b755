"""What is known to happen so far: facts that only grow, and the scopes of programs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from interpreter.analysis.bounds import ANY, Bounds, Scope, join
from interpreter.analysis.graph import resources_of
from interpreter.analysis.values import Values
from interpreter.analysis.walk import walk
from interpreter.lang import ir

if TYPE_CHECKING:
    from interpreter.analysis.rules import At, Rules

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


class Facts:
    """The facts of one run of the fixpoint; whoever adds to them notes that something changed."""

    def __init__(self, rules: Rules, barred: frozenset[int]) -> None:
        self.rules, self.ruleset = rules, rules.ruleset
        self.barred = barred
        self.values = Values(rules)
        self.found = Reach(rules, self.values)
        self.scopes: dict[int, Scope] = {}
        self.widened: dict[tuple[int, int], int] = {}
        self.asked: dict[tuple[At, int], list[ir.Field]] = {}
        self.changed = False
        self._start()

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

    def _enter(self, program: int) -> None:
        if program not in self.found.programs and program not in self.barred:
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


def things_in(rules: Rules, holder: ir.Expr | None) -> list[Thing]:
    """Return the resources, zones and counters an expression looks at."""
    found: dict[Thing, None] = {}
    for e in [] if holder is None else rules.deep(holder):
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
