"""Tracks, triggers, turns, orders, and the end of the game."""

import pytest
from kit import changed, choose, finished, game, keys, names, pack, symbols, value

from interpreter.engine import events as ev
from interpreter.engine.game import Game
from interpreter.engine.impossible import PackError
from interpreter.lang.lower import lower_effect

# --- tracks


def test_every_space_reached_has_its_effect():
    assert value(game("advance my.path by 3"), "my.wood") == 3


def test_beyond_the_last_space_the_marker_stays_and_the_other_effect_comes():
    play = game("advance my.path by 6")
    assert (value(play, "my.path"), value(play, "my.wood"), value(play, "my.vp")) == (4, 4, 2)


def test_a_ring_goes_round():
    play = game("advance wheel by 4")
    assert value(play, "wheel") == 1
    # Reached: green (1), blue (2), red (0, which signals 0 and leaves no heat), green (1).
    assert value(play, "heat") == 2


def test_the_effect_of_a_space_knows_where_it_is():
    play = game("advance wheel by 2")
    assert value(play, "heat") == 5
    assert names(play, "[wheel.space]") == ["blue"]


def test_setting_a_marker_is_no_step():
    play = game("set my.path to 3")
    assert (value(play, "my.path"), value(play, "my.wood")) == (3, 0)


def test_advancing_by_nothing_or_less_does_nothing():
    play = game("advance my.path by 0; advance my.path by (0 - 2)")
    assert (value(play, "my.path"), value(play, "my.wood")) == (0, 0)


def test_a_marker_belongs_to_its_player_and_so_does_what_it_brings():
    play = game("advance player(2).path by 2")
    assert (value(play, "my.path"), value(play, "my.path", me=1)) == (0, 2)
    # `me` acts, whoever owns the marker.
    assert (value(play, "my.wood"), value(play, "my.wood", me=1)) == (2, 0)


# --- triggers


def test_triggers_run_in_their_declared_order_not_by_name():
    assert value(game("signal found 3"), "heat") == 6


def test_triggers_run_before_the_next_statement():
    assert value(game("signal found 3; add 1 to heat"), "heat") == 7


def test_an_event_nobody_listens_to_does_nothing():
    assert game("signal quiet").over


def test_triggers_of_the_same_order_run_by_id():
    more = """events:
  - {id: rung, source: placeholder}
triggers:
  - {id: z_late, on: rung, effect: set heat to heat * 2, source: placeholder}
  - {id: a_early, on: rung, effect: add 3 to heat, source: placeholder}
"""
    assert value(game("signal rung", more=more), "heat") == 6


def test_a_trigger_acts_for_the_player_who_caused_it():
    more = "triggers:\n  - {id: c_third, on: quiet, effect: gain 1 vp, source: placeholder}\n"
    play = game("as player(2) { signal quiet }", more=more)
    assert [value(play, "my.vp", me=p) for p in (0, 1)] == [0, 1]


# --- acting players and turns


def test_as_changes_who_acts_and_then_changes_back():
    play = game("as player(2) { gain 1 gem }; gain 2 gem")
    assert [value(play, "my.gem", me=p) for p in (0, 1)] == [2, 1]


def test_as_leaves_the_turn_where_it_was():
    assert value(game("as player(2) { set lead to turn_player }"), "lead") == 0


def test_a_turn_ends_with_its_block():
    play = game(
        "leave", round='turn player(2) { leave_it }; set lead to turn_player; end_game "over"'
    )
    assert value(play, "lead") == -1


def test_a_turn_within_a_turn_gives_the_turn_back():
    play = game("turn player(2) { gain 1 gem }; set lead to turn_player")
    assert value(play, "lead") == 0


def test_leaving_a_text_within_a_turn_ends_the_turn():
    flow = (
        'if round is 2 { set lead to turn_player; end_game "over"; leave }; '
        "turn player(2) { leave }"
    )
    assert value(game("leave", round=flow), "lead") == -1


def test_leaving_a_text_within_as_gives_the_acting_player_back():
    more = (
        "actions:\n "
        " - {id: go, name: {en: go}, effect: 'as player(2) { leave }', source: placeholder}\n"
    )
    play = game("go; gain 1 gem", more=more)
    assert [value(play, "my.gem", me=p) for p in (0, 1)] == [1, 0]


def test_leaving_ends_only_the_present_text():
    more = (
        "actions:\n  - {id: go, name: {en: go}, effect: 'gain 1 gem; leave; "
        "gain 1 gem', source: placeholder}\n"
    )
    assert value(game("go; gain 1 vp", more=more), "my.gem * 10 + my.vp") == 11


