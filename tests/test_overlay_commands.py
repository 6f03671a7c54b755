"""The commands around overlays, set-ups and lists, and where packs are found."""

import json
import re
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from overlays import GAME, change, changes, head, loaded, put, told

from interpreter.cli.main import cli
from interpreter.content.format import effects_of
from interpreter.content.load import load, shipped_overlays, shipped_packs
from interpreter.content.packs import find_pack, known_packs, read_pack
from interpreter.content.versions import fits
from interpreter.diagnostics import Report
from interpreter.lang.flat import flat_effect
from interpreter.lang.parse import parse_effect
from interpreter.lang.unparse import unparse_effect


def orloj(*words, text=""):
    """Exit code and output of a command."""
    ran = CliRunner().invoke(cli, [str(w) for w in words], input=text)
    return ran.exit_code, ran.output


@pytest.fixture
def packs(tmp_path, monkeypatch):
    """A folder with the game, an overlay `dear` and an overlay `fine`."""
    put(
        tmp_path,
        {
            "game": GAME,
            "dear": head("dear") + changes(
                "raise: gull.cost.pearl, by: 1",
                "step: rest.effect, replace: lose 1 pearl, with: lose 2 pearl",
            ),
            "fine": head("fine") + changes("set: storm.default, to: true", "remove: score_pearls")
            + "counters:\n  - {id: wind, name: {en: wind}, source: placeholder}\n",
        },
    )  # fmt: skip
    monkeypatch.chdir(tmp_path)
    return tmp_path


# --- why, show, diff


def test_why_tells_who_set_a_value_and_what_it_was(packs):
    code, out = orloj("why", "game", "gull.cost.pearl", "--with", "dear")
    assert code == 0
    assert "gull.cost.pearl: 2" in out and "written by `dear` in dear/pack.yaml:3" in out
    assert "before: 1" in out and "after: 2" in out


def test_why_without_overlays_tells_the_place_in_the_game(packs):
    code, out = orloj("why", "game", "gull.cost")
    assert code == 0 and "written by `game`" in out and "no overlay has changed it" in out


def test_why_tells_what_is_gone(packs):
    code, out = orloj("why", "game", "score_pearls", "--with", "fine")
    assert code == 0 and "score_pearls is gone" in out and "remove by `fine`" in out


def test_why_proposes_a_name(packs):
    code, out = orloj("why", "game", "gul.cost")
    assert code == 1 and "`gull`" in out


def test_why_shows_the_lines_of_an_effect_that_changed(packs):
    _, out = orloj("why", "game", "rest.effect", "--with", "dear")
    assert "-   lose 1 pearl" in out and "+   lose 2 pearl" in out


def test_show_shows_the_merged_entry_with_the_place_of_each_change(packs):
    code, out = orloj("show", "game", "gull", "--with", "dear")
    assert code == 0 and "cost: pearl: 2  [placeholder, `dear` dear/pack.yaml:3]" in out


def test_diff_tells_values_effects_in_words_and_what_is_gone(packs):
    code, out = orloj("diff", "game", "--with", "dear", "--with", "fine")
    assert code == 0
    assert "~ items gull.cost.pearl: 1 -> 2" in out
    assert "in words: " in out
    assert "- scores score_pearls" in out and "+ counters wind" in out


def test_diff_does_not_tell_of_layout_or_of_sources(packs):
    text = GAME.replace("gain 2 vp; gain 1 pearl", "gain 2 vp ;  gain 1 pearl").replace(
        "source: placeholder}\n  - {id: tern", "source: derived x}\n  - {id: tern"
    )
    put(packs, {"other": text})
    assert orloj("diff", "game", "other") == (0, "no difference in meaning\n")


def test_diff_compares_two_sets_of_overlays(packs):
    _, out = orloj("diff", "game+dear", "game+fine")
    assert "~ items gull.cost.pearl: 2 -> 1" in out


def test_diff_tells_what_can_happen_no_more(packs):
    put(packs, {"quiet": head("quiet") + changes("step: flow.round, replace: rest, with: ''")})
    _, out = orloj("diff", "game", "--with", "quiet")
    assert "can happen no more: action.rest" in out


# --- new, fmt, pack, matrix


