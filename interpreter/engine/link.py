"""Expressions to closures over the flat state: names become cell numbers, once, before play.

A closure takes the cells and the frame: `[program, position, me, slot 0, slot 1, ...]`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from interpreter.engine import sets
from interpreter.engine.frame import LIMIT, ME, SLOT, Cells, Frame, Read, acting
from interpreter.engine.impossible import Impossible
from interpreter.engine.layout import ROUND, TURN, Block, Layout
from interpreter.lang import ir
from interpreter.lang.ir import NOTHING, Formal
from interpreter.lang.ops import AMOUNT

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from interpreter.content.ruleset import Value
    from interpreter.lang.types import Type


class Linker:
    """Links the expressions of one ruleset to one layout."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.costs: list[tuple[tuple[int, int], ...]] = []
        """Cost constants; a value of type cost is an index into this list."""
        self._fields: dict[tuple[str, tuple[str, ...]], dict[int, Any]] = {}
        self._formulas: dict[tuple[str, tuple[str, ...]], dict[int, Read]] = {}
        self.before: Cells | None = None
        """The cells `before(...)` reads; only while an example is being judged."""

    def formal(self, formal: Formal) -> Callable[[Cells, int, int], Any]:
        """Return a function of cells, acting player and component (or -1) for a whole text."""
        read, slots = self.expr(formal.expr), max(formal.slots, 1)

        def value(cells: Cells, me: int, this: int) -> Any:
            return read(cells, [-1, 0, me, this] + [0] * slots)

        return value

    def expr(self, e: ir.Expr) -> Read:
        """Return the closure of an expression."""
        return _LINK[type(e)](self, e)

    # --- cells

    def cell(self, family: str, indices: tuple[ir.Expr, ...]) -> Read:
        """Return a closure that finds the number of a cell."""
        block = self.layout.blocks[family]
        if not indices:
            base = block.base
            return lambda c, f: base
        parts = [self._index(block, d, e) for d, e in enumerate(indices)]
        if len(parts) == 1:
            (one,), base = parts, block.base
            return lambda c, f: base + one(c, f)
        if len(parts) == 2:
            (one, two), base, size = parts, block.base, block.sizes[1]
            return lambda c, f: base + one(c, f) * size + two(c, f)
        return _offset(block, parts)

    def _index(self, block: Block, dim: int, e: ir.Expr) -> Read:
        read, table = self.expr(e), block.tables[dim]
        if isinstance(e, ir.Me):
            return lambda c, f: acting(f)
        if table is None:

            def plain(c: Cells, f: Frame) -> int:
                index: int = read(c, f)
                if index < 0:
                    raise Impossible("nobody is there")
                return index

            return plain
        if isinstance(e, ir.Item):
            fixed = table[read([], [])]
            return lambda c, f: fixed

        def looked_up(c: Cells, f: Frame) -> int:
            index = table.get(read(c, f))
            if index is None:
                raise Impossible("nothing is there")
            return index

        return looked_up

    # --- fields

    def field_table(self, name: str, kinds: tuple[str, ...]) -> dict[int, Any]:
        """Return the value of a field by component; item ids become components, costs indices."""
        key = (name, kinds)
        if key not in self._fields:
            self._fields[key] = {
                number: self._value(
                    component.item.values[name],
                    self.layout.ruleset.kinds[kind].fields[name],
                )
                for kind in kinds
                for number in self.layout.ranges[kind]
                for component in (self.layout.components[number],)
            }
        return self._fields[key]

    def _value(self, value: Value, kind: Type) -> Any:
        if isinstance(value, str):
            return self.layout.first.get(value, value)
        if kind.base == "cost":
            self.costs.append(value)  # type: ignore[arg-type]  # pairs
            return len(self.costs) - 1
        if isinstance(value, tuple):
            assert kind.member is not None
            return tuple(self._value(v, kind.member) for v in value)
        return value

    def formula_table(self, name: str, kinds: tuple[str, ...]) -> dict[int, Any]:
        """Return the formula of a condition or amount field by component."""
        key = (name, kinds)
        if key not in self._formulas:
            table: dict[int, Any] = {}
            self._formulas[key] = table  # first, since formulas may refer to each other
            linked: dict[str, Any] = {}
            for kind in kinds:
                for number in self.layout.ranges[kind]:
                    item = self.layout.components[number].item
                    if item.id not in linked:
                        formal = item.values[name]
                        assert isinstance(formal, Formal)
                        linked[item.id] = self.formal(formal)
                    table[number] = linked[item.id]
        return self._formulas[key]


def _offset(block: Block, parts: list[Read]) -> Read:
    base, sizes = block.base, block.sizes

    def number(c: Cells, f: Frame) -> int:
        offset = 0
        for size, part in zip(sizes, parts, strict=True):
            offset = offset * size + part(c, f)
        return base + offset

    return number


