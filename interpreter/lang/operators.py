"""Operators, lists and `if then else`: what they make of the values around them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter import codes
from interpreter.lang import ir
from interpreter.lang import nodes as n
from interpreter.lang.problems import Invalid, Unknown
from interpreter.lang.spots import Spot
from interpreter.lang.types import ANYTHING, NUMBER, TEXT, TRUTH, Type, fits, joined, set_of

if TYPE_CHECKING:
    from interpreter.lang.check import Checker, Typed


def unary(checker: Checker, node: n.Unary) -> Typed:
    """Return the typed expression of `-a` or `not a`."""
    if node.operator == "not":
        return ir.Not(checker.want(node.operand, TRUTH)), TRUTH
    inner = checker.want(node.operand, NUMBER)
    if isinstance(inner, ir.Const):
        return ir.Const(-inner.value), NUMBER
    return ir.Arithmetic("-", ir.Const(0), inner), NUMBER


def binary(checker: Checker, node: n.Binary) -> Typed:
    """Return the typed expression of two values joined by an operator."""
    match node.operator:
        case "and" | "or":
            left, right = checker.want(node.left, TRUTH), checker.want(node.right, TRUTH)
            return ir.Compare(node.operator, left, right), TRUTH
        case "is" | "is not":
            return _equal(checker, node)
        case "is in" | "is not in":
            return _within(checker, node)
        case "<" | "<=" | ">" | ">=":
            left, right = checker.want(node.left, NUMBER), checker.want(node.right, NUMBER)
            return _compared(checker, node, ir.Compare(node.operator, left, right))
        case "/":
            raise Invalid(codes.ROUNDING, node.at)
        case _:
            left, right = checker.want(node.left, NUMBER), checker.want(node.right, NUMBER)
            return ir.Arithmetic(node.operator, left, right), NUMBER


def _equal(checker: Checker, node: n.Binary) -> Typed:
    if isinstance(node.right, n.Text):
        return _choice(checker, node, node.right)
    kind = _kind_test(checker, node)
    if kind is not None:
        return kind
    left, one = checker.expr(node.left)
    right, other = checker.expr(node.right, lambda kind: fits(kind, one) or fits(one, kind))
    if not (fits(one, other) or fits(other, one)):
        raise checker.mismatch(node.right, one, other)
    return _compared(checker, node, ir.Compare(node.operator, left, right))


def _compared(checker: Checker, node: n.Binary, test: ir.Compare) -> Typed:
    parts = ((test.left, node.left.at), (test.right, node.right.at))
    checker.spots.append(Spot("compare", test, node.at, parts))
    return test, TRUTH


def _kind_test(checker: Checker, node: n.Binary) -> Typed | None:
    """`x.kind is KIND`."""
    left, right = node.left, node.right
    if not (isinstance(left, n.Ref) and len(left.parts) > 1 and left.parts[-1].name == "kind"):
        return None
    value, kind = checker.expr(n.Ref(left.parts[:-1], left.at))
    name = right.parts[0].name if isinstance(right, n.Ref) else ""
    if kind.base != "item":
        raise Invalid(codes.TYPE_MISMATCH, left.at, expected="an item", found=str(kind))
    if name not in checker.symbols.kinds:
        raise Unknown(name, right.at, checker.symbols.kinds, "kind")
    test: ir.Expr = ir.KindIs(value, name)
    negated = node.operator == "is not"
    if kind.kinds and not kind.maybe and (name not in kind.kinds or len(kind.kinds) == 1):
        always = (name in kind.kinds) != negated
        checker.spots.append(Spot("compare", test, node.at, always=always))
    return (ir.Not(test) if negated else test), TRUTH


def _choice(checker: Checker, node: n.Binary, text: n.Text) -> Typed:
    """`option.x is "value"`."""
    left, kind = checker.expr(node.left)
    option = checker.symbols.options.get(left.option) if isinstance(left, ir.OptionValue) else None
    if option is None or option.sort != "choice":
        raise Invalid(codes.TYPE_MISMATCH, text.at, expected=str(kind), found=str(TEXT))
    if text.value not in option.values:
        inner = (text.at[0] + 1, text.at[1] - 1)
        raise Unknown(text.value, inner, option.values, "value")
    index = option.values.index(text.value)
    return ir.Compare(node.operator, left, ir.Const(index)), TRUTH


def _within(checker: Checker, node: n.Binary) -> Typed:
    value, kind = checker.expr(node.left)
    found, member = checker.items(node.right)
    if not (fits(kind, member) or fits(member, kind)):
        raise checker.mismatch(node.left, member, kind)
    test: ir.Expr = ir.Within(value, found)
    return (ir.Not(test) if node.operator == "is not in" else test), TRUTH


def list_of(checker: Checker, node: n.ListOf) -> Typed:
    """Return the typed expression of `[a, b]`."""
    member: Type | None = ANYTHING
    values = []
    for entry in node.items:
        value, kind = checker.expr(entry)
        wider = joined(member or ANYTHING, kind)
        if wider is None:
            raise Invalid(codes.TYPE_MISMATCH, entry.at, expected=str(member), found=str(kind))
        member = wider
        values.append(value)
    return ir.SetOf(tuple(values)), set_of(member or ANYTHING)


def conditional(checker: Checker, node: n.Conditional) -> Typed:
    """Return the typed expression of `if c then a else b`."""
    condition = checker.want(node.condition, TRUTH)
    yes, one = checker.expr(node.yes)
    no, other = checker.expr(node.no, lambda kind: joined(one, kind) is not None)
    kind = joined(one, other)
    if kind is None:
        raise Invalid(codes.TYPE_MISMATCH, node.no.at, expected=str(one), found=str(other))
    return ir.Either(condition, yes, no), kind
