# ruff: noqa: E501 - patterns and packs stand on lines of their own
"""Packs and saves from strangers: refused quickly and small, and never anything but findings comes out."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import kit
import pytest
from click.testing import CliRunner

from interpreter.cli.main import cli

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))

import bombs  # noqa: E402 - the tools are no package
import faults  # noqa: E402
import fuzz_packs  # noqa: E402


@pytest.mark.parametrize("name", bombs.BOMBS)
def test_a_bomb_is_refused_quickly_and_small(name):
    text, expected = bombs.BOMBS[name]
    code, spent, peak, first, longest = bombs.measured(text)
    assert code == expected, first
    # The bars of the script, with room for a busy machine.
    assert spent < 10 * bombs.SLOWER.get(name, bombs.MOST_MS) and peak < 2 * bombs.MOST_MB
    assert longest < 400


def test_broken_packs_end_in_findings():
    packs = [fuzz_packs.Pack(name) for name in kit.TEST_PACKS]
    counts, failures = fuzz_packs.fuzz(packs, "checks", range(400))
    assert failures == []
    assert len([sort for sort in counts if sort.endswith("findings")]) == 3


def test_slips_are_found_at_their_place_and_with_the_right_name():
    pack = faults.Pack("great_library", every=12)
    pack.texts()
    pack.entries_of()
    tallies = pack.tallies.values()
    tried = sum(t.tried for t in tallies)
    assert tried > 250
    assert sum(t.found for t in tallies) >= 0.995 * tried
    assert sum(t.placed for t in tallies) >= 0.995 * tried
    assert sum(t.named for t in tallies) >= 0.95 * tried


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_pack_leads_nowhere_out_of_itself(tmp_path):
    secret = tmp_path / "secret.yaml"
    secret.write_text("password: hunter2\n", encoding="utf-8")
    folder = tmp_path / "pack"
    folder.mkdir()
    (folder / "pack.yaml").write_text(bombs.HEAD, encoding="utf-8")
    (folder / "more.yaml").symlink_to(secret)
    result = CliRunner().invoke(cli, ["validate", str(folder)])
    assert result.exit_code == 3
    assert "E007" in result.output and "password" not in result.output


def test_nothing_a_pack_says_reaches_what_runs_or_formats_text():
    """No eval, exec, pickle, dynamic format or regular expression made from content.

    Programs run as source made from their operations; what that may consist of is held to in
    tests/test_compiled.py, and one place runs it.
    """
    runs = []
    for path in sorted((ROOT / "interpreter").rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                assert name not in ("eval", "format_map", "vformat"), path
                if name == "exec":
                    runs.append(path.relative_to(ROOT).as_posix())
                if name == "format":
                    constant = getattr(node.func.value, "id", "").isupper()
                    assert constant or isinstance(node.func.value, ast.Constant), path
            names = (
                [a.name for a in node.names]
                if isinstance(node, ast.Import | ast.ImportFrom)
                else []
            )
            assert not {"pickle", "marshal", "shelve"} & set(names), path
    assert runs == ["interpreter/engine/compiled/names.py"]


def test_every_pattern_of_ours_is_quick_on_long_texts():
    """A text made to be slow, ten thousand letters long, against each pattern of the reader."""
    code = "import re, sys, time\nfor p in sys.argv[1:]:\n    r = re.compile(p)\n    for t in ('a' * 10000 + '!', ' ' * 10000 + 'x', '0' * 10000 + 'x', 'a ' * 5000):\n        b = time.process_time(); r.fullmatch(t), r.match(t); assert time.process_time() - b < 1, p"
    found = set()
    for folder in ("content", "lang"):
        for path in (ROOT / "interpreter" / folder).glob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and getattr(node.func, "attr", "") in (
                    "compile",
                    "search",
                    "fullmatch",
                    "finditer",
                ):
                    found |= {
                        a.value
                        for a in node.args[:1]
                        if isinstance(a, ast.Constant) and isinstance(a.value, str)
                    }
    patterns = [p for p in found if _is_pattern(p)]
    assert len(patterns) > 5
    assert (
        subprocess.run([sys.executable, "-c", code, *patterns], check=False, timeout=60).returncode
        == 0
    )


def _is_pattern(text):
    try:
        re.compile(text)
    except re.error:
        return False
    return True


@pytest.mark.parametrize(
    "text",
    ["[" * 100_000, '{"orloj": NaN}', '{"orloj": "save", "orloj": "save"}', '{"orloj": 1e999999}', "\ud800".encode("utf-8", "surrogatepass").decode("latin-1"),
     '{"orloj": "record"}\n' + "[" * 5_000, "\x00" * 100],
)  # fmt: skip
def test_a_hostile_save_is_one_line(tmp_path, text):
    file = tmp_path / "save.json"
    file.write_text(text, encoding="latin-1")
    for words in (
        ["play", kit.where("toy"), "--load", str(file)],
        ["replay", str(file), "--pack", kit.where("toy")],
    ):
        result = CliRunner().invoke(cli, words)
        assert result.exit_code in (3, 4), result.output
        assert len((result.output + result.stderr).splitlines()) <= 2
