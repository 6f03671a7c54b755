"""Which cell of the flat state means what, for one ruleset and number of players."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING

from interpreter.engine import rng
from interpreter.lang import ops
from interpreter.lang.ops import AMOUNT
from interpreter.lang.types import PLAYER, RESOURCE, TRUTH, Type

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from interpreter.content.ruleset import CounterDef, ItemDef, KindDef, Ruleset

# The head of every state.
STACK, ANNOUNCED, EXTRA, TURN, ROUND, PHASE, ENDED, SEED, SECRET = range(9)
HEAD = 9
SETUP, PLAYING, FINISH, OVER = range(4)


@dataclass(frozen=True, slots=True)
class Component:
    """One piece: what it is a copy of, which copy, and whose."""

    item: ItemDef
    copy: int
    owner: int

    @property
    def key(self) -> str:
        """Return its stable name: the item's id, with `#n` for further copies."""
        return self.item.id if self.copy == 1 else f"{self.item.id}#{self.copy}"


@dataclass(frozen=True, slots=True)
class Block:
    """The cells of one family: where they start and how indices lead to them."""

    base: int
    sizes: tuple[int, ...]
    tables: tuple[Mapping[int, int] | None, ...]
    """Per dimension: which offset a component has; None where the index is the offset."""
    count: int
    """How many cells there are."""
    least: int | None = None
    most: int | None = None
    capacity: int | None = None
    sorted: bool = False
    visible: str = "all"


class Layout:
    """Numbers components and cells."""

    def __init__(self, ruleset: Ruleset, players: int, options: Mapping[str, int]) -> None:
        self.ruleset = ruleset
        self.people = players
        """How many players there are; they sit on the first seats."""
        self.seats = tuple(s for s in ruleset.seats if players in s.players)
        """The opponents of the pack that take part, on the seats behind."""
        self.players = players + len(self.seats)
        """How many seats there are in all: what every dimension `player` runs over."""
        self.options = options
        self.components: list[Component] = []
        self.ranges: dict[str, range] = {}
        for kind in sorted(ruleset.kinds):
            first = len(self.components)
            self.components += self._copies(ruleset.kinds[kind])
            self.ranges[kind] = range(first, len(self.components))
        self.first: dict[str, int] = {}
        for number, component in enumerate(self.components):
            self.first.setdefault(component.item.id, number)
        self.size = HEAD
        self.blocks: dict[str, Block] = {}
        self.streams: dict[str, tuple[int, int]] = {}
        self._counters()
        self.place_of = self._reserve(len(self.components))
        """Cell of component 0's place; a place is the cell of a zone, or -1."""
        self._zones()
        for name in self._stream_names():
            self.streams[name] = (self._reserve(1), rng.key(name))

    # --- components

    def _copies(self, kind: KindDef) -> Iterator[Component]:
        owners = range(self.players) if kind.owned else (-1,)
        for owner in owners:
            for item in kind.items:
                for copy in range(item.copies):
                    yield Component(item, copy + 1, owner)

    def members(self, kinds: tuple[str, ...]) -> tuple[int, ...]:
        """Return all components of these kinds, in order."""
        return tuple(c for kind in kinds for c in self.ranges[kind])

    # --- cells

    def _reserve(self, count: int) -> int:
        base = self.size
        self.size += count
        return base

    def _counters(self) -> None:
        ruleset = self.ruleset
        self._block(AMOUNT, (PLAYER, RESOURCE))
        for id_ in sorted(ruleset.counters):
            counter = ruleset.counters[id_]
            least, most = _limits(counter)
            self._block(id_, counter.dims, least=least, most=most, visible=counter.visible)
        for kind in sorted(ruleset.kinds):
            for state, value in sorted(ruleset.kinds[kind].states.items()):
                most = 1 if value == TRUTH else None
                dims = (Type("item", frozenset({kind})),)
                self._block(f"{kind}.{state}", dims, least=0 if most else None, most=most)

    def _zones(self) -> None:
        self.first_zone = self.size
        for id_ in sorted(self.ruleset.zones):
            zone = self.ruleset.zones[id_]
            self._block(
                id_, zone.dims, capacity=zone.capacity,
                sorted=zone.order in ("set", "bag"), visible=zone.visible,
            )  # fmt: skip
        self.last_zone = self.size

    def _block(
        self,
        name: str,
        dims: tuple[Type, ...],
        *,
        least: int | None = None,
        most: int | None = None,
        capacity: int | None = None,
        sorted: bool = False,
        visible: str = "all",
    ) -> None:
        sizes, tables = [], []
        for dim in dims:
            size, table = self._dim(dim)
            sizes.append(size)
            tables.append(table)
        block = Block(
            self.size, tuple(sizes), tuple(tables), prod(sizes), least, most, capacity, sorted,
            visible,
        )  # fmt: skip
        self._reserve(block.count)
        self.blocks[name] = block

    def _dim(self, dim: Type) -> tuple[int, Mapping[int, int] | None]:
        if dim.base == "player":
            return self.players, None
        if dim.base == "resource":
            return len(self.ruleset.resources), None
        members = self.members(tuple(sorted(dim.kinds)))
        return len(members), {component: i for i, component in enumerate(members)}

    def _stream_names(self) -> list[str]:
        names = {f"shuffle.{zone}" for zone in self.ruleset.zones} | {roll_stream(_EXAMPLE)}
        for program in self.ruleset.programs:
            if any(isinstance(op, ops.RollItem | ops.RollNumber) for op in program.program.ops):
                names.add(roll_stream(program.name))
        return sorted(names)

    # --- reading cells back (views, checks, records)

    def cell(self, family: str, *indices: int) -> int:
        """Return the cell of a family at these indices (players, resources, components)."""
        block = self.blocks[family]
        offset = 0
        for index, size, table in zip(indices, block.sizes, block.tables, strict=True):
            offset = offset * size + (index if table is None else table[index])
        return block.base + offset

    def cells(self, family: str) -> range:
        """Return all cells of a family."""
        block = self.blocks[family]
        return range(block.base, block.base + block.count)

    def indices(self, family: str, cell: int) -> tuple[int, ...]:
        """Return the indices of a cell within its family: the way back from `cell`."""
        block = self.blocks[family]
        offset, found = cell - block.base, []
        for size, table in zip(reversed(block.sizes), reversed(block.tables), strict=True):
            offset, index = divmod(offset, size)
            found.append(index if table is None else list(table)[index])
        return tuple(reversed(found))

    def family_of(self, cell: int) -> str:
        """Return the family a cell of a block belongs to."""
        names = tuple(self.blocks)
        return names[bisect_right(names, cell, key=lambda name: self.blocks[name].base) - 1]


_EXAMPLE = "example."


def roll_stream(program: str) -> str:
    """Return the stream a program rolls from; examples share one and add nothing to a state."""
    return f"roll.{_EXAMPLE}" if program.startswith(_EXAMPLE) else f"roll.{program}"


def _limits(counter: CounterDef) -> tuple[int | None, int | None]:
    if counter.holds == TRUTH:
        return 0, 1
    if counter.holds.base != "number":
        return None, None
    return counter.least, counter.most
