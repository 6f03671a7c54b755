"""Parse trees to nodes, from the bottom up. Only `parse.py` uses it."""

from __future__ import annotations

from typing import Any

from lark import Token, Transformer, Tree, v_args

from interpreter.lang import nodes as n


@v_args(meta=True)
class _ToNodes(Transformer[Token, Any]):
    """Builds nodes from the bottom up."""

    def number(self, meta: Any, kids: list[Any]) -> n.Number:
        return n.Number(int(kids[0]), _at(meta))

    def negative_number(self, meta: Any, kids: list[Any]) -> n.Unary:
        inner = n.Number(int(kids[-1]), (kids[-1].start_pos, kids[-1].end_pos))
        return n.Unary("-", inner, _at(meta))

    def text(self, meta: Any, kids: list[Any]) -> n.Text:
        return n.Text(str(kids[0])[1:-1], _at(meta))

    def true(self, meta: Any, _: list[Any]) -> n.Word:
        return n.Word("true", _at(meta))

    def false(self, meta: Any, _: list[Any]) -> n.Word:
        return n.Word("false", _at(meta))

    def none(self, meta: Any, _: list[Any]) -> n.Word:
        return n.Word("none", _at(meta))

    def list_of(self, meta: Any, kids: list[Any]) -> n.ListOf:
        return n.ListOf(tuple(k for k in kids if k is not None), _at(meta))

    # references

    def name(self, meta: Any, kids: list[Any]) -> n.Part:
        return n.Part(str(kids[0]), None, _at(meta))

    def call(self, meta: Any, kids: list[Any]) -> n.Part:
        return n.Part(str(kids[0]), kids[1], _at(meta))

    def dot(self, meta: Any, kids: list[Any]) -> n.Part:
        return n.Part(str(kids[0])[1:], None, _at(meta))

    def dot_call(self, meta: Any, kids: list[Any]) -> n.Part:
        return n.Part(str(kids[0])[1:], kids[1], _at(meta))

    def arguments(self, _: Any, kids: list[Any]) -> tuple[n.Argument, ...]:
        return tuple(k for k in kids if k is not None)

    def ref(self, meta: Any, kids: list[Any]) -> n.Ref:
        return n.Ref(tuple(kids), _at(meta))

    def members(self, meta: Any, kids: list[Any]) -> n.Members:
        return n.Members(str(kids[0]), kids[1], where=kids[2], at=_at(meta))

    def ranked(self, meta: Any, kids: list[Any]) -> n.Members:
        ranks = tuple(kids[3:])
        return n.Members(str(kids[0]), kids[1], where=kids[2], ranks=ranks, at=_at(meta))

    def mapped(self, meta: Any, kids: list[Any]) -> n.Members:
        return n.Members(str(kids[1]), kids[2], where=kids[3], value=kids[0], at=_at(meta))

    # expressions

    def conditional(self, meta: Any, kids: list[Any]) -> n.Conditional:
        return n.Conditional(kids[0], kids[1], kids[2], _at(meta))

    def or_(self, meta: Any, kids: list[Any]) -> n.Binary:
        return n.Binary("or", kids[0], kids[1], _at(meta))

    def and_(self, meta: Any, kids: list[Any]) -> n.Binary:
        return n.Binary("and", kids[0], kids[1], _at(meta))

    def not_(self, meta: Any, kids: list[Any]) -> n.Unary:
        return n.Unary("not", kids[0], _at(meta))

    def negative(self, meta: Any, kids: list[Any]) -> n.Unary:
        return n.Unary("-", kids[-1], _at(meta))

    def binary(self, meta: Any, kids: list[Any]) -> n.Binary:
        return n.Binary(str(kids[1]), kids[0], kids[2], _at(meta))

    compare = binary

    def equal(self, meta: Any, kids: list[Any]) -> n.Binary:
        return n.Binary("is", kids[0], kids[1], _at(meta))

    def unequal(self, meta: Any, kids: list[Any]) -> n.Binary:
        return n.Binary("is not", kids[0], kids[1], _at(meta))

    def member(self, meta: Any, kids: list[Any]) -> n.Binary:
        return n.Binary("is in", kids[0], kids[1], _at(meta))

    def not_member(self, meta: Any, kids: list[Any]) -> n.Binary:
        return n.Binary("is not in", kids[0], kids[1], _at(meta))

    # statements

    def body(self, meta: Any, kids: list[Any]) -> n.Block:
        return n.Block(tuple(k for k in kids if k is not None), _at(meta))

    def block(self, meta: Any, kids: list[Any]) -> n.Block:
        return n.Block(kids[0].statements, _at(meta))

    def effect(self, _: Any, kids: list[Any]) -> n.Block:
        return kids[0]  # type: ignore[no-any-return]  # built by `body`

    def expression(self, _: Any, kids: list[Any]) -> n.Expr:
        return kids[0]  # type: ignore[no-any-return]  # built above

    def where(self, _: Any, kids: list[Any]) -> n.Expr:
        return kids[0]  # type: ignore[no-any-return]  # built above

    def group(self, _: Any, kids: list[Any]) -> tuple[n.Expr, ...]:
        return tuple(kids)

    def preposition(self, _: Any, kids: list[Any]) -> str:
        return str(kids[0])

    def operands(self, _: Any, kids: list[Any]) -> tuple[tuple[n.Expr, ...], ...]:
        return tuple(kids)

    def phrase(self, meta: Any, kids: list[Any]) -> n.Phrase:
        verb = kids[0]
        rest = [k for k in kids[2:] if k is not None]
        tails = tuple((str(rest[i]), rest[i + 1]) for i in range(0, len(rest), 2))
        return n.Phrase(str(verb), kids[1] or (), tails, _at(meta), (verb.start_pos, verb.end_pos))

    def may(self, meta: Any, kids: list[Any]) -> n.May:
        return n.May(kids[0], _at(meta))

    def optional(self, meta: Any, kids: list[Any]) -> n.Statement:
        inner = kids[0]
        values = {name: getattr(inner, name) for name in inner.__dataclass_fields__}
        return type(inner)(**{**values, "optional": True, "at": _at(meta)})  # type: ignore[no-any-return]  # same class

    def choose_item(self, meta: Any, kids: list[Any]) -> n.Choose:
        prompt, name, source, where, body = kids
        return n.Choose(
            str(name), source, body, where=where, prompt=_prompt(prompt),
            at=_at(meta), name_at=_token(name),
        )  # fmt: skip

    def choose_number(self, meta: Any, kids: list[Any]) -> n.Choose:
        prompt, name, low, high, where, body = kids
        return n.Choose(
            str(name), low, body, end=high, where=where, prompt=_prompt(prompt),
            at=_at(meta), name_at=_token(name),
        )  # fmt: skip

    def choose_several(self, meta: Any, kids: list[Any]) -> n.Choose:
        prompt, times, name, source, where, body = [
            k for k in kids if not (isinstance(k, Token) and k.type == "UP_TO")
        ]
        return n.Choose(
            str(name), source, body, times=times, where=where, prompt=_prompt(prompt),
            at=_at(meta), name_at=_token(name),
        )  # fmt: skip

    def branch(self, meta: Any, kids: list[Any]) -> n.Branch:
        otherwise, label, when, body = kids
        if isinstance(label, Token):
            label = n.Text(str(label)[1:-1], _token(label))
        return n.Branch(label, body, when, otherwise is not None, _at(meta))

    def choose_branch(self, meta: Any, kids: list[Any]) -> n.ChooseBranch:
        return n.ChooseBranch(tuple(kids[1:]), _prompt(kids[0]), at=_at(meta))

    def any_order(self, meta: Any, kids: list[Any]) -> n.AnyOrder:
        return n.AnyOrder(tuple(kids[1:]), at=_at(meta))

    def if_(self, meta: Any, kids: list[Any]) -> n.If:
        condition, body, otherwise = kids
        if isinstance(otherwise, n.If | n.IfCan):
            otherwise = n.Block((otherwise,), otherwise.at)
        return n.If(condition, body, otherwise, _at(meta))

    def if_can(self, meta: Any, kids: list[Any]) -> n.IfCan:
        trial, body, otherwise = kids
        if isinstance(otherwise, n.If | n.IfCan):
            otherwise = n.Block((otherwise,), otherwise.at)
        return n.IfCan(trial, body, otherwise, _at(meta))

    def for_each(self, meta: Any, kids: list[Any]) -> n.ForEach:
        _, name, source, where, body = kids
        return n.ForEach(str(name), source, body, where, _at(meta), _token(name))

    def repeat(self, meta: Any, kids: list[Any]) -> n.Repeat:
        return n.Repeat(kids[0], kids[2], kids[1], _at(meta))

    def let(self, meta: Any, kids: list[Any]) -> n.Let:
        return n.Let(str(kids[0]), kids[1], _at(meta), _token(kids[0]))

    def require(self, meta: Any, kids: list[Any]) -> n.Require:
        return n.Require(kids[0], _at(meta))

    def roll_item(self, meta: Any, kids: list[Any]) -> n.Roll:
        name, source, body = kids
        return n.Roll(str(name), source, body, None, _at(meta), _token(name))

    def roll_number(self, meta: Any, kids: list[Any]) -> n.Roll:
        name, low, high, body = kids
        return n.Roll(str(name), low, body, high, _at(meta), _token(name))

    def secret(self, meta: Any, kids: list[Any]) -> n.Secret:
        return n.Secret(kids[0], _at(meta))

    def as_player(self, meta: Any, kids: list[Any]) -> n.AsPlayer:
        return n.AsPlayer(kids[0], kids[1], False, _at(meta))

    def turn_of(self, meta: Any, kids: list[Any]) -> n.AsPlayer:
        return n.AsPlayer(kids[0], kids[1], True, _at(meta))


_TO_NODES = _ToNodes(visit_tokens=False)
for _name in [name for name in vars(_ToNodes) if not name.startswith("_")]:
    # Bound once: Lark would wrap each of them anew at every node.
    setattr(_TO_NODES, _name, getattr(_TO_NODES, _name))


def to_nodes(tree: Tree[Token]) -> Any:
    """Return the nodes of a parse tree."""
    return _TO_NODES.transform(tree)


def _at(meta: Any) -> n.Place:
    # An empty rule (an empty body) has no place of its own.
    return (0, 0) if meta.empty else (meta.start_pos, meta.end_pos)


def _token(token: Token) -> n.Place:
    return (token.start_pos or 0, token.end_pos or 0)


def _prompt(token: Token | None) -> str | None:
    return None if token is None else str(token)[1:-1]
