"""Checks of triggers: an order that matters must be declared."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from interpreter import codes
from interpreter.diagnostics import Note
from interpreter.lang import ops

if TYPE_CHECKING:
    from interpreter.analysis.analysis import Analysis
    from interpreter.diagnostics import Report

_WRITES = ("gives", "pays", "unlocks", "moves")


def undeclared_orders(a: Analysis, report: Report) -> None:
    """Report two triggers of one event and one order of which one changes what the other touches.

    Two that only add to the same thing may run in either order.
    """
    for event, triggers in a.ruleset.triggers.items():
        for one, other in combinations(triggers, 2):
            if one.order != other.order:
                continue
            common = _conflict(a, one.program, other.program)
            if common:
                ids = sorted(key.partition(":")[2] for key in common)[:5]
                key = f"trigger:{other.id}"
                notes = [Note("the other one", a.declared(f"trigger:{one.id}"))]
                report.add(
                    codes.ORDER_MATTERS, a.declared(key), notes=notes,
                    first=one.id, second=other.id, event=event, what=tuple(ids),
                )  # fmt: skip


def _conflict(a: Analysis, one: int, other: int) -> set[str]:
    first, second = _touched(a, one), _touched(a, other)
    found = (first[0] & (second[1] | second[2])) | (second[0] & (first[1] | first[2]))
    return found | (first[2] & second[1]) | (second[2] & first[1])


def _touched(a: Analysis, program: int) -> tuple[set[str], set[str], set[str]]:
    """Return what a trigger sets (order matters), reads, and adds to (order does not matter)."""
    rules = a.reach.rules
    below = rules.below((program,))
    sets: set[str] = set()
    reads: set[str] = set()
    adds: set[str] = set()
    for edge in a.graph.edges:
        if edge.at.program not in below:
            continue
        op = rules.codes[edge.at.program][edge.at.position]
        if edge.sort in ("needs", "reads"):
            reads.add(edge.target)
        elif edge.sort in _WRITES:
            plain = isinstance(op, ops.Gain | ops.AddToCell)
            (adds if plain else sets).add(edge.target)
            if isinstance(op, ops.Pay):
                reads.add(edge.target)
    options = {k for k in reads if k.startswith(("option:", "item:", "formula:"))}
    return sets, reads - options, adds
