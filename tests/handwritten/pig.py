"""Pig: roll or hold; a one costs the points of the turn."""

SEAT, POT = 0, 1
SCORES = 2
HOLD, ROLL = 0, 1


class Pig:
    """One game. `random` gives numbers from 0 up to 1; a turn begins with a throw."""

    def __init__(self, players, goal, random):
        self.players, self.goal, self.random = players, goal, random
        self.state = [0, 0, *[0] * players]
        self.count = 2
        self._throw()

    @property
    def seat(self):
        return self.state[SEAT]

    @property
    def scores(self):
        return tuple(self.state[SCORES:])

    def copy(self):
        other = Pig.__new__(Pig)
        other.players, other.goal, other.random = self.players, self.goal, self.random
        other.state, other.count = self.state[:], self.count
        return other

    def choose(self, index):
        if index == ROLL:
            self._throw()
            return
        state = self.state
        seat = state[SEAT]
        state[SCORES + seat] += state[POT]
        if state[SCORES + seat] >= self.goal:
            self.count = 0
        else:
            self._next()
            self._throw()

    def _throw(self):
        """Throw; as long as it is a one, the turn goes to the next, who throws."""
        while (eyes := int(self.random() * 6) + 1) == 1:
            self._next()
        self.state[POT] += eyes

    def _next(self):
        state = self.state
        state[SEAT] = (state[SEAT] + 1) % self.players
        state[POT] = 0
