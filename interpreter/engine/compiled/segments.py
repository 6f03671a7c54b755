"""Programs as Python source, cut into segments where a question, a call or a loop begins.

A segment is a function `at_N(m, c, f)`: it runs the program of frame `f` from position N and
returns the frame to go on with, or None with `f` at a question. Trials have segments of their own
(`mode` "try"): they copy the cells before the first write, try the answers of a question one after
another, and return True where nothing can fail any more, False where no answer helps.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from interpreter.engine.compiled.expressions import Expressions, Scope
from interpreter.engine.compiled.frames import BELOW, DEPTH
from interpreter.engine.compiled.lines import Lines
from interpreter.engine.compiled.questions import try_answers, vector
from interpreter.engine.frame import LIMIT, ME, SLOT
from interpreter.engine.layout import ANNOUNCED, ENDED, EXTRA, ROUND, SECRET, TURN, roll_stream
from interpreter.engine.machine import MOST_FRAMES
from interpreter.engine.steps import WRITES, reasons
from interpreter.lang import ir, ops
from interpreter.lang.ops import AMOUNT

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from interpreter.engine.asks import Ask
    from interpreter.engine.compiled.names import Names
    from interpreter.engine.compiled.units import Unit
    from interpreter.engine.table import Table

MOST_LINES = 400
"""A segment that would be longer hands over to the next one at the next jump."""


@dataclass
class Flow:
    """What is known where the next operation is added."""

    scope: Scope
    wrote: bool = False
    """Whether something was written: a trial has its own cells, an announced choice is gone."""
    freed: int = 0
    """The additional actions that are known to be looked at again."""

    def inner(self) -> Flow:
        """Return what is known where an operation may not be reached."""
        return replace(self, scope=self.scope.inner())


class Segments:
    """Translates one unit in one mode: "play", "tell" (with events) or "try"."""

    def __init__(self, table: Table, names: Names, unit: Unit, mode: str) -> None:
        self.table, self.names, self.unit = table, names, unit
        self.ops = unit.ops
        self.trying, self.telling = mode == "try", mode == "tell"
        self.lines = Lines()
        self.x = Expressions(names, self.lines)
        self._begin = 0
        self._waiting = sorted(_entries(unit.ops), reverse=True)
        self.made: set[int] = set()
        """The positions that have a segment."""

    def source(self) -> Lines:
        """Return the module with all segments of the unit."""
        while self._waiting:
            position = self._waiting.pop()
            if position not in self.made and position < len(self.ops):
                self.made.add(position)
                self._segment(position)
        return self.lines

    def _segment(self, position: int) -> None:
        self._begin = len(self.lines.text)
        with self.lines.block(f"def at_{position}(m, c, f):"):
            if self.run(position, len(self.ops), Flow(Scope())):
                self.end()

    # --- the way through a program

    def run(self, position: int, end: int, flow: Flow) -> bool:
        """Add the operations up to `end`; return whether that can be reached."""
        safe = False
        while position < end:
            if self._settled(position, safe):
                return False
            safe = self.unit.safe[position]
            self.lines.position = position
            op = self.ops[position]
            if self.telling and isinstance(op, WRITES):
                self.lines.add(f"m.writer.cause = {self.cause()}")
            ask = self.unit.asks[position]
            if ask is not None:
                self._stop(position, ask, flow)
                return False
            if type(op) in _PLAIN:
                _PLAIN[type(op)](self, op, flow)
                position += 1
            else:
                after = _JUMPS[type(op)](self, op, position, end, flow)
                if after is None:
                    return False
                position = after
        return True

    def _settled(self, position: int, safe: bool) -> bool:
        """Add, in a trial, that nothing can fail from here on; return whether that is certain."""
        if not self.trying or safe or not self.unit.safe[position]:
            return False
        if self.unit.inside_turn[position]:
            self.lines.add("return True")
            return True
        self.lines.add(f"if f[{BELOW}]: return True")
        return False

    def _stop(self, position: int, ask: Ask, flow: Flow) -> None:
        """Add that a question is met: a game waits there, a trial tries its answers."""
        if self.trying:
            try_answers(self.x, self.unit, position, ask, flow.scope)
            return
        self.lines.add(f"f[1] = {position}")
        self.lines.add("return None")

    def end(self) -> None:
        """Add that the program has ended."""
        self.lines.add("return f[-1][:]")

    def go(self, position: int) -> None:
        """Add that another segment takes over."""
        if position >= len(self.ops):
            self.end()
            return
        self.lines.add(f"f[1] = {position}")
        if self.unit.asks[position] is not None and not self.trying:
            self.lines.add("return None")
        else:
            self._waiting.append(position)
            self.lines.add("return f")

    def burn(self, position: int) -> None:
        """Add that a round of a loop costs fuel."""
        self.lines.add(f"m.fuel -= {len(self.ops) - position}")
        self.lines.add(f"if m.fuel < 0: f[1] = {position}; m.out_of_fuel(f)")

    def full(self) -> bool:
        """Whether the present segment is long enough."""
        return len(self.lines.text) - self._begin > MOST_LINES

    # --- writing

    def writes(self, flow: Flow) -> None:
        """Add what has to happen before a write."""
        freed = self.names.reads.affected(self.ops[self.lines.position]) & ~flow.freed
        if freed and not self.trying:
            self.lines.add(f"m.freed |= {freed}")
            flow.freed |= freed
        if flow.wrote:
            return
        flow.wrote = True
        if self.trying:
            self.lines.add("if m.shared: m.shared = False; c = m.c = c[:]")
        else:
            self.lines.add(f"c[{ANNOUNCED}] = (); c[{EXTRA}] = 0")

    def tell(self, event: str) -> None:
        """Add that whoever listens is told."""
        if self.telling:
            self.lines.add(f"m.writer.log.append({event})")

    def cause(self) -> str:
        """Return the text of what causes events here."""
        return f"({self.unit.program}, {self.lines.position})"

    def put(self, cell: str, value: str, least: int | None, most: int | None) -> None:
        """Add that a number is written within limits."""
        if value.isdigit() and _inside(int(value), least, most):
            self.lines.add(f"c[{cell}] = {value}")
            return
        v = self.lines.keep(value)
        if v == value:
            v = self.lines.name()
            self.lines.add(f"{v} = {value}")
        if least is not None:
            self.lines.add(f"if {v} < {least}: {v} = {least}")
        if most is not None:
            self.lines.add(f"if {v} > {most}: {v} = {most}")
        if least is None or most is None:
            self.lines.add(f"if not {-LIMIT} <= {v} <= {LIMIT}: large({v})")
        self.lines.add(f"c[{cell}] = {v}")

    def add_amount(self, resource: int, change: str, flow: Flow) -> None:
        """Add that the acting player's amount of a resource changes."""
        definition = self.table.ruleset.resources[resource]
        cell = self.x.cell(AMOUNT, (ir.Me(), ir.Const(resource)), flow.scope)
        if not cell.isdigit():
            cell = self.lines.keep(cell)
        self.put(cell, f"c[{cell}] + {change}", definition.least, definition.most)

    def frame(self, program: int, arguments: list[str], parent: str) -> str:
        """Return the text of a new frame."""
        spare = ["0"] * (self.table.codes[program].slots - len(arguments))
        parts = [str(program), "0", f"f[{ME}]", *arguments, *spare, "b", "d", parent]
        return f"[{', '.join(parts)}]"

    def below(self, position: int) -> str:
        """Return the text of whether nothing can fail from a position of this unit on."""
        if not self.unit.safe[position]:
            return "False"
        return "True" if self.unit.inside_turn[position] else f"f[{BELOW}]"

    def deeper(self, position: int) -> None:
        """Add that this program waits for another one at a position, if not too many do."""
        self.lines.add(f"f[1] = {position}; b = {self.below(position)}; d = f[{DEPTH}] + 1")
        self.lines.add(f"if d > {MOST_FRAMES}: m.too_deep(f)")


