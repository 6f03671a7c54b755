"""The graph of a ruleset: who does, pays, gives, needs, moves, fires, unlocks and reads what.

Nodes are named `sort:id`; each edge knows the operation it comes from. Nothing is computed from
text, and nothing here is more than linear in the operations.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from interpreter.analysis.rules import At, Rules
from interpreter.analysis.walk import is_optional, walk
from interpreter.frozen import dataclass
from interpreter.lang import ir, ops
from interpreter.lang.ops import AMOUNT

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from interpreter.content.ruleset import Ruleset

SORTS = (
    "flow", "action", "item", "trigger", "event", "resource", "counter", "track", "zone", "score",
    "option", "formula",
)  # fmt: skip
EDGES = (
    "does", "may_do", "pays", "gives", "needs", "unlocks", "moves", "fires", "reads",
)  # fmt: skip
NOWHERE = At(-1, -1)
"""The place of an edge that comes from a formula, not from an operation."""


class Node(NamedTuple):
    """One thing of the pack."""

    key: str
    sort: str
    id: str
    kind: str = ""
    """The kind of an item."""


class Edge(NamedTuple):
    """What one thing has to do with another, and the operation that says so."""

    source: str
    target: str
    sort: str
    at: At


@dataclass(frozen=True)
class Graph:
    """All nodes by key, all edges in the order of the programs."""

    nodes: Mapping[str, Node]
    edges: tuple[Edge, ...]

    def out(self, key: str) -> Iterator[Edge]:
        """Yield the edges that leave a node."""
        return (e for e in self.edges if e.source == key)

    def into(self, key: str) -> Iterator[Edge]:
        """Yield the edges that lead to a node."""
        return (e for e in self.edges if e.target == key)

    def keys(self, id_: str) -> tuple[str, ...]:
        """Return the nodes of an id; a whole key is understood too."""
        if id_ in self.nodes:
            return (id_,)
        return tuple(n.key for n in self.nodes.values() if n.id == id_)


def build_graph(ruleset: Ruleset) -> Graph:
    """Return the graph of a ruleset."""
    return _Builder(Rules(ruleset)).build()


class _Builder:
    def __init__(self, rules: Rules) -> None:
        self.rules, self.ruleset = rules, rules.ruleset
        self.edges: dict[Edge, None] = {}
        self.guarded = _guarded(rules)

    def build(self) -> Graph:
        nodes = {n.key: n for n in _nodes(self.ruleset)}
        for number in self.rules.numbers:
            for position, op in enumerate(self.rules.codes[number]):
                self._operation(At(number, position), op)
        self._offers()
        for triggers in self.ruleset.triggers.values():
            for t in triggers:
                self._add(f"event:{t.event}", f"trigger:{t.id}", "fires", At(t.program, 0))
        self._formulas()
        edges = tuple(e for e in self.edges if e.source in nodes and e.target in nodes)
        return Graph(nodes, edges)

    def _add(self, source: str, target: str, sort: str, at: At) -> None:
        self.edges.setdefault(Edge(source, target, sort, at))

    def _operation(self, at: At, op: ops.Op) -> None:
        me = self.rules.owners[at.program]
        match op:
            case ops.Call() | ops.Do() | ops.StepTrack() | ops.Signal():
                self._calls(me, at, op)
            case ops.Pay() | ops.Gain() | ops.Lose():
                self._bundle(me, at, op)
            case ops.SetCell() | ops.AddToCell():
                self._write(me, at, op)
            case ops.Move():
                self._add(me, f"zone:{op.zone}", "moves", at)
                for zone in sorted(self.rules.sources(at.program, op.what) or ()):
                    self._add(me, f"zone:{zone}", "moves", at)
                if isinstance(op.what, ir.Item):
                    self._add(me, f"item:{op.what.item}", "moves", at)
            case ops.Draw():
                self._add(me, f"zone:{op.source}", "moves", at)
                self._add(me, f"zone:{op.target}", "moves", at)
            case ops.Shuffle():
                self._add(me, f"zone:{op.zone}", "moves", at)
            case _:
                pass
        sort = "needs" if _is_guard(op) else "reads"
        for target in _read(self.ruleset, op):
            self._add(me, target, sort, at)

    def _calls(self, me: str, at: At, op: ops.Op) -> None:
        optional = is_optional(self.rules.codes[at.program], at.position)
        sort = "may_do" if optional else "does"
        if isinstance(op, ops.Signal):
            self._add(me, f"event:{op.event}", "fires", at)
        elif isinstance(op, ops.StepTrack):
            self._add(me, f"track:{op.track}", "moves", at)
        else:
            for callee in self.rules.called(at):
                self._add(me, self.rules.owners[callee], sort, at)

    def _bundle(self, me: str, at: At, op: ops.Pay | ops.Gain | ops.Lose) -> None:
        sort = "gives" if isinstance(op, ops.Gain) else "pays"
        for _, resource in op.bundle.amounts:
            for r in resources_of(self.rules, resource):
                self._add(me, f"resource:{self.ruleset.resources[r].id}", sort, at)
        for cost in op.bundle.costs:
            if isinstance(cost, ir.Field):
                for item in self.rules.candidates(at.program, cost.component, cost.kinds):
                    for r in costs_of(self.rules, item, cost.name):
                        name = f"resource:{self.ruleset.resources[r].id}"
                        self._add(me, name, sort, at)
                        self._add(f"item:{item}", name, sort, at)

    def _write(self, me: str, at: At, op: ops.SetCell | ops.AddToCell) -> None:
        lowers = isinstance(op, ops.AddToCell) and op.sign < 0
        if op.family == AMOUNT:
            for r in resources_of(self.rules, op.indices[1]):
                name = f"resource:{self.ruleset.resources[r].id}"
                self._add(me, name, "pays" if lowers else "gives", at)
            return
        name = _family(self.ruleset, op.family)
        sort = "unlocks" if name in self.guarded else "pays" if lowers else "gives"
        self._add(me, name, sort, at)

    def _offers(self) -> None:
        """Additional actions are offered wherever a turn is."""
        for number in self.rules.numbers:
            for position, op in enumerate(self.rules.codes[number]):
                if isinstance(op, ops.SetTurn) and isinstance(op.player, ir.Me):
                    for action in self.rules.any_time:
                        at = At(number, position)
                        self._add(self.rules.owners[number], f"action:{action.id}", "may_do", at)

    def _formulas(self) -> None:
        """What formulas look at: they have no operations."""
        ruleset = self.ruleset
        for formula in ruleset.formulas.values():
            self._looks(f"formula:{formula.id}", formula.value.expr)
        for tie in ruleset.flow.ties:
            self._looks("flow.round", tie.expr)
        name = f"resource:{ruleset.resources[ruleset.flow.score].id}"
        for score in ruleset.scores:
            self._looks(f"score:{score.id}", score.amount.expr)
            self._add(f"score:{score.id}", name, "gives", NOWHERE)
        for item in self.rules.items.values():
            for _, type_, value in self.rules.fields(item):
                if isinstance(value, ir.Formal):
                    self._looks(f"item:{item.id}", value.expr)
                elif type_.base == "item" and value in self.rules.items:
                    self._add(f"item:{item.id}", f"item:{value}", "reads", NOWHERE)

    def _looks(self, source: str, expr: ir.Expr) -> None:
        for target in _read(self.ruleset, expr):
            self._add(source, target, "reads", NOWHERE)


def resources_of(rules: Rules, expr: ir.Expr) -> tuple[int, ...]:
    """Return the resources an expression can stand for."""
    match expr:
        case ir.Const() if 0 <= expr.value < len(rules.ruleset.resources):
            return (expr.value,)
        case ir.Field():
            kinds = (rules.ruleset.kinds[k].items for k in expr.kinds)
            held = {i.values.get(expr.name) for items in kinds for i in items}
            return tuple(sorted(v for v in held if isinstance(v, int)))
        case ir.SetOf():
            return tuple(r for e in expr.items for r in resources_of(rules, e))
        case _:
            return tuple(i for i, r in enumerate(rules.ruleset.resources) if not r.one_of)


def costs_of(rules: Rules, item: str, field: str) -> dict[int, int]:
    """Return what a cost field of an item asks for, by resource."""
    value = rules.items[item].values.get(field, ())
    assert isinstance(value, tuple), "a cost is a tuple of pairs"
    pairs = [v for v in value if isinstance(v, tuple) and len(v) == 2]
    return {r: n for r, n in pairs if isinstance(r, int) and isinstance(n, int)}


def _nodes(ruleset: Ruleset) -> Iterator[Node]:
    for part in ("setup", "round", "finish"):
        if getattr(ruleset.flow, part) is not None:
            yield Node(f"flow.{part}", "flow", part)
    plain = (
        ("action", ruleset.actions), ("event", ruleset.triggers), ("zone", ruleset.zones),
        ("option", ruleset.options), ("formula", ruleset.formulas),
    )  # fmt: skip
    for sort, table in plain:
        yield from (Node(f"{sort}:{id_}", sort, id_) for id_ in table)
    for triggers in ruleset.triggers.values():
        yield from (Node(f"trigger:{t.id}", "trigger", t.id) for t in triggers)
    yield from (Node(f"resource:{r.id}", "resource", r.id) for r in ruleset.resources)
    yield from (Node(f"score:{s.id}", "score", s.id) for s in ruleset.scores)
    for id_, counter in ruleset.counters.items():
        sort = "counter" if counter.track is None else "track"
        yield Node(f"{sort}:{id_}", sort, id_)
    for kind in ruleset.kinds.values():
        for state in kind.states:
            yield Node(f"counter:{kind.id}.{state}", "counter", f"{kind.id}.{state}")
        yield from (Node(f"item:{i.id}", "item", i.id, kind.id) for i in kind.items)


def _family(ruleset: Ruleset, family: str) -> str:
    counter = ruleset.counters.get(family)
    return f"{'track' if counter is not None and counter.track else 'counter'}:{family}"


def _is_guard(op: ops.Op) -> bool:
    return isinstance(op, ops.JumpUnless | ops.Require | ops.AskItem | ops.AskBranch)


def _guarded(rules: Rules) -> frozenset[str]:
    """Return the counters some condition looks at."""
    return frozenset(
        target
        for number in rules.numbers
        for op in rules.codes[number]
        if _is_guard(op)
        for target in _read(rules.ruleset, op)
    )


def _read(ruleset: Ruleset, holder: ops.Op | ir.Expr) -> Iterator[str]:
    """Yield the nodes an operation or expression looks at."""
    skipped = (
        {id(r) for _, r in holder.bundle.amounts}
        if isinstance(holder, ops.Gain | ops.Pay | ops.Lose)
        else set()
    )
    for expr in walk(holder):
        if id(expr) not in skipped:
            yield from looked_at(ruleset, expr)


def looked_at(ruleset: Ruleset, expr: ir.Expr) -> Iterator[str]:
    """Yield the node one expression looks at itself, if any."""
    match expr:
        case ir.Cell():
            yield _family(ruleset, expr.family)
        case ir.Amount(resource=ir.Const(value=value)):
            yield f"resource:{ruleset.resources[value].id}"
        case ir.Zone():
            yield f"zone:{expr.family}"
        case ir.OptionValue():
            yield f"option:{expr.option}"
        case ir.Item():
            yield f"item:{expr.item}"
        case ir.Named():
            yield f"formula:{expr.formula}"
        case _:
            pass
