# ruff: noqa: E501 - packs stand on lines of their own
"""Checks of whole rulesets: each code has a case in which it fires and one in which it keeps silent."""

import re
from pathlib import Path

import kit
import pytest
from analysis_kit import FLOW, HEAD, analysed, codes, findings
from click.testing import CliRunner
from conftest import CASES, read_cases

from interpreter.analysis.checks import CHECKS
from interpreter.cli.main import cli


@pytest.mark.cases("analysis")
def test_findings_about_whole_rulesets(case):
    case.check(out=kit.written(findings(analysed(case.input))))


def test_each_check_has_a_case_that_fires_and_others_that_do_not():
    cases = [c for path in sorted((CASES / "analysis").glob("*.case")) for c in read_cases(path)]
    found = [set(re.findall(r"^[EW]5\d\d", c.sections["out"], re.M)) for c in cases]
    for code in CHECKS:
        assert any(code.id in one for one in found), f"{code.id} never fires"
    silent = [c.title for c, one in zip(cases, found, strict=True) if not one]
    assert len(silent) >= 14


def test_a_case_says_in_its_title_what_fires():
    for path in sorted((CASES / "analysis").glob("*.case")):
        for case in read_cases(path):
            named = set(re.findall(r"[EW]5\d\d", case.title))
            found = set(re.findall(r"^[EW]5\d\d", case.sections["out"], re.M))
            assert named <= found and (named or not found), case.title


# --- three packs

BASE = """
resources:
  - {id: iron, name: {en: iron}, source: placeholder}
  - {id: coal, name: {en: coal}, source: placeholder}
  - {id: clay, name: {en: clay}, source: placeholder}
actions:
  - {id: go, name: {en: go}, effect: 'choose { "a" -> make_iron | "b" -> make_coal | "c" -> make_clay | otherwise "d" -> }', source: placeholder}
"""


def maker(resource, cost=""):
    effect = f"{cost}gain 1 {resource}; may {{ pay 1 {resource}; gain 1 vp }}"
    return f"actions:\n  - {{id: make_{resource}, name: {{en: make}}, effect: '{effect}', source: placeholder}}\n"


FREE = {"iron": maker("iron"), "coal": maker("coal"), "clay": maker("clay")}
NEEDING = {
    "iron": ("smiths", maker("iron", "pay 1 coal; ")),
    "coal": ("miners", maker("coal", "pay 1 clay; ")),
    "clay": ("potters", maker("clay", "pay 1 iron; ")),
}


@pytest.mark.parametrize(
    "changed", [("iron",), ("coal",), ("clay",), ("iron", "coal"), ("coal", "clay")]
)
def test_packs_that_change_one_or_two_needs_are_clean(changed):
    parts = {NEEDING[r][0]: NEEDING[r][1] for r in changed}
    rest = [text for r, text in FREE.items() if r not in changed]
    assert codes(analysed(BASE, *rest, **parts)) == []


def test_three_packs_that_together_close_a_circle_are_refused_with_path_and_packs():
    report = findings(analysed(BASE, **dict(NEEDING.values())))
    assert not report.ok
    (found,) = [d for d in report.diagnostics if d.code.id == "E501"]
    assert "clay → iron → coal → clay" in found.message
    assert [re.search(r"pack `(\w+)`", n.message)[1] for n in found.notes] == [
        "potters",
        "smiths",
        "miners",
    ]
    assert all(
        n.span is not None and Path(n.span.source.path).parts[0] in n.message for n in found.notes
    )


SIGNAL = "triggers:\n  - {{id: {0}, on: {0}, effect: signal {1}, source: placeholder}}\n"


def test_three_packs_whose_triggers_close_a_circle_are_refused_with_the_pack_of_each():
    base = """
events: [{id: dawn, source: placeholder}, {id: noon, source: placeholder}, {id: dusk, source: placeholder}]
actions: [{id: go, name: {en: go}, effect: signal dawn; signal noon; signal dusk, source: placeholder}]
"""
    parts = {
        "larks": SIGNAL.format("dawn", "noon"),
        "snails": SIGNAL.format("noon", "dusk"),
        "owls": SIGNAL.format("dusk", "dawn"),
    }
    base = base.replace("id: dawn", "id: dawn")
    parts = {k: v.replace("id: ", "id: on_", 1) for k, v in parts.items()}
    for left_out in parts:
        alone = analysed(base, **{k: v for k, v in parts.items() if k != left_out})
        assert "E502" not in codes(alone)
    report = findings(analysed(base, **parts))
    (found,) = [d for d in report.diagnostics if d.code.id == "E502"]
    assert "on_dawn → on_noon → on_dusk → on_dawn" in found.message or "→" in found.message
    assert {re.search(r"pack `(\w+)`", n.message)[1] for n in found.notes} == set(parts)


def test_three_overlays_that_together_close_a_circle_are_refused_by_validate(tmp_path):
    (tmp_path / "small").mkdir()
    for number, part in enumerate((HEAD + FLOW, BASE, *FREE.values())):
        (tmp_path / "small" / f"part{number}.yaml").write_text(part)
    for resource, (name, text) in NEEDING.items():
        effect = text.partition("effect: '")[2].partition("'")[0]
        (tmp_path / name).mkdir()
        (tmp_path / name / "pack.yaml").write_text(
            f'pack: {{id: {name}, version: 1.0.0, engine: ">=0.1,<1", name: {{en: {name}}}, changes: small, for: ">=1"}}\n'
            f"changes:\n  - {{set: make_{resource}.effect, to: '{effect}', source: placeholder}}\n"
        )
    overlays = [str(tmp_path / name) for name, _ in NEEDING.values()]

    def validated(*chosen):
        words = ["validate", str(tmp_path / "small"), *(w for o in chosen for w in ("--with", o))]
        result = CliRunner().invoke(cli, words)
        return result.exit_code, result.output

    for overlay in overlays:
        assert validated(overlay)[0] == 0, validated(overlay)[1]
    code, said = validated(*overlays)
    assert code == 1 and "E501" in said and "clay → iron → coal → clay" in said
    assert all(f"(pack `{name}`)" in said for name, _ in NEEDING.values()), said
