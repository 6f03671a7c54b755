"""Reading YAML: what is refused and where, and exact places inside texts."""

import pytest
import yaml
from hostile_files import HOSTILE
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.content import tree as tree_module
from interpreter.content.files import read_source
from interpreter.content.tree import read_file, read_tree
from interpreter.diagnostics import Report
from interpreter.source import Source


def read(text):
    report = Report()
    return read_tree(Source.of("toy.yaml", text), report), report


def written(report):
    return "\n".join(
        f"{d.code.id} {d.span.line}:{d.span.column} {d.message}" + (f"; {d.help}" if d.help else "")
        for d in report.diagnostics
    )


def codes(text):
    return [(d.code.id, d.span.line, d.span.column) for d in read(text)[1].diagnostics]


@pytest.mark.cases("yaml")
def test_yaml(case):
    _, report = read(case.input)
    case.check(out=written(report) or "nothing to say")


@pytest.mark.cases("yaml")
def test_both_parsers_come_to_the_same_findings(case, monkeypatch):
    expected = [(code, line) for code, line, _ in codes(case.input)]
    monkeypatch.setattr(tree_module, "_Loader", yaml.SafeLoader)
    found = [(code, line) for code, line, _ in codes(case.input)]
    # The parser in Python takes two things that the other one refuses.
    if case.title in ("an unknown directive", "half a character"):
        assert found in ([], [("E004", 1)])
    else:
        assert found == expected


def test_values_are_those_of_yaml_1_2_core():
    tree, report = read(
        "a: 12\nb: -3\nc: true\nd: null\ne:\nf: ~\n"
        'g: "12"\nh: gain 1 gold, 2 coin\non: x\ni: 1.0.0\n'
    )
    assert report.ok
    assert tree.data == {
        "a": 12, "b": -3, "c": True, "d": None, "e": None, "f": None, "g": "12",
        "h": "gain 1 gold, 2 coin", "on": "x", "i": "1.0.0",
    }  # fmt: skip


def test_a_file_without_content_is_an_empty_mapping():
    assert read("# nothing yet\n")[0].data == {}


def test_a_duplicate_key_points_at_its_first_place_and_the_first_value_stays():
    tree, report = read("a: 1\n'a': 2\n")
    (finding,) = report.diagnostics
    assert tree.data == {"a": 1}
    assert finding.notes[0].span.text == "a"
    assert finding.notes[0].span.line == 1


def test_spans_cover_values_and_keys():
    tree, _ = read("zones:\n  - id: deck\n    holds: [card, coin]\n  - {id: hand}\n")
    assert tree.span(("zones", 0, "id")).text == "deck"
    assert tree.span(("zones", 0, "holds")).text == "[card, coin]"
    assert tree.span(("zones", 0)).text == "id: deck\n    holds: [card, coin]"
    assert tree.key_span(("zones", 0, "holds")).text == "holds"
    assert tree.key_span(("zones", 1)).text == "{id: hand}"
    assert tree.span(("zones", 7, "nothing")) == tree.span(("zones",))


@pytest.mark.parametrize(
    ("text", "sign"), [("a: \u202eb", "U+202E"), ("a: \x1b[0m", "U+001B"), ("a: \ue000", "U+E000"),
                       ("a: b\u2028c", "U+2028"), ("a\r", "U+000D"), ('a: "\\u200b"', "U+200B"),
                       ('a: "\\0"', "U+0000"), ('a: "\\t"', "U+0009"), ("a: \ufeff", "U+FEFF")],
)  # fmt: skip
def test_characters_that_deceive_a_reader_are_refused(text, sign):
    _, report = read(text)
    assert sign in written(report)


def test_a_tab_is_refused_at_its_place():
    assert codes("a: 1\n\tb: 2\n") == [("E005", 2, 1)]


def test_line_ends_and_byte_order_marks_of_other_systems_are_no_problem():
    tree, report = read("\ufeffa: 1\r\nb: x\r\n")
    assert report.ok
    assert tree.data == {"a": 1, "b": "x"}


def test_a_file_that_is_not_utf8_is_refused_at_the_byte(tmp_path):
    file = tmp_path / "toy.yaml"
    file.write_bytes("a: ä\nb: ".encode() + b"\xe9\n")
    report = Report()
    assert read_file(file, "toy.yaml", report) is None
    assert written(report).startswith("E002 2:4 not UTF-8 from byte 9 on (0xE9)")


