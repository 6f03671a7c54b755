"""Expressions as C: numbers, conditions, cells. Sets and searches are in `sets.py`.

A translated expression is a text to be used once, right where it was made; what it needs before has
been added as lines. Expressions change nothing, so only one order matters: what `and`, `or`, `if`
leave out must not be worked out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from interpreter.engine.compiled.alike import ALIKE, cell_number
from interpreter.engine.native.sets import NUMBERS, SETS
from interpreter.lang import ir

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from interpreter.engine.compiled.scope import Scope
    from interpreter.engine.layout import Block
    from interpreter.engine.native.source import Source
    from interpreter.engine.native.text import Text


class Expressions:
    """Translates expressions into the lines of one function.

    `impossible` is what the function does where something is impossible.
    """

    def __init__(
        self, source: Source, lines: Text, set_slots: frozenset[int], impossible: str
    ) -> None:
        self.source, self.lines, self.set_slots = source, lines, set_slots
        self.data, self.layout = source.data, source.layout
        self._impossible = impossible

    def refuse(self, condition: str) -> None:
        """Add what happens if something is impossible."""
        self.lines.add(f"if ({condition}) {self._impossible}")

    def is_set(self, e: ir.Expr) -> bool:
        """Whether an expression is a set."""
        return self.source.sorts.is_set(e, self.set_slots)

    def value(self, e: ir.Expr, s: Scope) -> str:
        """Return the text of an expression that is a number, to be used once."""
        return _NUMBERS[type(e)](self, e, s)

    def kept(self, e: ir.Expr, s: Scope) -> str:
        """Return a name or number for the value of an expression."""
        return self.lines.keep(self.value(e, s))

    def set(self, e: ir.Expr, s: Scope) -> str:
        """Return the name of a set, worked out here."""
        return self.lines.keep(_SETS[type(e)](self, e, s), "Set")

    def either_sort(self, e: ir.Expr, s: Scope) -> str:
        """Return the text of an expression of either sort."""
        return self.set(e, s) if self.is_set(e) else self.value(e, s)

    def listed(self, table: Mapping[int, Any], component: str) -> str:
        """Return the name of what a component has in a list field; its size is -1 for nothing."""
        return self.lines.keep(f"set_at({self.data.sets(table)}, {component})", "Set")

    def acting(self, s: Scope) -> str:
        """Return the acting player, who is certainly there."""
        if not s.acts:
            self.refuse(f"{s.me} < 0")
            s.acts = True
        return s.me

    def called(self, call: str, sort: str = "num") -> str:
        """Return the name of what a function gives that may fail."""
        found = self.lines.name()
        self.lines.add(f"{sort} {found} = {call};")
        self.refuse("failed")
        return found

    # --- cells

    def cell(self, family: str, indices: Sequence[ir.Expr], s: Scope) -> str:
        """Return the text of a cell's number."""
        block = self.layout.blocks[family]
        return cell_number(block, [self._index(block, dim, e, s) for dim, e in enumerate(indices)])

    def _index(self, block: Block, dim: int, e: ir.Expr, s: Scope) -> str:
        table = block.tables[dim]
        if isinstance(e, ir.Me):
            return self.acting(s)
        if table is None:
            return self._seat_index(e, s, block.sizes[dim])
        if isinstance(e, ir.Item):
            return str(table[self.layout.first[e.item]])
        value, first = self.kept(e, s), next(iter(table), 0)
        sure = isinstance(e, ir.Local) and e.slot in s.sure
        if list(table) == list(range(first, first + len(table))):
            if not sure:
                self.refuse(f"{value} < {first} || {value} >= {first + len(table)}")
            return f"{value} - {first}" if first else value
        return self._looked_up(self.data.numbers(table), value, s, sure=sure)

    def _looked_up(self, name: str, value: str, s: Scope, *, sure: bool) -> str:
        if sure:
            return f"{name}[{value}]"
        found = self.lines.keep(f"entry({name}, {value})")
        self.refuse(f"{found} == GONE")
        return found

    def _seat_index(self, e: ir.Expr, s: Scope, size: int) -> str:
        value = self.kept(e, s)
        if not value.isdigit():
            self.refuse(f"{value} < 0")
            self.lines.add(f"if ({value} >= {size}) give_up();")
        return value


# --- one function for each kind of expression


def _after(x: Expressions, e: ir.After, s: Scope) -> str:
    return f"floor_mod({x.value(e.player, s)} + 1, {x.layout.people})"


def _field(x: Expressions, e: ir.Field, s: Scope) -> str:
    table = x.source.linker.field_table(e.name, e.kinds)
    if e.index is not None:
        values = x.listed(table, x.kept(e.component, s))
        index = x.kept(e.index, s)
        x.refuse(f"{index} < 0 || {index} >= {values}.n")
        return f"{values}.p[{index}]"
    sure = isinstance(e.component, ir.Local) and e.component.slot in s.sure
    return x._looked_up(x.data.numbers(table), x.kept(e.component, s), s, sure=sure)


def _formula(x: Expressions, e: ir.Formula, s: Scope) -> str:
    functions = x.source.formulas(e.name, e.kinds)
    this, formula = x.kept(e.component, s), x.lines.name()
    x.lines.add(f"Formula {formula} = known({this}) ? {functions}[{this}] : 0;")
    x.refuse(f"!{formula}")
    # Fields may refer to each other in a circle, which only Python can stand.
    x.lines.add("if (++formulas > MOST_NESTED) give_up();")
    found = x.lines.keep(f"{formula}(g, {s.me}, {this})")
    x.lines.add("formulas--;")
    x.refuse("failed")
    return found


