"""`orloj graph`: the dependency graph of a pack, and questions to it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from interpreter import codes
from interpreter.analysis import questions
from interpreter.analysis.analysis import analysis_of
from interpreter.analysis.checks import check
from interpreter.analysis.telling import bound_words, lap_words, net_words
from interpreter.cli.choice import with_overlays
from interpreter.cli.common import exit_code, playable, say, stop_on, write_text
from interpreter.cli.exits import Stop
from interpreter.content.accept import apply_acceptances
from interpreter.diagnostics import Report, near
from interpreter.report.dot import render_dot
from interpreter.report.graph_html import render_html
from interpreter.report.graph_json import graph_data
from interpreter.report.mermaid import render_mermaid
from interpreter.report.text import render_text

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from interpreter.analysis.analysis import Analysis
    from interpreter.analysis.graph import Edge, Graph
    from interpreter.analysis.rules import At
    from interpreter.content.selection import Selection

FORMATS: Mapping[str, Callable[[Analysis, Graph], str]] = {
    "dot": lambda _, graph: render_dot(graph),
    "mermaid": lambda _, graph: render_mermaid(graph),
    "json": lambda a, graph: json.dumps(graph_data(a, graph), indent=1, ensure_ascii=True),
    "html": render_html,
}


@click.command(
    epilog="\b\nExamples:\n  orloj graph ./my_pack --format html --out graph.html\n"
    "  orloj graph ./my_pack --used-by gull --depth 1\n  orloj graph ./my_pack --loops"
)
@click.argument("pack")
@click.option("--format", "form", type=click.Choice(list(FORMATS)), help="Write the graph.")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="File to write.")
@click.option("--focus", metavar="ID", help="Only what is near ID.")
@click.option("--depth", type=click.IntRange(0), default=2, show_default=True, help="How near.")
@click.option("--uses", "uses_", metavar="ID", help="What ID does, pays, needs ...")
@click.option("--used-by", metavar="ID", help="What does, pays, needs ... ID.")
@click.option("--path", "ends", nargs=2, metavar="A B", help="Why A matters to B.")
@click.option("--remove", metavar="ID", help="What breaks without ID.")
@click.option("--loops", is_flag=True, help="What runs itself again, and what ends it.")
@click.option("--unreachable", is_flag=True, help="What can never happen, and why.")
@click.option("--layers", is_flag=True, help="What runs what, layer by layer.")
@click.option("--stats", is_flag=True, help="The graph in numbers.")
@click.option("--check", "checked", is_flag=True, help="Findings about the rules as a whole.")
@click.option("--strict", is_flag=True, help="With --check: warnings count like errors.")
@with_overlays
def graph(pack: str, chosen: Selection, **given: object) -> None:
    """Show the graph of PACK: what does, pays, gives, needs, moves and sets off what.

    Without an option: the graph in numbers.
    """
    loaded, _ = playable(pack, chosen)
    a = analysis_of(loaded)
    part = a.graph
    if given["focus"]:
        part = questions.focused(part, _keys(a, str(given["focus"])), int(str(given["depth"])))
    asked = [name for name in QUESTIONS if given[name]]
    if given["form"] or (given["out"] and not asked):
        text = FORMATS[str(given["form"] or "html")](a, part)
        if isinstance(given["out"], Path):
            write_text(given["out"], text)
            say(f"{given['out']}: {len(part.nodes)} nodes, {len(part.edges)} edges")
        else:
            click.echo(text, nl=not text.endswith("\n"))
    for name in asked or ([] if given["form"] or given["out"] else ["stats"]):
        QUESTIONS[name](a, part, given)


def _keys(a: Analysis, id_: str) -> tuple[str, ...]:
    keys = a.graph.keys(id_)
    if not keys:
        report = Report()
        known = near(id_, (n.id for n in a.graph.nodes.values()))
        report.add(codes.UNKNOWN_REFERENCE, None, what="name", name=id_, near=known)
        stop_on(report)
    return keys


def _where(a: Analysis, at: At, key: str = "") -> str:
    span = a.span(at) or (a.declared(key) if key else None)
    return f"  ({span.source.path}:{span.line}:{span.column})" if span else ""


def _edges(a: Analysis, edges: Sequence[Edge], empty: str) -> None:
    for e in edges:
        say(f"{questions.edge_words(e)}{_where(a, e.at, e.source)}")
    if not edges:
        say(empty)


def _uses(a: Analysis, part: Graph, given: Mapping[str, object]) -> None:
    _edges(a, questions.uses(part, _keys(a, str(given["uses_"]))), "it uses nothing")


def _used_by(a: Analysis, part: Graph, given: Mapping[str, object]) -> None:
    _edges(a, questions.used_by(part, _keys(a, str(given["used_by"]))), "nothing uses it")


def _path(a: Analysis, part: Graph, given: Mapping[str, object]) -> None:
    ends = given["ends"]
    assert isinstance(ends, tuple), "two ids"
    first, last = (_keys(a, str(id_)) for id_ in ends)
    _edges(a, questions.path(part, first, last), f"nothing leads from {ends[0]} to {ends[1]}")


def _remove(a: Analysis, part: Graph, given: Mapping[str, object]) -> None:
    keys = _keys(a, str(given["remove"]))
    dangling, gone = questions.removed(a, keys)
    say(f"speaks of it: {len(dangling)}")
    _edges(a, dangling[:20], "nothing")
    if len(dangling) > 20:
        say(f"and {len(dangling) - 20} more")
    say(f"can happen no more: {', '.join(gone) or 'nothing'}")


def _loops(a: Analysis, part: Graph, given: Mapping[str, object]) -> None:
    for loop in a.loops:
        say(f"{loop.verdict}: {lap_words(a, loop)}; {net_words(a, loop)}")
        if loop.verdict == "bounded":
            say(f"  runs out: {bound_words(a, loop)}")
        for call in loop.lap[:10]:
            if call.caller >= 0:
                say(f"  {a.reach.rules.owners[call.caller]}{_where(a, call.at)}")
    if not a.loops:
        say("nothing runs itself again")


def _unreachable(a: Analysis, part: Graph, given: Mapping[str, object]) -> None:
    found = questions.unreachable(a)
    for name, why, at in found:
        say(f"{name}: {why}{_where(a, at, name.partition('.')[2])}")
    if not found:
        say("everything can happen")


def _layers(a: Analysis, part: Graph, given: Mapping[str, object]) -> None:
    for number, layer in enumerate(questions.layered(part), 1):
        groups = ["(" + " ".join(g[:10]) + ")" if len(g) > 1 else g[0] for g in layer]
        more = f" and {len(groups) - 10} more" if len(groups) > 10 else ""
        say(f"{number}: {', '.join(groups[:10])}{more}")


def _stats(a: Analysis, part: Graph, given: Mapping[str, object]) -> None:
    for name, value in questions.stats(part).items():
        shown = (
            ", ".join(f"{k} {n}" for k, n in sorted(value.items()))
            if isinstance(value, dict)
            else value
        )
        say(f"{name}: {shown}")


def _check(a: Analysis, part: Graph, given: Mapping[str, object]) -> None:
    report = _unaccepted(a)
    say(render_text(report) or "no findings")
    for accepted in report.accepted:
        finding = accepted.finding
        say(f"accepted: {finding.code.id} {finding.message}: {accepted.reason}")
    raise Stop(exit_code(report, strict=bool(given["strict"])))


def _unaccepted(a: Analysis) -> Report:
    """Return the findings about the rules, those apart that the pack accepts with a reason."""
    report, entries = Report(), a.entries()
    check(a, report)
    if entries is not None:
        apply_acceptances(report, entries)
        # Some acceptances are of findings about entries, which only `validate` looks for.
        for finding in report.diagnostics:
            if finding.code is codes.UNUSED_ACCEPTANCE:
                report.drop(finding)
    return report


QUESTIONS: Mapping[str, Callable[[Analysis, Graph, Mapping[str, object]], None]] = {
    "uses_": _uses,
    "used_by": _used_by,
    "ends": _path,
    "remove": _remove,
    "loops": _loops,
    "unreachable": _unreachable,
    "layers": _layers,
    "stats": _stats,
    "checked": _check,
}
"""Every question by the name of its option."""
