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


def unit(table: Table, program: int, end: int | None = None) -> Unit:
    """Return a program of a table, or the part of it that is tried before `if can`."""
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


def parts(table: Table) -> tuple[tuple[int, int], ...]:
    """Return program and end of every part that is tried by itself."""
    return tuple(
        dict.fromkeys(
            (number, op.end)
            for number, program in enumerate(table.ruleset.programs)
            for op in program.program.ops
            if isinstance(op, ops.JumpUnlessCan)
        )
    )
