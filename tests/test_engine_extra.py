"""Additional actions: beside every decision of one's own turn, before what is announced is paid."""

from kit import choose, game, keys, pack, value

from interpreter.engine.game import Game


def test_an_additional_action_is_offered_beside_every_decision_of_the_turn():
    effect = "choose c in colour { mark c }; may { gain 1 gem }; choose n from 1 to 3 { gain n vp }"
    play = game(effect, given="gain 9 wood")
    seen = []
    for key in ("red", "yes", "2"):
        seen.append(keys(play)[-1])
        choose(play, key)
    assert seen == ["swap", "swap", "swap"]


def test_an_additional_action_that_cannot_be_carried_out_is_not_offered():
    assert "swap" not in keys(game("choose c in colour { mark c }", given="gain 1 wood"))
    assert "swap" in keys(game("choose c in colour { mark c }", given="gain 1 wood, 1 gold"))


def test_after_an_additional_action_the_question_is_asked_again():
    play = game("choose c in colour { mark c }", given="gain 4 wood")
    choose(play, "swap")
    assert keys(play)[:3] == ["red", "green", "blue"]
    assert (value(play, "my.wood"), value(play, "my.gold")) == (2, 1)


def test_additional_actions_belong_to_the_player_whose_turn_it_is():
    play = game(
        "as player(2) { choose c in colour { mark c } }",
        given="for each p in players { as p { gain 4 wood } }",
    )
    assert play.decision.player == 1
    assert "swap" not in keys(play)


def test_outside_of_turns_there_are_no_additional_actions():
    play = game(
        "leave",
        round='as player(1) { choose c in colour { mark c } }; end_game "over"',
        given="gain 4 wood",
    )
    assert keys(play) == ["red", "green", "blue"]


def test_no_additional_action_is_offered_inside_an_unpaid_one():
    play = game("choose c in colour { mark c }", given="gain 4 wood, 1 gold")
    choose(play, "swap")
    assert keys(play) == ["2 wood", "1 gold, 1 wood"]


def test_an_additional_action_reopens_a_choice_that_is_announced_but_not_paid():
    play = game("choose c in colour { pay 1 any; mark c }", given="gain 4 wood")
    choose(play, "blue")
    assert keys(play) == ["1 iron", "1 wood", "swap"]
    choose(play, "swap")
    assert keys(play)[:3] == ["red", "green", "blue"]
    assert value(play, "count(pool) + count(blue.spot)") == 0


def test_several_announced_choices_are_reopened_together():
    play = game(
        "choose c in colour { choose n from 1 to 2 { pay n any; mark c } }", given="gain 4 wood"
    )
    choose(play, "blue", "2")
    assert keys(play)[-1] == "swap"
    choose(play, "swap")
    assert keys(play)[:3] == ["red", "green", "blue"]


def test_what_is_paid_is_not_reopened():
    play = game(
        "choose c in colour { pay 1 iron; choose n from 1 to 2 { gain n vp; mark c } }",
        given="gain 4 wood",
    )
    choose(play, "blue")
    assert (keys(play), value(play, "my.iron")) == (["1", "2", "swap"], 0)
    choose(play, "swap", "2")
    assert value(play, "count(blue.spot)") == 1


def test_a_choice_may_be_possible_only_thanks_to_an_additional_action_done_before():
    play = game(
        'choose { "Buy" -> pay 1 gold; gain 5 vp | "A" -> gain 1 vp | "B" -> gain 1 gem }',
        given="gain 2 wood",
    )
    assert keys(play) == ["A", "B", "swap"]
    choose(play, "swap")
    assert "Buy" in keys(play)


def test_additional_actions_are_of_their_own_sort_and_do_not_decline():
    play = game("choose c in colour { mark c }", given="gain 4 wood")
    extra = play.decision.options[-1]
    assert (extra.key, extra.sort, extra.declines) == ("swap", "action", False)


def test_selling_while_paying_reopens_the_choice_of_a_stall():
    play = Game(pack("market"), 2, 5)
    choose(play, "Buy")
    stall = keys(play)[0]
    choose(play, stall)
    while not any(k.startswith(("sell", "plot")) for k in keys(play)):
        choose(play, keys(play)[0])
    choose(play, "sell")
    while play.decision.options[0].sort in ("resource", "payment"):
        play.choose(0)
    assert play.decision.player == 0
    assert "Buy" in keys(play)


def test_an_additional_action_may_be_used_again_and_again():
    play = game("choose c in colour { mark c }", given="gain 6 wood")
    for _ in range(2):
        choose(play, "swap")
        if "2 wood" in keys(play):
            choose(play, "2 wood")
    assert value(play, "my.gold") == 2


def test_what_somebody_else_is_asked_meanwhile_makes_no_additional_action_possible():
    more = """actions:
  - {id: sell, name: {en: sell}, offered: any_time, effect: "pay 2 wood; gain 1 vp", source: placeholder}
"""  # noqa: E501 - one line as in a pack
    play = game(
        "choose c in [red, blue] { gain 1 iron }; lose 1 wood; "
        "as player(2) { choose c in [red, blue] { add 1 to heat } }; may { gain 1 iron }",
        given="gain 2 wood",
        more=more,
    )
    assert "sell" in keys(play)
    choose(play, "red", "red")
    assert keys(play) == ["yes", "skip"]