def _entries(code: tuple[ops.Op, ...]) -> set[int]:
    """Return where a program is begun, asked, answered, or gone on with after a call."""
    found = {0}
    for position, op in enumerate(code):
        match op:
            case ops.Call() | ops.Do() | ops.Signal() | ops.StepTrack() | ops.JumpUnlessCan():
                found.add(position + 1)
            case ops.Pay() | ops.Gain():
                found |= {position, position + 1}
            case ops.AskMay() | ops.AskItem() | ops.AskNumber():
                found |= {position, position + 1, op.exit}
            case ops.AskBranch() | ops.AskOrder():
                found |= {position, op.exit, *(way.to for way in op.ways)}
            case _:
                pass
        if isinstance(op, ops.JumpUnlessCan):
            found |= {op.end, op.to}
    return found


def _inside(value: int, least: int | None, most: int | None) -> bool:
    return (least is None or value >= least) and (most is None or value <= most)


# --- operations that go on with the next one


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
    g.lines.add(f"c[{TURN}] = {g.x.value(op.player, flow.scope)}")
    if op.begins:
        g.tell(f"TurnBegan(c[{TURN}], c[{ROUND}], {g.cause()})")


def _set_secret(g: Segments, op: ops.SetSecret, flow: Flow) -> None:
    if g.trying:
        g.writes(flow)
    g.lines.add(f"c[{SECRET}] = {int(op.on)}")


