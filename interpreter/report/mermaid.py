"""A graph as Mermaid, for pages that draw it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.analysis.graph import Graph

_ENDS = {
    "flow": ("[[", "]]"), "action": ("[", "]"), "item": ("(", ")"), "trigger": ("{{", "}}"),
    "event": ("{", "}"), "resource": ("((", "))"), "counter": ("[/", "/]"), "track": ("[/", "\\]"),
    "zone": ("[(", ")]"), "score": ("([", "])"), "option": (">", "]"), "formula": ("[\\", "/]"),
}  # fmt: skip
_ARROWS = {"may_do": "-.->", "needs": "-.->", "reads": "-.->", "gives": "==>", "fires": "==>"}


def render_mermaid(graph: Graph) -> str:
    """Return the graph as a Mermaid flow chart."""
    return "\n".join(_lines(graph)) + "\n"


def _lines(graph: Graph) -> Iterator[str]:
    yield "flowchart LR"
    numbers = {key: f"n{i}" for i, key in enumerate(graph.nodes)}
    for key, node in graph.nodes.items():
        left, right = _ENDS[node.sort]
        yield f'  {numbers[key]}{left}"{node.id}"{right}'
    for source, target, sort in dict.fromkeys((e.source, e.target, e.sort) for e in graph.edges):
        arrow = _ARROWS.get(sort, "-->")
        yield f"  {numbers[source]} {arrow}|{sort.replace('_', ' ')}| {numbers[target]}"
