"""Operations as C. Each function adds its lines; where a program goes on is a `goto`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.engine.frame import ME, SLOT
from interpreter.engine.layout import ENDED, SECRET, TURN, roll_stream
from interpreter.engine.native.questions import add_amounts
from interpreter.engine.steps import reasons
from interpreter.lang import ir, ops
from interpreter.lang.ops import AMOUNT

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from interpreter.engine.compiled.scope import Scope
    from interpreter.engine.native.programs import Program


def _set_local(p: Program, op: ops.SetLocal, s: Scope) -> None:
    slot = f"f[{SLOT + op.slot}]"
    if p.x.is_set(op.value):
        p.add(f"{slot} = kept_local(g, {p.x.set(op.value, s)});")
        return
    value = p.x.kept(op.value, s)
    if isinstance(op.value, ir.Arithmetic | ir.Query | ir.Named | ir.Formula | ir.Either):
        p.add(f"if ({value} <= -LARGE || {value} >= LARGE) give_up();")
    p.add(f"{slot} = {value};")


def _jump(p: Program, op: ops.Jump, s: Scope) -> None:
    p.go(op.to)


def _jump_unless(p: Program, op: ops.JumpUnless, s: Scope) -> None:
    with p.lines.block(f"if (!{p.x.value(op.condition, s)})"):
        p.go(op.to)


def _jump_unless_can(p: Program, op: ops.JumpUnlessCan, s: Scope) -> None:
    part = p.source.part(p.unit.program, op.end)
    with p.lines.block(f"if (could(g, {part}, {p.position + 1}))"):
        p.go(op.end)
    p.go(op.to)


def _next_item(p: Program, op: ops.NextItem, s: Scope) -> None:
    items, index = p.lines.keep(f"set_of(g, f[{SLOT + op.items}])", "Set"), f"f[{SLOT + op.index}]"
    with p.lines.block(f"if ({index} >= {items}.n)"):
        p.go(op.exit)
    p.add(f"f[{SLOT + op.slot}] = {items}.p[{index}++];")


def _next_round(p: Program, op: ops.NextRound, s: Scope) -> None:
    counter = f"f[{SLOT + op.counter}]"
    with p.lines.block(f"if ({counter} <= 0)"):
        p.go(op.exit)
    p.add(f"{counter}--;")


def _set_me(p: Program, op: ops.SetMe, s: Scope) -> None:
    p.add(f"f[{ME}] = {p.x.value(op.player, s)};")


def _set_turn(p: Program, op: ops.SetTurn, s: Scope) -> None:
    p.add(f"write_cell(g, {TURN}, {p.x.value(op.player, s)});")


def _set_secret(p: Program, op: ops.SetSecret, s: Scope) -> None:
    p.add(f"write_cell(g, {SECRET}, {int(op.on)});")


def _require(p: Program, op: ops.Require, s: Scope) -> None:
    p.x.refuse(f"!{p.x.value(op.condition, s)}")


def _gain(p: Program, op: ops.Gain, s: Scope) -> None:
    _amounts(p, op.bundle, s, "")


def _lose(p: Program, op: ops.Lose, s: Scope) -> None:
    _amounts(p, op.bundle, s, "-")


def _amounts(p: Program, bundle: ops.Bundle, s: Scope, sign: str) -> None:
    if bundle.costs:
        p.add("num sum[RESOURCES] = {0};")
        add_amounts(p.x, bundle, s, "sum")
        with p.lines.block("for (int r = 0; r < RESOURCES; r++) if (sum[r])"):
            p.x.acting(s.inner())
            p.x.refuse(f"!gain(g, f[{ME}], r, {sign}sum[r])")
        return
    # All amounts first, as they stand before.
    kept = [(p.x.kept(n, s), p.x.kept(r, s)) for n, r in bundle.amounts]
    for n, r in kept:
        with p.lines.block(f"if ({n} > 0)"):
            p.x.acting(s.inner())
            p.x.refuse(f"!gain(g, f[{ME}], {r}, {sign}{n})")


def _set_cell(p: Program, op: ops.SetCell, s: Scope) -> None:
    _write(p, op.family, op.indices, op.value, s, "")


def _add_to_cell(p: Program, op: ops.AddToCell, s: Scope) -> None:
    _write(p, op.family, op.indices, op.value, s, "+" if op.sign > 0 else "-")


def _write(
    p: Program, family: str, indices: tuple[ir.Expr, ...], e: ir.Expr, s: Scope, sign: str
) -> None:
    cell = p.lines.keep(p.x.cell(family, indices, s))
    value = p.x.kept(e, s)
    if sign:
        value = f"c[{cell}] {sign} {value}"
    if family == AMOUNT:
        at = f"({cell} - AMOUNTS)"
        change = f"({value}) - c[{cell}]"
        p.x.refuse(f"!gain(g, {at} / RESOURCES, {at} % RESOURCES, {change})")
        return
    p.x.refuse(f"!put(g, {cell}, {value}, {limits(p, family)})")


def limits(p: Program, family: str) -> str:
    """Return the text of the least and the most a cell of a family may hold."""
    block = p.source.layout.blocks[family]
    least = "INT64_MIN" if block.least is None else block.least
    most = "INT64_MAX" if block.most is None else block.most
    return f"{least}, {most}"


def _step_track(p: Program, op: ops.StepTrack, s: Scope) -> None:
    """A marker moves on; what the space says is a call."""
    track = p.source.layout.ruleset.counters[op.track].track
    assert track is not None
    cell, place = p.lines.keep(p.x.cell(op.track, op.indices, s)), p.lines.name()
    indices = [p.x.kept(i, s) for i in op.indices]
    p.add(f"num {place} = c[{cell}] + 1; int beyond = {place} >= {track.spaces};")
    p.add(f"if (beyond) {place} = {0 if track.ring else f'c[{cell}]'};")
    p.x.refuse(f"!put(g, {cell}, {place}, {limits(p, op.track)})")
    p.wrote()
    arguments = [*indices, place]
    if track.space_kind:
        arguments.append(f"{p.source.layout.ranges[track.space_kind].start} + {place}")
    ends = track.on_reach if track.ring else track.beyond
    for program, condition in ((ends, "beyond"), (track.on_reach, "!beyond")):
        if program is not None:
            with p.lines.block(f"if ({condition})"):
                p.call(program, arguments)


def _move(p: Program, op: ops.Move, s: Scope) -> None:
    front = int(op.front)
    if op.many:
        target = p.lines.keep(p.x.cell(op.zone, op.indices, s))
        p.x.refuse(f"!move_all(g, {p.x.set(op.what, s)}, {target}, {front})")
        return
    what = p.x.kept(op.what, s)
    target = p.lines.keep(p.x.cell(op.zone, op.indices, s))
    p.x.refuse(f"!move(g, {what}, {target}, {front})")


def _draw(p: Program, op: ops.Draw, s: Scope) -> None:
    target = p.lines.keep(p.x.cell(op.target, op.target_indices, s))
    source = p.lines.keep(p.x.cell(op.source, op.source_indices, s))
    p.x.refuse(f"!draw(g, {source}, {target}, {p.x.value(op.count, s)})")


def _shuffle(p: Program, op: ops.Shuffle, s: Scope) -> None:
    layout = p.source.layout
    counter, stream = layout.streams[f"shuffle.{op.zone}"]
    zone, base = p.x.cell(op.zone, op.indices, s), layout.blocks[op.zone].base
    p.add(f"shuffle(g, {zone}, {counter}, {stream}ULL, {base});")


def _roll_item(p: Program, op: ops.RollItem, s: Scope) -> None:
    values = p.x.set(op.items, s)
    p.x.refuse(f"!{values}.n")
    p.add(f"f[{SLOT + op.slot}] = {values}.p[{_chance(p, f'{values}.n')}];")


def _roll_number(p: Program, op: ops.RollNumber, s: Scope) -> None:
    low, high = p.x.kept(op.low, s), p.x.kept(op.high, s)
    p.x.refuse(f"{high} < {low}")
    p.add(f"f[{SLOT + op.slot}] = {low} + {_chance(p, f'{high} - {low} + 1')};")


def _chance(p: Program, bound: str) -> str:
    name = p.source.layout.ruleset.programs[p.unit.program].name
    counter, stream = p.source.layout.streams[roll_stream(name)]
    return f"chance(g, {bound}, {counter}, {stream}ULL)"


def _signal(p: Program, op: ops.Signal, s: Scope) -> None:
    triggers = [t.program for t in p.source.layout.ruleset.triggers[op.event]]
    if not triggers:
        return
    arguments = [p.x.either_sort(a, s) for a in op.arguments]
    values = [
        f"kept_set(g, {text})" if p.x.is_set(a) else text
        for text, a in zip(arguments, op.arguments, strict=True)
    ]
    values = [p.lines.keep(value) for value in values]
    p.call(triggers[-1], values, ends=len(triggers) == 1)
    for after, program in zip(triggers[:0:-1], triggers[-2::-1], strict=True):
        p.call_over(after, program, values)
    if len(triggers) > 1:
        p.add("return GOES_ON;")


def _call(p: Program, op: ops.Call, s: Scope) -> None:
    arguments = [
        f"kept_set(g, {p.x.set(a, s)})" if p.x.is_set(a) else p.x.kept(a, s) for a in op.arguments
    ]
    p.call(p.source.layout.ruleset.actions[op.action].program, arguments)


def _do(p: Program, op: ops.Do, s: Scope) -> None:
    table = p.source.linker.field_table(op.field, op.kinds)
    this = p.x.kept(op.component, s)
    if op.index is None:
        program = p.lines.keep(f"entry({p.source.data.numbers(table)}, {this})")
    else:
        index = p.x.kept(op.index, s)
        values = p.x.listed(table, this)
        program = p.lines.name()
        p.add(f"num {program} = GONE;")
        p.add(f"if ({index} >= 0 && {index} < {values}.n) {program} = {values}.p[{index}];")
    p.x.refuse(f"{program} == GONE")
    p.call(program, [this])


def _end_game(p: Program, op: ops.EndGame, s: Scope) -> None:
    number = reasons(p.source.layout.ruleset).index(op.reason) + 1
    p.add(f"if (!c[{ENDED}]) write_cell(g, {ENDED}, {number});")
    if op.now:
        p.wrote()
        p.add("g->now.fp = -1; g->now.sp = g->now.depth = 0;")
        p.add("return GOES_ON;")


def _leave(p: Program, op: ops.Leave, s: Scope) -> None:
    p.add("return leave(g);")


OPERATIONS: Mapping[type, Callable[..., None]] = {
    ops.SetLocal: _set_local, ops.Jump: _jump, ops.JumpUnless: _jump_unless,
    ops.JumpUnlessCan: _jump_unless_can, ops.NextItem: _next_item, ops.NextRound: _next_round,
    ops.SetMe: _set_me, ops.SetTurn: _set_turn, ops.SetSecret: _set_secret,
    ops.Require: _require, ops.Gain: _gain, ops.Lose: _lose, ops.SetCell: _set_cell,
    ops.AddToCell: _add_to_cell, ops.StepTrack: _step_track, ops.Move: _move, ops.Draw: _draw,
    ops.Shuffle: _shuffle, ops.RollItem: _roll_item, ops.RollNumber: _roll_number,
    ops.Signal: _signal, ops.Call: _call, ops.Do: _do, ops.EndGame: _end_game,
    ops.Leave: _leave,
}  # fmt: skip
"""How each operation that asks nothing is added."""
