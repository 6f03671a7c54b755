"""The ways to pay a cost with substitutes, and to take abstract resources."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from interpreter.content.ruleset import ResourceDef

Vector = tuple[tuple[int, int], ...]
"""Amounts per concrete resource, by resource; no zeros."""
MOST_WAYS = 2_000
"""More ways than this are not told apart any more: the first ones are offered."""


class Payments:
    """Answers by cost and by what is at hand; each question is worked out once."""

    def __init__(self, resources: Sequence[ResourceDef]) -> None:
        self.payers = tuple(_payers(resources, i) for i in range(len(resources)))
        """For each resource what can pay a unit of it."""
        self.members = tuple(r.one_of or (i,) for i, r in enumerate(resources))
        """For each resource what it can be taken as."""
        self._known: dict[tuple[Vector, tuple[int, ...]], tuple[Vector, ...]] = {}
        self._gains: dict[Vector, tuple[Vector, ...]] = {}

    def ways(self, cost: Vector, have: Sequence[int]) -> tuple[Vector, ...]:
        """Return every distinct way to pay, the most direct ones first; none if it cannot be paid.

        `have` is what the player holds of each resource.
        """
        total = sum(n for _, n in cost)
        # More than the whole cost of anything makes no difference.
        key = (cost, tuple(min(h, total) for h in have))
        if key not in self._known:
            found = dict.fromkeys(self._spread(cost, 0, list(key[1]), {}))
            self._known[key] = tuple(found)
        return self._known[key]

    def gains(self, gain: Vector) -> tuple[Vector, ...]:
        """Return every distinct way to take these resources from the supply."""
        if gain not in self._gains:
            plenty = [sum(n for _, n in gain)] * len(self.members)
            found = dict.fromkeys(self._spread(gain, 0, plenty, {}, self.members))
            self._gains[gain] = tuple(found)
        return self._gains[gain]

    def _spread(
        self,
        cost: Vector,
        index: int,
        left: list[int],
        paid: dict[int, int],
        payers: Sequence[Sequence[int]] | None = None,
    ) -> Iterator[Vector]:
        if index == len(cost):
            yield tuple(sorted((r, n) for r, n in paid.items() if n))
            return
        resource, units = cost[index]
        who = (payers or self.payers)[resource]
        for split in _splits(units, who, left):
            for r, n in split:
                left[r] -= n
                paid[r] = paid.get(r, 0) + n
            yield from self._spread(cost, index + 1, left, paid, payers)
            for r, n in split:
                left[r] += n
                paid[r] -= n


def _payers(resources: Sequence[ResourceDef], index: int) -> tuple[int, ...]:
    """Return what can pay one unit of a resource: itself, or what it can be, first."""
    wanted = resources[index].one_of or (index,)
    others = (i for i, r in enumerate(resources) if set(r.pays_for) & {index, *wanted})
    return tuple(dict.fromkeys((*wanted, *others)))


def _splits(units: int, payers: Sequence[int], left: Sequence[int]) -> Iterator[Vector]:
    """Yield the ways to make up `units` from these payers, as much as possible from the first."""
    if units == 0:
        yield ()
        return
    if not payers:
        return
    first, rest = payers[0], payers[1:]
    for n in range(min(units, left[first]), -1, -1):
        for more in _splits(units - n, rest, left):
            yield ((first, n), *more) if n else more
