"""Nodes to text: the one way an effect is laid out. Parsing what this prints gives equal nodes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from interpreter.lang import nodes as n

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

WIDTH = 96
"""A block that fits into one line of this width stays on one line."""
_INDENT = "  "

# How tightly an operator binds; an operand that binds less tightly stands in parentheses.
_BINDING = {
    "or": 1, "and": 2, "is": 4, "is not": 4, "is in": 4, "is not in": 4,
    "<": 4, "<=": 4, ">": 4, ">=": 4, "+": 5, "-": 5, "*": 6, "/": 6, "mod": 6,
}  # fmt: skip
_NOT, _COMPARISON, _NEGATIVE, _ATOM = 3, 4, 7, 8


def unparse_effect(block: n.Block) -> str:
    """Return an effect as text: on one line if it is short, else a statement a line."""
    return "\n".join(_lines(block, 0))


def unparse_expression(expr: n.Expr) -> str:
    """Return an expression as text."""
    return _expr(expr, 0)


# --- expressions


def _expr(e: n.Expr, least: int) -> str:
    """Return an expression, in parentheses if it binds less tightly than `least`."""
    text, binding = _bare(e)
    return f"({text})" if binding < least else text


def _bare(e: n.Expr) -> tuple[str, int]:
    match e:
        case n.Number():
            return str(e.value), _ATOM
        case n.Text():
            return f'"{e.value}"', _ATOM
        case n.Word():
            return e.value, _ATOM
        case n.Ref():
            return ".".join(_part(p) for p in e.parts), _ATOM
        case n.ListOf():
            return f"[{', '.join(_expr(i, 0) for i in e.items)}]", _ATOM
        case n.Unary(operator="not"):
            return f"not {_expr(e.operand, _NOT)}", _NOT
        case n.Unary():
            return f"-{_expr(e.operand, _NEGATIVE)}", _NEGATIVE
        case n.Conditional():
            parts = (_expr(e.condition, 0), _expr(e.yes, 0), _expr(e.no, 0))
            return "if {} then {} else {}".format(*parts), 0
        case n.Binary():
            binding = _BINDING[e.operator]
            # Chains lean left; comparisons do not chain at all.
            left = binding + 1 if binding == _COMPARISON else binding
            sides = _expr(e.left, left), _expr(e.right, binding + 1)
            return f"{sides[0]} {e.operator} {sides[1]}", binding


def _part(part: n.Part) -> str:
    if part.arguments is None:
        return part.name
    return f"{part.name}({', '.join(_argument(a) for a in part.arguments)})"


def _argument(a: n.Argument) -> str:
    if not isinstance(a, n.Members):
        return _expr(a, 0)
    inner = f"{a.variable} in {_expr(a.items, 0)}"
    if a.value is not None:
        inner = f"{_expr(a.value, 0)} for {inner}"
    by = " then ".join(_expr(r, 0) for r in a.ranks)
    return inner + _where(a.where) + (f" by {by}" if by else "")


def _where(where: n.Expr | None) -> str:
    return "" if where is None else f" where {_expr(where, 0)}"


def _operand(e: n.Expr) -> str:
    """Return an operand of a verb: anything but plain values stands in parentheses."""
    if isinstance(e, n.Number | n.Ref | n.Text | n.ListOf):
        return _expr(e, 0)
    if isinstance(e, n.Unary) and isinstance(e.operand, n.Number):
        return _expr(e, 0)
    return f"({_expr(e, 0)})"


# --- statements


def _lines(block: n.Block, depth: int) -> list[str]:
    return [line for s in block.statements for line in _STATEMENTS[type(s)](s, depth)]


def _block(head: str, body: n.Block, depth: int) -> list[str]:
    """Return `head { body }`, on one line if it fits."""
    inner = _lines(body, depth + 1)
    flat = f"{head} {{ {'; '.join(line.strip() for line in inner)} }}" if inner else f"{head} {{ }}"
    if len(inner) <= 1 and len(flat) + depth * len(_INDENT) <= WIDTH:
        return [_INDENT * depth + flat]
    return [f"{_INDENT * depth}{head} {{", *inner, f"{_INDENT * depth}}}"]


def _phrase(s: n.Phrase, depth: int) -> list[str]:
    groups = ", ".join(" ".join(_operand(o) for o in group) for group in s.groups)
    tails = "".join(f" {preposition} {_expr(value, 0)}" for preposition, value in s.tails)
    return [f"{_INDENT * depth}{s.verb}{' ' if groups else ''}{groups}{tails}"]


def _may(s: n.May, depth: int) -> list[str]:
    return _block("may", s.body, depth)


def _head(s: n.Choose | n.ChooseBranch) -> str:
    prompt = "" if s.prompt is None else f' "{s.prompt}"'
    return f"{'may ' if s.optional else ''}choose{prompt}"


def _choose(s: n.Choose, depth: int) -> list[str]:
    times = "" if s.times is None else f" up to {_expr(s.times, 0)}"
    if s.end is None:
        what = f"{s.variable} in {_expr(s.source, 0)}"
    else:
        what = f"{s.variable} from {_expr(s.source, 0)} to {_expr(s.end, 0)}"
    return _block(f"{_head(s)}{times} {what}{_where(s.where)}", s.body, depth)


def _branches(head: str, branches: tuple[n.Branch, ...], depth: int) -> list[str]:
    texts = [_branch(b, depth + 1) for b in branches]
    flat = f"{head} {{ {' | '.join(t[0].strip() for t in texts)} }}"
    if all(len(t) == 1 for t in texts) and len(flat) + depth * len(_INDENT) <= WIDTH:
        return [_INDENT * depth + flat]
    lines = [f"{_INDENT * depth}{head} {{"]
    for index, text in enumerate(texts):
        mark = "| " if index else ""
        lines += [_INDENT * (depth + 1) + mark + text[0].strip(), *text[1:]]
    return [*lines, f"{_INDENT * depth}}}"]


def _branch(b: n.Branch, depth: int) -> list[str]:
    otherwise = "otherwise " if b.otherwise else ""
    when = "" if b.when is None else f" when {_expr(b.when, 0)}"
    head = f"{_INDENT * depth}{otherwise}{_expr(b.label, 0)}{when} ->"
    inner = _lines(b.body, depth + 1)
    flat = " ".join([head, "; ".join(line.strip() for line in inner)]).rstrip()
    if len(inner) <= 1 or (len(flat) <= WIDTH and all("{" not in line for line in inner)):
        return [flat]
    return [head, *inner]


def _choose_branch(s: n.ChooseBranch, depth: int) -> list[str]:
    return _branches(_head(s), s.branches, depth)


def _any_order(s: n.AnyOrder, depth: int) -> list[str]:
    return _branches("may any order" if s.optional else "any order", s.branches, depth)


def _if(s: n.If, depth: int) -> list[str]:
    lines = _block(f"if {_expr(s.condition, 0)}", s.body, depth)
    return lines if s.otherwise is None else _otherwise(lines, s.otherwise, depth)


def _otherwise(lines: list[str], block: n.Block, depth: int) -> list[str]:
    inner = block.statements
    if len(inner) == 1 and isinstance(inner[0], n.If | n.IfCan):
        rest = _STATEMENTS[type(inner[0])](inner[0], depth)
    else:
        rest = _block("", block, depth)
    return [*lines[:-1], f"{lines[-1]} else {rest[0].strip()}", *rest[1:]]


def _if_can(s: n.IfCan, depth: int) -> list[str]:
    trial = "; ".join(line.strip() for line in _lines(s.trial, 0))
    lines = _block(f"if can {{ {trial} }}", s.body, depth)
    return lines if s.otherwise is None else _otherwise(lines, s.otherwise, depth)


def _for_each(s: n.ForEach, depth: int) -> list[str]:
    head = f"for each {s.variable} in {_expr(s.source, 0)}{_where(s.where)}"
    return _block(head, s.body, depth)


def _repeat(s: n.Repeat, depth: int) -> list[str]:
    condition = "" if s.condition is None else f" while {_expr(s.condition, 0)}"
    return _block(f"repeat {_expr(s.times, 0)}{condition}", s.body, depth)


def _let(s: n.Let, depth: int) -> list[str]:
    return [f"{_INDENT * depth}let {s.variable} = {_expr(s.value, 0)}"]


def _require(s: n.Require, depth: int) -> list[str]:
    return [f"{_INDENT * depth}require {_expr(s.condition, 0)}"]


def _roll(s: n.Roll, depth: int) -> list[str]:
    if s.end is None:
        return _block(f"roll {s.variable} in {_expr(s.source, 0)}", s.body, depth)
    span = f"from {_expr(s.source, 0)} to {_expr(s.end, 0)}"
    return _block(f"roll {s.variable} {span}", s.body, depth)


def _as_player(s: n.AsPlayer, depth: int) -> list[str]:
    return _block(f"{'turn' if s.turn else 'as'} {_expr(s.player, 0)}", s.body, depth)


def _secret(s: n.Secret, depth: int) -> list[str]:
    return _block("secret", s.body, depth)


_STATEMENTS: Mapping[type, Callable[[Any, int], list[str]]] = {
    n.Phrase: _phrase,
    n.May: _may,
    n.Choose: _choose,
    n.ChooseBranch: _choose_branch,
    n.AnyOrder: _any_order,
    n.If: _if,
    n.IfCan: _if_can,
    n.ForEach: _for_each,
    n.Repeat: _repeat,
    n.Let: _let,
    n.Require: _require,
    n.Roll: _roll,
    n.AsPlayer: _as_player,
    n.Secret: _secret,
}
