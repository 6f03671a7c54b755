"""An effect on one line: what the printer writes on several, joined as a rulebook would."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.lang.unparse import unparse_effect

if TYPE_CHECKING:
    from interpreter.lang import nodes as n

_OPENS = ("{", "->")
_CLOSES = ("}", "|")


def flat_effect(block: n.Block) -> str:
    """Return an effect as text on a single line; parsing it gives equal nodes."""
    text = ""
    for line in unparse_effect(block).split("\n"):
        part = line.strip()
        if not text:
            text = part
        elif text.endswith(_OPENS) or part.startswith(_CLOSES):
            text += f" {part}"
        else:
            text += f"; {part}"
    return text
