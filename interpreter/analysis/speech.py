"""Expressions in words."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from interpreter.analysis.phrases import phrase
from interpreter.lang import ir

if TYPE_CHECKING:
    from interpreter.content.ruleset import Ruleset

_DEEPEST = 12


@dataclass
class Speech:
    """Says expressions of one program in one language; `slots` names its local names."""

    ruleset: Ruleset
    language: str = "en"
    slots: dict[int, str] = field(default_factory=dict)
    depth: int = 0

    def say(self, key: str, **values: object) -> str:
        """Return a phrase."""
        return phrase(key, self.language, **values)

    def name(self, id_: str) -> str:
        """Return what an id is called."""
        known = self.ruleset.names.get(id_)
        if known is None:
            return id_.replace("_", " ")
        return known.get(self.language) or known.get("en") or id_

    def text(self, english: str) -> str:
        """Return a quoted text of the pack in this language."""
        known = self.ruleset.texts.get(english, {})
        return known.get(self.language) or english

    def of(self, e: ir.Expr | None) -> str:
        """Return an expression in words."""
        if e is None or self.depth > _DEEPEST:
            return self.say("something")
        self.depth += 1
        try:
            return self._plain(e)
        finally:
            self.depth -= 1

    def _plain(self, e: ir.Expr) -> str:
        match e:
            case ir.Const():
                return self.say("none") if e.value == ir.NOTHING else str(e.value)
            case ir.Item():
                return self.name(e.item)
            case ir.OptionValue():
                return self.say("option", what=self.name(e.option))
            case ir.Local():
                return self.slots.get(e.slot, self.say("it"))
            case ir.Me():
                return self.say("me")
            case ir.Cell() | ir.Zone():
                return self._family(e.family, e.indices)
            case _:
                return self._people(e)

    def _people(self, e: ir.Expr) -> str:
        match e:
            case ir.Seat():
                return self.name(e.seat)
            case ir.System():
                return e.name.replace("_", " ")
            case ir.Players():
                return self.say("others" if e.others else "players")
            case ir.After():
                return self.say("next")
            case ir.Components():
                names = [self.name(k) for k in e.kinds]
                return self.say("all", what=self.say("and list").join(names))
            case _:
                return self._parts(e)

    def _family(self, family: str, indices: tuple[ir.Expr, ...]) -> str:
        _, dot, state = family.partition(".")
        said = state.replace("_", " ") if dot else self.name(family)
        mine = indices and isinstance(indices[0], ir.Me)
        rest = indices[1:] if mine else indices
        if mine:
            said = self.say("my", what=said)
        if rest:
            whose = self.say("and list").join(self.of(i) for i in rest)
            said = self.say("of", what=said, whose=whose)
        return said

    def resource(self, e: ir.Expr) -> str:
        """Return a resource in words."""
        if isinstance(e, ir.Const) and 0 <= e.value < len(self.ruleset.resources):
            return self.name(self.ruleset.resources[e.value].id)
        return self.of(e)

    def _parts(self, e: ir.Expr) -> str:
        match e:
            case ir.Amount():
                what = self.resource(e.resource)
                if isinstance(e.player, ir.Me):
                    return self.say("my", what=what)
                return self.say("of", what=what, whose=self.of(e.player))
            case ir.Field() | ir.Formula():
                return self.say("of", what=self.name(e.name), whose=self.of(e.component))
            case ir.Named():
                return self.name(e.formula)
            case ir.Arithmetic():
                sides = self.of(e.left), self.of(e.right)
                sign = {"*": "*", "down": "/", "up": "/"}.get(e.operator, e.operator)
                return f"({sides[0]} {sign} {sides[1]})"
            case ir.Compare():
                return self._compare(e)
            case ir.Not():
                return self.say("not", what=self.of(e.operand))
            case ir.Either():
                return self.say(
                    "either", condition=self.of(e.condition), yes=self.of(e.yes), no=self.of(e.no)
                )
            case ir.Within():
                return self.say("in", value=self.of(e.value), items=self.of(e.items))
            case _:
                return self._sets(e)

    def _compare(self, e: ir.Compare) -> str:
        left, right = self.of(e.left), self.of(e.right)
        if e.operator in ("and", "or", "is", "is not"):
            return self.say(e.operator, left=left, right=right)
        return f"{left} {e.operator.replace('<=', '≤').replace('>=', '≥')} {right}"

    def _sets(self, e: ir.Expr) -> str:
        match e:
            case ir.SetOf():
                return self.say("and list").join(self.of(i) for i in e.items)
            case ir.Join():
                return self.say("and list").join(self.of(i) for i in e.sets)
            case ir.Range():
                return f"{self.of(e.low)}-{self.of(e.high)}"
            case ir.Pick():
                index = "" if e.index is None else self.of(e.index)
                return self.say(e.which, items=self.of(e.items), n=index)
            case ir.Reverse():
                return self.of(e.items)
            case ir.Count():
                return self.say("count", items=self.of(e.items))
            case ir.Query():
                return self._query(e)
            case _:
                return self._about(e)

    def _about(self, e: ir.Expr) -> str:
        match e:
            case ir.Connected():
                return self.say("connected", what=self.of(e.start))
            case ir.Owner() | ir.Copy():
                return self.say("of", what=type(e).__name__.lower(), whose=self.of(e.component))
            case ir.SpaceOf():
                return self.say("of", what=self.of(e.place), whose=self.name(e.track))
            case ir.KindIs():
                return self.say("is", left=self.of(e.component), right=self.name(e.kind))
            case _:
                return self.say("something")

    def _query(self, e: ir.Query) -> str:
        items = self.of(e.items)
        if e.where is not None and e.function != "every":
            items = self.say("such", items=items, condition=self.of(e.where))
        value = "" if e.value is None else self.of(e.value)
        condition = "" if e.where is None else self.of(e.where)
        keys = {
            "count": "count", "exists": "exists", "every": "every", "sum": "total", "max": "most",
            "min": "least", "best": "best", "ranked": "best", "each": "mapped",
        }  # fmt: skip
        if e.function not in keys:
            return items
        if not value and e.ranks:
            value = self.of(e.ranks[0])
        return self.say(keys[e.function], items=items, value=value, condition=condition)
