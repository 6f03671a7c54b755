"""Plays a game written by hand: play_handwritten.py pig | tic_tac_toe | clock_turn."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from pace import Chance, serve

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent / "tests"))

from handwritten.clock_turn import ClockTurn
from handwritten.pig import Pig
from handwritten.tic_tac_toe import TicTacToe

GAMES: dict[str, Callable[[Chance], Any]] = {
    "pig": lambda chance: Pig(2, 100, chance),
    "tic_tac_toe": lambda chance: TicTacToe(),
    "clock_turn": lambda chance: ClockTurn(4),
}


def main() -> None:
    """Play the game that is named."""
    make = GAMES[sys.argv[1]]

    def play(chance: Chance) -> int:
        game, decisions = make(chance), 0
        while count := game.count:
            game.choose(int(chance() * count))
            decisions += 1
        assert len(game.scores) > 1
        return decisions

    def watch(chance: Chance) -> Iterator[int]:
        game = make(chance)
        while count := game.count:
            yield count
            game.choose(int(chance() * count))

    serve({}, play, watch)


if __name__ == "__main__":
    main()