# --- one function for each kind of expression


def _const(_: Linker, e: ir.Const) -> Read:
    value = e.value
    return lambda c, f: value


def _item(link: Linker, e: ir.Item) -> Read:
    value = link.layout.first[e.item]
    return lambda c, f: value


def _option(link: Linker, e: ir.OptionValue) -> Read:
    value = link.layout.options[e.option]
    return lambda c, f: value


def _local(_: Linker, e: ir.Local) -> Read:
    slot = SLOT + e.slot
    return lambda c, f: f[slot]


def _me(_: Linker, e: ir.Me) -> Read:
    return lambda c, f: f[ME]


def _seat(link: Linker, e: ir.Seat) -> Read:
    ids = [seat.id for seat in link.layout.seats]
    seat = link.layout.people + ids.index(e.seat) if e.seat in ids else NOTHING
    return lambda c, f: seat


def _system(link: Linker, e: ir.System) -> Read:
    if e.name == "player_count":
        count = link.layout.people
        return lambda c, f: count
    cell = TURN if e.name == "turn_player" else ROUND
    return lambda c, f: c[cell]


def _players(link: Linker, e: ir.Players) -> Read:
    everybody = tuple(range(link.layout.people))
    if e.others:
        return lambda c, f: tuple(p for p in everybody if p != f[ME])
    if e.start is None:
        return lambda c, f: everybody
    start = link.expr(e.start)
    rounds = {p: everybody[p:] + everybody[:p] for p in everybody}
    return lambda c, f: rounds[start(c, f)]


def _after(link: Linker, e: ir.After) -> Read:
    player, count = link.expr(e.player), link.layout.people
    return lambda c, f: (player(c, f) + 1) % count


def _components(link: Linker, e: ir.Components) -> Read:
    members = link.layout.members(e.kinds)
    return lambda c, f: members


def _cell(link: Linker, e: ir.Cell | ir.Zone) -> Read:
    at = link.cell(e.family, e.indices)
    return lambda c, f: c[at(c, f)]


def _amount(link: Linker, e: ir.Amount) -> Read:
    if isinstance(e.player, ir.Me) and isinstance(e.resource, ir.Const):
        block = link.layout.blocks[AMOUNT]
        base, size = block.base + e.resource.value, block.sizes[1]
        return lambda c, f: c[base + acting(f) * size]
    at = link.cell(AMOUNT, (e.player, e.resource))
    return lambda c, f: c[at(c, f)]


def _field(link: Linker, e: ir.Field) -> Read:
    table, component = link.field_table(e.name, e.kinds), link.expr(e.component)
    if e.index is None:

        def whole(c: Cells, f: Frame) -> Any:
            try:
                return table[component(c, f)]
            except KeyError:
                raise Impossible("nothing is there") from None

        return whole
    index = link.expr(e.index)

    def element(c: Cells, f: Frame) -> Any:
        values = table.get(component(c, f), ())
        i = index(c, f)
        if not 0 <= i < len(values):
            raise Impossible(f"the list has no entry {i}")
        return values[i]

    return element


def _formula(link: Linker, e: ir.Formula) -> Read:
    table, component = link.formula_table(e.name, e.kinds), link.expr(e.component)

    def value(c: Cells, f: Frame) -> Any:
        this = component(c, f)
        formula = table.get(this)
        if formula is None:
            raise Impossible("nothing is there")
        return formula(c, f[ME], this)

    return value


def _named(link: Linker, e: ir.Named) -> Read:
    formal = link.layout.ruleset.formulas[e.formula].value
    arguments = [link.expr(a) for a in e.arguments]
    # Linked at the first use: formulas may use each other in any order.
    linked: list[Read] = []
    spare = [0] * (formal.slots - len(arguments))

    def value(c: Cells, f: Frame) -> Any:
        if not linked:
            linked.append(link.expr(formal.expr))
        return linked[0](c, [-1, 0, f[ME], *[a(c, f) for a in arguments], *spare])

    return value


def _present(link: Linker, e: ir.Present) -> Read:
    read = link.expr(e.value)

    def value(c: Cells, f: Frame) -> Any:
        found = read(c, f)
        if found == NOTHING:
            raise Impossible("nothing is there")
        return found

    return value


def _owner(link: Linker, e: ir.Owner) -> Read:
    owners = {i: x.owner for i, x in enumerate(link.layout.components)}
    component = link.expr(e.component)
    return lambda c, f: owners.get(component(c, f), NOTHING)


def _copy(link: Linker, e: ir.Copy) -> Read:
    copies = {i: x.copy for i, x in enumerate(link.layout.components)}
    component = link.expr(e.component)
    return lambda c, f: copies.get(component(c, f), 0)


