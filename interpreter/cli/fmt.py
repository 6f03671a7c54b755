"""`orloj fmt`: effect texts in the one form the printer gives them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from interpreter.cli.common import say, stop_on, write_text
from interpreter.cli.exits import CLEAN, FINDINGS, Stop
from interpreter.content.format import Edit, applied, edits
from interpreter.content.packs import read_pack
from interpreter.diagnostics import Report

if TYPE_CHECKING:
    from collections.abc import Sequence


@click.command(epilog="\b\nExamples:\n  orloj fmt ./my_pack\n  orloj fmt ./my_pack --check")
@click.argument("packs", metavar="PACK...", nargs=-1, required=True)
@click.option("--check", "only_check", is_flag=True, help="Change nothing, only say what would be.")
def fmt(packs: Sequence[str], only_check: bool) -> None:
    """Rewrite the effect texts of packs as the printer writes them; nothing else is touched.

    With --check ends with 1 if a file would change.
    """
    changed = 0
    for name in packs:
        report = Report()
        pack = read_pack(name, report)
        stop_on(report)
        assert pack is not None, "without a finding there is a pack"
        if pack.where.suffix == ".zip":
            raise click.UsageError(f"{name}: an archive is never changed")
        found: dict[int, list[Edit]] = {}
        for edit in edits(pack.entries):
            found.setdefault(id(edit.tree), []).append(edit)
        for tree in pack.trees:
            mine = found.get(id(tree), [])
            if not mine:
                continue
            changed += 1
            path = tree.source.path
            say(f"{path}: {len(mine)} effects{' would change' if only_check else ''}")
            if not only_check:
                write_text(Path(path), applied(tree.source.text, mine))
    if not changed:
        say("every effect is in form")
    raise Stop(FINDINGS if changed and only_check else CLEAN)
