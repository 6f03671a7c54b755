"""What all commands share: exit codes, printing, loading a pack, setting a game up."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

import click

from interpreter import codes
from interpreter.cli.exits import FINDINGS, MISMATCH, REFUSED, USAGE, Stop
from interpreter.content.load import Loaded, load
from interpreter.content.selection import Selection
from interpreter.diagnostics import Report
from interpreter.play.settings import chosen_options, player_count
from interpreter.report.text import render_text

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from interpreter.content.ruleset import Ruleset
    from interpreter.engine.impossible import PackError

PLAIN = Selection()
"""A pack as it is."""
_STARTING = frozenset(
    {codes.UNKNOWN_PACK, codes.UNKNOWN_OPTION, codes.BAD_OPTION_VALUE, codes.PLAYER_COUNT}
)
_SAVES = frozenset(
    {
        codes.UNREADABLE_SAVE,
        codes.SAVE_OF_OTHER_CONTENT,
        codes.STATE_OF_OTHER_FORM,
        codes.RECORD_DIFFERS,
        codes.SETUP_DIFFERS,
    }
)


def say(text: str = "", *, error: bool = False) -> None:
    """Print lines; whatever a terminal might obey is made visible."""
    click.echo("\n".join(codes.escaped(line) for line in text.split("\n")), err=error)


def exit_code(report: Report, *, strict: bool = False) -> int:
    """Return the exit code findings call for; the gravest one where they differ."""
    found = {d.code for d in report.diagnostics}
    if found & codes.REFUSED:
        return REFUSED
    if {d.code for d in report.diagnostics if d.span is None} & _STARTING:
        return USAGE
    if found & _SAVES:
        return MISMATCH
    return FINDINGS if report.errors or (strict and found) else 0


def stop_on(report: Report) -> None:
    """Print findings and stop if one of them is an error."""
    if not report.ok:
        say(render_text(report), error=True)
        raise Stop(exit_code(report))


def playable(pack: str, chosen: Selection = PLAIN) -> tuple[Loaded, Ruleset]:
    """Return a loaded pack with its ruleset; stop with its findings if it has none."""
    loaded = load(pack, *chosen)
    stop_on(loaded.report)
    assert loaded.ruleset is not None, "a pack without errors has a ruleset"
    return loaded, loaded.ruleset


def prepared(
    ruleset: Ruleset, players: int | None, settings: Sequence[str]
) -> tuple[int, dict[str, int]]:
    """Return the number of players and the options of a game; stop if they are not allowed."""
    report = Report()
    pairs = []
    for setting in settings:
        name, sign, value = setting.partition("=")
        if not sign:
            raise click.UsageError(f"--set {setting}: write OPTION=VALUE")
        pairs.append((name.strip(), value.strip()))
    count = player_count(ruleset, players, report)
    options = chosen_options(ruleset, pairs, count, report)
    stop_on(report)
    return count, options


def failure(loaded: Loaded, error: PackError) -> Report:
    """Return the finding for a pack that fails while it runs, at its place in the content.

    It names the lap the pack goes round in, for which analysis is loaded: only now, since it takes
    as long as a command needs to start.
    """
    report: Report = import_module("interpreter.cli.failing").failure(loaded, error)
    return report


def write_text(file: Path, text: str) -> None:
    """Write a file; stop with one line if that cannot be done."""
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        say(
            f"error: cannot write {file}: {(error.strerror or 'no reason given').lower()}",
            error=True,
        )
        raise Stop(USAGE) from None


def read_text(file: Path, report: Report) -> str:
    """Return the text of a save or record; nothing, with a finding, if it cannot be read."""
    try:
        return file.read_text(encoding="utf-8")
    except OSError as error:
        reason = f"cannot read {file}: {(error.strerror or 'no reason given').lower()}"
    except UnicodeDecodeError:
        reason = "it is not UTF-8"
    report.add(codes.UNREADABLE_SAVE, None, reason=reason)
    return ""
