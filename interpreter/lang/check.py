"""Expressions: names resolved, types checked, nodes turned into `ir`."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeAlias

from interpreter import codes
from interpreter.lang import ir, operators
from interpreter.lang import nodes as n
from interpreter.lang.advice import advice
from interpreter.lang.functions import FUNCTIONS
from interpreter.lang.members import family_cell, member, unknown
from interpreter.lang.problems import Follows, Invalid, Unknown
from interpreter.lang.spots import Spot
from interpreter.lang.types import (
    ANYTHING,
    NONE,
    NUMBER,
    PLAYER,
    RESOURCE,
    TEXT,
    TRUTH,
    Type,
    fits,
    item,
    maybe,
    set_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from interpreter.lang.symbols import Symbols

Typed = tuple[ir.Expr, Type]
Accepts: TypeAlias = "Callable[[Type], bool]"

SYSTEM: Mapping[str, Type] = {"turn_player": maybe(PLAYER), "player_count": NUMBER, "round": NUMBER}
_WORD: Mapping[str, Typed] = {
    "true": (ir.Const(1), TRUTH),
    "false": (ir.Const(0), TRUTH),
    "none": (ir.Const(ir.NOTHING), NONE),
}


@dataclass
class Names:
    """The local names of one text: each has a slot and a type; slots are never used twice."""

    known: dict[str, tuple[int, Type]] = field(default_factory=dict)
    slots: int = 0

    def add(self, name: str, kind: Type) -> int:
        """Give a name a slot of its own; it hides an outer one of the same name."""
        slot = self.hidden()
        self.known[name] = (slot, kind)
        return slot

    @contextmanager
    def inner(self) -> Iterator[None]:
        """Forget, at the end of the block, the names that were added in it."""
        outer = dict(self.known)
        try:
            yield
        finally:
            self.known = outer

    def narrow(self, names: Iterable[str]) -> None:
        """Take these names for present: something has made sure that they are not `none`."""
        for name in names:
            if name in self.known:
                slot, kind = self.known[name]
                self.known[name] = (slot, replace(kind, maybe=False))

    def hidden(self) -> int:
        """Return a slot without a name."""
        self.slots += 1
        return self.slots - 1


@dataclass
class Checker:
    """Turns expression nodes into typed `ir`, for one text."""

    symbols: Symbols
    names: Names
    player: bool = True
    """Whether there is an acting player (`me`)."""
    example: bool = False
    """Whether `before(...)` is allowed."""
    spots: list[Spot] = field(default_factory=list)
    """Conditions met so far, with their places."""

    # --- entry points

    def expr(self, node: n.Expr, accepts: Accepts | None = None) -> Typed:
        """Return the typed expression; raise `Invalid` where it makes no sense.

        `accepts` says which types make sense; it only ranks the names a misspelt one may stand for.
        """
        match node:
            case n.Number():
                return ir.Const(node.value), NUMBER
            case n.Word():
                return _WORD[node.value]
            case n.Ref():
                return self._ref(node, accepts)
            case n.Unary():
                return operators.unary(self, node)
            case n.Binary():
                return operators.binary(self, node)
            case n.ListOf():
                return operators.list_of(self, node)
            case n.Conditional():
                return operators.conditional(self, node)
            case n.Text():
                raise Invalid(codes.TYPE_MISMATCH, node.at, expected="a value", found=str(TEXT))

    def want(self, node: n.Expr, wanted: Type) -> ir.Expr:
        """Return the expression if it has the wanted type."""
        found, kind = self.expr(node, lambda kind: fits(kind, wanted))
        if not fits(kind, wanted):
            raise self.mismatch(node, wanted, kind)
        return found

    def mismatch(self, node: n.Expr, wanted: Type, kind: Type) -> Invalid:
        """Say that a value is of another type, and what to write then."""
        return Invalid(
            codes.TYPE_MISMATCH, node.at, expected=str(wanted), found=str(kind),
            advice=advice(wanted, kind),
        )  # fmt: skip

    def items(self, node: n.Expr) -> tuple[ir.Expr, Type]:
        """Return a set expression and the type of its members."""
        found, kind = self.expr(node, lambda kind: kind.base == "set")
        if kind.base != "set":
            raise Invalid(
                codes.TYPE_MISMATCH, node.at, expected="a set", found=str(kind),
                advice=advice(set_of(ANYTHING), kind),
            )  # fmt: skip
        assert kind.member is not None
        return found, kind.member

    def where(self, node: n.Expr | None) -> ir.Expr | None:
        """Return the condition of a filter, if there is one."""
        if node is None:
            return None
        found = self.want(node, TRUTH)
        self.spots.append(Spot("where", found, node.at))
        return found

    # --- references

    def _ref(self, node: n.Ref, accepts: Accepts | None = None) -> Typed:
        try:
            return self._resolved(node)
        except Unknown as problem:
            index = next((i for i, p in enumerate(node.parts) if problem.is_in(p.at)), -1)
            if index < 0:
                raise
            outer, raised = dict(self.names.known), problem

        def makes_sense(name: str) -> bool:
            # Tried in the place of the unknown name: what fits there comes first.
            parts = list(node.parts)
            parts[index] = replace(parts[index], name=name)
            try:
                _, kind = self._resolved(n.Ref(tuple(parts), node.at))
            except Invalid:
                return False
            finally:
                self.names.known = dict(outer)
            return accepts is None or accepts(kind)

        raise raised.hinted(makes_sense)

    def _resolved(self, node: n.Ref) -> Typed:
        value, kind, used = self._head(node)
        for part in node.parts[used:]:
            if kind.base == "broken":
                raise Follows
            value, kind = member(self, value, kind, part)
        return value, kind

    def _head(self, node: n.Ref) -> tuple[ir.Expr, Type, int]:
        """Return what the first name stands for, and how many parts that took."""
        part = node.parts[0]
        if part.name == "option" and len(node.parts) > 1:
            return (*self._option(node.parts[1]), 2)
        if part.name == "my":
            if len(node.parts) < 2:
                raise Invalid(
                    codes.NOT_ALLOWED, part.at, what="nothing stands behind `my`",
                    advice="write `me`, or `my.NAME`",
                )  # fmt: skip
            return (*member(self, *self._me(part), node.parts[1]), 2)
        if part.arguments is not None:
            if part.name in self.symbols.formulas:
                return (*self._formula(part), 1)
            family = self.symbols.families.get(part.name)
            if part.name not in FUNCTIONS and family is not None:
                return (*family_cell(self, family, (), part), 1)
            return (*self._function(part), 1)
        return (*self._name(part), 1)

    def _me(self, part: n.Part) -> Typed:
        if not self.player:
            raise Invalid(codes.NO_PLAYER, part.at, name=part.name)
        return ir.Me(), PLAYER

    def _name(self, part: n.Part) -> Typed:
        name, symbols = part.name, self.symbols
        if name in self.names.known:
            return self._local(name)
        if name in ("me", "players", "others") or name in SYSTEM:
            return self._people(part)
        if name in symbols.families:
            return family_cell(self, symbols.families[name], (), part)
        if name in symbols.formulas:
            return self._formula(part)
        if name in symbols.seats:
            return ir.Seat(name), maybe(PLAYER)
        if name in symbols.items:
            return ir.Item(symbols.items[name], name), item(symbols.items[name])
        if name in symbols.resources:
            return ir.Const(symbols.resources[name]), RESOURCE
        if name in symbols.kinds:
            return ir.Components((name,)), set_of(item(name))
        if name in symbols.tags:
            ids = tuple(ir.Const(symbols.resources[r]) for r in symbols.tags[name])
            return ir.SetOf(ids), set_of(RESOURCE)
        raise self._nobody(part)

    def _nobody(self, part: n.Part) -> Invalid:
        if part.name in self.symbols.broken:
            return Follows()
        return unknown(part, self._everything(), "name")

    def _local(self, name: str) -> Typed:
        slot, kind = self.names.known[name]
        if kind.base == "broken":
            raise Follows
        return ir.Local(slot), kind

    def _formula(self, part: n.Part) -> Typed:
        signature, gives = self.symbols.formulas[part.name]
        arguments = self.arguments(part, tuple(kind for _, kind in signature.parameters))
        return ir.Named(part.name, arguments), gives

    def _people(self, part: n.Part) -> Typed:
        """Return what the language itself knows of players and time."""
        if part.name == "me":
            return self._me(part)
        if part.name in SYSTEM:
            return ir.System(part.name), SYSTEM[part.name]
        if part.name == "others":
            self._me(part)
        return ir.Players(others=part.name == "others"), set_of(PLAYER)

    def _everything(self) -> set[str]:
        s = self.symbols
        tables: tuple[Mapping[str, object], ...] = (
            self.names.known, SYSTEM, s.families, s.items, s.resources, s.kinds, s.tags, s.formulas,
            dict.fromkeys(s.seats),
        )  # fmt: skip
        return {"me", "my", "players", "others", "option"}.union(*tables)

    def _option(self, part: n.Part) -> Typed:
        option = self.symbols.options.get(part.name)
        if option is None:
            raise unknown(part, self.symbols.options, "option", dot=True)
        kind = {"flag": TRUTH, "number": NUMBER, "choice": TEXT}[option.sort]
        return ir.OptionValue(part.name), kind

    def present(self, node: n.Expr, wanted: Type) -> ir.Expr:
        """Return an expression of the wanted type whose value must not be `none`."""
        found = self.want(node, wanted)
        _, kind = self.expr(node)
        return ir.Present(found) if kind.maybe else found

    def arguments(
        self, part: n.Part, wanted: tuple[Type, ...], *, present: bool = False
    ) -> tuple[ir.Expr, ...]:
        """Return the arguments of a part, each of the wanted type."""
        arguments = part.arguments or ()
        if len(arguments) != len(wanted):
            expected = ", ".join(map(str, wanted)) or "nothing"
            raise Invalid(
                codes.OPERANDS,
                part.at,
                verb=part.name,
                expected=expected,
                found=str(len(arguments)),
            )
        want = self.present if present else self.want
        return tuple(want(self._plain(a), w) for a, w in zip(arguments, wanted, strict=True))

    def _plain(self, argument: n.Argument) -> n.Expr:
        if isinstance(argument, n.Members):
            raise Invalid(codes.NOT_ALLOWED, argument.at, what="a search does not fit here")
        return argument

    # --- functions

    def _function(self, part: n.Part) -> Typed:
        function = FUNCTIONS.get(part.name)
        if function is None:
            s = self.symbols
            raise unknown(part, {*FUNCTIONS, *s.families, *s.formulas}, "function")
        return function(self, part)

    def query(
        self, part: n.Part, argument: n.Members, function: str
    ) -> tuple[ir.Query, Type, Type]:
        """Return a query, the type of its members, and the type of its value."""
        items, member = self.items(argument.items)
        with self.names.inner():
            slot = self.names.add(argument.variable, member)
            where = self.where(argument.where)
            value, kind = (None, member) if argument.value is None else self.expr(argument.value)
            ranks = tuple(self.want(rank, NUMBER) for rank in argument.ranks)
        return ir.Query(function, slot, items, where, value, ranks), member, kind

    def sole(self, part: n.Part) -> n.Argument:
        """Return the only argument of a function."""
        arguments = part.arguments or ()
        if len(arguments) != 1:
            raise Invalid(
                codes.OPERANDS,
                part.at,
                verb=part.name,
                expected="one value",
                found=str(len(arguments)),
            )
        return arguments[0]
