"""Layers, parts, paths and long cycles of a directed graph: what networkx is loaded for.

Loading it takes longer than all checks of a large pack, so only what asks for this imports it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import networkx as nx

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

N = TypeVar("N", int, str)
MOST_SEEN = 300_000
"""Most nodes looked at while the shortest cycle of a component is sought; then the best so far."""


def layers(nodes: Iterable[N], edges: Iterable[tuple[N, N]]) -> list[list[list[N]]]:
    """Return the components layer by layer: what nothing leads to first; loops are one entry."""
    whole = nx.condensation(_directed(edges, nodes))
    groups: dict[int, list[N]] = {n: sorted(whole.nodes[n]["members"]) for n in whole}
    found = nx.topological_generations(whole)
    return [sorted(groups[n] for n in layer) for layer in found]


def islands(nodes: Iterable[N], edges: Iterable[tuple[N, N]]) -> int:
    """Return how many parts hang together, whatever the direction of edges."""
    graph: nx.Graph[N] = nx.Graph()
    graph.add_nodes_from(nodes)
    graph.add_edges_from(edges)
    return nx.number_connected_components(graph)


def long_cycle(nodes: Sequence[N], edges: Iterable[tuple[N, N]]) -> list[N]:
    """Return a shortest cycle of one component in which none is of one or two nodes.

    Exact unless `MOST_SEEN` nodes were not enough; the first node in order wins among equals.
    """
    graph = _directed(edges)
    best: list[N] = []
    seen = 0
    for start in nodes:
        # Only what is nearer than the best so far is of use: a search is cut off there.
        far = nx.single_source_shortest_path_length(graph, start, len(best) - 2 if best else None)
        seen += len(far)
        last = min(
            (n for n in graph.predecessors(start) if n in far), key=far.__getitem__, default=None
        )
        if last is not None:
            best = nx.shortest_path(graph, start, last)
        if best and seen > MOST_SEEN:
            break
    return best


def shortest_path(start: N, end: N, edges: Iterable[tuple[N, N]]) -> list[N]:
    """Return the nodes of a shortest path, both ends included; empty if there is none."""
    try:
        return nx.shortest_path(_directed(edges), start, end)
    except (nx.NetworkXNoPath, nx.NodeNotFound):
        return []


def _directed(edges: Iterable[tuple[N, N]], nodes: Iterable[N] = ()) -> nx.DiGraph[N]:
    graph: nx.DiGraph[N] = nx.DiGraph()
    graph.add_nodes_from(nodes)
    graph.add_edges_from(edges)
    return graph
