"""The options that say which packs are used together, the same for every command that loads one."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import click

from interpreter.content.selection import Selection

Command = Callable[..., None]


def with_overlays(command: Command) -> Command:
    """Give a command the options of a selection; the command gets it as `chosen`."""

    @wraps(command)
    def run(
        *, overlays: tuple[str, ...], without: tuple[str, ...], only: tuple[str, ...], **more: Any
    ) -> None:
        command(chosen=Selection(overlays, without, only), **more)

    # The last decorator comes first in the help.
    options = (
        click.option(
            "--only", metavar="KIND=ID,ID", multiple=True,
            help="Of a kind, play with these items only.",
        ),
        click.option(
            "--without", metavar="ID", multiple=True,
            help="Leave an item, action, score ... out of the game.",
        ),
        click.option(
            "--with", "overlays", metavar="OVERLAY", multiple=True,
            help="Put a variant or expansion on the pack, by name or path.",
        ),
    )  # fmt: skip
    for option in options:
        run = option(run)
    return run
