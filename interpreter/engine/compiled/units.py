"""What is translated: a program, or the part of one up to a position."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.engine.asks import Ask
from interpreter.lang import ops

if TYPE_CHECKING:
    from interpreter.engine.table import Table


@dataclass(frozen=True, slots=True)
class Unit:
    """A program, or its beginning: its operations and what is known about their positions."""

    program: int
    ops: tuple[ops.Op, ...]
    asks: tuple[Ask | None, ...]
    """The linked question where an operation asks."""
    safe: tuple[bool, ...]
    inside_turn: tuple[bool, ...]
    writes: tuple[bool, ...]


def units(table: Table) -> tuple[dict[tuple[int, int], int], tuple[Unit, ...]]:
    """Return the number of each part, by program and end, and all units by number.

    First come the programs; a part is the beginning of one that is tried before `if can`.
    """
    ends = dict.fromkeys(
        (number, op.end)
        for number, program in enumerate(table.ruleset.programs)
        for op in program.program.ops
        if isinstance(op, ops.JumpUnlessCan)
    )
    count = len(table.codes)
    parts = {key: count + i for i, key in enumerate(ends)}
    whole = [(program, None) for program in range(count)]
    return parts, tuple(_unit(table, *key) for key in (*whole, *parts))


def _unit(table: Table, program: int, end: int | None) -> Unit:
    code = table.codes[program]
    if end is not None:
        code = code.until(end)
    return Unit(
        program,
        table.ruleset.programs[program].program.ops[:end],
        tuple(step if isinstance(step, Ask) else None for step in code.steps),
        code.safe,
        code.inside_turn,
        code.writes,
    )


def entries(code: tuple[ops.Op, ...]) -> set[int]:
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
