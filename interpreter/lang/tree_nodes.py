"""What each rule of the grammar makes of its parts: nodes, from the bottom up.

Each function gets the place of the rule, then its kids as `grammar/effect.lark` has them: tokens
that carry a meaning, nodes, and None for a part in `[...]` that is left out.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from interpreter.lang import nodes as n

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from interpreter.lang.lexer import Token

    Groups = tuple[tuple[n.Expr, ...], ...]

Place = n.Place


def _number(at: Place, token: Token) -> n.Number:
    return n.Number(int(token.text), at)


def _negative_number(at: Place, token: Token) -> n.Unary:
    return n.Unary("-", n.Number(int(token.text), token.at), at)


def _text(at: Place, token: Token) -> n.Text:
    return n.Text(token.text[1:-1], at)


def _true(at: Place) -> n.Word:
    return n.Word("true", at)


def _false(at: Place) -> n.Word:
    return n.Word("false", at)


def _none(at: Place) -> n.Word:
    return n.Word("none", at)


def _list_of(at: Place, *items: n.Expr | None) -> n.ListOf:
    return n.ListOf(tuple(x for x in items if x is not None), at)


# --- references


def _name(at: Place, token: Token) -> n.Part:
    return n.Part(token.text, None, at)


def _call(at: Place, token: Token, arguments: tuple[n.Argument, ...]) -> n.Part:
    return n.Part(token.text, arguments, at)


def _dot(at: Place, token: Token) -> n.Part:
    return n.Part(token.text[1:], None, at)


def _dot_call(at: Place, token: Token, arguments: tuple[n.Argument, ...]) -> n.Part:
    return n.Part(token.text[1:], arguments, at)


def _arguments(_: Place, *arguments: n.Argument | None) -> tuple[n.Argument, ...]:
    return tuple(x for x in arguments if x is not None)


def _ref(at: Place, *parts: n.Part) -> n.Ref:
    return n.Ref(parts, at)


def _members(at: Place, name: Token, items: n.Expr, where: n.Expr | None) -> n.Members:
    return n.Members(name.text, items, where=where, at=at)


def _ranked(
    at: Place, name: Token, items: n.Expr, where: n.Expr | None, *ranks: n.Expr
) -> n.Members:
    return n.Members(name.text, items, where=where, ranks=ranks, at=at)


def _mapped(
    at: Place, value: n.Expr, name: Token, items: n.Expr, where: n.Expr | None
) -> n.Members:
    return n.Members(name.text, items, where=where, value=value, at=at)


# --- expressions


def _conditional(at: Place, condition: n.Expr, yes: n.Expr, no: n.Expr) -> n.Conditional:
    return n.Conditional(condition, yes, no, at)


def _or(at: Place, left: n.Expr, right: n.Expr) -> n.Binary:
    return n.Binary("or", left, right, at)


def _and(at: Place, left: n.Expr, right: n.Expr) -> n.Binary:
    return n.Binary("and", left, right, at)


def _not(at: Place, operand: n.Expr) -> n.Unary:
    return n.Unary("not", operand, at)


def _negative(at: Place, operand: n.Expr) -> n.Unary:
    return n.Unary("-", operand, at)


def _binary(at: Place, left: n.Expr, operator: Token, right: n.Expr) -> n.Binary:
    return n.Binary(operator.text, left, right, at)


def _equal(at: Place, left: n.Expr, right: n.Expr) -> n.Binary:
    return n.Binary("is", left, right, at)


def _unequal(at: Place, left: n.Expr, right: n.Expr) -> n.Binary:
    return n.Binary("is not", left, right, at)


def _member(at: Place, left: n.Expr, right: n.Expr) -> n.Binary:
    return n.Binary("is in", left, right, at)


def _not_member(at: Place, left: n.Expr, right: n.Expr) -> n.Binary:
    return n.Binary("is not in", left, right, at)


# --- statements


def _same(_: Place, kid: Any) -> Any:
    return kid


def _body(at: Place, *statements: n.Statement | None) -> n.Block:
    return n.Block(tuple(s for s in statements if s is not None), at)


def _block(at: Place, body: n.Block) -> n.Block:
    return n.Block(body.statements, at)


def _group(_: Place, *operands: n.Expr) -> tuple[n.Expr, ...]:
    return operands


def _operands(_: Place, *groups: tuple[n.Expr, ...]) -> Groups:
    return groups


def _preposition(_: Place, token: Token) -> str:
    return token.text


def _phrase(at: Place, verb: Token, groups: Groups | None, *rest: Any) -> n.Phrase:
    tails = tuple(zip(rest[::2], rest[1::2], strict=True))
    return n.Phrase(verb.text, groups or (), tails, at, verb.at)


def _may(at: Place, body: n.Block) -> n.May:
    return n.May(body, at)


def _optional(
    at: Place, inner: n.Choose | n.ChooseBranch | n.AnyOrder
) -> n.Choose | n.ChooseBranch | n.AnyOrder:
    return replace(inner, optional=True, at=at)


def _choose_item(
    at: Place,
    prompt: Token | None,
    name: Token,
    source: n.Expr,
    where: n.Expr | None,
    body: n.Block,
) -> n.Choose:
    return n.Choose(
        name.text, source, body, where=where, prompt=_prompt(prompt), at=at, name_at=name.at
    )


def _choose_number(
    at: Place,
    prompt: Token | None,
    name: Token,
    low: n.Expr,
    high: n.Expr,
    where: n.Expr | None,
    body: n.Block,
) -> n.Choose:
    return n.Choose(
        name.text, low, body, end=high, where=where, prompt=_prompt(prompt), at=at, name_at=name.at
    )


def _choose_several(
    at: Place,
    prompt: Token | None,
    _: Token,
    times: n.Expr,
    name: Token,
    source: n.Expr,
    where: n.Expr | None,
    body: n.Block,
) -> n.Choose:
    return n.Choose(
        name.text, source, body, times=times, where=where, prompt=_prompt(prompt),
        at=at, name_at=name.at,
    )  # fmt: skip


def _choose_branch(at: Place, prompt: Token | None, *branches: n.Branch) -> n.ChooseBranch:
    return n.ChooseBranch(branches, _prompt(prompt), at=at)


def _any_order(at: Place, _: Token, *branches: n.Branch) -> n.AnyOrder:
    return n.AnyOrder(branches, at=at)


def _branch(
    at: Place,
    otherwise: Token | None,
    label: Token | n.Ref,
    when: n.Expr | None,
    body: n.Block,
) -> n.Branch:
    named = label if isinstance(label, n.Ref) else n.Text(label.text[1:-1], label.at)
    return n.Branch(named, body, when, otherwise is not None, at)


def _if(
    at: Place, condition: n.Expr, body: n.Block, otherwise: n.Block | n.If | n.IfCan | None
) -> n.If:
    return n.If(condition, body, _else(otherwise), at)


def _if_can(
    at: Place, trial: n.Block, body: n.Block, otherwise: n.Block | n.If | n.IfCan | None
) -> n.IfCan:
    return n.IfCan(trial, body, _else(otherwise), at)


def _for_each(
    at: Place, _: Token, name: Token, source: n.Expr, where: n.Expr | None, body: n.Block
) -> n.ForEach:
    return n.ForEach(name.text, source, body, where, at, name.at)


def _repeat(at: Place, times: n.Expr, condition: n.Expr | None, body: n.Block) -> n.Repeat:
    return n.Repeat(times, body, condition, at)


def _let(at: Place, name: Token, value: n.Expr) -> n.Let:
    return n.Let(name.text, value, at, name.at)


def _require(at: Place, condition: n.Expr) -> n.Require:
    return n.Require(condition, at)


def _roll_item(at: Place, name: Token, source: n.Expr, body: n.Block) -> n.Roll:
    return n.Roll(name.text, source, body, None, at, name.at)


def _roll_number(at: Place, name: Token, low: n.Expr, high: n.Expr, body: n.Block) -> n.Roll:
    return n.Roll(name.text, low, body, high, at, name.at)


def _secret(at: Place, body: n.Block) -> n.Secret:
    return n.Secret(body, at)


def _as_player(at: Place, player: n.Expr, body: n.Block) -> n.AsPlayer:
    return n.AsPlayer(player, body, False, at)


def _turn_of(at: Place, player: n.Expr, body: n.Block) -> n.AsPlayer:
    return n.AsPlayer(player, body, True, at)


def _prompt(token: Token | None) -> str | None:
    return None if token is None else token.text[1:-1]


def _else(otherwise: n.Block | n.If | n.IfCan | None) -> n.Block | None:
    if isinstance(otherwise, n.If | n.IfCan):
        return n.Block((otherwise,), otherwise.at)
    return otherwise


BUILDERS: Mapping[str, Callable[..., Any]] = {
    "effect": _same,
    "expression": _same,
    "where": _same,
    "body": _body,
    "block": _block,
    "may": _may,
    "optional": _optional,
    "choose_item": _choose_item,
    "choose_number": _choose_number,
    "choose_several": _choose_several,
    "choose_branch": _choose_branch,
    "any_order": _any_order,
    "branch": _branch,
    "if_": _if,
    "if_can": _if_can,
    "for_each": _for_each,
    "repeat": _repeat,
    "let": _let,
    "require": _require,
    "roll_item": _roll_item,
    "roll_number": _roll_number,
    "secret": _secret,
    "as_player": _as_player,
    "turn_of": _turn_of,
    "phrase": _phrase,
    "preposition": _preposition,
    "operands": _operands,
    "group": _group,
    "negative_number": _negative_number,
    "conditional": _conditional,
    "or_": _or,
    "and_": _and,
    "not_": _not,
    "compare": _binary,
    "equal": _equal,
    "unequal": _unequal,
    "member": _member,
    "not_member": _not_member,
    "binary": _binary,
    "negative": _negative,
    "true": _true,
    "false": _false,
    "none": _none,
    "number": _number,
    "text": _text,
    "list_of": _list_of,
    "ref": _ref,
    "name": _name,
    "call": _call,
    "dot": _dot,
    "dot_call": _dot_call,
    "arguments": _arguments,
    "members": _members,
    "ranked": _ranked,
    "mapped": _mapped,
}
"""By the name of the rule, or of its alternative."""
