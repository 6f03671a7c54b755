"""The section `changes` of an overlay: raw mappings to typed changes, each with its place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from interpreter import codes
from interpreter.content.paths import Segments, segments
from interpreter.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from interpreter.content.packs import Pack
    from interpreter.content.tree import Path, Tree
    from interpreter.diagnostics import Report
    from interpreter.source import Span

OPERATIONS: Mapping[str, str] = {
    "set": "to",
    "add": "value",
    "raise": "by",
    "times": "by",
    "append": "value",
    "remove": "value",
    "step": "with",
    "replace": "with",
}
"""Every operation with the key that holds its new value; `step` comes before its `replace`."""
_SPOKEN = {"times": "multiply", "append": "append to", "step": "replace a statement of"}


@dataclass(frozen=True, slots=True)
class Change:
    """One change of a pack: an operation on a path."""

    pack: str
    tree: Tree
    path: Path
    """Where it is written."""
    operation: str
    target: Segments
    data: Mapping[str, Any]

    @property
    def source(self) -> str:
        """The provenance of what it brings."""
        return str(self.data.get("source", ""))

    @property
    def verb(self) -> str:
        """Return what it does as a message says it: "cannot ... this"."""
        return _SPOKEN.get(self.operation, self.operation)

    @property
    def key(self) -> str:
        """The key that holds its new value."""
        return OPERATIONS[self.operation]

    def span(self, *keys: str) -> Span:
        """Return where it is written, or one of its values."""
        return self.tree.span((*self.path, *(keys or (self.operation,))))

    def what(self) -> str:
        """Return how findings and histories speak of it."""
        span = self.span()
        return f"`{self.pack}` ({span.source.path}:{span.line})"


def read_changes(pack: Pack, present: Iterable[str], report: Report) -> Iterator[Change]:
    """Yield the changes of an overlay that count when these packs are in use."""
    known = frozenset(present)
    for tree in counting(pack, known, report):
        for index, data in enumerate(tree.data.get("changes") or ()):
            path: Path = ("changes", index)
            if not _counts(pack, tree, path, data, known, report):
                continue
            operation = next(op for op in OPERATIONS if op in data)
            target = segments(str(data[operation]))
            if target is None:
                at = tree.span((*path, operation))
                report.add(codes.BAD_PATH, at, path=data[operation])
                continue
            yield Change(pack.id, tree, path, operation, target, data)


def counting(pack: Pack, present: frozenset[str], report: Report) -> Iterator[Tree]:
    """Yield the files of an overlay that count when these packs are in use."""
    for tree in pack.trees:
        if _counts(pack, tree, (), tree.data, present, report):
            yield tree


def _counts(
    pack: Pack,
    tree: Tree,
    path: Path,
    data: Mapping[str, Any],
    present: frozenset[str],
    report: Report,
) -> bool:
    guard = data.get("if")
    if guard is None:
        return True
    optional = [need["pack"] for need in pack.head.get("optional", ())]
    if guard not in optional:
        report.add(codes.NOT_OPTIONAL, tree.span((*path, "if")), name=guard, pack=pack.id)
        return False
    return guard in present
