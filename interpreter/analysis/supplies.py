"""Which resources and numbers can be had: what is paid, gained and written."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from interpreter.analysis.facts import Facts, Thing
from interpreter.analysis.graph import costs_of, resources_of
from interpreter.analysis.walk import comes_through
from interpreter.lang import ir, ops
from interpreter.lang.ops import AMOUNT

if TYPE_CHECKING:
    from interpreter.analysis.bounds import Bounds, Scope
    from interpreter.analysis.rules import At
    from interpreter.content.ruleset import CounterDef


class Supplies(Facts):
    """Facts about resources and counters."""

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

    def _paid(self, at: At, slot: int, item: str) -> bool:
        """Whether what this program asks for an item before this operation can be paid."""
        kind = self.rules.items[item].kind if item in self.rules.items else None
        return all(
            self._payable(r, n)
            for cost in self._asked(at, slot)
            if kind in cost.kinds
            for r, n in costs_of(self.rules, item, cost.name).items()
        )

    def _asked(self, at: At, slot: int) -> list[ir.Field]:
        """Return the costs of the item in a slot that are surely paid before an operation."""
        if (at, slot) not in self.asked:
            code = self.rules.codes[at.program]
            self.asked[at, slot] = [
                cost
                for position, op in enumerate(code[: at.position])
                if isinstance(op, ops.Pay)
                for cost in op.bundle.costs
                if isinstance(cost, ir.Field)
                and cost.component == ir.Local(slot)
                and comes_through(code, position, at.position)
            ]
        return self.asked[at, slot]
