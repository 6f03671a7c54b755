"""Which expressions can be impossible: `none` where something must be, an index past the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.lang import ir, ops

if TYPE_CHECKING:
    from interpreter.content.ruleset import Ruleset

_DIVISIONS = ("mod", "down", "up")


class Doubt:
    """Knows, for one ruleset, which named formulas and formula fields are doubtful themselves."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._kinds = ruleset.kinds
        self._lists = _shortest_lists(ruleset)
        self._names: set[str] = set()
        self._fields: set[tuple[str, str]] = set()
        named = {f.id: f.value for f in ruleset.formulas.values()}
        fields = _formula_fields(ruleset)
        known = -1
        while known != len(self._names) + len(self._fields):
            known = len(self._names) + len(self._fields)
            self._names |= {name for name, value in named.items() if self.of(value)}
            self._fields |= {key for key, values in fields.items() if self.of(values)}

    def of(self, value: object) -> bool:
        """Whether anything in an expression or operation can be impossible."""
        return any(self._part(part) for part in ir.parts_of(value))

    def _part(self, part: object) -> bool:
        match part:
            case ir.Present():
                return True
            case ir.Arithmetic():
                return part.operator in _DIVISIONS and not self._positive(part.right)
            case ir.Field() | ops.Do():
                return part.index is not None and not self._sure_index(part)
            case ir.Named():
                return part.formula in self._names
            case ir.Formula():
                return any((kind, part.name) in self._fields for kind in part.kinds)
            case _:
                return False

    def _positive(self, divisor: ir.Expr) -> bool:
        if isinstance(divisor, ir.Count) and isinstance(divisor.items, ir.Components):
            return any(self._kinds[kind].items for kind in divisor.items.kinds)
        return isinstance(divisor, ir.Const) and divisor.value > 0

    def _sure_index(self, part: ir.Field | ops.Do) -> bool:
        """Whether every list of the field has this entry.

        An index that is worked out, such as a level, is taken to be right: one past the end is a
        mistake of the pack and stops the game with its place, it does not close an option.
        """
        if not isinstance(part.index, ir.Const):
            return True
        name = part.name if isinstance(part, ir.Field) else part.field
        return 0 <= part.index.value < min(self._lists[kind, name] for kind in part.kinds)


def _formula_fields(ruleset: Ruleset) -> dict[tuple[str, str], object]:
    found: dict[tuple[str, str], object] = {}
    for kind in ruleset.kinds.values():
        for name, type_ in kind.fields.items():
            if type_.base in ("condition", "amount"):
                found[kind.id, name] = tuple(item.values[name] for item in kind.items)
    return found


def _shortest_lists(ruleset: Ruleset) -> dict[tuple[str, str], int]:
    found = {}
    for kind in ruleset.kinds.values():
        for name, type_ in kind.fields.items():
            if type_.base == "set":
                lists = (item.values[name] for item in kind.items)
                found[kind.id, name] = min(
                    (len(x) for x in lists if isinstance(x, tuple)), default=0
                )
    return found
