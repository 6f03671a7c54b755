"""Expressions as Python source.

A translated expression is a text to be used once, right where it was made; what it needs before
(a loop over a set, a check) has been added as lines. Expressions change nothing, so only one order
matters: what `and`, `or`, `if` leave out must not be worked out.
"""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

from interpreter.engine.compiled.alike import ALIKE, cell_number
from interpreter.engine.compiled.sets import SETS
from interpreter.engine.compiled.shapes import (
    conjuncts,
    holds_things,
    is_field_of,
    joined,
    mentions,
)
from interpreter.lang import ir
from interpreter.lang.ir import NOTHING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from interpreter.engine.compiled.lines import Lines
    from interpreter.engine.compiled.names import Names
    from interpreter.engine.compiled.scope import Scope
    from interpreter.engine.layout import Block

_INTS = (
    ir.Const, ir.Item, ir.Seat, ir.System, ir.After, ir.Cell, ir.Amount, ir.Owner, ir.Copy,
    ir.SpaceOf, ir.Arithmetic, ir.Count, ir.Position,
)  # fmt: skip
"""Expressions whose value is certainly an int, where others may be a truth value of Python."""


class Expressions:
    """Translates the expressions of one table into the lines of one module."""

    def __init__(self, names: Names, lines: Lines, *, trying: bool = False) -> None:
        self.names, self.lines, self._trying = names, lines, trying
        self.layout = names.layout

    def refuse(self, condition: str, call: str) -> None:
        """Add what happens if something is impossible: a trial simply has failed."""
        self.lines.add(f"if {condition}: {'return False' if self._trying else call}")

    def value(self, e: ir.Expr, s: Scope) -> str:
        """Return the text of an expression, to be used once."""
        return _EXPRESSIONS[type(e)](self, e, s)

    def kept(self, e: ir.Expr, s: Scope) -> str:
        """Return a name or number for the value of an expression."""
        return self.lines.keep(self.value(e, s))

    def number(self, e: ir.Expr, s: Scope) -> str:
        """Return the text of an expression as an int: truth values become 0 and 1."""
        text = self.value(e, s)
        return text if isinstance(e, _INTS) else f"int({text})"

    def acting(self, s: Scope) -> str:
        """Return the acting player, who is certainly there."""
        if not s.acts:
            self.refuse(f"{s.me} < 0", "nobody()")
            s.acts = True
        return s.me

    # --- cells

    def cell(self, family: str, indices: tuple[ir.Expr, ...], s: Scope) -> str:
        """Return the text of a cell's number."""
        block = self.layout.blocks[family]
        return cell_number(block, [self._index(block, dim, e, s) for dim, e in enumerate(indices)])

    def _index(self, block: Block, dim: int, e: ir.Expr, s: Scope) -> str:
        table = block.tables[dim]
        if isinstance(e, ir.Me):
            return self.acting(s)
        if table is None:
            return self._seat_index(e, s)
        if isinstance(e, ir.Item):
            return str(table[self.layout.first[e.item]])
        value, first = self.kept(e, s), next(iter(table), 0)
        sure = isinstance(e, ir.Local) and e.slot in s.sure
        if list(table) == list(range(first, first + len(table))):
            if not sure:
                self.refuse(f"not {first} <= {value} < {first + len(table)}", "nothing()")
            return f"{value} - {first}" if first else value
        name = self.names.constant(table)
        if sure:
            return f"{name}[{value}]"
        found = self.lines.keep(f"{name}.get({value}, -1)")
        self.refuse(f"{found} < 0", "nothing()")
        return found

    def _seat_index(self, e: ir.Expr, s: Scope) -> str:
        value = self.value(e, s)
        if value.isdigit() or (isinstance(e, ir.Local) and e.slot in s.sure):
            return value
        value = self.lines.keep(value)
        self.refuse(f"{value} < 0", "fail('nobody is there')")
        return value

    # --- loops

    def members(self, e: ir.Query | ir.Connected, s: Scope) -> tuple[str, Scope]:
        """Return the text of the set a query runs over, and the scope within the loop."""
        text = self.iterated(e.items, s)
        within = s.inner()
        within.slots[e.slot] = f"s{e.slot}"
        within.sure.discard(e.slot)
        if holds_things(e.items):
            within.sure.add(e.slot)
        return text, within

    def look_up(self, used: object, slot: int, s: Scope, within: Scope) -> None:
        """Add lines that look up, once for all rounds of a loop, fields of what is outside it."""
        parts = list(ir.parts_of(used))
        own = {slot, *(p.slot for p in parts if isinstance(p, ir.Query | ir.Connected))}
        for part in parts:
            if (
                isinstance(part, ir.Field)
                and part.index is None
                and isinstance(part.component, ir.Local)
                and part.component.slot not in own
                and part not in within.found
            ):
                name = self.names.constant(self.names.linker.field_table(part.name, part.kinds))
                component = self.value(part.component, s)
                within.found[part] = self.lines.keep(f"{name}.get({component}, GONE)")

    @contextmanager
    def common_conditions(
        self, where: ir.Expr | None, slot: int, s: Scope
    ) -> Iterator[ir.Expr | None]:
        """Ask the conditions in front that are the same for every member once, before a loop.

        Gives the other conditions; what is added inside is left out if one of them fails.
        """
        rest, inner = conjuncts(where), s.inner()
        with ExitStack() as blocks:
            while rest and not mentions(rest[0], slot, s) and not self.names.doubt.of(rest[0]):
                blocks.enter_context(self.lines.block(f"if {self.value(rest.pop(0), inner)}:"))
            yield joined(rest)

    def by_field(
        self, items: ir.Expr, where: ir.Expr | None, slot: int, s: Scope
    ) -> tuple[str | None, ir.Expr | None]:
        """Look members up by a field that must have a certain value, instead of asking each.

        Returns the text of these members, None where there is no such field, and the conditions
        that are left.
        """
        conditions = conjuncts(where)
        first = conditions[0] if conditions else None
        if not isinstance(items, ir.Components) or not isinstance(first, ir.Compare):
            return None, where
        own, other = first.left, first.right
        if not is_field_of(own, slot):
            own, other = other, own
        if first.operator != "is" or not is_field_of(own, slot):
            return None, where
        if mentions(other, slot, s) or self.names.doubt.of(other):
            return None, where
        groups: dict[object, tuple[int, ...]] = {}
        assert isinstance(own, ir.Field)
        table = self.names.linker.field_table(own.name, own.kinds)
        for member in self.layout.members(items.kinds):
            groups[table[member]] = (*groups.get(table[member], ()), member)
        name = self.names.constant(groups)
        return (f"{name}.get({self.value(other, s)}, ())" if groups else None), joined(
            conditions[1:]
        )

    def iterated(self, e: ir.Expr, s: Scope) -> str:
        """Return the text of a set that is only run through."""
        if isinstance(e, ir.Range):
            low, high = self.kept(e.low, s), self.kept(e.high, s)
            return f"range({low}, min({high}, {low} + 9999) + 1)"
        return self.value(e, s)


