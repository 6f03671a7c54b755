"""Saves and records of released versions load, are followed by names, or refused by name."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from overlays import GAME as SMALL
from overlays import changes, head, put

from interpreter.cli.main import cli
from interpreter.content.load import load
from interpreter.diagnostics import Report
from interpreter.engine.form import form
from interpreter.engine.game import Game
from interpreter.engine.table import table
from interpreter.play.saves import restored

GAME = SMALL.replace("copies: 2", "copies: 9").replace("draw 1 from deck", "draw 3 from deck")
"""With more cards a game has more questions."""
SAVES = Path(__file__).parent / "saves"
FILES = sorted(SAVES.glob("*.json*"))


def orloj(*words, text=""):
    ran = CliRunner().invoke(cli, [str(w) for w in words], input=text)
    return ran.exit_code, ran.output


def test_every_shipped_version_has_a_save_and_a_record():
    kept = {p.name.split(".json")[0] for p in FILES}
    shipped = [load(name).packs[0] for name in ("orloj", "orleans", "calimala", "great_library")]
    assert {f"{p.id}-{p.version}" for p in shipped} <= kept


@pytest.mark.parametrize("file", [p for p in FILES if p.suffix == ".json"], ids=lambda p: p.stem)
def test_an_old_save_loads_or_is_refused_by_name(file):
    data, report = json.loads(file.read_text(encoding="utf-8")), Report()
    ruleset = load(data["pack"]).ruleset
    game = restored(ruleset, file.read_text(encoding="utf-8"), report)
    if game is None:
        (finding,) = report.diagnostics
        assert finding.code.id in ("E402", "E404")
        assert data["pack"] in finding.message or data["form"] in finding.message
        return
    # What is loaded is what its answers lead to: not only the state, also what it then means.
    assert data["content"] == ruleset.fingerprint and game.hash() == data["hash"]
    played = Game(ruleset, data["players"], data["seed"], data["options"])
    for step in data["answers"]:
        assert played.decision.options[step["choose"]].key == step["key"]
        played.choose(step["choose"])
    assert played.cells == game.cells
    assert [o.key for o in played.decision.options] == [o.key for o in game.decision.options]


@pytest.mark.parametrize("file", [p for p in FILES if p.suffix == ".jsonl"], ids=lambda p: p.stem)
def test_an_old_record_agrees_is_followed_or_is_refused_by_name(file, tmp_path):
    code, out = orloj("replay", file, "--quiet")
    assert code == 0 or (code == 4 and re.search(r"E40[23]\]", out)), out
    # By names an old record goes on as far as its answers are offered, and says where it stops.
    code, out = orloj("replay", file, "--migrate", tmp_path / "new.jsonl")
    assert code == 0 or (code == 4 and re.search(r"E40[23]\]", out)), out
    if (tmp_path / "new.jsonl").exists():
        assert orloj("replay", tmp_path / "new.jsonl", "--quiet")[0] == 0


@pytest.fixture
def played(tmp_path, monkeypatch):
    """A record of the game, in a folder where its next versions are written."""
    put(tmp_path, {"game": GAME})
    monkeypatch.chdir(tmp_path)
    orloj("play", "game", "--record", "old.jsonl", "--humans", "0")
    return tmp_path


def next_version(folder, *pairs):
    text = GAME.replace("version: 1.2.0", "version: 1.3.0")
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new)
    put(folder, {"game": text})


def test_a_record_follows_a_renamed_item(played):
    next_version(
        played,
        ("id: gull,", "id: mew,"),
        ("renamed: {", "renamed: {gull: mew, "),
        ("gull.price: gull.cost", "gull.price: mew.cost"),
    )
    code, out = orloj("replay", "old.jsonl", "--pack", "game")
    assert code == 4 and "belongs to game 1.2.0" in out and "not to game 1.3.0" in out
    code, out = orloj("replay", "old.jsonl", "--pack", "game", "--migrate", "new.jsonl")
    assert code == 0 and "decisions are followed" in out
    assert orloj("replay", "new.jsonl", "--pack", "game", "--quiet")[0] == 0


def test_a_record_follows_a_renamed_option(played):
    next_version(played, ("id: storm,", "id: gale,"), ("renamed: {", "renamed: {storm: gale, "))
    assert orloj("replay", "old.jsonl", "--pack", "game", "--migrate", "new.jsonl")[0] == 0


def test_an_option_that_is_gone_is_told_by_name(played):
    next_version(
        played,
        (
            "  - {id: storm, name: {en: storm}, type: flag, default: false, source: placeholder}\n",
            "",
        ),
        ("options:\n", ""),
    )
    code, out = orloj("replay", "old.jsonl", "--pack", "game", "--migrate", "new.jsonl")
    assert code == 4 and "unknown option `storm`" in out and not Path("new.jsonl").exists()


def test_an_answer_that_is_gone_is_told_and_what_was_before_is_kept(played):
    next_version(played, ('"Rest" -> rest', '"Sleep" -> rest'))
    code, out = orloj("replay", "old.jsonl", "--pack", "game", "--migrate", "new.jsonl")
    assert code == 4 and "E403" in out and "decisions are still the same" in out
    assert orloj("replay", "new.jsonl", "--pack", "game", "--quiet")[0] == 0


def saved(*lines):
    """A saved game, and the question it waits at."""
    orloj("play", "game", "--seed", "3", text="\n".join([*lines, "s one.json", "q", ""]))
    return json.loads(Path("one.json").read_text(encoding="utf-8"))


def loaded(*more):
    return orloj("play", "game", "--load", "one.json", *more, text="s two.json\nq\n")


def test_a_save_of_a_renamed_item_is_refused_by_name_and_carried_over_if_asked(played):
    before = saved("1", "1", "1")
    next_version(
        played,
        ("id: gull,", "id: mew,"),
        ("renamed: {", "renamed: {gull: mew, "),
        ("gull.price: gull.cost", "gull.price: mew.cost"),
    )
    code, out = loaded()
    assert code == 4 and "E402" in out and "belongs to game 1.2.0" in out and "--migrate" in out
    code, out = loaded("--migrate")
    assert code == 0 and f"{len(before['answers'])} decisions are followed" in out
    after = json.loads(Path("two.json").read_text(encoding="utf-8"))
    assert after["version"] == "1.3.0" and after["content"] != before["content"]
    old = [step["key"].replace("gull", "mew") for step in before["answers"]]
    assert old == [step["key"] for step in after["answers"]] and len(old) >= 3
    # What was carried over is a save like any other.
    assert orloj("play", "game", "--load", "two.json", text="q\n")[0] == 0


def test_a_save_whose_answer_is_gone_is_not_carried_over(played):
    saved("2", "2")
    next_version(played, ('"Rest" -> rest', '"Sleep" -> rest'))
    code, out = loaded("--migrate")
    assert code == 4 and "E403" in out and "Rest" in out and not Path("two.json").exists()


def test_a_state_of_another_form_is_refused_by_name_and_never_read(played):
    data = saved("1", "1")
    text = json.dumps(data | {"form": "0123456789abcdef"})
    Path("one.json").write_text(text, encoding="utf-8")
    code, out = loaded()
    assert code == 4 and "E404" in out and "0123456789abcdef" in out and data["form"] in out
    code, out = loaded("--migrate")
    assert code == 0 and json.loads(Path("two.json").read_text())["cells"] == data["cells"]
    # A save from before there were forms, and without answers.
    del data["form"], data["answers"]
    Path("one.json").write_text(json.dumps(data), encoding="utf-8")
    assert loaded()[0] == 4 and loaded("--migrate")[0] == 4


def test_a_record_of_another_form_is_compared_in_answers_and_points(played):
    first, *lines = Path("old.jsonl").read_text(encoding="utf-8").splitlines()
    lines = [json.dumps(json.loads(line) | {"hash": "0"}) for line in lines]
    other = json.dumps(json.loads(first) | {"form": "0" * 16})
    for head_line, code in ((first, 4), (other, 0)):
        Path("new.jsonl").write_text("\n".join([head_line, *lines]), encoding="utf-8")
        assert orloj("replay", "new.jsonl", "--pack", "game", "--quiet")[0] == code
    end = json.loads(lines[-1])
    lines[-1] = json.dumps(end | {"scores": [99, *end["scores"][1:]]})
    Path("new.jsonl").write_text("\n".join([other, *lines]), encoding="utf-8")
    assert orloj("replay", "new.jsonl", "--pack", "game", "--quiet")[0] == 4


AVIARY = "  - {id: aviary, name: {en: a}, holds: [bird], source: placeholder}\n"


def test_the_form_says_which_cell_and_which_operation_a_number_means(tmp_path):
    """Two packs that differ in one thing a state points at; a name or an amount is none."""

    def form_of(*pairs):
        text = GAME
        for old, new in pairs:
            assert old in text
            text = text.replace(old, new)
        put(tmp_path, {"game": text})
        return form(table(load(str(tmp_path / "game")).ruleset, 2, {"storm": 0}))

    same = form_of()
    assert form_of(("gain 2 vp;", "gain 3 vp;")) == same
    assert form_of(("name: {en: rest}", "name: {en: sleep}")) == same
    others = [
        form_of(("id: tern, name: {en: tern}, copies: 9", "id: tern, name: {en: tern}, copies: 8")),
        form_of(("gain 2 vp;", "gain 2 vp; gain 1 vp;")),
        form_of(("  - {id: hand,", f"{AVIARY}  - {{id: hand,")),
    ]  # fmt: skip
    assert len({same, *others}) == 4


def test_an_overlay_that_changes_nothing_leaves_saves_valid(played):
    orloj("play", "game", text="s one.json\nq\n")
    put(played, {"empty": head("empty"), "other": head("other") + changes("set: pearl.max, to: 8")})
    assert orloj("play", "game", "--with", "empty", "--load", "one.json", text="q\n")[0] == 0
    assert orloj("play", "game", "--with", "other", "--load", "one.json", text="q\n")[0] == 4
