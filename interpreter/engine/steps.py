"""Operations to steps: a step changes the frame, the stack, or cells through the writer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Protocol

from interpreter.engine import events as ev
from interpreter.engine.asks import Bundles
from interpreter.engine.frame import ME, SLOT, Cells, Frame, Read, acting
from interpreter.engine.impossible import Impossible
from interpreter.engine.layout import ENDED, ROUND, SECRET, TURN
from interpreter.lang import ops
from interpreter.lang.ops import AMOUNT

if TYPE_CHECKING:
    from interpreter.content.ruleset import Ruleset
    from interpreter.engine.link import Linker
    from interpreter.engine.writing import Writer


class Running(Protocol):
    """What a step may touch of the machine."""

    writer: Writer
    stack: list[Frame]

    def call(self, program: int, me: int, arguments: tuple[Any, ...]) -> None:
        """Push a frame."""

    def could(self, cells: Cells, frame: Frame, end: int) -> bool:
        """Whether a frame could be carried out from its position to `end`."""


Step = Callable[[Running, Cells, Frame], None]


def _set_local(link: Linker, op: ops.SetLocal) -> Step:
    slot, value = SLOT + op.slot, link.expr(op.value)

    def step(m: Running, c: Cells, f: Frame) -> None:
        f[slot] = value(c, f)

    return step


def _jump(_: Linker, op: ops.Jump) -> Step:
    def step(m: Running, c: Cells, f: Frame) -> None:
        f[1] = op.to

    return step


def _jump_unless(link: Linker, op: ops.JumpUnless) -> Step:
    condition = link.expr(op.condition)

    def step(m: Running, c: Cells, f: Frame) -> None:
        if not condition(c, f):
            f[1] = op.to

    return step


def _jump_unless_can(_: Linker, op: ops.JumpUnlessCan) -> Step:
    def step(m: Running, c: Cells, f: Frame) -> None:
        f[1] = op.end if m.could(c, f, op.end) else op.to

    return step


def _next_item(_: Linker, op: ops.NextItem) -> Step:
    items, index, slot = SLOT + op.items, SLOT + op.index, SLOT + op.slot

    def step(m: Running, c: Cells, f: Frame) -> None:
        at = f[index]
        if at < len(f[items]):
            f[slot] = f[items][at]
            f[index] = at + 1
        else:
            f[1] = op.exit

    return step


def _next_round(_: Linker, op: ops.NextRound) -> Step:
    counter = SLOT + op.counter

    def step(m: Running, c: Cells, f: Frame) -> None:
        if f[counter] > 0:
            f[counter] -= 1
        else:
            f[1] = op.exit

    return step


def _set_me(link: Linker, op: ops.SetMe) -> Step:
    player = link.expr(op.player)

    def step(m: Running, c: Cells, f: Frame) -> None:
        f[ME] = player(c, f)

    return step


def _set_turn(link: Linker, op: ops.SetTurn) -> Step:
    player = link.expr(op.player)

    def step(m: Running, c: Cells, f: Frame) -> None:
        c[TURN] = player(c, f)
        if m.writer.log is not None and op.begins:
            m.writer.log.append(ev.TurnBegan(c[TURN], c[ROUND], m.writer.cause))

    return step


def _set_secret(_: Linker, op: ops.SetSecret) -> Step:
    on = int(op.on)

    def step(m: Running, c: Cells, f: Frame) -> None:
        c[SECRET] = on

    return step


def _require(link: Linker, op: ops.Require) -> Step:
    condition = link.expr(op.condition)

    def step(m: Running, c: Cells, f: Frame) -> None:
        if not condition(c, f):
            raise Impossible("what it requires does not hold")

    return step


def _gain(link: Linker, op: ops.Gain) -> Step:
    """Concrete resources only, without a limited supply: nothing to ask."""
    vector = Bundles(link).vector(op.bundle)

    def step(m: Running, c: Cells, f: Frame) -> None:
        for resource, n in vector(c, f):
            m.writer.gain(c, acting(f), resource, n)

    return step


def _lose(link: Linker, op: ops.Lose) -> Step:
    vector = Bundles(link).vector(op.bundle)

    def step(m: Running, c: Cells, f: Frame) -> None:
        for resource, n in vector(c, f):
            m.writer.gain(c, acting(f), resource, -n)

    return step


def _set_cell(link: Linker, op: ops.SetCell) -> Step:
    at, value = link.cell(op.family, op.indices), link.expr(op.value)
    if op.family == AMOUNT:
        return _set_amount(at, value, link)

    def step(m: Running, c: Cells, f: Frame) -> None:
        m.writer.put(c, op.family, at(c, f), value(c, f))

    return step


def _set_amount(at: Read, value: Read, link: Linker) -> Step:
    base, count = link.layout.blocks[AMOUNT].base, len(link.layout.ruleset.resources)

    def step(m: Running, c: Cells, f: Frame) -> None:
        cell = at(c, f)
        player, resource = divmod(cell - base, count)
        m.writer.gain(c, player, resource, value(c, f) - c[cell])

    return step


def _add_to_cell(link: Linker, op: ops.AddToCell) -> Step:
    at, value, sign = link.cell(op.family, op.indices), link.expr(op.value), op.sign
    if op.family == AMOUNT:
        return _set_amount(at, lambda c, f: c[at(c, f)] + sign * value(c, f), link)

    def step(m: Running, c: Cells, f: Frame) -> None:
        cell = at(c, f)
        m.writer.put(c, op.family, cell, c[cell] + sign * value(c, f))

    return step


def _step_track(link: Linker, op: ops.StepTrack) -> Step:
    at = link.cell(op.track, op.indices)
    indices = [link.expr(i) for i in op.indices]
    track = link.layout.ruleset.counters[op.track].track
    assert track is not None
    first = link.layout.ranges[track.space_kind].start if track.space_kind else None

    def step(m: Running, c: Cells, f: Frame) -> None:
        cell = at(c, f)
        place = c[cell] + 1
        program = track.on_reach
        if place >= track.spaces:
            place = 0 if track.ring else c[cell]
            program = track.on_reach if track.ring else track.beyond
        m.writer.put(c, op.track, cell, place)
        if program is not None:
            space = () if first is None else (first + place,)
            m.call(program, f[ME], (*(i(c, f) for i in indices), place, *space))

    return step


def _move(link: Linker, op: ops.Move) -> Step:
    what, at, front = link.expr(op.what), link.cell(op.zone, op.indices), op.front

    def one(m: Running, c: Cells, f: Frame) -> None:
        m.writer.move(c, what(c, f), at(c, f), front)

    def many(m: Running, c: Cells, f: Frame) -> None:
        target = at(c, f)
        for component in what(c, f):
            m.writer.move(c, component, target, front)

    return many if op.many else one


def _draw(link: Linker, op: ops.Draw) -> Step:
    count = link.expr(op.count)
    source = link.cell(op.source, op.source_indices)
    target = link.cell(op.target, op.target_indices)

    def step(m: Running, c: Cells, f: Frame) -> None:
        end = target(c, f)
        for component in c[source(c, f)][: max(0, count(c, f))]:
            m.writer.move(c, component, end, False)

    return step


def _shuffle(link: Linker, op: ops.Shuffle) -> Step:
    at = link.cell(op.zone, op.indices)

    def step(m: Running, c: Cells, f: Frame) -> None:
        m.writer.shuffle(c, at(c, f), op.zone)

    return step


def _signal(link: Linker, op: ops.Signal) -> Step:
    arguments = [link.expr(a) for a in op.arguments]
    triggers = [t.program for t in link.layout.ruleset.triggers[op.event]]

    def step(m: Running, c: Cells, f: Frame) -> None:
        values = tuple(a(c, f) for a in arguments)
        if m.writer.log is not None:
            m.writer.log.append(ev.Signalled(op.event, values, m.writer.cause))
        for program in reversed(triggers):
            m.call(program, f[ME], values)

    return step


def _call(link: Linker, op: ops.Call) -> Step:
    arguments = [link.expr(a) for a in op.arguments]
    program = link.layout.ruleset.actions[op.action].program

    def step(m: Running, c: Cells, f: Frame) -> None:
        if m.writer.log is not None:
            m.writer.log.append(ev.Called(f[ME], op.action, m.writer.cause))
        m.call(program, f[ME], tuple(a(c, f) for a in arguments))

    return step


def _do(link: Linker, op: ops.Do) -> Step:
    table, component = link.field_table(op.field, op.kinds), link.expr(op.component)
    index = None if op.index is None else link.expr(op.index)

    def step(m: Running, c: Cells, f: Frame) -> None:
        this = component(c, f)
        program = table.get(this)
        if program is not None and index is not None:
            i = index(c, f)
            program = program[i] if 0 <= i < len(program) else None
        if program is None:
            raise Impossible("there is no such effect")
        m.call(program, f[ME], (this,))

    return step


def _end_game(link: Linker, op: ops.EndGame) -> Step:
    number = reasons(link.layout.ruleset).index(op.reason) + 1

    def step(m: Running, c: Cells, f: Frame) -> None:
        if not c[ENDED]:
            c[ENDED] = number
            if m.writer.log is not None:
                m.writer.log.append(ev.Ended(op.reason, m.writer.cause))
        if op.now:
            m.stack.clear()

    return step


def reasons(ruleset: Ruleset) -> tuple[str, ...]:
    """Return the reasons for which games of these rules can end."""
    found = {
        op.reason for p in ruleset.programs for op in p.program.ops if isinstance(op, ops.EndGame)
    }
    return tuple(sorted(found))


def _leave(_: Linker, op: ops.Leave) -> Step:
    def step(m: Running, c: Cells, f: Frame) -> None:
        m.stack.pop()

    return step


def _roll_item(link: Linker, op: ops.RollItem) -> Step:
    items, slot = link.expr(op.items), SLOT + op.slot

    def step(m: Running, c: Cells, f: Frame) -> None:
        values = items(c, f)
        if not values:
            raise Impossible("there is nothing to take by chance")
        f[slot] = values[_chance(m, c, f, len(values), link)]

    return step


def _roll_number(link: Linker, op: ops.RollNumber) -> Step:
    low, high, slot = link.expr(op.low), link.expr(op.high), SLOT + op.slot

    def step(m: Running, c: Cells, f: Frame) -> None:
        first, last = low(c, f), high(c, f)
        if last < first:
            raise Impossible("there is no number to roll")
        f[slot] = first + _chance(m, c, f, last - first + 1, link)

    return step


def _chance(m: Running, c: Cells, f: Frame, bound: int, link: Linker) -> int:
    value = m.writer.below(c, bound, link.layout.ruleset.programs[f[0]].name)
    if m.writer.log is not None:
        m.writer.log.append(ev.Rolled(value, m.writer.cause))
    return value


STEPS: Mapping[type, Callable[[Linker, Any], Step]] = {
    ops.SetLocal: _set_local,
    ops.Jump: _jump,
    ops.JumpUnless: _jump_unless,
    ops.JumpUnlessCan: _jump_unless_can,
    ops.NextItem: _next_item,
    ops.NextRound: _next_round,
    ops.SetMe: _set_me,
    ops.SetTurn: _set_turn,
    ops.SetSecret: _set_secret,
    ops.Require: _require,
    ops.Gain: _gain,
    ops.Lose: _lose,
    ops.SetCell: _set_cell,
    ops.AddToCell: _add_to_cell,
    ops.StepTrack: _step_track,
    ops.Move: _move,
    ops.Draw: _draw,
    ops.Shuffle: _shuffle,
    ops.Signal: _signal,
    ops.Call: _call,
    ops.Do: _do,
    ops.EndGame: _end_game,
    ops.Leave: _leave,
    ops.RollItem: _roll_item,
    ops.RollNumber: _roll_number,
}
"""Operations that ask nothing."""

WRITES = (
    ops.Gain, ops.Pay, ops.Lose, ops.SetCell, ops.AddToCell, ops.StepTrack, ops.Move, ops.Draw,
    ops.Shuffle, ops.RollItem, ops.RollNumber, ops.EndGame, ops.SetTurn,
)  # fmt: skip
"""Operations after which a choice announced before is carried out and cannot be taken back."""
