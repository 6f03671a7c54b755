"""Forty loops: each is found without playing, and the engine agrees when the lap is played."""

import re
from itertools import pairwise

import pytest
from analysis_kit import HEAD, analysed
from click.testing import CliRunner
from loop_packs import FLOW, LOOPS, THINGS, lap

from interpreter.analysis.telling import lap_words, net_words
from interpreter.cli.main import cli
from interpreter.engine import layout as at
from interpreter.engine.game import Game
from interpreter.engine.impossible import PackError
from interpreter.lang.ops import AMOUNT


def loop_of(text):
    a = analysed(THINGS, FLOW, text)
    (loop,) = a.loops
    return a, loop


def played(game, decisions=80):
    """Take the first thing that is no declining, as long as the first turn lasts: how it goes."""
    for _ in range(decisions):
        if game.over or game.cells[at.ROUND] > 1 or game.decision.player != 0:
            return "ends"
        extra = [i for i, o in enumerate(game.decision.options) if o.sort == "action"]
        wanted = extra or [i for i, gives_up in enumerate(game.decision.declining) if not gives_up]
        if not wanted:
            return "ends"
        game.choose(wanted[0] if not extra else extra[len(game.events) % len(extra)])
    return "goes on"


def test_there_are_at_least_forty_loops():
    assert len(LOOPS) >= 40


@pytest.mark.parametrize("name", LOOPS)
def test_a_loop_is_judged_and_played(name):
    text, verdict, behaviour = LOOPS[name]
    a, loop = loop_of(text)
    said = f"{lap_words(a, loop)}; {net_words(a, loop)}"
    assert loop.verdict == verdict, said
    assert loop.bound or verdict != "bounded"
    before, game = None, None
    try:
        game = Game(a.ruleset, 2, 1)
        for _ in range(200):
            before = game.cells[:]
            if played(game, 1) == "ends":
                found = "ends"
                break
        else:
            found = "goes on"
    except PackError as error:
        found = "guard"
        assert error.code == "E901"
        assert error.program in loop.members, "the guard names the lap"
        # Nothing has happened: there is no game yet, or it stands where it stood.
        assert game is None or game.cells == before
    assert found == behaviour, said


@pytest.mark.parametrize(
    "name", [n for n, (_, v, b) in LOOPS.items() if v == "endless" and b == "goes on"]
)
def test_a_lap_that_is_called_endless_can_be_played_again_and_again(name):
    a, loop = loop_of(LOOPS[name][0])
    game = Game(a.ruleset, 2, 1)
    # One thing may stand in for another: what counts is all of them together.
    assert sum(low for thing, (low, _) in loop.net.items() if thing.startswith("resource:")) >= 0
    start = sum(c for c in game.cells[at.HEAD :] if isinstance(c, int))
    for _ in range(150):
        assert played(game, 1) == "goes on"
    assert game.cells[at.ROUND] == 1
    assert sum(c for c in game.cells[at.HEAD :] if isinstance(c, int)) >= start - 5


# --- laps run in the engine on a constructed state

PLENTY, MOST_LAPS = 60, 8
COUNTED = 'add 1 to laps; if laps > LAPS { end_game_now "laps" }; '
"""Put before the first call of a lap: the game ends there when so many laps are done."""
ASKED = FLOW.replace("{ go }", "{ choose ready from 1 to 2 { }; go }")
"""The flow with a question before the loop: there the state is made."""


def counted(a, loop, text, laps):
    """The pack with a count of laps in it."""
    span = a.span(loop.lap[0].at)
    own = span.start - (len(span.source.text) - len(text))
    assert own > 0, "the lap begins in the text of the case"
    things = THINGS.replace(
        "counters: [", "counters: [{id: laps, name: {en: laps}, source: placeholder}, "
    )
    text = text[:own] + COUNTED.replace("LAPS", str(laps)) + text[own:]
    return analysed(things, ASKED, text).ruleset


def constructed(game, loop):
    """The game in a state made by hand: plenty of every resource, marks unset, lamps lit.

    What a bounded loop uses up is at its other end.
    """
    layout, cells = game.table.layout, game.cells[:]
    made = dict.fromkeys(layout.cells(AMOUNT), PLENTY)
    made |= dict.fromkeys(layout.cells("heat"), 3 if "above:heat" in loop.bound else 0)
    made |= dict.fromkeys(layout.cells("lamp"), 1)
    for cell, value in made.items():
        cells[cell] = value
    return Game.restore(game.table.ruleset, 2, {}, "made", cells)


