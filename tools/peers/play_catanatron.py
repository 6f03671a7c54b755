"""Plays Catanatron's game with four players that take any action, as its own `Game.play` does."""

import random  # noqa: TID251 - it plays with it
from collections.abc import Iterator
from importlib.metadata import version
from typing import Any

from catanatron.game import Game
from catanatron.models.player import Color, Player
from pace import Chance, serve


class AnyAction(Player):
    """Its RandomPlayer, picking as cheaply as the other scripts do."""

    def __init__(self, color: Color, chance: Chance, seen: list[int] | None = None) -> None:
        super().__init__(color)
        self.chance, self.seen = chance, seen

    def decide(self, game: Game, playable_actions: Any) -> Any:
        """Return any action."""
        count = len(playable_actions)
        if self.seen is not None:
            self.seen.append(count)
        return playable_actions[int(self.chance() * count)]


def play(chance: Chance) -> int:
    """Play one game; every action on its record was a decision."""
    game = Game([AnyAction(color, chance) for color in Color])
    game.play()
    return len(game.state.actions)


def watch(chance: Chance) -> Iterator[int]:
    """Play one game and return how many actions could be taken each time."""
    seen: list[int] = []
    Game([AnyAction(color, chance, seen) for color in Color]).play()
    yield from seen


if __name__ == "__main__":
    random.seed(1)
    serve({"catanatron": version("catanatron")}, play, watch)
