"""Packs and options tried together: every one alone, and all pairs."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from interpreter.analysis.analysis import analysis_of
from interpreter.analysis.checks import check
from interpreter.content.load import load
from interpreter.content.options import OptionProblem, read_options
from interpreter.diagnostics import Report
from interpreter.engine.game import Game
from interpreter.engine.impossible import PackError
from interpreter.play.match import answer, seated

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from interpreter.content.load import Loaded
    from interpreter.content.ruleset import Ruleset
    from interpreter.diagnostics import Diagnostic

FINE, REFUSED, FINDINGS, FAILS = "fine", "refused", "findings", "fails in play"


@dataclass(frozen=True, slots=True)
class Part:
    """One thing that is combined: an overlay, or an option with a value."""

    overlay: str = ""
    option: str = ""
    value: str = ""

    def __str__(self) -> str:
        return self.overlay.rstrip("/").rsplit("/", 1)[-1] or f"{self.option}={self.value}"


@dataclass(frozen=True, slots=True)
class Trial:
    """What became of a combination; `why` says what is wrong, the findings are all there are."""

    parts: tuple[Part, ...]
    verdict: str
    why: str = ""
    findings: tuple[Diagnostic, ...] = ()


def trials(base: str, parts: Sequence[Part], decisions: int) -> Iterator[Trial]:
    """Yield the game as it is, each part alone, then each pair, tried."""
    known: frozenset[tuple[str, str]] = frozenset()
    for size in (0, 1, 2):
        for chosen in combinations(parts, size):
            if size == 2 and chosen[0].option and chosen[0].option == chosen[1].option:
                continue
            trial = _tried(base, chosen, decisions, known)
            if size == 0:
                known = frozenset((d.code.id, d.message) for d in trial.findings)
            yield trial


def _tried(
    base: str, parts: tuple[Part, ...], decisions: int, known: frozenset[tuple[str, str]]
) -> Trial:
    loaded = load(base, tuple(p.overlay for p in parts if p.overlay))
    if loaded.ruleset is None:
        found = loaded.report.diagnostics
        return Trial(parts, REFUSED, _told(found), found)
    report = Report()
    report.merge(loaded.report)
    check(analysis_of(loaded), report)
    failed = _played(loaded, loaded.ruleset, parts, decisions)
    if failed:
        return Trial(parts, FAILS, failed, report.diagnostics)
    new = [d for d in report.diagnostics if (d.code.id, d.message) not in known]
    if parts and new:
        return Trial(parts, FINDINGS, _told(new), tuple(new))
    return Trial(parts, FINE, "", report.diagnostics)


def _told(found: Sequence[Diagnostic]) -> str:
    first = found[0]
    place = f" ({first.span.source.path}:{first.span.line})" if first.span else ""
    more = f" and {len(found) - 1} more" if len(found) > 1 else ""
    return f"{first.code.id} {first.message}{place}{more}"


def _played(loaded: Loaded, ruleset: Ruleset, parts: tuple[Part, ...], decisions: int) -> str:
    """Play some decisions with the least and the most players; return why that fails."""
    del loaded
    settings = {p.option: p.value for p in parts if p.option}
    for players in sorted({ruleset.pack.least_players, ruleset.pack.most_players}):
        try:
            options = read_options(ruleset, settings, players)
        except OptionProblem as problem:
            if problem.players:
                continue
            return str(problem)
        try:
            game = Game(ruleset, players, "matrix", options)
            bots = seated(["busy"] * players, "matrix")
            for _ in range(decisions):
                if game.decision is None:
                    break
                game.choose(answer(game, bots))
        except PackError as error:
            return f"{error.code} {error.reason} with {players} players"
    return ""
