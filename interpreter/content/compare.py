"""Two packs compared by meaning: entries added, removed and changed, value by value.

How an effect is laid out, where an entry stands and where a value comes from are no differences.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from interpreter.content.entries import SECTIONS
from interpreter.content.history import ABSENT
from interpreter.frozen import dataclass
from interpreter.lang.parse import parse_effect, parse_expression
from interpreter.lang.problems import Invalid

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from interpreter.content.entries import Entries, Entry
    from interpreter.content.tree import Path

_UNTOLD = frozenset({"source", "sources"})


@dataclass(frozen=True, slots=True)
class Difference:
    """What differs at a path of an entry; an empty path is the entry as a whole."""

    section: str
    id: str
    path: Path
    old: Any
    new: Any


def differences(one: Entries, other: Entries) -> Iterator[Difference]:
    """Yield what differs between two packs, by section and id."""
    first, second = _by_name(one), _by_name(other)
    for key in sorted(first.keys() | second.keys(), key=lambda k: (_ORDER[k[0]], k[1])):
        section, id_ = key
        if key not in second:
            yield Difference(section, id_, (), dict(first[key].data), ABSENT)
        elif key not in first:
            yield Difference(section, id_, (), ABSENT, dict(second[key].data))
        else:
            old, new = dict(first[key].data), dict(second[key].data)
            for path, before, after in _inside((), old, new):
                yield Difference(section, id_, path, before, after)
    yield from _orders(one, other)


_ALL = ("pack", *SECTIONS, "items", "flow", "order of items")
_ORDER: Mapping[str, int] = {section: number for number, section in enumerate(_ALL)}


def _by_name(entries: Entries) -> dict[tuple[str, str], Entry]:
    found = {(s, e.id or str(e.get("en", ""))): e for s in SECTIONS for e in entries[s]}
    found.update({("items", e.id): e for e in entries.items})
    single = (*((("pack", "pack"), e) for e in entries.packs),
              *((("flow", "flow"), e) for e in entries.flows))  # fmt: skip
    return {**found, **dict(single)}


def _orders(one: Entries, other: Entries) -> Iterator[Difference]:
    """Yield kinds whose common items stand in another order: it is the order of spaces."""
    for kind in sorted({e.kind for e in one.items}):
        first = [e.id for e in one.items if e.kind == kind]
        second = [e.id for e in other.items if e.kind == kind]
        both = set(first) & set(second)
        old, new = ([i for i in ids if i in both] for ids in (first, second))
        if old != new:
            yield Difference("order of items", kind, (), old, new)


def _inside(path: Path, old: Any, new: Any) -> Iterator[tuple[Path, Any, Any]]:
    if isinstance(old, dict) and isinstance(new, dict):
        for key in (*old, *(k for k in new if k not in old)):
            if path or key not in _UNTOLD:
                yield from _inside((*path, key), old.get(key, ABSENT), new.get(key, ABSENT))
    elif not _same(old, new):
        yield path, old, new


def _same(old: Any, new: Any) -> bool:
    if isinstance(old, list) and isinstance(new, list):
        pairs = zip(old, new, strict=False)
        return len(old) == len(new) and all(_same(a, b) for a, b in pairs)
    if old == new and isinstance(old, bool) == isinstance(new, bool):
        return True
    return isinstance(old, str) and isinstance(new, str) and _means_the_same(old, new)


def _means_the_same(old: str, new: str) -> bool:
    for parse in (parse_effect, parse_expression):
        try:
            if parse(old) == parse(new):
                return True
        except Invalid:
            continue
    return False
