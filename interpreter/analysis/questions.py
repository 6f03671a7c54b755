"""Questions to a graph: uses, used by, why-path, what breaks, what cannot be reached, layers."""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from interpreter.analysis.cycles import components
from interpreter.analysis.graph import NOWHERE, Edge, Graph
from interpreter.analysis.paths import islands, layers, shortest_path
from interpreter.analysis.reach import reach
from interpreter.analysis.rules import At

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter.analysis.analysis import Analysis
    from interpreter.content.ruleset import Ruleset

_NEEDING = frozenset({"pays", "needs", "reads"})
_WORDS = {
    "does": "does", "may_do": "may do", "pays": "pays", "gives": "gives", "needs": "needs",
    "unlocks": "changes", "moves": "moves", "fires": "sets off", "reads": "looks at",
    "serves": "serves",
}  # fmt: skip


def focused(graph: Graph, keys: Sequence[str], depth: int) -> Graph:
    """Return the part of a graph at most `depth` edges away from some nodes."""
    near: dict[str, list[str]] = {}
    for e in graph.edges:
        near.setdefault(e.source, []).append(e.target)
        near.setdefault(e.target, []).append(e.source)
    kept = dict.fromkeys(keys, 0)
    waiting = deque(keys)
    while waiting:
        key = waiting.popleft()
        for other in near.get(key, ()) if kept[key] < depth else ():
            if other not in kept:
                kept[other] = kept[key] + 1
                waiting.append(other)
    nodes = {k: n for k, n in graph.nodes.items() if k in kept}
    edges = tuple(e for e in graph.edges if e.source in kept and e.target in kept)
    return replace(graph, nodes=nodes, edges=edges)


def used_by(graph: Graph, keys: Sequence[str]) -> list[Edge]:
    """Return the edges that lead to some nodes, one for each neighbour and sort."""
    return _distinct([e for k in keys for e in graph.into(k)])


def uses(graph: Graph, keys: Sequence[str]) -> list[Edge]:
    """Return the edges that leave some nodes, one for each neighbour and sort."""
    return _distinct([e for k in keys for e in graph.out(k)])


def _distinct(edges: Sequence[Edge]) -> list[Edge]:
    return list({(e.source, e.target, e.sort): e for e in reversed(edges)}.values())[::-1]


def path(graph: Graph, start: Sequence[str], end: Sequence[str]) -> list[Edge]:
    """Return why one thing matters to another: the edges of a shortest chain.

    What is given, or changed, serves whoever pays, needs or reads it: those edges are walked from
    the thing to its user.
    """
    by: dict[tuple[str, str], Edge] = {}
    for e in graph.edges:
        one = Edge(e.target, e.source, "serves", e.at) if e.sort in _NEEDING else e
        by.setdefault((one.source, one.target), one)
    found = [p for s in start for t in end for p in [shortest_path(s, t, by)] if p]
    if not found:
        return []
    best = min(found, key=len)
    return [by[step] for step in pairwise(best)]


def edge_words(edge: Edge) -> str:
    """Return an edge in words."""
    return f"{edge.source} {_WORDS[edge.sort]} {edge.target}"


def removed(a: Analysis, keys: Sequence[str]) -> tuple[list[Edge], list[str]]:
    """Return what breaks without some nodes: edges left dangling, and what can happen no more."""
    dangling = used_by(a.graph, keys)
    before = _possible(a.ruleset, None)
    after = _possible(a.ruleset, _without(a, keys))
    return dangling, sorted(before - after - set(keys))


def _possible(ruleset: Ruleset, barred: frozenset[int] | None) -> set[str]:
    found = reach(ruleset, barred or frozenset())
    owners = found.rules.owners
    able = {owners[n] for n in found.programs}
    resources = ruleset.resources
    able |= {f"resource:{resources[r].id}" for r, b in found.values.amounts.items() if b[1] > 0}
    able |= {f"zone:{z}" for z, items in found.values.lies.items() if items}
    return able


def _without(a: Analysis, keys: Sequence[str]) -> frozenset[int]:
    gone = set(keys)
    events = {k.partition(":")[2] for k in keys if k.startswith("event:")}
    gone |= {f"trigger:{t.id}" for e in events for t in a.ruleset.triggers[e]}
    return frozenset(n for n, owner in a.reach.rules.owners.items() if owner in gone)


def unreachable(a: Analysis) -> list[tuple[str, str, At]]:
    """Return what can never happen: node, why, and a place of it."""
    found = []
    for number, owner in a.reach.rules.owners.items():
        if number not in a.reach.programs and a.reach.rules.codes[number]:
            why = a.why.story(owner) if a.why.alternatives(owner) else "nothing runs it"
            found.append((a.ruleset.programs[number].name, why, At(number, 0)))
    for item, things in sorted(a.reach.unpaid.items()):
        found.append((f"item.{item}", a.why.words(things, f"item:{item}"), NOWHERE))
    return found


def layered(graph: Graph) -> list[list[list[str]]]:
    """Return the order of dependency: first what nothing does, fires or moves."""
    doing = {"does", "may_do", "fires", "moves"}
    sorts = {"flow", "action", "item", "trigger", "event", "track"}
    nodes = [k for k, n in graph.nodes.items() if n.sort in sorts]
    inside = set(nodes)
    edges = [
        (e.source, e.target)
        for e in graph.edges
        if e.sort in doing and e.source in inside and e.target in inside
    ]
    return layers(nodes, edges)


def stats(graph: Graph) -> dict[str, object]:
    """Return the graph in numbers: nodes and edges by sort, layers, components."""
    doing = layered(graph)
    loops = components([(e.source, e.target) for e in graph.edges if e.sort in ("does", "may_do")])
    return {
        "nodes": len(graph.nodes),
        "edges": len(graph.edges),
        "layers": len(doing),
        "components": islands(graph.nodes, [(e.source, e.target) for e in graph.edges]),
        "loops": len(loops),
        "nodes by sort": dict(Counter(n.sort for n in graph.nodes.values())),
        "edges by sort": dict(Counter(e.sort for e in graph.edges)),
    }
