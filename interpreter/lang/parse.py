"""Effect text to nodes: the parser, and the limits every text is held to."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from lark import Lark, Tree
from lark.exceptions import UnexpectedInput

from interpreter import codes
from interpreter.lang import nodes as n
from interpreter.lang.layout import Layout
from interpreter.lang.mistakes import explain
from interpreter.lang.problems import Invalid
from interpreter.lang.tree_nodes import to_nodes
from interpreter.resources import data_dir

MAX_TEXT = 4_000
MAX_DEPTH = 32
MAX_TREE = 150
"""How deep a parse tree may be: `1 + 1 + 1 ...` nests without brackets. Everything that follows
walks trees by recursion, with at most four calls a level."""


@lru_cache(maxsize=1)
def _parser() -> Lark:
    grammar = (data_dir("grammar") / "effect.lark").read_text(encoding="utf-8")
    return Lark(
        grammar,
        parser="lalr",
        lexer="basic",  # Layout looks one token ahead, which a contextual lexer cannot bear
        start=["effect", "expression"],
        propagate_positions=True,
        maybe_placeholders=True,
        postlex=Layout(),
    )


@lru_cache(maxsize=4096)
def _known(text: str, start: str) -> Any:
    """Return what `_parse` makes of a text; many texts are there twice, and nodes never change."""
    return _parse(text, start)


def parse_effect(text: str) -> n.Block:
    """Return the statements of an effect text; raise `Invalid` where it does not fit."""
    block = _known(text, "effect")
    assert isinstance(block, n.Block)
    return block


def parse_expression(text: str) -> n.Expr:
    """Return the expression a condition or amount text consists of; raise `Invalid`."""
    return _known(text, "expression")  # type: ignore[no-any-return]  # the start rule decides


@lru_cache(maxsize=4_096)
def _parse(text: str, start: str) -> Any:
    # Nodes never change, and many entries of a pack say the same.
    if len(text) > MAX_TEXT:
        raise Invalid(codes.TEXT_TOO_LONG, (0, 1), limit=f"{MAX_TEXT:,} characters")
    deep = _too_deep(text)
    if deep is not None:
        raise Invalid(codes.TEXT_TOO_DEEP, (deep, deep + 1), limit=str(MAX_DEPTH))
    try:
        tree = _parser().parse(text, start=start)
    except UnexpectedInput as error:
        raise explain(_parser(), text, start, error) from None
    _refuse_deep(tree)
    return to_nodes(tree)


def _refuse_deep(tree: Tree[Any]) -> None:
    level = [tree]
    for _ in range(MAX_TREE):
        level = [kid for parent in level for kid in parent.children if isinstance(kid, Tree)]
        if not level:
            return
    place = next(((t.meta.start_pos, t.meta.end_pos) for t in level if not t.meta.empty), (0, 1))
    raise Invalid(codes.TEXT_TOO_DEEP, place, limit=str(MAX_TREE))


def _too_deep(text: str) -> int | None:
    depth = 0
    for match in re.finditer(r'"[^"\n]*"|[(\[{]|[)\]}]', text):
        sign = match.group()
        depth += (sign in "([{") - (sign in ")]}")
        if depth > MAX_DEPTH:
            return match.start()
    return None
