"""Every pack, shipped or for tests: it loads, keeps the invariants, and plays as recorded."""

from pathlib import Path

import pytest
from invariants import Pace, Tally, soak
from kit import ALL_PACKS, PLAYABLE, TABLES, TEST_PACKS, pack, where, written

from interpreter.content.load import load, shipped_overlays
from interpreter.content.options import read_options
from interpreter.engine.game import Game
from interpreter.play.bots import BOTS
from interpreter.play.examples import run_examples

PLAYTHROUGHS = Path(__file__).parent / "playthroughs"
each_table = pytest.mark.parametrize(
    ("name", "players"), TABLES, ids=[f"{n}_{p}p" for n, p in TABLES]
)
MOST_DECISIONS, MOST_OF_VARIANTS = 250, 600
"""A playthrough of a longer game ends there; those of variants show how they end."""
VARIANTS = shipped_overlays()


@pytest.mark.parametrize("name", ALL_PACKS)
def test_a_pack_loads_without_findings(name):
    loaded = load(where(name))
    assert written(loaded.report) == ""
    assert loaded.ruleset is not None


# Those of shipped packs are a stage of their own in tools/check.
@pytest.mark.parametrize("name", [n for n in PLAYABLE if n in TEST_PACKS])
def test_the_examples_of_a_pack_hold(name):
    assert [f"{r.id}: {r.message}" for r in run_examples(pack(name)) if not r.ok] == []


@each_table
def test_random_games_keep_every_invariant(name, players):
    tally = Tally()
    big = len(pack(name).programs) > 100
    pace = Pace(follow=100, every_option=25, views=50, most=250) if big else Pace()
    for number in range(1 if big else 4):
        soak(pack(name), players, f"test/{number}", "random", tally=tally, pace=pace)
    assert big or not tally.unfinished
    assert set(tally.checks) >= {
        "options",
        "copies",
        "saves",
        "views",
        "every option",
        "followed to the end",
    }


@each_table
def test_busy_games_keep_every_invariant(name, players):
    big = len(pack(name).programs) > 100
    pace = Pace(follow=400, every_option=60, views=75, most=150) if big else Pace()
    tally = Tally()
    for number in range(1 if big else 2):
        soak(pack(name), players, f"busy/{number}", "busy", tally=tally, pace=pace)
    assert tally.states > 5


@pytest.mark.slow
@each_table
def test_many_games_keep_every_invariant(name, players):
    for bots in ("random", "busy"):
        for number in range(1 if len(pack(name).programs) > 100 else 10):
            soak(
                pack(name),
                players,
                f"slow/{number}",
                bots,
                pace=Pace(follow=100, every_option=10, views=20),
            )


def header(path):
    """What an existing playthrough says about how it was played; edit it to play another game."""
    found = {"seed": "1", "bots": "busy", "options": ""}
    if path.exists():
        for line in path.read_text(encoding="utf-8").splitlines()[1:4]:
            key, _, value = line.partition(":")
            found[key] = value.strip()
    return found


def playthrough(rules, players, head, most=MOST_DECISIONS):
    """One game as text: who is asked, what is taken, what else was offered, and how it ends."""
    options = read_options(rules, dict(x.split("=", 1) for x in head["options"].split()))
    play = Game(rules, players, head["seed"], options)
    bots = [BOTS[head["bots"]](head["seed"], seat) for seat in range(players)]
    names = [rules.pack.id, *(f"with {p.id}" for p in rules.overlays)]
    yield f"{' '.join(names)} for {players}"
    yield from (f"{key}: {value}".rstrip() for key, value in head.items())
    number = 0
    while play.decision is not None and number < most:
        number += 1
        decision = play.decision
        taken = bots[decision.player](decision, None)
        keys = [o.key for o in decision.options]
        offered = " | ".join(f"[{k}]" if i == taken else k for i, k in enumerate(keys))
        prompt = f' "{decision.prompt}"' if decision.prompt else ""
        owner = rules.programs[decision.program].owner or "flow"
        yield f"{number:3} player {decision.player + 1}, {owner}{prompt}: {offered}"
        play.choose(taken)
    if play.result is None:
        yield f"goes on, state {play.hash()}"
        return
    yield f"ends: {play.result.reason}"
    for seat, points in enumerate(play.result.scores):
        won = ", wins" if seat in play.result.winners else ""
        yield f"player {seat + 1}: {points}{won}"
    yield f"state {play.hash()}"


def as_recorded(path, text, request):
    if request.config.getoption("--update-cases"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert path.exists(), f"no playthrough {path.name}: pytest tests/test_packs.py --update-cases"
    assert text == path.read_text(encoding="utf-8")


@each_table
def test_a_playthrough_is_as_it_was_recorded(name, players, request):
    path = PLAYTHROUGHS / f"{name}_{players}p.txt"
    lines = playthrough(pack(name), players, header(path))
    as_recorded(path, "".join(f"{line}\n" for line in lines), request)


@pytest.mark.parametrize("name", VARIANTS)
def test_a_playthrough_of_a_variant_is_as_it_was_recorded(name, request):
    rules = load(name).ruleset
    players = max(2, rules.pack.least_players)
    path = PLAYTHROUGHS / f"{name}_{players}p.txt"
    lines = playthrough(rules, players, header(path), MOST_OF_VARIANTS)
    as_recorded(path, "".join(f"{line}\n" for line in lines), request)


def test_every_playthrough_belongs_to_a_pack():
    known = {*ALL_PACKS, *VARIANTS}
    assert {p.stem.rsplit("_", 1)[0] for p in PLAYTHROUGHS.iterdir()} == known
