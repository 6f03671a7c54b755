# ruff: noqa: E501, RUF001 - packs stand on lines of their own; full-width signs are the right ones in Chinese
"""The graph of a pack, its cycles and layers at size, questions to it, and how it is written."""

import json
import re
import shutil
import subprocess
import sys

import kit
import networkx
import pytest
from analysis_kit import analysed, dense
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from interpreter.analysis import cycles, paths, questions
from interpreter.analysis.analysis import Analysis, analysis_of
from interpreter.analysis.checks import check
from interpreter.analysis.explained import explained
from interpreter.analysis.graph import EDGES, SORTS, build_graph
from interpreter.cli.main import cli
from interpreter.content.load import load
from interpreter.diagnostics import Report
from interpreter.report.dot import SHAPES, STYLES, render_dot
from interpreter.report.graph_html import render_html
from interpreter.report.mermaid import render_mermaid

TOY = kit.where("toy")
SHIPPED = [name for name in kit.ALL_PACKS if name not in kit.TEST_PACKS]


def orloj(*words):
    result = CliRunner().invoke(cli, [str(w) for w in words])
    return result.exit_code, result.output


# --- nodes and edges


def test_the_graph_of_a_small_pack_edge_by_edge():
    a = analysed("""
resources: [{id: gold, name: {en: gold}, source: placeholder}]
counters: [{id: heat, name: {en: heat}, source: placeholder}]
events: [{id: rain, source: placeholder}]
triggers: [{id: wet, on: rain, effect: gain 1 vp, source: placeholder}]
actions:
  - {id: go, name: {en: go}, effect: 'gain 1 gold; may { sell }; if heat > 2 { signal rain }; add 1 to heat', source: placeholder}
  - {id: sell, name: {en: sell}, effect: pay 1 gold; gain 2 vp, source: placeholder}
scores: [{id: golden, name: {en: golden}, amount: my.gold, source: placeholder}]
""")
    edges = {(e.source, e.sort, e.target) for e in a.graph.edges if not e.source.startswith("flow")}
    assert edges == {
        ("action:go", "gives", "resource:gold"), ("action:go", "may_do", "action:sell"),
        ("action:go", "needs", "counter:heat"), ("action:go", "fires", "event:rain"),
        ("action:go", "unlocks", "counter:heat"), ("event:rain", "fires", "trigger:wet"),
        ("trigger:wet", "gives", "resource:vp"), ("action:sell", "pays", "resource:gold"),
        ("action:sell", "gives", "resource:vp"), ("score:golden", "reads", "resource:gold"),
        ("score:golden", "gives", "resource:vp"),
    }  # fmt: skip
    sell = next(e for e in a.graph.edges if e.target == "action:sell")
    assert a.span(sell.at).text.startswith("sell")


@pytest.mark.parametrize("name", SHIPPED)
def test_numbers_of_a_shipped_graph_are_those_of_its_content(name):
    rules = kit.pack(name)
    numbers = questions.stats(build_graph(rules))
    by = numbers["nodes by sort"]
    assert set(by) <= set(SORTS) and set(numbers["edges by sort"]) <= set(EDGES)
    assert by["action"] == len(rules.actions) and by["zone"] == len(rules.zones)
    assert by["item"] == sum(len(k.items) for k in rules.kinds.values())
    assert by["resource"] == len(rules.resources)
    assert by.get("score", 0) == len(rules.scores) and by.get("option", 0) == len(rules.options)
    assert by.get("trigger", 0) == sum(map(len, rules.triggers.values()))
    assert by.get("event", 0) == len(rules.triggers)
    states = sum(len(k.states) for k in rules.kinds.values())
    assert by.get("counter", 0) + by.get("track", 0) == len(rules.counters) + states
    assert numbers["nodes"] == sum(by.values()) and numbers["edges"] == sum(
        numbers["edges by sort"].values()
    )
    assert (
        1 <= numbers["layers"] <= numbers["nodes"]
        and 1 <= numbers["components"] <= numbers["nodes"]
    )


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_pack_is_clean_or_accepts_each_finding_with_a_reason(name):
    code, said = orloj("graph", name, "--check", "--strict")
    assert code == 0 and said.startswith("no findings"), said
    reasons = [line.rpartition(": ")[2] for line in said.splitlines()[1:]]
    assert all(len(reason.split()) > 4 for reason in reasons)
    assert len(reasons) == (5 if name == "orloj" else 0)


def test_every_loop_of_the_shipped_packs_is_shown_to_end():
    for name in SHIPPED:
        assert [loop for loop in Analysis(kit.pack(name)).loops if loop.verdict != "bounded"] == []


# --- size


def test_a_dense_graph_of_ten_thousand_nodes_has_its_parts_and_a_short_cycle():
    edges = dense(10_000, 20)
    found = cycles.components(edges)
    cycle = cycles.shortest_cycle(found[0], edges)
    order = paths.layers(range(10_000), edges)
    assert {*zip(cycle, [*cycle[1:], cycle[0]], strict=True)} <= set(edges) and len(cycle) == 2
    assert sum(len(g) for layer in order for g in layer) == 10_000


