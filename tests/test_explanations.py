# ruff: noqa: E501 - packs stand on lines of their own
"""Every code is explained, and its example produces it while the mended one does not."""

import json
import re
import shutil
from functools import cache

import kit
import pytest
from analysis_kit import FLOW, HEAD
from click.testing import CliRunner

from interpreter.analysis.analysis import analysis_of
from interpreter.analysis.checks import check
from interpreter.cli.main import cli
from interpreter.codes import CODES, RETIRED
from interpreter.content.accept import apply_acceptances
from interpreter.content.load import load
from interpreter.content.schema import validate
from interpreter.content.tree import read_file, read_tree
from interpreter.diagnostics import Report
from interpreter.report.explanations import explanations
from interpreter.resources import data_dir
from interpreter.source import Source

# Packs on packs are explained by their own manual; their examples are whole folders.
ELSEWHERE = re.compile(r"E31[0-9]|E32[0-9]|E33[0-9]|W3[0-9]{2}")
KNOWN = dict(explanations())


@cache
def tour():
    """The little pack of the manual of the language."""
    manual = (data_dir("grammar") / "README.md").read_text(encoding="utf-8")
    return re.search(r"```yaml\n(pack: .*?)```", manual, re.S)[1]


def test_every_code_is_explained():
    missing = [code for code in CODES if code not in KNOWN and not ELSEWHERE.fullmatch(code)]
    assert missing == []
    assert set(KNOWN) <= set(CODES)


def test_retired_numbers_stay_reserved():
    assert not set(RETIRED) & set(CODES)
    assert all(re.fullmatch(r"[EWN][0-9]{3}", code) and reason for code, reason in RETIRED.items())


