# ruff: noqa: E501 - packs stand on lines of their own
"""What is done with findings: shown with carets, written as SARIF, repaired, accepted, joined."""

import json
import subprocess
import sys
from pathlib import Path

import kit
import pytest
from click.testing import CliRunner
from jsonschema import Draft4Validator

from interpreter import codes
from interpreter.cli.main import cli
from interpreter.content.load import load
from interpreter.diagnostics import Accepted, Fix, Note, Report
from interpreter.report.fixes import repairs
from interpreter.report.sarif import render_sarif
from interpreter.report.text import cells, render_text
from interpreter.source import Source, Span

SARIF = json.loads(
    (Path(__file__).parent / "data" / "sarif-2.1.0.json").read_text(encoding="utf-8")
)

HEAD = """pack:
  id: small
  version: 1.0.0
  engine: ">=0.1,<1"
  name: {en: Small}
  players: {min: 2, max: 2}
  languages: [en]
"""
RULES = """
# A comment that must stay.
resources:
  - {id: vp, name: {en: points}, unbounded: true, source: placeholder}   # and this one
  - {id: gold, name: {en: gold}, source: placeholder}
flow:
  round: |
    for each p in players { as p { gain 1 gold; lose 1 gold; gain 1 vp } }
    if round >= 3 { end_game "over" }
  score: vp
  source: placeholder
"""


def written(folder, rules=RULES, head=HEAD):
    folder.mkdir(exist_ok=True)
    (folder / "pack.yaml").write_bytes(head.encode())
    (folder / "rules.yaml").write_bytes(rules.encode())
    return folder


def orloj(*words):
    return CliRunner().invoke(cli, [str(word) for word in words])


# --- carets


@pytest.mark.parametrize(
    "before", ["gold", "金币", "e\u0301e\u0301", "ก็ำ", "\u1112\u1161\u11ab", "👍🏽", "ﾊﾝｶｸ", "→…"],
)  # fmt: skip
def test_carets_stand_below_what_they_mean_behind_any_script(before):
    source = Source("a.yaml", f"x: {before} drw 1")
    start = source.text.index("drw")
    report = Report()
    report.add(codes.UNKNOWN_VERB, Span(source, start, start + 3), name="drw")
    line, carets = render_text(report).splitlines()[1:3]
    shown = line[: line.index("drw")]
    assert cells(shown) == cells(carets[: carets.index("^")])
    assert carets.count("^") == 3


def test_carets_are_as_wide_as_what_they_mean():
    source = Source("a.yaml", "x: 金币e\u0301 1")
    report = Report()
    report.add(codes.UNKNOWN_VERB, Span(source, 3, 7), name="drw")
    assert render_text(report).splitlines()[2].count("^") == 5


def test_cells_are_counted_as_terminals_draw_them():
    assert [
        cells(t) for t in ("", "a", "海", "e\u0301", "\u200b", "\u2764\ufe0f", "👨\u200d👩")
    ] == [0, 1, 2, 1, 0, 2, 2]


def test_each_note_with_a_place_shows_its_own_line():
    one, other = Source("a.yaml", "id: gold\n"), Source("b.yaml", "\nid: gold\n")
    report = Report()
    notes = [Note("first used here", Span(one, 4, 8)), Note("and here", Span(other, 5, 9))]
    report.add(
        codes.DUPLICATE_ID, Span(other, 5, 9), notes=notes,
        name="gold", what="a resource", advice="choose another id",
    )  # fmt: skip
    assert render_text(report) == (
        "b.yaml:2:5: error[E111] `gold` is already the name of a resource\n"
        "  2 | id: gold\n"
        "    |     ^^^^\n"
        "  note: a.yaml:1:5: first used here\n"
        "    1 | id: gold\n"
        "      |     ----\n"
        "  note: b.yaml:2:5: and here\n"
        "    2 | id: gold\n"
        "      |     ----\n"
        "  help: choose another id"
    )


# --- SARIF


def sarif_of(report):
    log = json.loads(render_sarif(report))
    Draft4Validator(SARIF).validate(log)
    return log["runs"][0]


