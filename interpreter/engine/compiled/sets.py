"""Sets and searches as Python source: a search is a loop before the line that uses it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.lang import ir
from interpreter.lang.ir import NOTHING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from interpreter.engine.compiled.expressions import Expressions
    from interpreter.engine.compiled.scope import Scope


def _within(x: Expressions, e: ir.Within, s: Scope) -> str:
    return f"({x.value(e.value, s)} in {x.iterated(e.items, s)})"


def _set_of(x: Expressions, e: ir.SetOf, s: Scope) -> str:
    parts = [x.value(part, s) for part in e.items]
    if all(isinstance(part, ir.Const | ir.Item) for part in e.items):
        return x.names.constant(tuple(int(part.strip("()")) for part in parts))
    return f"({', '.join(parts)},)" if parts else "()"


def _join(x: Expressions, e: ir.Join, s: Scope) -> str:
    parts = ", ".join(f"*{x.value(part, s)}" for part in e.sets)
    return f"tuple(dict.fromkeys(({parts},)))" if parts else "()"


def _range(x: Expressions, e: ir.Range, s: Scope) -> str:
    return f"tuple({x.iterated(e, s)})"


def _pick(x: Expressions, e: ir.Pick, s: Scope) -> str:
    items = x.kept(e.items, s)
    if e.which == "at":
        assert e.index is not None
        index = x.kept(e.index, s)
        return f"({items}[{index}] if 0 <= {index} < len({items}) else {NOTHING})"
    return f"({items}[{0 if e.which == 'first' else -1}] if {items} else {NOTHING})"


def _position(x: Expressions, e: ir.Position, s: Scope) -> str:
    items, value = x.kept(e.items, s), x.kept(e.value, s)
    return f"({items}.index({value}) if {value} in {items} else {NOTHING})"


def _reverse(x: Expressions, e: ir.Reverse, s: Scope) -> str:
    return f"{x.value(e.items, s)}[::-1]"


def _count(x: Expressions, e: ir.Count, s: Scope) -> str:
    if isinstance(e.items, ir.Query) and e.items.function == "those":
        query = e.items
        counted = ir.Query("count", query.slot, query.items, query.where, query.value)
        return x.value(counted, s)
    return f"len({x.value(e.items, s)})"


_BEGIN: Mapping[str, str] = {
    "count": "0", "sum": "0", "max": "None", "min": "None", "exists": "0", "every": "1",
    "those": "[]", "each": "{}", "best": "[]", "ranked": "[]",
}  # fmt: skip


def _query(x: Expressions, e: ir.Query, s: Scope) -> str:
    items, within = x.members(e, s)
    found, member = x.lines.name(), within.slots[e.slot]
    x.lines.add(f"{found} = {_BEGIN[e.function]}")
    if e.function == "every":
        with x.lines.block(f"for {member} in {items}:"):
            where = "True" if e.where is None else x.value(e.where, within)
            with x.lines.block(f"if not {where}:"):
                x.lines.add(f"{found} = 0; break")
        return found
    with x.common_conditions(e.where, e.slot, s) as common:
        some, own = x.by_field(e.items, common, e.slot, s)
        x.look_up((own, e.value, e.ranks), e.slot, s, within)
        with x.lines.block(f"for {member} in {some or items}:"):
            if own is None:
                _member(x, e, within, found, member)
            else:
                with x.lines.block(f"if {x.value(own, within)}:"):
                    _member(x, e, within, found, member)
    end = _END.get(e.function)
    return found if end is None else f"{end}({found})"


_END: Mapping[str, str] = {
    "max": "or_zero", "min": "or_zero", "those": "tuple", "each": "tuple", "best": "best",
    "ranked": "ranked",
}  # fmt: skip
"""The function that makes the result of what a loop has gathered."""


def _member(x: Expressions, e: ir.Query, s: Scope, found: str, member: str) -> None:
    """Add what happens with a member that is wanted."""
    lines = x.lines
    value = member if e.value is None else x.value(e.value, s)
    match e.function:
        case "count":
            lines.add(f"{found} += 1")
        case "exists":
            lines.add(f"{found} = 1; break")
        case "sum":
            lines.add(f"{found} += {value}")
        case "those":
            lines.add(f"{found}.append({value})")
        case "each":
            lines.add(f"{found}[{value}] = None")
        case "max" | "min":
            value = lines.keep(value)
            sign = ">" if e.function == "max" else "<"
            lines.add(f"if {found} is None or {value} {sign} {found}: {found} = {value}")
        case _:
            _ranks(x, e, s, found, value)


def _ranks(x: Expressions, e: ir.Query, s: Scope, found: str, value: str) -> None:
    member = s.slots[e.slot]
    if value != member:
        x.lines.add(f"{member} = {value}")
        s.sure.discard(e.slot)
    ranks = "".join(f"-{x.value(rank, s)}, " for rank in e.ranks)
    x.lines.add(f"{found}.append((({ranks}), {member}))")


def _connected(x: Expressions, e: ir.Connected, s: Scope) -> str:
    lines = x.lines
    waiting, seen, found, member = lines.name(), lines.name(), lines.name(), f"s{e.slot}"
    start = x.value(e.start, s)
    within = s.inner()
    within.slots[e.slot] = member
    within.sure.discard(e.slot)
    lines.add(f"{waiting} = [{start}]; {seen} = set(); {found} = []")
    with lines.block(f"while {waiting}:"):
        lines.add(f"{member} = {waiting}.pop()")
        lines.add(f"if {member} in {seen}: continue")
        lines.add(f"{seen}.add({member})")
        if e.where is not None:
            lines.add(f"if not {x.value(e.where, within)}: continue")
        lines.add(f"{found}.append({member})")
        lines.add(f"{waiting} += {x.iterated(e.items, within)}")
    return f"tuple(sorted({found}))"


SETS: Mapping[type, Callable[..., str]] = {
    ir.Within: _within, ir.SetOf: _set_of, ir.Join: _join, ir.Range: _range, ir.Pick: _pick,
    ir.Position: _position, ir.Reverse: _reverse, ir.Count: _count, ir.Query: _query,
    ir.Connected: _connected,
}  # fmt: skip
"""How each expression that has to do with a set becomes text."""
