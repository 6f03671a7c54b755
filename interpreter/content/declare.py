"""First pass over a pack: which names there are and of what type; no effect text is read yet."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from interpreter import codes
from interpreter.content.unknown import add_unknown
from interpreter.diagnostics import Note, Report
from interpreter.lang.symbols import Family, KindSymbol, OptionSymbol, Signature, Symbols
from interpreter.lang.types import (
    BROKEN,
    COST,
    EFFECT,
    NUMBER,
    PLAYER,
    RESOURCE,
    TEXT,
    TRUTH,
    Type,
    item,
    maybe,
    set_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from interpreter.content.entries import Entries, Entry
    from interpreter.content.tree import Path

CONDITION = Type("condition")
AMOUNT = Type("amount")
_SIMPLE: Mapping[str, Type] = {
    "int": NUMBER,
    "flag": TRUTH,
    "text": TEXT,
    "resource": RESOURCE,
    "player": PLAYER,
    "cost": COST,
    "effect": EFFECT,
    "condition": CONDITION,
    "amount": AMOUNT,
}
_SPECIES = {
    "options": "option",
    "seats": "seat",
    "resources": "resource",
    "counters": "counter",
    "events": "event",
    "tracks": "track",
    "zones": "zone",
    "kinds": "kind",
    "formulas": "formula",
    "actions": "action",
}
NAMED = frozenset({*_SPECIES, "items"})
"""The sections whose ids share one space of names."""


@dataclass
class Declarations:
    """Reads the names of a pack; findings go to the report."""

    entries: Entries
    report: Report
    places: dict[str, tuple[str, Entry]] = field(default_factory=dict)
    kinds: frozenset[str] = frozenset()

    def symbols(self) -> Symbols:
        """Return everything a name in effect text may mean."""
        entries = self.entries
        for section, species in _SPECIES.items():
            self._claim(species, entries[section])
        self._claim("item", entries.items)
        self.kinds = frozenset(e.id for e in entries["kinds"])
        resources = {e.id: i for i, e in enumerate(entries["resources"])}
        families = [self._family(e, s) for s in ("counters", "tracks", "zones") for e in entries[s]]
        return Symbols(
            kinds={e.id: self._kind(e) for e in entries["kinds"]},
            items={e.id: e.kind for e in entries.items if e.kind in self.kinds},
            resources=resources,
            abstract=frozenset(e.id for e in entries["resources"] if "one_of" in e.data),
            tags=_tags(entries["resources"]),
            families={f.name: f for f in families},
            formulas={e.id: (self._signature(e), self._gives(e)) for e in entries["formulas"]},
            actions={e.id: self._signature(e) for e in entries["actions"]},
            events={e.id: self._signature(e) for e in entries["events"]},
            options={e.id: _option(e) for e in entries["options"]},
            seats=frozenset(e.id for e in entries["seats"]),
            broken=frozenset(e.id for e in entries.items if e.kind not in self.kinds),
        )

    def _claim(self, species: str, entries: Iterable[Entry]) -> None:
        for entry in entries:
            if entry.id in self.places and not self._only_item(species, entry):
                other, first = self.places[entry.id]
                note = Note("first used here", first.span("id"))
                what = f"{'an' if other[0] in 'aeio' else 'a'} {other}"
                self.report.add(
                    codes.DUPLICATE_ID, entry.span("id"), notes=(note,), name=entry.id, what=what,
                    advice="choose another id",
                )  # fmt: skip
            else:
                self.places[entry.id] = (species, entry)

    def _only_item(self, species: str, entry: Entry) -> bool:
        """Whether this is the single item of a kind of the same name (`mill` of `mill`)."""
        same = [x for x in self.entries.items if x.kind == entry.kind]
        return species == "item" and entry.kind == entry.id and len(same) == 1

    # --- types

    def type_of(self, text: str, entry: Entry, *keys: str | int) -> Type:
        """Return the type a text such as `list of effect` or `card or field` names."""
        if text.startswith("list of "):
            return set_of(self.type_of(text.removeprefix("list of "), entry, *keys))
        if text in _SIMPLE:
            return _SIMPLE[text]
        names = text.split(" or ")
        for name in names:
            if name not in self.kinds:
                self._unknown_type(name, entry, keys)
                return BROKEN
        return item(*names)

    def _unknown_type(self, name: str, entry: Entry, keys: Path) -> None:
        written: Any = entry.data
        for key in keys:
            written = written[key]
        start = max(str(written).find(name), 0)
        span = entry.inside(keys, start, start + len(name))
        what, known = "kind or type", (*self.kinds, *_SIMPLE)
        add_unknown(self.report, entry, keys, what, name, known, span)

    def _dims(self, entry: Entry) -> tuple[Type, ...]:
        return tuple(
            self.type_of(text, entry, "per", i) for i, text in enumerate(entry.get("per", ()))
        )

    def _family(self, entry: Entry, section: str) -> Family:
        dims = self._dims(entry)
        if section == "zones":
            kinds = [
                self.type_of(k, entry, "holds", i) for i, k in enumerate(entry.get("holds", ()))
            ]
            holds = Type("item", frozenset[str]().union(*(k.kinds for k in kinds)))
            if BROKEN in kinds:
                holds = BROKEN
            return Family(entry.id, "zone", dims, holds, None, entry.get("capacity"))
        if section == "tracks":
            spaces = entry.get("spaces")
            kind = spaces if isinstance(spaces, str) else None
            if kind is not None:
                self.type_of(kind, entry, "spaces")
            return Family(entry.id, "track", dims, NUMBER, kind)
        value = self.type_of(entry.get("holds", "int"), entry, "holds")
        return Family(entry.id, "counter", dims, _storable(value))

    def _kind(self, entry: Entry) -> KindSymbol:
        fields = {
            name: self.type_of(text, entry, "fields", name)
            for name, text in entry.get("fields", {}).items()
        }
        states = {
            name: Family(
                f"{entry.id}.{name}", "state", (item(entry.id),),
                _storable(self.type_of(text, entry, "states", name)),
            )
            for name, text in entry.get("states", {}).items()
        }  # fmt: skip
        return KindSymbol(entry.id, fields, states, bool(entry.get("owned")), "start" in entry.data)

    def _gives(self, entry: Entry) -> Type:
        return self.type_of(entry.get("gives", "int"), entry, "gives")

    def _signature(self, entry: Entry) -> Signature:
        parameters = entry.get("params") or {}
        return Signature(
            entry.id,
            tuple((n, self.type_of(t, entry, "params", n)) for n, t in parameters.items()),
        )


def _storable(value: Type) -> Type:
    """A cell that refers to something can also hold `none`."""
    return value if value in (NUMBER, TRUTH) else maybe(value)


def _tags(resources: Iterable[Entry]) -> dict[str, tuple[str, ...]]:
    tags: dict[str, list[str]] = {}
    for entry in resources:
        for tag in entry.get("tags", ()):
            tags.setdefault(tag, []).append(entry.id)
    return {tag: tuple(ids) for tag, ids in tags.items()}


def _option(entry: Entry) -> OptionSymbol:
    return OptionSymbol(entry.id, entry.get("type"), tuple(map(str, entry.get("values", ()))))
