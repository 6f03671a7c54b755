"""Paths to values: `id.field.key`, list elements by their id or value, and values on their way.

A `Value` is a value of an entry together with the place where it is written, so that after any
number of changes each part of an entry still knows where it comes from.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from interpreter.content.entries import Part, Place

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.content.tree import Path, Tree

Segments = tuple[str, ...]

_SEGMENT = re.compile(r'"((?:[^"\\]|\\.)*)"|([^".\s]+)')
_PLAIN = re.compile(r"[^\".\s]+")


def segments(text: str) -> Segments | None:
    """Return the steps of a path, or None if it is none.

    >>> segments('gull.levels."gain 1 shell"')
    ('gull', 'levels', 'gain 1 shell')
    """
    found: list[str] = []
    at = 0
    while True:
        match = _SEGMENT.match(text, at)
        if match is None:
            return None
        quoted, plain = match.groups()
        found.append(plain if quoted is None else re.sub(r"\\(.)", r"\1", quoted))
        at = match.end()
        if at == len(text):
            return tuple(found)
        if text[at] != ".":
            return None
        at += 1


def written(path: Segments) -> str:
    """Return a path as it is written.

    >>> written(("gull", "levels", "gain 1 shell"))
    'gull.levels."gain 1 shell"'
    """
    return ".".join(_quoted(step) for step in path)


def _quoted(step: str) -> str:
    if _PLAIN.fullmatch(step):
        return step
    return '"{}"'.format(" ".join(step.split()).replace("\\", "\\\\").replace('"', '\\"'))


@dataclass(slots=True)
class Value:
    """A value on its way through changes; a list or mapping holds its parts in `inner`."""

    place: Place
    data: Any = None
    inner: dict[str, Value] | list[Value] | None = None

    def plain(self) -> Any:
        """Return the value without places."""
        if isinstance(self.inner, dict):
            return {key: value.plain() for key, value in self.inner.items()}
        if isinstance(self.inner, list):
            return [value.plain() for value in self.inner]
        return self.data

    def places(self, path: Path = ()) -> Iterator[tuple[Path, Place]]:
        """Yield the path and place of each part that is not written where its owner would be."""
        inner = self.inner or ()
        parts = inner.items() if isinstance(inner, dict) else enumerate(inner)
        for key, value in parts:
            expected = (*self.place.path, key)
            place = value.place
            if place.tree is not self.place.tree or place.path != expected or place.parts:
                yield (*path, key), place
            yield from value.places((*path, key))

    def child(self, step: str) -> Value | None:
        """Return the part a step of a path leads to, if it is exactly one."""
        found = self.matching(step)
        return found[0][1] if len(found) == 1 else None

    def matching(self, step: str) -> list[tuple[str | int, Value]]:
        """Return the key and value of each part that a step of a path names."""
        if isinstance(self.inner, dict):
            return [(step, self.inner[step])] if step in self.inner else []
        wanted = " ".join(step.split())
        return [(i, v) for i, v in enumerate(self.inner or ()) if wanted in _names(v)]

    def there(self) -> tuple[str, ...]:
        """Return what the steps behind this value can be."""
        if isinstance(self.inner, dict):
            return tuple(self.inner)
        return tuple(dict.fromkeys(next(iter(_names(v)), "") for v in self.inner or ()))


def _names(value: Value) -> Iterator[str]:
    """Yield the words by which an element of a list is named."""
    data = value.plain()
    if isinstance(data, dict):
        for key in ("id", "en", "show"):
            if key in data:
                yield " ".join(str(data[key]).split())
        name = data.get("name")
        if isinstance(name, dict):
            yield from (" ".join(str(text).split()) for text in name.values())
    elif not isinstance(data, list):
        yield " ".join((str(data).lower() if isinstance(data, bool) else str(data)).split())


def grown(tree: Tree, path: Path, data: Any, source: str = "") -> Value:
    """Return a value as it is written at a path of a file."""
    place = Place(tree, path, source)
    if isinstance(data, dict):
        return Value(place, None, {k: grown(tree, (*path, k), v, source) for k, v in data.items()})
    if isinstance(data, list):
        return Value(place, None, [grown(tree, (*path, i), v, source) for i, v in enumerate(data)])
    return Value(place, data)


def lengthened(old: Value, more: Place, text: str, extra: str) -> Value:
    """Return a text with another put behind it, each part knowing its place."""
    whole = f"{text.rstrip()}\n{extra}" if text.strip() else extra
    begin = len(whole) - len(extra)
    return Value(
        Place(more.tree, more.path, more.source,
              (*_parts(old, 0, begin, 0), Part(begin, len(whole), more.tree, more.path, 0))),
        whole,
    )  # fmt: skip


def replaced(
    old: Value, more: Place, text: str, cut: tuple[int, int], extra: str
) -> tuple[Part, ...]:
    """Return the parts of a text that was `text` before `cut` gave way to `extra`."""
    start, end = cut
    after = start + len(extra)
    return (
        *_parts(old, 0, start, 0),
        Part(start, after, more.tree, more.path, 0),
        *_parts(old, end, len(text), after),
    )


def _parts(old: Value, start: int, end: int, to: int) -> Iterator[Part]:
    """Yield where the characters from `start` to `end` of a text are written, put at `to`."""
    parts = old.place.parts or (Part(0, end, old.place.tree, old.place.path, 0),)
    for part in parts:
        first, last = max(start, part.start), min(end, part.end)
        if first < last:
            offset = part.offset + first - part.start
            yield Part(to + first - start, to + last - start, part.tree, part.path, offset)
