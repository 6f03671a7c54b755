"""Conditions that are decided before the game begins, and effects that come to nothing."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from interpreter import codes
from interpreter.content.bounds import Limits
from interpreter.lang import ir, ops

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from interpreter.content.bounds import Bounds
    from interpreter.content.compile import Written
    from interpreter.content.soundness import Subject
    from interpreter.diagnostics import Report
    from interpreter.lang.spots import Spot


def conditions(subject: Subject, report: Report) -> None:
    """Report comparisons and filters that come out the same whatever happens."""
    limits = Limits(subject.ruleset)
    for text in subject.written:
        slots = _slots(text, limits)
        filters = {id(s.expr) for s in text.spots if s.sort == "where"}
        for spot in text.spots:
            if spot.sort == "compare" and id(spot.expr) in filters and spot.always is None:
                continue  # the filter says it
            verdict, why = _decided(spot, text, limits, slots)
            if verdict is not None:
                code = _CODES[spot.sort == "where", verdict]
                report.add(code, text.locate(spot.at), why=why)


_CODES: Mapping[tuple[bool, bool], codes.Code] = {
    (False, False): codes.NEVER_TRUE,
    (False, True): codes.ALWAYS_TRUE,
    (True, False): codes.FILTERS_ALL,
    (True, True): codes.FILTERS_NONE,
}


def _decided(
    spot: Spot, text: Written, limits: Limits, slots: Mapping[int, Bounds]
) -> tuple[bool | None, str]:
    """Return how a condition always comes out and why; None if that depends."""
    if spot.sort == "range":
        return None, ""
    if spot.always is not None:
        return spot.always, f"the kind of `{_part(text, spot.at)}` is known"
    low, high = limits.of(spot.expr, slots)
    if low < 1 and high > 0:
        return None, ""
    parts = spot.parts or next((s.parts for s in text.spots if s.expr is spot.expr and s.parts), ())
    why = [
        f"`{_part(text, at)}` is {_told(limits.of(expr, slots))}"
        for expr, at in parts
        if not isinstance(expr, ir.Const)
    ]
    return low >= 1, " and ".join(why) or f"`{_part(text, spot.at)}` does not change"


def _part(text: Written, at: tuple[int, int]) -> str:
    return " ".join(text.text[slice(*at)].split())


def _told(bounds: Bounds) -> str:
    low, high = bounds
    if low == high:
        return f"always {low:g}"
    if high == inf:
        return f"at least {low:g}" if low > -inf else "any number"
    return f"at most {high:g}" if low == -inf else f"{low:g} to {high:g}"


def _slots(text: Written, limits: Limits) -> dict[int, Bounds]:
    """Return the bounds of the local names of an effect, as far as it says them."""
    slots: dict[int, Bounds] = {}
    counters = {op.counter for op in _ops(text) if isinstance(op, ops.NextRound)}
    for op in _ops(text):
        match op:
            case ops.SetLocal() if op.slot not in counters:
                slots[op.slot] = limits.of(op.value, slots)
            case ops.AskNumber() | ops.RollNumber():
                slots[op.slot] = limits.of(op.low, slots)[0], limits.of(op.high, slots)[1]
            case _:
                pass
    return slots


def _ops(text: Written) -> tuple[ops.Op, ...]:
    return text.program.ops if text.program is not None else ()


# --- effects


def effects(subject: Subject, report: Report) -> None:
    """Report steps that change nothing, and ranges that hold no number."""
    limits = Limits(subject.ruleset)
    for text in subject.written:
        slots = _slots(text, limits)
        for position, op in enumerate(_ops(text)):
            assert text.program is not None
            place = text.program.places[position]
            for why in _nothing(op, position, text.program, limits, slots):
                report.add(codes.NOTHING_HAPPENS, text.locate(place), why=why)
            if isinstance(op, ops.AskNumber | ops.RollNumber):
                _upside_down(op.low, op.high, text, place, report, limits, slots)
        for spot in text.spots:
            if isinstance(spot.expr, ir.Range):
                _upside_down(
                    spot.expr.low, spot.expr.high, text, spot.at, report, limits, slots
                )  # fmt: skip


def _upside_down(
    low: ir.Expr,
    high: ir.Expr,
    text: Written,
    at: tuple[int, int],
    report: Report,
    limits: Limits,
    slots: Mapping[int, Bounds],
) -> None:
    least, most = limits.of(low, slots)[0], limits.of(high, slots)[1]
    if least > most and least < inf and most > -inf:
        what = f"no number is at least {least:g} and at most {most:g}"
        report.add(codes.UPSIDE_DOWN, text.locate(at), what=what, advice="swap the two")


def _nothing(  # one line for each operation that can come to nothing
    op: ops.Op, position: int, program: ops.Program, limits: Limits, slots: Mapping[int, Bounds]
) -> Iterator[str]:
    """Yield why an operation changes nothing."""
    match op:
        case ops.Draw() if limits.of(op.count, slots)[1] <= 0:
            yield "the number is 0 or less"
        case ops.AddToCell() if limits.of(op.value, slots) == (0, 0):
            yield "the number is 0"
        case ops.SetCell() if op.value == ir.Cell(op.family, op.indices):
            yield "it has that value already"
        case ops.Move() if op.what == ir.Zone(op.zone, op.indices):
            yield "everything lies there already"
        case ops.AskItem() if limits.members(op.items, slots)[1] <= 0:
            yield "there is nothing to choose from"
        case ops.JumpUnless(to=exit_) | ops.AskMay(exit=exit_) if exit_ == position + 1:
            yield "nothing stands in its braces"
        case ops.SetLocal():
            yield from _loop_of_nothing(op, position, program, limits, slots)
        case ops.Gain() | ops.Lose():
            amounts = [limits.of(number, slots)[1] for number, _ in op.bundle.amounts]
            if amounts and not op.bundle.costs and max(amounts) <= 0:
                yield "the amount is 0 or less"
        case _:
            pass


def _loop_of_nothing(
    op: ops.SetLocal,
    position: int,
    program: ops.Program,
    limits: Limits,
    slots: Mapping[int, Bounds],
) -> Iterator[str]:
    following = program.ops[position + 1 : position + 3]
    for other in following:
        match other:
            case ops.NextRound(counter=op.slot):
                if limits.of(op.value, slots)[1] <= 0:
                    yield "it is repeated 0 times"
            case ops.NextItem(items=op.slot):
                if limits.members(op.value, slots)[1] <= 0:
                    yield "the set is always empty"
            case _:
                pass
