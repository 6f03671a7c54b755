"""A graph as plain data: the same for JSON and for the page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from interpreter.analysis.analysis import Analysis
    from interpreter.analysis.graph import Graph
    from interpreter.source import Span


def graph_data(a: Analysis, graph: Graph) -> dict[str, Any]:
    """Return nodes and edges with their places; edges of one sort between two nodes come once."""
    edges: dict[tuple[str, str, str], dict[str, Any]] = {}
    for e in graph.edges:
        key = e.source, e.target, e.sort
        if key not in edges:
            place = _place(a.span(e.at) or a.declared(e.source))
            edges[key] = {"source": e.source, "target": e.target, "sort": e.sort, "place": place}
    return {
        "pack": a.ruleset.pack.id,
        "version": a.ruleset.pack.version,
        "nodes": [
            {
                "key": n.key, "sort": n.sort, "id": n.id, "kind": n.kind,
                "name": _names(a, n.id), "place": _place(a.declared(n.key)),
            }
            for n in graph.nodes.values()
        ],
        "edges": list(edges.values()),
    }  # fmt: skip


def _names(a: Analysis, id_: str) -> dict[str, str]:
    return dict(a.ruleset.names.get(id_) or {"en": id_.replace("_", " ")})


def _place(span: Span | None) -> dict[str, Any] | None:
    if span is None:
        return None
    line = span.line
    text = span.source.line(line).strip()
    return {
        "path": span.source.path, "line": line, "column": span.column,
        "text": text if len(text) <= 160 else text[:159] + "…",
    }  # fmt: skip
