"""Expressions: names resolved, types checked, nodes turned into `ir`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from interpreter import codes
from interpreter.diagnostics import near
from interpreter.lang import ir
from interpreter.lang import nodes as n
from interpreter.lang.functions import FUNCTIONS
from interpreter.lang.problems import Invalid
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
    joined,
    maybe,
    set_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from interpreter.lang.symbols import Family, Symbols

Typed = tuple[ir.Expr, Type]

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

    # --- entry points

    def expr(self, node: n.Expr) -> Typed:
        """Return the typed expression; raise `Invalid` where it makes no sense."""
        match node:
            case n.Number():
                return ir.Const(node.value), NUMBER
            case n.Word():
                return _WORD[node.value]
            case n.Ref():
                return self._ref(node)
            case n.Unary():
                return self._unary(node)
            case n.Binary():
                return self._binary(node)
            case n.ListOf():
                return self._list(node)
            case n.Conditional():
                return self._conditional(node)
            case n.Text():
                raise Invalid(codes.TYPE_MISMATCH, node.at, expected="a value", found=str(TEXT))

    def want(self, node: n.Expr, wanted: Type) -> ir.Expr:
        """Return the expression if it has the wanted type."""
        found, kind = self.expr(node)
        if not fits(kind, wanted):
            raise Invalid(codes.TYPE_MISMATCH, node.at, expected=str(wanted), found=str(kind))
        return found

    def items(self, node: n.Expr) -> tuple[ir.Expr, Type]:
        """Return a set expression and the type of its members."""
        found, kind = self.expr(node)
        if kind.base != "set":
            raise Invalid(codes.TYPE_MISMATCH, node.at, expected="a set", found=str(kind))
        assert kind.member is not None
        return found, kind.member

    # --- operators

    def _unary(self, node: n.Unary) -> Typed:
        if node.operator == "not":
            return ir.Not(self.want(node.operand, TRUTH)), TRUTH
        inner = self.want(node.operand, NUMBER)
        if isinstance(inner, ir.Const):
            return ir.Const(-inner.value), NUMBER
        return ir.Arithmetic("-", ir.Const(0), inner), NUMBER

    def _binary(self, node: n.Binary) -> Typed:
        match node.operator:
            case "and" | "or":
                left, right = self.want(node.left, TRUTH), self.want(node.right, TRUTH)
                return ir.Compare(node.operator, left, right), TRUTH
            case "is" | "is not":
                return self._equal(node)
            case "is in" | "is not in":
                return self._within(node)
            case "<" | "<=" | ">" | ">=":
                left, right = self.want(node.left, NUMBER), self.want(node.right, NUMBER)
                return ir.Compare(node.operator, left, right), TRUTH
            case "/":
                raise Invalid(codes.ROUNDING, node.at)
            case _:
                left, right = self.want(node.left, NUMBER), self.want(node.right, NUMBER)
                return ir.Arithmetic(node.operator, left, right), NUMBER

    def _equal(self, node: n.Binary) -> Typed:
        if isinstance(node.right, n.Text):
            return self._choice(node, node.right)
        kind = self._kind_test(node)
        if kind is not None:
            return kind
        left, one = self.expr(node.left)
        right, other = self.expr(node.right)
        if not (fits(one, other) or fits(other, one)):
            raise Invalid(codes.TYPE_MISMATCH, node.right.at, expected=str(one), found=str(other))
        return ir.Compare(node.operator, left, right), TRUTH

    def _kind_test(self, node: n.Binary) -> Typed | None:
        """`x.kind is KIND`."""
        left, right = node.left, node.right
        if not (isinstance(left, n.Ref) and len(left.parts) > 1 and left.parts[-1].name == "kind"):
            return None
        value, kind = self._ref(n.Ref(left.parts[:-1], left.at))
        name = right.parts[0].name if isinstance(right, n.Ref) else ""
        if kind.base != "item":
            raise Invalid(codes.TYPE_MISMATCH, left.at, expected="an item", found=str(kind))
        if name not in self.symbols.kinds:
            raise self._unknown(name, right.at, self.symbols.kinds, "kind")
        test: ir.Expr = ir.KindIs(value, name)
        return (ir.Not(test) if node.operator == "is not" else test), TRUTH

    def _choice(self, node: n.Binary, text: n.Text) -> Typed:
        """`option.x is "value"`."""
        left, kind = self.expr(node.left)
        option = self.symbols.options.get(left.option) if isinstance(left, ir.OptionValue) else None
        if option is None or option.sort != "choice":
            raise Invalid(codes.TYPE_MISMATCH, text.at, expected=str(kind), found=str(TEXT))
        if text.value not in option.values:
            raise self._unknown(text.value, text.at, option.values, "value")
        index = option.values.index(text.value)
        return ir.Compare(node.operator, left, ir.Const(index)), TRUTH

    def _within(self, node: n.Binary) -> Typed:
        value, kind = self.expr(node.left)
        found, member = self.items(node.right)
        if not (fits(kind, member) or fits(member, kind)):
            raise Invalid(codes.TYPE_MISMATCH, node.left.at, expected=str(member), found=str(kind))
        test: ir.Expr = ir.Within(value, found)
        return (ir.Not(test) if node.operator == "is not in" else test), TRUTH

    def _list(self, node: n.ListOf) -> Typed:
        member: Type | None = ANYTHING
        values = []
        for entry in node.items:
            value, kind = self.expr(entry)
            wider = joined(member or ANYTHING, kind)
            if wider is None:
                raise Invalid(codes.TYPE_MISMATCH, entry.at, expected=str(member), found=str(kind))
            member = wider
            values.append(value)
        return ir.SetOf(tuple(values)), set_of(member or ANYTHING)

    def _conditional(self, node: n.Conditional) -> Typed:
        condition = self.want(node.condition, TRUTH)
        yes, one = self.expr(node.yes)
        no, other = self.expr(node.no)
        kind = joined(one, other)
        if kind is None:
            raise Invalid(codes.TYPE_MISMATCH, node.no.at, expected=str(one), found=str(other))
        return ir.Either(condition, yes, no), kind

    # --- references

    def _ref(self, node: n.Ref) -> Typed:
        value, kind, used = self._head(node)
        for part in node.parts[used:]:
            value, kind = self.member(value, kind, part)
        return value, kind

    def _head(self, node: n.Ref) -> tuple[ir.Expr, Type, int]:
        """Return what the first name stands for, and how many parts that took."""
        part = node.parts[0]
        if part.name == "option" and len(node.parts) > 1:
            return (*self._option(node.parts[1]), 2)
        if part.name == "my":
            if len(node.parts) < 2:
                raise Invalid(codes.UNKNOWN_NAME, part.at, name="my", kind="name")
            return (*self.member(*self._me(part), node.parts[1]), 2)
        if part.arguments is not None:
            if part.name in self.symbols.formulas:
                return (*self._formula(part), 1)
            family = self.symbols.families.get(part.name)
            if part.name not in FUNCTIONS and family is not None:
                return (*self._family(family, (), part), 1)
            return (*self._function(part), 1)
        return (*self._name(part), 1)

    def _me(self, part: n.Part) -> Typed:
        if not self.player:
            raise Invalid(codes.NO_PLAYER, part.at, name=part.name)
        return ir.Me(), PLAYER

    def _name(self, part: n.Part) -> Typed:
        name, symbols = part.name, self.symbols
        if name in self.names.known:
            slot, kind = self.names.known[name]
            return ir.Local(slot), kind
        if name in ("me", "players", "others") or name in SYSTEM:
            return self._people(part)
        if name in symbols.families:
            return self._family(symbols.families[name], (), part)
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
        raise self._unknown(name, part.at, self._everything(), "name")

    def _formula(self, part: n.Part) -> Typed:
        signature, gives = self.symbols.formulas[part.name]
        arguments = self._arguments(part, tuple(kind for _, kind in signature.parameters))
        return ir.Named(part.name, arguments), gives

    def _people(self, part: n.Part) -> Typed:
        """Return what the language itself knows of players and time."""
        if part.name == "me":
            return self._me(part)
        if part.name in SYSTEM:
            return ir.System(part.name), SYSTEM[part.name]
        return ir.Players(others=part.name == "others"), set_of(PLAYER)

    def _everything(self) -> set[str]:
        s = self.symbols
        tables: tuple[Mapping[str, object], ...] = (
            self.names.known, SYSTEM, s.families, s.items, s.resources, s.kinds, s.tags, s.formulas,
            dict.fromkeys(s.seats),
        )  # fmt: skip
        return {"me", "my", "players", "others"}.union(*tables)

    def _unknown(self, name: str, at: n.Place, known: Iterable[str], kind: str) -> Invalid:
        return Invalid(codes.UNKNOWN_NAME, at, name=name, kind=kind, near=near(name, known))

    def _option(self, part: n.Part) -> Typed:
        option = self.symbols.options.get(part.name)
        if option is None:
            raise self._unknown(part.name, part.at, self.symbols.options, "option")
        kind = {"flag": TRUTH, "number": NUMBER, "choice": TEXT}[option.sort]
        return ir.OptionValue(part.name), kind

    def member(self, base: ir.Expr, kind: Type, part: n.Part) -> Typed:
        """Return `base.part`: a field, state, counter, track, zone or resource."""
        if kind.base == "item":
            found = self._item_member(base, kind, part)
            if found is not None:
                return found
        elif kind.base == "player":
            if part.name in self.symbols.resources:
                return ir.Amount(base, ir.Const(self.symbols.resources[part.name])), NUMBER
            if part.name == "amount" and part.arguments is not None:
                (resource,) = self._arguments(part, (RESOURCE,))
                return ir.Amount(base, resource), NUMBER
        elif part.name == "space" and isinstance(base, ir.Cell):
            family = self.symbols.families.get(base.family)
            if family is not None and family.spaces is not None:
                return ir.SpaceOf(base.family, base), item(family.spaces)
        family = self.symbols.families.get(part.name)
        if family is not None and family.dims and fits(kind, family.dims[0]):
            return self._family(family, (base,), part)
        raise self._unknown(part.name, part.at, self._members(kind), f"part of {kind}")

    def _members(self, kind: Type) -> set[str]:
        names = {f.name for f in self.symbols.families.values() if f.dims and fits(kind, f.dims[0])}
        if kind.base == "player":
            names |= {"amount", *self.symbols.resources}
        for k in kind.kinds:
            symbol = self.symbols.kinds.get(k)
            if symbol is not None:
                names |= {*symbol.fields, *symbol.states}
        return names

    def _item_member(self, base: ir.Expr, kind: Type, part: n.Part) -> Typed | None:
        symbols = [self.symbols.kinds[k] for k in sorted(kind.kinds) if k in self.symbols.kinds]
        if not symbols:
            return None
        kinds = tuple(s.name for s in symbols)
        if part.name == "owner" and all(s.owned for s in symbols):
            return ir.Owner(base), PLAYER
        if part.name == "copy":
            return ir.Copy(base), NUMBER
        if all(part.name in s.fields for s in symbols):
            return self._field(base, kinds, symbols[0].fields[part.name], part)
        if len(symbols) == 1 and part.name in symbols[0].states:
            state = symbols[0].states[part.name]
            return ir.Cell(state.name, (base,)), state.value
        return None

    def _field(self, base: ir.Expr, kinds: tuple[str, ...], kind: Type, part: n.Part) -> Typed:
        if kind.base in ("condition", "amount"):
            return ir.Formula(part.name, kinds, base), TRUTH if kind.base == "condition" else NUMBER
        if part.arguments is None:
            return ir.Field(part.name, kinds, base), kind
        if kind.base != "set":
            raise Invalid(codes.NOT_ALLOWED, part.at, what=f"`{part.name}` takes no index")
        (index,) = self._arguments(part, (NUMBER,))
        assert kind.member is not None
        return ir.Field(part.name, kinds, base, index), kind.member

    def _family(self, family: Family, given: tuple[ir.Expr, ...], part: n.Part) -> Typed:
        rest = family.dims[len(given) :]
        indices = (*given, *self._arguments(part, rest))
        if family.sort == "zone":
            return ir.Zone(family.name, indices), set_of(family.value)
        return ir.Cell(family.name, indices), family.value

    def _arguments(self, part: n.Part, wanted: tuple[Type, ...]) -> tuple[ir.Expr, ...]:
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
        return tuple(self.want(self._plain(a), w) for a, w in zip(arguments, wanted, strict=True))

    def _plain(self, argument: n.Argument) -> n.Expr:
        if isinstance(argument, n.Members):
            raise Invalid(codes.NOT_ALLOWED, argument.at, what="a search does not fit here")
        return argument

    # --- functions

    def _function(self, part: n.Part) -> Typed:
        function = FUNCTIONS.get(part.name)
        if function is None:
            raise self._unknown(
                part.name, part.at, {*FUNCTIONS, *self.symbols.families}, "function"
            )
        return function(self, part)

    def query(
        self, part: n.Part, argument: n.Members, function: str
    ) -> tuple[ir.Query, Type, Type]:
        """Return a query, the type of its members, and the type of its value."""
        items, member = self.items(argument.items)
        outer = dict(self.names.known)
        slot = self.names.add(argument.variable, member)
        where = None if argument.where is None else self.want(argument.where, TRUTH)
        value, kind = (None, member) if argument.value is None else self.expr(argument.value)
        ranks = tuple(self.want(rank, NUMBER) for rank in argument.ranks)
        self.names.known = outer
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

    def plain(self, part: n.Part, *wanted: Type) -> tuple[ir.Expr, ...]:
        """Return the arguments of a function, each of the wanted type."""
        return self._arguments(part, wanted)
