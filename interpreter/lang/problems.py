"""Findings inside one effect text: places are offsets; whoever owns the text moves them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter import codes
from interpreter.diagnostics import Near, nearest
from interpreter.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from interpreter.codes import Code
    from interpreter.lang.nodes import Place


_NUMBERS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Problem:
    """One finding: its code, its place in the text, and the values its message speaks of."""

    code: Code
    at: Place
    values: tuple[tuple[str, object], ...]
    fix: tuple[Place, str] | None = None
    """An edit of the text that repairs it."""
    about: str = ""
    """The name it is about, where one cause may lead to many findings."""


class Invalid(Exception):
    """The text at hand cannot become a program; its problem is carried along."""

    def __init__(
        self, code: Code, at: Place, *, fix: tuple[Place, str] | None = None, **values: object
    ) -> None:
        super().__init__(code.id)
        self.problem = Problem(code, at, tuple(values.items()), fix)


class Follows(Invalid):
    """What is wrong here follows from a problem told before; nothing more is said."""

    def __init__(self) -> None:
        super().__init__(codes.UNKNOWN_NAME, (0, 0))


class Unknown(Invalid):
    """A name nobody knows, with those that are known; `kind` says what it should be."""

    def __init__(
        self,
        name: str,
        at: Place,
        known: Iterable[str],
        kind: str = "",
        fits: Callable[[str], bool] | None = None,
    ) -> None:
        code = codes.UNKNOWN_NAME if kind else codes.UNKNOWN_VERB
        super().__init__(code, at)
        self.name, self.at, self.known, self.kind = name, at, known, kind
        close = nearest(name, known, fits)
        if name in _NUMBERS and not close.sure:
            close = Near((str(_NUMBERS.index(name)),), sure=True)
        fix = (at, close.first) if close.first else None
        values = {"name": name, "near": close.names} | ({"kind": kind} if kind else {})
        group = "part" if kind.startswith("part") else "name" if kind else "verb"
        self.problem = Problem(code, at, tuple(values.items()), fix, f"{group} {name}")

    def is_in(self, at: Place) -> bool:
        """Whether the name stands at the beginning of a part of a reference."""
        return self.at[0] - at[0] in (0, 1)

    def hinted(self, fits: Callable[[str], bool]) -> Unknown:
        """Return the same with the names first that make sense at the place."""
        return Unknown(self.name, self.at, self.known, self.kind, fits)
