"""Laps and their sums in words."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from interpreter.analysis.loops import TURN

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


def bound_words(a: Analysis, loop: Loop) -> str:
    """Return what runs out in a bounded loop."""
    return "; ".join(thing_words(a, t) for t in loop.bound[:MOST_NODES]) or "something on its way"


def _number(value: float) -> str:
    return "any number" if abs(value) == inf else f"{value:g}"
