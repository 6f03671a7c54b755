"""Operations that may go on elsewhere, as Python source.

Each function adds its lines and returns the next position to add, or None if the segment ends.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.engine.compiled.flow import Flow
from interpreter.engine.compiled.frames import BELOW
from interpreter.engine.compiled.scope import Scope
from interpreter.engine.frame import ME, SLOT
from interpreter.engine.layout import ENDED
from interpreter.engine.machine import MOST_FRAMES
from interpreter.engine.steps import reasons
from interpreter.lang import ops

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from interpreter.engine.compiled.segments import Segments


def _jump(g: Segments, op: ops.Jump, position: int, end: int, flow: Flow) -> int | None:
    if position < op.to <= end and not g.full():
        return op.to
    if end == len(g.ops) and op.to < position and g.goes_back(op.to):
        return op.to
    g.go(op.to)
    return None


def _jump_unless(
    g: Segments, op: ops.JumpUnless, position: int, end: int, flow: Flow
) -> int | None:
    """A condition, with or without `else`: both ways meet again if they are near."""
    condition = g.x.value(op.condition, flow.scope)
    if condition == "0":
        return _jump(g, ops.Jump(op.to), position, end, flow)
    if condition.isdigit():
        return position + 1
    if not position < op.to <= end or g.full():
        with g.lines.block(f"if not {condition}:"):
            g.go(op.to)
        return position + 1
    last = g.ops[op.to - 1]
    meets = last.to if isinstance(last, ops.Jump) and op.to <= last.to <= end else None
    yes, no = flow.inner(), flow.inner()
    with g.lines.block(f"if {condition}:"):
        g.run(position + 1, op.to - 1 if meets is not None else op.to, yes)
    if meets is None or meets == op.to:
        _forget(flow, yes)
        return op.to
    with g.lines.block("else:"):
        g.run(op.to, meets, no)
    _forget(flow, yes)
    _forget(flow, no)
    return meets


def _forget(flow: Flow, inner: Flow) -> None:
    """What an inner way may have changed is not known any more."""
    flow.scope.sure &= inner.scope.sure
    flow.scope.acts = flow.scope.acts and inner.scope.acts


def _jump_unless_can(
    g: Segments, op: ops.JumpUnlessCan, position: int, end: int, flow: Flow
) -> int | None:
    part = g.table.compiled.part(g.unit.program, op.end)
    g.lines.add(
        f"f[1] = {op.end} "
        f"if m.could(c, [{part}, {position + 1}, *f[2:-3], True, 1, m.bottom]) "
        f"else {op.to}"
    )
    g.lines.add("return f")
    return None


def _next_item(g: Segments, op: ops.NextItem, position: int, end: int, flow: Flow) -> int | None:
    """A loop: as a loop of Python where its end is near and its beginning is here."""
    items, index, slot = f"f[{SLOT + op.items}]", f"f[{SLOT + op.index}]", f"f[{SLOT + op.slot}]"
    structured = _loops(g, op.exit, position, end)
    inner = _inside_loop(flow)
    condition = f"{index} < len({items})"
    with g.lines.block(f"while {condition}:" if structured else f"if {condition}:"):
        g.lines.add(f"{slot} = {items}[{index}]; {index} += 1")
        if structured:
            g.burn(position)
            g.run(position + 1, op.exit - 1, inner)
        else:
            g.go(position + 1)
    flow.scope.acts = False
    flow.scope.sure.clear()
    return _jump(g, ops.Jump(op.exit), position, end, flow)


def _next_round(g: Segments, op: ops.NextRound, position: int, end: int, flow: Flow) -> int | None:
    counter = f"f[{SLOT + op.counter}]"
    structured = _loops(g, op.exit, position, end)
    with g.lines.block(f"while {counter} > 0:" if structured else f"if {counter} > 0:"):
        g.lines.add(f"{counter} -= 1")
        if structured:
            g.burn(position)
            g.run(position + 1, op.exit - 1, _inside_loop(flow))
        else:
            g.go(position + 1)
    flow.scope.acts = False
    flow.scope.sure.clear()
    return _jump(g, ops.Jump(op.exit), position, end, flow)


def _inside_loop(flow: Flow) -> Flow:
    """Return what is known in every round of a loop: nothing that a round may change."""
    return Flow(Scope(), flow.wrote)


def _loops(g: Segments, exit_: int, position: int, end: int) -> bool:
    if not position < exit_ <= end or g.full():
        return False
    last = g.ops[exit_ - 1]
    return isinstance(last, ops.Jump) and last.to == position


def _step_track(g: Segments, op: ops.StepTrack, position: int, end: int, flow: Flow) -> int | None:
    """A marker moves on; what the space says is a call."""
    track = g.table.ruleset.counters[op.track].track
    assert track is not None
    block = g.names.layout.blocks[op.track]
    g.writes(flow)
    cell = g.lines.keep(g.x.cell(op.track, op.indices, flow.scope))
    place = g.lines.name()
    g.lines.add(f"{place} = c[{cell}] + 1")
    beyond = track.on_reach if track.ring else track.beyond

    def put() -> None:
        if g.telling:
            g.lines.add(f"m.writer.put(c, {op.track!r}, {cell}, {place})")
        else:
            g.put(cell, place, block.least, block.most)

    with g.lines.block(f"if {place} >= {track.spaces}:"):
        g.lines.add(f"{place} = {0 if track.ring else f'c[{cell}]'}")
        if beyond != track.on_reach:
            put()
            _call_space(g, op, position, beyond, place, flow.inner())
    put()
    _call_space(g, op, position, track.on_reach, place, flow)
    return position + 1 if track.on_reach is None else None


def _call_space(
    g: Segments, op: ops.StepTrack, position: int, program: int | None, place: str, flow: Flow
) -> None:
    if program is None:
        if program != g.table.ruleset.counters[op.track].track.on_reach:  # type: ignore[union-attr]  # a track
            g.go(position + 1)
        return
    track = g.table.ruleset.counters[op.track].track
    assert track is not None
    arguments = [g.x.value(i, flow.scope) for i in op.indices] + [place]
    if track.space_kind:
        arguments.append(f"{g.names.layout.ranges[track.space_kind].start} + {place}")
    _push(g, program, arguments, position)


def _push(g: Segments, program: int, arguments: list[str], position: int) -> None:
    g.deeper(position + 1)
    g.lines.add(f"return {g.frame(program, arguments, 'f')}")


def _signal(g: Segments, op: ops.Signal, position: int, end: int, flow: Flow) -> int | None:
    triggers = [t.program for t in g.table.ruleset.triggers[op.event]]
    if not triggers and not g.telling:
        return position + 1
    arguments = [g.x.kept(a, flow.scope) for a in op.arguments]
    values = "".join(f"{a}, " for a in arguments)
    g.tell(f"Signalled({op.event!r}, ({values}), {g.cause()})")
    if not triggers:
        return position + 1
    g.deeper(position + 1)
    g.lines.add("g = f")
    for i, program in enumerate(reversed(triggers)):
        if i:
            safe = g.table.codes[triggers[-i]].safe[0]
            g.lines.add(f"b = g[{BELOW}]; d += 1" if safe else "b = False; d += 1")
            g.lines.add(f"if d > {MOST_FRAMES}: m.too_deep(f)")
        g.lines.add(f"g = {g.frame(program, arguments, 'g')}")
    g.lines.add("return g")
    return None


def _call(g: Segments, op: ops.Call, position: int, end: int, flow: Flow) -> int | None:
    g.tell(f"Called(f[{ME}], {op.action!r}, {g.cause()})")
    arguments = [g.x.value(a, flow.scope) for a in op.arguments]
    _push(g, g.table.ruleset.actions[op.action].program, arguments, position)
    return None


def _do(g: Segments, op: ops.Do, position: int, end: int, flow: Flow) -> int | None:
    table = g.names.constant(g.names.linker.field_table(op.field, op.kinds))
    this = g.x.kept(op.component, flow.scope)
    program = g.lines.name()
    g.lines.add(f"{program} = {table}.get({this})")
    if op.index is not None:
        index = g.x.kept(op.index, flow.scope)
        g.lines.add(
            f"if {program} is not None: "
            f"{program} = {program}[{index}] if 0 <= {index} < len({program}) else None"
        )
    g.x.refuse(f"{program} is None", "fail('there is no such effect')")
    g.deeper(position + 1)
    g.lines.add(f"return [{program}, 0, f[{ME}], {this}, *m.spare[{program}], b, d, f]")
    return None


def _end_game(g: Segments, op: ops.EndGame, position: int, end: int, flow: Flow) -> int | None:
    g.writes(flow)
    number = reasons(g.table.ruleset).index(op.reason) + 1
    with g.lines.block(f"if not c[{ENDED}]:"):
        g.note(ENDED)
        g.lines.add(f"c[{ENDED}] = {number}")
        g.tell(f"Ended({op.reason!r}, {g.cause()})")
    if not op.now:
        return position + 1
    g.lines.add("return m.bottom")
    return None


def _leave(g: Segments, op: ops.Leave, position: int, end: int, flow: Flow) -> int | None:
    g.end()
    return None


JUMPS: Mapping[type, Callable[..., int | None]] = {
    ops.Jump: _jump, ops.JumpUnless: _jump_unless, ops.JumpUnlessCan: _jump_unless_can,
    ops.NextItem: _next_item, ops.NextRound: _next_round, ops.StepTrack: _step_track,
    ops.Signal: _signal, ops.Call: _call, ops.Do: _do, ops.EndGame: _end_game, ops.Leave: _leave,
}  # fmt: skip
"""How each of them is added."""
