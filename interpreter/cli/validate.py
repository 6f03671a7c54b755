"""`orloj validate`: findings about packs."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

import click

from interpreter.analysis.analysis import analysis_of
from interpreter.analysis.checks import check
from interpreter.cli.choice import with_overlays
from interpreter.cli.common import exit_code, say
from interpreter.cli.exits import USAGE, Stop
from interpreter.codes import Severity
from interpreter.content.accept import apply_acceptances
from interpreter.content.load import Loaded, load, shipped_packs
from interpreter.content.pause import uncollected
from interpreter.diagnostics import Report
from interpreter.report.fixes import repairs
from interpreter.report.json import render_json
from interpreter.report.sarif import render_sarif
from interpreter.report.text import render_text

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from interpreter.content.ruleset import Ruleset
    from interpreter.content.selection import Selection

_PASSES = 5
"""So often repairs are looked for again, at most."""
_FORMS: Mapping[str, Callable[[Report], str]] = {"json": render_json, "sarif": render_sarif}


@click.command(epilog="\b\nExample:\n  orloj validate ./my_pack --strict")
@click.argument("packs", metavar="PACK...", nargs=-1)
@click.option(
    "--format", "form", type=click.Choice(["text", *_FORMS]), default="text", show_default=True
)
@click.option("--strict", is_flag=True, help="Warnings count like errors.")
@click.option("--fix", "repair", is_flag=True, help="Repair what needs no thought; show it first.")
@click.option("--diff", is_flag=True, help="Show what --fix would write, and write nothing.")
@with_overlays
def validate(
    packs: Sequence[str], form: str, strict: bool, repair: bool, diff: bool, chosen: Selection
) -> None:
    """Check packs (all shipped ones if none is named) and print what is wrong with them.

    Ends with 0 if nothing is wrong, 1 with findings, 3 if the content is refused as unsafe.
    """
    named = packs or shipped_packs()
    results = _all_checked(named, chosen)
    if repair:
        results = _repaired(named, chosen, results)
    elif diff:
        say(f"{_counted(_repair(_whole(results)), 'repair')} possible, with --fix", error=True)
    report = _whole(results)
    if form in _FORMS:
        click.echo(_FORMS[form](report))
    else:
        if report.diagnostics:
            say(render_text(report))
        for pack, loaded in results.items():
            say(f"{pack}: {_summary(loaded)}")
    raise Stop(exit_code(report, strict=strict))


def _all_checked(named: Sequence[str], chosen: Selection) -> Mapping[str, Loaded]:
    return {pack: _checked(pack, chosen) for pack in named}


@uncollected
def _checked(pack: str, chosen: Selection) -> Loaded:
    """Return a loaded pack with every finding about it that it does not accept."""
    loaded = load(pack, *chosen)
    if loaded.ruleset is not None:
        check(analysis_of(loaded), loaded.report)
        if loaded.entries is not None:
            apply_acceptances(loaded.report, loaded.entries)
    # All of it stays until the process ends, so the next collection need not look through it.
    gc.freeze()
    return loaded


def _whole(results: Mapping[str, Loaded]) -> Report:
    report = Report()
    for loaded in results.values():
        report.merge(loaded.report)
    return report


def _repaired(
    named: Sequence[str], chosen: Selection, results: Mapping[str, Loaded]
) -> Mapping[str, Loaded]:
    """Repair until nothing more can be: a repaired file lets deeper checks run."""
    fixes = 0
    for _ in range(_PASSES):
        made = _repair(_whole(results), write=True)
        if not made:
            break
        fixes += made
        results = _all_checked(named, chosen)
    say(f"{_counted(fixes, 'repair')} made", error=True)
    return results


def _repair(report: Report, *, write: bool = False) -> int:
    """Show what the fixes of a report change in the files, then write it; return their number."""
    found = repairs(report)
    for change in found:
        say(change.diff, error=True)
    for change in found if write else ():
        try:
            change.write()
        except OSError as error:
            reason = (error.strerror or "no reason given").lower()
            say(f"error: cannot write {change.path}: {reason}", error=True)
            raise Stop(USAGE) from None
    return sum(change.fixes for change in found)


def _summary(loaded: Loaded) -> str:
    found = loaded.report.diagnostics
    warnings = sum(d.code.severity is Severity.WARNING for d in found)
    parts = []
    if loaded.report.errors or warnings:
        parts.append(f"{_counted(loaded.report.errors, 'error')}, {_counted(warnings, 'warning')}")
    if loaded.report.accepted:
        parts.append(f"{len(loaded.report.accepted)} accepted")
    if loaded.ruleset is not None:
        parts.append(_contents(loaded.ruleset))
    return "; ".join(parts)


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _contents(ruleset: Ruleset) -> str:
    items = sum(len(kind.items) for kind in ruleset.kinds.values())
    sources = ruleset.value_sources()
    placeholders = sum(source.startswith("placeholder") for source in sources)
    return (
        f"{_counted(items, 'item')}, {_counted(len(ruleset.actions), 'action')}, "
        f"{_counted(len(ruleset.programs), 'effect')}, "
        f"placeholder values {placeholders} of {len(sources)}"
    )
