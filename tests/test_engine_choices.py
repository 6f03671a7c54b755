"""What is offered: only what can be carried out to its end, and only where something is decided."""

import pytest
from kit import PLAYABLE, TEST_PACKS, choose, finished, game, keys, main, names, pack, value

from interpreter.engine.game import Game
from interpreter.engine.impossible import PackError

TWO_MORE = '| "B" -> gain 1 vp | "C" -> gain 2 vp }'


@pytest.mark.parametrize(
    ("effect", "given"),
    [
        ("pay 2 wood", ""),
        ("pay 1 any", "set my.iron to 0"),
        ("require my.gold > 5", ""),
        ("choose c in display { move c to my.hand }", ""),
        ("choose c in deck where c.rank > 3 { move c to my.hand }", ""),
        ("choose n from 3 to my.gold { gain n vp }", ""),
        ("choose n from 1 to 3 where n > 3 { gain n vp }", ""),
        ("move first(display) to my.hand", ""),
        ("move first(deck) to my.shelf", "draw 2 from deck to my.shelf"),
        ("draw 1 from deck to my.shelf", "draw 2 from deck to my.shelf"),
        ("move deck to my.shelf", ""),
        ("roll c in display { gain 1 vp }", ""),
        ("roll n from 2 to my.gold { gain n vp }", ""),
        ("do first(display).reward", ""),
        ("do red.acts(2)", ""),
        ("gain 1 gold; swap", ""),
        ("repeat 3 { pay 1 wood }", "gain 2 wood"),
        ('choose { "x" when my.gold > 5 -> gain 1 vp | "y" when false -> gain 1 vp }', ""),
        ('any order { "x" -> pay 1 gold | "y" -> gain 1 vp }', ""),
        ("if my.gold is 0 { require false }", ""),
        ("let c = first(display); gain c.rank vp", ""),
        ("gain (down(1 / my.gold)) vp", ""),
    ],
)
def test_what_cannot_be_carried_out_is_not_offered(effect, given):
    assert main(game(f'choose {{ "A" -> {effect} {TWO_MORE}', given=given)) == ["B", "C"]


@pytest.mark.parametrize(
    "effect",
    [
        "lose 5 wood",
        "draw 5 from display to my.hand",
        "may { pay 5 wood }",
        "may choose c in display { move c to my.hand }",
        "choose up to 2 c in display { move c to my.hand }",
        "for each c in display { move c to my.hand }",
        'may any order { "x" -> pay 9 wood }',
        "pay (my.gold) wood",
        "subtract 9 from heat",
        "gain 9 gem",
        "repeat 0 { require false }",
        "leave; require false",
        "advance my.path by 9",
    ],
)
def test_what_can_always_be_carried_out_is_offered(effect):
    assert keys(game(f'choose {{ "A" -> {effect} {TWO_MORE}')) == ["A", "B", "C"]


def test_an_order_that_must_be_carried_out_whole_is_not_offered_if_a_part_cannot_be():
    """The same as above, followed to the end: choosing it would leave nothing to choose."""
    play = game(
        'choose { "A" -> any order { "x" -> pay 1 gold | "y" -> gain 1 vp } '
        '| "B" -> gain 1 vp | "C" -> gain 2 vp }'
    )
    for index in range(play.decision.count):
        play.copy().choose(index)


@pytest.mark.parametrize(
    "effect",
    [
        "do first(display).reward",
        "let c = first(display); gain c.rank vp",
        "gain (down(1 / my.gold)) vp",
        "set first(display).used to true",
        "advance player(5).path",
    ],
)
def test_choosing_what_is_offered_never_fails_in_an_expression(effect):
    play = game(f'choose {{ "A" -> {effect} | "B" -> gain 1 vp | "C" -> gain 2 vp }}')
    for index in range(play.decision.count):
        play.copy().choose(index)


def test_moving_an_empty_set_moves_nothing_and_is_possible():
    assert keys(game(f'choose {{ "A" -> move display to my.hand {TWO_MORE}')) == ["A", "B", "C"]


def test_a_branch_of_the_flow_itself_is_offered_only_if_it_can_be_carried_out():
    play = game(
        "leave",
        round='turn player(1) { choose { "A" -> mark red | "B" -> swap '
        '| "C" -> raise me, 1 } }; end_game "over"',
    )
    assert keys(play) == ["A", "C"]


