"""A graph as DOT, for Graphviz."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from interpreter.analysis.graph import Graph

SHAPES: Mapping[str, str] = {
    "flow": "doubleoctagon", "action": "box", "item": "note", "trigger": "cds", "event": "diamond",
    "resource": "ellipse", "counter": "hexagon", "track": "parallelogram", "zone": "folder",
    "score": "star", "option": "tab", "formula": "component",
}  # fmt: skip
STYLES: Mapping[str, str] = {
    "does": "solid", "may_do": "dashed", "pays": "solid", "gives": "bold", "needs": "dotted",
    "unlocks": "bold", "moves": "solid", "fires": "bold", "reads": "dotted",
}  # fmt: skip


def render_dot(graph: Graph) -> str:
    """Return the graph as DOT; edges of one sort between the same nodes are drawn once."""
    return "\n".join(_lines(graph)) + "\n"


def _lines(graph: Graph) -> Iterator[str]:
    yield "digraph rules {"
    yield "  rankdir=LR; node [fontname=Helvetica, fontsize=10];"
    for node in graph.nodes.values():
        shape = SHAPES[node.sort]
        yield f"  {_quoted(node.key)} [label={_quoted(node.id)}, shape={shape}];"
    for source, target, sort in dict.fromkeys((e.source, e.target, e.sort) for e in graph.edges):
        ends = f"{_quoted(source)} -> {_quoted(target)}"
        yield f"  {ends} [label={_quoted(sort.replace('_', ' '))}, style={STYLES[sort]}];"
    yield "}"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
