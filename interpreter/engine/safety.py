"""From which positions of a program nothing can become impossible any more.

Worked out from the operations alone. An option whose remaining path is safe needs no trial.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.engine.doubt import Doubt
from interpreter.lang import ir, ops

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from interpreter.content.ruleset import Ruleset, Value


class Safety:
    """Safe positions by program, found as a fixpoint over calls."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self._fields = _effect_fields(ruleset)
        self._doubt = Doubt(ruleset)
        self._failing = tuple(self._own(i) for i in range(len(ruleset.programs)))
        self._fallible = [False] * len(ruleset.programs)
        self._settle()
        self.safe = tuple(self._positions(i) for i in range(len(ruleset.programs)))
        """Per program: for each position, and the one behind the last, whether it is safe."""

    def _settle(self) -> None:
        # Optimistic start: a program can fail only if something in it can.
        changed = True
        while changed:
            changed = False
            for number in range(len(self._ruleset.programs)):
                if not self._fallible[number] and not self._positions(number)[0]:
                    self._fallible[number] = changed = True

    def _positions(self, number: int) -> tuple[bool, ...]:
        code = self._ruleset.programs[number].program.ops
        own = self._failing[number]
        safe = [not (own[i] or self._call_fails(op)) for i, op in enumerate(code)] + [True]
        changed = True
        while changed:
            changed = False
            for position, op in enumerate(code):
                if safe[position] and not all(safe[n] for n in next_positions(op, position)):
                    safe[position] = False
                    changed = True
        return tuple(safe)

    def _own(self, number: int) -> tuple[bool, ...]:
        """Return which operations of a program can fail by themselves."""
        code = self._ruleset.programs[number].program.ops
        return tuple(
            (self._can_fail(op) and not self._has_room(code, position)) or self._doubt.of(op)
            for position, op in enumerate(code)
        )

    def _can_fail(self, op: ops.Op) -> bool:
        match op:
            case ops.Require() | ops.Pay():
                return True
            case ops.RollItem():
                return not self._holds_some(op.items)
            case ops.RollNumber():
                ends = (op.low, op.high)
                low, high = (e.value if isinstance(e, ir.Const) else None for e in ends)
                return low is None or high is None or high < low
            case ops.AskItem() | ops.AskNumber():
                return op.decline is None
            case ops.AskBranch():
                return op.decline is None and all(w.when is not None for w in op.ways)
            case ops.Move():
                return not op.sure or self._ruleset.zones[op.zone].capacity is not None
            case ops.Draw():
                return self._ruleset.zones[op.target].capacity is not None
            case _:
                return False

    def _holds_some(self, items: ir.Expr) -> bool:
        """Whether a set is certainly not empty."""
        if isinstance(items, ir.Components):
            return any(self._ruleset.kinds[kind].items for kind in items.kinds)
        return isinstance(items, ir.SetOf) and bool(items.items)

    def _has_room(self, code: tuple[ops.Op, ...], position: int) -> bool:
        """Whether a move goes into a zone that was emptied just before, and all of it fits.

        `for each w in x.zone { move w to elsewhere }; move y to x.zone`
        """
        move = code[position]
        if not isinstance(move, ops.Move) or not move.sure or position < _EMPTYING:
            return False
        items, _, loop, out, back = code[position - _EMPTYING : position]
        match items, loop, out, back:
            case (
                ops.SetLocal(value=ir.Zone(family=family, indices=indices)),
                ops.NextItem(),
                ops.Move(what=ir.Local(slot=slot)),
                ops.Jump(to=start),
            ):
                pass
            case _:
                return False
        return (
            (family, indices) == (move.zone, move.indices)
            and (loop.items, loop.slot, loop.exit) == (items.slot, slot, position)
            and start == position - 3
            and out.zone != family
            and self._fits(move)
            and not any(_leads_to(op, position) for op in code if op is not loop)
        )

    def _fits(self, move: ops.Move) -> bool:
        """Whether what is moved is certainly no more than an empty zone holds."""
        room = self._ruleset.zones[move.zone].capacity
        if not move.many or room is None:
            return True
        source = move.what
        held = self._ruleset.zones[source.family].capacity if isinstance(source, ir.Zone) else None
        return held is not None and held <= room

    def _call_fails(self, op: ops.Op) -> bool:
        if not isinstance(op, ops.Call | ops.Do | ops.StepTrack | ops.Signal):
            return False
        return any(self._fallible[p] for p in self.called(op))

    def called(self, op: ops.Call | ops.Do | ops.StepTrack | ops.Signal) -> tuple[int, ...]:
        """Return the programs an operation may run."""
        match op:
            case ops.Call():
                return (self._ruleset.actions[op.action].program,)
            case ops.Do():
                return tuple(p for kind in op.kinds for p in self._fields[kind, op.field])
            case ops.StepTrack():
                track = self._ruleset.counters[op.track].track
                assert track is not None
                return tuple(p for p in (track.on_reach, track.beyond) if p is not None)
            case ops.Signal():
                return tuple(t.program for t in self._ruleset.triggers[op.event])


_EMPTYING = 5
"""How many operations a loop has that moves everything out of a zone."""


def _leads_to(op: ops.Op, position: int) -> bool:
    """Whether an operation can go on at this position other than by being in front of it."""
    targets = {getattr(op, "to", None), getattr(op, "exit", None), getattr(op, "end", None)}
    targets |= {way.to for way in getattr(op, "ways", ())}
    return position in targets


def next_positions(op: ops.Op, position: int) -> Iterator[int]:
    """Yield where a program can go on after an operation; what may be declined is declined."""
    match op:
        case ops.Jump():
            yield op.to
        case ops.JumpUnless() | ops.JumpUnlessCan():
            yield position + 1 if isinstance(op, ops.JumpUnless) else op.end
            yield op.to
        case ops.NextItem() | ops.NextRound() | ops.AskMay():
            if not isinstance(op, ops.AskMay):
                yield position + 1
            yield op.exit
        case ops.AskItem() | ops.AskNumber():
            yield position + 1 if op.decline is None else op.exit
        case ops.AskBranch() | ops.AskOrder():
            if op.decline is None:
                yield from (way.to for way in op.ways)
            if op.decline is not None or isinstance(op, ops.AskOrder):
                yield op.exit
        case ops.Leave() | ops.SetTurn():
            # Where a turn begins or ends a trial ends: nobody looks into another turn.
            return
        case _:
            yield position + 1


def inside_turn(code: tuple[ops.Op, ...]) -> tuple[bool, ...]:
    """Return for each position, and the one behind the last, whether a turn of the program runs."""
    inside, found = False, []
    for op in code:
        found.append(inside)
        if isinstance(op, ops.SetTurn):
            inside = op.begins
    return (*found, False)


def _effect_fields(ruleset: Ruleset) -> Mapping[tuple[str, str], tuple[int, ...]]:
    """Return the programs each effect field of each kind can hold."""
    found = {}
    for kind in ruleset.kinds.values():
        for name, type_ in kind.fields.items():
            member = type_.member or type_
            if member.base == "effect":
                values = (item.values[name] for item in kind.items)
                found[kind.id, name] = tuple(p for v in values for p in _programs(v))
    return found


def _programs(value: Value) -> tuple[int, ...]:
    return value if isinstance(value, tuple) else (value,)  # type: ignore[return-value]  # effect fields hold program numbers
