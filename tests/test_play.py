"""Bots, matches, simulations, words, panels, sessions and saves."""

import json

import kit
import pytest

from interpreter import codes
from interpreter.diagnostics import Report
from interpreter.engine import events as ev
from interpreter.engine import record
from interpreter.engine.game import Game, state_hash
from interpreter.engine.view import hidden
from interpreter.play.bots import BOTS
from interpreter.play.explain import branch_text, explained
from interpreter.play.match import answer, match, seated
from interpreter.play.panels import Panels
from interpreter.play.phrases import PHRASES
from interpreter.play.saves import restored
from interpreter.play.session import Session
from interpreter.play.settings import chosen_options, player_count
from interpreter.play.simulate import Plan, simulate
from interpreter.play.stats import mean_interval, summary, wilson
from interpreter.play.telling import Teller
from interpreter.play.words import Words


def silent(count):
    """A progress that nobody watches."""


def started(name, *, players=2, seed="1", humans=0, bot="busy"):
    game = Game(kit.pack(name), players, seed, listen=True)
    return Session(game, humans, bot)


# --- bots and matches


@pytest.mark.parametrize("bot", sorted(BOTS))
@pytest.mark.parametrize("name", kit.TEST_PACKS)
def test_a_bot_finishes_every_pack_and_repeats_itself(name, bot):
    ruleset = kit.pack(name)
    for players in range(ruleset.pack.least_players, ruleset.pack.most_players + 1):
        first = match(ruleset, [bot] * players, "7")
        assert first.result is not None
        assert first == match(ruleset, [bot] * players, "7")


def test_other_seeds_and_seats_play_otherwise():
    ruleset = kit.pack("toy")
    assert len({match(ruleset, ["random"] * 2, str(seed)).hash for seed in range(8)}) > 4
    bots = seated(["random"] * 2, "5")
    decision = Game(ruleset, 2, "5").decision
    drawn = [[bot(decision, None) for _ in range(40)] for bot in bots]
    assert drawn[0] != drawn[1]


def test_busy_declines_only_when_nothing_else_is_left():
    game = Game(kit.pack("market"), 2, "3")
    bots = seated(["busy"] * 2, "3")
    while game.decision is not None:
        declining = game.decision.declining
        index = answer(game, bots)
        assert not declining[index] or all(declining)
        game.choose(index)


def test_bots_look_only_if_they_want():
    def refuses():
        raise AssertionError("a view was built")

    decision = Game(kit.pack("toy"), 2, "1").decision
    for factory in BOTS.values():
        assert 0 <= factory("1", 0)(decision, refuses) < decision.count


# --- simulations


def test_a_simulation_is_the_same_with_any_number_of_workers():
    plan = Plan(kit.where("toy"), ("busy", "random"), 12, "s", {})
    alone, together = (simulate(plan, workers, silent) for workers in (1, 2))
    for found in (alone, together):
        assert found.pop("seconds") > 0
    assert alone == together
    assert alone["finished"] == alone["played"] == sum(alone["ended_by"].values()) == 12
    assert [len(scores) for scores in alone["score"]["lists"]] == [12, 12]
    assert sum(w["wins"] for w in alone["wins"]) >= 12
    json.dumps(alone)


def test_other_seeds_give_another_fingerprint():
    plans = [Plan(kit.where("toy"), ("random",) * 2, 3, seed, {}) for seed in ("a", "b")]
    assert len({simulate(plan, 1, silent)["fingerprint"] for plan in plans}) == 2


def test_an_interrupted_simulation_keeps_what_is_done():
    def interrupt(count):
        interrupt.calls += 1
        if interrupt.calls == 3:
            raise KeyboardInterrupt

    interrupt.calls = 0
    found = simulate(Plan(kit.where("toy"), ("random",) * 2, 50, "1", {}), 1, interrupt)
    assert (found["games"], found["played"], found["finished"]) == (50, 3, 3)


# --- statistics


def test_wilson_is_the_interval_of_the_books():
    interval = wilson(8, 10)
    assert (round(interval.low, 3), round(interval.high, 3)) == (0.490, 0.943)
    assert wilson(0, 5).low == 0.0 and wilson(5, 5).high == 1.0


def test_means_and_medians():
    assert summary([1, 2, 3, 10])["median"] == 2.5
    assert summary([1, 2, 3, 10])["mean"] == 4.0
    assert summary([]) == {}
    assert mean_interval([4]).low == mean_interval([4]).high == 4.0
    interval = mean_interval([1, 2, 3, 4, 5])
    assert interval.low < 3 < interval.high


# --- words


def test_every_phrase_is_there_in_both_languages_with_the_same_values():
    for key, forms in PHRASES.items():
        assert set(forms) == {"en", "zh"}, key
        assert forms["en"].count("{") == forms["zh"].count("{"), key