def test_a_new_pack_validates_tests_and_plays_at_once(packs):
    assert orloj("new", "pack", "fresh")[0] == 0
    assert orloj("validate", "fresh", "--strict")[0] == 0
    assert orloj("test", "fresh")[0] == 0
    code, out = orloj("simulate", "fresh", "--games", "5", "--workers", "1")
    assert code == 0 and "5 of 5 games finished" in out


def test_a_new_overlay_validates_tests_and_plays_at_once(packs):
    assert orloj("new", "overlay", "fresh", "--changes", "./game")[0] == 0
    assert orloj("validate", "fresh")[0] == 0
    assert orloj("test", "fresh")[0] == 0
    assert orloj("play", "fresh", text="q\n")[0] == 0


def test_new_never_writes_over_anything(packs):
    before = (packs / "game" / "pack.yaml").read_text()
    assert orloj("new", "pack", "game")[0] == 2
    assert orloj("new", "pack", "Not-a-name")[0] == 2
    assert (packs / "game" / "pack.yaml").read_text() == before


UNTIDY = """\
actions:
  - {id: one, name: {en: one}, effect: gain 1 vp ;gain  2 pearl, source: placeholder}
  - {id: two, name: {en: two}, effect: "may {gain 1 vp}", source: placeholder} # kept
  - id: three
    name: {en: three}
    effect: |
      if my.pearl>3 { gain 1 vp; lose 1 pearl }
    source: placeholder
"""
TIDY = """\
actions:
  - {id: one, name: {en: one}, effect: gain 1 vp; gain 2 pearl, source: placeholder}
  - {id: two, name: {en: two}, effect: "may { gain 1 vp }", source: placeholder} # kept
  - id: three
    name: {en: three}
    effect: |
      if my.pearl > 3 { gain 1 vp; lose 1 pearl }
    source: placeholder
"""


def test_fmt_puts_effects_into_form_and_touches_nothing_else(packs):
    put(packs, {"game/more.yaml": UNTIDY})
    assert orloj("fmt", "game", "--check")[0] == 1
    assert (packs / "game" / "more.yaml").read_text() == UNTIDY
    content = load("game").ruleset.programs
    assert orloj("fmt", "game")[0] == 0
    assert (packs / "game" / "more.yaml").read_text() == TIDY
    assert [p.program.ops for p in load("game").ruleset.programs] == [
        p.program.ops for p in content
    ]
    assert orloj("fmt", "game", "--check")[0] == 0


@pytest.mark.parametrize("name", shipped_packs())
def test_an_effect_of_a_shipped_pack_on_one_line_is_the_same_effect(name):
    pack = read_pack(name, Report())
    effects = list(effects_of(pack.entries))
    assert len(effects) > 50
    for entry, keys in effects:
        text = entry.data
        for key in keys:
            text = text[key]
        nodes = parse_effect(text)
        assert parse_effect(flat_effect(nodes)) == nodes


KEPT = """\
for each p in players { gain 1 vp; lose 1 vp }
if my.vp > 2 {
  gain 1 vp
} else { lose 1 vp }
set my.most to
  if my.vp > 2 then 1
  else 2
choose b in deck
    where b.rank > 1 and b.cheap {
  move b to my.hand
}
choose { "a" -> gain 1 vp; lose 1 vp | "b" -> }
gain 1 vp; lose most vp
"""
CHANGED = {
    "  let   a=1+2": "let a = 1 + 2",
    "gain (count(deck)) vp": "gain count(deck) vp",
    "require a > 1 or b > 1 and c > 1": "require a > 1 or (b > 1 and c > 1)",
    "set a to\n        if b then 1\n      else 2": "set a to\n  if b then 1\n  else 2",
    "may { gain 1 vp\n }": "may {\n  gain 1 vp\n}",
    "for each a in (if b then c else d) { go }": "for each a in (if b then c else d) { go }",
    f"may {{ gain 1 {'v' * 120} }}": f"may {{\n  gain 1 {'v' * 120}\n}}",
}


def test_fmt_keeps_the_lines_of_whoever_wrote_an_effect():
    assert unparse_effect(parse_effect(KEPT), KEPT) == KEPT.rstrip("\n")


@pytest.mark.parametrize("text", CHANGED)
def test_fmt_puts_blanks_indents_and_parentheses_right(text):
    assert unparse_effect(parse_effect(text), text) == CHANGED[text]


