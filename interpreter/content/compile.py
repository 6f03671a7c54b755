"""Effect texts of a pack to programs and formulas; problems get their place in the file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from interpreter.content.ruleset import ProgramDef
from interpreter.lang.ir import Const, Formal
from interpreter.lang.lower import Parameters, lower_effect, lower_expression
from interpreter.lang.nodes import Place
from interpreter.lang.ops import Program
from interpreter.source import Span

if TYPE_CHECKING:
    from interpreter.content.entries import Entry
    from interpreter.content.tree import Path
    from interpreter.diagnostics import Report
    from interpreter.lang.problems import Problem
    from interpreter.lang.symbols import Symbols
    from interpreter.lang.types import Type

Locate = Callable[[Place], Span]
NO_FORMULA = Formal(Const(0), 0, "0")
_EMPTY = Program((), (), 0, 0, "")


@dataclass
class Compiler:
    """Compiles the texts of one pack, keeping where each program stands."""

    symbols: Symbols
    report: Report
    programs: list[ProgramDef] = field(default_factory=list)
    places: list[Locate] = field(default_factory=list)

    def effect(
        self,
        entry: Entry,
        keys: Path,
        name: str,
        parameters: Parameters = (),
        *,
        player: bool = True,
        fallible: bool = True,
    ) -> int:
        """Compile the effect text at `keys` under a name and return the number of its program.

        A text that cannot be compiled leaves an empty program, so that the rest can be checked.
        """
        text = _value(entry, keys)
        program, problems = lower_effect(str(text), self.symbols, parameters, player=player)
        self._report(entry, keys, problems)
        self.programs.append(ProgramDef(name, entry.id, program or _EMPTY, fallible))
        self.places.append(_locator(entry, keys))
        return len(self.programs) - 1

    def formula(
        self,
        entry: Entry,
        keys: Path,
        wanted: Type | None,
        parameters: Parameters = (),
        *,
        player: bool = True,
        example: bool = False,
    ) -> tuple[Formal, Type | None]:
        """Compile the expression at `keys`; a plain number or truth value counts as text."""
        value = _value(entry, keys)
        text = str(value).lower() if isinstance(value, bool) else str(value)
        formal, kind, problems = lower_expression(
            text, self.symbols, wanted, parameters, player=player, example=example
        )
        self._report(entry, keys, problems)
        return formal or NO_FORMULA, kind

    def _report(self, entry: Entry, keys: Path, problems: tuple[Problem, ...]) -> None:
        locate = _locator(entry, keys)
        for problem in problems:
            self.report.add(problem.code, locate(problem.at), notes=(), **dict(problem.values))


def _value(entry: Entry, keys: Path) -> object:
    value: object = entry.data
    for key in keys:
        value = value[key]  # type: ignore[index]  # the schema has seen this path
    return value


def _locator(entry: Entry, keys: Path) -> Locate:
    def locate(place: Place) -> Span:
        if not isinstance(_value(entry, keys), str):
            return entry.span(*keys)
        return entry.inside(keys, *place)

    return locate