@pytest.mark.parametrize("name", kit.ALL_PACKS)
def test_every_option_event_and_panel_has_words(name):
    ruleset = kit.pack(name)
    for language in ruleset.pack.languages:
        session = started(name)
        game, bots = session.game, seated(["busy"] * 2, "1")
        words = Words(game.table, language)
        teller, panels = Teller(words), Panels(words)
        for step in range(60):
            decision = game.decision
            if decision is None:
                break
            texts = words.options(decision, game.cells)
            assert all(texts) and len(set(texts)) == len(texts), texts
            assert words.prompt(decision)
            if step % 10 == 0:
                for option, text in zip(decision.options, texts, strict=True):
                    assert explained(words, decision, option, text)
                for panel in panels.shown(game.cells, decision.player):
                    assert all(len(row) == len(panel.rows[0]) for row in panel.rows)
            game.choose(answer(game, bots))
        assert all(teller.sentences(game.events, game.cells, 0))


def test_a_name_that_is_missing_in_a_language_is_english():
    words = Words(Game(kit.pack("toy"), 2, "1").table, "zh")
    assert words.player(0) == "玩家 1"
    assert words.text("no such text") == "no such text"


def test_equal_parts_are_counted():
    words = Words(Game(kit.pack("toy"), 2, "1").table)
    assert words.listed(["a", "b", "a"]) == "2 × a, b"  # noqa: RUF001 - the sign of the phrase
    assert words.listed([]) == "nothing"


def test_what_a_seat_must_not_know_is_not_told():
    game = Game(kit.pack("duel"), 2, "1", listen=True)
    words = Words(game.table)
    for seat in (0, 1, None):
        unseen = hidden(game.table, game.cells, seat)
        for event in game.events:
            if isinstance(event, ev.Moved) and event.component in unseen:
                (text,) = Teller(words).sentences([event], game.cells, seat) or ("",)
                assert words.component(event.component).split(" (")[0] + ":" not in text


def test_a_label_is_cut_out_of_its_effect():
    text = 'choose { "A" when x > 1 -> may { gain 1 a | b }; leave | "B" -> stop }'
    assert branch_text(text, "A") == "may { gain 1 a | b }; leave"
    assert branch_text(text, "B") == "stop"
    assert branch_text(text, "C") == ""


# --- sessions


def test_undo_goes_back_to_a_person_and_redo_forward_again():
    session = started("toy", humans=1)
    session.run()
    game = session.game
    assert session.waits and not session.undo() and not session.redo()
    before, events = game.cells[:], len(game.events)
    session.choose(0)
    session.run()
    after, told = game.cells[:], len(game.events)
    if session.undo():
        assert game.cells == before and len(game.events) == events
        assert session.redo()
    assert game.cells == after and len(game.events) == told


def test_what_came_to_light_is_not_taken_back():
    session = started("duel", humans=2)
    refused = False
    for _ in range(30):
        if session.game.decision is None:
            break
        session.choose(0)
        cells = session.game.cells[:]
        if not session.undo():
            refused = True
            assert session.game.cells == cells
        else:
            session.redo()
    assert refused


def test_a_session_is_recorded_without_what_was_undone():
    session = started("toy", humans=1)
    session.run()
    session.choose(0)
    session.undo()
    while session.game.decision is not None:
        session.run()
        if session.waits:
            session.choose(session.game.decision.count - 1)
    header, steps, end = record.read_record("\n".join(session.lines()))
    game = Game(kit.pack("toy"), header.players, header.seed, header.options)
    assert record.replayed(game, steps, end, lambda step: None) is None
    assert game.hash() == session.game.hash()


# --- saves and settings


def saved(**changes):
    game = started("toy").game
    data = json.loads(game.save()) | changes
    return game, json.dumps(data)


def test_a_save_goes_on_where_it_was():
    game, text = saved()
    again = restored(kit.pack("toy"), text, Report())
    assert again.hash() == game.hash()
    assert kit.keys(again) == kit.keys(game)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"orloj": "letter"}, codes.UNREADABLE_SAVE),
        ({"hash": "0"}, codes.UNREADABLE_SAVE),
        ({"players": 40}, codes.UNREADABLE_SAVE),
        ({"options": {"no_option": 1}}, codes.UNREADABLE_SAVE),
        ({"cells": [1.5]}, codes.UNREADABLE_SAVE),
        ({"content": "0" * 64}, codes.SAVE_OF_OTHER_CONTENT),
        ({"pack": "other"}, codes.SAVE_OF_OTHER_CONTENT),
    ],
)
def test_a_save_that_does_not_fit_is_a_finding(changes, code):
    report = Report()
    assert restored(kit.pack("toy"), saved(**changes)[1], report) is None
    assert [d.code for d in report.diagnostics] == [code]


def test_a_forged_state_is_a_finding():
    report, cells = Report(), [0, 0, 0]
    text = saved(cells=cells, hash=state_hash(cells))[1]
    assert restored(kit.pack("toy"), text, report) is None
    assert [d.code for d in report.diagnostics] == [codes.UNREADABLE_SAVE]


def test_settings_are_read_and_mistakes_named():
    ruleset = kit.pack("toy")
    report = Report()
    assert chosen_options(ruleset, [], 2, report) == {
        o.id: o.default for o in ruleset.options.values()
    }
    chosen_options(ruleset, [("no_such_option", "1")], 2, report)
    assert player_count(ruleset, None, report) == ruleset.pack.least_players
    player_count(ruleset, 99, report)
    assert {d.code for d in report.diagnostics} == {codes.UNKNOWN_OPTION, codes.PLAYER_COUNT}