def test_sarif_follows_its_published_schema_for_findings_of_every_kind():
    source = Source("a b/ü.yaml", "id: 金gld\n")
    at = Span(source, 5, 8)
    report = Report()
    report.add(
        codes.UNKNOWN_NAME,
        at,
        name="gld",
        kind="name",
        near=("gold",),
        fix=Fix(at, "gold"),
        notes=[Note("x", at), Note("y")],
    )
    report.add(codes.NO_SECTION, None, pack="small", section="flow")
    report.add(codes.UNUSED_ACTION, at, name="gld")
    (finding,) = [d for d in report.diagnostics if d.code is codes.UNUSED_ACTION]
    report.drop(finding)
    report.accepted = (Accepted(finding, "it is meant so"),)
    run = sarif_of(report)
    assert run["columnKind"] == "unicodeCodePoints"
    by_rule = {r["ruleId"]: r for r in run["results"]}
    assert all(
        run["tool"]["driver"]["rules"][r["ruleIndex"]]["id"] == id_ for id_, r in by_rule.items()
    )
    place = by_rule["E210"]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "a%20b/%C3%BC.yaml"
    assert place["region"] == {"startLine": 1, "startColumn": 6, "endLine": 1, "endColumn": 9}
    assert (
        by_rule["E210"]["fixes"][0]["artifactChanges"][0]["replacements"][0]["insertedContent"][
            "text"
        ]
        == "gold"
    )
    assert by_rule["E210"]["relatedLocations"][0]["message"]["text"] == "x"
    assert "locations" not in by_rule["E123"]
    assert by_rule["W501"]["suppressions"] == [
        {"kind": "inSource", "justification": "it is meant so"}
    ]


def test_sarif_of_packs_follows_the_schema(tmp_path):
    broken = written(tmp_path / "small", RULES.replace("gain 1 gold", "gian 1 gld"))
    for pack in (broken, kit.where("toy")):
        result = orloj("validate", pack, "--format", "sarif")
        log = json.loads(result.output)
        Draft4Validator(SARIF).validate(log)
        assert log["runs"][0]["results"]


def test_text_json_and_sarif_tell_the_same(tmp_path):
    pack = written(tmp_path / "small", RULES.replace("gain 1 gold", "gian 1 gld"))
    text = orloj("validate", pack).output
    found = json.loads(orloj("validate", pack, "--format", "json").output)["findings"]
    results = json.loads(orloj("validate", pack, "--format", "sarif").output)["runs"][0]["results"]
    assert [f["code"] for f in found] == [r["ruleId"] for r in results]
    assert all(f"[{f['code']}] {f['message']}" in text for f in found)


# --- repairs


def test_fix_changes_nothing_but_the_fault(tmp_path):
    wrong = RULES.replace("gain 1 gold", "gian 1 gold").replace("lose 1 gold", "lose 1 gld")
    pack = written(tmp_path / "small", wrong)
    shown = orloj("validate", pack, "--diff")
    assert (pack / "rules.yaml").read_text(encoding="utf-8") == wrong
    assert "-    for each p in players { as p { gian 1 gold; lose 1 gld;" in shown.stderr
    assert "2 repairs possible" in shown.stderr and shown.exit_code == 1
    done = orloj("validate", pack, "--fix")
    assert "+    for each p in players { as p { gain 1 gold; lose 1 gold;" in done.stderr
    assert (pack / "rules.yaml").read_text(encoding="utf-8") == RULES
    assert done.exit_code == 0


def test_fix_keeps_line_ends_and_the_byte_order_mark(tmp_path):
    rules = "\ufeff" + RULES.replace("\n", "\r\n")
    pack = written(tmp_path / "small", rules.replace("gain 1 gold", "gian 1 gold"))
    orloj("validate", pack, "--fix")
    assert (pack / "rules.yaml").read_bytes() == rules.encode()


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("  score: vp\n", "  scroe: vp\n"),
        ("  score: vp\n", "  score: vpp\n"),
        ("unbounded: true", 'unbounded: "true"'),
        ("{en: gold}, source", "{en: gold}, visible: all, source"),
        ("languages: [en]", "languages: en"),
        ("version: 1.0.0", "version: 1.0.0"),
        ("if round >= 3", "if round ≥ 3"),
        ("gain 1 vp }", "Gain 1 vp }"),
    ],
)
def test_each_sort_of_repair_leads_back(tmp_path, right, wrong):
    wrong = wrong.replace("visible: all", "visible: al")
    rules = (
        RULES.replace("{en: gold}, source", "{en: gold}, visible: all, source")
        if "visible" in wrong
        else RULES
    )
    before = {
        "rules.yaml": rules.replace(right.replace("visible: al,", "visible: all,"), wrong),
        "pack.yaml": HEAD.replace(right, wrong),
    }
    if "visible" in wrong:
        before["rules.yaml"] = rules.replace("visible: all", "visible: al")
    pack = written(tmp_path / "small", before["rules.yaml"], before["pack.yaml"])
    orloj("validate", pack, "--fix")
    assert (pack / "rules.yaml").read_text(encoding="utf-8") == rules
    assert (pack / "pack.yaml").read_text(encoding="utf-8") == HEAD