def _space(link: Linker, e: ir.SpaceOf) -> Read:
    track = link.layout.ruleset.counters[e.track].track
    assert track is not None
    assert track.space_kind is not None
    first, place = link.layout.ranges[track.space_kind].start, link.expr(e.place)
    return lambda c, f: first + place(c, f)


def _kind_is(link: Linker, e: ir.KindIs) -> Read:
    members, component = link.layout.ranges[e.kind], link.expr(e.component)
    return lambda c, f: int(component(c, f) in members)


def _arithmetic(link: Linker, e: ir.Arithmetic) -> Read:
    a, b = link.expr(e.left), link.expr(e.right)
    match e.operator:
        case "+":
            return lambda c, f: a(c, f) + b(c, f)
        case "-":
            return lambda c, f: a(c, f) - b(c, f)
        case "max":
            return lambda c, f: max(a(c, f), b(c, f))
        case "min":
            return lambda c, f: min(a(c, f), b(c, f))
        case "*":
            return lambda c, f: _bounded(a(c, f) * b(c, f))
        case _:
            return _division(e.operator, a, b)


def _division(operator: str, a: Read, b: Read) -> Read:
    def divided(c: Cells, f: Frame) -> int:
        number, by = a(c, f), b(c, f)
        if by == 0:
            raise Impossible("division by 0")
        if operator == "mod":
            return int(number % by)
        return int(number // by if operator == "down" else -(-number // by))

    return divided


def _bounded(value: int) -> int:
    if not -LIMIT <= value <= LIMIT:
        raise Impossible(f"the number {value} is too large")
    return value


def _compare(link: Linker, e: ir.Compare) -> Read:
    a, b = link.expr(e.left), link.expr(e.right)
    match e.operator:
        case "and":
            return lambda c, f: a(c, f) and b(c, f)
        case "or":
            return lambda c, f: a(c, f) or b(c, f)
        case "is":
            return lambda c, f: a(c, f) == b(c, f)
        case "is not":
            return lambda c, f: a(c, f) != b(c, f)
        case "<":
            return lambda c, f: a(c, f) < b(c, f)
        case "<=":
            return lambda c, f: a(c, f) <= b(c, f)
        case ">":
            return lambda c, f: a(c, f) > b(c, f)
        case _:
            return lambda c, f: a(c, f) >= b(c, f)


def _not(link: Linker, e: ir.Not) -> Read:
    operand = link.expr(e.operand)
    return lambda c, f: not operand(c, f)


def _either(link: Linker, e: ir.Either) -> Read:
    condition, yes, no = link.expr(e.condition), link.expr(e.yes), link.expr(e.no)
    return lambda c, f: yes(c, f) if condition(c, f) else no(c, f)


def _within(link: Linker, e: ir.Within) -> Read:
    value, items = link.expr(e.value), link.expr(e.items)
    return lambda c, f: value(c, f) in items(c, f)


def _cost_size(link: Linker, e: ir.CostSize) -> Read:
    cost = link.expr(e.cost)
    return lambda c, f: sum(n for _, n in link.costs[cost(c, f)])


def _before(link: Linker, e: ir.Before) -> Read:
    value = link.expr(e.value)

    def read(c: Cells, f: Frame) -> Any:
        assert link.before is not None
        return value(link.before, f)

    return read


_LINK: Mapping[type, Callable[[Linker, Any], Read]] = {
    ir.Const: _const,
    ir.Item: _item,
    ir.OptionValue: _option,
    ir.Local: _local,
    ir.Me: _me,
    ir.Seat: _seat,
    ir.System: _system,
    ir.Players: _players,
    ir.After: _after,
    ir.Components: _components,
    ir.Cell: _cell,
    ir.Amount: _amount,
    ir.Zone: _cell,
    ir.Field: _field,
    ir.Formula: _formula,
    ir.Named: _named,
    ir.Present: _present,
    ir.Owner: _owner,
    ir.Copy: _copy,
    ir.SpaceOf: _space,
    ir.KindIs: _kind_is,
    ir.Arithmetic: _arithmetic,
    ir.Compare: _compare,
    ir.Not: _not,
    ir.Either: _either,
    ir.Within: _within,
    ir.SetOf: sets.link_set_of,
    ir.Join: sets.link_join,
    ir.Range: sets.link_range,
    ir.Pick: sets.link_pick,
    ir.Position: sets.link_position,
    ir.Reverse: sets.link_reverse,
    ir.Count: sets.link_count,
    ir.Query: sets.link_query,
    ir.Connected: sets.link_connected,
    ir.CostSize: _cost_size,
    ir.Before: _before,
}
