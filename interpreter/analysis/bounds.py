"""Bounds: what numbers and truth values can be, from at least to at most."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf

from interpreter.lang import ir

Bounds = tuple[float, float]
ANY: Bounds = (-inf, inf)
TRUTH: Bounds = (0, 1)
NONE: Bounds = (ir.NOTHING, ir.NOTHING)


def join(*bounds: Bounds) -> Bounds:
    """Return the bounds of a value that has one of these bounds."""
    return min(b[0] for b in bounds), max(b[1] for b in bounds)


@dataclass
class Scope:
    """What is known inside one program: bounds of slots, and items slots stand for."""

    program: int = -1
    slots: dict[int, Bounds] = field(default_factory=dict)
    items: dict[int, frozenset[str]] = field(default_factory=dict)


def arithmetic(operator: str, left: Bounds, right: Bounds) -> Bounds:
    """Return the bounds of a sum, product ... of two bounded values."""
    (a, b), (c, d) = left, right
    match operator:
        case "+":
            return a + c, b + d
        case "-":
            return a - d, b - c
        case "*":
            products = [x * y if x and y else 0 for x in (a, b) for y in (c, d)]
            return min(products), max(products)
        case "min":
            return min(a, c), min(b, d)
        case "max":
            return max(a, c), max(b, d)
        case "mod" if 0 < c <= d < inf:
            return 0, d - 1
        case "down" | "up" if a >= 0 and c > 0:
            return 0, b
        case _:
            return ANY
