"""What a seat may know: built by allow-list from the visibility of zones and counters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from interpreter.engine import layout as at
from interpreter.lang.ops import AMOUNT

if TYPE_CHECKING:
    from interpreter.engine.frame import Cells
    from interpreter.engine.table import Table


@dataclass(frozen=True, slots=True)
class View:
    """The visible part of a state.

    `counters` maps names such as `level` or `level(1, mill)` to values; `zones` maps names to the
    keys of the components that lie there, or to their number where they are hidden.
    """

    player: int | None
    round: int
    turn: int
    counters: dict[str, Any]
    zones: dict[str, tuple[str, ...] | int]


def view(table: Table, cells: Cells, player: int | None) -> View:
    """Return what this seat sees; what a spectator sees for None."""
    counters: dict[str, Any] = {}
    for seat in range(table.players):
        for index, resource in enumerate(table.ruleset.resources):
            if not resource.one_of and _sees(resource.visible, seat, player):
                counters[f"{resource.id}({seat + 1})"] = cells[
                    table.layout.cell(AMOUNT, seat, index)
                ]
    zones: dict[str, tuple[str, ...] | int] = {}
    for name, block in table.layout.blocks.items():
        if name == AMOUNT:
            continue
        owned = _owned(table, name)
        for cell in table.layout.cells(name):
            indices = table.layout.indices(name, cell)
            owner = indices[0] if owned else -1
            label = _label(table, name, indices)
            visible = _sees(block.visible, owner, player)
            if name in table.ruleset.zones:
                lying = cells[cell]
                zones[label] = (
                    tuple(table.layout.components[c].key for c in lying) if visible else len(lying)
                )
            elif visible and _in_sight(table, cells, name, indices, player):
                counters[label] = cells[cell]
    return View(player, cells[at.ROUND], cells[at.TURN], counters, zones)


def hidden(table: Table, cells: Cells, player: int | None) -> frozenset[int]:
    """Return the components this seat must not know the place of."""
    found: set[int] = set()
    for name in table.ruleset.zones:
        owned, visible = _owned(table, name), table.layout.blocks[name].visible
        for cell in table.layout.cells(name):
            owner = table.layout.indices(name, cell)[0] if owned else -1
            if not _sees(visible, owner, player):
                found.update(cells[cell])
    return frozenset(found)


def _sees(visible: str, owner: int, player: int | None) -> bool:
    return visible == "all" or (visible == "owner" and player is not None and owner == player)


def _owned(table: Table, family: str) -> bool:
    """Whether the first dimension of a family is the player."""
    definition = table.ruleset.zones.get(family) or table.ruleset.counters.get(family)
    return definition is not None and bool(definition.dims) and definition.dims[0].base == "player"


def _in_sight(
    table: Table, cells: Cells, family: str, indices: tuple[int, ...], player: int | None
) -> bool:
    """Whether a state belongs to a component this seat sees: a face-down card shows nothing."""
    if "." not in family:
        return True
    place = cells[table.layout.place_of + indices[0]]
    if place < 0:
        return True
    zone = table.layout.family_of(place)
    owner = table.layout.indices(zone, place)[0] if _owned(table, zone) else -1
    return _sees(table.layout.blocks[zone].visible, owner, player)


def _label(table: Table, family: str, indices: tuple[int, ...]) -> str:
    if not indices:
        return family
    block = table.layout.blocks[family]
    parts = [
        str(i + 1) if t is None else table.layout.components[i].key
        for i, t in zip(indices, block.tables, strict=True)
    ]
    return f"{family}({', '.join(parts)})"