def test_players_go_round_from_anybody():
    flow = (
        "for each p in from(player(3)) { as p { set my.shade(red) to count(x "
        'in players where x.ready); set my.ready to true } }; end_game "over"'
    )
    play = game("leave", round=flow, players=4)
    assert [value(play, "my.shade(red)", me=p) for p in range(4)] == [2, 3, 0, 1]


@pytest.mark.parametrize(
    "effect",
    [
        "gain 1 gold",
        "lose 1 vp",
        "pay 1 wood",
        "choose c in colour { leave }",
        "set heat to count(others)",
    ],
)
def test_where_nobody_acts_nothing_that_needs_a_player_can_be_written(effect):
    problems = lower_effect(effect, symbols(pack("toy")), player=False)[1]
    assert [p.code.id for p in problems] == ["E214"]


@pytest.mark.parametrize(
    "effect",
    [
        "gain 1 gold",
        "set my.level to 3",
        "advance my.path",
        "draw 1 from deck to my.hand",
        "choose c in colour { mark c }",
    ],
)
def test_an_action_that_needs_a_player_fails_where_nobody_acts(effect):
    """It must not write to whatever cell lies before those of the first player."""
    more = f"actions:\n  - {{id: go, name: {{en: go}}, effect: '{effect}', source: placeholder}}\n"
    with pytest.raises(PackError) as caught:
        game("leave", round='go; end_game "over"', more=more)
    assert caught.value.code == "E902"


# --- any order


def test_branches_in_any_order_are_all_carried_out():
    play = game('any order { "A" -> gain 1 gem | "B" -> gain 1 vp | "C" -> gain 1 glass }')
    choose(play, "B")
    assert keys(play) == ["A", "C"]
    choose(play, "C")
    assert (play.over, value(play, "my.gem + my.vp + my.glass")) == (True, 3)


def test_only_orders_that_can_be_carried_out_to_the_end_are_offered():
    play = game('any order { "Spend" -> pay 2 gem | "Earn" -> gain 2 gem }; gain 1 vp')
    assert (play.over, value(play, "my.gem"), value(play, "my.vp")) == (True, 0, 1)


def test_a_branch_whose_condition_does_not_hold_is_left_out():
    play = game(
        'any order { "A" -> gain 1 gem | "B" when my.gold > 0 -> gain 9 vp | "C" -> gain 1 glass }'
    )
    assert keys(play) == ["A", "C"]
    choose(play, "A")
    assert (play.over, value(play, "my.vp"), value(play, "my.glass")) == (True, 0, 1)


def test_an_optional_order_may_be_stopped_and_leaves_out_what_cannot_be_done():
    play = game('may any order { "A" -> gain 1 gem | "B" -> pay 9 wood | "C" -> gain 1 vp }')
    assert keys(play) == ["A", "C", "stop"]
    choose(play, "A")
    assert keys(play) == ["C", "stop"]
    choose(play, "stop")
    assert (value(play, "my.gem"), value(play, "my.vp")) == (1, 0)


def test_a_branch_may_become_possible_through_another():
    play = game('may any order { "A" -> gain 2 gold | "B" -> pay 2 gold; gain 5 vp }')
    assert keys(play) == ["A", "stop"]
    choose(play, "A")
    assert keys(play)[0] == "B"


# --- chance


def test_the_same_seed_gives_the_same_chance():
    effect = "roll n from 1 to 1000 { gain n vp }; shuffle deck; draw 3 from deck to my.played"
    one, two, other = (game(effect, seed=s) for s in ("x", "x", "y"))
    assert one.cells == two.cells
    assert one.hash() == two.hash() != other.hash()
    assert value(one, "my.vp") != value(other, "my.vp")


def test_every_value_comes_up_and_no_other():
    rolled = [value(game("roll n from 2 to 5 { gain n vp }", seed=s), "my.vp") for s in range(200)]
    assert set(rolled) == {2, 3, 4, 5}
    assert all(25 <= rolled.count(n) <= 80 for n in range(2, 6))
    taken = {
        names(game("roll c in colour { set my.favourite to c }", seed=s), "[my.favourite]")[0]
        for s in range(40)
    }
    assert taken == {"red", "green", "blue"}


def test_shuffling_keeps_what_is_there():
    play = game("shuffle deck")
    before = names(game("leave"), "deck")
    assert names(play, "deck") != before
    assert sorted(names(play, "deck")) == sorted(before)


def test_the_chance_of_one_action_does_not_disturb_another():
    more = (
        "actions:\n"
        "  - {id: one, name: {en: one}, effect: 'roll n from 1 to 1000 { gain "
        "n vp }', source: placeholder}\n"
        "  - {id: two, name: {en: two}, effect: 'roll n from 1 to 1000 { set "
        "my.shade(red) to n }', source: placeholder}\n"
    )
    alone, both = game("two", more=more), game("one; two; one", more=more)
    assert value(alone, "my.shade(red)") == value(both, "my.shade(red)")


