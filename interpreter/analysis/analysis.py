"""One ruleset under analysis: graph, reach and loops made once, and the places to show."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from interpreter.analysis.graph import build_graph
from interpreter.analysis.loops import find_loops
from interpreter.analysis.reach import reach
from interpreter.analysis.why import Why
from interpreter.content.entries import SECTIONS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from interpreter.analysis.facts import Reach
    from interpreter.analysis.graph import Graph
    from interpreter.analysis.loops import Loop
    from interpreter.analysis.rules import At
    from interpreter.content.entries import Entries
    from interpreter.content.load import Loaded
    from interpreter.content.ruleset import Ruleset
    from interpreter.lang.nodes import Place
    from interpreter.source import Span


@dataclass
class Analysis:
    """What is asked about; everything is worked out when first needed.

    `entries` gives the places of declarations, and is only called for a finding or an output that
    shows them. `pack_of` says which pack a file belongs to.
    """

    ruleset: Ruleset
    locate: Callable[[int, Place], Span | None] = lambda *_: None
    entries: Callable[[], Entries | None] = lambda: None
    pack_of: Callable[[str], str] | None = None
    _spans: dict[str, Span] | None = field(default=None, init=False)

    @cached_property
    def graph(self) -> Graph:
        """The graph of the ruleset."""
        return build_graph(self.ruleset)

    @cached_property
    def reach(self) -> Reach:
        """What can happen."""
        return reach(self.ruleset)

    @cached_property
    def why(self) -> Why:
        """Why something cannot happen."""
        return Why(self.reach)

    @cached_property
    def loops(self) -> tuple[Loop, ...]:
        """Every loop."""
        return find_loops(self.reach)

    def span(self, at: At) -> Span | None:
        """Return where an operation stands; one behind the last is the whole text."""
        if at.program < 0:
            return None
        places = self.ruleset.programs[at.program].program.places
        if at.position < len(places):
            return self.locate(at.program, places[at.position])
        return self.locate(at.program, (0, 1))

    def declared(self, key: str, field: str = "") -> Span | None:
        """Return where a node is declared, or where a field of an item stands."""
        if field:
            entries = self.entries()
            id_ = key.partition(":")[2]
            return (
                next((e.span(field) for e in entries.items if e.id == id_), None)
                if entries
                else None
            )
        return self._declarations.get(key.partition(":")[2] or key)

    @cached_property
    def _declarations(self) -> Mapping[str, Span]:
        entries = self.entries()
        if entries is None:
            return {}
        found: dict[str, Span] = {}
        for section in SECTIONS:
            for entry in entries[section]:
                if entry.id and section not in ("examples", "panels"):
                    found[entry.id] = entry.span("id")
        found.update({e.id: e.span("id") for e in entries.items})
        for flow in entries.flows:
            for part in ("setup", "round", "finish"):
                if part in flow.data:
                    found[f"flow.{part}"] = flow.span(part)
        for entry in entries["kinds"]:
            for state in entry.data.get("states") or ():
                found[f"{entry.id}.{state}"] = entry.span("states", state)
        return found

    def pack(self, span: Span | None) -> str:
        """Return the pack a place belongs to."""
        if span is None or self.pack_of is None:
            return self.ruleset.pack.id
        return self.pack_of(span.source.path)


def analysis_of(loaded: Loaded) -> Analysis:
    """Return the analysis of a loaded pack, with whatever overlays are on it."""
    assert loaded.ruleset is not None, "only a sound pack can be analysed"
    return Analysis(loaded.ruleset, loaded.locate, lambda: loaded.entries, loaded.pack_of)
