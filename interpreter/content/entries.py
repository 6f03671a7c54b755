"""The entries of a pack's sections, gathered from all its files; each knows its place."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, Any

from interpreter.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from interpreter.content.tree import Path, Tree
    from interpreter.source import Span

SECTIONS = (
    "options", "seats", "resources", "counters", "events", "tracks", "zones", "kinds", "formulas",
    "actions", "triggers", "scores", "panels", "texts", "examples",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Part:
    """Some characters of a text and where they are written: from `offset` on, in another text."""

    start: int
    end: int
    tree: Tree
    path: Path
    offset: int


@dataclass(frozen=True, slots=True)
class Place:
    """Where a value of an entry is written when that is not where the entry is."""

    tree: Tree
    path: Path
    source: str = ""
    """The provenance its overlay gives; empty: the entry's own."""
    parts: tuple[Part, ...] = ()
    """For a text put together from several places."""

    def inside(self, keys: Path, start: int, end: int) -> Span:
        """Return the place of some characters of the text here, or below."""
        for part in self.parts:
            if part.start <= start < part.end:
                shift = part.offset - part.start
                return part.tree.inside(part.path, start + shift, min(end, part.end) + shift)
        if self.parts:
            return self.tree.span(self.path)
        return self.tree.inside((*self.path, *keys), start, end)


@dataclass(frozen=True, slots=True)
class Entry:
    """One mapping of a file: a zone, an action, an item (then with its kind)."""

    tree: Tree
    path: Path
    data: Mapping[str, Any]
    kind: str = ""
    overlaid: Mapping[Path, Place] = field(default_factory=dict)
    """Where values below it are written that an overlay has set."""

    @property
    def id(self) -> str:
        """Return its id; entries without one (texts) have none."""
        return str(self.data.get("id", ""))

    def get(self, key: str, default: Any = None) -> Any:
        """Return the raw value of a key."""
        return self.data.get(key, default)

    def span(self, *keys: str | int) -> Span:
        """Return the place of a value below the entry; of the entry itself without keys."""
        place, rest = self._place(keys)
        return place.tree.span((*place.path, *rest))

    def key_span(self, *keys: str | int) -> Span:
        """Return the place of the key that leads to a value below the entry."""
        place, rest = self._place(keys)
        return place.tree.key_span((*place.path, *rest))

    def inside(self, keys: Path, start: int, end: int) -> Span:
        """Return the place of some characters of a text below the entry."""
        place, rest = self._place(keys)
        return place.inside(rest, start, end)

    def _place(self, keys: Path) -> tuple[Place, Path]:
        """Return the nearest place that is known, and the keys from there on."""
        if self.overlaid:
            for length in range(len(keys), 0, -1):
                place = self.overlaid.get(keys[:length])
                if place is not None:
                    return place, keys[length:]
        return Place(self.tree, self.path), keys


@dataclass(frozen=True, slots=True)
class Entries:
    """All entries of a pack by section."""

    sections: Mapping[str, Sequence[Entry]]
    items: Sequence[Entry]
    packs: Sequence[Entry]
    flows: Sequence[Entry]

    def __getitem__(self, section: str) -> Sequence[Entry]:
        return self.sections[section]


def gather(trees: Sequence[Tree]) -> Entries:
    """Return the entries of these files: by id, whatever file they stand in.

    Items keep the order in which they are written, since it is the order of spaces and displays.
    """
    ordered = sorted(trees, key=lambda tree: tree.source.path)
    sections = {name: tuple(sorted(_listed(ordered, name), key=_id)) for name in SECTIONS}
    return Entries(
        sections,
        tuple(sorted(_items(ordered), key=_kind)),
        tuple(_single(ordered, "pack")),
        tuple(_single(ordered, "flow")),
    )


def _id(entry: Entry) -> str:
    return entry.id or str(entry.get("en", ""))


def _kind(entry: Entry) -> str:
    return entry.kind


def _listed(trees: Sequence[Tree], section: str) -> Iterator[Entry]:
    for tree in trees:
        for index, data in enumerate(tree.data.get(section) or ()):
            yield Entry(tree, (section, index), data)


def _items(trees: Sequence[Tree]) -> Iterator[Entry]:
    for tree in trees:
        for kind, entries in (tree.data.get("items") or {}).items():
            for index, data in enumerate(entries):
                yield Entry(tree, ("items", kind, index), data, kind)


def _single(trees: Sequence[Tree], section: str) -> Iterator[Entry]:
    for tree in trees:
        if section in tree.data:
            yield Entry(tree, (section,), tree.data[section])
