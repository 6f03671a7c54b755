"""Questions as Python source: for each one a function `ask_N(c, f)` that lists the answers.

In trials the answers are not listed but tried one after another; see `try_answers`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.engine.asks import limited_resources
from interpreter.engine.compiled.expressions import Expressions
from interpreter.engine.compiled.frames import BELOW
from interpreter.engine.compiled.lines import Lines
from interpreter.engine.compiled.scope import Scope
from interpreter.engine.compiled.shapes import holds_things
from interpreter.engine.frame import SLOT
from interpreter.lang import ir, ops
from interpreter.lang.ops import AMOUNT

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from interpreter.engine.asks import Ask
    from interpreter.engine.compiled.names import Names
    from interpreter.engine.compiled.units import Unit


def questions(names: Names, unit: Unit) -> Lines:
    """Return the module with a function for each question of a unit."""
    lines = Lines()
    x = Expressions(names, lines)
    for position, ask in enumerate(unit.asks):
        if ask is None:
            continue
        lines.position = position
        with lines.block(f"def ask_{position}(c, f):"):
            if isinstance(ask.op, ops.Pay | ops.Gain):
                lines.add(f"return {_ways(x, ask, Scope())}")
            else:
                lines.add("r = []")
                _ANSWERS[type(ask.op)](x, ask.op, Scope(), lambda a: lines.add(f"r.append({a})"))
                lines.add("return r")
    first = unit.ops[0] if unit.ops else None
    if type(first) in _ANSWERS:
        lines.position = 0
        with lines.block("def begins(c, f):"):
            asking = Expressions(names, lines, trying=True)
            _ANSWERS[type(first)](asking, first, Scope(), lambda _: lines.add("return True"))
            lines.add("return False")
    return lines


# --- the answers of each kind of question


def _may(x: Expressions, op: ops.AskMay, s: Scope, body: Callable[[str], None]) -> None:
    body("1")
    body("None")


def _item(x: Expressions, op: ops.AskItem, s: Scope, body: Callable[[str], None]) -> None:
    _chosen(x, op, x.iterated(op.items, s), s, body)


def _number(x: Expressions, op: ops.AskNumber, s: Scope, body: Callable[[str], None]) -> None:
    low, high = x.value(op.low, s), x.value(op.high, s)
    _chosen(x, op, f"range({low}, {high} + 1)", s, body)


def _chosen(
    x: Expressions,
    op: ops.AskItem | ops.AskNumber,
    items: str,
    s: Scope,
    body: Callable[[str], None],
) -> None:
    member, within = f"s{op.slot}", s.inner()
    within.slots[op.slot] = member
    within.sure.discard(op.slot)
    if isinstance(op, ops.AskItem) and holds_things(op.items):
        within.sure.add(op.slot)
    # Whoever is asked is there.
    s.acts = within.acts = True
    with x.common_conditions(op.where, op.slot, s) as common:
        some, own = None, common
        if isinstance(op, ops.AskItem):
            some, own = x.by_field(op.items, common, op.slot, s)
        with x.lines.block(f"for {member} in {some or items}:"):
            if own is None:
                body(member)
            else:
                with x.lines.block(f"if {x.value(own, within)}:"):
                    body(member)
    if op.decline is not None:
        body("None")


def _branch(x: Expressions, op: ops.AskBranch, s: Scope, body: Callable[[str], None]) -> None:
    for i, way in enumerate(op.ways):
        _way(x, way, str(i), s, body)
    if op.decline is not None:
        body("None")


def _way(x: Expressions, way: ops.Way, answer: str, s: Scope, body: Callable[[str], None]) -> None:
    if way.when is None:
        body(answer)
        return
    inner = s.inner()
    with x.lines.block(f"if {x.value(way.when, inner)}:"):
        body(answer)


def _order(x: Expressions, op: ops.AskOrder, s: Scope, body: Callable[[str], None]) -> None:
    done = f"f[{SLOT + op.done}]"
    any_ = x.lines.name()
    x.lines.add(f"{any_} = False")
    for i, way in enumerate(op.ways):
        with x.lines.block(f"if not {done} & {1 << i}:"):
            when = "True" if way.when is None else x.value(way.when, s.inner())
            with x.lines.block(f"if {when}:"):
                x.lines.add(f"{any_} = True")
                body(str(i))
    if op.decline is not None:
        body("None")
        return
    with x.lines.block(f"if not {any_} or {done} == {(1 << len(op.ways)) - 1}:"):
        body("None")


_ANSWERS: Mapping[type, Callable[..., None]] = {
    ops.AskMay: _may, ops.AskItem: _item, ops.AskNumber: _number, ops.AskBranch: _branch,
    ops.AskOrder: _order,
}  # fmt: skip


# --- payments, and what is taken


def _ways(x: Expressions, ask: Ask, s: Scope) -> str:
    """Return the text of the list of ways to pay, or to take."""
    if isinstance(ask.op, ops.Pay):
        return _payments(x, ask.op, s)
    assert isinstance(ask.op, ops.Gain)
    if limited_resources(x.layout):
        # Rare, and long enough to be left to the linked question.
        return f"{x.names.object('answers', ask.answers)}(c, f)"
    gains = x.names.object("gains", x.names.payments.gains)
    return f"list({gains}({vector(x, ask.op.bundle, s)}))"


def _payments(x: Expressions, op: ops.Pay, s: Scope) -> str:
    """Ways are remembered by what matters: the cost, and of each payer no more than all of it."""
    base, count = x.layout.blocks[AMOUNT].base, len(x.layout.ruleset.resources)
    me, found = x.acting(s), x.lines.name()
    resources = [r.value for _, r in op.bundle.amounts if isinstance(r, ir.Const)]
    named = not op.bundle.costs and len(resources) == len(op.bundle.amounts)
    payers = {p for r in resources for p in x.names.payments.payers[r]} if named else range(count)
    cost = x.lines.keep(vector(x, op.bundle, s))
    x.lines.add(f"h = {base} + {me} * {count}")
    if named and len(resources) == 1 and len(payers) == 1:
        (payer,) = payers
        if payer == resources[0]:
            x.lines.add(
                f"{found} = [{cost}] if not {cost} or {cost}[0][1] <= c[h + {payer}] else []"
            )
            return found
    known, ways = x.names.object("known", {}), x.names.object("ways", x.names.payments.ways)
    x.lines.add(f"n = sum([u for _, u in {cost}])")
    held = "".join(f", c[h + {p}] if c[h + {p}] < n else n" for p in sorted(payers))
    x.lines.add(f"k = ({cost}{held})")
    x.lines.add(f"{found} = {known}.get(k)")
    with x.lines.block(f"if {found} is None:"):
        x.lines.add(f"{found} = {known}[k] = list({ways}({cost}, c[h:h + {count}]))")
    return found


def vector(x: Expressions, bundle: ops.Bundle, s: Scope) -> str:
    """Return the text of the amounts of a bundle by resource, without zeros, in order."""
    amounts = bundle.amounts
    fixed = [
        (n.value, r.value)
        for n, r in amounts
        if isinstance(n, ir.Const) and isinstance(r, ir.Const)
    ]
    if not bundle.costs and len(fixed) == len(amounts):
        total: dict[int, int] = {}
        for number, resource in fixed:
            if number > 0:
                total[resource] = total.get(resource, 0) + number
        return x.names.constant(tuple(sorted(total.items())))
    return _vector(x, bundle, s)


def _vector(x: Expressions, bundle: ops.Bundle, s: Scope) -> str:
    """Return the text of amounts that are only known in play."""
    lines, amounts = x.lines, bundle.amounts
    if not bundle.costs and len(amounts) == 1:
        n, r = x.kept(amounts[0][0], s), x.kept(amounts[0][1], s)
        return f"((({r}, {n}),) if {n} > 0 else ())"
    found = lines.name()
    lines.add(f"{found} = {{}}")
    for number, resource in amounts:
        n, r = x.kept(number, s), x.kept(resource, s)
        lines.add(f"if {n} > 0: {found}[{r}] = {found}.get({r}, 0) + {n}")
    for cost in bundle.costs:
        with lines.block(f"for r, n in {x.names.costs}[{x.value(cost, s)}]:"):
            lines.add(f"{found}[r] = {found}.get(r, 0) + n")
    return f"tuple(sorted({found}.items()))"


# --- trials


def try_answers(x: Expressions, unit: Unit, position: int, ask: Ask, s: Scope) -> None:
    """Add lines that return whether one of the answers is allowed."""
    op = ask.op
    trial = _Trial(x, unit, position, ask)
    if isinstance(op, ops.Pay | ops.Gain):
        trial.vectors(_ways(x, ask, s))
    elif isinstance(op, ops.AskBranch | ops.AskOrder) and ask.passive != {None}:
        # What gives something up is the shortest way on; try it first.
        _ANSWERS[type(op)](x, op, s.inner(), trial.passive)
        _ANSWERS[type(op)](x, op, s.inner(), trial.active)
    elif getattr(op, "decline", None) is not None or isinstance(op, ops.AskMay):
        trial.answer("None")
        _ANSWERS[type(op)](x, op, s.inner(), trial.active)
    else:
        _ANSWERS[type(op)](x, op, s.inner(), trial.answer)
    x.lines.add("return False")


class _Trial:
    """Adds what a trial does with each answer to one question."""

    def __init__(self, x: Expressions, unit: Unit, position: int, ask: Ask) -> None:
        self.lines, self.unit, self.position, self.ask = x.lines, unit, position, ask

    def passive(self, answer: str) -> None:
        """Try an answer that gives something up; leave out others."""
        if _value(answer) in self.ask.passive:
            self.answer(answer)

    def active(self, answer: str) -> None:
        """Try an answer that gives nothing up."""
        variable = not answer.isdigit() and answer != "None"
        if variable or _value(answer) not in self.ask.passive:
            self.answer(answer)

    def answer(self, answer: str) -> None:
        """Try an answer: a number, None, or the name of a variable."""
        after = self._after(answer)
        if self._surely(after):
            return
        self.lines.add("g = f[:]")
        op = self.ask.op
        if isinstance(op, ops.AskItem | ops.AskNumber) and answer != "None":
            self.lines.add(f"g[1] = {after}; g[{SLOT + op.slot}] = {answer}")
        elif isinstance(op, ops.AskOrder) and answer != "None":
            self.lines.add(f"g[1] = {after}; g[{SLOT + op.done}] |= {1 << int(answer)}")
        else:
            self.lines.add(f"g[1] = {after}")
        self.lines.add("if m.tried(c, g): return True")

    def vectors(self, ways: str) -> None:
        """Try ways to pay, or to take: these are written at once."""
        after = self.position + 1
        ways = self.lines.keep(ways)
        with self.lines.block(f"if {ways}:"):
            if self._surely(after):
                return
            with self.lines.block(f"for a in {ways}:"):
                self.lines.add(f"g = f[:]; g[1] = {self.position}")
                self.lines.add("if m.tried_after(c, g, a): return True")

    def _after(self, answer: str) -> int:
        op = self.ask.op
        if answer == "None":
            return op.exit  # type: ignore[union-attr]  # it can be declined
        if isinstance(op, ops.AskBranch | ops.AskOrder):
            return op.ways[int(answer)].to
        return self.position + 1

    def _surely(self, after: int) -> bool:
        """Add that nothing can fail after an answer; return whether that is certain."""
        if not self.unit.safe[after]:
            return False
        if self.unit.inside_turn[after]:
            self.lines.add("return True")
            return True
        self.lines.add(f"if f[{BELOW}]: return True")
        return False


def _value(answer: str) -> int | None:
    return None if answer == "None" else int(answer)
