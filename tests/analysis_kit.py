# ruff: noqa: E501 - packs stand on lines of their own
"""Rulesets for tests of analysis: small packs in pieces of YAML, each file with the pack it stands for."""

import kit

from interpreter.analysis.analysis import Analysis
from interpreter.analysis.checks import check
from interpreter.content.build import build
from interpreter.content.entries import gather
from interpreter.diagnostics import Report

HEAD = """
pack: {id: small, version: 1.0.0, engine: ">=0.1,<1", name: {en: Small}, players: {min: 2, max: 2}, languages: [en]}
resources:
  - {id: vp, name: {en: points}, unbounded: true, source: placeholder}
"""
FLOW = """
flow:
  setup: "for each p in players { as p { gain 1 vp } }"
  round: |
    for each p in players { turn p { go } }
    if round >= 3 { end_game "over" }
  score: vp
  source: placeholder
"""


def analysed(*texts, **named):
    """The analysis of the usual head and flow with more sections; `named` files belong to packs of that name."""
    flow = "" if any("\nflow:" in "\n" + t for t in (*texts, *named.values())) else FLOW
    files = {"head.yaml": HEAD + flow}
    files |= {f"part{i}.yaml": t for i, t in enumerate(texts)}
    files |= {f"{name}/rules.yaml": t for name, t in named.items()}
    report = Report()
    read = kit.trees(files, report)
    assert report.ok, kit.written(report)
    result = build(read, report, "test")
    assert result is not None and report.ok, kit.written(report)
    places = result.places
    return Analysis(
        result.ruleset,
        lambda program, place: places[program](place),
        lambda: gather(read),
        lambda path: path.partition("/")[0] if "/" in path else "small",
    )


def findings(analysis):
    """What the checks find."""
    report = Report()
    check(analysis, report)
    return report


def codes(analysis):
    """The codes the checks find, in order."""
    return [d.code.id for d in findings(analysis).diagnostics]


def dense(nodes, each):
    """The edges of a graph in which every node leads to about `each` others, spread widely."""
    found = (
        (i, (i * 7 + k * k * 13 + k) % nodes) for i in range(nodes) for k in range(1, each + 1)
    )
    return [(a, b) for a, b in found if a != b]
