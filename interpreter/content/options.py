"""Option values as users write them: text to the ints the engine knows."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from interpreter.content.ruleset import OptionDef, Ruleset

_FLAGS = {"true": 1, "yes": 1, "on": 1, "1": 1, "false": 0, "no": 0, "off": 0, "0": 0}


class OptionProblem(Exception):
    """An option that does not exist (`legal` is empty), or a value it cannot have.

    With `players` it is the number of players that does not fit: the option is for those.
    """

    def __init__(self, option: str, value: str, legal: str, players: str = "") -> None:
        super().__init__(
            f"option `{option}` cannot be `{value}`: {legal}"
            if legal
            else f"unknown option `{option}`"
        )
        self.option, self.value, self.legal, self.players = option, value, legal, players


def read_options(
    ruleset: Ruleset, given: Mapping[str, str], players: int | None = None
) -> dict[str, int]:
    """Return all options with their values: the given ones, else the defaults.

    Raise `OptionProblem` for an unknown option, a value it cannot have, or, with the number of
    players known, an option that is not for that many.
    """
    values = {o.id: o.default for o in ruleset.options.values()}
    for name, text in given.items():
        option = ruleset.options.get(name)
        if option is None:
            raise OptionProblem(name, text, "")
        if players is not None and option.players and players not in option.players:
            counts = " or ".join(map(str, option.players))
            counts += " player" if option.players == (1,) else " players"
            raise OptionProblem(name, text, f"a game of {counts}", counts)
        values[name] = _value(option, text)
    return values


def legal_values(option: OptionDef) -> str:
    """Say in words what an option may be."""
    if option.sort == "flag":
        return "true or false"
    if option.sort == "choice":
        return " or ".join(option.values)
    return f"a number from {option.least} to {option.most}"


def _value(option: OptionDef, text: str) -> int:
    if option.sort == "flag":
        found = _FLAGS.get(text.lower())
    elif option.sort == "choice":
        found = option.values.index(text) if text in option.values else None
    else:
        digits = text.removeprefix("-")
        found = int(text) if digits.isascii() and digits.isdigit() else None
        if found is not None and not option.least <= found <= option.most:
            found = None
    if found is None:
        raise OptionProblem(option.id, text, legal_values(option))
    return found
