"""Allow and deny lists: entries left out of a game by whoever sets it up.

An item that is left out stays a name but has no copies, so that texts that speak of it stay
sound; any other entry is taken away, and what needs it says so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from interpreter import codes
from interpreter.content.entries import Place
from interpreter.content.history import ABSENT, Past
from interpreter.content.paths import Value
from interpreter.content.tree import read_tree
from interpreter.diagnostics import Report, near
from interpreter.source import Source

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter.content.overlay import Merging, Slot


class Selection(NamedTuple):
    """What is put on a pack and what is left out of it."""

    overlays: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    only: tuple[str, ...] = ()


PLAYER = "set-up"
"""Who left something out, in histories."""


def left_out(merging: Merging, without: Sequence[str], only: Sequence[str]) -> None:
    """Leave entries out of merged ones; names that are none are reported."""
    for id_ in sorted(set(without)):
        found = [s for s in merging.slots if s.name == id_ and not s.gone]
        if not found:
            _unknown(merging, id_, "name", [s.name for s in merging.slots if s.section != "texts"])
        elif found[-1].section in ("pack", "flow"):
            _refuse(merging, id_, "every game needs it")
        else:
            # A kind and its single item may share an id; the item is what lies on the table.
            _leave_out(merging, found[-1])
    for text in sorted(set(only)):
        _keep(merging, text)


def _keep(merging: Merging, text: str) -> None:
    kind, _, names = text.partition("=")
    items = [s for s in merging.slots if s.section == "items" and s.entry.kind == kind]
    kept = {name.strip() for name in names.split(",")}
    if not items:
        kinds = [s.entry.kind for s in merging.slots if s.section == "items"]
        _unknown(merging, kind, "kind", kinds)
        return
    for name in sorted(kept - {s.name for s in items}):
        _unknown(merging, name, kind, [s.name for s in items])
    for slot in items:
        if slot.name not in kept:
            _leave_out(merging, slot)


def _leave_out(merging: Merging, slot: Slot) -> None:
    span, source = slot.entry.span("id"), ""
    if slot.section != "items":
        slot.gone = True
        past = Past((slot.name,), PLAYER, "without", span, dict(slot.entry.data), ABSENT, source)
    else:
        value = slot.opened()
        assert isinstance(value.inner, dict), "an entry is a mapping"
        old = value.inner.get("copies")
        value.inner["copies"] = Value(_nowhere(), 0)
        before = old.plain() if old else ABSENT
        past = Past((slot.name, "copies"), PLAYER, "without", span, before, 0, source)
    merging.history.append(past)


def _nowhere() -> Place:
    tree = read_tree(Source("(set-up)", "copies: 0\n"), Report())
    assert tree is not None, "a text of our own"
    return Place(tree, ("copies",), "derived left out by the set-up")


def _unknown(merging: Merging, name: str, what: str, known: Sequence[str]) -> None:
    merging.report.add(codes.UNKNOWN_REFERENCE, None, what=what, name=name, near=near(name, known))


def _refuse(merging: Merging, name: str, why: str) -> None:
    merging.report.add(
        codes.CANNOT_CHANGE, None, operation="leave out", path=name, why=why, advice=""
    )
