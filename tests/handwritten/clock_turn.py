"""The reduced turn: how far hand and face turn, how that is paid, what lies under the hand."""

from functools import lru_cache

# What the game is asking, whose turn it is, where the clock stands, and the answers of this turn.
PHASE, SEAT, ROUND, HAND, FACE, STEPS, FACE_STEPS, FACE_LEFT, TRACK = range(9)
# A block of each player follows.
PLAYERS, BLOCK = 9, 9
COIN, DEVIATION, IRON, PAINT, POINTS, WOOD, LEVEL = 0, 1, 2, 3, 4, 5, 6
START = (1, 5, 0, 0, 10, 0, 1, 1, 1)
TRACKS = (PAINT, WOOD, IRON)
BASIC = (IRON, PAINT, WOOD)
MOST_COINS, MOST_DEVIATIONS, MOST_LEVEL = 6, 5, 3
SKIP, YES = -1, 1
YES_OR_SKIP = (YES, SKIP)


class ClockTurn:
    """One game: every player turns the clock once a round."""

    def __init__(self, players, rounds=12):
        self.players, self.rounds = players, rounds
        self.state = [0, 0, 1, *[0] * (PLAYERS - 3), *START * players]
        self.options = ()
        self._begin()

    @property
    def count(self):
        return len(self.options)

    @property
    def seat(self):
        return self.state[SEAT]

    @property
    def scores(self):
        blocks = range(PLAYERS, len(self.state), BLOCK)
        return tuple(self.state[b + POINTS] + self.state[b + DEVIATION] - 5 for b in blocks)

    def copy(self):
        other = ClockTurn.__new__(ClockTurn)
        other.players, other.rounds = self.players, self.rounds
        other.state, other.options = self.state[:], self.options
        return other

    def choose(self, index):
        state = self.state
        ANSWERED[state[PHASE]](self, state, PLAYERS + state[SEAT] * BLOCK, self.options[index])

    # --- turning the clock

    def _begin(self):
        state = self.state
        mine = PLAYERS + state[SEAT] * BLOCK
        state[PHASE] = HOW_FAR
        self.options = range(1, 3 + state[mine + DEVIATION] + state[mine + COIN])

    def _how_far(self, state, mine, steps):
        state[STEPS] = steps
        means = state[mine + DEVIATION] + state[mine + COIN]
        most = min(2, means - max(0, steps - 2))
        if most:
            state[PHASE] = FACE_TOO
            self.options = range(most + 1)
        else:
            self._face_too(state, mine, 0)

    def _face_too(self, state, mine, steps):
        state[FACE_STEPS] = steps
        cost = max(0, state[STEPS] - 2) + steps
        ways = turning(cost, state[mine + DEVIATION], state[mine + COIN])
        if len(ways) > 1:
            state[PHASE], self.options = PAY_TURN, ways
        else:
            self._pay_turn(state, mine, ways[0])

    def _pay_turn(self, state, mine, way):
        for resource, amount in way:
            state[mine + resource] -= amount
        state[HAND] = (state[HAND] + state[STEPS]) % 12
        state[FACE] = (state[FACE] + state[FACE_STEPS]) % 12
        state[PHASE], self.options = ORDER, (0, 1)

    # --- what lies under the hand

    def _order(self, state, mine, first):
        state[FACE_LEFT] = first == 0
        if first:
            self._face(state, mine)
        self._ring(state, mine)

    def _face(self, state, mine):
        section = (state[HAND] + state[FACE]) % 6
        if section == 3:
            state[mine + POINTS] += 1
        elif section % 2:
            self._mend(state, mine, 1 if section == 1 else 2)
        else:
            track = section // 2
            state[mine + TRACKS[track]] += state[mine + LEVEL + track]

    def _ring(self, state, mine):
        section = state[HAND] % 6
        if section == 0:
            state[mine + COIN] = min(MOST_COINS, state[mine + COIN] + 2)
            self._done(state, mine)
        elif section == 1:
            state[PHASE], self.options = TAKE_ANY, BASIC
        elif section == 2:
            state[PHASE], self.options = MEND_OR_BOAST, (0, 1)
        elif section == 3:
            self._may(state, mine, MAY_BUILD, self._building(state, mine))
        elif section == 4:
            state[mine + COIN] = min(MOST_COINS, state[mine + COIN] + 1)
            self._may(state, mine, MAY_SMITH, smithing(state[mine + IRON], state[mine + COIN]))
        else:
            self._upgrade(state, mine)

    def _may(self, state, mine, phase, ways):
        if ways:
            state[PHASE], self.options = phase, YES_OR_SKIP
        else:
            self._done(state, mine)

    def _mend(self, state, mine, amount):
        state[mine + DEVIATION] = min(MOST_DEVIATIONS, state[mine + DEVIATION] + amount)

    def _take_any(self, state, mine, resource):
        state[mine + resource] += 1
        self._done(state, mine)

    def _mend_or_boast(self, state, mine, boast):
        if boast:
            state[mine + POINTS] += 1
        else:
            self._mend(state, mine, 1)
        self._done(state, mine)

    # --- what is bought

    def _building(self, state, mine):
        return building(
            state[mine + IRON], state[mine + PAINT], state[mine + WOOD], state[mine + COIN]
        )

    def _may_build(self, state, mine, answer):
        if answer == SKIP:
            self._done(state, mine)
        else:
            self._pay(state, mine, PAY_BUILD, self._building(state, mine))

    def _may_smith(self, state, mine, answer):
        if answer == SKIP:
            self._done(state, mine)
        else:
            ways = smithing(state[mine + IRON], state[mine + COIN])
            self._pay(state, mine, PAY_SMITH, ways)

    def _upgrade(self, state, mine):
        tracks = [t for t in range(3) if state[mine + LEVEL + t] < MOST_LEVEL]
        if tracks and (state[mine + PAINT] or state[mine + COIN]):
            state[PHASE], self.options = WHICH_TRACK, (*tracks, SKIP)
        else:
            self._done(state, mine)

    def _which_track(self, state, mine, track):
        if track == SKIP:
            self._done(state, mine)
        else:
            state[TRACK] = track
            self._pay(state, mine, PAY_TRACK, upgrading(state[mine + PAINT], state[mine + COIN]))

    def _pay(self, state, mine, phase, ways):
        if len(ways) > 1:
            state[PHASE], self.options = phase, ways
        else:
            ANSWERED[phase](self, state, mine, ways[0])

    def _pay_build(self, state, mine, way):
        self._buy(state, mine, way, POINTS, 4)

    def _pay_smith(self, state, mine, way):
        self._buy(state, mine, way, POINTS, 3)

    def _pay_track(self, state, mine, way):
        self._buy(state, mine, way, LEVEL + state[TRACK], 1)

    def _buy(self, state, mine, way, what, amount):
        for resource, units in way:
            state[mine + resource] -= units
        state[mine + what] += amount
        self._done(state, mine)

    # --- on to the next

    def _done(self, state, mine):
        if state[FACE_LEFT]:
            self._face(state, mine)
        if state[SEAT] + 1 < self.players:
            state[SEAT] += 1
        elif state[ROUND] < self.rounds:
            state[SEAT], state[ROUND] = 0, state[ROUND] + 1
        else:
            self.options = ()
            return
        self._begin()


