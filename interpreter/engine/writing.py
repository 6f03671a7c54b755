"""The only code that changes cells during play. Each write is one fact, told to whoever listens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.engine import events as ev
from interpreter.engine import rng
from interpreter.engine.frame import LIMIT, Cells
from interpreter.engine.impossible import Impossible
from interpreter.engine.layout import SEED, Block, Layout, roll_stream
from interpreter.lang.ir import NOTHING
from interpreter.lang.ops import AMOUNT

if TYPE_CHECKING:
    from collections.abc import Iterable

    from interpreter.content.ruleset import ResourceDef


class Writer:
    """Writes cells of one layout; `log` collects events while it is a list."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.log: list[ev.Event] | None = None
        self.cause: ev.Cause = (-1, -1)
        self.revealed = False
        """Whether chance decided, or something hidden was uncovered, since this was last reset."""
        self._resources = layout.ruleset.resources
        self._zone_blocks: dict[int, Block] = {
            cell: layout.blocks[zone]
            for zone in layout.ruleset.zones
            for cell in layout.cells(zone)
        }

    # --- numbers

    def gain(self, c: Cells, player: int, resource: int, amount: int) -> None:
        """Add to a player's resource, up to its maximum."""
        self._amount(c, player, resource, amount, ev.Gained)

    def pay(self, c: Cells, player: int, resource: int, amount: int) -> None:
        """Take from a player's resource."""
        self._amount(c, player, resource, -amount, ev.Paid)

    def _amount(
        self, c: Cells, player: int, resource: int, change: int, fact: type[ev.Gained | ev.Paid]
    ) -> None:
        cell = self.layout.blocks[AMOUNT].base + player * len(self._resources) + resource
        old = c[cell]
        new = within(old + change, self._resources[resource])
        if new != old:
            c[cell] = new
            if self.log is not None:
                self.log.append(
                    fact(
                        player,
                        resource,
                        abs(new - old) if fact is ev.Paid else new - old,
                        self.cause,
                    )
                )

    def put(self, c: Cells, family: str, cell: int, value: int) -> None:
        """Write a counter, marker or state, within its limits."""
        block = self.layout.blocks[family]
        if block.least is not None and value < block.least:
            value = block.least
        if block.most is not None and value > block.most:
            value = block.most
        if not -LIMIT <= value <= LIMIT:
            raise Impossible(f"the number {value} is too large")
        old = c[cell]
        if old == value:
            return
        c[cell] = int(value)
        if self.log is not None:
            self.log.append(ev.Changed(family, cell, old, int(value), self.cause))

    # --- components

    def move(self, c: Cells, component: int, target: int, front: bool) -> None:
        """Put a component into a zone, from wherever it is."""
        if component == NOTHING:
            raise Impossible("there is nothing to move")
        block = self._zone_blocks[target]
        at = self.layout.place_of + component
        source = c[at]
        if block.capacity is not None and source != target and len(c[target]) >= block.capacity:
            raise Impossible("there is no room")
        if source != NOTHING:
            c[source] = tuple(x for x in c[source] if x != component)
            if self._zone_blocks[source].visible == "none" and block.visible != "none":
                self.revealed = True
        there = c[target]
        if block.sorted:
            c[target] = tuple(sorted((*there, component)))
        else:
            c[target] = (component, *there) if front else (*there, component)
        c[at] = target
        if self.log is not None:
            self.log.append(ev.Moved(component, source, target, self.cause))

    def uncovers(self, c: Cells, components: Iterable[object]) -> bool:
        """Whether one of these lies where nobody may look: to be asked about it is to see it."""
        for component in components:
            if isinstance(component, int):
                place = c[self.layout.place_of + component]
                if place != NOTHING and self._zone_blocks[place].visible == "none":
                    return True
        return False

    # --- chance

    def shuffle(self, c: Cells, zone: int, family: str) -> None:
        """Put a zone into random order."""
        counter, stream = self.layout.streams[f"shuffle.{family}"]
        # The zone's own number takes part, so that zones of one family are shuffled independently.
        c[zone], c[counter] = rng.shuffled(
            c[zone], c[SEED], stream + zone - self.layout.blocks[family].base, c[counter]
        )
        self.revealed = True
        if self.log is not None:
            self.log.append(ev.Shuffled(zone, self.cause))

    def below(self, c: Cells, bound: int, program: str) -> int:
        """Return a random number from 0 to `bound` - 1 from the stream of a program."""
        counter, stream = self.layout.streams[roll_stream(program)]
        value, c[counter] = rng.below(bound, c[SEED], stream, c[counter])
        self.revealed = True
        return value


def within(value: int, resource: ResourceDef) -> int:
    """Return the value, held within the limits of a resource."""
    if resource.most is not None and value > resource.most:
        value = resource.most
    if resource.least is not None and value < resource.least:
        value = resource.least
    if not -LIMIT <= value <= LIMIT:
        raise Impossible(f"the number {value} is too large")
    return value
