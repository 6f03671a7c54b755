"""Effect text to nodes: the parser, and the limits every text is held to."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from interpreter import codes
from interpreter.lang import nodes as n
from interpreter.lang.lexer import UnexpectedSign
from interpreter.lang.lr import Parser, TooDeep, UnexpectedWord
from interpreter.lang.mistakes import explain
from interpreter.lang.problems import Invalid
from interpreter.lang.table import table
from interpreter.lang.tree_nodes import BUILDERS

MAX_TEXT = 4_000
MAX_DEPTH = 32
MAX_TREE = 150
"""How deep nodes may lie in each other: `1 + 1 + 1 ...` nests without brackets. Everything that
follows walks them by recursion, with at most four calls a level."""


@lru_cache(maxsize=1)
def _parser() -> Parser:
    return Parser(table(), BUILDERS, MAX_TREE)


def parse_effect(text: str) -> n.Block:
    """Return the statements of an effect text; raise `Invalid` where it does not fit."""
    block = _parse(text, "effect")
    assert isinstance(block, n.Block)
    return block


def parse_expression(text: str) -> n.Expr:
    """Return the expression a condition or amount text consists of; raise `Invalid`."""
    return _parse(text, "expression")  # type: ignore[no-any-return]  # the start rule decides


@lru_cache(maxsize=4_096)
def _parse(text: str, start: str) -> Any:
    # Nodes never change, and many entries of a pack say the same; so do games and their variants.
    if len(text) > MAX_TEXT:
        raise Invalid(codes.TEXT_TOO_LONG, (0, 1), limit=f"{MAX_TEXT:,} characters")
    deep = _too_deep(text)
    if deep is not None:
        raise Invalid(codes.TEXT_TOO_DEEP, (deep, deep + 1), limit=str(MAX_DEPTH))
    try:
        return _parser().parse(text, start)
    except (UnexpectedWord, UnexpectedSign) as error:
        raise explain(_parser(), text, start, error) from None
    except TooDeep as error:
        raise Invalid(codes.TEXT_TOO_DEEP, error.at, limit=str(MAX_TREE)) from None


def _too_deep(text: str) -> int | None:
    if sum(map(text.count, "([{")) <= MAX_DEPTH:
        return None
    depth = 0
    for match in re.finditer(r'"[^"\n]*"|[(\[{]|[)\]}]', text):
        sign = match.group()
        depth += (sign in "([{") - (sign in ")]}")
        if depth > MAX_DEPTH:
            return match.start()
    return None
