"""What can be seen of an expression without knowing any value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.lang import ir

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter.engine.compiled.scope import Scope


def conjuncts(e: ir.Expr | None) -> list[ir.Expr]:
    """Return the conditions a condition consists of."""
    if isinstance(e, ir.Compare) and e.operator == "and":
        return [*conjuncts(e.left), *conjuncts(e.right)]
    return [] if e is None else [e]


def joined(parts: Sequence[ir.Expr | None]) -> ir.Expr | None:
    """Return conditions as one: the opposite of `conjuncts`."""
    whole: ir.Expr | None = None
    for part in parts:
        if part is not None:
            whole = part if whole is None else ir.Compare("and", whole, part)
    return whole


def is_field_of(e: ir.Expr, slot: int) -> bool:
    """Whether an expression is a field of what a slot holds."""
    return isinstance(e, ir.Field) and e.index is None and e.component == ir.Local(slot)


def mentions(e: ir.Expr, slot: int, s: Scope) -> bool:
    """Whether a condition speaks of a member, or of who acts where nobody may."""
    return any(
        (isinstance(p, ir.Me) and not s.acts) or (isinstance(p, ir.Local) and p.slot == slot)
        for p in ir.parts_of(e)
    )


def holds_things(e: ir.Expr) -> bool:
    """Whether every member of a set is certainly a player, resource or component."""
    match e:
        case ir.Components() | ir.Players() | ir.Zone() | ir.Connected():
            return True
        case ir.SetOf():
            return all(isinstance(part, ir.Item) or _is_one(part) for part in e.items)
        case ir.Query():
            return e.value is None and e.function != "every" and holds_things(e.items)
        case ir.Reverse():
            return holds_things(e.items)
        case ir.Join():
            return all(holds_things(part) for part in e.sets)
        case _:
            return False


def _is_one(e: ir.Expr) -> bool:
    return isinstance(e, ir.Const) and e.value >= 0
