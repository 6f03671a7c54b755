"""Every option of every pack changes something that can be seen."""

import pytest
from invariants import headless
from kit import PLAYABLE, pack

from interpreter.content.options import legal_values
from interpreter.engine.game import Game
from interpreter.play.bots import BOTS

MOST_DECISIONS = 3_000
CASES = [(name, option) for name in PLAYABLE for option in sorted(pack(name).options)]


def others(option):
    """A few values an option can have beside its default."""
    if option.sort == "number":
        wanted = (option.least, option.least + 1, option.default + 1, option.most)
        legal = {v for v in wanted if option.least <= v <= option.most}
    else:
        legal = set(range(option.least, option.most + 1))
    return sorted(legal - {option.default})


def difference(rules, players, seed, options, most=MOST_DECISIONS):
    """Play two games side by side, one with the option changed; say what differs first."""
    one, two = Game(rules, players, seed), Game(rules, players, seed, options)
    if headless(one.cells) != headless(two.cells):
        return "the set-up"
    bots = [BOTS["busy"](seed, seat) for seat in range(players)]
    for number in range(most):
        if one.decision is None or two.decision is None:
            break
        keys = [[o.key for o in g.decision.options] for g in (one, two)]
        if one.decision.player != two.decision.player or keys[0] != keys[1]:
            return f"the options of decision {number + 1}"
        index = bots[one.decision.player](one.decision, None)
        one.choose(index)
        two.choose(index)
        if headless(one.cells) != headless(two.cells):
            return f"the state after decision {number + 1}"
    if not most:
        return ""
    if one.over != two.over:
        return "when the game ends"
    return "" if one.result == two.result else "the result"


@pytest.mark.parametrize(("name", "option"), CASES, ids=[f"{n}: {o}" for n, o in CASES])
def test_an_option_changes_something_that_can_be_seen(name, option, record_property):
    rules = pack(name)
    head = rules.pack
    tables = [
        (f"option/{seed}", players, {option: value})
        for seed in range(6)
        for players in range(head.most_players, head.least_players - 1, -1)
        if players in (rules.options[option].players or range(99))
        for value in others(rules.options[option])
    ]
    # What shows at once is looked for first, since it costs little.
    for most in (0, MOST_DECISIONS):
        for seed, players, options in tables if most else tables[: len(tables) // 6]:
            differs = difference(rules, players, seed, options, most)
            if differs:
                record_property("differs", f"{options}, {players} players: {differs}")
                print(f"{name}: {options} with {players} players changes {differs}")  # noqa: T201
                return
    pytest.fail(f"{option} ({legal_values(rules.options[option])}) changes nothing that was seen")


@pytest.mark.parametrize("name", PLAYABLE)
def test_games_with_the_same_options_are_the_same(name):
    rules = pack(name)
    assert difference(rules, rules.pack.least_players, "same", {}) == ""
