"""Functions of the language: one builder each, which types and resolves a call."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter import codes
from interpreter.lang import ir
from interpreter.lang import nodes as n
from interpreter.lang.problems import Invalid
from interpreter.lang.spots import Spot
from interpreter.lang.types import (
    ANYTHING,
    COST,
    NUMBER,
    PLAYER,
    TRUTH,
    fits,
    joined,
    maybe,
    set_of,
)

if TYPE_CHECKING:
    from interpreter.lang.check import Checker, Typed


def _count(checker: Checker, part: n.Part) -> Typed:
    argument = checker.sole(part)
    if isinstance(argument, n.Members):
        return checker.query(part, argument, "count")[0], NUMBER
    return ir.Count(checker.items(argument)[0]), NUMBER


def _truth_query(checker: Checker, part: n.Part) -> Typed:
    argument = checker.sole(part)
    if not isinstance(argument, n.Members):
        raise Invalid(
            codes.NOT_ALLOWED,
            part.at,
            what=f"`{part.name}` is written `{part.name}(x in SET where ...)`",
        )
    return checker.query(part, argument, part.name)[0], TRUTH


def _those(checker: Checker, part: n.Part) -> Typed:
    argument = checker.sole(part)
    if not isinstance(argument, n.Members):
        raise Invalid(
            codes.NOT_ALLOWED, part.at, what="`those` is written `those(x in SET where ...)`"
        )
    query, member, _ = checker.query(part, argument, "those")
    return query, set_of(member)


def _each(checker: Checker, part: n.Part) -> Typed:
    argument = checker.sole(part)
    if not isinstance(argument, n.Members) or argument.value is None:
        raise Invalid(
            codes.NOT_ALLOWED, part.at, what="`each` is written `each(VALUE for x in SET)`"
        )
    query, _, kind = checker.query(part, argument, "each")
    if kind.base == "set":
        raise Invalid(codes.TYPE_MISMATCH, part.at, expected="a single value", found=str(kind))
    return query, set_of(kind)


def _ranked(checker: Checker, part: n.Part) -> Typed:
    argument = checker.sole(part)
    if not isinstance(argument, n.Members) or not argument.ranks:
        raise Invalid(
            codes.NOT_ALLOWED,
            part.at,
            what=f"`{part.name}` is written `{part.name}(x in SET by NUMBER)`",
        )
    query, member, _ = checker.query(part, argument, part.name)
    return query, set_of(member)


def _total(checker: Checker, part: n.Part) -> Typed:
    arguments = part.arguments or ()
    if len(arguments) == 1 and isinstance(arguments[0], n.Members):
        query, _, kind = checker.query(part, arguments[0], part.name)
        if not fits(kind, NUMBER):
            raise Invalid(codes.TYPE_MISMATCH, part.at, expected=str(NUMBER), found=str(kind))
        return query, NUMBER
    if part.name == "sum" or len(arguments) < 2:
        raise Invalid(
            codes.NOT_ALLOWED,
            part.at,
            what=f"`{part.name}` is written `{part.name}(NUMBER for x in SET)`",
        )
    values = checker.arguments(part, (NUMBER,) * len(arguments))
    result = values[0]
    for value in values[1:]:
        result = ir.Arithmetic(part.name, result, value)
    return result, NUMBER


def _rounded(checker: Checker, part: n.Part) -> Typed:
    argument = checker.sole(part)
    if not (isinstance(argument, n.Binary) and argument.operator == "/"):
        raise Invalid(
            codes.NOT_ALLOWED, part.at, what=f"`{part.name}` is written `{part.name}(a / b)`"
        )
    left, right = checker.want(argument.left, NUMBER), checker.want(argument.right, NUMBER)
    return ir.Arithmetic(part.name, left, right), NUMBER


def _end(checker: Checker, part: n.Part) -> Typed:
    items, member = checker.items(_expr(checker.sole(part)))
    return ir.Pick(part.name, items), maybe(member)


def _at(checker: Checker, part: n.Part) -> Typed:
    arguments = part.arguments or ()
    if len(arguments) != 2:
        raise Invalid(
            codes.OPERANDS,
            part.at,
            verb="at",
            expected="a set, a number",
            found=str(len(arguments)),
        )
    items, member = checker.items(_expr(arguments[0]))
    index = checker.want(_expr(arguments[1]), NUMBER)
    # `at(KIND, n mod count(KIND))` goes round a kind and always finds something.
    round_trip = isinstance(items, ir.Components) and (
        isinstance(index, ir.Arithmetic)
        and index.operator == "mod"
        and index.right == ir.Count(items)
    )
    return ir.Pick("at", items, index), member if round_trip else maybe(member)


def _position(checker: Checker, part: n.Part) -> Typed:
    arguments = part.arguments or ()
    if len(arguments) != 2:
        raise Invalid(
            codes.OPERANDS,
            part.at,
            verb="position",
            expected="a value, a set",
            found=str(len(arguments)),
        )
    items, member = checker.items(_expr(arguments[1]))
    return ir.Position(checker.want(_expr(arguments[0]), member), items), NUMBER


def _join(checker: Checker, part: n.Part) -> Typed:
    sets, member = [], ANYTHING
    for argument in part.arguments or ():
        found, kind = checker.items(_expr(argument))
        wider = joined(member, kind)
        if wider is None:
            raise Invalid(
                codes.TYPE_MISMATCH,
                argument.at,
                expected=str(set_of(member)),
                found=str(set_of(kind)),
            )
        member = wider
        sets.append(found)
    return ir.Join(tuple(sets)), set_of(member)


def _reverse(checker: Checker, part: n.Part) -> Typed:
    items, member = checker.items(_expr(checker.sole(part)))
    return ir.Reverse(items), set_of(member)


def _range(checker: Checker, part: n.Part) -> Typed:
    low, high = checker.arguments(part, (NUMBER, NUMBER))
    span = ir.Range(low, high)
    checker.spots.append(Spot("range", span, part.at))
    return span, set_of(NUMBER)


def _connected(checker: Checker, part: n.Part) -> Typed:
    arguments = part.arguments or ()
    if len(arguments) != 2 or not isinstance(arguments[1], n.Members):
        raise Invalid(
            codes.NOT_ALLOWED,
            part.at,
            what="`connected` is written `connected(START, x in x.FIELD where ...)`",
        )
    start, kind = checker.expr(_expr(arguments[0]))
    grow = arguments[1]
    outer = dict(checker.names.known)
    slot = checker.names.add(grow.variable, kind)
    items, member = checker.items(grow.items)
    if not fits(member, kind):
        raise Invalid(
            codes.TYPE_MISMATCH,
            grow.items.at,
            expected=str(set_of(kind)),
            found=str(set_of(member)),
        )
    where = checker.where(grow.where)
    checker.names.known = outer
    return ir.Connected(start, slot, items, where), set_of(kind)


def _size(checker: Checker, part: n.Part) -> Typed:
    return ir.CostSize(*checker.arguments(part, (COST,))), NUMBER


def _player(checker: Checker, part: n.Part) -> Typed:
    (number,) = checker.arguments(part, (NUMBER,))
    found = ir.Pick("at", ir.Players(), ir.Arithmetic("-", number, ir.Const(1)))
    # Only the first seat is taken in every game.
    return found, PLAYER if number == ir.Const(1) else maybe(PLAYER)


def _after(checker: Checker, part: n.Part) -> Typed:
    return ir.After(*checker.arguments(part, (PLAYER,))), PLAYER


def _players_from(checker: Checker, part: n.Part) -> Typed:
    return ir.Players(checker.arguments(part, (PLAYER,))[0]), set_of(PLAYER)


def _before(checker: Checker, part: n.Part) -> Typed:
    if not checker.example:
        raise Invalid(codes.NOT_ALLOWED, part.at, what="`before` belongs to examples")
    value, kind = checker.expr(_expr(checker.sole(part)))
    return ir.Before(value), kind


def _expr(argument: n.Argument) -> n.Expr:
    if isinstance(argument, n.Members):
        raise Invalid(
            codes.NOT_ALLOWED,
            argument.at,
            what="a search does not fit here, wrap it in `those(...)`",
        )
    return argument


FUNCTIONS = {
    "count": _count,
    "sum": _total,
    "max": _total,
    "min": _total,
    "exists": _truth_query,
    "every": _truth_query,
    "those": _those,
    "each": _each,
    "best": _ranked,
    "ranked": _ranked,
    "first": _end,
    "last": _end,
    "at": _at,
    "position": _position,
    "join": _join,
    "reverse": _reverse,
    "range": _range,
    "connected": _connected,
    "size": _size,
    "player": _player,
    "after": _after,
    "from": _players_from,
    "before": _before,
    "down": _rounded,
    "up": _rounded,
}  # fmt: skip
"""Functions of the language: name to what types and resolves its call."""
