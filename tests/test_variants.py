"""Every variant and expansion that comes along: sound, its examples hold, and it can be played."""

from functools import lru_cache

import pytest
from kit import written

from interpreter.content.load import load, shipped_overlays, shipped_packs
from interpreter.engine.game import Game
from interpreter.play.bots import BOTS
from interpreter.play.examples import run_examples

OVERLAYS = shipped_overlays()
MOST_DECISIONS = 120


@lru_cache(maxsize=1)
def put_on(name):
    return load(name)


@pytest.mark.parametrize("name", OVERLAYS)
def test_a_variant_is_sound_and_its_examples_hold_and_it_plays(name):
    loaded = put_on(name)
    found = loaded.report.diagnostics
    own_findings = [d.message for d in found if d.span is None or name in d.span.source.path]
    assert loaded.ruleset is not None, written(loaded.report)
    assert own_findings == []
    assert [p.id for p in loaded.packs[1:]] == [name]
    own = {e.id for e in loaded.entries["examples"] if name in e.span("id").source.path}
    results = list(run_examples(loaded.ruleset, own))
    assert results and [f"{r.id}: {r.message}" for r in results if not r.ok] == []
    players = max(2, loaded.ruleset.pack.least_players)
    game = Game(loaded.ruleset, players, "variant")
    bots = [BOTS["busy"]("variant", seat) for seat in range(players)]
    for _ in range(MOST_DECISIONS):
        if game.decision is None:
            break
        game.choose(bots[game.decision.player](game.decision, None))


def test_there_are_variants_of_all_games_and_a_full_expansion():
    assert len(OVERLAYS) >= 7
    assert {o.split("_")[0] for o in OVERLAYS} >= {p.split("_")[0] for p in shipped_packs()}


def test_the_expansion_adds_a_kind_an_action_a_score_and_a_trigger():
    loaded = put_on("orloj_night_watch")
    rules = loaded.ruleset
    assert rules.kinds["lantern"].items
    assert rules.actions["light_lantern"].any_time
    assert any(s.id == "score_lanterns" for s in rules.scores)
    assert "lantern_for_a_dial" in [t.id for t in rules.triggers["dial_built"]]


def test_games_are_not_overlays():
    assert not set(shipped_packs()) & set(OVERLAYS)
