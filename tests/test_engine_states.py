"""States: refused answers, going back, copies, saves, records, views, and effects without end."""

import json

import pytest
from kit import PLAYABLE, choose, finished, game, keys, names, pack, value

from interpreter.engine import machine, record
from interpreter.engine.game import Game, Rejected
from interpreter.engine.impossible import PackError
from interpreter.engine.view import hidden, view
from interpreter.play.bots import BOTS

LOOP = (
    "actions:\n"
    "  - {id: again, name: {en: again}, effect: 'add 1 to heat; again', source: placeholder}\n"
    "  - {id: forth, name: {en: forth}, effect: 'pay 0 gold; back', source: placeholder}\n"
    "  - {id: back, name: {en: back}, effect: 'pay 0 gold; forth', source: placeholder}\n"
)


# --- refused answers


@pytest.mark.parametrize("index", [-1, 3, 99])
def test_an_answer_that_is_not_offered_is_rejected_and_changes_nothing(index):
    play = game("choose c in colour { mark c }", listen=True)
    before = (play.cells[:], keys(play), list(play.events), play.hash())
    with pytest.raises(Rejected):
        play.choose(index)
    assert (play.cells, keys(play), play.events, play.hash()) == before
    assert choose(play, "red").over


def test_nothing_can_be_answered_after_the_end():
    play = game("leave")
    with pytest.raises(Rejected):
        play.choose(0)


# --- effects without end


@pytest.mark.parametrize("effect", ["again", "repeat 2000000 { add 1 to heat }"])
def test_an_effect_without_end_is_stopped_and_the_state_is_as_before(effect, monkeypatch):
    monkeypatch.setattr(machine, "FUEL", 20_000)
    play = game(
        f"choose c in [red, blue] {{ if c is red {{ {effect} }} else {{ gain 1 vp }} }}", more=LOOP
    )
    before = (play.cells[:], keys(play), play.hash())
    with pytest.raises(PackError) as caught:
        play.choose(0)
    assert caught.value.code == "E901"
    assert (play.cells, keys(play), play.hash()) == before
    assert choose(play, "blue").over
    assert value(play, "my.vp") == 1


def test_an_action_that_calls_itself_is_stopped_at_the_limit_of_steps():
    play = game("choose c in [red, blue] { if c is red { again } else { gain 1 vp } }", more=LOOP)
    with pytest.raises(PackError) as caught:
        play.choose(0)
    assert caught.value.code == "E901"
    assert keys(play) == ["red", "blue"]


def test_a_repetition_without_end_is_stopped_at_the_limit_of_steps():
    play = game(
        "choose c in [red, blue] { if c is red { repeat 2000000 { set heat to "
        "1 } } else { gain 1 vp } }"
    )
    with pytest.raises(PackError) as caught:
        play.choose(0)
    assert caught.value.code == "E901"
    assert str(machine.FUEL) in caught.value.reason
    assert keys(play) == ["red", "blue"]


def test_a_trial_without_end_is_stopped_too(monkeypatch):
    """What can fail is tried before it is offered; here the trial itself has no end."""
    monkeypatch.setattr(machine, "FUEL", 20_000)
    with pytest.raises(PackError) as caught:
        game('choose { "A" -> forth | "B" -> gain 1 vp }', more=LOOP)
    assert caught.value.code == "E901"


def test_the_limit_of_steps_is_far_beyond_what_a_rule_needs():
    play = game("repeat 100000 { add 1 to heat }; gain 1 vp")
    assert value(play, "my.vp") == 1


def test_an_error_names_the_program_and_the_place(monkeypatch):
    monkeypatch.setattr(machine, "FUEL", 1_000)
    with pytest.raises(PackError) as caught:
        game("again", more=LOOP)
    rules = game("leave", more=LOOP).table.ruleset
    assert rules.programs[caught.value.program].owner == "again"


# --- undo and redo