def test_zones_of_one_family_are_shuffled_independently():
    play = game(
        "draw 9 from deck to my.played; draw 9 from deck to player(2).played; "
        "shuffle my.played; shuffle player(2).played"
    )
    before = game("draw 9 from deck to my.played; draw 9 from deck to player(2).played")
    orders = [
        [names(before, "my.played", me=p).index(k) for k in names(play, "my.played", me=p)]
        for p in (0, 1)
    ]
    assert orders[0] != orders[1]


# --- the end


def test_the_round_goes_on_after_the_end_is_announced():
    play = game("leave", round='end_game "soon"; for each p in players { as p { gain 1 gem } }')
    assert play.result.reason == "soon"
    assert [value(play, "my.gem", me=p) for p in (0, 1)] == [1, 1]


def test_the_game_can_end_at_once():
    play = game("leave", round='as player(1) { gain 1 gem; end_game_now "now"; gain 1 gem }')
    assert (play.result.reason, value(play, "my.gem")) == ("now", 1)


def test_the_first_reason_counts():
    play = game('end_game "one"; end_game "two"', round="turn player(1) { tried }")
    assert play.result.reason == "one"


def test_rounds_are_played_until_the_end_is_announced():
    play = game("leave", round='as player(1) { gain 1 vp }; if round is 4 { end_game "four" }')
    assert play.result.scores[0] == 4


def test_the_last_effects_come_before_the_scores():
    play = game("leave", finish="as player(2) { mark red }")
    assert play.result.scores == (0, 1)


def test_scores_are_capped_each():
    given = "move deck to my.played"
    assert game("leave", given=given).result.scores[0] == 15


def test_scores_are_counted_before_anybody_gets_points():
    more = (
        "scores:\n "
        " - {id: a_score, name: {en: a}, amount: 'if exists(p in others where "
        "p.vp > 0) then 0 else 2', source: placeholder}\n"
    )
    assert game("leave", more=more).result.scores == (2, 2)


def test_most_points_win():
    assert game("as player(2) { gain 3 vp }").result.winners == (1,)


def test_ties_are_broken_in_order():
    ties = ("my.gold", "my.gem")
    assert game("as player(2) { gain 1 gold }; gain 3 gem", ties=ties).result.winners == (1,)
    assert game(
        "as player(2) { gain 1 gold }; gain 1 gold; gain 3 gem", ties=ties
    ).result.winners == (0,)


def test_who_is_equal_in_everything_shares_the_victory():
    play = game("lose 1 vp", players=3)
    assert (play.result.scores, play.result.winners) == ((-1, 0, 0), (1, 2))


def test_there_is_no_result_before_the_end():
    play = game("choose c in colour { mark c }")
    assert (play.over, play.result) == (False, None)
    choose(play, "red")
    assert play.over
    assert play.decision is None


# --- options


@pytest.mark.parametrize(
    ("option", "index", "gold"), [("wealth", 0, 0), ("wealth", 1, 3), (None, 0, 0)]
)
def test_options_are_values_of_the_language(option, index, gold):
    rules = pack("toy")
    play = Game(rules, 2, 1, {option: index} if option else None)
    assert value(play, "my.gold") == gold


def test_the_number_of_players_decides_the_seats():
    for players in (2, 3, 4):
        assert value(game("leave", players=players), "count(players)") == players


# --- events


def test_events_tell_what_happened_in_order():
    play = game(
        "gain 2 gem; pay 1 gem; set heat to 3; signal quiet; roll n from 1 to 2 { leave }",
        listen=True,
    )
    kinds = [type(e) for e in play.events if not isinstance(e, ev.Scored)]
    assert kinds == [
        ev.TurnBegan,
        ev.Called,
        ev.Gained,
        ev.Paid,
        ev.Changed,
        ev.Signalled,
        ev.Rolled,
        ev.Ended,
    ]


def test_what_is_only_tried_is_not_told():
    play = game(
        'choose { "A" -> gain 1 gem; pay 1 gem; require my.gold is 0 | "B" -> gain 1 vp }',
        listen=True,
    )
    assert not [e for e in play.events if isinstance(e, ev.Gained | ev.Paid)]


def test_without_a_listener_no_events_are_made():
    play = finished(Game(pack("toy"), 2, 1))
    assert play.events == []


def test_listening_does_not_change_the_game():
    one, two = (finished(Game(pack("parade"), 3, 2, listen=x), 1) for x in (True, False))
    assert one.hash() == two.hash()


def test_a_changed_flow_is_another_content():
    assert (
        changed("toy", round='end_game "a"').fingerprint
        != changed("toy", round='end_game "b"').fingerprint
    )
