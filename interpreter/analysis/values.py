"""What values expressions can have at all: bounds, never exact states.

Bounds only ever grow while the fixpoint of `reach` runs; what they exclude can never happen.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf
from typing import TYPE_CHECKING

from interpreter.analysis.bounds import ANY, NONE, TRUTH, Bounds, Scope, arithmetic, join
from interpreter.lang import ir, ops

if TYPE_CHECKING:
    from collections.abc import Iterable

    from interpreter.analysis.rules import Rules


@dataclass
class Values:
    """Bounds of all expressions under what is known to happen so far."""

    rules: Rules
    cells: dict[str, Bounds] = field(default_factory=dict)
    amounts: dict[int, Bounds] = field(default_factory=dict)
    lies: dict[str, frozenset[str]] = field(default_factory=dict)
    """The items that can lie in each zone."""
    depth: int = 0
    known: dict[tuple[str, ...], tuple[str, ...]] = field(default_factory=dict)
    """The items of kinds, once asked for."""

    # --- numbers and truth values

    def of(self, e: ir.Expr | None, scope: Scope) -> Bounds:
        """Return the bounds of a number or truth value; `ANY` for anything else."""
        if e is None or self.depth > 24:
            return ANY
        self.depth += 1
        try:
            return self._of(e, scope)
        finally:
            self.depth -= 1

    def _of(self, e: ir.Expr, s: Scope) -> Bounds:
        match e:
            case ir.Const():
                return e.value, e.value
            case ir.OptionValue():
                option = self.rules.ruleset.options[e.option]
                return option.least, option.most
            case ir.Local():
                return self._local(e, s)
            case ir.Cell():
                return self.cells.get(e.family, ANY)
            case ir.Amount():
                return self._amount(e)
            case ir.System():
                return self._system(e.name)
            case ir.Field() | ir.Formula():
                return self._field(e, s)
            case ir.Count():
                return self.size(e.items, s)
            case ir.Named():
                return self.of(self._value(e), self._given(e, s))
            case _:
                return self._compound(e, s)

    def _compound(self, e: ir.Expr, s: Scope) -> Bounds:
        match e:
            case ir.Arithmetic():
                return arithmetic(e.operator, self.of(e.left, s), self.of(e.right, s))
            case ir.Compare() | ir.Not() | ir.Within() | ir.KindIs():
                return self._truth(e, s)
            case ir.Either():
                low, high = self.of(e.condition, s)
                ways = [e.yes] if low >= 1 else [e.no] if high <= 0 else [e.yes, e.no]
                return join(*(self.of(w, s) for w in ways))
            case ir.Query():
                return self._query(e, s)
            case ir.Pick():
                return NONE if self.size(e.items, s)[1] <= 0 else ANY
            case ir.Position():
                return -1, max(-1, self.size(e.items, s)[1] - 1)
            case ir.CostSize() | ir.Copy():
                return 0, inf
            case _:
                return ANY

    def _system(self, name: str) -> Bounds:
        pack = self.rules.ruleset.pack
        if name == "player_count":
            return pack.least_players, pack.most_players
        return (1, inf) if name == "round" else ANY

    def _value(self, e: ir.Named) -> ir.Expr:
        return self.rules.ruleset.formulas[e.formula].value.expr

    def _given(self, e: ir.Named, s: Scope) -> Scope:
        """Return what a named formula knows: its parameters."""
        inner = Scope()
        for slot, argument in enumerate(e.arguments):
            items = self.items(argument, s)
            if items is None:
                inner.slots[slot] = self.of(argument, s)
            else:
                inner.items[slot] = items
        return inner

    def _local(self, e: ir.Local, s: Scope) -> Bounds:
        if e.slot in s.slots:
            return s.slots[e.slot]
        if s.program < 0:
            return ANY
        found = []
        for op in self.rules.codes[s.program]:
            match op:
                case ops.SetLocal(slot=slot, value=value) if slot == e.slot:
                    found.append(self.of(value, s))
                case ops.AskNumber(slot=slot) | ops.RollNumber(slot=slot) if slot == e.slot:
                    found.append((self.of(op.low, s)[0], self.of(op.high, s)[1]))
                case ops.AskOrder(done=slot) | ops.NextRound(counter=slot) if slot == e.slot:
                    found.append(ANY)
                case _:
                    pass
        return join(*found) if found else ANY

    def _amount(self, e: ir.Amount) -> Bounds:
        if isinstance(e.resource, ir.Const):
            return self.amounts.get(e.resource.value, ANY)
        return join(*self.amounts.values())

    def _field(self, e: ir.Field | ir.Formula, s: Scope) -> Bounds:
        found: list[Bounds] = []
        items = self.items(e.component, s)
        for id_ in self._all(e.kinds) if items is None else sorted(items):
            value = self.rules.items[id_].values.get(e.name)
            for v in value if isinstance(value, tuple) else (value,):
                if isinstance(v, ir.Formal):
                    found.append(self.of(v.expr, Scope(items={0: frozenset({id_})})))
                elif isinstance(v, int):
                    found.append((v, v))
                else:
                    return ANY
        return join(*found) if found else ANY

    def _truth(self, e: ir.Expr, s: Scope) -> Bounds:
        match e:
            case ir.Not():
                low, high = self.of(e.operand, s)
                return float(high <= 0), float(low <= 0)
            case ir.Within():
                return (0, 0) if self.size(e.items, s)[1] <= 0 else TRUTH
            case ir.Compare():
                return self._compare(e, s)
            case _:
                return TRUTH

    def _compare(self, e: ir.Compare, s: Scope) -> Bounds:
        if e.operator in ("is", "is not"):
            same = self._same(e, s)
            return same if e.operator == "is" else (1 - same[1], 1 - same[0])
        (a, b), (c, d) = self.of(e.left, s), self.of(e.right, s)
        match e.operator:
            case "and":
                return float(a >= 1 and c >= 1), float(b > 0 and d > 0)
            case "or":
                return float(a >= 1 or c >= 1), float(b > 0 or d > 0)
            case "<":
                return float(b < c), float(a < d)
            case "<=":
                return float(b <= c), float(a <= d)
            case ">":
                return float(a > d), float(b > c)
            case _:
                return float(a >= d), float(b >= c)

    def _same(self, e: ir.Compare, s: Scope) -> Bounds:
        one, other = self.items(e.left, s), self.items(e.right, s)
        if one is not None and other is not None:
            return 0, float(bool(one & other))
        (a, b), (c, d) = self.of(e.left, s), self.of(e.right, s)
        return float(a == b == c == d and abs(a) < inf), float(a <= d and c <= b)

    def _query(self, e: ir.Query, s: Scope) -> Bounds:
        _, most = self.size(e.items, s)
        inner = self._member(e, s)
        if e.where is not None and self.of(e.where, inner)[1] <= 0:
            most = 0
        match e.function:
            case "count":
                return 0, max(0, most)
            case "exists":
                return 0, float(most > 0)
            case "every":
                return TRUTH
            case "sum":
                low, high = self.of(e.value, inner) if most > 0 else (0, 0)
                return min(0, low * most if low else 0), max(0, high * most if high else 0)
            case "max" | "min":
                return join((0, 0), self.of(e.value, inner)) if most > 0 else (0, 0)
            case _:
                return ANY

    def _member(self, e: ir.Query, s: Scope) -> Scope:
        inner = Scope(s.program, dict(s.slots), dict(s.items))
        inner.items.pop(e.slot, None)
        found = self.items(e.items, s)
        if found is not None:
            inner.items[e.slot] = found
        elif isinstance(e.items, ir.Range):
            inner.slots[e.slot] = self.of(e.items.low, s)[0], self.of(e.items.high, s)[1]
        else:
            inner.slots[e.slot] = ANY
        return inner

    # --- sets and items

    def size(self, e: ir.Expr, s: Scope) -> Bounds:
        """Return how many a set can have."""
        match e:
            case ir.Zone():
                return 0, inf if self.lies.get(e.family) else 0
            case ir.SetOf():
                return len(e.items), len(e.items)
            case ir.Components():
                return (1, inf) if self._all(e.kinds) else (0, 0)
            case ir.Range():
                low, high = self.of(e.low, s)[0], self.of(e.high, s)[1]
                return 0, max(0, high - low + 1)
            case ir.Join():
                sizes = [self.size(x, s) for x in e.sets]
                return max(x[0] for x in sizes), sum(x[1] for x in sizes)
            case ir.Query():
                return 0, self._query_size(e, s)
            case ir.Reverse():
                return self.size(e.items, s)
            case ir.Named():
                return self.size(self._value(e), self._given(e, s))
            case ir.Local() if s.program >= 0:
                sizes = [self.size(x, s) for x in self.rules.origins(s.program, e.slot)]
                return join(*sizes) if sizes else (0, inf)
            case _:
                return 0, inf

    def _query_size(self, e: ir.Query, s: Scope) -> float:
        most = self.size(e.items, s)[1]
        if e.where is not None and self.of(e.where, self._member(e, s))[1] <= 0:
            return 0
        return most

    def items(self, e: ir.Expr, s: Scope) -> frozenset[str] | None:
        """Return the items an expression, or the members of a set, can be; None: unknown."""
        match e:
            case ir.Item():
                return frozenset({e.item})
            case ir.Local():
                return s.items.get(e.slot)
            case ir.Zone():
                return self.lies.get(e.family, frozenset())
            case ir.Components():
                return frozenset(self._all(e.kinds))
            case ir.Field():
                return self._named(e, s)
            case ir.SpaceOf():
                track = self.rules.ruleset.counters[e.track].track
                return frozenset(self._all((track.space_kind or "",))) if track else None
            case _:
                return self._derived(e, s)

    def _derived(self, e: ir.Expr, s: Scope) -> frozenset[str] | None:
        match e:
            case ir.Pick() | ir.Reverse():
                return self.items(e.items, s)
            case ir.Named():
                return self.items(self._value(e), self._given(e, s))
            case ir.Query():
                return self._queried(e, s)
            case ir.Join() | ir.SetOf():
                members = e.sets if isinstance(e, ir.Join) else e.items
                return self._union([self.items(x, s) for x in members])
            case _:
                return None

    def _queried(self, e: ir.Query, s: Scope) -> frozenset[str] | None:
        inner = self._member(e, s)
        if e.function == "each" and e.value is not None:
            return self.items(e.value, inner)
        found = self.items(e.items, s)
        return self.chosen(found, e.slot, e.where, s)

    def chosen(
        self, found: frozenset[str] | None, slot: int, where: ir.Expr | None, s: Scope
    ) -> frozenset[str] | None:
        """Return those of some items for which a condition can hold."""
        if found is None or where is None:
            return found
        kept = set()
        for item in found:
            inner = Scope(s.program, s.slots, {**s.items, slot: frozenset({item})})
            if self.of(where, inner)[1] > 0:
                kept.add(item)
        return frozenset(kept)

    def _named(self, e: ir.Field, s: Scope) -> frozenset[str] | None:
        items = self.items(e.component, s)
        found: set[str] = set()
        for id_ in self._all(e.kinds) if items is None else items:
            value = self.rules.items[id_].values.get(e.name)
            for v in value if isinstance(value, tuple) else (value,):
                if not isinstance(v, str) or v not in self.rules.items:
                    return None
                found.add(v)
        return frozenset(found)

    def _union(self, sets: Iterable[frozenset[str] | None]) -> frozenset[str] | None:
        found: set[str] = set()
        for one in sets:
            if one is None:
                return None
            found |= one
        return frozenset(found)

    def _all(self, kinds: tuple[str, ...]) -> tuple[str, ...]:
        found = self.known.get(kinds)
        if found is None:
            table = self.rules.ruleset.kinds
            found = tuple(i.id for k in kinds if k in table for i in table[k].items)
            self.known[kinds] = found
        return found
