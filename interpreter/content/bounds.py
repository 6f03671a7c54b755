"""What numbers and sizes of sets can be at all, as far as declarations alone decide it.

Counters, tracks and resources have limits, kinds have so many components, fields so many values.
What is not known is anything from minus to plus infinity: only what is certain is told.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf
from typing import TYPE_CHECKING

from interpreter.lang import ir

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from interpreter.content.ruleset import Ruleset, Value

Bounds = tuple[float, float]
ANY: Bounds = (-inf, inf)
TRUTH: Bounds = (0, 1)
_DEEPEST = 20


def join(bounds: Iterable[Bounds]) -> Bounds:
    """Return the bounds of a value that is one of several; of nothing, `ANY`."""
    found = tuple(bounds)
    return (min(b[0] for b in found), max(b[1] for b in found)) if found else ANY


@dataclass
class Limits:
    """Bounds of the expressions of one ruleset."""

    ruleset: Ruleset
    depth: int = 0
    _slots: Mapping[int, Bounds] = field(default_factory=dict)
    _components: dict[str, Bounds] = field(default_factory=dict)

    def of(self, expr: ir.Expr, slots: Mapping[int, Bounds]) -> Bounds:
        """Return the bounds of a number or truth value; `slots` are those of local names."""
        self._slots = slots
        return self._of(expr)

    def members(self, expr: ir.Expr, slots: Mapping[int, Bounds]) -> Bounds:
        """Return how many a set can hold."""
        self._slots = slots
        return self._size(expr)

    def components(self, kind: str) -> Bounds:
        """Return how many components of a kind a game can have."""
        if kind not in self._components:
            self._components[kind] = self._counted_components(kind)
        return self._components[kind]

    def _counted_components(self, kind: str) -> Bounds:
        definition = self.ruleset.kinds.get(kind)
        if definition is None:
            return 0, inf
        copies = sum(i.copies for i in definition.items)
        if not definition.owned:
            return copies, copies
        pack = self.ruleset.pack
        return copies * pack.least_players, copies * (pack.most_players + len(self.ruleset.seats))

    # --- numbers

    def _of(self, e: ir.Expr) -> Bounds:
        if self.depth > _DEEPEST:
            return ANY
        self.depth += 1
        try:
            return self._simple(e) or self._combined(e) or self._counted(e) or ANY
        finally:
            self.depth -= 1

    def _simple(self, e: ir.Expr) -> Bounds | None:
        match e:
            case ir.Const():
                return e.value, e.value
            case ir.OptionValue():
                option = self.ruleset.options[e.option]
                return option.least, option.most
            case ir.Local():
                return self._slots.get(e.slot, ANY)
            case ir.System(name="player_count"):
                return self.ruleset.pack.least_players, self.ruleset.pack.most_players
            case ir.System(name="round"):
                return 0, inf
            case ir.Cell():
                return self._cell(e.family)
            case ir.Amount():
                return self._amount(e.resource)
            case ir.Copy():
                return 1, inf
            case _:
                return None

    def _cell(self, family: str) -> Bounds:
        counter = self.ruleset.counters.get(family)
        if counter is None:
            kind, _, state = family.partition(".")
            holds = self.ruleset.kinds[kind].states.get(state) if state else None
            return TRUTH if holds is not None and holds.base == "truth" else ANY
        if counter.holds.base == "truth":
            return TRUTH
        if counter.holds.base != "number":
            return ANY
        least, most = counter.least, counter.most
        return -inf if least is None else least, inf if most is None else most

    def _amount(self, resource: ir.Expr) -> Bounds:
        if not isinstance(resource, ir.Const) or resource.value < 0:
            return ANY
        r = self.ruleset.resources[resource.value]
        if r.one_of:
            return ANY
        return -inf if r.least is None else r.least, inf if r.most is None else r.most

    def _combined(self, e: ir.Expr) -> Bounds | None:
        match e:
            case ir.Arithmetic():
                return _arithmetic(e.operator, self._of(e.left), self._of(e.right))
            case ir.Compare():
                return _compared(e.operator, self._of(e.left), self._of(e.right))
            case ir.Not():
                low, high = self._of(e.operand)
                return 1 - min(high, 1), 1 - max(low, 0)
            case ir.Either():
                return join((self._of(e.yes), self._of(e.no)))
            case ir.Field():
                return self._field(e.name, e.kinds, listed=e.index is not None)
            case ir.Formula():
                return join(self._of_formal(f) for f in self._values(e.name, e.kinds))
            case ir.Named():
                return self._of_formal(self.ruleset.formulas[e.formula].value)
            case ir.Before():
                return self._of(e.value)
            case _:
                return None

    def _of_formal(self, value: object) -> Bounds:
        if not isinstance(value, ir.Formal):
            return ANY
        outer, self._slots = self._slots, {}
        try:
            return self._of(value.expr)
        finally:
            self._slots = outer

    def _field(self, name: str, kinds: Iterable[str], *, listed: bool) -> Bounds:
        base = self._field_base(name, kinds)
        if base not in ("number", "truth"):
            return ANY
        values = self._values(name, kinds)
        numbers = [n for v in values for n in (v if isinstance(v, tuple) and listed else (v,))]
        return join((n, n) for n in numbers if isinstance(n, int))

    def _field_base(self, name: str, kinds: Iterable[str]) -> str:
        for kind in kinds:
            declared = self.ruleset.kinds[kind].fields[name]
            return declared.member.base if declared.member is not None else declared.base
        return ""

    def _values(self, name: str, kinds: Iterable[str]) -> list[Value]:
        items = (i for kind in kinds for i in self.ruleset.kinds[kind].items)
        return [i.values[name] for i in items if name in i.values]

    def _counted(self, e: ir.Expr) -> Bounds | None:
        match e:
            case ir.Count():
                return self._size(e.items)
            case ir.Query():
                return self._query(e)
            case ir.Position():
                return -1, self._size(e.items)[1] - 1
            case ir.CostSize():
                return 0, inf
            case ir.Within():
                return (0, 0) if self._size(e.items)[1] <= 0 else TRUTH
            case ir.KindIs():
                return TRUTH
            case _:
                return None

    def _query(self, e: ir.Query) -> Bounds | None:
        size = self._size(e.items)
        if e.where is not None:
            size = 0, size[1] if self._of(e.where)[1] > 0 else 0
        match e.function:
            case "count":
                return size
            case "exists" | "every":
                certain = 0 if e.function == "exists" else 1
                return (certain, certain) if size[1] <= 0 else TRUTH
            case "sum" | "max" | "min" if e.value is not None:
                low, high = self._of(e.value)
                if e.function == "sum":
                    return _times((low, high), size)
                return (low, high) if size[0] > 0 else (min(low, 0), max(high, 0))
            case _:
                return None

    # --- sets

    def _size(self, e: ir.Expr) -> Bounds:
        match e:
            case ir.Components():
                return _summed(self.components(kind) for kind in e.kinds)
            case ir.Zone():
                return self._zone(e.family)
            case ir.Players():
                pack = self.ruleset.pack
                return pack.least_players - e.others, pack.most_players - e.others
            case ir.SetOf():
                return min(1, len(e.items)), len(e.items)
            case ir.Reverse():
                return self._size(e.items)
            case ir.Join():
                sizes = [self._size(s) for s in e.sets]
                return max((s[0] for s in sizes), default=0), sum(s[1] for s in sizes)
            case ir.Range():
                low, high = self._of(e.low), self._of(e.high)
                return max(0, high[0] - low[1] + 1), max(0, high[1] - low[0] + 1)
            case ir.Query():
                return self._filtered(e)
            case _:
                return 0, inf

    def _filtered(self, e: ir.Query) -> Bounds:
        low, high = self._size(e.items)
        if e.where is not None:
            return 0, high
        return (low if e.function == "ranked" else min(low, 1)), high

    def _zone(self, family: str) -> Bounds:
        zone = self.ruleset.zones[family]
        _, most = _summed(self.components(kind) for kind in zone.holds)
        return 0, most if zone.capacity is None else min(most, zone.capacity)


def _summed(bounds: Iterable[Bounds]) -> Bounds:
    found = tuple(bounds)
    return sum(b[0] for b in found), sum(b[1] for b in found)


def _product(a: float, b: float) -> float:
    return 0 if 0 in (a, b) else a * b  # infinity times nothing is nothing here


def _times(one: Bounds, other: Bounds) -> Bounds:
    found = [_product(a, b) for a in one for b in other]
    return min(found), max(found)


def _arithmetic(operator: str, one: Bounds, other: Bounds) -> Bounds:
    match operator:
        case "+":
            return one[0] + other[0], one[1] + other[1]
        case "-":
            return one[0] - other[1], one[1] - other[0]
        case "*":
            return _times(one, other)
        case "min":
            return min(one[0], other[0]), min(one[1], other[1])
        case "max":
            return max(one[0], other[0]), max(one[1], other[1])
        case "mod" if other[0] == other[1] and 0 < other[0] < inf:
            return 0, other[0] - 1
        case _:
            return ANY


def _compared(operator: str, one: Bounds, other: Bounds) -> Bounds:
    (a, b), (c, d) = one, other
    match operator:
        case "and":
            return min(a, c), min(b, d)
        case "or":
            return max(a, c), max(b, d)
        case "is" | "is not":
            never, always = b < c or d < a, a == b == c == d
            same = (int(always), int(not never))
            return same if operator == "is" else (1 - same[1], 1 - same[0])
        case "<":
            return int(b < c), int(a < d)
        case "<=":
            return int(b <= c), int(a <= d)
        case ">":
            return int(a > d), int(b > c)
        case _:
            return int(a >= d), int(b >= c)
