"""Nodes to text: how an effect is laid out. Parsing what this prints gives equal nodes.

Without the text they come from, what is short stays on a line. With it, the lines of whoever wrote
it are kept: a block on one line stays there while it fits, one over several stays over several,
and so does an expression that is broken at an operator; blanks and indents are the printer's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from interpreter.lang import nodes as n

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

WIDTH, WIDEST = 96, 120
"""A block stands on one line if it fits into the first, and stays on one up to the second."""
_INDENT = "  "

# How tightly an operator binds; an operand that binds less tightly stands in parentheses.
_BINDING = {
    "or": 1, "and": 2, "is": 4, "is not": 4, "is in": 4, "is not in": 4,
    "<": 4, "<=": 4, ">": 4, ">=": 4, "+": 5, "-": 5, "*": 6, "/": 6, "mod": 6,
}  # fmt: skip
_SET, _NOT, _COMPARISON, _NEGATIVE, _ATOM = 1, 3, 4, 7, 8


def unparse_effect(block: n.Block, written: str | None = None) -> str:
    """Return an effect as text; `written` is the text it was read from, whose lines are kept."""
    return "\n".join(_lines(block, _Page(0, written))).replace(" \n", "\n")


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
            return _binary(e)


def _binary(e: n.Binary) -> tuple[str, int]:
    binding = _BINDING[e.operator]
    # Chains lean left; comparisons do not chain at all.
    left, right = binding + 1 if binding == _COMPARISON else binding, binding + 1
    # Nobody need know that `and` binds more tightly than `or`.
    sides = (
        _expr(side, _NOT if e.operator == "or" and _is_and(side) else least)
        for side, least in ((e.left, left), (e.right, right))
    )
    return f" {e.operator} ".join(sides), binding


def _is_and(e: n.Expr) -> bool:
    return isinstance(e, n.Binary) and e.operator == "and"


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


class _Page(NamedTuple):
    """Where a statement is printed, and the text its nodes were read from, if that is known."""

    depth: int
    written: str | None
    hang: int = 1
    """How much further in a line stands that goes on with a statement."""

    @property
    def indent(self) -> str:
        return _INDENT * self.depth

    @property
    def deeper(self) -> _Page:
        return self._replace(depth=self.depth + 1)

    @property
    def further(self) -> str:
        """What a line that goes on begins with."""
        return "\n" + _INDENT * (self.depth + self.hang)

    def source(self, place: n.Place) -> str:
        """Return what stands at a place; nothing where that is not known."""
        return "" if self.written is None else self.written[place[0] : place[1]]

    def expr(self, e: n.Expr, least: int = 0) -> str:
        """Return an expression; lines it was broken into are kept."""
        lines = self.source(e.at).split("\n")
        text = self.further.join(line.strip() for line in lines if line.strip())
        if len(lines) == 1:
            text = _expr(e, least)
        elif _bare(e)[1] < least:
            text = f"({text})"
        return self.further + text if self.begins_a_line(e) else text

    def begins_a_line(self, e: n.Expr) -> bool:
        """Whether whoever wrote an expression began a line with it."""
        return self.source((0, e.at[0])).rstrip(" ").endswith("\n")

    def where(self, before: n.Expr, where: n.Expr | None) -> str:
        """Return a condition behind an expression, on a line of its own if it was so."""
        if where is None:
            return ""
        broken = "\n" in self.source((before.at[1], where.at[0]))
        return f"{self.further if broken else ' '}where {self.expr(where)}"

    def fits(self, line: str) -> bool:
        widest = WIDTH if self.written is None else WIDEST
        return "\n" not in line and len(line) + len(self.indent) <= widest

    def beside(self, one: n.Statement, other: n.Statement) -> bool:
        """Whether a statement was written on the line of the one before."""
        return self.written is not None and "\n" not in self.source((one.at[0], other.at[1]))

    def on_a_line(self, node: n.Block | n.Branch | n.ChooseBranch | n.AnyOrder, count: int) -> bool:
        """Whether a block of so many lines is meant to stand on one."""
        return count <= 1 if self.written is None else "\n" not in self.source(node.at)


def _lines(block: n.Block, page: _Page) -> list[str]:
    found: list[str] = []
    before: n.Statement | None = None
    for s in block.statements:
        plain = isinstance(s, n.Phrase | n.Let | n.Require)
        # The head of a block goes on further in than what is in the block.
        lines = _STATEMENTS[type(s)](s, page._replace(hang=1 if plain else 2))
        beside = plain and before is not None and page.beside(before, s)
        if beside and page.fits(f"{found[-1].strip()}; {lines[0].strip()}"):
            found[-1] += f"; {lines[0].strip()}"
        else:
            found += lines
        before = s if plain else None
    return found


def _joined(lines: list[str]) -> str:
    return "; ".join(line.strip() for line in lines)


def _block(head: str, body: n.Block, page: _Page, *, whole: bool = False) -> list[str]:
    """Return `head { body }`, on one line if it fits and need not be shown as a `whole`."""
    inner = _lines(body, page.deeper)
    flat = f"{head} {{ {_joined(inner)} }}" if inner else f"{head} {{ }}"
    if not whole and page.on_a_line(body, len(inner)) and page.fits(flat):
        return [page.indent + flat]
    return [f"{page.indent}{head} {{", *inner, f"{page.indent}}}"]


def _phrase(s: n.Phrase, page: _Page) -> list[str]:
    groups = ", ".join(" ".join(_operand(o) for o in group) for group in s.groups)
    tails = "".join(f" {preposition} {page.expr(value)}" for preposition, value in s.tails)
    return [f"{page.indent}{s.verb}{' ' if groups else ''}{groups}{tails}"]


def _may(s: n.May, page: _Page) -> list[str]:
    return _block("may", s.body, page)


def _head(s: n.Choose | n.ChooseBranch) -> str:
    prompt = "" if s.prompt is None else f' "{s.prompt}"'
    return f"{'may ' if s.optional else ''}choose{prompt}"


def _choose(s: n.Choose, page: _Page) -> list[str]:
    times = "" if s.times is None else f" up to {page.expr(s.times)}"
    if s.end is None:
        what = f"{s.variable} in {page.expr(s.source, _SET)}"
    else:
        what = f"{s.variable} from {page.expr(s.source)} to {page.expr(s.end)}"
    head = f"{_head(s)}{times} {what}{page.where(s.end or s.source, s.where)}"
    return _block(head, s.body, page)


def _branches(s: n.ChooseBranch | n.AnyOrder, head: str, page: _Page) -> list[str]:
    texts = [_branch(b, page.deeper) for b in s.branches]
    flat = f"{head} {{ {' | '.join(t[0].strip() for t in texts)} }}"
    if all(len(t) == 1 for t in texts) and page.on_a_line(s, 1) and page.fits(flat):
        return [page.indent + flat]
    lines = [f"{page.indent}{head} {{"]
    for index, text in enumerate(texts):
        mark = "| " if index else ""
        lines += [page.deeper.indent + mark + text[0].strip(), *text[1:]]
    return [*lines, f"{page.indent}}}"]


def _branch(b: n.Branch, page: _Page) -> list[str]:
    otherwise = "otherwise " if b.otherwise else ""
    when = "" if b.when is None else f" when {page.expr(b.when)}"
    head = f"{otherwise}{_expr(b.label, 0)}{when} ->"
    inner = _lines(b.body, page.deeper)
    flat = f"{head} {_joined(inner)}".rstrip()
    short = len(inner) <= 1 or (page.fits(flat) and all("{" not in line for line in inner))
    if page.written is not None:
        short = not inner or (page.on_a_line(b, len(inner)) and page.fits(flat))
    return [page.indent + flat] if short else [page.indent + head, *inner]


def _choose_branch(s: n.ChooseBranch, page: _Page) -> list[str]:
    return _branches(s, _head(s), page)


def _any_order(s: n.AnyOrder, page: _Page) -> list[str]:
    return _branches(s, "may any order" if s.optional else "any order", page)


def _if(s: n.If, page: _Page) -> list[str]:
    return _with_otherwise(f"if {page.expr(s.condition)}", s, page)


def _if_can(s: n.IfCan, page: _Page) -> list[str]:
    return _with_otherwise(f"if can {{ {_joined(_lines(s.trial, _Page(0, None)))} }}", s, page)


def _with_otherwise(head: str, s: n.If | n.IfCan, page: _Page) -> list[str]:
    lines = _block(head, s.body, page)
    if s.otherwise is None:
        return lines
    found = _otherwise(lines, s.otherwise, page)
    if page.fits(found[len(lines) - 1].strip()):
        return found
    return _otherwise(_block(head, s.body, page, whole=True), s.otherwise, page, whole=True)


def _otherwise(lines: list[str], block: n.Block, page: _Page, *, whole: bool = False) -> list[str]:
    inner = block.statements
    if len(inner) == 1 and isinstance(inner[0], n.If | n.IfCan):
        rest = _STATEMENTS[type(inner[0])](inner[0], page)
    else:
        rest = _block("", block, page, whole=whole)
    return [*lines[:-1], f"{lines[-1]} else {rest[0].strip()}", *rest[1:]]


def _for_each(s: n.ForEach, page: _Page) -> list[str]:
    head = f"for each {s.variable} in {page.expr(s.source, _SET)}{page.where(s.source, s.where)}"
    return _block(head, s.body, page)


def _repeat(s: n.Repeat, page: _Page) -> list[str]:
    condition = "" if s.condition is None else f" while {page.expr(s.condition)}"
    return _block(f"repeat {page.expr(s.times)}{condition}", s.body, page)


def _let(s: n.Let, page: _Page) -> list[str]:
    return [f"{page.indent}let {s.variable} = {page.expr(s.value)}"]


def _require(s: n.Require, page: _Page) -> list[str]:
    return [f"{page.indent}require {page.expr(s.condition)}"]


def _roll(s: n.Roll, page: _Page) -> list[str]:
    if s.end is None:
        return _block(f"roll {s.variable} in {page.expr(s.source, _SET)}", s.body, page)
    span = f"from {page.expr(s.source)} to {page.expr(s.end)}"
    return _block(f"roll {s.variable} {span}", s.body, page)


def _as_player(s: n.AsPlayer, page: _Page) -> list[str]:
    return _block(f"{'turn' if s.turn else 'as'} {page.expr(s.player)}", s.body, page)


def _secret(s: n.Secret, page: _Page) -> list[str]:
    return _block("secret", s.body, page)


_STATEMENTS: Mapping[type, Callable[[Any, _Page], list[str]]] = {
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