def amounts(game):
    """How much there is of what a lap may net, by its name in `Loop.net`."""
    layout, cells, rules = game.table.layout, game.cells, game.table.ruleset
    held = {
        f"resource:{r}": sum(cells[layout.cell(AMOUNT, p, r)] for p in range(2))
        for r in range(len(rules.resources))
    }
    return held | {f"zone:{z}": sum(len(cells[c]) for c in layout.cells(z)) for z in rules.zones}


def after_laps(ruleset, loop):
    """The amounts when the game ends by the count of laps; None if it stops before."""
    game = constructed(Game(ruleset, 2, 1), loop)
    game.choose(0)
    while game.decision is not None and game.decision.player == 0 and game.cells[at.ROUND] == 1:
        goes_on = [i for i, declines in enumerate(game.decision.declining) if not declines]
        if not goes_on:
            return None
        game.choose(goes_on[0])
    return amounts(game) if game.over and game.result.reason == "laps" else None


def run_by_calls(a, loop, text):
    """Yield the amounts before the first lap, the second, and so on, as long as there is one."""
    for laps in range(MOST_LAPS + 1):
        found = after_laps(counted(a, loop, text, laps), loop)
        if found is None:
            return
        yield found


def run_by_turns(a, loop):
    """The same where a lap is additional actions, each as often as the lap says."""
    game = constructed(Game(a.ruleset, 2, 1), loop)
    yield amounts(game)
    owners = a.reach.rules.owners
    times = {c.caller: n for n, c in loop.mix} or {c.caller: 1 for c in loop.lap}
    lap = {owners[p].partition(":")[2]: n for p, n in times.items() if p >= 0}
    for _ in range(MOST_LAPS):
        left = dict(lap)
        while any(left.values()):
            keys = [o.key if o.sort == "action" else "" for o in game.decision.options]
            able = [k for k in keys if left.get(k)]
            if not able:
                return
            left[able[0]] -= 1
            game.choose(keys.index(able[0]))
            while not any(o.sort == "action" or o.key == "work" for o in game.decision.options):
                game.choose(0)
        yield amounts(game)


@pytest.mark.parametrize("name", LOOPS)
def test_a_lap_run_on_a_made_state_nets_what_analysis_says(name):
    text, verdict, _ = LOOPS[name]
    a, loop = loop_of(text)
    by_turns = any(call.caller < 0 for call in loop.lap)
    found = list(run_by_turns(a, loop) if by_turns else run_by_calls(a, loop, text))
    assert len(found) > 1, "no lap was run"
    for before, after in pairwise(found):
        for thing, amount in after.items():
            low, high = loop.net.get(thing, (0, 0))
            assert low <= amount - before[thing] <= high, (thing, loop.net)
    assert verdict != "endless" or len(found) == MOST_LAPS + 1


# --- what the commands say


SAID = re.compile(r"(?:go on for ever|when this stops|does not end): (.*?; a lap [^(\n]*[^( \n])")
HELPED = lap(
    "set tally to (tally * 2) mod 7; if tally is not 3 { help; lap }", help="gain 1 vp; lose 1 vp"
)


@pytest.mark.parametrize(
    "name", ["itself, with a gain", "mutual triggers", "for each player again", "a helper in a lap"]
)
def test_play_and_simulate_name_the_lap_that_validate_names(name, tmp_path):
    text = LOOPS[name][0] if name in LOOPS else HELPED
    for file, part in (("pack", HEAD), ("things", THINGS), ("flow", FLOW), ("rules", text)):
        (tmp_path / f"{file}.yaml").write_text(part)

    def said(*words):
        return SAID.findall(CliRunner().invoke(cli, [*words], input="1\n" * 20).output)

    pack = str(tmp_path)
    (wanted,) = said("graph", pack, "--check", "--strict")
    assert " → " in wanted
    assert said("play", pack) == [wanted]
    assert set(said("simulate", pack, "--games", "2", "--workers", "1")) == {wanted}
