"""Sets and searches as C: a search is a loop before the line that uses it."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from interpreter.engine.compiled.shapes import holds_things
from interpreter.lang import ir

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from interpreter.engine.compiled.scope import Scope
    from interpreter.engine.native.expressions import Expressions


# --- sets


def _players(x: Expressions, e: ir.Players, s: Scope) -> str:
    everybody = tuple(range(x.layout.people))
    if e.others:
        seats = range(-1, x.layout.players)
        others = {me + 1: tuple(p for p in everybody if p != me) for me in seats}
        return f"{x.data.sets(others)}[{s.me} + 1]"
    if e.start is None:
        return x.data.set(everybody)
    start = x.kept(e.start, s)
    x.lines.add(f"if ({start} < 0 || {start} >= {len(everybody)}) give_up();")
    return f"{x.data.sets({p: everybody[p:] + everybody[:p] for p in everybody})}[{start}]"


def _components(x: Expressions, e: ir.Components, s: Scope) -> str:
    return x.data.set(x.layout.members(e.kinds))


def _zone(x: Expressions, e: ir.Zone, s: Scope) -> str:
    return f"in_zone_order(g, {x.cell(e.family, e.indices, s)})"


def _set_of(x: Expressions, e: ir.SetOf, s: Scope) -> str:
    parts = [x.kept(part, s) for part in e.items]
    if all(part.lstrip("-").isdigit() for part in parts):
        return x.data.set([int(part) for part in parts])
    found = x.lines.keep(f"room({len(parts)})", "num *")
    for i, part in enumerate(parts):
        x.lines.add(f"{found}[{i}] = {part};")
    return f"(Set){{{found}, {len(parts)}}}"


def _join(x: Expressions, e: ir.Join, s: Scope) -> str:
    parts = [x.set(part, s) for part in e.sets]
    size = " + ".join(f"{part}.n" for part in parts) or "0"
    found, n = x.lines.keep(f"room({size})", "num *"), x.lines.name()
    x.lines.add(f"num {n} = 0;")
    for part in parts:
        x.lines.add(f"{n} = joined({found}, {n}, {part});")
    return f"(Set){{{found}, {n}}}"


def _range(x: Expressions, e: ir.Range, s: Scope) -> str:
    return f"numbers({x.value(e.low, s)}, {x.value(e.high, s)})"


def _reverse(x: Expressions, e: ir.Reverse, s: Scope) -> str:
    return f"reversed({x.set(e.items, s)})"


# --- what is read from sets: zones are looked at where they lie


def _within(x: Expressions, e: ir.Within, s: Scope) -> str:
    if isinstance(e.items, ir.Zone):
        value = x.kept(e.value, s)
        return f"lies_in(g, {value}, {x.cell(e.items.family, e.items.indices, s)})"
    if isinstance(e.items, ir.SetOf) and len(e.items.items) < 5:
        value = x.kept(e.value, s)
        parts = [f"{value} == {x.kept(part, s)}" for part in e.items.items]
        return f"({' || '.join(parts) or '0'})"
    return f"in_set({x.set(e.items, s)}, {x.value(e.value, s)})"


def _pick(x: Expressions, e: ir.Pick, s: Scope) -> str:
    if isinstance(e.items, ir.Zone):
        cell = x.lines.keep(x.cell(e.items.family, e.items.indices, s))
        if e.which == "at":
            assert e.index is not None
            return f"nth_in_zone(g, {cell}, {x.value(e.index, s)})"
        return f"c[{'HEAD_OF' if e.which == 'first' else 'TAIL_OF'} + {cell} - FIRST_ZONE]"
    items = x.set(e.items, s)
    if e.which == "at":
        assert e.index is not None
        return f"at_place({items}, {x.value(e.index, s)})"
    return f"at_place({items}, 0)" if e.which == "first" else f"last_of({items})"


def _position(x: Expressions, e: ir.Position, s: Scope) -> str:
    return f"place_in({x.set(e.items, s)}, {x.value(e.value, s)})"


def _count(x: Expressions, e: ir.Count, s: Scope) -> str:
    if isinstance(e.items, ir.Zone):
        return f"c[{x.cell(e.items.family, e.items.indices, s)}]"
    if isinstance(e.items, ir.Query) and e.items.function == "those":
        query = e.items
        return x.value(ir.Query("count", query.slot, query.items, query.where, query.value), s)
    return f"{x.set(e.items, s)}.n"


# --- searches


@contextmanager
def members(
    x: Expressions,
    e: ir.Expr,
    slot: int,
    s: Scope,
    where: ir.Expr | None = None,
    items: str | None = None,
) -> Iterator[Scope]:
    """Add a loop over the members of a set for which a condition holds.

    What is added inside belongs to its body, in the scope given. `items` names the set if it has
    been worked out already. What a round takes from the arena is free again in the next one.
    """
    lines, member, used, within = x.lines, x.lines.name(), x.lines.name(), s.inner()
    within.slots[slot] = member
    within.sure.discard(slot)
    if holds_things(e):
        within.sure.add(slot)
    head, first = _loop(x, e, member, s, items)
    lines.add(f"int {used} = arena_used;")
    with lines.block(head):
        lines.add(f"arena_used = {used};{first}")
        if where is not None:
            lines.add(f"if (!({x.value(where, within)})) continue;")
        yield within


def _loop(x: Expressions, e: ir.Expr, member: str, s: Scope, items: str | None) -> tuple[str, str]:
    """Return how a loop over a set begins, and what each of its rounds begins with."""
    lines = x.lines
    match e:
        case ir.Zone():
            cell = lines.keep(x.cell(e.family, e.indices, s))
            first, onwards = f"c[HEAD_OF + {cell} - FIRST_ZONE]", f"c[NEXT_OF + {member}]"
            return f"for (num {member} = {first}; {member} >= 0; {member} = {onwards})", ""
        case ir.Range():
            low, high = x.kept(e.low, s), lines.keep(f"({x.value(e.high, s)})")
            end = lines.keep(f"({high} > {low} + 9999 ? {low} + 9999 : {high})")
            return f"for (num {member} = {low}; {member} <= {end}; {member}++)", ""
        case _:
            items, i = items or x.set(e, s), lines.name()
            return f"for (num {i} = 0; {i} < {items}.n; {i}++)", f" num {member} = {items}.p[{i}];"


def _sized(x: Expressions, e: ir.Expr, s: Scope) -> tuple[str | None, str]:
    """Return the name of a set, if it is worked out, and the text of how many it has at most."""
    if isinstance(e, ir.Zone):
        return None, f"c[{x.cell(e.family, e.indices, s)}]"
    if isinstance(e, ir.Range):
        return None, "10000"
    items = x.set(e, s)
    return items, f"{items}.n"


_BEGIN: Mapping[str, int] = {"count": 0, "sum": 0, "max": 0, "min": 0, "exists": 0, "every": 1}


def _query(x: Expressions, e: ir.Query, s: Scope) -> str:
    """Add a search that gives a number."""
    lines, found = x.lines, x.lines.name()
    lines.add(f"num {found} = {_BEGIN[e.function]};")
    if e.function in ("max", "min"):
        lines.add(f"int {found}_any = 0;")
    if e.function == "every":
        with members(x, e.items, e.slot, s) as within:
            where = "1" if e.where is None else x.value(e.where, within)
            lines.add(f"if (!({where})) {{ {found} = 0; break; }}")
        return found
    with members(x, e.items, e.slot, s, e.where) as within:
        _counted(x, e, found, within)
    return found


def _counted(x: Expressions, e: ir.Query, found: str, s: Scope) -> None:
    """Add what happens with a member that is wanted."""
    lines = x.lines
    match e.function:
        case "count":
            lines.add(f"{found}++;")
        case "exists":
            lines.add(f"{found} = 1; break;")
        case "sum":
            lines.add(f"{found} += {_value(x, e, s)};")
        case "max" | "min":
            value, sign = lines.keep(_value(x, e, s)), ">" if e.function == "max" else "<"
            lines.add(f"if (!{found}_any || {value} {sign} {found}) {found} = {value};")
            lines.add(f"{found}_any = 1;")
        case _:
            pass


def _value(x: Expressions, e: ir.Query, s: Scope) -> str:
    return s.slots[e.slot] if e.value is None else x.value(e.value, s)


def _gathered(x: Expressions, e: ir.Query, s: Scope) -> str:
    """Add a search that gives a set."""
    lines, n = x.lines, x.lines.name()
    width = len(e.ranks) + 1 if e.ranks else 1
    items, size = _sized(x, e.items, s)
    found = lines.keep(f"room({size} * {width})", "num *")
    lines.add(f"num {n} = 0;")
    with members(x, e.items, e.slot, s, e.where, items) as within:
        value = lines.keep(_value(x, e, within))
        if e.ranks:
            within.slots[e.slot] = value
            if e.value is not None:
                within.sure.discard(e.slot)
            for i, rank in enumerate(e.ranks):
                lines.add(f"{found}[{n} * {width} + {i}] = -({x.value(rank, within)});")
            lines.add(f"{found}[{n}++ * {width} + {width - 1}] = {value};")
        elif e.function == "each":
            lines.add(f"if (!in_set((Set){{{found}, {n}}}, {value})) {found}[{n}++] = {value};")
        else:
            lines.add(f"{found}[{n}++] = {value};")
    if e.ranks:
        return f"{e.function}({found}, {n}, {width})"
    return f"(Set){{{found}, {n}}}"


def _search(x: Expressions, e: ir.Query, s: Scope) -> str:
    return _gathered(x, e, s) if x.is_set(e) else _query(x, e, s)


def _connected(x: Expressions, e: ir.Connected, s: Scope) -> str:
    """Add the growth of a group: what waits, what was seen, what belongs to it."""
    lines = x.lines
    start = x.kept(e.start, s)
    waiting, seen, found = (lines.keep("room(MOST_CONNECTED)", "num *") for _ in range(3))
    w, k, n, member = (lines.name() for _ in range(4))
    lines.add(f"num {w} = 1, {k} = 0, {n} = 0; {waiting}[0] = {start};")
    within = s.inner()
    within.slots[e.slot] = member
    within.sure.discard(e.slot)
    with lines.block(f"while ({w})"):
        lines.add(f"num {member} = {waiting}[--{w}];")
        lines.add(f"if (in_set((Set){{{seen}, {k}}}, {member})) continue;")
        lines.add(f"if ({k} == MOST_CONNECTED) give_up();")
        lines.add(f"{seen}[{k}++] = {member};")
        if e.where is not None:
            lines.add(f"if (!({x.value(e.where, within)})) continue;")
        lines.add(f"{found}[{n}++] = {member};")
        more = x.set(e.items, within)
        lines.add(f"if ({w} + {more}.n > MOST_CONNECTED) give_up();")
        lines.add(f"memcpy({waiting} + {w}, {more}.p, {more}.n * sizeof(num)); {w} += {more}.n;")
    lines.add(f"qsort({found}, {n}, sizeof(num), by_number);")
    return f"(Set){{{found}, {n}}}"


NUMBERS: Mapping[type, Callable[..., str]] = {
    ir.Within: _within, ir.Pick: _pick, ir.Position: _position, ir.Count: _count,
    ir.Query: _search,
}  # fmt: skip
"""How each expression that reads a set becomes text."""
SETS: Mapping[type, Callable[..., str]] = {
    ir.Players: _players, ir.Components: _components, ir.Zone: _zone, ir.SetOf: _set_of,
    ir.Join: _join, ir.Range: _range, ir.Reverse: _reverse, ir.Query: _search,
    ir.Connected: _connected,
}  # fmt: skip
"""How each set becomes text."""
