"""YAML as plain values that know their place in the file.

Built from parser events, so that what makes YAML dangerous or ambiguous (anchors, aliases, tags,
merge keys, doubled keys, words with two meanings) is refused at its own place, before it could
do anything. Limits hold for every file, whoever wrote it.
"""

import pathlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import yaml

from interpreter import codes
from interpreter.codes import Code
from interpreter.content.characters import bad_characters
from interpreter.content.files import read_source
from interpreter.content.scalars import LARGEST, better_spelling, plain_value, positions
from interpreter.content.syntax import explain, quoted_value
from interpreter.diagnostics import Fix, Note, Report
from interpreter.source import Source, Span

Path = tuple[str | int, ...]

MAX_CHARACTERS = 1 << 20
MAX_EVENTS = 100_000
MAX_DEPTH = 40
MAX_SCALAR = 10_000

# libyaml is ten times as fast; without it the same events come from Python.
_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(slots=True)
class _Node:
    """A value, where it is written, and the nodes inside it."""

    data: Any
    start: int
    end: int
    style: str = ""
    key: tuple[int, int] | None = None
    inner: "dict[str, _Node] | list[_Node] | None" = None
    broken: bool = False


@dataclass(slots=True)
class Tree:
    """The values of one content file. `broken` values already have a finding of their own."""

    source: Source
    data: Any
    _root: _Node
    _positions: dict[int, list[tuple[int, int]]] = field(default_factory=dict)

    def span(self, path: Path) -> Span:
        """Return where the value at the path is written, or the nearest value around it."""
        node = self._node(path)
        return Span(self.source, node.start, node.end)

    def key_span(self, path: Path) -> Span:
        """Return where the key that leads to the value is written; list entries have no key."""
        node = self._node(path)
        return Span(self.source, *(node.key or (node.start, node.end)))

    def inside(self, path: Path, start: int, end: int) -> Span:
        """Return where the characters `start` to `end` of the text at the path are written."""
        node = self._node(path)
        if not isinstance(node.data, str) or node.inner is not None:
            return self.span(path)
        places = self._positions.get(id(node))
        if places is None:
            places = positions(self.source.text, node.start, node.end, node.style, node.data)
            self._positions[id(node)] = places
        if not places:
            return self.span(path)
        first = places[start][0] if start < len(places) else places[-1][1]
        last = places[min(end, len(places)) - 1][1] if end > start else first
        return Span(self.source, first, max(first, last))

    def is_broken(self, path: Path) -> bool:
        """Return whether the value, or one around it, has a finding and stands for nothing."""
        node = self._root
        for step in path:
            if node.broken:
                return True
            below = _child(node, step)
            if below is None:
                return False
            node = below
        return node.broken

    def _node(self, path: Path) -> _Node:
        node = self._root
        for step in path:
            below = _child(node, step)
            if below is None:
                break
            node = below
        return node


def read_tree(source: Source, report: Report) -> Tree | None:
    """Return the values of a content file, or nothing when it cannot be read as YAML.

    Every problem is a finding in the report; a file without content is an empty mapping.
    """
    if len(source.text) > MAX_CHARACTERS:
        report.add(codes.FILE_TOO_LARGE, Span(source, 0, 0), limit=f"{MAX_CHARACTERS:,}")
        return None
    if not _clean(source, report):
        return None
    reader = _Reader(source, report)
    try:
        root = reader.document()
    except _Stop:
        return None
    except yaml.MarkedYAMLError as error:
        code, at, values = explain(source, error)
        fix = quoted_value(source, at) if code is codes.SECOND_COLON else None
        report.add(code, _one(source, at), notes=(), fix=fix, about="", **values)
        return None
    if root is None:
        root = _Node({}, 0, 0)
    return Tree(source, root.data, root)


def read_file(file: pathlib.Path, shown: str, report: Report) -> Tree | None:
    """Return the values of a file on disk, or nothing; `shown` is its path in messages."""
    source = read_source(file, shown, report)
    return None if source is None else read_tree(source, report)


class _Stop(Exception):
    """A limit is exceeded."""


def _clean(source: Source, report: Report) -> bool:
    found = bad_characters(source.text)
    for char, at in found.items():
        report.add(codes.BAD_CHARACTER, _one(source, at), character=f"U+{ord(char):04X}")
    tab = source.text.find("\t")
    if tab >= 0:
        report.add(codes.TAB, _one(source, tab))
    return not found and tab < 0