def _require(g: Segments, op: ops.Require, flow: Flow) -> None:
    value = g.x.value(op.condition, flow.scope)
    if g.trying:
        g.lines.add(f"if not {value}: return False")
    else:
        g.lines.add(f"if not {value}: fail('what it requires does not hold')")


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
    g.lines.add(
        f"m.writer.gain(c, ({cell} - {base}) // {len(resources)}, "
        f"({cell} - {base}) % {len(resources)}, {value} - c[{cell}])"
    )


def _move(g: Segments, op: ops.Move, flow: Flow) -> None:
    g.writes(flow)
    if op.many:
        target = g.lines.keep(g.x.cell(op.zone, op.indices, flow.scope))
        with g.lines.block(f"for x in {g.x.value(op.what, flow.scope)}:"):
            g.lines.add(_moving(g, op.zone, "x", target, front=op.front))
        return
    what, target = g.x.value(op.what, flow.scope), g.x.cell(op.zone, op.indices, flow.scope)
    g.lines.add(_moving(g, op.zone, what, target, front=op.front))


def _moving(g: Segments, zone: str, what: str, target: str, *, front: bool) -> str:
    if g.telling:
        return f"m.writer.move(c, {what}, {target}, {front})"
    return f"{g.names.mover(zone, front=front)}(m.writer, c, {what}, {target})"


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
    g.lines.add(f"shuffled(c, {zone}, {counter}, {stream} + {zone} - {base})")
    g.lines.add("m.writer.revealed = True")


def _roll_item(g: Segments, op: ops.RollItem, flow: Flow) -> None:
    g.writes(flow)
    values = g.x.kept(op.items, flow.scope)
    g.lines.add(f"if not {values}: fail('there is nothing to take by chance')")
    chance = _chance(g, f"len({values})")
    g.lines.add(f"f[{SLOT + op.slot}] = {values}[{chance}]; m.writer.revealed = True")


def _roll_number(g: Segments, op: ops.RollNumber, flow: Flow) -> None:
    g.writes(flow)
    low, high = g.x.kept(op.low, flow.scope), g.x.kept(op.high, flow.scope)
    g.lines.add(f"if {high} < {low}: fail('there is no number to roll')")
    chance = _chance(g, f"{high} - {low} + 1")
    g.lines.add(f"f[{SLOT + op.slot}] = {low} + {chance}; m.writer.revealed = True")


def _chance(g: Segments, bound: str) -> str:
    name = g.table.ruleset.programs[g.unit.program].name
    counter, stream = g.names.layout.streams[roll_stream(name)]
    value = g.lines.keep(f"below(c, {bound}, {counter}, {stream})")
    g.tell(f"Rolled({value}, {g.cause()})")
    return value


_PLAIN: Mapping[type, Callable[..., None]] = {
    ops.SetLocal: _set_local, ops.SetMe: _set_me, ops.SetTurn: _set_turn,
    ops.SetSecret: _set_secret, ops.Require: _require, ops.Gain: _gain, ops.Lose: _lose,
    ops.SetCell: _set_cell, ops.AddToCell: _add_to_cell, ops.Move: _move, ops.Draw: _draw,
    ops.Shuffle: _shuffle, ops.RollItem: _roll_item, ops.RollNumber: _roll_number,
}  # fmt: skip


# --- operations that may go on elsewhere: each returns the next position to add, or None


def _jump(g: Segments, op: ops.Jump, position: int, end: int, flow: Flow) -> int | None:
    if position < op.to <= end and not g.full():
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
    g.lines.add(f"if {program} is None: fail('there is no such effect')")
    g.deeper(position + 1)
    g.lines.add(f"return [{program}, 0, f[{ME}], {this}, *m.spare[{program}], b, d, f]")
    return None


def _end_game(g: Segments, op: ops.EndGame, position: int, end: int, flow: Flow) -> int | None:
    g.writes(flow)
    number = reasons(g.table.ruleset).index(op.reason) + 1
    with g.lines.block(f"if not c[{ENDED}]:"):
        g.lines.add(f"c[{ENDED}] = {number}")
        g.tell(f"Ended({op.reason!r}, {g.cause()})")
    if not op.now:
        return position + 1
    g.lines.add("return m.bottom")
    return None


def _leave(g: Segments, op: ops.Leave, position: int, end: int, flow: Flow) -> int | None:
    g.end()
    return None


_JUMPS: Mapping[type, Callable[..., int | None]] = {
    ops.Jump: _jump, ops.JumpUnless: _jump_unless, ops.JumpUnlessCan: _jump_unless_can,
    ops.NextItem: _next_item, ops.NextRound: _next_round, ops.StepTrack: _step_track,
    ops.Signal: _signal, ops.Call: _call, ops.Do: _do, ops.EndGame: _end_game, ops.Leave: _leave,
}  # fmt: skip
