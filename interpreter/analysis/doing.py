"""What stretches of effects do, as a text about them would say it: numbers, resources, actions.

Whatever an effect runs counts with it for numbers and resources; amounts and actions are its own.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from interpreter.analysis.walk import walk
from interpreter.lang import ir, ops
from interpreter.lang.ir import Formal
from interpreter.lang.ops import AMOUNT

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from interpreter.analysis.rules import Rules
    from interpreter.content.ruleset import ItemDef


class Stretch(NamedTuple):
    """Operations of a program, from one position up to another."""

    program: int
    start: int
    stop: int


@dataclass
class Doing:
    """What some effects do: numbers and resources anywhere, amounts and actions of their own."""

    numbers: set[int] = field(default_factory=set)
    touched: set[int] = field(default_factory=set)
    amounts: dict[int, list[int | None]] = field(default_factory=dict)
    parts: list[str] = field(default_factory=list)
    gained: int = 0
    """How much is gained of everything together."""
    further: dict[int, set[int]] = field(default_factory=dict)
    """Amounts of what the effects run."""
    vague: set[int] = field(default_factory=set)
    """Resources of which some amount is worked out in play."""

    def can_be(self, resource: int, number: int) -> bool:
        """Whether a text may name this amount of a resource that is touched."""
        own = [n for n in self.amounts.get(resource, ()) if n is not None]
        further = self.further.get(resource, set())
        if resource in self.vague or not (own or further):
            return True
        # The same amount may come several times: `gain 1 gold; may { gain 1 gold }`.
        return number in {*own, *further, *accumulate(own), *(sum(own) + n for n in further)}

    def note(self, expression: ir.Expr) -> None:
        """Take in the numbers and resources of an expression."""
        match expression:
            case ir.Const():
                self.numbers.add(expression.value)
            case ir.Amount(resource=ir.Const(value=resource)):
                self.touched.add(resource)
            case _:
                pass

    def amount(self, resource: int, number: int | None) -> None:
        """Take in that so much of a resource is gained, paid or lost."""
        self.touched.add(resource)
        self.amounts.setdefault(resource, []).append(number)
        known = [n for n in self.amounts[resource] if n is not None]
        self.numbers |= {*known, sum(known)}
        if number is None:
            self.vague.add(resource)


def doing(rules: Rules, stretches: Iterable[Stretch]) -> Doing:
    """Return what these operations, and whatever they run, do."""
    found = Doing()
    below: set[int] = set()
    for program, start, stop in stretches:
        code = rules.codes[program][start:stop]
        for op in code:
            _own(found, op)
        _repeated(found, code)
        below |= {callee for at, callee in rules.calls[program] if start <= at.position < stop}
    for program in rules.below(tuple(sorted(below))):
        for op in rules.codes[program]:
            _further(found, op)
        _repeated(found, rules.codes[program])
    found.numbers.add(found.gained)
    # `raise; raise` is two of them.
    found.numbers |= {found.parts.count(part) for part in found.parts}
    return found


def _own(found: Doing, op: ops.Op) -> None:
    _below(found, op)
    match op:
        case ops.Gain() | ops.Pay() | ops.Lose():
            for number, resource in op.bundle.amounts:
                if isinstance(resource, ir.Const):
                    fixed = number.value if isinstance(number, ir.Const) else None
                    found.amount(resource.value, fixed)
                    found.gained += fixed or 0 if isinstance(op, ops.Gain) else 0
        case ops.Call():
            found.parts.append(op.action)
        case ops.StepTrack():
            found.parts.append(op.track)
        case _:
            pass


def _below(found: Doing, op: ops.Op) -> None:
    for expression in walk(op):
        found.note(expression)
    if isinstance(op, ops.SetCell | ops.AddToCell) and op.family == AMOUNT:
        written = {r.value for r in op.indices[1:] if isinstance(r, ir.Const)}
        found.touched |= written
        found.vague |= written


def _further(found: Doing, op: ops.Op) -> None:
    _below(found, op)
    if isinstance(op, ops.Gain | ops.Pay | ops.Lose):
        for number, resource in op.bundle.amounts:
            if isinstance(resource, ir.Const):
                found.touched.add(resource.value)
                if isinstance(number, ir.Const):
                    found.further.setdefault(resource.value, set()).add(number.value)
                else:
                    found.vague.add(resource.value)


def _repeated(found: Doing, code: Sequence[ops.Op]) -> None:
    """What is repeated comes to amounts that stand nowhere."""
    if any(isinstance(op, ops.NextRound | ops.NextItem) for op in code):
        for op in code:
            if isinstance(op, ops.Gain | ops.Pay | ops.Lose):
                amounts = op.bundle.amounts
                found.vague |= {r.value for _, r in amounts if isinstance(r, ir.Const)}


def of_item(rules: Rules, item: ItemDef) -> Doing:
    """Return what an item costs, counts and does."""
    stretches = []
    values: list[tuple[str, object]] = [(t.base, v) for _, t, v in rules.fields(item)]
    for base, value in values:
        if base == "effect" and isinstance(value, int):
            stretches.append(Stretch(value, 0, len(rules.codes[value])))
    found = doing(rules, stretches)
    for base, value in values:
        _field(found, base, value)
    return found


def _field(found: Doing, base: str, value: object) -> None:
    if base == "cost" and isinstance(value, tuple):
        for resource, number in value:
            found.amount(resource, number)
    elif base == "number" and isinstance(value, int):
        found.numbers.add(value)
    elif base == "resource" and isinstance(value, int):
        found.touched.add(value)
    elif isinstance(value, Formal):
        for expression in walk(value.expr):
            found.note(expression)
