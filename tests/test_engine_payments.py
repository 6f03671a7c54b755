"""Paying and gaining: every distinct way, the direct one first; abstract resources; limits."""

import itertools

import pytest
from kit import choose, game, keys, main, pack, value

from interpreter.engine.payments import Payments

RESOURCES = tuple(r.id for r in pack("toy").resources)
PAYERS = {
    "gold": ("gold",), "wood": ("wood", "gold"), "iron": ("iron", "gold"),
    "any": ("wood", "iron", "gold"), "gem": ("gem", "glass"), "glass": ("glass",),
}  # fmt: skip


def vector(**amounts):
    return tuple(sorted((RESOURCES.index(r), n) for r, n in amounts.items() if n))


def brute_force(cost, have):
    """All ways to pay, by trying every assignment of payers to units."""
    units = [name for name, n in cost.items() for _ in range(n)]
    found = set()
    for payers in itertools.product(*(PAYERS[u] for u in units)):
        paid = {p: payers.count(p) for p in payers}
        if all(n <= have.get(p, 0) for p, n in paid.items()):
            found.add(vector(**paid))
    return found


COSTS = [
    {"wood": 1}, {"wood": 2}, {"any": 1}, {"any": 3}, {"wood": 1, "any": 1}, {"wood": 1, "iron": 1},
    {"gold": 1, "wood": 1}, {"gem": 2}, {"gold": 1, "iron": 1, "any": 2}, {"wood": 2, "gem": 1},
]  # fmt: skip
PURSES = [
    {}, {"wood": 1}, {"gold": 1}, {"wood": 1, "iron": 1}, {"wood": 2, "gold": 2}, {"gold": 4},
    {"iron": 3, "gold": 1}, {"wood": 3, "iron": 3, "gold": 3}, {"gem": 1, "glass": 2, "wood": 2},
    {"wood": 1, "iron": 1, "gold": 1},
]  # fmt: skip


@pytest.mark.parametrize("cost", COSTS, ids=str)
def test_every_distinct_way_to_pay_is_found_once(cost):
    payments = Payments(pack("toy").resources)
    for purse in PURSES:
        ways = payments.ways(vector(**cost), [purse.get(r, 0) for r in RESOURCES])
        assert len(set(ways)) == len(ways)
        assert set(ways) == brute_force(cost, purse), purse


def test_the_most_direct_way_comes_first():
    play = game("pay 2 wood", given="gain 2 wood, 2 gold")
    assert main(play) == ["2 wood", "1 gold, 1 wood", "2 gold"]


def test_what_can_be_paid_in_one_way_only_is_paid_without_a_question():
    play = game("pay 2 wood; gain 1 vp", given="gain 1 wood, 1 gold")
    assert (play.over, value(play, "my.wood + my.gold"), value(play, "my.vp")) == (True, 0, 1)


def test_a_resource_may_stand_in_for_one_single_other():
    play = game("pay 2 gem", given="gain 2 gem, 1 glass")
    assert keys(play) == ["2 gem", "1 gem, 1 glass"]


def test_nothing_stands_in_for_a_resource_that_nobody_pays_for():
    play = game('choose { "A" -> pay 1 gold | "B" -> gain 1 vp }', given="gain 9 wood, 9 glass")
    assert "A" not in keys(play)


def test_an_abstract_cost_is_paid_with_any_resource_of_its_tag_or_their_substitutes():
    play = game("pay 2 any", given="gain 1 wood, 1 gold")
    assert main(play) == ["1 iron, 1 wood", "1 gold, 1 iron", "1 gold, 1 wood"]


def test_no_resource_is_paid_twice():
    play = game("pay 1 wood, 1 any; gain 1 vp", given="gain 1 wood")
    assert (play.over, value(play, "my.wood"), value(play, "my.iron"), value(play, "my.vp")) == (
        True,
        0,
        0,
        1,
    )


