"""Questions as Python source: for each one a function `ask_N(c, f)` that lists the answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.engine.asks import _limited
from interpreter.engine.compiled.expressions import Expressions, Scope
from interpreter.engine.compiled.lines import Lines
from interpreter.engine.compiled.segments import vector
from interpreter.engine.frame import SLOT
from interpreter.lang import ops
from interpreter.lang.ops import AMOUNT

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from interpreter.engine.compiled.names import Names
    from interpreter.engine.compiled.units import Unit
    from interpreter.engine.table import Table


class Questions:
    """Translates the questions of one unit."""

    def __init__(self, table: Table, names: Names, unit: Unit) -> None:
        self.table, self.names, self.unit = table, names, unit
        self.lines = Lines()
        self.x = Expressions(names, self.lines)

    def source(self) -> str:
        """Return the module with a function for each question."""
        for position, ask in enumerate(self.unit.asks):
            if ask is None:
                continue
            self.lines.position = position
            with self.lines.block(f"def ask_{position}(c, f):"):
                _ANSWERS[type(ask.op)](self, ask.op, Scope())
        return self.lines.source()


def _may(q: Questions, op: ops.AskMay, s: Scope) -> None:
    q.lines.add("return [1, None]")


def _item(q: Questions, op: ops.AskItem, s: Scope) -> None:
    _chosen(q, op, q.x.iterated(op.items, s), s)


def _number(q: Questions, op: ops.AskNumber, s: Scope) -> None:
    low, high = q.x.value(op.low, s), q.x.value(op.high, s)
    _chosen(q, op, f"range({low}, {high} + 1)", s)


def _chosen(q: Questions, op: ops.AskItem | ops.AskNumber, items: str, s: Scope) -> None:
    member, within = f"s{op.slot}", s.inner()
    within.slots[op.slot] = member
    if op.where is None:
        q.lines.add(f"r = [*{items}]")
    else:
        q.lines.add("r = []")
        with q.lines.block(f"for {member} in {items}:"):
            q.lines.add(f"if {q.x.value(op.where, within)}: r.append({member})")
    if op.decline is not None:
        q.lines.add("r.append(None)")
    q.lines.add("return r")


def _branch(q: Questions, op: ops.AskBranch, s: Scope) -> None:
    q.lines.add("r = []")
    for i, way in enumerate(op.ways):
        if way.when is None:
            q.lines.add(f"r.append({i})")
        else:
            q.lines.add(f"if {q.x.value(way.when, s)}: r.append({i})")
    if op.decline is not None:
        q.lines.add("r.append(None)")
    q.lines.add("return r")


def _order(q: Questions, op: ops.AskOrder, s: Scope) -> None:
    q.lines.add(f"done = f[{SLOT + op.done}]; r = []")
    for i, way in enumerate(op.ways):
        with q.lines.block(f"if not done & {1 << i}:"):
            if way.when is None:
                q.lines.add(f"r.append({i})")
            else:
                q.lines.add(f"if {q.x.value(way.when, s.inner())}: r.append({i})")
    always = "True" if op.decline is not None else f"not r or done == {(1 << len(op.ways)) - 1}"
    q.lines.add(f"if {always}: r.append(None)")
    q.lines.add("return r")


def _pay(q: Questions, op: ops.Pay, s: Scope) -> None:
    layout = q.names.layout
    base, count = layout.blocks[AMOUNT].base, len(layout.ruleset.resources)
    me = q.x.acting(s)
    cost = q.x.lines.keep(vector(q.x, op.bundle, s))
    known, payments = q.names.object("ways_", {}), q.names.object("payments_", q.table.payments)
    q.lines.add(f"h = {base} + {me} * {count}; k = ({cost}, *c[h:h + {count}])")
    q.lines.add(f"r = {known}.get(k)")
    with q.lines.block("if r is None:"):
        q.lines.add(f"r = {known}[k] = list({payments}.ways({cost}, c[h:h + {count}]))")
    q.lines.add("return r")


def _gain(q: Questions, op: ops.Gain, s: Scope) -> None:
    """Rare and long enough to be left to the linked question."""
    position = next(i for i, ask in enumerate(q.unit.asks) if ask is not None and ask.op is op)
    ask = q.unit.asks[position]
    assert ask is not None
    if _limited(q.names.layout):
        q.lines.add(f"return {q.names.object('answers_', ask.answers)}(c, f)")
        return
    cost = vector(q.x, op.bundle, s)
    payments = q.names.object("payments_", q.table.payments)
    q.lines.add(f"return list({payments}.gains({cost}))")


_ANSWERS: Mapping[type, Callable[..., None]] = {
    ops.AskMay: _may, ops.AskItem: _item, ops.AskNumber: _number, ops.AskBranch: _branch,
    ops.AskOrder: _order, ops.Pay: _pay, ops.Gain: _gain,
}  # fmt: skip