def test_undo_and_redo_lead_to_the_same_states():
    play = game("choose c in colour { mark c }; choose n from 1 to 3 { gain n vp }")
    states = [play.cells[:]]
    for key in ("green", "2"):
        choose(play, key)
        states.append(play.cells[:])
    assert play.undo() and play.cells == states[1] and keys(play) == ["1", "2", "3"]
    assert play.undo() and play.cells == states[0]
    assert not play.undo()
    assert play.redo() and play.redo() and play.cells == states[2] and play.over
    assert not play.redo()


def test_a_new_answer_forgets_what_was_undone():
    play = choose(
        game("choose c in colour { mark c }; choose n from 1 to 3 { gain n vp }"), "green"
    )
    play.undo()
    choose(play, "red")
    assert not play.redo()
    assert value(play, "count(red.spot)") == 1


def test_an_undone_choice_can_be_made_otherwise():
    play = choose(
        game("choose c in colour { mark c }; choose n from 1 to 3 { gain n vp }"), "green"
    )
    play.undo()
    choose(play, "blue", "3")
    assert (value(play, "count(green.spot)"), value(play, "count(blue.spot)")) == (0, 1)


@pytest.mark.parametrize(
    "effect",
    [
        "roll n from 1 to 2 { gain n vp }",
        "shuffle deck",
        "draw 1 from deck to my.hand",
        "move first(deck) to display",
        "move last(bag) to display",
    ],
)
def test_what_chance_decided_or_uncovered_cannot_be_undone(effect):
    given = "draw 2 from deck to bag"
    play = game(
        f'choose {{ "A" -> {effect} | "B" -> gain 1 vp }}; choose c in colour {{ mark c }}',
        given=given,
    )
    choose(play, "A")
    before = play.cells[:]
    assert not play.undo()
    assert play.cells == before
    choose(play, "red")
    assert play.undo() and play.cells == before
    assert not play.undo()


@pytest.mark.parametrize(
    "effect",
    [
        "move first(display) to my.hand",
        "move first(display) to deck",
        "move first(deck) to bag",
        "gain 1 vp",
        "draw 1 from bag to deck",
    ],
)
def test_what_was_in_the_open_or_stays_hidden_can_be_undone(effect):
    given = "draw 2 from deck to display; draw 2 from deck to bag"
    play = game(
        f'choose {{ "A" -> {effect} | "B" -> gain 1 vp }}; choose c in colour {{ mark c }}',
        given=given,
    )
    before = play.cells[:]
    choose(play, "A")
    assert play.undo() and play.cells == before


def test_a_question_that_shows_hidden_components_cannot_be_undone():
    """Its options name what lies in the hidden zone: whoever has read them knows more."""
    effect = (
        'choose { "Look" -> choose c in those(x in deck where position(x, '
        'deck) < 3) { move c to bag } | "B" -> gain 1 vp }'
    )
    play = choose(game(effect), "Look")
    assert len(keys(play)) == 3
    assert not play.undo()


def test_chance_that_was_only_tried_is_no_barrier():
    play = game(
        'choose { "A" -> gain 1 vp '
        '| "B" -> roll n from 1 to 2 { require n < 9 } }; choose c in colour { mark c }'
    )
    choose(play, "A")
    assert play.undo()


def test_the_end_of_the_game_can_be_undone():
    play = choose(game("choose c in colour { mark c }"), "red")
    assert play.over and play.undo() and not play.over


# --- copies and equal states


def test_a_copy_goes_its_own_way():
    play = game("choose c in colour { mark c }; choose n from 1 to 3 { gain n vp }")
    other = play.copy()
    choose(other, "blue", "3")
    assert keys(play) == ["red", "green", "blue"]
    assert value(play, "my.vp") == 0
    choose(play, "red")
    assert keys(play) == ["1", "2", "3"]
    assert value(other, "count(red.spot)") == 0


def test_equal_states_have_equal_hashes_however_they_came_about():
    effect = (
        'any order { "A" -> gain 1 gem | "B" -> gain 1 vp '
        '| "C" -> gain 1 glass }; choose c in colour { mark c }'
    )
    one, two = choose(game(effect), "A", "B"), choose(game(effect), "C", "B")
    assert one.cells == two.cells
    assert one.hash() == two.hash()


