"""Operations that go on with the next one, as Python source."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.engine.compiled.questions import vector
from interpreter.engine.frame import ME, SLOT
from interpreter.engine.layout import ROUND, SECRET, TURN, roll_stream
from interpreter.lang import ir, ops
from interpreter.lang.ops import AMOUNT

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from interpreter.engine.compiled.flow import Flow
    from interpreter.engine.compiled.segments import Segments


def _set_local(g: Segments, op: ops.SetLocal, flow: Flow) -> None:
    value = g.x.value(op.value, flow.scope)
    if isinstance(op.value, ir.Compare | ir.Not | ir.Within | ir.KindIs):
        value = f"int({value})"
    flow.scope.sure.discard(op.slot)
    g.lines.add(f"f[{SLOT + op.slot}] = {value}")


def _set_me(g: Segments, op: ops.SetMe, flow: Flow) -> None:
    g.lines.add(f"f[{ME}] = {g.x.value(op.player, flow.scope)}")
    flow.scope.acts = False


def _set_turn(g: Segments, op: ops.SetTurn, flow: Flow) -> None:
    g.writes(flow)
    g.note(TURN)
    g.lines.add(f"c[{TURN}] = {g.x.value(op.player, flow.scope)}")
    if op.begins:
        g.tell(f"TurnBegan(c[{TURN}], c[{ROUND}], {g.cause()})")


def _set_secret(g: Segments, op: ops.SetSecret, flow: Flow) -> None:
    if g.trying:
        g.writes(flow)
        g.note(SECRET)
    g.lines.add(f"c[{SECRET}] = {int(op.on)}")


def _require(g: Segments, op: ops.Require, flow: Flow) -> None:
    value = g.x.value(op.condition, flow.scope)
    g.x.refuse(f"not {value}", "fail('what it requires does not hold')")


def _gain(g: Segments, op: ops.Gain, flow: Flow) -> None:
    _amounts(g, op.bundle, flow, 1)


def _lose(g: Segments, op: ops.Lose, flow: Flow) -> None:
    _amounts(g, op.bundle, flow, -1)


def _amounts(g: Segments, bundle: ops.Bundle, flow: Flow, sign: int) -> None:
    g.writes(flow)
    fixed = not bundle.costs and all(isinstance(r, ir.Const) for _, r in bundle.amounts)
    named = [r.value for _, r in bundle.amounts if isinstance(r, ir.Const)]
    if g.telling or not fixed or len(set(named)) < len(named):
        word = "" if sign > 0 else "-"
        with g.lines.block(f"for r, n in {vector(g.x, bundle, flow.scope)}:"):
            g.x.acting(flow.inner().scope)
            _note_amount(g, f"f[{ME}]", "r")
            g.lines.add(f"m.writer.gain(c, f[{ME}], r, {word}n)")
        return
    # All amounts first, as they stand before.
    texts = [(g.x.value(n, flow.scope), r) for n, r in bundle.amounts]
    if len(texts) > 1:
        texts = [(g.lines.keep(text), r) for text, r in texts]
    for text, resource in texts:
        assert isinstance(resource, ir.Const)
        change = text if sign > 0 else f"-{text}"
        if text.isdigit():
            if text != "0":
                g.add_amount(resource.value, change, flow)
            continue
        n = g.lines.keep(text)
        inner = flow.inner()
        with g.lines.block(f"if {n} > 0:"):
            g.add_amount(resource.value, n if sign > 0 else f"-{n}", inner)


def _note_amount(g: Segments, player: str, resource: str) -> None:
    if g.trying:
        base, count = g.names.layout.blocks[AMOUNT].base, len(g.table.ruleset.resources)
        g.note(g.lines.keep(f"{base} + {player} * {count} + {resource}"))


def _set_cell(g: Segments, op: ops.SetCell, flow: Flow) -> None:
    _write(g, op.family, op.indices, g.x.number(op.value, flow.scope), flow)


def _add_to_cell(g: Segments, op: ops.AddToCell, flow: Flow) -> None:
    value = g.x.number(op.value, flow.scope)
    _write(g, op.family, op.indices, value, flow, "+" if op.sign > 0 else "-")


def _write(
    g: Segments, family: str, indices: tuple[ir.Expr, ...], value: str, flow: Flow, sign: str = ""
) -> None:
    g.writes(flow)
    cell = g.x.cell(family, indices, flow.scope)
    if not cell.isdigit():
        cell = g.lines.keep(cell)
    if sign:
        value = f"c[{cell}] {sign} {value}"
    if family != AMOUNT:
        block = g.names.layout.blocks[family]
        if g.telling:
            g.lines.add(f"m.writer.put(c, {family!r}, {cell}, {value})")
            return
        g.put(cell, value, block.least, block.most)
        return
    resources = g.table.ruleset.resources
    if isinstance(indices[1], ir.Const) and not g.telling:
        definition = resources[indices[1].value]
        g.put(cell, value, definition.least, definition.most)
        return
    base = g.names.layout.blocks[AMOUNT].base
    g.note(cell)
    g.lines.add(
        f"m.writer.gain(c, ({cell} - {base}) // {len(resources)}, "
        f"({cell} - {base}) % {len(resources)}, {value} - c[{cell}])"
    )


def _move(g: Segments, op: ops.Move, flow: Flow) -> None:
    if op.many:
        g.writes(flow)
        target = g.lines.keep(g.x.cell(op.zone, op.indices, flow.scope))
        with g.lines.block(f"for x in {g.x.value(op.what, flow.scope)}:"):
            g.lines.add(_moving(g, op.zone, "x", target, front=op.front))
        return
    if g.trying:
        _try_move(g, op, flow)
        return
    g.writes(flow)
    what, target = g.x.value(op.what, flow.scope), g.x.cell(op.zone, op.indices, flow.scope)
    g.lines.add(_moving(g, op.zone, what, target, front=op.front))


def _try_move(g: Segments, op: ops.Move, flow: Flow) -> None:
    """Add that a move must be possible; if nothing can fail behind it, it need not be made."""
    what = g.x.kept(op.what, flow.scope)
    if not op.sure:
        g.x.refuse(f"{what} < 0", "")
    target = g.lines.keep(g.x.cell(op.zone, op.indices, flow.scope))
    capacity = g.names.layout.blocks[op.zone].capacity
    if capacity is not None:
        place = f"c[{g.names.layout.place_of} + {what}]"
        g.x.refuse(f"len(c[{target}]) >= {capacity} and {place} != {target}", "")
    after = g.lines.position + 1
    if g.unit.safe[after]:
        sure = g.below(after)
        g.lines.add("return True" if sure == "True" else f"if {sure}: return True")
        if sure == "True":
            return
    g.writes(flow)
    g.lines.add(_moving(g, op.zone, what, target, front=op.front))


def _moving(g: Segments, zone: str, what: str, target: str, *, front: bool) -> str:
    if g.telling:
        return f"m.writer.move(c, {what}, {target}, {front})"
    mover = g.names.mover(zone, front=front, noted=g.trying)
    return f"{mover}({'j' if g.trying else 'm.writer'}, c, {what}, {target})"


def _draw(g: Segments, op: ops.Draw, flow: Flow) -> None:
    g.writes(flow)
    target = g.lines.keep(g.x.cell(op.target, op.target_indices, flow.scope))
    source = g.x.cell(op.source, op.source_indices, flow.scope)
    count = g.x.value(op.count, flow.scope)
    if not count.isdigit():
        count = f"max(0, {count})"
    with g.lines.block(f"for x in c[{source}][:{count}]:"):
        g.lines.add(_moving(g, op.target, "x", target, front=False))


def _shuffle(g: Segments, op: ops.Shuffle, flow: Flow) -> None:
    g.writes(flow)
    layout = g.names.layout
    counter, stream = layout.streams[f"shuffle.{op.zone}"]
    zone = g.lines.keep(g.x.cell(op.zone, op.indices, flow.scope))
    base = layout.blocks[op.zone].base
    if g.telling:
        g.lines.add(f"m.writer.shuffle(c, {zone}, {op.zone!r})")
        return
    g.note(zone)
    g.note(counter)
    g.lines.add(f"shuffled(c, {zone}, {counter}, {stream} + {zone} - {base})")
    g.lines.add("m.writer.revealed = True")


def _roll_item(g: Segments, op: ops.RollItem, flow: Flow) -> None:
    g.writes(flow)
    values = g.x.kept(op.items, flow.scope)
    g.x.refuse(f"not {values}", "fail('there is nothing to take by chance')")
    chance = _chance(g, f"len({values})")
    g.lines.add(f"f[{SLOT + op.slot}] = {values}[{chance}]; m.writer.revealed = True")


def _roll_number(g: Segments, op: ops.RollNumber, flow: Flow) -> None:
    g.writes(flow)
    low, high = g.x.kept(op.low, flow.scope), g.x.kept(op.high, flow.scope)
    g.x.refuse(f"{high} < {low}", "fail('there is no number to roll')")
    chance = _chance(g, f"{high} - {low} + 1")
    g.lines.add(f"f[{SLOT + op.slot}] = {low} + {chance}; m.writer.revealed = True")


def _chance(g: Segments, bound: str) -> str:
    name = g.table.ruleset.programs[g.unit.program].name
    counter, stream = g.names.layout.streams[roll_stream(name)]
    g.note(counter)
    value = g.lines.keep(f"below(c, {bound}, {counter}, {stream})")
    g.tell(f"Rolled({value}, {g.cause()})")
    return value


PLAIN: Mapping[type, Callable[..., None]] = {
    ops.SetLocal: _set_local, ops.SetMe: _set_me, ops.SetTurn: _set_turn,
    ops.SetSecret: _set_secret, ops.Require: _require, ops.Gain: _gain, ops.Lose: _lose,
    ops.SetCell: _set_cell, ops.AddToCell: _add_to_cell, ops.Move: _move, ops.Draw: _draw,
    ops.Shuffle: _shuffle, ops.RollItem: _roll_item, ops.RollNumber: _roll_number,
}  # fmt: skip
"""How each of them is added."""