def test_numbers_dates_and_second_colons_are_repaired(tmp_path):
    pack = written(tmp_path / "small", RULES, HEAD + "  credits: by: me\n")
    orloj("validate", pack, "--fix")
    assert (pack / "pack.yaml").read_text(encoding="utf-8") == HEAD + '  credits: "by: me"\n'
    pack = written(
        tmp_path / "small",
        RULES.replace("}   # and", ", max: 0x10}   # and"),
        HEAD + "  credits: 2020-01-01\n",
    )
    orloj("validate", pack, "--fix")
    assert '"2020-01-01"' in (pack / "pack.yaml").read_text(encoding="utf-8")
    assert "max: 16}   # and" in (pack / "rules.yaml").read_text(encoding="utf-8")


def test_repairs_go_on_where_one_uncovers_another(tmp_path):
    """A misspelt key keeps effects from being read; once it is mended, their slips are too."""
    wrong = RULES.replace("  score: vp", "  scroe: vp").replace("lose 1 gold", "lsoe 1 gold")
    pack = written(tmp_path / "small", wrong)
    done = orloj("validate", pack, "--fix")
    assert "2 repairs made" in done.stderr and done.exit_code == 0
    assert (pack / "rules.yaml").read_text(encoding="utf-8") == RULES


def test_what_may_mean_two_things_is_not_repaired(tmp_path):
    more = RULES.replace("flow:", "  - {id: bold, name: {en: bold}, source: placeholder}\nflow:")
    pack = written(tmp_path / "small", more.replace("gain 1 gold", "gain 1 xold"))
    report = load(str(pack)).report
    assert [d.code.id for d in report.diagnostics] == ["E210"]
    assert report.diagnostics[0].help == "write `bold`, `gold`" and repairs(report) == ()


def test_fixes_that_touch_each_other_are_made_one_at_a_time(tmp_path):
    file = tmp_path / "a.yaml"
    file.write_text("abcdef\n", encoding="utf-8")
    source, report = Source(str(file), "abcdef\n"), Report()
    for start, end, text in ((0, 3, "X"), (2, 4, "Y"), (4, 5, "Z")):
        at = Span(source, start, end)
        report.add(codes.UNKNOWN_VERB, at, name=text, fix=Fix(at, text))
    (repair,) = repairs(report)
    assert (repair.after, repair.fixes) == ("XdZf\n", 2)


# --- accepted findings


def accepting(*entries):
    return HEAD + "  accept:\n" + "".join(f"    - {json.dumps(e)}\n" for e in entries)


UNUSED = RULES.replace(
    "flow:", "counters:\n  - {id: heat, name: {en: heat}, source: placeholder}\nflow:", 1
)


def test_a_warning_is_accepted_at_its_place_with_a_reason(tmp_path):
    pack = written(tmp_path / "small", UNUSED)
    assert "W502" in orloj("validate", pack).output
    assert orloj("validate", pack, "--strict").exit_code == 1
    assert orloj("validate", pack).exit_code == 0
    wanted = {"code": "W502", "id": "heat", "reason": "expansions use it"}
    written(pack, UNUSED, accepting(wanted))
    result = orloj("validate", pack, "--strict")
    assert (result.exit_code, "W502" in result.output) == (0, False)
    assert "1 accepted" in result.output
    found = json.loads(orloj("validate", pack, "--format", "json").output)
    assert [a["reason"] for a in found["accepted"]] == ["expansions use it"]


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        ({"code": "W502", "id": "gold", "reason": "x"}, "W131"),
        ({"code": "W501", "id": "heat", "reason": "x"}, "W131"),
        ({"code": "W502", "id": "heat", "field": "name", "reason": "x"}, "W131"),
        ({"code": "W599", "id": "heat", "reason": "x"}, "E125"),
        ({"code": "E210", "id": "heat", "reason": "x"}, "E125"),
        ({"code": "W502", "id": "heat"}, "E112"),
    ],
)
def test_an_acceptance_of_nothing_is_reported(tmp_path, entry, code):
    pack = written(tmp_path / "small", UNUSED, accepting(entry))
    found = json.loads(orloj("validate", pack, "--format", "json").output)["findings"]
    assert code in [f["code"] for f in found]
    assert found[0]["place"]["path"].endswith("pack.yaml") and not any(
        f["code"] == "E001" for f in found
    )


