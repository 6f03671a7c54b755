"""`orloj explain`: what a thing of a pack does, in words made from its effects."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from interpreter import codes
from interpreter.analysis.analysis import analysis_of
from interpreter.analysis.explained import explained
from interpreter.analysis.phrases import LANGUAGES
from interpreter.cli.choice import with_overlays
from interpreter.cli.common import playable, say, stop_on
from interpreter.diagnostics import Report, near

if TYPE_CHECKING:
    from interpreter.content.selection import Selection


@click.command(epilog="\b\nExample:\n  orloj explain ./my_pack gull --lang zh")
@click.argument("pack")
@click.argument("id_", metavar="ID")
@click.option("--lang", type=click.Choice(LANGUAGES), help="Only this language.")
@with_overlays
def explain(pack: str, id_: str, lang: str | None, chosen: Selection) -> None:
    """Say in words what ID of PACK does: an item, action, trigger, resource, track, score ...

    The words are made from its effects: what it costs, gives, runs and sets off, and which scoring
    it feeds. Numbers in a hand-written text that none of its effects knows are pointed out.
    """
    loaded, ruleset = playable(pack, chosen)
    a = analysis_of(loaded)
    keys = a.graph.keys(id_)
    if not keys:
        report = Report()
        known = near(id_, (n.id for n in a.graph.nodes.values()))
        report.add(codes.UNKNOWN_REFERENCE, None, what="name", name=id_, near=known)
        stop_on(report)
    spoken = [n for n in LANGUAGES if n in ruleset.pack.languages] or ["en"]
    for language in [lang] if lang else spoken:
        for key in keys:
            say("\n".join(explained(a, key, language)))
