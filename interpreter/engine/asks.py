"""Questions: which answers an operation that asks allows, and what an answer does.

An answer is an int (an item, a number, a branch), a payment vector, or `DECLINE`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from interpreter.engine.frame import SLOT, Cells, Frame, Read, acting
from interpreter.engine.payments import Payments, Vector
from interpreter.lang import ops
from interpreter.lang.ops import AMOUNT

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from interpreter.engine.layout import Layout
    from interpreter.engine.link import Linker
    from interpreter.engine.writing import Writer

DECLINE = None
Answer = int | Vector | None


@dataclass(frozen=True, slots=True)
class Ask:
    """A linked question: `answers` lists what is allowed, `take` carries an answer out."""

    op: ops.Op
    answers: Callable[[Cells, Frame], list[Answer]]
    take: Callable[[Writer, Cells, Frame, Answer], None]
    decline: str | None = None
    """`skip` or `stop` where the question may be declined."""
    settles_alone: bool = False
    """A lone answer is no decision, whatever else the player could do meanwhile."""
    labels: Mapping[int, Read] = field(default_factory=dict)
    """Branches whose label is an item."""
    shows_items: bool = False
    """Whether the answers are components."""
    passive: frozenset[Answer] = frozenset({DECLINE})
    """Answers that give something up: the shortest ways on."""


def link_may(_: Linker, op: ops.AskMay) -> Ask:
    """Yes or skip."""

    def take(_: Writer, c: Cells, f: Frame, answer: Answer) -> None:
        f[1] = f[1] + 1 if answer is not DECLINE else op.exit

    return Ask(op, lambda c, f: [1, DECLINE], take, "skip")


def link_item(link: Linker, op: ops.AskItem) -> Ask:
    """One of a set."""
    items, slot = link.expr(op.items), SLOT + op.slot
    where = None if op.where is None else link.expr(op.where)

    def answers(c: Cells, f: Frame) -> list[Answer]:
        found: list[Answer] = []
        f = f[:]  # looking at the answers leaves nothing behind in the frame
        for item in items(c, f):
            f[slot] = item
            if where is None or where(c, f):
                found.append(item)
        if op.decline is not None:
            found.append(DECLINE)
        return found

    return Ask(
        op, answers, _taker(slot, op.exit), op.decline,
        settles_alone=op.decline is None, shows_items=op.sort == "item",
    )  # fmt: skip


def link_number(link: Linker, op: ops.AskNumber) -> Ask:
    """A number."""
    low, high, slot = link.expr(op.low), link.expr(op.high), SLOT + op.slot
    where = None if op.where is None else link.expr(op.where)

    def answers(c: Cells, f: Frame) -> list[Answer]:
        found: list[Answer] = []
        f = f[:]
        for number in range(low(c, f), high(c, f) + 1):
            f[slot] = number
            if where is None or where(c, f):
                found.append(number)
        if op.decline is not None:
            found.append(DECLINE)
        return found

    return Ask(op, answers, _taker(slot, op.exit), op.decline, settles_alone=op.decline is None)


def _taker(slot: int, exit_: int) -> Callable[[Writer, Cells, Frame, Answer], None]:
    def take(_: Writer, c: Cells, f: Frame, answer: Answer) -> None:
        if answer is DECLINE:
            f[1] = exit_
        else:
            f[slot] = answer
            f[1] += 1

    return take


def link_branch(link: Linker, op: ops.AskBranch) -> Ask:
    """One of named branches."""
    whens = [None if way.when is None else link.expr(way.when) for way in op.ways]

    def answers(c: Cells, f: Frame) -> list[Answer]:
        found: list[Answer] = [i for i, w in enumerate(whens) if w is None or w(c, f)]
        if op.decline is not None:
            found.append(DECLINE)
        return found

    def take(_: Writer, c: Cells, f: Frame, answer: Answer) -> None:
        f[1] = op.exit if answer is DECLINE else op.ways[answer].to  # type: ignore[index]  # a branch

    return Ask(
        op, answers, take, op.decline,
        labels=_labels(link, op.ways), passive=_passive(op.ways),
    )  # fmt: skip


def link_order(link: Linker, op: ops.AskOrder) -> Ask:
    """Which of the remaining branches comes next."""
    whens = [None if way.when is None else link.expr(way.when) for way in op.ways]
    slot, everything = SLOT + op.done, (1 << len(op.ways)) - 1

    def answers(c: Cells, f: Frame) -> list[Answer]:
        done = f[slot]
        found: list[Answer] = [
            i for i, w in enumerate(whens) if not done >> i & 1 and (w is None or w(c, f))
        ]
        if op.decline is not None or not found or done == everything:
            found.append(DECLINE)
        return found

    def take(_: Writer, c: Cells, f: Frame, answer: Answer) -> None:
        if answer is DECLINE:
            f[1] = op.exit
        else:
            f[slot] |= 1 << answer  # type: ignore[operator]  # a branch
            f[1] = op.ways[answer].to  # type: ignore[index]  # a branch

    return Ask(
        op, answers, take, op.decline or "stop",
        settles_alone=op.decline is None,
        labels=_labels(link, op.ways), passive=_passive(op.ways),
    )  # fmt: skip


def _passive(ways: tuple[ops.Way, ...]) -> frozenset[Answer]:
    return frozenset((DECLINE, *(i for i, way in enumerate(ways) if way.declines)))


def _labels(link: Linker, ways: tuple[ops.Way, ...]) -> Mapping[int, Read]:
    return {i: link.expr(w.label) for i, w in enumerate(ways) if not isinstance(w.label, str)}


class Bundles:
    """Links amounts of resources: what a bundle comes to, as a vector without zeros."""

    def __init__(self, link: Linker) -> None:
        self._link = link

    def vector(self, bundle: ops.Bundle) -> Callable[[Cells, Frame], Vector]:
        """Return a closure for the whole bundle."""
        amounts = [(self._link.expr(n), self._link.expr(r)) for n, r in bundle.amounts]
        costs, table = [self._link.expr(c) for c in bundle.costs], self._link.costs

        def value(c: Cells, f: Frame) -> Vector:
            total: dict[int, int] = {}
            for number, resource in amounts:
                n, r = number(c, f), resource(c, f)
                if n > 0:
                    total[r] = total.get(r, 0) + n
            for cost in costs:
                for r, n in table[cost(c, f)]:
                    total[r] = total.get(r, 0) + n
            return tuple(sorted(total.items()))

        return value


def link_pay(link: Linker, op: ops.Pay, payments: Payments) -> Ask:
    """How to pay."""
    vector, layout = Bundles(link).vector(op.bundle), link.layout
    base, count = layout.blocks[AMOUNT].base, len(layout.ruleset.resources)

    def answers(c: Cells, f: Frame) -> list[Answer]:
        at = base + acting(f) * count
        return list(payments.ways(vector(c, f), c[at : at + count]))

    def take(writer: Writer, c: Cells, f: Frame, answer: Answer) -> None:
        for resource, n in answer:  # type: ignore[union-attr]  # a payment
            writer.pay(c, acting(f), resource, n)
        f[1] += 1

    return Ask(op, answers, take, settles_alone=True)


def link_gain(link: Linker, op: ops.Gain, payments: Payments) -> Ask:
    """What to take where the resource is abstract."""
    vector, layout = Bundles(link).vector(op.bundle), link.layout
    limited = limited_resources(layout)

    def answers(c: Cells, f: Frame) -> list[Answer]:
        ways = payments.gains(vector(c, f))
        if limited and len(ways) > 1:
            # With a limited supply only what is there can be taken; what is short is lost.
            ways = tuple(w for w in ways if all(n <= left(c, r) for r, n in w)) or ways[:1]
        return list(ways)

    def left(c: Cells, resource: int) -> int:
        limit = limited.get(resource)
        return 10**9 if limit is None else limit - held(layout, c, resource)

    def take(writer: Writer, c: Cells, f: Frame, answer: Answer) -> None:
        for resource, n in answer:  # type: ignore[union-attr]  # amounts
            writer.gain(c, acting(f), resource, min(n, left(c, resource)))
        f[1] += 1

    return Ask(op, answers, take, settles_alone=True)


def limited_resources(layout: Layout) -> dict[int, int]:
    """Return the resources whose supply is limited, with how many there are in all."""
    return {
        i: r.supply
        for i, r in enumerate(layout.ruleset.resources)
        if r.supply is not None and (r.supply_option is None or layout.options[r.supply_option])
    }


def held(layout: Layout, cells: Cells, resource: int) -> int:
    """Return how much of a resource all players hold together."""
    return sum(cells[layout.cell(AMOUNT, p, resource)] for p in range(layout.players))


ASKS: Mapping[type, Callable[[Linker, Any], Ask]] = {
    ops.AskMay: link_may,
    ops.AskItem: link_item,
    ops.AskNumber: link_number,
    ops.AskBranch: link_branch,
    ops.AskOrder: link_order,
}
"""Questions that need nothing but the linker; `Pay` and `Gain` also need the payments."""
