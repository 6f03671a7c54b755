"""`orloj matrix`: packs and options tried in all pairs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from interpreter.cli.common import playable, say
from interpreter.cli.exits import CLEAN, FINDINGS, Stop
from interpreter.cli.tables import printed
from interpreter.content.packs import known_packs, read_pack
from interpreter.diagnostics import Report
from interpreter.play.matrix import FINE, Part, trials

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


@click.command(
    epilog="\b\nExamples:\n  orloj matrix ./my_pack --with ./one --with ./two --set storm=true"
    "\n  orloj matrix ./my_pack"
)
@click.argument("pack")
@click.option(
    "--with",
    "overlays",
    metavar="OVERLAY",
    multiple=True,
    help="A variant or expansion to try. Default: every one known for PACK.",
)
@click.option("--set", "settings", metavar="OPTION=VALUE", multiple=True, help="A value to try.")
@click.option(
    "--decisions", type=click.IntRange(0), default=60, show_default=True,
    help="How many decisions of a game are played, with the least and the most players.",
)  # fmt: skip
def matrix(pack: str, overlays: Sequence[str], settings: Sequence[str], decisions: int) -> None:
    """Try overlays and options of PACK alone and in all pairs: load, check the graph, play.

    Prints a table of what breaks and why; ends with 1 if anything does.
    """
    _, ruleset = playable(pack)
    parts = [Part(overlay=o) for o in overlays or _known(ruleset.pack.id)]
    for setting in settings:
        name, sign, value = setting.partition("=")
        if not sign:
            raise click.UsageError(f"--set {setting}: write OPTION=VALUE")
        parts.append(Part(option=name.strip(), value=value.strip()))
    rows, broken = [], 0
    for trial in trials(pack, parts, decisions):
        names = " + ".join(map(str, trial.parts)) or "as it is"
        rows.append((names, trial.verdict, trial.why))
        broken += trial.verdict != FINE
    printed(f"{ruleset.pack.id} {ruleset.pack.version}", ("together", "verdict", "why"), rows)
    say(f"{len(rows) - broken} of {len(rows)} combinations are fine")
    raise Stop(FINDINGS if broken else CLEAN)


def _known(base: str) -> Iterator[str]:
    for name in known_packs():
        found = read_pack(name, Report())
        if found is not None and found.base == base:
            yield name
