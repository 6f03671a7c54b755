"""What to write where a value has the wrong type: by what is wanted and what was found."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from interpreter.lang.types import Type

_COMPONENTS = "resources are gained, paid and lost; components go by `move X to ZONE` and `draw`"
_ONE_OF_MANY = (
    "take one of them: `choose x in SET { }`, or go through them: `for each x in SET { }`"
)

_ADVICE: Mapping[tuple[str, str], str] = {
    ("number", "set"): "count them: `count(SET)`",
    ("number", "cost"): "`size(COST)` says how many units a cost has",
    ("number", "truth"): "write a number, such as 1",
    ("number", "resource"): "say how much somebody has of it: `my.RESOURCE`",
    ("number", "item"): "write a number, or a field that holds one: `x.FIELD`",
    ("number", "player"): "write a number, or something of that player: `p.NAME`",
    ("number", "text"): "remove the quotes",
    ("truth", "number"): "compare it, as in `n > 0` or `n is 2`",
    ("truth", "set"): "write `exists(x in SET where CONDITION)`, or compare `count(SET)`",
    ("truth", "item"): "compare it, as in `x is NAME`",
    ("truth", "player"): "compare it, as in `p is me`",
    ("truth", "resource"): "compare it, as in `r is NAME`, or ask `my.NAME > 0`",
    ("truth", "none"): "compare with it: `x is none`",
    ("resource", "item"): _COMPONENTS,
    ("resource", "set"): _COMPONENTS,
    ("item", "resource"): _COMPONENTS,
    ("item", "set"): _ONE_OF_MANY,
    ("player", "set"): _ONE_OF_MANY,
    ("player", "number"): "`player(N)` is the player in seat N",
    ("set", "item"): "put it in brackets: `[x]`",
    ("set", "player"): "put it in brackets: `[p]`",
    ("set", "resource"): "put it in brackets: `[r]`",
    ("set", "number"): "`range(A, B)` is a set of numbers",
    ("effect", "item"): "name the field: `do x.FIELD`",
    ("effect", "set"): "a list of effects takes an index from 0: `do x.FIELD(0)`",
    ("cost", "resource"): "write how much of it: `2 RESOURCE`",
    ("cost", "item"): "name the field that holds the cost: `x.FIELD`",
    ("cost", "number"): "write what of: `2 RESOURCE`",
}


def advice(wanted: Type, found: Type) -> str:
    """Return what to write; empty where nothing can be said."""
    return _ADVICE.get((wanted.base, found.base), "")
