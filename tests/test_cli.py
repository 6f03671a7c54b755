"""The command: every subcommand by click's runner, and a few times as a real process."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import kit
import pytest
from click.testing import CliRunner

from interpreter.cli import main as entry
from interpreter.cli.main import COMMANDS, cli

TOY = kit.where("toy")
FLAG = next(o.id for o in kit.pack("market").options.values() if o.sort == "flag")
CHOICE = next(o for o in kit.pack("market").options.values() if o.sort == "choice")


def orloj(*words, text=""):
    """Exit code, output and errors of a command."""
    result = CliRunner().invoke(cli, [str(w) for w in words], input=text)
    return result.exit_code, result.stdout, result.stderr


def process(*words, text="", **environment):
    return subprocess.run(
        [sys.executable, "-m", "interpreter", *map(str, words)],
        input=text, capture_output=True, text=True, encoding="utf-8", timeout=60, check=False,
        cwd=Path(__file__).parent.parent, env={**os.environ, "PYTHONUTF8": "1", **environment},
    )  # fmt: skip


# --- help


def test_help_lists_every_command_without_importing_it():
    code, out, _ = orloj("--help")
    assert code == 0
    assert all(name in out for name in COMMANDS)
    modules = (
        "import sys, interpreter.cli.main; print('yaml' in sys.modules, 'rich' in sys.modules)"
    )
    found = subprocess.run(
        [sys.executable, "-c", modules], capture_output=True, text=True, check=True
    )
    assert found.stdout.split() == ["False", "False"]


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_is_explained_with_an_example(name):
    code, out, _ = orloj(name, "--help")
    assert code == 0
    assert re.search(rf"Examples?:\s+orloj {name}", out)


def test_a_command_line_that_makes_no_sense_is_a_usage_error():
    assert orloj("playy")[0] == 2
    assert orloj("play")[0] == 2
    assert orloj("simulate", TOY, "--bots", "clever")[0] == 2


# --- validate and test


def test_validate_counts_what_is_there():
    code, out, err = orloj("validate", TOY)
    assert (code, err) == (0, "")
    assert re.search(r"\d+ items, \d+ actions, \d+ effects, placeholder values \d+ of \d+", out)


def test_validate_shows_findings_and_ends_with_1(tmp_path):
    text = "\n".join(kit.files("toy").values()).replace("effect: pay", "effect: pya")
    (tmp_path / "pack.yaml").write_text("pack: {id: x}\nzzz: 1\n", encoding="utf-8")
    assert text
    code, out, _ = orloj("validate", tmp_path)
    assert code == 1
    assert "pack.yaml" in out and "error[E" in out and "errors" in out.splitlines()[-1]


def test_validate_json_is_one_object(tmp_path):
    (tmp_path / "pack.yaml").write_text("zzz: 1\n", encoding="utf-8")
    code, out, _ = orloj("validate", TOY, tmp_path, "--format", "json")
    found = json.loads(out)
    assert code == 1
    assert found["errors"] > 0
    assert found["errors"] + found["warnings"] == len(found["findings"])


def test_unsafe_content_is_refused(tmp_path):
    (tmp_path / "pack.yaml").write_text("pack: &a {id: x}\n", encoding="utf-8")
    assert orloj("validate", tmp_path)[0] == 3
    assert orloj("play", tmp_path)[0] == 3


def test_an_unknown_pack_is_a_usage_error():
    for command in ("validate", "test", "play", "simulate", "show"):
        code, out, err = orloj(command, "no_such_pack")
        assert code == 2
        assert "E301" in out + err and "Traceback" not in out + err


def test_test_runs_examples():
    code, out, _ = orloj("test", TOY, "--rules")
    assert code == 0
    assert re.search(r"\d+ of \d+ examples hold", out.splitlines()[-1])


# --- setting up


@pytest.mark.parametrize("command", ["play", "simulate"])
@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (("--set", f"{FLAG}x=true"), "E302", f"`{FLAG}`"),
        (("--set", f"{FLAG}=perhaps"), "E303", "true or false"),
        (("--set", f"{CHOICE.id}=nothing"), "E303", CHOICE.values[1]),
        (("--players", "77"), "E304", "77"),
    ],
)
def test_a_wrong_setting_names_what_is_legal(command, words, code, says):
    exit_code, _, err = orloj(command, kit.where("market"), *words)
    assert exit_code == 2
    assert code in err and says in err


def test_a_setting_without_a_value_is_a_usage_error():
    assert orloj("play", TOY, "--set", "speed")[0] == 2


# --- play


def test_play_with_a_pipe_shows_questions_and_ends_with_the_input():
    code, out, _ = orloj("play", TOY, "--seed", 1, text="1\n")
    assert code == 0
    assert "1  " in out and "your choice" in out
    assert out.splitlines()[-1] == "the game is unfinished"
    assert "\x1b" not in out


def test_play_to_the_end_shows_the_result():
    code, out, _ = orloj("play", TOY, "--seed", 1, text="1\n" * 2000)
    assert code == 0
    assert "the game has ended" in out and "total" in out and ("winner" in out or "shared" in out)


def test_bots_play_alone():
    code, out, _ = orloj("play", TOY, "--humans", 0, "--bots", "busy")
    assert code == 0
    assert "your choice" not in out and "the game has ended" in out


def test_the_commands_at_the_table(tmp_path):
    file = tmp_path / "save.json"
    lines = [
        "h",
        "b",
        "?",
        "?1",
        "u",
        "1",
        "l",
        "u",
        "r",
        "s",
        f"s {file}",
        "999",
        "wat",
        "?999",
        "",
        "q",
    ]
    code, out, _ = orloj("play", TOY, "--seed", 1, text="\n".join(lines))
    assert code == 0
    assert "there is nothing to undo" in out
    assert "there is no option `999`" in out and "there is no option `wat`" in out
    assert f"saved in {file}" in out
    code, out, _ = orloj("play", TOY, "--load", file, text="q\n")
    assert code == 0
    assert "your choice" in out


def test_a_save_that_cannot_be_written_is_said(tmp_path):
    out = orloj("play", TOY, text=f"s {tmp_path}/no/such/folder\nq\n")[1]
    assert "cannot write" in out


@pytest.mark.parametrize("content", ["", "nonsense", "[]", '{"orloj": "save"}', "\x00"])
def test_an_unreadable_save_is_one_line(tmp_path, content):
    file = tmp_path / "save.json"
    file.write_text(content, encoding="utf-8")
    code, _, err = orloj("play", TOY, "--load", file)
    assert code == 4
    assert err.startswith("error[E401]") and len(err.splitlines()) == 1


def test_play_in_a_language_the_pack_has_not():
    assert orloj("play", TOY, "--lang", "xx")[0] == 2
    assert orloj("play", TOY, "--humans", 9)[0] == 2


# --- records


def recorded(tmp_path, *words):
    file = tmp_path / "game.jsonl"
    assert orloj("play", TOY, "--humans", 0, "--record", file, *words)[0] == 0
    return file


def test_a_record_is_replayed(tmp_path):
    file = recorded(tmp_path)
    code, out, _ = orloj("replay", file, "--pack", TOY)
    assert code == 0
    assert "Player 1" in out and "decisions agree" in out.splitlines()[-1]
    code, out, _ = orloj("replay", file, "--pack", TOY, "--quiet")
    assert (code, len(out.splitlines())) == (0, 1)


def test_a_record_that_differs_names_the_decision(tmp_path):
    file = recorded(tmp_path)
    lines = file.read_text(encoding="utf-8").splitlines()
    step = json.loads(lines[3])
    lines[3] = json.dumps(step | {"key": "something else"})
    file.write_text("\n".join(lines), encoding="utf-8")
    code, _, err = orloj("replay", file, "--pack", TOY)
    assert code == 4
    assert "E403" in err and "decision 3" in err


def test_a_record_of_other_content_says_both_versions(tmp_path):
    file = recorded(tmp_path)
    code, _, err = orloj("replay", file, "--pack", kit.where("market"))
    assert code == 4
    assert "E402" in err and "toy 1" in err and "market 1" in err


def test_an_unreadable_record(tmp_path):
    file = tmp_path / "game.jsonl"
    for content in ("", "{", '{"orloj": "record"}', "\xff"):
        file.write_text(content, encoding="latin-1")
        code, _, err = orloj("replay", file)
        assert code == 4
        assert "E401" in err
    assert orloj("replay", tmp_path / "nothing")[0] == 4


# --- simulate and show


def test_simulate_writes_json_and_tables(tmp_path):
    file = tmp_path / "out.json"
    words = ("simulate", TOY, "--games", 6, "--players", 3, "--seed", "x", "--workers", 1)
    code, out, _ = orloj(*words, "--out", file)
    assert code == 0
    found = json.loads(file.read_text(encoding="utf-8"))
    assert found["fingerprint"] in out and "6 of 6 games" in out
    code, out, _ = orloj(*words, "--format", "json")
    assert code == 0
    assert json.loads(out)["fingerprint"] == found["fingerprint"]


def test_show_an_entry_its_place_and_the_whole():
    item = next(iter(next(k for k in kit.pack("toy").kinds.values() if k.items).items))
    code, out, _ = orloj("show", TOY, item.id)
    assert code == 0
    assert out.startswith(f"{item.kind} {item.id}") and "declared: tests/packs/toy" in out.replace(
        "\\", "/"
    )
    assert "source: placeholder" in out
    assert orloj("show", TOY)[0] == 0
    code, _, err = orloj("show", TOY, item.id + "x")
    assert code == 1
    assert f"`{item.id}`" in err


def test_show_knows_every_entry_of_every_pack():
    for name in kit.ALL_PACKS:
        where, ruleset = kit.where(name), kit.pack(name)
        for id_ in list(ruleset.names)[:: max(1, len(ruleset.names) // 4)]:
            assert orloj("show", where, id_)[0] == 0, id_


# --- what must not happen


def test_our_own_mistakes_are_one_line(monkeypatch):
    def broken(name):
        raise ZeroDivisionError("a mistake")

    monkeypatch.setattr(entry, "import_module", broken)
    monkeypatch.delenv("ORLOJ_DEBUG", raising=False)
    code, _, err = orloj("validate", TOY)
    assert code == 70
    assert err == "this is a bug in orloj: ZeroDivisionError: a mistake\n"
    monkeypatch.setenv("ORLOJ_DEBUG", "1")
    assert isinstance(CliRunner().invoke(cli, ["validate", TOY]).exception, ZeroDivisionError)


def test_an_interrupt_ends_with_130(monkeypatch):
    def interrupted(name):
        raise KeyboardInterrupt

    monkeypatch.setattr(entry, "import_module", interrupted)
    assert orloj("validate", TOY)[0] == 130


def test_a_pack_that_fails_while_it_runs_is_a_finding_at_its_place(tmp_path):
    rules = {
        "pack": {"id": "stuck", "version": "1.0.0", "engine": ">=0.1,<1", "name": {"en": "Stuck"},
                 "players": {"min": 1, "max": 2}, "languages": ["en"]},
        "resources": [{"id": "vp", "name": {"en": "points"}, "source": "placeholder"}],
        "flow": {"setup": "as player(1) { gain 1 vp }", "round": "as player(1) { pay 5 vp }",
                 "score": "vp", "source": "placeholder"},
    }  # fmt: skip
    (tmp_path / "pack.yaml").write_text(json.dumps(rules), encoding="utf-8")
    for words in (("play", "--humans", 0), ("simulate", "--games", 2, "--workers", 1)):
        code, _, err = orloj(words[0], tmp_path, *words[1:])
        assert code == 1
        assert "E902" in err and "pay 5 vp" in err


# --- as a real process


def test_a_process_plays_through_a_pipe():
    done = process("play", TOY, "--seed", "2", text="1\n1\n?\nq\n")
    assert done.returncode == 0
    assert done.stderr == ""
    assert done.stdout.endswith("the game is unfinished\n") and "\x1b" not in done.stdout


def test_a_process_prints_where_letters_are_missing():
    done = process("play", TOY, text="\n", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert done.returncode == 0


@pytest.mark.skipif(sys.platform == "win32", reason="pipes close otherwise there")
def test_a_reader_that_goes_away_is_no_mistake():
    words = [sys.executable, "-m", "interpreter", "play", TOY, "--humans", "0"]
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(words, stdout=writing, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writing)
    assert done.returncode == 141
    assert done.stderr == ""
