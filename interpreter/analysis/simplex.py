"""Whether non-negative amounts of some vectors add up to at least zero everywhere: exact, small.

`mix` finds such amounts (a lap that pays for itself) or says there are none, which by Farkas' lemma
means that some weighted sum of the things gets smaller with every vector.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Vector = dict[str, Fraction]
MOST_PIVOTS = 2_000


def mix(
    laps: Sequence[Mapping[str, float]], exchanges: Sequence[Mapping[str, float]] = ()
) -> list[Fraction] | None:
    """Return amounts of the laps, adding up to 1, whose sum is nowhere negative; None if none are.

    Exchanges may take part in any amount without counting. Empty if it could not be settled.

    >>> mix([{"a": -1, "b": 2}, {"a": 1, "b": -2}])
    [Fraction(1, 2), Fraction(1, 2)]
    >>> mix([{"a": -1, "b": 2}, {"a": 1, "b": -3}]) is None
    True
    """
    columns = [*laps, *exchanges]
    things = sorted({t for c in columns for t in c})
    # Rows: sum(c x) - slack = 0 for each thing, and sum(x of laps) = 1; phase one minimises the
    # artificial variables.
    rows: list[list[Fraction]] = []
    for k, thing in enumerate(things):
        row = [Fraction(c.get(thing, 0)) for c in columns]
        row += [Fraction(-1 if i == k else 0) for i in range(len(things))]
        rows.append([*row, Fraction(0)])
    one = [Fraction(i < len(laps)) for i in range(len(columns))]
    rows.append([*one, *[Fraction(0)] * len(things), Fraction(1)])
    solution = _feasible(rows)
    return None if solution is None else solution[: len(laps)]


def _feasible(rows: list[list[Fraction]]) -> list[Fraction] | None:
    """Return a non-negative solution of `A x = b` with `b` non-negative, by Bland's rule."""
    height, width = len(rows), len(rows[0]) - 1
    table = []
    for k, row in enumerate(rows):
        extra = [Fraction(int(i == k)) for i in range(height)]
        table.append([*row[:-1], *extra, row[-1]])
    basis = [width + k for k in range(height)]
    cost = [sum((r[i] for r in table), Fraction(0)) for i in range(width)]
    goal = sum((r[-1] for r in table), Fraction(0))
    line = [*cost, *[Fraction(0)] * height, goal]
    for _ in range(MOST_PIVOTS):
        enter = next((i for i in range(width) if line[i] > 0), None)
        if enter is None:
            break
        ratios = [(r[-1] / r[enter], basis[k], k) for k, r in enumerate(table) if r[enter] > 0]
        if not ratios:
            break
        _, _, leave = min(ratios)
        _pivot(table, line, leave, enter)
        basis[leave] = enter
    else:
        return []
    if line[-1] > 0:
        return None
    solution = [Fraction(0)] * width
    for k, variable in enumerate(basis):
        if variable < width:
            solution[variable] = table[k][-1]
    return solution


def _pivot(table: list[list[Fraction]], line: list[Fraction], leave: int, enter: int) -> None:
    row = table[leave]
    factor = row[enter]
    row[:] = [v / factor for v in row]
    for other in [*table, line]:
        if other is not row and other[enter]:
            times = other[enter]
            other[:] = [a - times * b for a, b in zip(other, row, strict=True)]
