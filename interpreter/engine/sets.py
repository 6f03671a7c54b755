"""Sets and searches, linked: one function for each kind of expression."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from interpreter.engine.frame import SLOT, Cells, Frame, Read
from interpreter.lang import ir
from interpreter.lang.ir import NOTHING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from interpreter.engine.link import Linker


def link_set_of(link: Linker, e: ir.SetOf) -> Read:
    """Link a set written out."""
    parts = [link.expr(x) for x in e.items]
    if all(isinstance(x, ir.Const | ir.Item) for x in e.items):
        fixed = tuple(part([], []) for part in parts)
        return lambda c, f: fixed
    return lambda c, f: tuple(part(c, f) for part in parts)


def link_join(link: Linker, e: ir.Join) -> Read:
    """Link a union in order."""
    parts = [link.expr(x) for x in e.sets]
    return lambda c, f: tuple(dict.fromkeys(v for part in parts for v in part(c, f)))


def link_range(link: Linker, e: ir.Range) -> Read:
    """Link a range of numbers."""
    low, high = link.expr(e.low), link.expr(e.high)
    return lambda c, f: tuple(range(low(c, f), min(high(c, f), low(c, f) + 9_999) + 1))


def link_pick(link: Linker, e: ir.Pick) -> Read:
    """Link `first`, `last` and `at`."""
    items = link.expr(e.items)
    if e.which == "at":
        assert e.index is not None
        index = link.expr(e.index)

        def at(c: Cells, f: Frame) -> Any:
            values, i = items(c, f), index(c, f)
            return values[i] if 0 <= i < len(values) else NOTHING

        return at
    end = 0 if e.which == "first" else -1

    def picked(c: Cells, f: Frame) -> Any:
        values = items(c, f)
        return values[end] if values else NOTHING

    return picked


def link_position(link: Linker, e: ir.Position) -> Read:
    """Link the place of a value in a set."""
    value, items = link.expr(e.value), link.expr(e.items)

    def position(c: Cells, f: Frame) -> int:
        values, wanted = items(c, f), value(c, f)
        return values.index(wanted) if wanted in values else -1

    return position


def link_reverse(link: Linker, e: ir.Reverse) -> Read:
    """Link a set backwards."""
    items = link.expr(e.items)
    return lambda c, f: items(c, f)[::-1]


def link_count(link: Linker, e: ir.Count) -> Read:
    """Link the size of a set."""
    items = link.expr(e.items)
    return lambda c, f: len(items(c, f))


def link_query(link: Linker, e: ir.Query) -> Read:
    """Link a search over a set."""
    items, slot = link.expr(e.items), SLOT + e.slot
    where = None if e.where is None else link.expr(e.where)
    value = None if e.value is None else link.expr(e.value)

    def members(c: Cells, f: Frame) -> Any:
        f = f[:]  # a search leaves nothing behind in the frame
        for member in items(c, f):
            f[slot] = member
            if where is None or where(c, f):
                yield member if value is None else value(c, f)

    if e.function == "every":
        return lambda c, f: _every(items(c, f), where, slot, c, f[:])
    if e.ranks:
        ranks = [link.expr(r) for r in e.ranks]
        return (
            _best(members, ranks, slot) if e.function == "best" else _ranked(members, ranks, slot)
        )
    return _FINISH[e.function](members)


_FINISH: Mapping[str, Callable[[Read], Read]] = {
    "count": lambda members: lambda c, f: sum(1 for _ in members(c, f)),
    "sum": lambda members: lambda c, f: sum(members(c, f)),
    "max": lambda members: lambda c, f: max(members(c, f), default=0),
    "min": lambda members: lambda c, f: min(members(c, f), default=0),
    "exists": lambda members: lambda c, f: next((1 for _ in members(c, f)), 0),
    "those": lambda members: lambda c, f: tuple(members(c, f)),
    "each": lambda members: lambda c, f: tuple(dict.fromkeys(members(c, f))),
}


def _every(values: Any, where: Read | None, slot: int, c: Cells, f: Frame) -> int:
    for member in values:
        f[slot] = member
        if where is not None and not where(c, f):
            return 0
    return 1


def _ranked(members: Read, ranks: list[Read], slot: int) -> Read:
    def ranked(c: Cells, f: Frame) -> tuple[int, ...]:
        # Highest first; a stable sort leaves equals in the order of the set.
        spare = f[:]
        return tuple(sorted(members(c, f), key=lambda m: _key(m, ranks, slot, c, spare)))

    return ranked


def _best(members: Read, ranks: list[Read], slot: int) -> Read:
    def best(c: Cells, f: Frame) -> tuple[int, ...]:
        spare = f[:]
        keyed = [(_key(m, ranks, slot, c, spare), m) for m in members(c, f)]
        top = min((key for key, _ in keyed), default=())
        return tuple(m for key, m in keyed if key == top)

    return best


def _key(member: int, ranks: list[Read], slot: int, c: Cells, f: Frame) -> tuple[int, ...]:
    f[slot] = member
    return tuple(-rank(c, f) for rank in ranks)


def link_connected(link: Linker, e: ir.Connected) -> Read:
    """Link the group that grows from a start."""
    start, items, slot = link.expr(e.start), link.expr(e.items), SLOT + e.slot
    where = None if e.where is None else link.expr(e.where)

    def group(c: Cells, f: Frame) -> tuple[int, ...]:
        waiting, seen, found, f = [start(c, f)], set(), [], f[:]
        while waiting:
            member = waiting.pop()
            if member in seen:
                continue
            seen.add(member)
            f[slot] = member
            if where is not None and not where(c, f):
                continue
            found.append(member)
            waiting += items(c, f)
        return tuple(sorted(found))

    return group