def test_an_option_is_offered_only_if_a_question_inside_it_has_an_answer():
    inner = "choose c in colour where count(c.spot) is 0 { pay 3 gold; mark c }"
    assert main(game(f'choose {{ "A" -> {inner} {TWO_MORE}', given="gain 2 gold")) == ["B", "C"]
    assert main(game(f'choose {{ "A" -> {inner} {TWO_MORE}', given="gain 3 gold")) == [
        "A",
        "B",
        "C",
    ]


def test_an_inner_question_offers_only_what_can_go_on():
    play = game(
        'choose { "A" -> choose n from 1 to 9 { pay n gold } | "B" -> gain 1 vp }',
        given="gain 3 gold",
    )
    choose(play, "A")
    assert keys(play)[:3] == ["1", "2", "3"]
    assert "4" not in keys(play)


def test_what_follows_a_choice_counts_too():
    play = game(
        'choose { "Waste" -> lose 1 gem | "Keep" -> gain 1 vp }; pay 3 gem', given="gain 3 gem"
    )
    assert play.over
    assert (value(play, "my.gem"), value(play, "my.vp")) == (0, 1)


def test_what_follows_in_the_calling_text_counts_too():
    more = (
        "actions:\n "
        ' - {id: pick, name: {en: pick}, effect: \'choose { "Waste" -> lose 1 '
        'gem | "Keep" -> gain 1 vp }\', source: placeholder}\n'
    )
    play = game("pick; pay 3 gem", given="gain 3 gem", more=more)
    assert (play.over, value(play, "my.vp")) == (True, 1)


def test_a_payment_that_makes_a_later_one_impossible_is_not_offered():
    play = game("pay 1 any; pay 1 gold; gain 5 vp", given="set my.iron to 0; gain 1 gold, 1 wood")
    assert play.over
    assert (value(play, "my.wood"), value(play, "my.gold"), value(play, "my.vp")) == (0, 0, 5)


def test_a_number_that_makes_a_much_later_payment_impossible_is_not_offered():
    effect = (
        "choose n from 0 to 3 { lose n gem }; "
        "choose m from 0 to 3 { lose m gem }; pay 2 gem; gain 1 vp"
    )
    play = game(effect, given="gain 3 gem")
    assert keys(play) == ["0", "1"]
    choose(play, "1")
    assert (play.over, value(play, "my.gem")) == (True, 0)


def test_a_lone_answer_answers_itself():
    play = game("choose c in [red] { mark c }; choose n from 2 to 2 { gain n gem }")
    assert (play.over, value(play, "my.gem"), value(play, "count(red.spot)")) == (True, 2, 1)


def test_a_lone_answer_answers_itself_whatever_else_could_be_done():
    play = game("choose c in [red] { mark c }", given="gain 4 wood")
    assert play.over


def test_what_may_be_declined_is_asked_even_if_there_is_one_way_to_do_it():
    assert keys(game("may { gain 1 vp }")) == ["yes", "skip"]
    assert keys(game("may choose c in [red] { mark c }")) == ["red", "skip"]
    assert keys(game('may choose { "A" -> gain 1 vp }')) == ["A", "skip"]


def test_what_may_be_declined_and_cannot_be_done_is_skipped_without_a_question():
    assert game("may { pay 9 gold }").over
    assert game("may choose c in display { move c to my.hand }").over


def test_declining_leaves_everything_as_it_was():
    play = choose(game("may { gain 1 vp }; gain 1 gem"), "skip")
    assert (value(play, "my.vp"), value(play, "my.gem")) == (0, 1)


def test_choosing_up_to_a_number_stops_there_or_earlier():
    effect = "choose up to 2 c in colour where count(c.spot) is 0 { mark c }; gain 1 gem"
    play = game(effect)
    assert keys(play) == ["red", "green", "blue", "stop"]
    choose(play, "green")
    assert keys(play) == ["red", "blue", "stop"]
    choose(play, "red")
    assert (play.over, value(play, "my.gem")) == (True, 1)
    play = choose(game(effect), "stop")
    assert (play.over, value(play, "count(c in colour where count(c.spot) > 0)")) == (True, 0)


def test_copies_and_branches_have_keys_of_their_own():
    play = game("choose t in my.stock { move t to pool }")
    assert keys(play) == ["token", "token#2", "token#3"]
    play = game('choose { red -> mark red | "Text" -> gain 1 vp | blue -> mark blue }')
    assert keys(play) == ["red", "Text", "blue"]
    assert keys(game("choose p in players { raise p, 1 }")) == ["player 1", "player 2"]
    assert keys(game("choose r in basic { gain 1 r }")) == ["iron", "wood"]
    assert keys(game("choose x in range(2, 4) { gain x vp }")) == ["2", "3", "4"]


