"""Cycles of a directed graph: components, one short cycle each, layers. Never all cycles."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, TypeVar

import networkx as nx

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

N = TypeVar("N", int, str)
MOST_SEEN = 300_000
"""Most edges looked at while the shortest cycle of a component is sought; then the best so far."""


def components(edges: Iterable[tuple[N, N]]) -> list[list[N]]:
    """Return the strongly connected components that hold a cycle, each sorted, in order."""
    graph: nx.DiGraph[N] = nx.DiGraph()
    graph.add_edges_from(edges)
    found = (
        sorted(c)
        for c in nx.strongly_connected_components(graph)
        if len(c) > 1 or graph.has_edge(*(next(iter(c)),) * 2)
    )
    return sorted(found)


def shortest_cycle(nodes: Sequence[N], edges: Iterable[tuple[N, N]]) -> list[N]:
    """Return a shortest cycle of one component: its nodes in order, the first not repeated.

    Exact unless `MOST_SEEN` edges were not enough; the first node in order wins among equals.
    """
    inside = set(nodes)
    after: dict[N, list[N]] = {n: [] for n in nodes}
    for a, b in edges:
        if a in inside and b in inside:
            after[a].append(b)
    best: list[N] = []
    seen = 0
    for start in nodes:
        found, steps = _cycle_through(start, after, len(best) or len(nodes) + 1)
        seen += steps
        if found and (not best or len(found) < len(best)):
            best = found
        if (best and len(best) == 1) or (best and seen > MOST_SEEN):
            break
    return best


def _cycle_through(start: N, after: Mapping[N, Sequence[N]], limit: int) -> tuple[list[N], int]:
    """Return the shortest cycle through a node with fewer than `limit` nodes, and the work done."""
    before: dict[N, N] = {}
    depth = {start: 1}
    waiting = deque([start])
    steps = 0
    while waiting:
        node = waiting.popleft()
        if depth[node] >= limit:
            break
        for n in after[node]:
            steps += 1
            if n == start:
                return _back(start, node, before), steps
            if n not in depth:
                depth[n] = depth[node] + 1
                before[n] = node
                waiting.append(n)
    return [], steps


def _back(start: N, last: N, before: Mapping[N, N]) -> list[N]:
    path = [last]
    while path[-1] != start:
        path.append(before[path[-1]])
    return path[::-1]


def shortest_path(start: N, end: N, after: Mapping[N, Sequence[N]]) -> list[N]:
    """Return the nodes of a shortest path, both ends included; empty if there is none."""
    before: dict[N, N] = {}
    seen, waiting = {start}, deque([start])
    while waiting:
        node = waiting.popleft()
        if node == end:
            return _back(start, node, before)
        for n in after.get(node, ()):
            if n not in seen:
                seen.add(n)
                before[n] = node
                waiting.append(n)
    return []


def layers(nodes: Iterable[N], edges: Iterable[tuple[N, N]]) -> list[list[list[N]]]:
    """Return the components layer by layer: what nothing leads to first; loops are one entry."""
    graph: nx.DiGraph[N] = nx.DiGraph()
    graph.add_nodes_from(nodes)
    graph.add_edges_from(edges)
    whole = nx.condensation(graph)
    members = whole.nodes(data="members")
    groups = {n: sorted(m) for n, m in members}
    return [sorted(groups[n] for n in layer) for layer in nx.topological_generations(whole)]
