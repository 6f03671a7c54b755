"""Walking over operations and expressions: what they hold, where a program can go on.

Works on frozen programs only; knows nothing of files and nothing of a state.
"""

from __future__ import annotations

from dataclasses import fields
from operator import attrgetter
from typing import TYPE_CHECKING, Any, get_args

from interpreter.lang import ir, ops

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

_EXPRESSIONS = frozenset(get_args(ir.Expr))
_PLAIN = frozenset({"str", "int", "bool", "str | None", "int | None", "tuple[str, ...]"})
"""Types, as they are written, of fields that hold no expression."""


def _getter(kind: type) -> Callable[[Any], tuple[Any, ...]]:
    """Return what takes the values out of an operation or expression that may hold expressions."""
    names = [f.name for f in fields(kind) if f.type not in _PLAIN]
    if len(names) == 1:
        return lambda holder: (getattr(holder, names[0]),)
    return attrgetter(*names) if names else lambda _: ()


_VALUES = {
    kind: _getter(kind) for kind in (*get_args(ir.Expr), *get_args(ops.Op), ops.Bundle, ops.Way)
}


def walk(holder: Any) -> list[ir.Expr]:
    """Return every expression inside an operation or expression, itself included if it is one."""
    found: list[ir.Expr] = []
    _walk((holder,), found)
    return found


def _walk(values: tuple[Any, ...], found: list[ir.Expr]) -> None:
    for value in values:
        inner = _VALUES.get(type(value))
        if inner is not None:
            if type(value) in _EXPRESSIONS:
                found.append(value)
            _walk(inner(value), found)
        elif isinstance(value, tuple):
            _walk(value, found)


def conjuncts(condition: ir.Expr | None) -> Iterator[ir.Expr]:
    """Yield the conditions that all hold where this one holds."""
    if isinstance(condition, ir.Compare) and condition.operator == "and":
        yield from conjuncts(condition.left)
        yield from conjuncts(condition.right)
    elif condition is not None:
        yield condition


def successors(op: ops.Op, position: int, end: int) -> Iterator[int]:
    """Yield every position a program can go on at; `end` is the one behind the last."""
    match op:
        case ops.Jump():
            yield op.to
        case ops.JumpUnless():
            yield position + 1
            yield op.to
        case ops.JumpUnlessCan():
            # What is only tried is walked over too: it must make sense like anything else.
            yield from (position + 1, op.end, op.to)
        case ops.NextItem() | ops.NextRound() | ops.AskMay():
            yield position + 1
            yield op.exit
        case ops.AskItem() | ops.AskNumber():
            yield position + 1
            if op.decline is not None:
                yield op.exit
        case ops.AskBranch() | ops.AskOrder():
            yield from (way.to for way in op.ways)
            if op.decline is not None or isinstance(op, ops.AskOrder):
                yield op.exit
        case ops.Leave():
            yield end
        case _:
            yield position + 1


def regions(code: Sequence[ops.Op]) -> tuple[tuple[int, int, int], ...]:
    """Return the parts that may be left out: (from, up to, operation that decides).

    Code is made from nested statements, so these parts are nested too.
    """
    found = []
    for at, op in enumerate(code):
        match op:
            case ops.JumpUnless():
                found.append((at + 1, op.to, at))
                found += _otherwise(code, at, op.to)
            case ops.JumpUnlessCan():
                found += [(at + 1, op.end, at), (op.end, op.to, at)]
                found += _otherwise(code, at, op.to)
            case ops.NextItem() | ops.NextRound() | ops.AskMay():
                found.append((at + 1, op.exit, at))
            case ops.AskItem() | ops.AskNumber():
                if op.decline is not None:
                    found.append((at + 1, op.exit, at))
            case ops.AskBranch() | ops.AskOrder():
                ends = [*(way.to for way in op.ways[1:]), op.exit]
                found += [(w.to, e, at) for w, e in zip(op.ways, ends, strict=True)]
            case _:
                pass
    return tuple(found)


def _otherwise(code: Sequence[ops.Op], at: int, to: int) -> Iterator[tuple[int, int, int]]:
    before = code[to - 1] if to > at + 1 else None
    if isinstance(before, ops.Jump) and before.to > to:
        yield to, before.to, at


def is_optional(code: Sequence[ops.Op], position: int) -> bool:
    """Whether a program can run to its end without this operation."""
    return any(start <= position < stop for start, stop, _ in regions(code))


def guards(code: Sequence[ops.Op], position: int) -> Iterator[ir.Expr]:
    """Yield conditions that were found to hold on the way to an operation."""
    for at, op in enumerate(code):
        match op:
            case ops.JumpUnless() if at < position < op.to:
                yield from conjuncts(op.condition)
            case ops.Require() if at < position and comes_through(code, at, position):
                yield from conjuncts(op.condition)
            case ops.AskItem() | ops.AskNumber() if at < position < op.exit:
                yield from conjuncts(op.where)
            case ops.AskBranch() | ops.AskOrder():
                ends = [*(way.to for way in op.ways[1:]), op.exit]
                for way, end in zip(op.ways, ends, strict=True):
                    if way.to <= position < end:
                        yield from conjuncts(way.when)
            case _:
                pass


def comes_through(code: Sequence[ops.Op], first: int, then: int) -> bool:
    """Whether whoever is at `then` has come through `first`."""
    around = [(s, e) for s, e, _ in regions(code) if s <= first < e]
    return all(s <= then < e for s, e in around)
