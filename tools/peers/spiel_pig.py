"""Pig for two to 100 points by the rules of our pack, written against OpenSpiel's Python API."""

from typing import Any

import pyspiel

HOLD, ROLL = 0, 1
GOAL = 100
SIDES = [(side, 1 / 6) for side in range(6)]

TYPE = pyspiel.GameType(
    short_name="written_pig",
    long_name="Pig written in Python",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=False,
    provides_observation_tensor=False,
)
INFO = pyspiel.GameInfo(
    num_distinct_actions=2,
    max_chance_outcomes=6,
    num_players=2,
    min_utility=-1.0,
    max_utility=1.0,
    utility_sum=0.0,
    max_game_length=100_000,
)


class PigGame(pyspiel.Game):
    """The game; a turn begins with a throw."""

    def __init__(self, params: Any = None) -> None:
        super().__init__(TYPE, INFO, params or {})

    def new_initial_state(self) -> "PigState":
        """Return the beginning."""
        return PigState(self)


class PigState(pyspiel.State):
    """A position: the points of both, those of this turn, and whether the die is to be thrown."""

    def __init__(self, game: PigGame) -> None:
        super().__init__(game)
        self.points = [0, 0]
        self.pot = 0
        self.seat = 0
        self.throwing = True
        self.over = False

    def current_player(self) -> int:
        """Return who acts."""
        if self.over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.throwing else self.seat

    def _legal_actions(self, player: int) -> list[int]:
        return [HOLD, ROLL]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the sides of the die, from 0."""
        return SIDES

    def _apply_action(self, action: int) -> None:
        if self.throwing:
            self._thrown(action + 1)
        elif action == ROLL:
            self.throwing = True
        else:
            self.points[self.seat] += self.pot
            self.over = self.points[self.seat] >= GOAL
            self._next()

    def _thrown(self, eyes: int) -> None:
        if eyes == 1:
            self._next()
        else:
            self.pot += eyes
            self.throwing = False

    def _next(self) -> None:
        self.seat, self.pot, self.throwing = 1 - self.seat, 0, True

    def is_terminal(self) -> bool:
        """Return whether somebody has won."""
        return self.over

    def returns(self) -> list[float]:
        """Return 1 for the winner and -1 for the other."""
        if not self.over:
            return [0.0, 0.0]
        return [1.0, -1.0] if self.points[0] >= GOAL else [-1.0, 1.0]

    def __str__(self) -> str:
        return f"{self.points} {self.pot}"


pyspiel.register_game(TYPE, PigGame)
