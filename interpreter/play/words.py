"""Names, options and questions of a game in one language; English where nothing else is there."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any

from interpreter.engine.view import hidden
from interpreter.lang import ops
from interpreter.lang.ir import NOTHING
from interpreter.play.phrases import phrase

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from interpreter.content.ruleset import ItemDef, Name, Ruleset
    from interpreter.engine.frame import Cells
    from interpreter.engine.game import Decision
    from interpreter.engine.options import Option
    from interpreter.engine.table import Table
    from interpreter.lang.types import Type

_AMOUNTS = re.compile(r"\d+ [a-z][a-z0-9_]*(, \d+ [a-z][a-z0-9_]*)*")


class Names:
    """What the things of a pack are called."""

    def __init__(self, ruleset: Ruleset, language: str = "en") -> None:
        self.ruleset, self.language = ruleset, language
        self._items = {i.id: i for kind in ruleset.kinds.values() for i in kind.items}

    def say(self, key: str, **values: object) -> str:
        """Return one of the engine's own phrases."""
        return phrase(key, self.language, **values)

    def of(self, name: Name) -> str:
        """Return a name in this language."""
        return name.get(self.language) or name.get("en") or next(iter(name.values()))

    def name(self, id_: str) -> str:
        """Return what an id is called; items without a name of their own show their id too."""
        item = self._items.get(id_)
        if item is not None:
            return self._item(item)
        known = self.ruleset.names.get(id_)
        return id_.replace("_", " ") if known is None else self.of(known)

    def _item(self, item: ItemDef) -> str:
        kind, name = self.ruleset.kinds[item.kind], self.of(item.name)
        if len(kind.items) > 1 and item.name == kind.name:
            return self.say("of", what=name, whose=item.id)
        return name

    def text(self, english: str) -> str:
        """Return a quoted text of the pack (a label, prompt or reason)."""
        known = self.ruleset.texts.get(english)
        return english if known is None else known.get(self.language) or english

    def player(self, seat: int) -> str:
        """Return what a player is called."""
        return self.say("player", n=seat + 1)

    def amounts(self, vector: Iterable[tuple[int, int]]) -> str:
        """Return amounts of resources: `2 shell, 1 pearl`."""
        resources = self.ruleset.resources
        parts = [self.say("amount", n=n, what=self.of(resources[r].name)) for r, n in vector]
        return self.listed(parts)

    def listed(self, parts: Sequence[str]) -> str:
        """Return parts in a row; equal ones are counted."""
        if not parts:
            return self.say("nothing")
        counts = Counter(parts)
        shown = [p if n == 1 else self.say("several", n=n, what=p) for p, n in counts.items()]
        return self.say("list").join(shown)


class Words(Names):
    """What things are called at one table: components, places, options, questions."""

    def __init__(self, table: Table, language: str = "en") -> None:
        super().__init__(table.ruleset, language)
        self.table, self.layout = table, table.layout
        self._resources = {r.id: i for i, r in enumerate(table.ruleset.resources)}
        self._keys: dict[str, list[int]] = {}
        for number, component in enumerate(self.layout.components):
            self._keys.setdefault(component.key, []).append(number)

    def player(self, seat: int) -> str:
        """Return what a player is called, or an opponent that is no person."""
        people = self.layout.people
        return (
            super().player(seat)
            if seat < people
            else self.of(self.layout.seats[seat - people].name)
        )

    def component(
        self, number: int, *, me: int = NOTHING, unseen: frozenset[int] = frozenset()
    ) -> str:
        """Return what a component is called, with its owner unless that is `me`."""
        if number == NOTHING:
            return "-"
        component = self.layout.components[number]
        if number in unseen:
            return self.say("hidden", kind=self.name(component.item.kind))
        name = self._item(component.item)
        if component.owner in (NOTHING, me):
            return name
        return self.say("of", what=name, whose=self.player(component.owner))

    def cell(self, family: str, cell: int) -> str:
        """Return what a zone, counter or marker is called, with what it belongs to."""
        definition = self.ruleset.zones.get(family) or self.ruleset.counters[family]
        indices = self.layout.indices(family, cell)
        parts = [self.index(dim, i) for dim, i in zip(definition.dims, indices, strict=True)]
        name = self.name(family)
        return self.say("of", what=name, whose=self.say("list").join(parts)) if parts else name

    def index(self, dim: Type, index: int) -> str:
        """Return a player, resource or component by its number."""
        if index == NOTHING:
            return "-"
        if dim.base == "player":
            return self.player(index)
        if dim.base == "resource":
            return self.of(self.ruleset.resources[index].name)
        return self.component(index)

    # --- options

    def option(self, option: Option, *, me: int = NOTHING) -> str:
        """Return what an option says."""
        subject: Any = option.subject
        match option.sort:
            case "item":
                return self.component(subject, me=me)
            case "player":
                return self.player(subject)
            case "resource":
                return self.name(option.key)
            case "payment" | "gain":
                return self.amounts(subject)
            case "yes" | "decline":
                return self.say(option.key)
            case "branch":
                return self.text(option.key)
            case "action":
                return self.name(option.key)
            case _:
                return option.key

    def options(self, decision: Decision, cells: Cells) -> list[str]:
        """Return what all options say; where two say the same, with the place, or else the key."""
        options = decision.options
        texts = [self.option(o, me=decision.player) for o in options]
        texts = self._told_apart(texts, [self._place(o, cells) for o in options])
        return self._told_apart(texts, [o.key for o in options])

    def _told_apart(self, texts: list[str], more: list[str]) -> list[str]:
        counts = Counter(texts)
        return [
            self.say("of", what=t, whose=m) if counts[t] > 1 and m else t
            for t, m in zip(texts, more, strict=True)
        ]

    def _place(self, option: Option, cells: Cells) -> str:
        if option.sort != "item" or not isinstance(option.subject, int):
            return ""
        place = cells[self.layout.place_of + option.subject]
        return "" if place < 0 else self.cell(self.layout.family_of(place), place)

    def key(self, key: str, cells: Cells, seen_by: int | None) -> str:
        """Return what an answer known only by its key says, to a seat that may not know all."""
        numbers = self._keys.get(key)
        if numbers is not None:
            unseen = hidden(self.table, cells, seen_by)
            known = [n for n in numbers if n not in unseen]
            component = self.layout.components[numbers[0]]
            if not known:
                return self.say("hidden", kind=self.name(component.item.kind))
            return self._item(component.item)
        if key in ("skip", "stop", "yes", "nothing"):
            return self.say(key)
        if key.startswith("player ") and key[7:].isdigit():
            return self.player(int(key[7:]) - 1)
        pairs = [part.split(" ") for part in key.split(", ")]
        if _AMOUNTS.fullmatch(key) and all(r in self._resources for _, r in pairs):
            return self.amounts((self._resources[r], int(n)) for n, r in pairs)
        return self.name(key) if key in self.ruleset.names else self.text(key)

    # --- questions

    def prompt(self, decision: Decision) -> str:
        """Return what a question is about: its own words, or the name of what asks."""
        if decision.prompt:
            return self.text(decision.prompt)
        owner = self.owner(decision.program) or self.say("choose")
        match decision.question.ask.op:
            case ops.Pay():
                return self.say("pay how", what=owner)
            case ops.Gain():
                return self.say("take what", what=owner)
            case _:
                return owner

    def owner(self, program: int) -> str:
        """Return the name of the action or item a program belongs to; empty if it has none."""
        if program < 0:
            return ""
        owner = self.ruleset.programs[program].owner
        return self.name(owner) if owner in self.ruleset.names else ""