def test_an_acceptance_changes_no_rules(tmp_path):
    one = load(str(written(tmp_path / "one", UNUSED))).ruleset.fingerprint
    wanted = {"code": "W502", "id": "heat", "reason": "x"}
    assert (
        load(str(written(tmp_path / "two", UNUSED, accepting(wanted)))).ruleset.fingerprint == one
    )


# --- one cause, one finding


def found(folder, rules):
    report = load(str(written(folder, rules))).report
    return [d.code.id for d in report.diagnostics], report


def test_a_misspelt_declaration_is_one_finding_that_shows_it(tmp_path):
    more = RULES.replace("gain 1 gold; lose 1 gold", "gain 1 glod; lose 1 glod; gain 3 glod")
    more = more.replace("{en: gold}", "{en: shiny}").replace("id: gold", "id: gold")
    ids, report = found(tmp_path / "small", more)
    assert ids == ["E210"]
    (finding,) = report.diagnostics
    assert len(finding.fixes) == 3
    assert any(
        "is used nowhere" in note.message and note.span.text == "gold" for note in finding.notes
    )
    assert any("the same at" in note.message for note in finding.notes)


def test_a_broken_let_does_not_make_its_name_unknown(tmp_path):
    more = RULES.replace(
        "gain 1 gold; lose 1 gold", "let n = count(cards); gain n gold; gain (n + 1) gold"
    )
    assert found(tmp_path / "small", more)[0] == ["E210"]


def test_faults_inside_a_block_whose_head_is_broken_are_found_too(tmp_path):
    more = RULES.replace("gain 1 gold; lose 1 gold", "for each c in cards { do c.x; gain 1 gld }")
    assert found(tmp_path / "small", more)[0] == ["E210", "E210"]


def test_a_broken_effect_is_not_unused_or_endless_as_well(tmp_path):
    more = RULES.replace(
        "flow:",
        'actions:\n  - {id: pay_up, name: {en: p}, effect: "lsoe 1 gold", source: placeholder}\nflow:',
    )
    result = orloj("validate", written(tmp_path / "small", more.replace("lose 1 gold", "pay_up")))
    assert result.output.count("error[") == 1 and "warning[" not in result.output


def test_items_of_an_unknown_kind_do_not_become_unknown_names(tmp_path):
    more = RULES.replace(
        "flow:", "items:\n  crad: [{id: mill, source: placeholder}]\nflow:"
    ).replace("gain 1 gold", "let m = mill")
    assert found(tmp_path / "small", more)[0] == ["E110"]


def test_a_circle_of_formulas_is_told_once_and_a_wrong_name_is_no_circle(tmp_path):
    circle = "formulas:\n  - {id: a, value: b, source: placeholder}\n  - {id: b, value: c, source: placeholder}\n  - {id: c, value: a, source: placeholder}\nflow:"
    ids, report = found(tmp_path / "small", RULES.replace("flow:", circle))
    (one,) = report.diagnostics
    assert ids == ["E118"] and "`a` needs its own value" in one.message
    notes = [(note.message, note.span and note.span.text) for note in one.notes]
    assert notes == [("`a` needs `b`", None), ("`b` needs `c`", "c"), ("`c` needs `a`", "a")]
    assert found(
        tmp_path / "small", RULES.replace("flow:", circle.replace("value: c,", "value: xyz,"))
    )[0] == ["E210"]


def test_a_misspelt_field_is_not_missing_as_well(tmp_path):
    more = RULES.replace(
        "flow:",
        "kinds:\n  - {id: card, name: {en: card}, fields: {price: int}, source: placeholder}\nitems:\n  card: [{id: mill, prise: 3, source: placeholder}]\nflow:",
    )
    assert found(tmp_path / "small", more)[0] == ["E114"]


def test_no_more_than_twenty_are_shown(tmp_path):
    many = "; ".join(f"gain 1 nothing_{n}" for n in range(30))
    result = orloj("validate", written(tmp_path / "small", RULES.replace("gain 1 gold", many)))
    assert result.output.count("error[") == 20 and "and 10 more" in result.output


def test_the_order_of_findings_does_not_depend_on_hashes(tmp_path):
    many = "; ".join(f"gain 1 nothing_{n}" for n in range(9))
    pack = written(tmp_path / "small", RULES.replace("gain 1 gold", many))
    command = [sys.executable, "-m", "interpreter", "validate", str(pack)]
    outputs = {
        subprocess.run(command, capture_output=True, text=True, check=False, env={"PYTHONHASHSEED": seed, "PATH": ""}, cwd=Path(__file__).parent.parent).stdout
        for seed in ("0", "1", "7")
    }  # fmt: skip
    assert len(outputs) == 1
