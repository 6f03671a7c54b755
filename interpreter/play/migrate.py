"""Records of an earlier version of a pack, followed under the present one by names of answers.

A saved state means nothing under other content and is refused; a record says what was answered, by
name, and names can be followed: what a pack says its ids were called is translated.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from interpreter.content.options import OptionProblem, read_options
from interpreter.engine.record import Difference, decision_line, end_line, header_line
from interpreter.play.settings import option_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from interpreter.content.packs import Pack
    from interpreter.content.ruleset import Ruleset
    from interpreter.engine.game import Game
    from interpreter.engine.record import Header, Step

_WORD = re.compile(r"[a-z][a-z0-9_]*")


def new_names(packs: Iterable[Pack]) -> dict[str, str]:
    """Return what ids were called in earlier versions, and what they are called now."""
    found: dict[str, str] = {}
    for pack in packs:
        names = pack.head.get("renamed") or {}
        found.update({old: str(new) for old, new in names.items() if "." not in old})
    return found


def options_now(ruleset: Ruleset, header: Header, names: Mapping[str, str]) -> dict[str, int]:
    """Return the options of a record as the present version has them.

    Raise `OptionProblem` for one that is gone, or a value it cannot have any more. An option that
    is new has its default, which is how the game was played before.
    """
    known = ruleset.options
    given: dict[str, str] = {}
    for old, value in header.options.items():
        name = names.get(old, old)
        if name not in known:
            raise OptionProblem(old, str(value), "")
        option = known[name]
        if not option.least <= value <= option.most:
            raise OptionProblem(name, str(value), f"{option.least} to {option.most}")
        given[name] = option_text(option, value)
    return read_options(ruleset, given)


def migrated(
    game: Game, steps: Sequence[Step], names: Mapping[str, str]
) -> tuple[list[str], Difference | None]:
    """Return the record of a game whose answers are those of another record, by name.

    It ends, with the difference, at the first answer that is not offered any more.
    """
    lines = [header_line(game)]
    for step in steps:
        decision = game.decision
        key = _WORD.sub(lambda word: names.get(word[0], word[0]), step.key)
        if decision is None:
            return lines, Difference(step.number, f"seat {step.seat + 1}: {key}", "an ended game")
        keys = [option.key for option in decision.options]
        if decision.player != step.seat or key not in keys:
            found = f"seat {decision.player + 1}: {', '.join(keys[:8])}"
            return lines, Difference(step.number, f"seat {step.seat + 1}: {key}", found)
        index = keys.index(key)
        lines.append(decision_line(game, step.number - 1, index))
        game.choose(index)
    if game.over:
        lines.append(end_line(game))
    return lines, None
