"""Checks of what is declared and not used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter import codes
from interpreter.analysis.graph import looked_at
from interpreter.lang import ir, ops

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.analysis.analysis import Analysis
    from interpreter.diagnostics import Report

_NAMED = {
    "resource": "resource", "counter": "counter", "track": "track", "zone": "zone",
    "option": "option", "formula": "formula",
}  # fmt: skip


def unused_actions(a: Analysis, report: Report) -> None:
    """Report actions that no effect runs and no turn offers."""
    callers = a.reach.rules.callers
    for action in a.ruleset.actions.values():
        if action.program in a.reach.programs or action.any_time:
            continue
        key = f"action:{action.id}"
        # Actions that only call each other are as unused as one nobody calls.
        circle = {hop.thing for hop in a.why.chain(frozenset({key}), key).circle}
        sites = callers[action.program]
        if not sites or (circle and all(k.startswith("action:") for k in circle)):
            report.add(codes.UNUSED_ACTION, a.declared(f"action:{action.id}"), name=action.id)


def unused_names(a: Analysis, report: Report) -> None:
    """Report resources, counters, zones, options, formulas and kinds nothing speaks of."""
    used = {e.target for e in a.graph.edges} | set(_spoken(a))
    for node in a.graph.nodes.values():
        if node.sort in _NAMED and node.key not in used and "." not in node.id:
            report.add(
                codes.UNUSED_NAME, a.declared(node.key), what=_NAMED[node.sort], name=node.id
            )
    spoken = set(_kinds(a))
    for kind in a.ruleset.kinds.values():
        if kind.id not in spoken and not any(f"item:{i.id}" in used for i in kind.items):
            report.add(codes.UNUSED_NAME, a.declared(kind.id), what="kind", name=kind.id)


def _spoken(a: Analysis) -> Iterator[str]:
    """Yield what is used without an operation: starts, supplies, panels, substitutes, seats."""
    ruleset, rules = a.ruleset, a.reach.rules
    for i, r in enumerate(ruleset.resources):
        if r.supply_option is not None:
            yield f"option:{r.supply_option}"
        if r.pays_for or r.one_of or i == ruleset.flow.score:
            yield f"resource:{r.id}"
    formals = [k.start for k in ruleset.kinds.values()]
    formals += [c.start for c in ruleset.counters.values()]
    formals += [line.show for panel in ruleset.panels for line in panel.lines]
    formals += [panel.each for panel in ruleset.panels]
    for formal in formals:
        for e in rules.deep(formal.expr) if formal is not None else ():
            yield from looked_at(ruleset, e)


def _kinds(a: Analysis) -> Iterator[str]:
    """Yield the kinds that zones hold, dimensions and fields speak of, or effects walk over."""
    ruleset, rules = a.ruleset, a.reach.rules
    for zone in ruleset.zones.values():
        yield from zone.holds
    dims = [d for z in ruleset.zones.values() for d in z.dims]
    dims += [d for c in ruleset.counters.values() for d in c.dims]
    for dim in dims:
        yield from dim.kinds
    for counter in ruleset.counters.values():
        yield from counter.holds.kinds
        if counter.track is not None and counter.track.space_kind is not None:
            yield counter.track.space_kind
    for kind in ruleset.kinds.values():
        for type_ in kind.fields.values():
            yield from (type_.member or type_).kinds
    holders: list[object] = [op for n in rules.numbers for op in rules.codes[n]]
    holders += [s.amount.expr for s in ruleset.scores]
    holders += [f.value.expr for f in ruleset.formulas.values()]
    holders += [p.each.expr for p in ruleset.panels if p.each is not None]
    for holder in holders:
        for e in rules.deep(holder):
            if isinstance(e, ir.Components | ir.Field | ir.Formula):
                yield from e.kinds


def resources_without_use(a: Analysis, report: Report) -> None:
    """Report resources that can be gained and then matter to nothing."""
    ruleset, rules = a.ruleset, a.reach.rules
    given = {e.target for e in a.graph.edges if e.sort == "gives"}
    used = {e.target for e in a.graph.edges if e.sort in ("pays", "needs", "reads")}
    shown = {f"resource:{ruleset.resources[ruleset.flow.score].id}"}
    shown |= {f"resource:{r.id}" for r in ruleset.resources if r.one_of or r.pays_for}
    every = any(
        isinstance(e, ir.Amount) and not isinstance(e.resource, ir.Const)
        for n in rules.numbers
        for op in rules.codes[n]
        for e in rules.deep(op)
    )
    for r in ruleset.resources:
        key = f"resource:{r.id}"
        if key in given and key not in used | shown and not every:
            report.add(codes.NEVER_SPENT, a.declared(key), name=r.id)


def deaf_events(a: Analysis, report: Report) -> None:
    """Report events that are never announced, or that nothing listens to."""
    rules = a.reach.rules
    announced = {
        op.event for n in rules.numbers for op in rules.codes[n] if isinstance(op, ops.Signal)
    }
    for event, triggers in a.ruleset.triggers.items():
        place = a.declared(f"event:{event}")
        if event not in announced:
            report.add(
                codes.DEAF_EVENT, place, name=event, problem="is never announced",
                advice=f"write `signal {event}` where it happens, or remove it",
            )  # fmt: skip
        elif not triggers:
            report.add(
                codes.DEAF_EVENT, place, name=event, problem="has no trigger",
                advice="declare a trigger `on` it, or remove it",
            )  # fmt: skip