def test_costs_and_amounts_may_be_mixed():
    play = game("pay mine.price, 2 wood; gain (size(mine.price)) vp", given="gain 1 gold, 2 wood")
    assert (play.over, value(play, "my.gold + my.iron + my.wood"), value(play, "my.vp")) == (
        True,
        0,
        2,
    )


def test_paying_nothing_is_possible():
    play = game("pay 0 gem, (my.gold) wood; gain 1 vp")
    assert (play.over, value(play, "my.vp")) == (True, 1)


def test_how_to_pay_is_the_question_of_the_payer():
    play = game("as player(2) { gain 1 wood, 1 gold; pay 1 wood }")
    assert (play.decision.player, keys(play)) == (1, ["1 wood", "1 gold"])
    assert [o.sort for o in play.decision.options] == ["payment", "payment"]


def test_gaining_an_abstract_resource_asks_which():
    play = game("gain 2 any")
    assert keys(play) == ["2 iron", "1 iron, 1 wood", "2 wood"]
    choose(play, "1 iron, 1 wood")
    assert (value(play, "my.wood"), value(play, "my.iron"), value(play, "my.any")) == (1, 2, 0)


def test_concrete_and_abstract_gains_are_one_question():
    play = game("gain 1 gold, 1 any")
    assert keys(play) == ["1 gold, 1 iron", "1 gold, 1 wood"]


def test_gaining_a_cost_that_is_abstract_asks_too():
    assert keys(game("gain mill.price")) == ["1 iron", "1 wood"]


def test_gaining_stops_at_the_maximum():
    assert value(game("gain 2 gem; gain 2 gem"), "my.gem") == 3


def test_losing_takes_what_is_there():
    play = game("lose 3 wood, 3 gem", given="gain 2 wood")
    assert (value(play, "my.wood"), value(play, "my.gem")) == (0, 0)


def test_an_unbounded_resource_goes_below_nothing():
    assert value(game("lose 3 vp"), "my.vp") == -3


@pytest.mark.parametrize(
    ("verb", "expected"),
    [
        ("set heat to 99", 9),
        ("set heat to -5", 0),
        ("add 99 to heat", 9),
        ("subtract 99 from heat", 0),
    ],
)
def test_counters_stop_at_their_limits(verb, expected):
    assert value(game(verb, given="set heat to 4"), "heat") == expected


def test_amounts_of_resources_can_be_written_like_counters():
    play = game("set my.wood to 4; add 2 to my.amount(iron); subtract 1 from my.wood")
    assert (value(play, "my.wood"), value(play, "my.iron")) == (3, 3)


# --- limited supply


def scarce(effect, given="", **more):
    return game(effect, given=given, options={"scarce": 1}, **more)


def test_only_what_is_left_in_the_supply_can_be_gained():
    assert value(scarce("gain 12 wood"), "my.wood") == 8
    assert value(game("gain 12 wood"), "my.wood") == 12


def test_what_the_others_hold_is_not_in_the_supply():
    play = scarce("gain 5 wood", given="as player(2) { gain 6 wood }")
    assert (value(play, "my.wood"), value(play, "my.wood", me=1)) == (2, 6)


def test_what_is_paid_is_in_the_supply_again():
    play = scarce("as player(2) { pay 4 wood }; gain 5 wood", given="as player(2) { gain 8 wood }")
    assert value(play, "my.wood") == 4


def test_an_abstract_gain_offers_only_what_is_left():
    play = scarce("gain 1 any; gain 1 vp", given="as player(2) { gain 8 wood }")
    assert (play.over, value(play, "my.iron")) == (True, 2)
    play = scarce("gain 2 any", given="as player(2) { gain 7 wood }")
    assert keys(play) == ["2 iron", "1 iron, 1 wood"]


def test_the_supply_is_never_exceeded_by_several_gains_at_once():
    play = scarce("for each p in players { as p { gain 3 wood } }", players=4)
    assert sum(value(play, "my.wood", me=p) for p in range(4)) == 8
