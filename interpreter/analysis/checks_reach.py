"""Checks of what can happen: circles of needs, things never had, steps and effects that are dead.

One cause gives one finding: what waits only for something reported by itself is not reported again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter import codes
from interpreter.analysis.bounds import Scope
from interpreter.analysis.graph import costs_of
from interpreter.analysis.rules import At
from interpreter.diagnostics import Note
from interpreter.lang import ir, ops

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.analysis.analysis import Analysis
    from interpreter.analysis.facts import Thing
    from interpreter.analysis.why import Hop
    from interpreter.diagnostics import Report
    from interpreter.source import Span

MOST_NODES = 10
"""A message lists no more nodes than this."""


def requirement_cycles(a: Analysis, report: Report) -> None:
    """Report things that wait for each other, once for each circle."""
    seen: set[frozenset[Thing]] = set()
    for thing in _lacking(a):
        circle = a.why.chain(frozenset({thing}), thing).circle
        members = frozenset(h.thing for h in circle)
        # Actions that only call each other want nothing: nobody offers them.
        wanted = [m for m in members if m.startswith(("resource:", "zone:", "counter:"))]
        if not wanted or members in seen:
            continue
        seen.add(members)
        path = [_id(h.thing) for h in circle]
        shown = path[:MOST_NODES] + (["…"] if len(path) > MOST_NODES else []) + path[:1]
        notes = tuple(_edge(a, hop) for hop in circle[:MOST_NODES])
        report.add(
            codes.REQUIREMENT_CYCLE, _place(a, circle[0]), notes=notes, path=" → ".join(shown)
        )


def _edge(a: Analysis, hop: Hop) -> Note:
    span = _place(a, hop)
    owner = a.why.owner(hop.at)
    through = f" through `{_id(owner)}`" if owner and owner != hop.thing else ""
    text = f"`{_id(hop.thing)}` needs `{_id(hop.needs)}`{through} (pack `{a.pack(span)}`)"
    return Note(text, span)


def _place(a: Analysis, hop: Hop) -> Span | None:
    return a.span(hop.at) or a.declared(hop.thing)


def _lacking(a: Analysis) -> list[Thing]:
    """Return what somebody asks for and nobody can have, resources first."""
    values, found = a.reach.values, a.reach
    resources = a.ruleset.resources
    lacking = [
        f"resource:{resources[r].id}"
        for r in sorted(_asked(a))
        if all(values.amounts.get(p, (0, 0))[1] <= 0 for p in found.rules.payers(r))
    ]
    lacking += [f"zone:{z}" for z in a.ruleset.zones if not values.lies.get(z)]
    lacking += [owner for n, owner in found.rules.owners.items() if n not in found.programs]
    return list(dict.fromkeys(lacking))


def _asked(a: Analysis) -> dict[int, At]:
    """Return the resources that some operation asks to be paid, each with the first place."""
    rules, asked = a.reach.rules, dict[int, At]()
    for number in rules.numbers:
        for position, op in enumerate(rules.codes[number]):
            if not isinstance(op, ops.Pay):
                continue
            at = At(number, position)
            for _, resource in op.bundle.amounts:
                if isinstance(resource, ir.Const):
                    asked.setdefault(resource.value, at)
            for cost in op.bundle.costs:
                if isinstance(cost, ir.Field):
                    for item in rules.candidates(number, cost.component, cost.kinds):
                        for r in costs_of(rules, item, cost.name):
                            asked.setdefault(r, at)
    return asked


def _circular(a: Analysis, thing: Thing) -> bool:
    return bool(a.why.chain(frozenset({thing}), thing).circle)


def games_without_end(a: Analysis, report: Report) -> None:
    """Report rules in which no game can end."""
    rules = a.reach.rules
    for number in rules.numbers:
        for position, op in enumerate(rules.codes[number]):
            if isinstance(op, ops.EndGame) and a.reach.happens(At(number, position)):
                return
    report.add(codes.NO_END, a.declared("flow.round"))


def resources_never_had(a: Analysis, report: Report) -> None:
    """Report resources that are asked for and that nobody can have."""
    asked = _asked(a)
    for thing in _lacking(a):
        if not thing.startswith("resource:") or _circular(a, thing):
            continue
        number = a.ruleset.resource(_id(thing))
        why = a.why.story(thing) if a.why.alternatives(thing) else "nothing gives it"
        span = a.span(asked[number])
        notes = [] if span is None else [Note(f"asked for here (pack `{a.pack(span)}`)", span)]
        barred = [i for i, lacking in sorted(a.reach.unpaid.items()) if thing in lacking]
        notes += [
            Note(f"`{i}` can never be paid without it", a.declared(f"item:{i}"))
            for i in barred[:MOST_NODES]
        ]
        place = a.declared(thing) or span
        report.add(codes.NEVER_HAD, place, notes=notes, name=_id(thing), why=why)


def _told(a: Analysis) -> frozenset[Thing]:
    """Return what other findings tell about already."""
    return frozenset(_lacking(a))


def components_never_in_play(a: Analysis, report: Report) -> None:
    """Report items whose like are moved about while they never are."""
    found, told = a.reach, _told(a)
    for kind in a.ruleset.kinds.values():
        if kind.start is None:
            continue
        moves = any(i.id in found.placed for i in kind.items)
        for item in kind.items:
            unpaid = found.unpaid.get(item.id, frozenset())
            is_moved = item.id in found.placed
            if not moves or (is_moved and not unpaid) or (unpaid and unpaid <= told):
                continue
            why = a.why.words(unpaid, f"item:{item.id}") if unpaid else "nothing moves it"
            report.add(codes.NEVER_IN_PLAY, a.declared(f"item:{item.id}"), name=item.id, why=why)


def dead_steps(a: Analysis, report: Report) -> None:
    """Report operations, branches and conditions behind which nothing can happen."""
    found, told = a.reach, _told(a)
    for at, things in sorted(found.stopped.items()):
        if not (things and things <= told):
            report.add(codes.NEVER_HAPPENS, a.span(at), why=a.why.words(things))
    for at, (position, things) in sorted(found.never.items()):
        if not (things and things <= told):
            dead = At(at.program, position)
            report.add(codes.NEVER_HAPPENS, a.span(dead), why=a.why.words(things))
    for at, dead_ways in sorted(found.dead_ways.items()):
        op = found.rules.codes[at.program][at.position]
        assert isinstance(op, ops.AskBranch | ops.AskOrder), "only they have branches"
        for index in dead_ways:
            place = At(at.program, op.ways[index].to)
            report.add(codes.NEVER_HAPPENS, a.span(place), why="its condition can never hold")


def effects_never_run(a: Analysis, report: Report) -> None:
    """Report effects of items that nothing runs, though others of the same field are run."""
    found = a.reach
    for kind in a.ruleset.kinds.values():
        for name, type_ in kind.fields.items():
            if (type_.member or type_).base != "effect":
                continue
            programs = [(i, n, p) for i in kind.items for n, p in _effects(a, i.id, name)]
            if not any(p in found.programs for _, _, p in programs):
                continue
            for item, index, program in programs:
                if program in found.programs or not found.rules.codes[program]:
                    continue
                if item.id in found.unpaid or _never_moved(a, item.id):
                    continue
                field = name if index is None else f"{name}({index})"
                why = (
                    "no step of a track or list comes there"
                    if index is not None
                    else ("nothing runs it")
                )
                span = a.span(At(program, 0))
                report.add(codes.NEVER_RUN, span, name=item.id, field=field, why=why)


def _effects(a: Analysis, item: str, name: str) -> Iterator[tuple[int | None, int]]:
    value = a.reach.rules.items[item].values.get(name)
    if isinstance(value, tuple):
        yield from ((i, p) for i, p in enumerate(value) if isinstance(p, int))
    elif isinstance(value, int):
        yield None, value


def _never_moved(a: Analysis, item: str) -> bool:
    kind = a.ruleset.kinds[a.reach.rules.items[item].kind]
    some = any(i.id in a.reach.placed for i in kind.items)
    return kind.start is not None and some and item not in a.reach.placed


def scores_of_nothing(a: Analysis, report: Report) -> None:
    """Report scores whose amount is 0 whatever happens."""
    for score in a.ruleset.scores:
        if a.reach.values.of(score.amount.expr, Scope()) == (0, 0):
            report.add(codes.ALWAYS_NOTHING, a.declared(f"score:{score.id}"), name=score.id)


def empty_zones(a: Analysis, report: Report) -> None:
    """Report zones in which nothing can ever come to lie, though something is done with them."""
    used = {e.target for e in a.graph.edges}
    for zone in a.ruleset.zones:
        key = f"zone:{zone}"
        if a.reach.values.lies.get(zone) or key not in used or _circular(a, key):
            continue
        why = a.why.story(key) if a.why.alternatives(key) else "nothing is put there"
        report.add(codes.EMPTY_ZONE, a.declared(key), name=zone, why=why)


def _id(thing: Thing) -> str:
    return thing.partition(":")[2] or thing