def _named(x: Expressions, e: ir.Named, s: Scope) -> str:
    arguments = [x.either_sort(a, s) for a in e.arguments]
    call = f"{x.source.named(e.formula, len(arguments))}({', '.join(['g', s.me, *arguments])})"
    return x.called(call, "Set" if x.is_set(e) else "num")


def _present(x: Expressions, e: ir.Present, s: Scope) -> str:
    value = x.kept(e.value, s)
    x.refuse(f"{value} == -1")
    return value


def _owner(x: Expressions, e: ir.Owner, s: Scope) -> str:
    owners = {i: c.owner for i, c in enumerate(x.layout.components)}
    return f"entry_or({x.data.numbers(owners)}, {x.kept(e.component, s)}, -1)"


def _copy(x: Expressions, e: ir.Copy, s: Scope) -> str:
    copies = {i: c.copy for i, c in enumerate(x.layout.components)}
    return f"entry_or({x.data.numbers(copies)}, {x.kept(e.component, s)}, 0)"


def _kind_is(x: Expressions, e: ir.KindIs, s: Scope) -> str:
    members, component = x.layout.ranges[e.kind], x.kept(e.component, s)
    return f"({members.start} <= {component} && {component} < {members.stop})"


def _arithmetic(x: Expressions, e: ir.Arithmetic, s: Scope) -> str:
    a, b = x.kept(e.left, s), x.kept(e.right, s)
    match e.operator:
        case "+" | "-":
            return f"({a} {e.operator} {b})"
        case "max" | "min":
            return f"({a} {'>' if e.operator == 'max' else '<'} {b} ? {a} : {b})"
        case "*":
            return x.called(f"product({a}, {b})")
        case _:
            pass
    if not b.isdigit() or b == "0":
        x.refuse(f"{b} == 0")
    match e.operator:
        case "mod":
            return f"floor_mod({a}, {b})"
        case "down":
            return f"floor_div({a}, {b})"
        case _:
            return f"(-floor_div(-({a}), {b}))"


def _compare(x: Expressions, e: ir.Compare, s: Scope) -> str:
    if e.operator in ("and", "or"):
        return _lazy(x, e, s)
    operator = {"is": "==", "is not": "!="}.get(e.operator, e.operator)
    if x.is_set(e.left) or x.is_set(e.right):
        same = f"same_sets({x.set(e.left, s)}, {x.set(e.right, s)})"
        return same if operator == "==" else f"(!{same})"
    return f"({x.value(e.left, s)} {operator} {x.value(e.right, s)})"


def _lazy(x: Expressions, e: ir.Compare, s: Scope) -> str:
    left = x.value(e.left, s)
    begin = len(x.lines.text)
    right = x.value(e.right, s.inner())
    needed = x.lines.taken_back(begin)
    if not needed:
        return f"({left} {'&&' if e.operator == 'and' else '||'} {right})"
    found = x.lines.name()
    x.lines.add(f"num {found} = {left};")
    with x.lines.block(f"if ({'!' if e.operator == 'or' else ''}{found})"):
        for line in needed:
            x.lines.add(line)
        x.lines.add(f"{found} = {right};")
    return found


def _not(x: Expressions, e: ir.Not, s: Scope) -> str:
    return f"(!{x.value(e.operand, s)})"


def _either(x: Expressions, e: ir.Either, s: Scope) -> str:
    sort, found = "Set" if x.is_set(e) else "num", x.lines.name()
    condition = x.value(e.condition, s)
    x.lines.add(f"{sort} {found};")
    with x.lines.block(f"if ({condition})"):
        x.lines.add(f"{found} = {x.either_sort(e.yes, s.inner())};")
    with x.lines.block("else"):
        x.lines.add(f"{found} = {x.either_sort(e.no, s.inner())};")
    return found


def _cost_size(x: Expressions, e: ir.CostSize, s: Scope) -> str:
    return f"COST_SIZE[{x.value(e.cost, s)}]"


def _set_local(x: Expressions, e: ir.Local, s: Scope) -> str:
    found = s.slot(e.slot)
    return found if found.startswith("a") else f"set_of(g, {found})"


def _set_field(x: Expressions, e: ir.Field, s: Scope) -> str:
    table = x.source.linker.field_table(e.name, e.kinds)
    found = x.listed(table, x.kept(e.component, s))
    x.refuse(f"{found}.n < 0")
    return found


_NUMBERS: Mapping[type, Callable[..., str]] = {
    ir.After: _after, ir.Field: _field, ir.Formula: _formula, ir.Named: _named,
    ir.Present: _present, ir.Owner: _owner, ir.Copy: _copy, ir.KindIs: _kind_is,
    ir.Arithmetic: _arithmetic, ir.Compare: _compare, ir.Not: _not, ir.Either: _either,
    ir.CostSize: _cost_size, **ALIKE, **NUMBERS,
}  # fmt: skip
_SETS: Mapping[type, Callable[..., str]] = {
    ir.Local: _set_local, ir.Field: _set_field, ir.Named: _named, ir.Either: _either, **SETS,
}  # fmt: skip
