"""The panels of a pack as tables of text, for one seat."""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass
from typing import TYPE_CHECKING, Any

from interpreter.engine.impossible import Impossible
from interpreter.engine.view import hidden
from interpreter.lang import ir
from interpreter.lang.ir import NOTHING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from interpreter.content.ruleset import PanelDef
    from interpreter.engine.frame import Cells
    from interpreter.lang.types import Type
    from interpreter.play.words import Words

    Read = Callable[[Cells, int, int], Any]

_MARK = "✓"
_NONE = "-"


@dataclass(frozen=True, slots=True)
class Shown:
    """A panel ready to be drawn; without headings `head` is empty."""

    id: str
    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Panels:
    """The panels of one table, linked once."""

    def __init__(self, words: Words) -> None:
        self.words = words
        link = words.table.linker.formal
        self._linked: list[tuple[PanelDef, Read | None, list[Read]]] = [
            (
                panel,
                None if panel.each is None else link(panel.each),
                [link(x.show) for x in panel.lines],
            )
            for panel in words.ruleset.panels
        ]

    def shown(self, cells: Cells, seat: int) -> Iterator[Shown]:
        """Yield every panel as this seat may see it."""
        look = _Look(self.words, cells, hidden(self.words.table, cells, seat))
        for panel, each, reads in self._linked:
            yield self._panel(panel, each, reads, look, seat)

    def _panel(
        self, panel: PanelDef, each: Read | None, reads: list[Read], look: _Look, seat: int
    ) -> Shown:
        names = tuple(self.words.of(line.name) for line in panel.lines)
        typed = [(read, line.type) for read, line in zip(reads, panel.lines, strict=True)]
        title = self.words.of(panel.name)
        if each is not None:
            members = look.members(each, seat)
            rows = tuple(tuple(look.value(r, t, seat, m) for r, t in typed) for m in members)
            return Shown(panel.id, title, names, rows)
        seats, head = (seat,), ()  # type: tuple[int, ...], tuple[str, ...]
        if panel.scope == "players":
            seats = tuple(range(self.words.table.players))
            head = ("", *(self.words.player(p) for p in seats))
        rows = tuple(
            (name, *(look.value(r, t, p, NOTHING) for p in seats))
            for name, (r, t) in zip(names, typed, strict=True)
        )
        return Shown(panel.id, title, head, rows)


@dataclass(frozen=True, slots=True)
class _Look:
    """Reads values of a state and writes them as text."""

    words: Words
    cells: Cells
    unseen: frozenset[int]

    def members(self, each: Read, me: int) -> tuple[int, ...]:
        try:
            return tuple(each(self.cells, me, NOTHING))
        except Impossible:
            return ()

    def value(self, read: Read, kind: Type, me: int, this: int) -> str:
        try:
            return self._text(read(self.cells, me, this), kind, me)
        except Impossible:
            return _NONE

    def _text(self, value: Any, kind: Type, me: int) -> str:
        if kind.base == "set":
            assert kind.member is not None
            parts = [self._text(member, kind.member, me) for member in value]
            return self.words.listed(parts) if parts else _NONE
        match kind.base:
            case "truth":
                return _MARK if value else _NONE
            case "item":
                return self.words.component(value, me=me, unseen=self.unseen)
            case "player" | "resource":
                return self.words.index(kind, value)
            case "cost":
                return self.words.amounts(self.words.table.linker.costs[value])
            case _:
                return _NONE if kind.base == "none" else str(value)


def families_shown(panels: Iterable[PanelDef]) -> frozenset[str]:
    """Return the counters, tracks and states that panels speak of."""
    found: set[str] = set()
    waiting: list[Any] = [line.show.expr for panel in panels for line in panel.lines]
    while waiting:
        node = waiting.pop()
        if isinstance(node, tuple):
            waiting += node
        elif is_dataclass(node):
            if isinstance(node, ir.Cell) and "." not in node.family:
                found.add(node.family)
            waiting += [getattr(node, f.name) for f in fields(node)]
    return frozenset(found)
