"""What a seat may know: built by allow-list from the visibility of zones and counters."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from interpreter.engine import layout as at
from interpreter.lang.ir import NOTHING
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
    places = _places(table)
    counters: dict[str, Any] = {}
    for cell, place in places.counters.items():
        if _sees(place, player):
            holder = NOTHING if place.component < 0 else _holder(table, cells, place.component)
            # A face-down card shows nothing of its states.
            if holder < 0 or _sees(places.zones[holder], player):
                counters[place.label] = cells[cell]
    keys = places.keys
    zones: dict[str, tuple[str, ...] | int] = {}
    for cell, place in places.zones.items():
        lying = cells[cell]
        zones[place.label] = tuple([keys[c] for c in lying]) if _sees(place, player) else len(lying)
    return View(player, cells[at.ROUND], cells[at.TURN], counters, zones)


def hidden(table: Table, cells: Cells, player: int | None) -> frozenset[int]:
    """Return the components this seat must not know the place of."""
    zones = _places(table).zones.items()
    return frozenset(c for cell, place in zones if not _sees(place, player) for c in cells[cell])


@dataclass(frozen=True, slots=True)
class _Place:
    """What a cell is called, and who may see it."""

    label: str
    visible: str
    owner: int = NOTHING
    component: int = NOTHING
    """Whose state it is; such a cell is seen where the component is."""


@dataclass(frozen=True, slots=True)
class _Places:
    counters: dict[int, _Place]
    zones: dict[int, _Place]
    keys: tuple[str, ...]
    """What each component is called."""


@lru_cache(maxsize=16)
def _places(table: Table) -> _Places:
    """Describe every cell once: a view only reads."""
    layout = table.layout
    counters = {
        layout.cell(AMOUNT, seat, index): _Place(
            f"{resource.id}({seat + 1})", resource.visible, seat
        )
        for seat in range(table.players)
        for index, resource in enumerate(table.ruleset.resources)
        if not resource.one_of
    }
    zones: dict[int, _Place] = {}
    for name, block in layout.blocks.items():
        if name == AMOUNT:
            continue
        owned, state = _owned(table, name), "." in name
        for cell in layout.cells(name):
            indices = layout.indices(name, cell)
            (zones if name in table.ruleset.zones else counters)[cell] = _Place(
                _label(table, name, indices),
                block.visible,
                indices[0] if owned else NOTHING,
                indices[0] if state else NOTHING,
            )
    return _Places(counters, zones, tuple(c.key for c in layout.components))


def _sees(place: _Place, player: int | None) -> bool:
    visible = place.visible
    return visible == "all" or (visible == "owner" and player is not None and place.owner == player)


def _holder(table: Table, cells: Cells, component: int) -> int:
    found: int = cells[table.layout.place_of + component]
    return found


def _owned(table: Table, family: str) -> bool:
    """Whether the first dimension of a family is the player."""
    definition = table.ruleset.zones.get(family) or table.ruleset.counters.get(family)
    return definition is not None and bool(definition.dims) and definition.dims[0].base == "player"


def _label(table: Table, family: str, indices: tuple[int, ...]) -> str:
    if not indices:
        return family
    block = table.layout.blocks[family]
    parts = [
        str(i + 1) if t is None else table.layout.components[i].key
        for i, t in zip(indices, block.tables, strict=True)
    ]
    return f"{family}({', '.join(parts)})"