def found_in(folder, files):
    """The codes of findings about a pack made of files."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
    loaded = load(str(folder))
    if loaded.ruleset is not None:
        check(analysis_of(loaded), loaded.report)
        apply_acceptances(loaded.report, loaded.entries)
    return {d.code.id for d in loaded.report.diagnostics}


def file(text, folder):
    report = Report()
    tree = read_tree(Source.of("example.yaml", text), report)
    if tree is not None:
        validate(tree, report)
    return {d.code.id for d in report.diagnostics}


def more(text, folder):
    return found_in(folder, {"pack.yaml": tour(), "more.yaml": text})


def head(text, folder):
    lines = json.loads(json.dumps(text)).splitlines()
    known = tour()
    for line in lines:
        key = line.partition(":")[0]
        known = re.sub(rf"(pack: {{.*?), {key}: (?:\[[^\]]*\]|{{[^}}]*}})", r"\1", known)
        known = re.sub(
            r"(pack: {.*)}(?=\n)", lambda m, line=line: f"{m[1]}, {line}}}", known, count=1
        )
    return found_in(folder, {"pack.yaml": known})


def pack(text, folder):
    return found_in(folder, {"pack.yaml": text})


def rules(text, folder):
    flow = "" if "flow:" in text else FLOW
    return found_in(folder, {"pack.yaml": HEAD + flow, "more.yaml": text})


def effect(text, folder):
    action = {
        "id": "tried",
        "name": {"en": "tried"},
        "offered": "any_time",
        "effect": text,
        "source": "placeholder",
    }
    return more(json.dumps({"actions": [action]}), folder)


def flow(text, folder):
    again = {"id": "again", "name": {"en": "again"}, "effect": "again", "source": "placeholder"}
    known = re.sub(r"\nflow:.*", "", tour(), flags=re.S)
    body = {"flow": {"round": text, "score": "vp", "source": "placeholder"}, "actions": [again]}
    if "again" not in text:
        del body["actions"]
    codes = found_in(folder, {"pack.yaml": known, "flow.yaml": json.dumps(body)})
    if not any(code.startswith("E") and code[1] < "5" for code in codes):
        codes |= run(f"play {folder} --humans 0", folder.with_name("run"))
    return codes


def bytes_(text, folder):
    special = {
        "LARGE": lambda: {"pack.yaml": b"a" * (1 << 21)},
        "MANY": lambda: {f"{n}.yaml": b"" for n in range(501)},
        "VALUES": lambda: {"pack.yaml": b"[" + b"x, " * 110_000 + b"x]"},
        "TEXT": lambda: {"pack.yaml": b"a: " + b"x" * 10_001},
        "EFFECT": lambda: {
            "pack.yaml": tour(),
            "more.yaml": json.dumps(
                {
                    "actions": [
                        {
                            "id": "tried",
                            "name": {"en": "t"},
                            "effect": "gain 1 gold; " * 400,
                            "source": "placeholder",
                        }
                    ]
                }
            ),
        },
    }
    if text in special:
        return found_in(folder, special[text]())
    if text == "LINK":
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "pack.yaml").symlink_to("/etc/hostname")
        return found_in(folder, {})
    if text == "UNREADABLE":
        report = Report()
        read_file(folder, "pack.yaml", report)
        return {d.code.id for d in report.diagnostics}
    return found_in(folder, {"pack.yaml": text.encode().decode("unicode_escape").encode("latin-1")})


def run(text, folder):
    where = folder / "tried"
    where.mkdir(parents=True, exist_ok=True)
    shutil.copytree(kit.folder("toy"), where / "other", dirs_exist_ok=True)
    pairs = "\noptions:\n  - {id: pairs, name: {en: pairs}, type: flag, default: false, players: [4], source: placeholder}"
    (where / "known").mkdir(exist_ok=True)
    (where / "known" / "pack.yaml").write_text(
        tour().replace("\noptions:", pairs), encoding="utf-8"
    )
    record = where / "game.jsonl"
    if "RECORD" in text or "CHANGED" in text:
        CliRunner().invoke(
            cli, ["play", str(where / "known"), "--humans", "0", "--record", str(record)]
        )
        lines = record.read_text(encoding="utf-8").splitlines()
        step = json.loads(lines[3])
        changed = [*lines[:3], json.dumps(step | {"key": "something else"}), *lines[4:]]
        (where / "changed.jsonl").write_text("\n".join(changed), encoding="utf-8")
    (where / "save.json").write_text("no save", encoding="utf-8")
    if "FORM" in text:
        kept = where / "form.json"
        CliRunner().invoke(cli, ["play", str(where / "known")], input=f"1\ns {kept}\nq\n")
        data = json.loads(kept.read_text(encoding="utf-8"))
        kept.write_text(json.dumps(data | {"form": "0" * 16}), encoding="utf-8")
    names = {
        "PACK": where / "known",
        "OTHER": where / "other",
        "RECORD": record,
        "CHANGED": where / "changed.jsonl",
        "SAVE": where / "save.json",
        "FORM": where / "form.json",
    }
    words = [str(names.get(word, word)) for word in text.split()]
    result = CliRunner().invoke(cli, words)
    return set(re.findall(r"\[([EWN][0-9]{3})\]", result.output + result.stderr))


SORTS = {
    "file": file,
    "more": more,
    "head": head,
    "pack": pack,
    "rules": rules,
    "effect": effect,
    "flow": flow,
    "bytes": bytes_,
    "run": run,
}


@pytest.mark.parametrize("code", KNOWN)
def test_the_example_of_an_explanation_has_the_finding_and_the_mended_one_has_not(code, tmp_path):
    known = KNOWN[code]
    assert code in SORTS[known.wrong.sort](known.wrong.text, tmp_path / "wrong")
    if known.right is not None:
        found = SORTS[known.right.sort](known.right.text, tmp_path / "right")
        assert code not in found
        if known.right.sort in ("more", "effect", "head", "flow"):
            assert not any(c.startswith(("E0", "E1", "E2")) for c in found), found


@pytest.mark.parametrize("code", KNOWN)
def test_an_explanation_reads_well(code):
    known = KNOWN[code]
    assert len(known.text.split()) > 6 and known.text.endswith(".")
    assert known.repair.rstrip().endswith(".")


@pytest.mark.parametrize("code", KNOWN)
def test_the_command_shows_every_explanation(code):
    shown = CliRunner().invoke(cli, ["explain-code", code])
    assert shown.exit_code == 0 and KNOWN[code].repair.strip() in shown.output, shown.output


def test_the_command_explains_a_code_and_names_near_ones():
    runner = CliRunner()
    shown = runner.invoke(cli, ["explain-code", "e211"])
    assert shown.exit_code == 0
    assert shown.output.startswith("error[E211] unknown verb\n") and "gian 2 gold" in shown.output
    assert "E201" in runner.invoke(cli, ["explain-code"]).output
    wrong = runner.invoke(cli, ["explain-code", "E999"])
    assert wrong.exit_code == 2 and "unknown code `E999`" in wrong.stderr
