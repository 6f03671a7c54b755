"""The games written by hand play by the rules of the packs they are measured beside."""

import kit
import pytest
from handwritten.clock_turn import ClockTurn
from handwritten.pig import Pig
from handwritten.tic_tac_toe import TicTacToe

from interpreter.content.load import load
from interpreter.engine import rng
from interpreter.engine.game import Game

GAMES = 60


def dice(ruleset, seed):
    """The throws of a game of the pack, as numbers from 0 to 1."""
    (stream,) = {n for n in Game(ruleset, 2).table.layout.streams if n.endswith("throw")}
    used = 0

    def random():
        nonlocal used
        value, used = rng.below(6, rng.key(str(seed)), rng.key(stream), used)
        return (value + 0.5) / 6

    return random


def beside(play, written, seed):
    """Give both the same answers to the end; return what each question looked like."""
    asked = []
    while play.decision is not None:
        asked.append((play.decision.player, play.decision.count))
        assert (written.seat, written.count) == asked[-1]
        answer, _ = rng.below(written.count, rng.key(f"answers/{seed}"), 0, len(asked))
        play.choose(answer)
        written.choose(answer)
    assert written.count == 0
    assert written.scores == play.result.scores
    return asked


@pytest.mark.parametrize("players", [2, 3, 4])
def test_pig_by_hand_asks_and_scores_as_the_pack_does(players):
    ruleset = load(kit.where("pig")).ruleset
    for seed in range(GAMES):
        play = Game(ruleset, players, seed, {"goal": 30})
        assert beside(play, Pig(players, 30, dice(ruleset, seed)), seed)


def test_tic_tac_toe_by_hand_asks_and_scores_as_the_pack_does():
    ruleset = load(kit.where("tic_tac_toe")).ruleset
    lengths = {len(beside(Game(ruleset, 2, s), TicTacToe(), s)) for s in range(GAMES)}
    # Lines are made early and late, and full boards occur.
    assert lengths >= {5, 6, 7, 8}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_reduced_turn_by_hand_asks_and_scores_as_the_pack_does(players):
    ruleset = load(kit.where("clock_turn")).ruleset
    for seed in range(GAMES):
        play = Game(ruleset, players, seed)
        assert len(beside(play, ClockTurn(players), seed)) > 30


def test_a_copy_by_hand_goes_its_own_way():
    for game in (Pig(2, 30, lambda: 0.9), TicTacToe(), ClockTurn(2)):
        before, other = game.state[:], game.copy()
        other.choose(0)
        assert game.state == before != other.state
