"""Expressions whose text is the same in Python and in C."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from interpreter.engine.layout import ROUND, TURN
from interpreter.lang import ir
from interpreter.lang.ops import AMOUNT

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from interpreter.engine.compiled.scope import Scope
    from interpreter.engine.layout import Block, Layout


class Writing(Protocol):
    """What translates expressions into either language."""

    layout: Layout

    def value(self, e: ir.Expr, s: Scope) -> str:
        """Return the text of an expression."""

    def cell(self, family: str, indices: tuple[ir.Expr, ...], s: Scope) -> str:
        """Return the text of a cell's number."""


def cell_number(block: Block, indices: Sequence[str]) -> str:
    """Return the text of the number of a cell, where each index into its block has a text."""
    fixed, parts, weight = block.base, [], block.count
    for text, size in zip(indices, block.sizes, strict=True):
        weight //= max(size, 1)
        if text.isdigit():
            fixed += int(text) * weight
        else:
            parts.append(text if weight == 1 else f"({text}) * {weight}")
    return " + ".join([*parts, str(fixed)])


def _const(x: Writing, e: ir.Const, s: Scope) -> str:
    return str(e.value) if e.value >= 0 else f"({e.value})"


def _item(x: Writing, e: ir.Item, s: Scope) -> str:
    return str(x.layout.first[e.item])


def _option(x: Writing, e: ir.OptionValue, s: Scope) -> str:
    return str(int(x.layout.options[e.option]))


def _local(x: Writing, e: ir.Local, s: Scope) -> str:
    return s.slot(e.slot)


def _me(x: Writing, e: ir.Me, s: Scope) -> str:
    return s.me


def _seat(x: Writing, e: ir.Seat, s: Scope) -> str:
    ids = [seat.id for seat in x.layout.seats]
    return str(x.layout.people + ids.index(e.seat)) if e.seat in ids else "(-1)"


def _system(x: Writing, e: ir.System, s: Scope) -> str:
    if e.name == "player_count":
        return str(x.layout.people)
    return f"c[{TURN if e.name == 'turn_player' else ROUND}]"


def _cell(x: Writing, e: ir.Cell, s: Scope) -> str:
    return f"c[{x.cell(e.family, e.indices, s)}]"


def _amount(x: Writing, e: ir.Amount, s: Scope) -> str:
    return f"c[{x.cell(AMOUNT, (e.player, e.resource), s)}]"


def _space(x: Writing, e: ir.SpaceOf, s: Scope) -> str:
    track = x.layout.ruleset.counters[e.track].track
    assert track is not None
    assert track.space_kind is not None
    return f"({x.layout.ranges[track.space_kind].start} + {x.value(e.place, s)})"


ALIKE: Mapping[type, Callable[..., str]] = {
    ir.Const: _const, ir.Item: _item, ir.OptionValue: _option, ir.Local: _local, ir.Me: _me,
    ir.Seat: _seat, ir.System: _system, ir.Cell: _cell, ir.Amount: _amount, ir.SpaceOf: _space,
}  # fmt: skip
"""How each of them becomes text."""