class _Reader:
    """Turns parser events into nodes and findings."""

    def __init__(self, source: Source, report: Report) -> None:
        self.source, self.report = source, report
        self.events = 0
        self.loader = _Loader(source.text)

    def document(self) -> _Node | None:
        """Return the root of the only document, or nothing for an empty file."""
        try:
            self._next()
            first = self._next()
            if isinstance(first, yaml.StreamEndEvent):
                return None
            if first.version or first.tags:
                self._add(codes.DIRECTIVE, first.start_mark.index)
            root = self._node(self._next(), 1)
            self._next()
            after = self._next()
            if not isinstance(after, yaml.StreamEndEvent):
                self._add(codes.SECOND_DOCUMENT, after.start_mark.index)
            return root
        finally:
            self.loader.dispose()

    def _next(self) -> Any:
        event: Any = self.loader.get_event()
        self.events += 1
        if self.events > MAX_EVENTS:
            self._add(codes.TOO_MANY_VALUES, event.start_mark.index, limit=f"{MAX_EVENTS:,}")
            raise _Stop
        return event

    def _node(self, event: Any, depth: int) -> _Node:
        start = event.start_mark.index
        if depth > MAX_DEPTH:
            self._add(codes.TOO_DEEP, start, limit=MAX_DEPTH)
            raise _Stop
        if isinstance(event, yaml.ScalarEvent):
            node = self._scalar(event, start)
        elif isinstance(event, yaml.MappingStartEvent):
            node = self._mapping(event, start, depth)
        elif isinstance(event, yaml.SequenceStartEvent):
            node = self._sequence(event, start, depth)
        else:
            self._add(codes.ALIAS, start, name=event.anchor)
            return _Node(None, start, event.end_mark.index, broken=True)
        if event.anchor is not None or event.tag is not None:
            self._refuse_properties(event, node)
        return node

    def _refuse_properties(self, event: Any, node: _Node) -> None:
        node.broken = True
        if event.anchor is not None:
            at = self.source.text.index("&", node.start)
            self._add(codes.ANCHOR, at, name=event.anchor)
        if event.tag is not None:
            found = re.compile(r"!\S*").search(self.source.text, node.start)
            at = found.start() if found else node.start
            self._add(codes.TAG, at, tag=found[0] if found else event.tag)

    def _scalar(self, event: Any, start: int) -> _Node:
        text, style, end = event.value, event.style or "", event.end_mark.index
        if style in ("|", ">"):
            end = start + len(self.source.text[start:end].rstrip())
        node = _Node(text, start, end, style)
        if len(text) > MAX_SCALAR:
            self._add(codes.SCALAR_TOO_LONG, start, limit=f"{MAX_SCALAR:,}")
            node.data, node.broken = "", True
        elif style == '"' and "\\" in self.source.text[start:end]:
            self._check_escaped(node, text)
        return node

    def _check_escaped(self, node: _Node, text: str) -> None:
        """Escapes must not bring in what the file itself may not hold."""
        found = [*bad_characters(text), *("\t" if "\t" in text else "")]
        for char in found[:1]:
            self._add(codes.BAD_CHARACTER, node.start, character=f"U+{ord(char):04X}")
            node.broken = True

    def _value(self, event: Any, depth: int) -> _Node:
        """A node that stands as a value: its plain words get their meaning."""
        node = self._node(event, depth)
        if isinstance(event, yaml.ScalarEvent) and not node.style:
            value, code, plain = plain_value(event.value)
            node.data = value
            if code is not None:
                self._spell(node, code, event.value, plain)
        return node

    def _spell(self, node: _Node, code: Code, value: str, plain: str) -> None:
        node.broken = True
        at = Span(self.source, node.start, node.end)
        fix = Fix(at, better) if (better := better_spelling(code, value, plain)) else None
        self.report.add(code, at, fix=fix, value=value, plain=plain, limit=f"{LARGEST:,}")

    def _sequence(self, event: Any, start: int, depth: int) -> _Node:
        inner: list[_Node] = []
        following = self._next()
        while not isinstance(following, yaml.SequenceEndEvent):
            inner.append(self._value(following, depth + 1))
            following = self._next()
        end = _end(following) if event.flow_style or not inner else inner[-1].end
        return _Node([node.data for node in inner], start, end, inner=inner)

    def _mapping(self, event: Any, start: int, depth: int) -> _Node:
        inner: dict[str, _Node] = {}
        last = start
        following = self._next()
        while not isinstance(following, yaml.MappingEndEvent):
            key = self._node(following, depth + 1)
            value = self._value(self._next(), depth + 1)
            last = value.end
            if self._is_good_key(key, inner):
                value.key = key.start, key.end
                inner[key.data] = value
            following = self._next()
        end = _end(following) if event.flow_style or not inner else last
        data = {name: node.data for name, node in inner.items()}
        return _Node(data, start, end, inner=inner)

    def _is_good_key(self, key: _Node, inner: Mapping[str, _Node]) -> bool:
        if key.inner is not None or not isinstance(key.data, str):
            self._add(codes.KEY_NOT_TEXT, key.start, found="a list or mapping")
            return False
        if not key.style:
            if key.data == "<<":
                self._add(codes.MERGE_KEY, key.start)
                return False
            meaning, code, _ = plain_value(key.data)
            # `on` and `no` are words here; only values have to say which they mean.
            if not isinstance(meaning, str) or code not in (None, codes.TRUTH_WORD):
                self._add(codes.KEY_NOT_TEXT, key.start, found=f"`{key.data}`")
                return False
        if key.data in inner:
            first = inner[key.data].key or (0, 0)
            self.report.add(
                codes.DUPLICATE_KEY,
                Span(self.source, key.start, key.end),
                key=key.data,
                notes=(Note(codes.FIRST_HERE, Span(self.source, *first)),),
            )
            return False
        return not key.broken

    def _add(self, code: Code, at: int, **values: object) -> None:
        self.report.add(code, _one(self.source, at), notes=(), fix=None, about="", **values)


def _end(event: Any) -> int:
    index: int = event.end_mark.index
    return index


def _child(node: _Node, step: str | int) -> _Node | None:
    if isinstance(node.inner, dict):
        return node.inner.get(step) if isinstance(step, str) else None
    if isinstance(node.inner, list) and isinstance(step, int) and 0 <= step < len(node.inner):
        return node.inner[step]
    return None


def _one(source: Source, at: int) -> Span:
    return Span(source, min(at, len(source.text)), min(at + 1, len(source.text)))
