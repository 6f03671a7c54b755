"""The tutorial of content/README.md, done by the letter: every file written, every command run."""

import os
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from interpreter.cli.main import cli
from interpreter.resources import data_dir

TUTORIAL = data_dir("content") / "README.md"
EXPANSION = data_dir("content") / "expansions" / "orloj_night_watch"
_BLOCK = re.compile(r"(?:File `([^`\n]+)`:\n\n)?```(yaml|sh|text)\n(.*?)```", re.DOTALL)


def blocks():
    """The snippets in order: file or nothing, language, text."""
    text = TUTORIAL.read_text(encoding="utf-8")
    chapter = text[text.index("## Variants and expansions") : text.index("## Packs here")]
    return [found.groups() for found in _BLOCK.finditer(chapter)]


def orloj(line):
    words = line.split()
    assert words[0] == "orloj"
    ran = CliRunner().invoke(cli, words[1:], input="q\n")
    assert ran.exit_code == 0, f"{line}\n{ran.output}"
    return ran.output


@pytest.fixture(scope="module")
def done(tmp_path_factory):
    """The folder in which the tutorial was done."""
    folder, here = tmp_path_factory.mktemp("tutorial"), Path.cwd()
    os.chdir(folder)
    try:
        output = ""
        for name, language, text in blocks():
            if language == "yaml":
                assert name, "a file without a name"
                Path(name).parent.mkdir(parents=True, exist_ok=True)
                Path(name).write_text(text, encoding="utf-8")
            elif language == "sh":
                output = "".join(orloj(line) for line in text.splitlines())
            else:
                missing = [line for line in text.splitlines() if line.strip() not in output]
                assert not missing, output
    finally:
        os.chdir(here)
    return folder


def test_the_tutorial_can_be_done(done):
    assert (done / "my_scrolls" / "pack.yaml").is_file()


def test_the_first_change_takes_at_most_five_commands(done):
    chapter = TUTORIAL.read_text(encoding="utf-8").split("### A changed card")[1].split("\n### ")[0]
    commands = [
        line
        for block in re.findall(r"```sh\n(.*?)```", chapter, re.DOTALL)
        for line in block.splitlines()
    ]
    assert len(commands) <= 5


def test_the_tutorial_writes_the_expansion_that_comes_along(done):
    written = {
        p.name: p.read_text(encoding="utf-8") for p in (done / "orloj_night_watch").glob("*.yaml")
    }
    shipped = {p.name: p.read_text(encoding="utf-8") for p in EXPANSION.rglob("*.yaml")}
    assert written == shipped


def test_every_snippet_is_executed():
    assert {language for _, language, _ in blocks()} == {"yaml", "sh", "text"}
    assert len(blocks()) >= 20
