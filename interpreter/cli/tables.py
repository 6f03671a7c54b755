"""Tables on the terminal: drawn with lines where somebody looks, plain where a program reads."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from interpreter.codes import escaped

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_PIPE_WIDTH = 160


def printed(
    title: str, head: Sequence[str], rows: Iterable[Sequence[str]], *, right: Iterable[int] = ()
) -> None:
    """Print a table; the columns in `right` are numbers. Nothing in it is taken for markup."""
    looks = sys.stdout.isatty()
    table = Table(
        title=Text(escaped(title)),
        title_justify="left",
        title_style="bold",
        box=box.SIMPLE_HEAD if looks else box.ASCII2,
        show_header=any(head),
    )
    numbers = set(right)
    for index, name in enumerate(head):
        table.add_column(
            Text(escaped(name)), justify="right" if index in numbers else "left", overflow="fold"
        )
    for row in rows:
        table.add_row(*(Text(escaped(cell)) for cell in row))
    width = None if looks else _PIPE_WIDTH
    Console(file=sys.stdout, width=width, highlight=False, emoji=False).print(table)
