"""Findings inside one effect text: places are offsets; whoever owns the text moves them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter.codes import Code
    from interpreter.lang.nodes import Place


@dataclass(frozen=True, slots=True)
class Problem:
    """One finding: its code, its place in the text, and the values its message speaks of."""

    code: Code
    at: Place
    values: tuple[tuple[str, object], ...]


class Invalid(Exception):
    """The text at hand cannot become a program; its problem is carried along."""

    def __init__(self, code: Code, at: Place, **values: object) -> None:
        super().__init__(code.id)
        self.problem = Problem(code, at, tuple(values.items()))