@pytest.mark.parametrize("name", (*shipped_packs(), *shipped_overlays()))
def test_effects_of_shipped_packs_are_in_form_and_stay_the_same(name):
    assert orloj("fmt", name, "--check")[0] == 0
    pack = read_pack(name, Report())
    for entry, keys in effects_of(pack.entries):
        text = entry.data
        for key in keys:
            text = text[key]
        # However its lines were broken, it is the same effect; printed again, the same text.
        for written in (
            text,
            unparse_effect(parse_effect(text)),
            text.replace(" where ", "\nwhere "),
        ):
            printed = unparse_effect(parse_effect(written), written)
            assert parse_effect(printed) == parse_effect(text)
            assert unparse_effect(parse_effect(printed), printed) == printed


def test_the_same_content_gives_the_same_archive(packs):
    for name in ("one.zip", "two.zip"):
        assert orloj("pack", "build", "game", "--out", name)[0] == 0
    assert Path("one.zip").read_bytes() == Path("two.zip").read_bytes()
    assert orloj("pack", "check", "one.zip")[0] == 0
    assert load("one.zip").ruleset.fingerprint == load("game").ruleset.fingerprint


def test_matrix_tries_all_pairs_and_tells_what_breaks(packs):
    put(
        packs,
        {"rude": head("rude", conflicts="[fine]") + changes("set: gull.cost, to: {pearl: 3}")},
    )
    code, out = orloj(
        "matrix",
        "game",
        "--with",
        "dear",
        "--with",
        "fine",
        "--with",
        "rude",
        "--set",
        "storm=true",
    )
    rows = {
        cells[1].strip(): cells[2].strip()
        for line in out.splitlines()
        if len(cells := line.split("|")) > 3
    }
    assert code == 1
    assert rows["dear + rude"] == "refused" and rows["fine + rude"] == "refused"
    assert rows["dear"] == rows["dear + storm=true"] == "fine"
    assert "E323" in out and "E314" in out
    assert re.search(r"\d+ of 11 combinations are fine", out)


# --- set-ups, lists, saves


def test_a_set_up_comes_back_complete(packs):
    words = [
        "play",
        "game",
        "--with",
        "dear",
        "--without",
        "tide_gift",
        "--players",
        "3",
        "--set",
        "storm=true",
    ]
    assert orloj(*words, "--save-setup", "one.json", text="q\n")[0] == 0
    saved = json.loads(Path("one.json").read_text())
    assert [p["id"] for p in saved["packs"]] == ["game", "dear"]
    assert (saved["players"], saved["options"], saved["without"]) == (
        3,
        {"storm": "true"},
        ["tide_gift"],
    )
    assert orloj("play", "--setup", "one.json", "--save-setup", "two.json", text="q\n")[0] == 0
    assert Path("one.json").read_text() == Path("two.json").read_text()
    code, out = orloj("simulate", "--setup", "one.json", "--games", "2", "--workers", "1")
    assert code == 0 and "3 players" in out


def test_a_set_up_of_other_content_is_refused_by_name(packs):
    orloj("play", "game", "--with", "dear", "--save-setup", "one.json", text="q\n")
    put(packs, {"dear": head("dear", version="1.1.0") + changes("raise: gull.cost.pearl, by: 2")})
    code, out = orloj("play", "--setup", "one.json")
    assert code == 4 and "made with dear 1.0.0" in out and "found dear 1.1.0" in out


@pytest.mark.parametrize(
    "text",
    ["", "{}", "[]", '{"orloj": "set-up", "format": 1, "packs": []}', '{"orloj": "save"}', "\0"],
)
def test_what_is_no_set_up_is_refused(packs, text):
    Path("one.json").write_text(text)
    code, out = orloj("play", "--setup", "one.json")
    assert code == 4 and "no set-up" in out


def test_a_set_up_and_a_pack_are_too_much(packs):
    assert orloj("play", "game", "--setup", "one.json")[0] == 2
    assert orloj("play")[0] == 2


def test_an_item_can_be_left_out_and_its_name_stays(tmp_path):
    rules = loaded(tmp_path, {}, without=("tern",)).ruleset
    assert {i.id: i.copies for i in rules.kinds["bird"].items} == {"gull": 1, "tern": 0}