def test_a_branch_marked_otherwise_counts_as_declining():
    play = game('choose "What now?" { "Do" -> gain 1 vp | otherwise "Rest" -> gain 1 gem }')
    assert play.decision.declining == (False, True)
    assert play.decision.prompt == "What now?"
    assert [o.sort for o in play.decision.options] == ["branch", "branch"]


def test_skip_is_among_the_declining_options():
    assert game("may choose c in colour { mark c }").decision.declining == (
        False,
        False,
        False,
        True,
    )


def test_the_question_belongs_to_the_acting_player():
    play = game("as player(2) { choose c in colour { mark c } }")
    assert play.decision.player == 1
    choose(play, "red")
    assert value(play, "first(red.spot).owner") == 1


def test_names_of_a_loop_keep_their_values_over_a_question():
    play = game("for each c in [red, blue] { choose n from 1 to 2 { add n to my.shade(c) } }")
    choose(play, "2", "1")
    assert [value(play, f"my.shade({c})") for c in ("red", "green", "blue")] == [4, 2, 3]


def test_a_set_is_taken_once_at_the_start_of_a_loop():
    play = game(
        "for each c in display { move c to deck; draw 1 from deck to display }",
        given="draw 3 from deck to display",
    )
    assert (play.over, value(play, "count(display)")) == (True, 3)


def test_where_nothing_at_all_can_be_chosen_the_pack_is_at_fault():
    with pytest.raises(PackError) as caught:
        game("require false")
    assert caught.value.code == "E902"


@pytest.mark.parametrize("name", [n for n in PLAYABLE if n in TEST_PACKS])
def test_no_offered_option_leads_to_a_dead_end(name):
    """Walks the tree of whole games: every option of every question, within a budget."""
    rules = pack(name)
    for seed in range(4):
        waiting = [Game(rules, rules.pack.least_players, seed)]
        budget = 1_500
        while waiting and budget:
            at = waiting.pop()
            for index in range(at.decision.count):
                after = at.copy()
                after.choose(index)
                budget -= 1
                if not after.over:
                    waiting.append(after)
                if not budget:
                    break


@pytest.mark.parametrize("length", [50, 300])
def test_a_long_chain_of_questions_can_be_tried_or_is_the_packs_fault(length):
    """However long it is, no error of Python's own comes up."""
    effect = (
        f'repeat {length} {{ choose {{ "A" -> gain 1 iron '
        f'| "B" -> gain 1 wood }} }}; pay 3 gem; gain 1 glass'
    )
    try:
        play = finished(game(effect, given="gain 3 gem"))
    except PackError as error:
        assert error.code == "E901" and length > 50
    else:
        assert value(play, "my.glass") == 1


def test_moving_puts_at_the_end_and_onto_at_the_front():
    play = game("move mill to my.played; move mine to my.played; move port onto my.played")
    assert names(play, "my.played") == ["port", "mill", "mine"]
    play = game("move first(my.stock) to pool; move last(my.stock) onto pool")
    assert names(play, "pool") == ["token#3", "token"]


def test_drawing_takes_from_the_front_and_as_many_as_there_are():
    play = game("draw 2 from display to my.played", given="draw 3 from deck to display")
    first = game("leave", given="draw 3 from deck to display")
    assert names(play, "my.played") == names(first, "display")[:2]
    play = game("draw 9 from display to my.played", given="draw 3 from deck to display")
    assert names(play, "my.played") == names(first, "display")


def test_a_component_is_moved_from_wherever_it_is():
    play = game("move mill to my.hand; move mill to my.played")
    assert ("mill" in names(play, "deck"), names(play, "my.hand"), names(play, "my.played")) == (
        False,
        [],
        ["mill"],
    )


def test_bags_have_no_order():
    play = game("move port to bag; move mill to bag; move mine onto bag")
    assert names(play, "bag") == ["mill", "mine", "port"]


def test_a_cost_of_nothing_can_be_paid():
    more = """items:
  card:
    - id: free
      price: {}
      reward: gain 1 gem
      worth: 0
      good: true
      tint: red
      rank: 9
      loud: false
      motto: free
      source: placeholder
"""
    play = game("pay free.price; gain 1 vp; gain (size(free.price)) gem", more=more)
    assert (value(play, "my.vp"), value(play, "my.gem")) == (1, 0)
