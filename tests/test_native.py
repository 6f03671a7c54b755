"""Programs as C play the games the other runners play, or leave them to Python."""

import json
import re
import shutil
from typing import get_args

import kit
import pytest
from click.testing import CliRunner
from runners import NativePair, compare_native

from interpreter.cli.main import cli
from interpreter.content.load import load, shipped_packs
from interpreter.engine import rng
from interpreter.engine.game import Game, Rejected, with_defaults
from interpreter.engine.impossible import PackError
from interpreter.engine.native import build
from interpreter.engine.native.expressions import _NUMBERS, _SETS
from interpreter.engine.native.operations import OPERATIONS
from interpreter.engine.native.questions import _ANSWERS
from interpreter.engine.table import table
from interpreter.lang import ir, ops
from interpreter.play.match import match
from interpreter.play.simulate import Plan, simulate

pytestmark = pytest.mark.skipif(
    not any(map(shutil.which, ("cc", "gcc", "clang"))), reason="no C compiler"
)
PACKS = (*shipped_packs(), *kit.TEST_PACKS)
TOY = str(kit.PACKS / "toy")


@pytest.fixture(scope="module", autouse=True)
def _kept_here(request):
    """Built modules are kept beside what pytest keeps, for the next run."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(request.config.cache.mkdir("native")))
        yield


def made(rules, players=2, **options):
    return table(rules, players, with_defaults(rules, options))


# --- the same games


@pytest.mark.parametrize("name", PACKS)
def test_native_code_plays_the_same_games(name):
    rules = load(kit.where(name)).ruleset
    pair = NativePair(rules, rules.pack.most_players, "1", with_defaults(rules, None))
    assert pair.play(400) > 2
    assert not pair.left


@pytest.mark.slow
@pytest.mark.parametrize("name", PACKS)
def test_native_code_plays_the_same_games_at_length(name):
    rules = load(kit.where(name)).ruleset
    assert compare_native(rules, 3_000) == 3_000


@pytest.mark.parametrize("bot", ["random", "busy"])
def test_bots_play_the_same_games_on_native_code(bot):
    rules = kit.pack("toy")
    for number in range(5):
        seed = f"1/{number}"
        assert match(rules, [bot] * 3, seed, native=True) == match(rules, [bot] * 3, seed)


def test_a_simulation_on_native_code_has_the_same_outcome_with_any_number_of_workers():
    found = [
        simulate(Plan(TOY, ("busy",) * 2, 30, "1", {}, native=native), workers, lambda _: None)
        for native, workers in ((False, 1), (True, 1), (True, 2))
    ]
    for outcome in found:
        del outcome["seconds"]
    assert found[0] == found[1] == found[2]


def test_every_operation_and_expression_has_its_c():
    assert {*OPERATIONS, *_ANSWERS, ops.Pay} == set(get_args(ops.Op))
    # `before(...)` is for examples, which run on the reference machine.
    assert {*_NUMBERS, *_SETS} == set(get_args(ir.Expr)) - {ir.Before}


# --- questions, copies, keys


def test_a_decision_of_a_native_game_has_the_options_of_the_same_decision_in_python():
    rules = kit.pack("toy")
    game, other = Game(rules, 2, 1), made(rules).native(1)
    while game.decision is not None:
        mine, theirs = game.decision, other.decision
        assert mine.options == theirs.options
        assert (mine.prompt, mine.program, mine.player) == (
            theirs.prompt, theirs.program, theirs.player,
        )  # fmt: skip
        game.choose(0)
        other.choose(0)


def test_equal_states_have_equal_keys_and_answers_change_them():
    game = made(kit.pack("tic_tac_toe")).native(1)
    other = game.copy()
    keys = {game.key()}
    for first, second in ((0, 3), (1, 2)):
        # The same two marks, set in another order by each.
        game.choose(first)
        keys.add(game.key())
        other.choose(first)
        assert game.key() == other.key()
        game.choose(second)
        other.choose(second)
        keys.add(game.key())
    assert game.key() == other.key()
    assert len(keys) == 5


def test_what_a_copy_goes_through_leaves_the_game_as_it_was():
    game = made(kit.pack("toy")).native(1)
    before, other = game.cells, game.copy()
    while other.count:
        other.choose(other.count - 1)
    assert game.cells == before
    assert (game.over, other.over) == (False, True)


def test_an_answer_that_is_no_option_is_rejected_and_changes_nothing():
    game = made(kit.pack("tic_tac_toe")).native(1)
    before = game.cells
    for wrong in (-1, game.count, 10**6):
        with pytest.raises(Rejected, match=f"there is no option {wrong}"):
            game.choose(wrong)
    assert game.cells == before
    while game.count:
        game.choose(game.count - 1)
    with pytest.raises(Rejected, match="the game is over"):
        game.choose(0)


# --- what is left to Python


def _both(effect, *answers, more="", **flow):
    game = kit.game(effect, more=more, **flow)
    other = game.table.native(1)
    for answer in answers:
        game.choose(answer)
        other.choose(answer)
    assert game.cells == other.cells
    return game, other


def test_programs_that_wait_for_each_other_deeply_are_left_to_python():
    deep = "actions:\n  - {id: dig, name: {en: dig}, params: {n: int}, "
    deep += "effect: 'if n > 0 { dig (n - 1) } else { gain 1 vp }', source: placeholder}\n"
    effect = "choose n from 1 to 2 { dig (n * 60) }; choose n from 1 to 2 { gain n vp }"
    game, other = _both(effect, 1, more=deep)
    assert other.given_up
    copy = other.copy()
    for one in (game, other, copy):
        one.choose(0)
    assert game.cells == other.cells == copy.cells
    assert game.result == other.result == copy.result
    with pytest.raises(Rejected):
        other.choose(0)


def test_a_pack_that_fails_while_it_runs_fails_in_the_same_way():
    rules = kit.changed("toy", round="turn player(1) { choose n from 1 to 2 { gain n vp } }; "
                                     "as player(1) { pay 99 gold }")  # fmt: skip
    game, other = Game(rules, 2, 1, undo=False), made(rules).native(1)
    told = []
    for one in (game, other):
        with pytest.raises(PackError) as error:
            one.choose(0)
        told.append((error.value.code, error.value.program, error.value.position))
    assert told[0] == told[1]


def test_an_effect_that_does_not_end_is_told_by_python():
    rules = kit.changed("toy", setup="as player(1) { repeat 999999999 { gain 0 vp } }")
    with pytest.raises(PackError) as error:
        made(rules).native(1)
    assert error.value.code == "E901"


def test_a_state_that_does_not_hold_together_is_left_to_python():
    quick = made(kit.pack("toy")).native
    game = quick(1)
    for _ in range(4):
        game.choose(0)
    cells, layout = game.cells, game.table.layout
    assert not quick(1, cells).given_up
    zone = next(i for i in range(layout.first_zone, layout.last_zone) if cells[i])
    for cell, wrong in ((zone, ()), (zone, cells[zone] * 2), (zone, (10**6,)), (3, 7),
                        (layout.place_of, 10**6)):  # fmt: skip
        broken = [*cells]
        broken[cell] = wrong
        assert quick(1, broken).given_up


def test_loops_over_many_things_stay_on_native_code():
    """What loops run over is kept only as long as they run."""
    more = "kinds:\n  - {id: chip, name: {en: chip}, source: placeholder}\nitems:\n  chip:\n"
    more += "    - {id: counter, name: {en: counter}, copies: 60, source: placeholder}\n"
    effect = "repeat 200 { for each x in chip { gain 0 vp } }"
    effect = f"choose n from 1 to 2 {{ {effect} }}; choose n from 1 to 2 {{ gain n vp }}"
    _, other = _both(effect, 1, more=more)
    assert not other.given_up


# --- building


def test_what_was_built_is_not_built_again(monkeypatch):
    rules = kit.pack("pig")
    made(rules).native(1)
    monkeypatch.setattr(build, "_run", None)
    assert build.built(_source(rules)).exists()


def _source(rules):
    from interpreter.engine.native.source import Source  # noqa: PLC0415 - only here

    return Source(made(rules)).text()


def test_the_source_is_the_same_each_time():
    assert _source(kit.pack("toy")) == _source(load(TOY).ruleset)


def test_texts_of_a_pack_do_not_come_into_the_source():
    """Names and texts are data of others; C knows numbers only."""
    ids = {item.id for kind in kit.pack("toy").kinds.values() for item in kind.items}
    words = set(re.findall(r"\w+", _source(kit.pack("toy")).split("typedef int64_t num")[1]))
    assert not {i for i in ids if len(i) > 4} & words


@pytest.mark.parametrize(
    ("cc", "message"),
    [
        ("", "no C compiler was found"),
        ("false", "the C compiler failed"),
    ],
)
def test_without_a_working_compiler_one_line_says_so(monkeypatch, tmp_path, cc, message):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("CC", str(shutil.which(cc)) if cc else "")
    if not cc:
        monkeypatch.setenv("PATH", str(tmp_path))
        monkeypatch.setattr(build.importlib.util, "find_spec", lambda name: None)
    rules = load(TOY).ruleset
    with pytest.raises(build.NotBuilt, match=message):
        _ = made(rules).native
    result = CliRunner().invoke(cli, ["simulate", TOY, "--games", "1", "--native"])
    assert result.exit_code == 2
    assert result.stderr.startswith(f"error: {message}")
    assert len(result.stderr.strip().splitlines()) == 1


def test_what_cannot_be_loaded_is_built_anew(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    path = build.built(_source(kit.pack("pig")))
    path.write_bytes(b"no module")
    with pytest.raises(build.NotBuilt, match="cannot be loaded"):
        build.loaded(path)
    assert build.loaded(build.built(_source(kit.pack("pig")))).Game


def test_only_so_many_built_modules_are_kept(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(build, "MOST_KEPT", 1)
    paths = [build.built(f"#include <Python.h>\nint n = {n};\n") for n in range(3)]
    assert [path.exists() for path in paths] == [False, False, True]


def test_the_command_plays_on_native_code():
    words = ["simulate", TOY, "--games", "3", "--format", "json", "--workers", "1"]
    plain, native = (CliRunner().invoke(cli, [*words, *more]) for more in ([], ["--native"]))
    assert (plain.exit_code, native.exit_code) == (0, 0)
    assert json.loads(plain.stdout)["fingerprint"] == json.loads(native.stdout)["fingerprint"]


def test_the_source_of_a_program_is_shown_with_its_places():
    result = CliRunner().invoke(
        cli, ["compile", str(kit.PACKS / "pig"), "--show", "flow", "--mode", "native"]
    )
    assert result.exit_code == 0
    assert "static int u" in result.stdout
    assert re.search(r"// \S*pig\.yaml:\d+:\d+: ", result.stdout)


def test_the_example_of_the_readme_runs(capsys):
    text = (kit.PACKS.parent.parent / "README.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    exec(example, {})
    asked, ended = capsys.readouterr().out.splitlines()
    assert re.match(r"\d \[.+\]", asked)
    assert ended.startswith("Result(")


def test_chance_is_the_same_as_in_python():
    """The dice of pig: as many eyes, whatever the seed."""
    for seed in ("1", "x", 2**63):
        game, other = Game(kit.pack("pig"), 2, seed), made(kit.pack("pig")).native(seed)
        assert rng.key(str(seed)) == other.cells[7]
        for _ in range(50):
            if game.over:
                break
            game.choose(game.decision.count - 1)
            other.choose(other.count - 1)
        assert game.cells == other.cells
