"""What the cells of a state mean, as a short hash: a state of another form must not be read.

The content may be the same while a later version of this program numbers cells, programs or local
names in another way; then an old state would still fit, and mean something else.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import fields
from functools import lru_cache
from typing import TYPE_CHECKING

from interpreter.engine import layout as at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.engine.layout import Layout
    from interpreter.engine.table import Table
    from interpreter.lang.ops import Program

STACKED = 1
"""How frames are written into a state; one more whenever that changes."""


@lru_cache(maxsize=8)
def form(table: Table) -> str:
    """Return the form of the states of a table."""
    # Examples are no part of a game; what they add behind the programs of the rules is left out.
    programs = {
        str(number): [p.name, p.program.slots, *_shape(p.program)]
        for number, p in enumerate(table.ruleset.programs)
        if not p.name.startswith("example.")
    }
    whole = [STACKED, at.HEAD, _cells(table.layout), programs, table.reasons]
    return hashlib.sha256(json.dumps(whole, separators=(",", ":")).encode()).hexdigest()[:16]


def _cells(layout: Layout) -> dict[str, object]:
    return {
        "size": layout.size,
        "components": [(c.key, c.owner) for c in layout.components],
        "blocks": [(name, b.base, b.sizes) for name, b in sorted(layout.blocks.items())],
        "dimensions": [
            [sorted(t.items()) if t else None for t in b.tables]
            for _, b in sorted(layout.blocks.items())
        ],
        "places": layout.place_of,
        "streams": sorted(layout.streams.items()),
        "resources": [r.id for r in layout.ruleset.resources],
        "seats": [s.id for s in layout.seats],
    }


def _shape(program: Program) -> Iterator[list[object]]:
    """Yield each operation by its name, the local names it uses and where it goes on.

    That is what a waiting frame points at; what an operation says beyond that is content.
    """
    for op in program.ops:
        numbers = {f.name: getattr(op, f.name) for f in fields(op)}
        kept = {k: v for k, v in numbers.items() if type(v) is int}
        yield [type(op).__name__, sorted(kept.items()), [w.to for w in getattr(op, "ways", ())]]
