"""Tiny games that are known to the last position."""

from kit import where

from interpreter.content.load import load
from interpreter.engine.game import Game
from interpreter.engine.view import view


def board(play):
    cells = play.table.layout.cells("inside")
    return tuple(tuple(owner(play, mark) for mark in play.cells[cell]) for cell in cells)


def owner(play, mark):
    return play.table.layout.components[mark].owner


def value(play, seen):
    """What the first seat gets with best play; the marks on the board tell positions apart."""
    place = board(play)
    if place not in seen:
        if play.over:
            first, second = play.result.scores
            seen[place] = first - second
        else:
            better = max if play.decision.player == 0 else min
            seen[place] = better(value(after(play, i), seen) for i in range(play.decision.count))
    return seen[place]


def after(play, index):
    other = play.copy()
    other.choose(index)
    return other


def test_tic_tac_toe_has_5478_positions_and_is_a_draw():
    seen = {}
    assert value(Game(load(where("tic_tac_toe")).ruleset, 2), seen) == 0
    assert len({*seen, *passed_through(seen)}) == 5478


def passed_through(seen):
    """Positions with one free square and no line: the game goes on by itself, nothing is asked."""
    lines = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
    before = set()
    for place in seen:
        if place.count(()) == 0:
            for square, mark in enumerate(place):
                earlier = (*place[:square], (), *place[square + 1 :])
                won = any(
                    len({earlier[i] for i in line}) == 1 and earlier[line[0]] for line in lines
                )
                if mark == (0,) and not won:
                    before.add(earlier)
    return before


def test_kuhn_poker_shows_each_seat_its_own_card_only():
    ruleset = load(where("kuhn_poker")).ruleset
    for seed in range(30):
        play = Game(ruleset, 2, seed)
        views = [view(play.table, play.cells, seat) for seat in (0, 1)]
        hands = [next(iter(v.zones[f"hand({s + 1})"])) for s, v in enumerate(views)]
        assert hands[0] != hands[1]
        assert [v.zones["hand(2)"] for v in views[:1]] == [1]
        assert views[1].zones["hand(1)"] == 1
        same = [{k: z for k, z in v.zones.items() if not k.startswith("hand")} for v in views]
        assert same[0] == same[1]
        assert views[0].counters == views[1].counters