# --- one function for each kind of expression


def _players(x: Expressions, e: ir.Players, s: Scope) -> str:
    everybody = tuple(range(x.layout.people))
    if e.others:
        seats = range(-1, x.layout.players)
        others = {me: tuple(p for p in everybody if p != me) for me in seats}
        return f"{x.names.constant(others)}[{s.me}]"
    if e.start is None:
        return x.names.constant(everybody)
    rounds = {p: everybody[p:] + everybody[:p] for p in everybody}
    return f"{x.names.constant(rounds)}[{x.value(e.start, s)}]"


def _after(x: Expressions, e: ir.After, s: Scope) -> str:
    return f"(({x.value(e.player, s)} + 1) % {x.layout.people})"


def _components(x: Expressions, e: ir.Components, s: Scope) -> str:
    return x.names.constant(x.layout.members(e.kinds))


def _field(x: Expressions, e: ir.Field, s: Scope) -> str:
    table = x.names.linker.field_table(e.name, e.kinds)
    name = x.names.constant(table)
    if e.index is not None:
        values = x.lines.keep(f"{name}.get({x.value(e.component, s)}, ())")
        index = x.kept(e.index, s)
        x.refuse(f"not 0 <= {index} < len({values})", f"short({index})")
        return f"{values}[{index}]"
    if isinstance(e.component, ir.Item):
        found = table.get(x.layout.first[e.component.item])
        if found.__class__ is int:
            return str(found) if found >= 0 else f"({found})"
    component = x.value(e.component, s)
    if isinstance(e.component, ir.Local) and e.component.slot in s.sure:
        return f"{name}[{component}]"
    if s.found and e in s.found:
        x.refuse(f"{s.found[e]} is GONE", "nothing()")
        return s.found[e]
    found = x.lines.keep(f"{name}.get({component}, GONE)")
    x.refuse(f"{found} is GONE", "nothing()")
    return found


def _formula(x: Expressions, e: ir.Formula, s: Scope) -> str:
    name = x.names.formulas(e.name, e.kinds)
    this = x.kept(e.component, s)
    formula = x.lines.keep(f"{name}.get({this})")
    x.refuse(f"{formula} is None", "nothing()")
    return f"{formula}(c, {s.me}, {this})"


def _named(x: Expressions, e: ir.Named, s: Scope) -> str:
    name = x.names.named(e.formula, len(e.arguments))
    arguments = [x.value(a, s) for a in e.arguments]
    return f"{name}({', '.join(['c', s.me, *arguments])})"


def _present(x: Expressions, e: ir.Present, s: Scope) -> str:
    value = x.kept(e.value, s)
    x.refuse(f"{value} == {NOTHING}", "nothing()")
    return value


