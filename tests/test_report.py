"""Findings, their catalogue, and how they are shown."""

import json
import re

import pytest

from interpreter import codes
from interpreter.codes import CODES, Code, Severity, fill, fill_help
from interpreter.diagnostics import Note, Report, near
from interpreter.report.json import render_json
from interpreter.report.text import render_text
from interpreter.source import Source, Span

TEXT = "cards:\n  - {id: gull, effect: drw 1 from reef}\n  - {id: 海鸥, effect: drw 2}\n"


def span(source, word, number=0):
    start = [found.start() for found in re.finditer(re.escape(word), source.text)][number]
    return Span(source, start, start + len(word))


def toy(text=TEXT):
    return Source.of("content/tidepool/cards.yaml", text)


def test_a_finding_shows_its_place_its_line_and_what_to_write():
    report, source = Report(), toy()
    report.add(
        codes.UNKNOWN_VERB, span(source, "drw"), name="drw", near=("draw",),
        notes=[Note("verbs that take an amount: draw, gain, lose")],
    )  # fmt: skip
    assert render_text(report) == (
        "content/tidepool/cards.yaml:2:24: error[E211] unknown verb `drw`\n"
        "  2 |   - {id: gull, effect: drw 1 from reef}\n"
        "    |                        ^^^ verbs that take an amount: draw, gain, lose\n"
        "  help: write `draw`"
    )


def test_carets_stand_under_wide_characters():
    report, source = Report(), toy()
    report.add(codes.UNKNOWN_VERB, span(source, "drw", 1), name="drw")
    line, carets = render_text(report).splitlines()[1:]
    assert carets.index("^") - line.index("drw") == len("海鸥")


def test_a_note_with_its_own_place_is_shown_after_the_line():
    report, source = Report(), toy("a: 1\na: 2\n")
    note = Note(codes.FIRST_HERE, span(source, "a"))
    report.add(codes.DUPLICATE_KEY, span(source, "a", 1), key="a", notes=[note])
    assert "  note: content/tidepool/cards.yaml:1:1: it is first here\n" in render_text(report)


def test_a_long_line_is_cut_around_the_finding():
    report, source = Report(), toy("x" * 300 + "drw" + "y" * 300)
    report.add(codes.UNKNOWN_VERB, span(source, "drw"), name="drw")
    line, carets = render_text(report).splitlines()[1:]
    assert len(line) < 120
    assert line[carets.index("^") : carets.rindex("^") + 1] == "drw"


def test_nothing_a_terminal_obeys_comes_out():
    source = Source("bad\x1b[2J.yaml", "a: \x1b]0;x\x07\u202egold\x9b")
    report = Report()
    report.add(
        codes.UNKNOWN_NAME, span(source, "gold"), kind="name", name="\x1b[31mgold\u202e",
        notes=[Note("a\x08b"), Note("c\x7f", span(source, "a"))],
    )  # fmt: skip
    for shown in (render_text(report), render_json(report)):
        assert all(char == "\n" or char.isprintable() for char in shown)


def test_findings_beyond_the_limit_are_counted():
    report, source = Report(), toy("a\n" * 30)
    for number in range(30):
        report.add(codes.TAB, span(source, "a", number))
    assert render_text(report, limit=20).endswith("\nand 10 more")
    assert render_text(report).count("error[") == 20


def test_a_report_without_findings_is_empty_text():
    assert render_text(Report()) == ""
    assert json.loads(render_json(Report())) == {
        "findings": [],
        "accepted": [],
        "errors": 0,
        "warnings": 0,
    }


def test_json_tells_the_same_as_text():
    report, source = Report(), toy()
    report.add(codes.UNKNOWN_VERB, span(source, "drw"), name="drw", near=("draw",))
    (finding,) = json.loads(render_json(report))["findings"]
    assert (finding["code"], finding["severity"], finding["help"]) == (
        "E211",
        "error",
        "write `draw`",
    )
    assert finding["place"] == {
        "path": "content/tidepool/cards.yaml",
        "line": 2, "column": 24, "end_line": 2, "end_column": 27,
    }  # fmt: skip


def test_findings_are_in_order_of_place_and_repeats_are_dropped():
    report, other, source = Report(), Report(), toy()
    report.add(codes.UNKNOWN_VERB, span(source, "drw", 1), name="drw")
    report.add(codes.UNKNOWN_VERB, span(source, "drw"), name="drw")
    other.add(codes.UNKNOWN_VERB, span(source, "drw"), name="drw")
    other.add(codes.UNKNOWN_PACK, None, name="tidepol")
    report.merge(other)
    assert [d.span and d.span.line for d in report.diagnostics] == [None, 2, 3]
    assert report.errors == 3
    assert not report.ok


def test_a_warning_is_no_error():
    report = Report()
    report.add(Code("W000", Severity.WARNING, "toy", "a toy"), None)
    assert report.ok
    assert report.diagnostics


def test_values_of_messages_stay_plain_text():
    assert fill("`{name}`", {"name": "{0.__class__}"}) == "`{0.__class__}`"
    assert fill("{name}", {"name": "x" * 5_000}).endswith("x…")
    with pytest.raises(KeyError):
        fill("{name}", {})


def test_help_without_its_value_is_left_out():
    assert fill_help("write {near}", {}) == fill_help("write {near}", {"near": ()}) == ""
    assert fill_help("write {near}", {"near": ("a", "b")}) == "write `a`, `b`"


def test_near_names_come_nearest_first():
    assert near("godl", ["coin", "gold", "god", "iron"])[0] in ("god", "gold")
    assert near("weather", ["coin", "gold"]) == ()


def test_the_catalogue_holds_every_code_once_and_in_style():
    declared = [value for value in vars(codes).values() if isinstance(value, Code)]
    assert sorted(code.id for code in declared) == sorted(CODES)
    for code in declared:
        assert re.fullmatch(r"[EWN][0-9]{3}", code.id)
        for text in (code.title, code.message, code.help):
            assert not text.endswith(".") and text[:1] == text[:1].lower(), code.id
    assert list(CODES) == sorted(CODES)
