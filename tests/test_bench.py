"""What `tools/bench` answers; how fast anything is, no test says."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

TOOLS = Path(__file__).resolve().parent.parent / "tools"


def measured(command, *arguments, **variables):
    done = subprocess.run(
        [*command, *arguments, "--rounds", "1", "--seconds", "0.1", "--format", "json"],
        capture_output=True,
        text=True,
        env={**os.environ, **variables},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.slow
def test_a_race_says_what_both_did():
    found = measured([str(TOOLS / "bench")], "--only", "handwritten_pig")
    row = found["rows"]["handwritten_pig"]
    ours, theirs = row["ours"], row["theirs"]
    assert found["ratios"] == {"handwritten_pig": row["ratio"]}
    assert row["ratio"] == pytest.approx(
        ours["decisions_per_second"] / theirs["decisions_per_second"], rel=0.01
    )
    # By the same rules, so games are as long; few games were played.
    assert ours["decisions_per_game"] == pytest.approx(theirs["decisions_per_game"], rel=0.2)
    assert ours["options_per_decision"] == theirs["options_per_decision"] == 2
    assert len(row["calibration_ms"]) == 1
    assert found["machine"]["cores"] == os.cpu_count()
    assert found["versions"]["Python"] == sys.version.split()[0]


def test_a_peer_that_cannot_be_had_is_missing_and_no_error():
    bench = [sys.executable, str(TOOLS / "bench.py")]
    found = measured(bench, "--only", "boardgameio_pig", PATH="")
    assert found["ratios"] == {"boardgameio_pig": None}
    assert found["rows"]["boardgameio_pig"]["missing"] == "there is no node and npm"


@pytest.mark.slow
def test_what_has_no_peer_is_measured_alone():
    found = measured([str(TOOLS / "bench")], "--only", "states")
    assert found["ratios"] == {}
    assert found["states"].keys() == {
        "copy_us", "key_us", "hash_us", "save_us", "load_us", "cells", "save_bytes",
        "native_copy_us", "native_key_us",
    }  # fmt: skip


@pytest.mark.slow
def test_content_nobody_uses_changes_no_game():
    found = measured([str(TOOLS / "bench")], "--only", "content_1000")
    many, few = (found["rows"]["content_1000"][side] for side in ("ours", "theirs"))
    assert many["options_per_decision"] == few["options_per_decision"]
    assert many["decisions_per_game"] == pytest.approx(few["decisions_per_game"], rel=0.1)
