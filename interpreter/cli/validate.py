"""`orloj validate`: findings about packs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from interpreter.analysis.analysis import analysis_of
from interpreter.analysis.checks import check
from interpreter.cli.choice import with_overlays
from interpreter.cli.common import exit_code, say
from interpreter.cli.exits import Stop
from interpreter.codes import Severity
from interpreter.content.load import Loaded, load, shipped_packs
from interpreter.diagnostics import Report
from interpreter.report.json import render_json
from interpreter.report.text import render_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from interpreter.content.ruleset import Ruleset
    from interpreter.content.selection import Selection


@click.command(epilog="\b\nExample:\n  orloj validate ./my_pack --strict")
@click.argument("packs", metavar="PACK...", nargs=-1)
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True
)
@click.option("--strict", is_flag=True, help="Warnings count like errors.")
@with_overlays
def validate(packs: Sequence[str], form: str, strict: bool, chosen: Selection) -> None:
    """Check packs (all shipped ones if none is named) and print what is wrong with them.

    Ends with 0 if nothing is wrong, 1 with findings, 3 if the content is refused as unsafe.
    """
    report = Report()
    results = [(pack, load(pack, *chosen)) for pack in packs or shipped_packs()]
    for _, loaded in results:
        if loaded.ruleset is not None:
            check(analysis_of(loaded), loaded.report, errors_only=True)
        report.merge(loaded.report)
    if form == "json":
        click.echo(render_json(report))
    else:
        if report.diagnostics:
            say(render_text(report))
        for pack, loaded in results:
            say(f"{pack}: {_summary(loaded)}")
    raise Stop(exit_code(report, strict=strict))


def _summary(loaded: Loaded) -> str:
    found = loaded.report.diagnostics
    warnings = sum(d.code.severity is Severity.WARNING for d in found)
    parts = []
    if loaded.report.errors or warnings:
        parts.append(f"{_counted(loaded.report.errors, 'error')}, {_counted(warnings, 'warning')}")
    if loaded.ruleset is not None:
        parts.append(_contents(loaded.ruleset))
    return "; ".join(parts)


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _contents(ruleset: Ruleset) -> str:
    items = sum(len(kind.items) for kind in ruleset.kinds.values())
    sources = tuple(_sources(ruleset))
    placeholders = sum(source.startswith("placeholder") for source in sources)
    return (
        f"{_counted(items, 'item')}, {_counted(len(ruleset.actions), 'action')}, "
        f"{_counted(len(ruleset.programs), 'effect')}, "
        f"placeholder values {placeholders} of {len(sources)}"
    )


def _sources(ruleset: Ruleset) -> Iterator[str]:
    """Yield where each value comes from: one per field of an item, one per other entry."""
    sources = ruleset.sources
    items = {i.id: i for kind in ruleset.kinds.values() for i in kind.items}
    for id_, source in sources.items():
        if id_ not in items and id_.partition(".")[0] not in items:
            yield source
    for item in items.values():
        for name in item.values or ("",):
            yield sources.get(f"{item.id}.{name}", item.source)
