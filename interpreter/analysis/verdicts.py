"""Whether the laps of a component can go on for ever, judged by what they add up to.

Endless: amounts of laps without open conditions that add up to no loss anywhere. Bounded: not even
the most favourable sums avoid a loss. Anything else is undecidable here.
"""

from __future__ import annotations

from dataclasses import field
from math import inf, lcm
from typing import TYPE_CHECKING

from interpreter.analysis.simplex import mix
from interpreter.frozen import dataclass
from interpreter.lang import ir

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from interpreter.analysis.bounds import Bounds
    from interpreter.analysis.laps import Way, Ways
    from interpreter.analysis.limited import Limits
    from interpreter.analysis.loops import Call

MOST_COLUMNS = 90
"""More ways than this are not weighed against each other."""


@dataclass(frozen=True)
class Verdict:
    """What was found, and for an endless mix how often each call is used and what that nets."""

    name: str
    bound: tuple[str, ...] = ()
    mix: tuple[tuple[int, Call], ...] = ()
    net: Mapping[str, Bounds] = field(default_factory=dict)


_Column = tuple["Call", "Way"]


def judge(limits: Limits, ways: Mapping[Call, Ways]) -> Verdict:
    """Return the verdict about a component, given the ways through each of its calls."""
    columns = [(call, way) for call, found in ways.items() for way in found.ways]
    if len(columns) > MOST_COLUMNS:
        return Verdict("undecidable")
    exchanges = list(_exchanges(limits))
    endless = _endless(limits, columns, exchanges)
    if endless is not None:
        return endless
    if all(w.complete for w in ways.values()) and not any(w.vague for _, w in columns):
        bound = _bounded(limits, columns, exchanges)
        if bound:
            return Verdict("bounded", bound)
    return Verdict("undecidable")


def _endless(
    limits: Limits, columns: Sequence[_Column], exchanges: Sequence[Mapping[str, float]]
) -> Verdict | None:
    usable = [
        (call, way)
        for call, way in columns
        if not way.vague and all(low > -inf for low in _least(limits, way).values())
    ]
    while usable:
        vectors = [{**_least(limits, way), **_flow(call)} for call, way in usable]
        amounts = mix(vectors, exchanges)
        if not amounts:
            return None
        chosen = [(a, c, w) for a, (c, w) in zip(amounts, usable, strict=True) if a]
        times = lcm(*(a.denominator for a, _, _ in chosen))
        net = _sum([(int(a * times), w) for a, _, w in chosen])
        open_ones = [
            (c, w) for _, c, w in chosen if not all(_lasts(limits, e, net) for e, _ in w.conditions)
        ]
        if not open_ones:
            mixed = tuple((int(a * times), c) for a, c, _ in chosen)
            return Verdict("endless", (), mixed, net)
        # A lap that hangs on something the mix itself changes is no proof: do without it.
        usable = [pair for pair in usable if not any(pair is o or pair == o for o in open_ones)]
    return None


def _bounded(
    limits: Limits, columns: Sequence[_Column], exchanges: Sequence[Mapping[str, float]]
) -> tuple[str, ...]:
    most = [_most(limits, way) for _, way in columns]
    unknown = {t for m in most for t, high in m.items() if high == inf}
    # An amount that may vary without limit says nothing; leaving it out only loses proofs.
    kept = [{t: h for t, h in m.items() if t not in unknown and h > -inf} for m in most]
    vectors = [{**k, **_flow(call)} for k, (call, _) in zip(kept, columns, strict=True)]
    fitting = [e for e in exchanges if not set(e) & unknown]
    if len(fitting) < len(exchanges):
        touched = {t for e in exchanges if set(e) & unknown for t in e}
        vectors = [{t: v for t, v in x.items() if t not in touched} for x in vectors]
        fitting = [e for e in fitting if not set(e) & touched]
    if mix(vectors, fitting) is not None:
        return ()
    return tuple(sorted({t for k in kept for t, h in k.items() if h < 0}))


def _least(limits: Limits, way: Way) -> dict[str, float]:
    return dict(_things(limits, ((t, low, high) for t, (low, high) in way.net.items())))


def _most(limits: Limits, way: Way) -> dict[str, float]:
    return dict(_things(limits, ((t, high, low) for t, (low, high) in way.net.items())))


def _things(limits: Limits, net: Iterable[tuple[str, float, float]]) -> Iterable[tuple[str, float]]:
    """Yield what counts: resources that cannot fall below a limit, zones and the room in them."""
    resources = limits.rules.ruleset.resources
    for thing, value, opposite in net:
        sort, _, id_ = thing.partition(":")
        if sort == "zone":
            yield thing, value
            yield f"room:{id_}", -opposite
        elif sort == "resource" and resources[int(id_)].least is not None:
            yield thing, value


def _flow(call: Call) -> dict[str, float]:
    """Every program is left as often as it is entered, in any amount of whole laps."""
    if call.caller == call.callee:
        return {}
    ends = ((call.callee, 1), (call.caller, -1))
    return {f"{side}{n}": s * v for n, v in ends for side, s in (("in ", 1), ("out ", -1))}


def _exchanges(limits: Limits) -> Iterable[Mapping[str, float]]:
    """Yield what can stand for what when paying, and what an abstract resource can be."""
    resources = limits.rules.ruleset.resources
    for i, r in enumerate(resources):
        for payer in limits.rules.payers(i):
            if payer != i:
                yield {f"resource:{payer}": -1, f"resource:{i}": 1}
        for one in r.one_of:
            yield {f"resource:{i}": -1, f"resource:{one}": 1}


def _sum(chosen: Sequence[tuple[int, Way]]) -> dict[str, Bounds]:
    net: dict[str, Bounds] = {}
    for times, way in chosen:
        for thing, (low, high) in way.net.items():
            a, b = net.get(thing, (0.0, 0.0))
            net[thing] = (a + times * low, b + times * high)
    return net


def _lasts(limits: Limits, condition: ir.Expr, net: Mapping[str, Bounds]) -> bool:
    """Whether a condition that holds once still holds after a lap with this net."""
    rising = isinstance(condition, ir.Count) or (
        isinstance(condition, ir.Compare)
        and condition.operator in (">", ">=")
        and isinstance(condition.right, ir.Const)
        and isinstance(condition.left, ir.Amount | ir.Cell | ir.Count)
    )
    for e in limits.rules.deep(condition):
        match e:
            case ir.Zone():
                things = [f"zone:{e.family}"]
            case ir.Cell():
                things = [f"counter:{e.family}"]
            case ir.Amount():
                things = [f"resource:{r}" for r in limits.resources(-1, e.resource)]
            case ir.System():
                return False
            case _:
                things = []
        for thing in things:
            low, high = net.get(thing, (0, 0))
            if low < 0 or (high > 0 and not rising):
                return False
    return True
