"""Saves and records of released versions load, are followed by names, or refused by name."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from overlays import GAME, changes, head, put

from interpreter.cli.main import cli
from interpreter.content.load import load
from interpreter.diagnostics import Report
from interpreter.play.saves import restored

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
    if game is not None:
        assert data["content"] == ruleset.fingerprint and game.hash() == data["hash"]
        game.choose(0)
        return
    (finding,) = report.diagnostics
    assert finding.code.id == "E402"
    assert f"{data['pack']} {data['version']} (content {data['content'][:12]})" in finding.message


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


def test_an_overlay_that_changes_nothing_leaves_saves_valid(played):
    orloj("play", "game", text="s one.json\nq\n")
    put(played, {"empty": head("empty"), "other": head("other") + changes("set: pearl.max, to: 8")})
    assert orloj("play", "game", "--with", "empty", "--load", "one.json", text="q\n")[0] == 0
    assert orloj("play", "game", "--with", "other", "--load", "one.json", text="q\n")[0] == 4
