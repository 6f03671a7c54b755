"""Tic-tac-toe: three in a line; the last free square is taken without a question."""

SEAT = 9
EMPTY = -1
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
THROUGH = tuple(
    tuple(tuple(s for s in line if s != square) for line in LINES if square in line)
    for square in range(9)
)
"""For each square, the two other squares of every line through it."""


class TicTacToe:
    """One game between seats 0 and 1; the winner has a point."""

    def __init__(self):
        self.state = [EMPTY] * 9 + [0]
        self.free = list(range(9))
        self.count = 9
        self.scores = (0, 0)

    @property
    def seat(self):
        return self.state[SEAT]

    def copy(self):
        other = TicTacToe.__new__(TicTacToe)
        other.state, other.free = self.state[:], self.free[:]
        other.count, other.scores = self.count, self.scores
        return other

    def choose(self, index):
        self._put(self.free.pop(index))
        if self.count and len(self.free) == 1:
            self._put(self.free.pop())

    def _put(self, square):
        state = self.state
        seat = state[SEAT]
        state[square] = seat
        state[SEAT] = 1 - seat
        self.count = len(self.free)
        for one, other in THROUGH[square]:
            if state[one] == seat and state[other] == seat:
                self.scores = (1, 0) if seat == 0 else (0, 1)
                self.count = 0
                return
