"""The installed wheel plays the same games as the checkout."""

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SIMULATE = [
    "simulate",
    "orloj",
    "--games",
    "3",
    "--players",
    "3",
    "--seed",
    "1",
    "--format",
    "json",
]


def fingerprint(path, folder, *more):
    environment = {**os.environ, "PYTHONPATH": str(path), "XDG_CACHE_HOME": str(folder)}
    command = [sys.executable, "-m", "interpreter", *SIMULATE, *more]
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout)["fingerprint"]


@pytest.mark.slow
def test_the_wheel_holds_all_content_and_plays_the_same_games(tmp_path):
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    site = tmp_path / "site"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    assert (site / "interpreter" / "_data" / "content" / "orloj" / "pack.yaml").is_file()
    expected = fingerprint(ROOT, tmp_path)
    assert fingerprint(site, tmp_path) == expected
    if any(map(shutil.which, ("cc", "gcc", "clang"))):
        assert fingerprint(site, tmp_path, "--native") == expected
