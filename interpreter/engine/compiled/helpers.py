"""What generated source calls by name: the rare, the long, and everything that fails."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

from interpreter.engine import rng
from interpreter.engine.frame import LIMIT
from interpreter.engine.impossible import Impossible
from interpreter.engine.layout import SEED
from interpreter.lang.ir import NOTHING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from interpreter.content.ruleset import ResourceDef
    from interpreter.engine.frame import Cells
    from interpreter.engine.payments import Vector
    from interpreter.engine.writing import Writer

    Note = Callable[[tuple[int, Any]], None]
    """Keeps a cell and what was in it, for a trial to put back."""
    Mover = Callable[[Writer, Cells, int, int], None]
    TrialMover = Callable[[Note, Cells, int, int], None]

GONE = object()
"""Stands for a missing entry of a table."""


def nobody() -> NoReturn:
    """Fail: a player was needed."""
    raise Impossible("nobody acts")


def nothing() -> NoReturn:
    """Fail: a component or value was needed."""
    raise Impossible("nothing is there")


def short(index: int) -> NoReturn:
    """Fail: a list has no such entry."""
    raise Impossible(f"the list has no entry {index}")


def by_zero() -> NoReturn:
    """Fail: a division."""
    raise Impossible("division by 0")


def large(value: int) -> NoReturn:
    """Fail: a number beyond every limit."""
    raise Impossible(f"the number {value} is too large")


def fail(reason: str) -> NoReturn:
    """Fail for another reason."""
    raise Impossible(reason)


def bounded(value: int) -> int:
    """Return a product, unless it is too large."""
    if not -LIMIT <= value <= LIMIT:
        large(value)
    return value


def or_zero(value: int | None) -> int:
    """Return the greatest or least of a set; 0 if there was nothing in it."""
    return 0 if value is None else value


def best(keyed: list[tuple[tuple[int, ...], int]]) -> tuple[int, ...]:
    """Return the members with the least key, in order."""
    top = min([key for key, _ in keyed], default=())
    return tuple([member for key, member in keyed if key == top])


def ranked(keyed: list[tuple[tuple[int, ...], int]]) -> tuple[int, ...]:
    """Return the members by key; equals stay in order."""
    return tuple([member for _, member in sorted(keyed, key=lambda pair: pair[0])])


def shuffled(c: Cells, zone: int, counter: int, stream: int) -> None:
    """Put a zone into random order."""
    c[zone], c[counter] = rng.shuffled(c[zone], c[SEED], stream, c[counter])


def below(c: Cells, bound: int, counter: int, stream: int) -> int:
    """Return a random number below a bound."""
    value, c[counter] = rng.below(bound, c[SEED], stream, c[counter])
    return value


def payer(resources: Sequence[ResourceDef], base: int) -> Callable[[Cells, int, Vector], None]:
    """Return a function that takes a payment, which is never more than is there."""
    least = tuple(-LIMIT if r.least is None else r.least for r in resources)

    def pay(c: Cells, me: int, amounts: Vector) -> None:
        first = base + me * len(least)
        for resource, n in amounts:
            left = c[first + resource] - n
            c[first + resource] = left if left > least[resource] else least[resource]

    return pay


def mover(
    place_of: int, hidden: frozenset[int], *, capacity: int | None, order: str, uncovers: bool
) -> Mover:
    """Return a function that puts a component into a zone of one family.

    `order` is `sorted`, `front` or `end`; `uncovers` says whether what comes there is seen.
    """

    def move(w: Writer, c: Cells, component: int, target: int) -> None:
        if component == NOTHING:
            raise Impossible("there is nothing to move")
        at = place_of + component
        source = c[at]
        if capacity is not None and source != target and len(c[target]) >= capacity:
            raise Impossible("there is no room")
        if source != NOTHING:
            there = c[source]
            i = there.index(component)
            c[source] = there[:i] + there[i + 1 :]
            if uncovers and source in hidden:
                w.revealed = True
        if order == "end":
            c[target] += (component,)
        elif order == "sorted":
            c[target] = tuple(sorted((*c[target], component)))
        else:
            c[target] = (component, *c[target])
        c[at] = target

    return move


def trial_mover(move: Mover, place_of: int, writer: Writer) -> TrialMover:
    """Return the same move for trials: what it writes over is noted before."""

    def moved(note: Note, c: Cells, component: int, target: int) -> None:
        if component >= 0:
            at = place_of + component
            source = c[at]
            note((at, source))
            note((target, c[target]))
            if source not in (NOTHING, target):
                note((source, c[source]))
        move(writer, c, component, target)

    return moved
