"""Rule tests written as content: their texts become programs and conditions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.content import ruleset as r
from interpreter.lang.types import TRUTH

if TYPE_CHECKING:
    from interpreter.content.compile import Compiler
    from interpreter.content.entries import Entry


def example(x: Entry, compiler: Compiler, pack: Entry) -> r.ExampleDef:
    """Return one example; its `given` and `do` run with an acting player."""
    programs = {
        key: compiler.effect(x, (key,), f"example.{x.id}.{key}")
        for key in ("given", "do")
        if key in x.data
    }
    expect = tuple(
        compiler.formula(x, ("expect", i), TRUTH, example=True)[0]
        for i in range(len(x.get("expect", ())))
    )
    offered = x.get("offered")
    return r.ExampleDef(
        id=x.id,
        rules=tuple(map(str, x.get("rules", ()))),
        players=x.get("players", pack.get("players")["min"]),
        seed=x.get("seed", 1),
        options={k: str(v).lower() for k, v in x.get("options", {}).items()},
        given=programs.get("given"),
        do=programs.get("do"),
        choices=tuple(map(str, x.get("choices", ()))),
        offered=None if offered is None else tuple(map(str, offered)),
        not_offered=tuple(map(str, x.get("not_offered", ()))),
        impossible=bool(x.get("impossible")),
        over=x.get("over"),
        winners=tuple(x.get("winners", ())),
        expect=expect,
    )
