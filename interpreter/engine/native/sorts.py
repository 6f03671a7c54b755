"""Which local names hold sets, which C has to know beforehand: found from what is put into them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.lang import ir, ops

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter.content.ruleset import Ruleset

_SETS = ("those", "each", "best", "ranked")
_NONE: frozenset[int] = frozenset()


class Sorts:
    """What holds sets in one ruleset; everything else is a number."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self._slots: list[frozenset[int]] = [_NONE] * len(ruleset.programs)
        self._parameters: dict[str, frozenset[int]] = dict.fromkeys(ruleset.formulas, _NONE)
        known: object = None
        while known != (self._slots, self._parameters):
            known = (list(self._slots), dict(self._parameters))
            for number, program in enumerate(ruleset.programs):
                for op in program.program.ops:
                    self._look(number, op)

    def slots(self, program: int) -> frozenset[int]:
        """Return the slots of a program that hold sets."""
        return self._slots[program]

    def parameters(self, formula: str) -> frozenset[int]:
        """Return the parameters of a named formula that are sets."""
        return self._parameters[formula]

    def is_set(self, e: ir.Expr, slots: frozenset[int]) -> bool:
        """Whether the value of an expression is a set, where these slots hold sets."""
        match e:
            case (
                ir.Players() | ir.Components() | ir.Zone() | ir.SetOf() | ir.Join() | ir.Range()
                | ir.Reverse() | ir.Connected()
            ):  # fmt: skip
                return True
            case ir.Query():
                return e.function in _SETS
            case ir.Field():
                kinds = self._ruleset.kinds
                return e.index is None and kinds[e.kinds[0]].fields[e.name].base == "set"
            case ir.Local():
                return e.slot in slots
            case ir.Present():
                return self.is_set(e.value, slots)
            case ir.Either():
                return self.is_set(e.yes, slots) or self.is_set(e.no, slots)
            case ir.Named():
                return self.is_set(self.formula(e.formula), self._parameters[e.formula])
            case _:
                return False

    def formula(self, name: str) -> ir.Expr:
        """Return the expression of a named formula."""
        return self._ruleset.formulas[name].value.expr

    def _look(self, number: int, op: ops.Op) -> None:
        """Note the sets that an operation keeps or hands over."""
        slots = self._slots[number]
        match op:
            case ops.SetLocal() if self.is_set(op.value, slots):
                self._slots[number] |= {op.slot}
            case ops.NextItem():
                self._slots[number] |= {op.items}
            case ops.Call():
                self._hand_over(self._ruleset.actions[op.action].program, op.arguments, slots)
            case ops.Signal():
                for trigger in self._ruleset.triggers[op.event]:
                    self._hand_over(trigger.program, op.arguments, slots)
            case _:
                pass
        self._look_into(op, slots)

    def _hand_over(self, program: int, arguments: Sequence[ir.Expr], slots: frozenset[int]) -> None:
        self._slots[program] |= self._among(arguments, slots)

    def _among(self, arguments: Sequence[ir.Expr], slots: frozenset[int]) -> frozenset[int]:
        return frozenset(i for i, a in enumerate(arguments) if self.is_set(a, slots))

    def _look_into(self, value: object, slots: frozenset[int]) -> None:
        for part in ir.parts_of(value):
            if isinstance(part, ir.Named):
                found = self._among(part.arguments, slots)
                if not found <= self._parameters[part.formula]:
                    self._parameters[part.formula] |= found
                    formula = self.formula(part.formula)
                    self._look_into(formula, self._parameters[part.formula])
