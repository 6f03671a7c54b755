"""Every example of the language reference is run."""

import re
from pathlib import Path

import pytest

from interpreter.content.load import load
from interpreter.play.examples import run_examples
from interpreter.report.text import render_text

REFERENCE = Path(__file__).parent.parent / "grammar" / "README.md"


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tour")
    blocks = re.findall(r"```yaml\n(.*?)```", REFERENCE.read_text(encoding="utf-8"), re.DOTALL)
    for number, block in enumerate(blocks):
        (folder / f"{number:02}.yaml").write_text(block, encoding="utf-8")
    loaded = load(str(folder))
    assert loaded.ruleset is not None, render_text(loaded.report)
    return list(run_examples(loaded.ruleset))


def test_every_example_of_the_reference_holds(results):
    assert [f"{r.id}: {r.message}" for r in results if not r.ok] == []


def test_the_reference_has_many_examples(results):
    assert len(results) >= 60
