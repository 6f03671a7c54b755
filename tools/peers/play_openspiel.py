"""Plays a game of OpenSpiel through its Python API: play_openspiel.py NAME.

`written_pig` is pig written here against the same API, as `python_tic_tac_toe` and
`python_kuhn_poker` are; OpenSpiel's own `pig` is C++.
"""

import sys
from collections.abc import Iterator
from importlib.metadata import version
from typing import Any

import pyspiel
import spiel_pig
from open_spiel.python import games
from pace import Chance, serve

assert games, "importing them registers the games written in Python"


def main() -> None:
    """Play the game that is named."""
    name = sys.argv[1]
    game = spiel_pig.PigGame() if name == "written_pig" else pyspiel.load_game(name)

    def play(chance: Chance) -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                deal(state, chance)
            else:
                actions = state.legal_actions()
                state.apply_action(actions[int(chance() * len(actions))])
                decisions += 1
        state.returns()
        return decisions

    def watch(chance: Chance) -> Iterator[int]:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                deal(state, chance)
            else:
                actions = state.legal_actions()
                yield len(actions)
                state.apply_action(actions[int(chance() * len(actions))])

    serve({"open_spiel": version("open_spiel")}, play, watch)


def deal(state: Any, chance: Chance) -> None:
    """Let chance act; in these games its outcomes are equally likely."""
    outcomes = state.chance_outcomes()
    state.apply_action(outcomes[int(chance() * len(outcomes))][0])


if __name__ == "__main__":
    main()
