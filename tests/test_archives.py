"""Packs as zip files: read in memory, hostile ones refused at once, and nothing is ever written."""

import tracemalloc
from pathlib import Path

import pytest
from click.testing import CliRunner
from hostile_archives import HOSTILE, one, packed
from overlays import GAME, changes, head, put, told

from interpreter.cli.main import cli
from interpreter.content.archive import MOST_BYTES, Unsafe, check_name, read
from interpreter.content.load import load


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_archive_is_refused_and_nothing_is_written(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in").mkdir()
    file = tmp_path / "in" / "hostile.zip"
    file.write_bytes(HOSTILE[name])
    before = sorted(tmp_path.rglob("*"))
    ran = CliRunner().invoke(cli, ["validate", str(file)])
    assert ran.exit_code == 3, ran.output
    assert "error[E329] this archive is refused" in ran.output
    assert sorted(tmp_path.rglob("*")) == before
    assert not Path(tmp_path.parent / "pack.yaml").exists()


@pytest.mark.parametrize("name", [n for n in HOSTILE if len(HOSTILE[n]) <= MOST_BYTES])
def test_a_hostile_archive_is_refused_within_little_memory(name):
    tracemalloc.start()
    with pytest.raises(Unsafe):
        read(HOSTILE[name])
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 20 << 20


def test_there_are_at_least_twenty_five():
    assert len(HOSTILE) >= 25


@pytest.mark.parametrize(
    "name", ["pack.yaml", "game/cards-2.yaml", "README.md", "art/gull_1.webp", "x/LICENSE.md"]
)
def test_an_ordinary_name_is_allowed(name):
    check_name(name)


def test_a_pack_in_a_zip_is_the_same_pack(tmp_path):
    put(tmp_path, {"game": GAME, "a": head("a") + changes("set: pearl.max, to: 5")})
    for name in ("game", "a"):
        text = (tmp_path / name / "pack.yaml").read_bytes()
        (tmp_path / f"{name}.zip").write_bytes(
            packed([(f"{name}/pack.yaml", text), ("README.md", "x")])
        )
    folder = load(str(tmp_path / "game"), (str(tmp_path / "a"),))
    archive = load(str(tmp_path / "game.zip"), (str(tmp_path / "a.zip"),))
    assert archive.ruleset is not None, told(archive.report, tmp_path)
    assert archive.ruleset.fingerprint == folder.ruleset.fingerprint
    assert archive.ruleset.overlays == folder.ruleset.overlays


def test_findings_in_a_zip_name_the_member(tmp_path):
    wrong = GAME.replace("gain n pearl", "gain n pearls")
    (tmp_path / "game.zip").write_bytes(packed(one(data=wrong)))
    (finding,) = load(str(tmp_path / "game.zip")).report.diagnostics
    assert finding.span.source.path.endswith("game.zip/game/pack.yaml")
