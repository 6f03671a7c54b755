"""One statement of an effect text replaced by others; everything around it stays as written."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import TYPE_CHECKING, Any

from interpreter.frozen import dataclass
from interpreter.lang import nodes as n
from interpreter.lang.parse import parse_effect
from interpreter.lang.problems import Invalid
from interpreter.lang.unparse import unparse_effect

if TYPE_CHECKING:
    from collections.abc import Iterator

_Window = tuple[n.Block, int]
"""A block and the number of the statement in it with which a match begins."""


@dataclass(frozen=True, slots=True)
class Spliced:
    """The new text; `cut` is the part of the old text that gave way, None if all was laid out."""

    text: str
    cut: n.Place | None


def statements(text: str) -> tuple[str, ...]:
    """Return every statement of an effect, outer ones first, as the printer writes them."""
    found = (
        unparse_effect(n.Block((s,)))
        for block in _blocks(parse_effect(text))
        for s in block.statements
    )
    return tuple(dict.fromkeys(found))


def splice(text: str, statement: n.Block, instead: str) -> Spliced | int:
    """Return the text with a statement replaced, or how often it stands there if not once.

    Raise `Invalid` if the text is no effect or `instead` is none.
    """
    whole, new = parse_effect(text), parse_effect(instead)
    found = tuple(_windows(whole, statement))
    if len(found) != 1:
        return len(found)
    block, first = found[0]
    count = len(statement.statements)
    start = block.statements[first].at[0]
    end = block.statements[first + count - 1].at[1]
    wanted = _substituted(whole, found[0], count, new)
    written = text[:start] + instead + text[end:]
    try:
        if parse_effect(written) == wanted:
            return Spliced(written, (start, end))
    except Invalid:
        pass  # a statement too many on one line, or none where one is needed
    return Spliced(unparse_effect(wanted), None)


def _blocks(node: Any) -> Iterator[n.Block]:
    """Yield every block in a node, outer ones first."""
    if isinstance(node, n.Block):
        yield node
    if isinstance(node, tuple):
        for part in node:
            yield from _blocks(part)
    elif is_dataclass(node):
        for part in fields(node):
            yield from _blocks(getattr(node, part.name))


def _windows(whole: n.Block, statement: n.Block) -> Iterator[_Window]:
    wanted = statement.statements
    for block in _blocks(whole):
        for first in range(len(block.statements) - len(wanted) + 1):
            if block.statements[first : first + len(wanted)] == wanted:
                yield block, first


def _substituted(node: Any, window: _Window, count: int, new: n.Block) -> Any:
    """Return a node with the statements of the window replaced, wherever in it they stand."""
    block, first = window
    if node is block:
        rest = block.statements
        return replace(block, statements=(*rest[:first], *new.statements, *rest[first + count :]))
    if isinstance(node, tuple):
        return tuple(_substituted(part, window, count, new) for part in node)
    if is_dataclass(node) and not isinstance(node, type):
        parts = {f.name: _substituted(getattr(node, f.name), window, count, new)
                 for f in fields(node)}  # fmt: skip
        return replace(node, **parts)
    return node
