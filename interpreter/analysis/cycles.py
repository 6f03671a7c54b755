"""Components and short cycles of a directed graph, by plain walks. Never all cycles."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

N = TypeVar("N", int, str)


def components(edges: Iterable[tuple[N, N]]) -> list[list[N]]:
    """Return the strongly connected components that hold a cycle, each sorted, in order."""
    ahead: dict[N, list[N]] = {}
    back: dict[N, list[N]] = {}
    for a, b in edges:
        ahead.setdefault(a, []).append(b)
        back.setdefault(b, []).append(a)
    seen: set[N] = set()
    order = [node for start in ahead for node in _walk(start, ahead, seen)]
    # Nothing of another component leads to the one of the node done last, so a walk back from it
    # stays inside; then so for what is left (Kosaraju).
    seen = set()
    found = (sorted(_walk(start, back, seen)) for start in reversed(order))
    return sorted(c for c in found if len(c) > 1 or (c and c[0] in ahead.get(c[0], ())))


def _walk(start: N, ahead: Mapping[N, Sequence[N]], seen: set[N]) -> list[N]:
    """Return what a node leads to and nobody has seen, each behind what it leads to itself."""
    if start in seen:
        return []
    seen.add(start)
    found, way = [], [(start, iter(ahead.get(start, ())))]
    while way:
        node, others = way[-1]
        other = next((o for o in others if o not in seen), None)
        if other is None:
            found.append(node)
            way.pop()
        else:
            seen.add(other)
            way.append((other, iter(ahead.get(other, ()))))
    return found


def shortest_cycle(nodes: Sequence[N], edges: Iterable[tuple[N, N]]) -> list[N]:
    """Return a shortest cycle of one component: its nodes in order, the first not repeated.

    The first node in order wins among equals.
    """
    inside = set(nodes)
    # Nearly every loop of rules is of one or two programs.
    own = dict.fromkeys((a, b) for a, b in edges if a in inside and b in inside)
    for node in nodes:
        if (node, node) in own:
            return [node]
    pairs = {b: a for a, b in reversed(own) if (b, a) in own}
    for node in nodes:
        if node in pairs:
            return [node, pairs[node]]
    # Loading networkx takes as long as all checks of a large pack.
    from interpreter.analysis.paths import long_cycle  # noqa: PLC0415

    return long_cycle(nodes, own)
