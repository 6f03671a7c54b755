"""Bad inputs of our own list of threats, and one for each fault users of other programs met."""

import json
import zipfile

import kit
import pytest
from click.testing import CliRunner
from overlays import GAME, loaded, split, told
from test_explanations import SORTS, tour

from interpreter.analysis.analysis import analysis_of
from interpreter.analysis.checks import check
from interpreter.cli.common import exit_code
from interpreter.cli.main import cli
from interpreter.content.load import load
from interpreter.content.schema import validate
from interpreter.content.tree import read_tree
from interpreter.diagnostics import Report
from interpreter.source import Source


def ended(words, folder, last=2):
    """The last lines of a command, and how it ended."""
    result = CliRunner().invoke(cli, [str(word) for word in words])
    lines = result.output.replace(str(folder), "").splitlines()
    shown = [line for line in lines if line.strip()][-last:]
    return "\n".join([*shown, f"exit {result.exit_code}"])


def run(text, folder, _):
    """The words of a command."""
    (folder / "known").mkdir()
    (folder / "known" / "pack.yaml").write_text(tour(), encoding="utf-8")
    words = text.split()
    return ended([folder / "known" if word == "PACK" else word for word in words], folder)


def overlay(text, folder, names):
    """Overlays written below `## NAME`, all put on the game in the order of their names."""
    found = loaded(folder, split(text), *names)
    if found.ruleset is not None:
        check(analysis_of(found), found.report)
    return told(found.report, folder) + f"\nexit {exit_code(found.report)}"


def file(text, folder, _):
    """A content file by itself."""
    report = Report()
    tree = read_tree(Source.of("example.yaml", text), report)
    if tree is not None:
        validate(tree, report)
    return kit.written(report) + f"\nexit {exit_code(report)}"


def archive(text, folder, _):
    """A zip whose members are listed: a name, and how many kilobytes of nothing it unpacks to."""
    with zipfile.ZipFile(folder / "game.zip", "w", zipfile.ZIP_DEFLATED) as out:
        for line in text.splitlines():
            name, _, kilobytes = line.partition(" ")
            out.writestr(name, b"\0" * (1024 * int(kilobytes)) if kilobytes else GAME)
    return ended(["validate", folder / "game.zip"], folder, last=3)


def record(text, folder, words):
    """A record of a game of the toy pack with one line changed, cut short, or put in as it is."""
    name, game = folder / "game.jsonl", kit.where("toy")
    CliRunner().invoke(cli, ["play", game, "--humans", "0", "--seed", "1", "--record", str(name)])
    lines = name.read_text(encoding="utf-8").splitlines()
    match words:
        case ["answer", number]:
            step = json.loads(lines[int(number)])
            lines[int(number)] = json.dumps(step | {"key": text.strip()})
        case ["cut", number]:
            lines = [*lines[: int(number)], lines[int(number)][:9]]
        case ["head"]:
            lines[0] = json.dumps(json.loads(lines[0]) | json.loads(text))
        case ["whole"]:
            lines = [text]
        case ["brackets", number]:
            lines = ["[" * int(number)]
    name.write_text("\n".join(lines), encoding="utf-8")
    return ended(["replay", name, "--pack", game, "--quiet"], folder)


def circle(text, folder, words):
    """Many actions that all call each other: one loop, and no list of its ways."""
    names = ["go", *(f"a{n}" for n in range(1, int(words[0])))]
    calls = "".join(f"; may {{ {name} }}" for name in names)
    actions = "".join(
        f"  - {{id: {name}, name: {{en: a}}, effect: 'gain 1 vp{calls}', source: placeholder}}\n"
        for name in names
    )
    return pack("rules")(f"actions:\n{actions}{text}", folder, words)


def pack(sort):
    """What the explanations of codes call by the same name."""

    def outcome(text, folder, _):
        SORTS[sort](text.rstrip("\n"), folder / "pack")
        found = load(str(folder / "pack"))
        if found.ruleset is not None and sort == "rules":
            check(analysis_of(found), found.report)
        return kit.written(found.report) + f"\nexit {exit_code(found.report)}"

    return outcome


OUTCOMES = {
    **{sort: pack(sort) for sort in SORTS},
    "run": run,
    "file": file,
    "overlay": overlay,
    "archive": archive,
    "record": record,
    "circle": circle,
}


@pytest.mark.cases("reference")
def test_a_known_bad_input_has_its_place_its_code_and_a_way_out(case, tmp_path):
    first, _, text = case.input.partition("\n")
    sort, *words = first.removeprefix("# ").split()
    case.check(out=OUTCOMES[sort](text, tmp_path, words))