def test_only_some_items_of_a_kind_can_be_kept(tmp_path):
    rules = loaded(tmp_path, {}, only=("bird=gull",)).ruleset
    assert {i.id: i.copies for i in rules.kinds["bird"].items} == {"gull": 1, "tern": 0}


def test_any_other_entry_can_be_left_out_unless_something_needs_it(tmp_path):
    assert loaded(tmp_path, {}, without=("score_pearls", "tide_gift", "own")).ruleset.scores == ()
    wrong = loaded(tmp_path, {}, without=("rest",))
    assert wrong.ruleset is None and "`set-up` has taken `rest` away" in told(
        wrong.report, tmp_path
    )


def test_a_name_that_is_none_cannot_be_left_out(tmp_path):
    result = loaded(tmp_path, {}, without=("gul",), only=("birds=gull", "bird=tren"))
    assert told(result.report, tmp_path).count("E110") == 3


def test_a_save_with_an_overlay_names_it_and_belongs_to_it_alone(packs):
    orloj("play", "game", "--with", "dear", text="s one.json\nq\n")
    assert json.loads(Path("one.json").read_text())["overlays"][0][:2] == ["dear", "1.0.0"]
    assert orloj("play", "game", "--with", "dear", "--load", "one.json", text="q\n")[0] == 0
    code, out = orloj("play", "game", "--load", "one.json")
    assert code == 4 and "belongs to game 1.2.0 with dear 1.0.0" in out


def test_a_record_with_an_overlay_is_replayed_with_it(packs, monkeypatch):
    monkeypatch.setenv("ORLOJ_PACKS", str(packs))
    orloj("play", "game", "--with", "dear", "--record", "one.jsonl", text="1\nq\n")
    assert orloj("replay", "one.jsonl", "--quiet")[0] == 0
    assert orloj("replay", "one.jsonl", "--quiet", "--with", "fine")[0] == 4


# --- where packs are found


def test_packs_of_a_users_folder_are_found_by_name(packs, monkeypatch):
    monkeypatch.chdir("/")
    monkeypatch.setenv("ORLOJ_PACKS", str(packs))
    assert {"game", "dear", "fine"} <= set(known_packs())
    assert load("dear").ruleset.overlays[0].id == "dear"
    assert load("game", ("fine", "dear")).ruleset is not None


def test_two_packs_of_one_name_are_not_chosen_between(packs, monkeypatch):
    put(packs, {"more/game": GAME})
    monkeypatch.setenv("ORLOJ_PACKS", f"{packs}:{packs / 'more'}")
    report = Report()
    monkeypatch.chdir("/")
    assert find_pack("game", report) is None
    assert "E318" in told(report, packs)


def test_a_pack_of_an_installed_distribution_is_found_without_running_it(packs, monkeypatch):
    code = packs / "site" / "gulls"
    put(packs, {"site/gulls/data/gulls_game": GAME.replace("id: game", "id: gulls_game")})
    (code / "__init__.py").write_text("raise SystemExit('code of a pack was run')")
    info = packs / "site" / "gulls-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: gulls\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[orloj.packs]\ngulls_game = gulls:data.gulls_game\n")
    monkeypatch.syspath_prepend(str(packs / "site"))
    assert load("gulls_game").ruleset is not None
    assert "gulls_game" in known_packs()
    assert "gulls" not in sys.modules


def test_a_folder_of_packs_is_no_pack(packs):
    report = Report()
    assert find_pack(str(packs), report) is None
    assert "game" in told(report, packs)
    assert "variants" not in shipped_packs() and shipped_overlays()


@pytest.mark.parametrize(
    ("version", "wanted", "expected"),
    [("1.0.0", ">=1,<2", True), ("2.0.0", ">=1,<2", False), ("1.4.0", "~=1.2", True),
     ("1.0.0", "==1.*", True), ("2.0.0rc1", ">=1", False), ("2.0.0rc1", ">=2.0.0rc1", False),
     ("1.0.0", "nonsense", None), ("x", ">=1", None)],
)  # fmt: skip
def test_versions_before_a_release_never_fit(version, wanted, expected):
    assert fits(version, wanted) is expected


def test_a_change_is_one_line():
    assert change("set: a.b, to: 1") == "  - {set: a.b, to: 1, source: placeholder}\n"