def test_a_file_that_is_not_there_is_a_finding(tmp_path):
    report = Report()
    assert read_source(tmp_path / "no.yaml", "no.yaml", report) is None
    assert [d.code.id for d in report.diagnostics] == ["E001"]


def test_a_file_over_the_limit_is_not_read(tmp_path):
    file = tmp_path / "toy.yaml"
    file.write_bytes(b"a" * (1 << 21))
    report = Report()
    assert read_source(file, "toy.yaml", report) is None
    assert [d.code.id for d in report.diagnostics] == ["E003"]


def test_depth_40_is_read_and_41_refused():
    assert codes("[" * 39 + "x" + "]" * 39) == []
    assert codes("[" * 40 + "x" + "]" * 40) == [("E041", 1, 41)]


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_files_are_refused(text):
    _, report = read(text)
    assert not report.ok


@settings(max_examples=300, deadline=None)
@given(
    st.text(
        alphabet=st.sampled_from(list("ab:1-?*&!|>'\"%@`#,[]{}\\\n ~.=<yé\x01\u202e")), max_size=60
    )
)
def test_nothing_but_findings_comes_out_of_any_text(text):
    tree, report = read(text)
    assert tree is not None or not report.ok


WORDS = st.text(
    alphabet=st.sampled_from(list("abcxyzé卷🂡'\"\\:#-,. ;|>{}")), min_size=1, max_size=30
)
TEXTS = st.lists(st.one_of(WORDS, st.just(""), st.just("  more")), min_size=1, max_size=6).map(
    "\n".join
)
STYLES = {"plain": None, "literal": "|", "folded": ">", "double": '"', "single": "'"}


@pytest.mark.parametrize("style", STYLES.values(), ids=STYLES)
@settings(max_examples=150, deadline=None)
@given(text=TEXTS, width=st.integers(10, 60), indent=st.integers(2, 6), plain=st.booleans())
def test_every_character_of_a_text_is_found_in_the_file(style, text, width, indent, plain):
    content = {"list": [{"effect": text}], "after": "x"}
    source = yaml.dump(
        content,
        default_style=style,
        width=width,
        indent=indent,
        allow_unicode=plain,
        sort_keys=False,
    )
    tree, report = read(source)
    assert tree is not None, written(report)
    path = ("list", 0, "effect")
    value = tree.data["list"][0]["effect"]
    # PyYAML's writer may change a folded text (it breaks lines that begin with a blank).
    assert value == yaml.safe_load(source)["list"][0]["effect"]
    whole = tree.span(path)
    last = -1
    for at, char in enumerate(value):
        span = tree.inside(path, at, at + 1)
        assert whole.start <= span.start and span.start > last
        assert shows(span.text, char), (source, at, char, span)
        last = span.start


def shows(spelling, char):
    """Whether a spelling in a file stands for the character, by YAML's own reading."""
    if char in " \n" and spelling in (" ", "\n", ""):
        return True
    if len(spelling) > 1 and spelling[0] == "\\":
        return yaml.safe_load(f'"{spelling}"') == char
    return spelling in (char, char * 2 if char == "'" else char)


@pytest.mark.parametrize(
    ("text", "word", "place"),
    [
        ("e: gain 2 gold", "gold", (1, 11)),
        ("e: gain 2\n  gold", "gold", (2, 3)),
        ("e: |\n  gain 1 coin\n    gain 2 gold\n", "gold", (3, 12)),
        ("e: |2-\n   gain\n  gold", "gold", (3, 3)),
        ("e: >\n  gain\n\n  2\n  gold\n", "gold", (5, 3)),
        ('e: "gain\\x20\\\n   gold"', "gold", (2, 4)),
        ("e: 'it''s gold'", "gold", (1, 11)),
        ("- |\n # no comment\n gold", "gold", (3, 2)),
    ],
)
def test_a_word_inside_a_text_is_found_in_every_style(text, word, place):
    tree, report = read(text)
    assert report.ok
    step = 0 if isinstance(tree.data, list) else "e"
    at = tree.data[step].index(word)
    span = tree.inside((step,), at, at + len(word))
    assert (span.line, span.column) == place
    assert span.text == word
