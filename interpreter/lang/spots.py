"""Comparisons and filters of a text with their places, for checks that need to know every value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.frozen import dataclass

if TYPE_CHECKING:
    from interpreter.lang.ir import Expr
    from interpreter.lang.nodes import Place


@dataclass(frozen=True, slots=True)
class Spot:
    """A condition, or a range of numbers, at its place in the text.

    `parts` are the places of what is compared; `always` is what the types alone decide.
    """

    sort: str
    """`compare`, `where` or `range`."""
    expr: Expr
    at: Place
    parts: tuple[tuple[Expr, Place], ...] = ()
    always: bool | None = None
