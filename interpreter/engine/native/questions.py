"""Questions as C: for each one a function that lists the answers, and what an answer does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.engine.asks import limited_resources
from interpreter.engine.compiled.scope import Scope
from interpreter.engine.frame import SLOT
from interpreter.engine.native.build import NotBuilt
from interpreter.engine.native.expressions import Expressions
from interpreter.engine.native.sets import members
from interpreter.engine.native.text import Text
from interpreter.lang import ir, ops

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from interpreter.engine.asks import Ask
    from interpreter.engine.native.source import Source


MOST_WAYS = 40
"""A question's branches are bits of a number."""


def answers(source: Source, name: str, ask: Ask, set_slots: frozenset[int]) -> list[str]:
    """Return the function that offers the answers of a question and returns how many there are."""
    lines = Text()
    x = Expressions(source, lines, set_slots, "return -1;")
    with lines.block(f"static int {name}(State *g, num *f, int first)"):
        lines.add("num *c = g->c; int before = option_count;")
        lines.add("arena_used = failed = 0; (void)c;")
        if isinstance(ask.op, ops.Pay | ops.Gain):
            _ways(x, ask.op)
        else:
            _ANSWERS[type(ask.op)](x, ask.op, Scope())
        lines.add("return option_count - before;")
    return lines.text


def descriptor(ask: Ask, name: str, position: int, freed: int, *, writes: bool) -> str:
    """Return what the machine knows of a question, as C."""
    op = ask.op
    ways = getattr(op, "ways", ())
    if len(ways) > MOST_WAYS:
        raise NotBuilt(f"a question has more than {MOST_WAYS} branches")
    passive = sum(1 << a for a in ask.passive if isinstance(a, int))
    slot = getattr(op, "done", getattr(op, "slot", 0)) + SLOT
    places = ", ".join(str(way.to) for way in ways)
    return (
        f"{{{name}, (const int[]){{{places or 0}}}, {passive}, {freed}LL, {slot}, "
        f"{getattr(op, 'exit', 0)}, {position + 1}, {_KINDS[type(op)]}, "
        f"{int(ask.settles_alone)}, {int(writes)}}}"
    )


_KINDS: Mapping[type, str] = {
    ops.AskMay: "MAY", ops.AskItem: "PLACE", ops.AskNumber: "PLACE", ops.AskBranch: "BRANCH",
    ops.AskOrder: "ORDER", ops.Pay: "PAY", ops.Gain: "TAKE",
}  # fmt: skip


def _offer(x: Expressions, answer: str) -> None:
    x.lines.add("if (first) return 1;")
    x.lines.add(f"offer({answer});")


def _may(x: Expressions, op: ops.AskMay, s: Scope) -> None:
    _offer(x, "1")
    _offer(x, "DECLINE")


def _chosen(x: Expressions, op: ops.AskItem | ops.AskNumber, s: Scope) -> None:
    items = op.items if isinstance(op, ops.AskItem) else ir.Range(op.low, op.high)
    with members(x, items, op.slot, s, op.where) as within:
        _offer(x, within.slots[op.slot])
    if op.decline is not None:
        _offer(x, "DECLINE")


def _branch(x: Expressions, op: ops.AskBranch, s: Scope) -> None:
    for i, way in enumerate(op.ways):
        with x.lines.block(""):
            when = "1" if way.when is None else x.value(way.when, s.inner())
            with x.lines.block(f"if ({when})"):
                _offer(x, str(i))
    if op.decline is not None:
        _offer(x, "DECLINE")


def _order(x: Expressions, op: ops.AskOrder, s: Scope) -> None:
    done = f"f[{SLOT + op.done}]"
    x.lines.add("int any = 0;")
    for i, way in enumerate(op.ways):
        with x.lines.block(f"if (!({done} >> {i} & 1))"):
            when = "1" if way.when is None else x.value(way.when, s.inner())
            with x.lines.block(f"if ({when})"):
                x.lines.add("any = 1;")
                _offer(x, str(i))
    if op.decline is not None:
        _offer(x, "DECLINE")
        return
    with x.lines.block(f"if (!any || {done} == {(1 << len(op.ways)) - 1})"):
        _offer(x, "DECLINE")


_ANSWERS: Mapping[type, Callable[..., None]] = {
    ops.AskMay: _may, ops.AskItem: _chosen, ops.AskNumber: _chosen, ops.AskBranch: _branch,
    ops.AskOrder: _order,
}  # fmt: skip


def _ways(x: Expressions, op: ops.Pay | ops.Gain) -> None:
    """Add the ways to pay, or to take."""
    s = Scope()
    pays = isinstance(op, ops.Pay)
    if pays:
        x.acting(s)
    x.lines.add("num cost[RESOURCES] = {0};")
    add_amounts(x, op.bundle, s, "cost")
    if pays:
        have = f"c + AMOUNTS + {s.me} * RESOURCES"
        x.lines.add(f"ways_found = ways_to(cost, {have}, PAYERS, 0);")
    else:
        x.lines.add("ways_found = ways_to(cost, NULL, MEMBERS, 1);")
    limited = not pays and bool(limited_resources(x.layout))
    with x.lines.block("for (int i = 0; i < ways_found.count; i++)"):
        if limited:
            # With a limited supply only what is there can be taken.
            x.lines.add("if (ways_found.count > 1 && !is_left(g, ways_found, i)) continue;")
        _offer(x, "i")
    if limited:
        x.lines.add("if (option_count == before && ways_found.count) offer(0);")


def add_amounts(x: Expressions, bundle: ops.Bundle, s: Scope, found: str) -> None:
    """Add lines that sum up a bundle by resource."""
    kept = [(x.kept(n, s), x.kept(r, s)) for n, r in bundle.amounts]
    for n, r in kept:
        if not r.isdigit():
            x.lines.add(f"if ({r} < 0 || {r} >= RESOURCES) give_up();")
        if n.isdigit():
            x.lines.add(f"{found}[{r}] += {n};")
        else:
            x.lines.add(f"if ({n} > 0) {found}[{r}] += {n};")
    for cost in bundle.costs:
        row = f"COST[{x.kept(cost, s)}]"
        x.lines.add(f"for (int r = 0; r < RESOURCES; r++) {found}[r] += {row}[r];")