def test_different_states_have_different_hashes():
    assert (
        choose(game("choose c in colour { mark c }"), "red").hash()
        != choose(game("choose c in colour { mark c }"), "blue").hash()
    )


# --- saves


def restored(play):
    saved = record.read_save(play.save())
    head = saved.header
    return Game.restore(play.table.ruleset, head.players, head.options, head.seed, saved.cells)


@pytest.mark.parametrize("name", PLAYABLE)
def test_a_game_restored_at_any_question_goes_on_like_the_one_that_was_saved(name):
    rules = pack(name)
    players = rules.pack.least_players
    play, bots = Game(rules, players, "saved"), [BOTS["random"]("saved", s) for s in range(players)]
    waiting = []
    while not play.over and len(waiting) < 400:
        again = restored(play)
        assert (again.cells, keys(again), again.hash()) == (play.cells, keys(play), play.hash())
        index = bots[play.decision.player](play.decision, None)
        again.choose(index)
        play.choose(index)
        assert again.cells == play.cells
        waiting.append(again)
    for again in waiting[:: max(1, len(waiting) // 5)]:
        assert finished(again.copy()).hash() == finished(again).hash()


def test_a_finished_game_can_be_saved():
    play = finished(Game(pack("parade"), 2, 1))
    again = restored(play)
    assert again.over and again.result == play.result


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text[:-20],
        lambda text: "",
        lambda text: "[1]",
        lambda text: "{}",
        lambda text: text.replace('"save"', '"record"'),
        lambda text: json.dumps({**json.loads(text), "hash": "0"}),
        lambda text: json.dumps({**json.loads(text), "players": "two"}),
        lambda text: json.dumps({k: v for k, v in json.loads(text).items() if k != "seed"}),
        lambda text: json.dumps({**json.loads(text), "cells": 3}),
        lambda text: json.dumps({**json.loads(text), "cells": ["x"]}),
        lambda text: text.replace('"cells":[', '"cells":[1.5,'),
        lambda text: text.replace('"cells":[', '"cells":[NaN,'),
        lambda text: "[" * 100_000,
    ],
)
def test_a_damaged_save_is_refused(change):
    text = game("choose c in colour { mark c }").save()
    assert change(text) != text
    with pytest.raises(record.Unusable):
        record.read_save(change(text))


# --- records


def recorded(rules, players=2, seed="r", listen=False):
    play, chance = Game(rules, players, seed, listen=listen), BOTS["random"](seed, 0)
    return list(record.recorded(play, iter(lambda: chance(play.decision, None), -1))), play


def replayed(lines, rules):
    head, steps, end = record.read_record("\n".join(lines))
    play = Game(rules, head.players, head.seed, head.options)
    return record.replayed(play, steps, end, lambda step: None), play


@pytest.mark.parametrize("name", ["toy", "market", "duel", "parade"])
def test_a_record_replays_to_the_same_end(name):
    lines, play = recorded(pack(name))
    assert '"end"' in lines[-1]
    difference, again = replayed(lines, pack(name))
    assert difference is None
    assert again.hash() == play.hash()
    assert again.result == play.result


def test_a_changed_record_names_the_first_decision_that_differs():
    lines, _ = recorded(pack("parade"))
    for number in (1, 7, 23):
        step = json.loads(lines[number])
        changed = [*lines[:number], json.dumps({**step, "key": "nonsense"}), *lines[number + 1 :]]
        difference, _ = replayed(changed, pack("parade"))
        assert (difference.number, difference.expected) == (
            number,
            f"seat {step['seat'] + 1}: nonsense",
        )
        assert difference.found == f"seat {step['seat'] + 1}: {step['key']}"


def test_a_record_whose_hash_was_changed_names_that_decision():
    lines, _ = recorded(pack("parade"))
    number = next(i for i, line in enumerate(lines[5:], 5) if '"hash"' in line)
    step = json.loads(lines[number])
    changed = [*lines[:number], json.dumps({**step, "hash": "0" * 16}), *lines[number + 1 :]]
    assert replayed(changed, pack("parade"))[0].number == number