def test_a_ring_of_ten_thousand_nodes_is_one_cycle():
    edges = [(i, (i + 1) % 10_000) for i in range(10_000)]
    assert len(cycles.shortest_cycle(cycles.components(edges)[0], edges)) == 10_000


def test_the_shortest_cycle_is_found_where_there_are_longer_ones():
    edges = [(i, (i + 1) % 50) for i in range(50)] + [(20, 18)]
    assert sorted(cycles.shortest_cycle(list(range(50)), edges)) == [18, 19, 20]


@given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), max_size=24))
def test_components_and_shortest_cycles_are_those_networkx_finds(edges):
    graph = networkx.DiGraph(edges)
    expected = [sorted(c) for c in networkx.strongly_connected_components(graph)]
    expected = sorted(c for c in expected if len(c) > 1 or graph.has_edge(c[0], c[0]))
    found = cycles.components(edges)
    assert found == expected
    for members in found:
        cycle = cycles.shortest_cycle(members, edges)
        assert {*zip(cycle, [*cycle[1:], cycle[0]], strict=True)} <= set(edges)
        rings = networkx.simple_cycles(graph.subgraph(members))
        assert len(cycle) == min(map(len, rings))


def test_a_message_lists_at_most_ten_nodes():
    names = [f"act{i:02}" for i in range(40)]
    listed = "".join(
        f"  - {{id: {n}, name: {{en: x}}, effect: {m}, source: placeholder}}\n"
        for n, m in zip(names, [*names[1:], names[0]], strict=True)
    )
    a = analysed(
        "actions:\n  - {id: go, name: {en: go}, effect: act00, source: placeholder}\n" + listed
    )
    report = Report()
    check(a, report)
    (found,) = [d for d in report.diagnostics if d.code.id == "E502"]
    assert (
        len(re.findall(r"act\d\d", found.message.partition(";")[0])) <= 11
        and len(found.notes) <= 10
    )


# --- questions


def test_the_command_answers_each_question():
    assert orloj("graph", TOY)[1].startswith("nodes: ")
    assert "action:play_card may do item:mill" in orloj("graph", TOY, "--uses", "play_card")[1]
    assert "action:work may do action:play_card" in orloj("graph", TOY, "--used-by", "play_card")[1]
    path = orloj("graph", TOY, "--path", "wood", "path")[1].splitlines()
    assert path[0].startswith("resource:wood serves ") and path[-1].split("  (")[0].endswith(
        "track:path"
    )
    gone = orloj("graph", TOY, "--remove", "work")[1]
    assert "flow.round may do action:work" in gone and "action:play_card" in gone.splitlines()[-1]
    assert "bounded: turn → swap → turn" in orloj("graph", TOY, "--loops")[1]
    assert "action.raise: nothing runs it" in orloj("graph", TOY, "--unreachable")[1]
    assert orloj("graph", TOY, "--layers")[1].startswith("1: ")
    assert (
        orloj("graph", TOY, "--check")[0] == 0
        and orloj("graph", TOY, "--check", "--strict")[0] == 1
    )
    code, said = orloj("graph", TOY, "--uses", "play_crad")
    assert code == 1 and "play_card" in said


def test_a_focus_keeps_what_is_near():
    code, said = orloj("graph", TOY, "--format", "json", "--focus", "swap", "--depth", "1")
    keys = {n["key"] for n in json.loads(said)["nodes"]}
    assert code == 0 and keys == {"action:swap", "resource:wood", "resource:gold", "flow.round"}


# --- outputs


def test_every_sort_has_its_look():
    assert set(SHAPES) == set(SORTS) and set(STYLES) == set(EDGES)
    page = render_html(Analysis(kit.pack("toy")), build_graph(kit.pack("toy")))
    assert all(re.search(rf"\b{sort}:\"#", page) for sort in (*SORTS, *EDGES))


def test_dot_and_mermaid_name_every_node_and_edge():
    graph = build_graph(kit.pack("toy"))
    dot, mermaid = render_dot(graph), render_mermaid(graph)
    pairs = {(e.source, e.target, e.sort) for e in graph.edges}
    assert dot.count(" -> ") == len(pairs) and mermaid.count("|") == 2 * len(pairs)
    assert dot.count("shape=") == len(graph.nodes)
    if shutil.which("dot"):
        subprocess.run(["dot", "-Tsvg"], input=dot, capture_output=True, text=True, check=True)


def test_the_page_fetches_nothing_and_no_text_of_a_pack_ends_its_script():
    a = analysed("""
actions: [{id: go, name: {en: "</script><b>x"}, effect: gain 1 vp, source: placeholder}]
""")
    page = render_html(a, a.graph)
    assert page.count("</script>") == 1 and not re.search(r"https?://|src=|@import|fetch\(", page)


