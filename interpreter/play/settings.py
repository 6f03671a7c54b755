"""What is set up before a game: options by name and value, the number of players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter import codes
from interpreter.content.options import OptionProblem, read_options
from interpreter.diagnostics import Report, near

if TYPE_CHECKING:
    from collections.abc import Iterable

    from interpreter.content.ruleset import OptionDef, Ruleset


def chosen_options(
    ruleset: Ruleset, settings: Iterable[tuple[str, str]], players: int, report: Report
) -> dict[str, int]:
    """Return all options of a game: defaults and settings; what is wrong is reported."""
    chosen = read_options(ruleset, {})
    for name, text in settings:
        option = ruleset.options.get(name)
        if option is None:
            candidates = near(name, ruleset.options) or tuple(sorted(ruleset.options))
            report.add(codes.UNKNOWN_OPTION, None, pack=ruleset.pack.id, name=name, near=candidates)
            continue
        try:
            chosen[name] = read_options(ruleset, {name: text}, players)[name]
        except OptionProblem as problem:
            if problem.players:
                report.add(
                    codes.OPTION_PLAYERS, None, name=name, expected=problem.players, found=players
                )
                continue
            report.add(codes.BAD_OPTION_VALUE, None, name=name, value=text, expected=problem.legal)
    return chosen


def option_text(option: OptionDef, value: int) -> str:
    """Return a value of an option as it is written."""
    if option.sort == "choice":
        return option.values[value]
    return ("false", "true")[value] if option.sort == "flag" else str(value)


def player_count(ruleset: Ruleset, wanted: int | None, report: Report) -> int:
    """Return the number of players, by default the least; a wrong one is reported."""
    least, most = ruleset.pack.least_players, ruleset.pack.most_players
    if wanted is None:
        return least
    if not least <= wanted <= most:
        expected = str(least) if least == most else f"{least} to {most}"
        report.add(codes.PLAYER_COUNT, None, pack=ruleset.pack.id, expected=expected, found=wanted)
    return wanted
