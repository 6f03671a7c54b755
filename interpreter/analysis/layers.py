"""The order of dependency of a directed graph, by networkx (whose import takes its time)."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import networkx as nx

if TYPE_CHECKING:
    from collections.abc import Iterable

N = TypeVar("N", int, str)


def layers(nodes: Iterable[N], edges: Iterable[tuple[N, N]]) -> list[list[list[N]]]:
    """Return the components layer by layer: what nothing leads to first; loops are one entry."""
    graph: nx.DiGraph[N] = nx.DiGraph()
    graph.add_nodes_from(nodes)
    graph.add_edges_from(edges)
    whole = nx.condensation(graph)
    groups: dict[int, list[N]] = {n: sorted(whole.nodes[n]["members"]) for n in whole}
    found = nx.topological_generations(whole)
    return [sorted(groups[n] for n in layer) for layer in found]
