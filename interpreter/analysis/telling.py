"""Laps and their sums in words."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from interpreter.analysis.loops import BOUNDED, ENDLESS, TURN, UNDECIDABLE
from interpreter.diagnostics import Note

if TYPE_CHECKING:
    from interpreter.analysis.analysis import Analysis
    from interpreter.analysis.loops import Loop

MOST_NODES = 10
_LIMITED = {
    "resource": "{id}", "zone": "what lies in {id}", "room": "room in {id}",
    "mark": "unset {id}", "clear": "set {id}", "below": "{id} up to its limit",
    "above": "{id} down to its limit", "track": "the spaces of {id}", "counter": "{id}",
}  # fmt: skip


def lap_words(a: Analysis, loop: Loop) -> str:
    """Return a lap: `a → b → a`; a mix: `3 times a, 2 times b`."""
    owners = a.reach.rules.owners

    def name(program: int) -> str:
        owner = "turn" if program == TURN else owners[program]
        return owner.partition(":")[2] or owner

    actions = [(n, c) for n, c in loop.mix if c.caller != TURN]
    if len(actions) > 1 and any(c.caller == TURN for _, c in loop.mix):
        return ", ".join(f"{n} times {name(c.caller)}" for n, c in actions[:MOST_NODES])
    names = [name(c.caller) for c in loop.lap]
    shown = names[:MOST_NODES] + (["…"] if len(names) > MOST_NODES else [])
    return " → ".join([*shown, names[0]])


def net_words(a: Analysis, loop: Loop) -> str:
    """Return what a lap nets: `a lap gives 2 x, costs 1 y`, or that it changes nothing."""
    parts = []
    for thing, (low, high) in sorted(loop.net.items()):
        sort = thing.partition(":")[0]
        name = thing_words(a, thing)
        if sort == "counter" or (low == high == 0):
            if sort == "counter":
                parts.append(f"changes {name}")
        elif low == high:
            parts.append(f"{'gives' if low > 0 else 'costs'} {abs(low):g} {name}")
        else:
            parts.append(f"changes {name} by {_number(low)} to {_number(high)}")
    return f"a lap {', '.join(parts)}" if parts else "a lap costs nothing"


def thing_words(a: Analysis, thing: str) -> str:
    """Return a limited thing in words."""
    sort, _, id_ = thing.partition(":")
    if sort == "resource":
        id_ = a.ruleset.resources[int(id_)].id
    return _LIMITED[sort].replace("{id}", f"`{id_}`")


def lap_of(a: Analysis, program: int) -> Loop | None:
    """Return the loop a program goes round in, or is run by; the least certain to end first."""
    calls = a.reach.rules.calls
    order = (ENDLESS, UNDECIDABLE, BOUNDED)
    loops = sorted(a.loops, key=lambda loop: order.index(loop.verdict))
    for loop in loops:
        if program in loop.members:
            return loop
    for loop in loops:
        below = {n for n in loop.members if n != TURN}
        waiting = list(below)
        while waiting:
            new = {callee for _, callee in calls[waiting.pop()]} - below
            below |= new
            waiting += new
        if program in below:
            return loop
    return None


def lap_notes(a: Analysis, loop: Loop) -> list[Note]:
    """Return a note for each place of a lap, with the pack it belongs to."""
    calls = [c for c in loop.lap if c.caller != TURN]
    notes = []
    for call in calls[:MOST_NODES]:
        span, owner = a.span(call.at), a.reach.rules.owners[call.caller]
        name = owner.partition(":")[2] or owner
        notes.append(Note(f"`{name}` goes on here (pack `{a.pack(span)}`)", span))
    return notes


def bound_words(a: Analysis, loop: Loop) -> str:
    """Return what runs out in a bounded loop."""
    return "; ".join(thing_words(a, t) for t in loop.bound[:MOST_NODES]) or "something on its way"


def _number(value: float) -> str:
    return "any number" if abs(value) == inf else f"{value:g}"