@pytest.mark.slow
def test_the_page_works_in_a_browser(tmp_path):
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.skip("Debian's chromium is not installed")
    a = analysis_of(load("orloj"))
    file = tmp_path / "graph.html"
    file.write_text(render_html(a, a.graph), encoding="utf-8")
    wrong = []
    with sync_api.sync_playwright() as p:
        browser = p.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1400, "height": 900})
        page.on("pageerror", lambda e: wrong.append(str(e)))
        page.on("console", lambda m: wrong.append(m.text) if m.type == "error" else None)
        page.goto(file.as_uri())
        page.wait_for_selector("body[data-ready]")
        shown = lambda: int(page.evaluate("document.body.dataset.shown"))  # noqa: E731
        whole = shown()
        assert whole == len(a.graph.nodes)
        # Search, then isolate what is found.
        page.fill("#search", "gold")
        assert "gold" in page.text_content("#hits li:first-child")
        page.press("#search", "Enter")
        near = {e.source for e in a.graph.into("resource:gold") if e.sort != "reads"}
        assert (
            page.evaluate("document.body.dataset.chosen") == "resource:gold"
            and shown() == len(near) + 1
        )
        # The chosen node stands where it is drawn: hover tells its line, a click lets it go.
        x, y = page.evaluate(
            "(() => { const n = byKey.get('resource:gold'), r = canvas.getBoundingClientRect();"
            "return [r.left + r.width / 2 + view.x + n.x * view.k, r.top + r.height / 2 + view.y + n.y * view.k]; })()"
        )
        page.mouse.move(x, y)
        assert "resources.yaml:" in page.text_content("#tip") and page.is_visible("#tip")
        page.mouse.click(x, y)
        assert shown() == whole
        page.uncheck("[data-sort=item]")
        items = [n for n in a.graph.nodes.values() if n.sort == "item"]
        assert shown() == whole - len(items)
        # All or none at once; a kind of items by itself; a search finds what is hidden.
        page.click("[data-sorts=none]")
        assert shown() == 0
        page.click("[data-sorts=all]")
        page.click("summary")
        page.uncheck("[data-kind=workshop_card]")
        assert shown() == whole - sum(n.kind == "workshop_card" for n in items)
        page.fill("#search", "ws_10")
        page.press("#search", "Enter")
        assert page.is_checked("[data-kind=workshop_card]")
        assert page.text_content("#near h2").startswith("item ws_10")
        page.click("#near li:first-child")
        assert page.evaluate("document.body.dataset.chosen") != "item:ws_10"
        page.keyboard.press("Escape")
        assert shown() == whole
        browser.close()
    assert wrong == []


# --- words


def test_an_effect_is_told_in_both_languages():
    a = analysed("""
resources: [{id: gold, name: {en: gold, zh: 金}, source: placeholder}]
kinds: [{id: card, name: {en: card, zh: 牌}, fields: {price: cost, gift: effect, note: text}, start: deck, source: placeholder}]
zones: [{id: deck, name: {en: deck, zh: 牌堆}, holds: [card], source: placeholder}]
items: {card: [{id: mill, name: {en: mill, zh: 磨坊}, price: {gold: 2}, gift: 'may { pay 1 gold; gain 3 vp }', note: "Pay 1 for 4 points.", source: placeholder}]}
actions: [{id: go, name: {en: go}, effect: 'may choose c in deck { pay c.price; do c.gift; gain 1 gold }', source: placeholder}]
scores: [{id: golden, name: {en: golden}, amount: my.gold, source: placeholder}]
""")
    english = "\n".join(explained(a, "item:mill", "en"))
    assert "gift: you may: pay 1 gold; gain 3 points" in english and "price: 2 gold" in english
    assert "feeds the scoring: golden" in english and "run by: go" in english
    assert "the written text says 4, its effects do not" in english
    chinese = "\n".join(explained(a, "item:mill", "zh"))
    assert "你可以：支付 1 金；获得 3 points" in chinese and "文字中写有 4" in chinese


@pytest.mark.parametrize("name", SHIPPED)
def test_everything_of_a_shipped_pack_can_be_told(name):
    a = Analysis(kit.pack(name))
    for language in ("en", "zh"):
        for key in a.graph.nodes:
            lines = explained(a, key, language)
            assert lines and not any(re.search(r"\{[a-z]+\}|None", line) for line in lines), lines


@pytest.mark.parametrize("name", SHIPPED)
def test_every_field_of_a_shipped_pack_has_a_name_in_chinese(name):
    rules = kit.pack(name)
    fields = {field for kind in rules.kinds.values() for field in kind.fields}
    assert [f for f in sorted(fields) if f.replace("_", " ") not in rules.texts] == []


def test_the_command_explains_and_knows_near_names():
    assert "pay 2 wood; gain 1 gold" in orloj("explain", TOY, "swap")[1]
    assert orloj("explain", TOY, "swpa")[0] == 1


def test_help_play_and_checks_of_a_sound_pack_do_not_load_networkx():
    """Its import takes as long as everything else a command needs to start."""
    seen = """
import sys
import interpreter.cli.main, interpreter.cli.play, interpreter.cli.simulate
from interpreter.cli.validate import _all_checked
from interpreter.content.selection import Selection
assert _all_checked(["orloj"], Selection())["orloj"].ruleset
print("networkx" in sys.modules)
"""
    found = subprocess.run([sys.executable, "-c", seen], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "False"
