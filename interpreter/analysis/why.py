"""Why something can never happen: what it waits for, told along the shortest way.

A thing that cannot happen has alternatives (whatever would provide it), each with what that misses
in turn. The smallest set is told; a way that comes back to where it began is a circle.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from interpreter.analysis.graph import NOWHERE, resources_of
from interpreter.analysis.rules import At
from interpreter.frozen import dataclass
from interpreter.lang import ops
from interpreter.lang.ops import AMOUNT

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from interpreter.analysis.facts import Reach, Thing

MOST_TOLD = 10


class Hop(NamedTuple):
    """One step of an explanation: a thing, what it needs next, and the place that says so."""

    thing: Thing
    needs: Thing
    at: At
    others: int
    """How many other ways there would be, all barred too."""


@dataclass(frozen=True)
class Chain:
    """An explanation: its steps, and whether it comes back to where it has been."""

    hops: tuple[Hop, ...]
    end: Thing
    circle: tuple[Hop, ...] = ()


class Why:
    """Explanations for one result of `reach`."""

    def __init__(self, found: Reach) -> None:
        self.found, self.rules = found, found.rules

    @cached_property
    def providers(self) -> Mapping[Thing, tuple[At, ...]]:
        """The operations that provide each thing, whether they can happen or not."""
        found: dict[Thing, dict[At, None]] = {}
        for number in self.rules.numbers:
            for position, op in enumerate(self.rules.codes[number]):
                at = At(number, position)
                for thing in self._provides(at, op):
                    found.setdefault(thing, {})[at] = None
        return {thing: tuple(sites) for thing, sites in found.items()}

    def _provides(self, at: At, op: ops.Op) -> Iterator[Thing]:
        match op:
            case ops.Gain():
                for _, resource in op.bundle.amounts:
                    yield from self._named(resources_of(self.rules, resource))
            case ops.SetCell() | ops.AddToCell() if op.family == AMOUNT:
                yield from self._named(resources_of(self.rules, op.indices[1]))
            case ops.SetCell() | ops.AddToCell():
                yield f"counter:{op.family}"
            case ops.StepTrack():
                yield f"counter:{op.track}"
            case ops.Move():
                yield f"zone:{op.zone}"
            case ops.Draw():
                yield f"zone:{op.target}"
            case _:
                pass
        for callee in self.rules.called(at):
            yield self.rules.owners[callee]

    def _named(self, some: tuple[int, ...]) -> Iterator[Thing]:
        resources = self.rules.ruleset.resources
        for r in some:
            yield from (f"resource:{resources[one].id}" for one in resources[r].one_of or (r,))

    def alternatives(self, thing: Thing) -> list[tuple[At, frozenset[Thing]]]:
        """Return whatever would provide a thing, each with what it misses itself."""
        if thing in self.found.unpaid:
            return [(NOWHERE, self.found.unpaid[thing])]
        sites = self.providers.get(thing, ())
        if thing.startswith("resource:"):
            index = self.rules.ruleset.resource(thing.partition(":")[2])
            ids = (self.rules.ruleset.resources[p].id for p in sorted(self.rules.payers(index)))
            sites = tuple(at for id_ in ids for at in self.providers.get(f"resource:{id_}", ()))
        return [(at, self.missing(at)) for at in sites if not self.found.happens(at)]

    def missing(self, at: At) -> frozenset[Thing]:
        """Return what an operation that cannot happen waits for directly."""
        if at.program not in self.found.programs:
            return frozenset({self.rules.owners[at.program]})
        before = [
            (position, things)
            for (program, position), things in self.found.stopped.items()
            if program == at.program and position <= at.position
        ]
        before += [
            (site.position, things)
            for site, (_, things) in self.found.never.items()
            if site.program == at.program and site.position <= at.position
        ]
        return max(before, key=lambda b: b[0])[1] if before else frozenset()

    def chain(self, things: frozenset[Thing], start: Thing = "") -> Chain:
        """Return what the first missing thing needs, and so on, to something nothing provides."""
        hops: list[Hop] = []
        thing = start
        if not thing:
            if not things:
                return Chain((), "")
            thing = min(things)
        seen = {thing: 0}
        while len(hops) < 50:
            ways = self.alternatives(thing)
            if not ways:
                return Chain(tuple(hops), thing)
            at, missing = min(ways, key=lambda w: (len(w[1]) or 99, w[0]))
            if not missing:
                return Chain(tuple(hops), thing)
            following = min(missing)
            hops.append(Hop(thing, following, at, len(ways) - 1))
            if following in seen:
                return Chain(tuple(hops), following, tuple(hops[seen[following] :]))
            seen[following] = len(hops)
            thing = following
        return Chain(tuple(hops), thing)

    # --- words

    def words(self, things: frozenset[Thing], me: str = "") -> str:
        """Return an explanation: `needs iron; iron comes only from X; X needs this`."""
        if not things:
            return "its condition can never hold"
        if all(t.startswith("counter:") for t in things):
            ids = ", ".join(f"`{_id(t)}`" for t in sorted(things)[:3])
            return f"{ids} never comes to that"
        shown = ", ".join(f"`{_id(t)}`" for t in sorted(things)[:3])
        return f"needs {shown}; {self.story(min(things), me)}"

    def story(self, thing: Thing, me: str = "") -> str:
        """Return where a thing would come from: `iron comes only from X, which needs coal; ...`."""
        chain = self.chain(frozenset({thing}), thing)
        parts = []
        for hop in chain.hops[: MOST_TOLD // 2]:
            owner = self.owner(hop.at)
            needs = "this" if hop.needs == me else f"`{_id(hop.needs)}`"
            if not owner or owner == hop.thing:
                parts.append(f"`{_id(hop.thing)}` needs {needs}")
                continue
            runs = hop.thing in self.rules.owners.values()
            verb = "is run" if runs else "comes"
            only, more = ("only ", "") if not hop.others else ("", f" or {hop.others} more")
            which = "" if owner == hop.needs else f", which needs {needs}"
            parts.append(f"`{_id(hop.thing)}` {verb} {only}from `{_id(owner)}`{more}{which}")
        if not chain.circle:
            verb = "gives" if chain.end.startswith(("resource:", "counter:")) else "leads to"
            parts.append(f"nothing {verb} `{_id(chain.end)}`")
        return "; ".join(dict.fromkeys(parts))

    def owner(self, at: At) -> str:
        """Return the node an operation belongs to; empty for a cost."""
        return self.rules.owners.get(at.program, "")


def _id(thing: Thing) -> str:
    return thing.partition(":")[2] or thing
