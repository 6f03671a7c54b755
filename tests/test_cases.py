"""The runner of golden cases is itself tested, in a folder of its own."""

import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent

TEST = """
import pytest

@pytest.mark.cases("toy")
def test_toy(case):
    case.check(out=case.input.upper())
"""

BEFORE = "=== one\nab\n\n  cd\n\n--- out\nwrong\n\n=== two\n--- odd line\nx\n"
AFTER = (
    "=== one\nab\n\n  cd\n--- out\nAB\n\n  CD\n=== two\n--- odd line\nx\n--- out\n--- ODD LINE\nX\n"
)


def run(folder, *arguments):
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True).returncode


def test_update_cases_writes_what_comes_out_and_nothing_else(tmp_path):
    shutil.copy(HERE / "conftest.py", tmp_path)
    (tmp_path / "test_toy.py").write_text(TEST)
    cases = tmp_path / "cases" / "toy" / "toy.case"
    cases.parent.mkdir(parents=True)
    cases.write_text(BEFORE)

    assert run(tmp_path) == 1
    assert cases.read_text() == BEFORE
    assert run(tmp_path, "--update-cases") == 0
    assert cases.read_text() == AFTER
    assert run(tmp_path) == 0
