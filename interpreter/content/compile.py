"""Effect texts of a pack to programs and formulas; problems get their place in the file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from interpreter.content.ruleset import ProgramDef
from interpreter.diagnostics import Fix
from interpreter.lang.ir import Const, Formal
from interpreter.lang.lower import Parameters, lower_effect, lower_expression
from interpreter.lang.nodes import Place
from interpreter.lang.ops import Program
from interpreter.source import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter.content.entries import Entry
    from interpreter.content.tree import Path
    from interpreter.diagnostics import Report
    from interpreter.lang.problems import Problem
    from interpreter.lang.spots import Spot
    from interpreter.lang.symbols import Symbols
    from interpreter.lang.types import Type

R = TypeVar("R")
Locate = Callable[[Place], Span]
NO_FORMULA = Formal(Const(0), 0, "0")
_EMPTY = Program((), (), 0, 0, "")


@dataclass(frozen=True, slots=True)
class Written:
    """A text of the pack, its conditions with their places, and its program if it is an effect."""

    entry: Entry
    keys: Path
    text: str
    spots: tuple[Spot, ...]
    program: Program | None
    locate: Locate


@dataclass
class Compiler:
    """Compiles the texts of one pack, keeping where each program stands."""

    symbols: Symbols
    report: Report
    programs: list[ProgramDef] = field(default_factory=list)
    places: list[Locate] = field(default_factory=list)
    written: list[Written] = field(default_factory=list)
    _known: dict[tuple[object, ...], tuple[Sequence[Spot], Any]] = field(default_factory=dict)

    def effect(
        self,
        entry: Entry,
        keys: Path,
        name: str,
        parameters: Parameters = (),
        *,
        player: bool = True,
    ) -> int:
        """Compile the effect text at `keys` under a name and return the number of its program.

        A text that cannot be compiled leaves an empty program, so that the rest can be checked.
        """
        text = str(_value(entry, keys))
        spots, (program, problems) = self._lowered(lower_effect, text, parameters, player=player)
        self._keep(entry, keys, text, spots, program)
        self._report(entry, keys, problems)
        self.programs.append(ProgramDef(name, entry.id, program or _EMPTY))
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
        spots, (formal, kind, problems) = self._lowered(
            lower_expression, text, wanted, parameters, player=player, example=example
        )
        self._keep(entry, keys, text, spots, None)
        self._report(entry, keys, problems)
        return formal or NO_FORMULA, kind

    def _lowered(
        self, lower: Callable[..., R], text: str, *given: object, **more: bool
    ) -> tuple[Sequence[Spot], R]:
        """Return the conditions of a text and what it is lowered to, which never changes.

        A pack says nearly half of its texts twice, most of them in examples.
        """
        key = (lower, text, given, *more.values())
        if key not in self._known:
            spots: list[Spot] = []
            found = lower(text, self.symbols, *given, **more, spots=spots)
            self._known[key] = spots, found
        return self._known[key]

    def _keep(
        self, entry: Entry, keys: Path, text: str, spots: Sequence[Spot], program: Program | None
    ) -> None:
        """Keep what checks of the whole pack want to know; examples may say what they like."""
        if entry.path[0] != "examples" and (spots or program):
            locate = _locator(entry, keys)
            self.written.append(Written(entry, keys, text, tuple(spots), program, locate))

    def _report(self, entry: Entry, keys: Path, problems: tuple[Problem, ...]) -> None:
        locate = _locator(entry, keys)
        for problem in problems:
            self.report.add(
                problem.code, locate(problem.at), notes=(), fix=self._fix(entry, keys, problem),
                about=problem.about, **dict(problem.values),
            )  # fmt: skip

    def _fix(self, entry: Entry, keys: Path, problem: Problem) -> Fix | None:
        """Return a problem's edit of its text as an edit of the file, if that is as simple."""
        text = _value(entry, keys)
        if problem.fix is None or not isinstance(text, str):
            return None
        (start, end), replacement = problem.fix
        span = entry.inside(keys, start, end)
        # In quotes some signs mean something else; then people had better write it themselves.
        plain = replacement.isascii() and not set(replacement) & set("'\"\\\n")
        return Fix(span, replacement) if plain and span.text == text[start:end] else None


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
