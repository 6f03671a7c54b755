"""Bots: functions of a decision that return the position of an option. `BOTS` names them.

Their chance is their own, drawn from counter streams of the game's seed and the seat, so that the
same seed gives the same game on every machine and never touches the chance of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from interpreter.engine import rng
from interpreter.engine.game import Decision
from interpreter.engine.view import View

Look = Callable[[], View]
"""Builds what the bot's seat sees; costs nothing unless called."""
Bot = Callable[[Decision, Look], int]
Factory = Callable[[str, int], Bot]
"""Makes a bot from the seed of a game and a seat."""


class _Chance:
    """Random numbers of one seat."""

    def __init__(self, seed: str, seat: int) -> None:
        self._seed, self._stream, self._used = rng.key(seed), rng.key(f"bot.{seat}"), 0

    def below(self, bound: int) -> int:
        """Return a number from 0 to `bound` - 1."""
        value, self._used = rng.below(bound, self._seed, self._stream, self._used)
        return value


def random(seed: str, seat: int) -> Bot:
    """Return a bot that takes any option, each equally often."""
    chance = _Chance(seed, seat)
    return lambda decision, look: chance.below(decision.count)


def busy(seed: str, seat: int) -> Bot:
    """Return a bot that takes any option that does something, and declines only if it must."""
    chance = _Chance(seed, seat)

    def choose(decision: Decision, look: Look) -> int:
        active = [i for i, declines in enumerate(decision.declining) if not declines]
        return active[chance.below(len(active))] if active else chance.below(decision.count)

    return choose


BOTS: Mapping[str, Factory] = {"random": random, "busy": busy}
"""Every bot by the name commands know it by."""