def _owner(x: Expressions, e: ir.Owner, s: Scope) -> str:
    return _attribute(x, tuple(y.owner for y in x.layout.components), NOTHING, e.component, s)


def _copy(x: Expressions, e: ir.Copy, s: Scope) -> str:
    return _attribute(x, tuple(y.copy for y in x.layout.components), 0, e.component, s)


def _attribute(
    x: Expressions, values: tuple[int, ...], otherwise: int, component: ir.Expr, s: Scope
) -> str:
    """Return the text of what each component has one of."""
    name = x.names.constant(values)
    if isinstance(component, ir.Local) and component.slot in s.sure:
        return f"{name}[{x.value(component, s)}]"
    value = x.kept(component, s)
    return f"({name}[{value}] if {value} >= 0 else {otherwise})"


def _kind_is(x: Expressions, e: ir.KindIs, s: Scope) -> str:
    members = x.layout.ranges[e.kind]
    return f"({members.start} <= {x.value(e.component, s)} < {members.stop})"


def _arithmetic(x: Expressions, e: ir.Arithmetic, s: Scope) -> str:
    match e.operator:
        case "+" | "-":
            return f"({x.value(e.left, s)} {e.operator} {x.value(e.right, s)})"
        case "max" | "min":
            a, b = x.kept(e.left, s), x.kept(e.right, s)
            return f"({a} if {a} {'>' if e.operator == 'max' else '<'} {b} else {b})"
        case "*":
            return f"bounded({x.value(e.left, s)} * {x.value(e.right, s)})"
        case _:
            return _division(x, e, s)


def _division(x: Expressions, e: ir.Arithmetic, s: Scope) -> str:
    number, by = x.value(e.left, s), x.kept(e.right, s)
    if not by.isdigit() or by == "0":
        x.refuse(f"{by} == 0", "by_zero()")
    if e.operator == "mod":
        return f"(({number}) % {by})"
    return f"(({number}) // {by})" if e.operator == "down" else f"(-(-({number}) // {by}))"


def _compare(x: Expressions, e: ir.Compare, s: Scope) -> str:
    if e.operator in ("and", "or"):
        return _lazy(x, e, s)
    operator = {"is": "==", "is not": "!="}.get(e.operator, e.operator)
    return f"({x.value(e.left, s)} {operator} {x.value(e.right, s)})"


def _lazy(x: Expressions, e: ir.Compare, s: Scope) -> str:
    left = x.value(e.left, s)
    right = Part(x, e.right, s)
    if not right.lines:
        return f"({left} {e.operator} {right.text})"
    found = x.lines.name()
    x.lines.add(f"{found} = {left}")
    with x.lines.block(f"if {'not ' if e.operator == 'or' else ''}{found}:"):
        right.add(found)
    return found


def _not(x: Expressions, e: ir.Not, s: Scope) -> str:
    return f"(not {x.value(e.operand, s)})"


def _either(x: Expressions, e: ir.Either, s: Scope) -> str:
    condition = x.value(e.condition, s)
    yes, no = Part(x, e.yes, s), Part(x, e.no, s)
    if not yes.lines and not no.lines:
        return f"({yes.text} if {condition} else {no.text})"
    found = x.lines.name()
    with x.lines.block(f"if {condition}:"):
        yes.add(found)
    with x.lines.block("else:"):
        no.add(found)
    return found


class Part:
    """An expression that may be left out, with the lines it needs."""

    def __init__(self, x: Expressions, e: ir.Expr, s: Scope) -> None:
        kept, lines = x.lines.text, x.lines
        self._lines = lines
        lines.text = []
        positions, lines.positions = lines.positions, []
        self.text = x.value(e, s.inner())
        self.lines = lines.text
        lines.text, lines.positions = kept, positions

    def add(self, name: str) -> None:
        """Add its lines one level deeper than they were made, and keep its value."""
        for line in self.lines:
            self._lines.text.append("    " + line)
            self._lines.positions.append(self._lines.position)
        self._lines.add(f"{name} = {self.text}")


def _cost_size(x: Expressions, e: ir.CostSize, s: Scope) -> str:
    return f"sum([n for _, n in {x.names.costs}[{x.value(e.cost, s)}]])"


_EXPRESSIONS: Mapping[type, Callable[..., str]] = {
    ir.Players: _players, ir.After: _after,
    ir.Components: _components, ir.Zone: ALIKE[ir.Cell],
    ir.Field: _field, ir.Formula: _formula, ir.Named: _named, ir.Present: _present,
    ir.Owner: _owner, ir.Copy: _copy, ir.KindIs: _kind_is,
    ir.Arithmetic: _arithmetic, ir.Compare: _compare, ir.Not: _not, ir.Either: _either,
    ir.CostSize: _cost_size, **ALIKE, **SETS,
}  # fmt: skip