(
    HOW_FAR, FACE_TOO, PAY_TURN, ORDER, TAKE_ANY, MEND_OR_BOAST,
    MAY_BUILD, PAY_BUILD, MAY_SMITH, PAY_SMITH, WHICH_TRACK, PAY_TRACK,
) = range(12)  # fmt: skip
ANSWERED = (
    ClockTurn._how_far, ClockTurn._face_too, ClockTurn._pay_turn, ClockTurn._order,
    ClockTurn._take_any, ClockTurn._mend_or_boast, ClockTurn._may_build, ClockTurn._pay_build,
    ClockTurn._may_smith, ClockTurn._pay_smith, ClockTurn._which_track, ClockTurn._pay_track,
)  # fmt: skip


# --- ways to pay, worked out once for what is at hand; coins stand in for anything


@lru_cache(None)
def turning(cost, deviations, coins):
    """Pay deviations."""
    fewest = max(0, cost - coins)
    return tuple(
        _way({DEVIATION: d, COIN: cost - d}) for d in range(min(cost, deviations), fewest - 1, -1)
    )


@lru_cache(None)
def smithing(iron, coins):
    """Pay two iron."""
    return tuple(_way({IRON: i, COIN: 2 - i}) for i in (2, 1, 0) if i <= iron and 2 - i <= coins)


@lru_cache(None)
def upgrading(paint, coins):
    """Pay one paint."""
    return tuple(_way({r: 1}) for r, has in ((PAINT, paint), (COIN, coins)) if has)


@lru_cache(None)
def building(iron, paint, wood, coins):
    """Pay one wood and one of any basic resource."""
    has = {IRON: iron, PAINT: paint, WOOD: wood, COIN: coins}
    found = {}
    for any_ in (IRON, PAINT, WOOD, COIN):
        for first in (WOOD, COIN):
            need = {any_: 1, first: 1} if any_ != first else {any_: 2}
            if all(has[r] >= n for r, n in need.items()):
                found[_way(need)] = None
    return tuple(found)


def _way(amounts):
    return tuple(sorted((r, n) for r, n in amounts.items() if n))