def test_an_answer_changed_in_the_middle_is_found():
    lines, _ = recorded(pack("market"))
    step = json.loads(lines[3])
    changed = [*lines[:3], json.dumps({**step, "choose": step["choose"] + 1}), *lines[4:]]
    assert replayed(changed, pack("market"))[0].number == 3


def test_a_record_longer_than_its_game_differs_at_the_end():
    lines, _ = recorded(pack("duel"))
    difference, _ = replayed([*lines[:-1], lines[1]], pack("duel"))
    assert (difference.number, difference.found) == (len(lines) - 1, "the game is over")


def test_a_record_of_another_seed_differs():
    lines, _ = recorded(pack("duel"))
    head = json.loads(lines[0])
    difference, _ = replayed([json.dumps({**head, "seed": "other"}), *lines[1:]], pack("duel"))
    assert difference is not None


def test_a_record_without_an_end_can_be_replayed():
    lines, _ = recorded(pack("duel"))
    difference, play = replayed(lines[:6], pack("duel"))
    assert difference is None and not play.over


@pytest.mark.parametrize("text", ["", "nonsense", '{"orloj":"save"}', '{"orloj":"record"}'])
def test_what_is_no_record_is_refused(text):
    with pytest.raises(record.Unusable):
        record.read_record(text)


# --- views


def test_a_view_hides_hidden_zones_and_the_hands_of_others():
    play = game(
        "choose c in colour { mark c }",
        given="draw 2 from deck to my.hand; "
        "as player(2) { draw 3 from deck to my.hand }; draw 1 from deck to display",
    )
    mine, theirs, nobody = (view(play.table, play.cells, p) for p in (0, 1, None))
    assert mine.zones["hand(1)"] == tuple(names(play, "my.hand"))
    assert (mine.zones["hand(2)"], theirs.zones["hand(1)"], nobody.zones["hand(1)"]) == (3, 2, 2)
    assert len(theirs.zones["hand(2)"]) == 3
    assert all(v.zones["deck"] == 12 for v in (mine, theirs, nobody))
    assert mine.zones["display"] == theirs.zones["display"] == tuple(names(play, "display"))


def test_hidden_components_are_those_in_hidden_zones():
    play = game(
        "choose c in colour { mark c }",
        given="draw 2 from deck to my.hand; as player(2) { draw 3 from deck to my.hand }",
    )
    assert [len(hidden(play.table, play.cells, p)) for p in (0, 1, None)] == [16, 15, 18]


def test_a_face_down_component_shows_no_state():
    play = game(
        "choose c in colour { mark c }",
        given="set mill.used to true; set mine.used to true; move mine to display",
    )
    seen = view(play.table, play.cells, 0).counters
    assert "card.used(mill)" not in seen
    assert seen["card.used(mine)"] == 1


def test_secret_counters_are_shown_to_their_owner_only():
    play = Game(pack("duel"), 2, 1)
    mine, theirs, nobody = (view(play.table, play.cells, p).counters for p in (0, 1, None))
    assert "plan(1)" in mine and "plan(2)" not in mine and "plan(2)" in theirs
    assert "stealth(1)" in mine and "stealth(2)" not in mine and "stealth(1)" not in nobody
    assert "weather" not in mine


def test_a_view_does_not_depend_on_what_is_hidden():
    one, two = (
        game(
            "choose c in colour { mark c }",
            given="shuffle deck; as player(2) { draw 3 from deck to my.hand }",
            seed=s,
        )
        for s in (1, 2)
    )
    assert one.cells != two.cells
    assert view(one.table, one.cells, 0) == view(two.table, two.cells, 0)


def test_equal_states_share_a_key():
    one, other = (game("choose n from 1 to 3 { gain n vp }") for _ in range(2))
    assert one.key() == other.key()
    choose(one, "2")
    assert one.key() != other.key()
    choose(other, "2")
    assert one.key() == other.key()


def test_a_game_that_keeps_nothing_cannot_go_back():
    ruleset = game("choose n from 1 to 3 { gain n vp }").table.ruleset
    play = Game(ruleset, 2, 1, undo=False)
    choose(play, "2")
    assert not play.undo()
    assert value(play, "my.vp") == 2
