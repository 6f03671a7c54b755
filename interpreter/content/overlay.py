"""Overlays put on a pack: their changes applied to its entries, their own entries put behind.

Overlays come in their order of use. A merged entry keeps, for every value an overlay has set, the
place in the overlay's file; every change leaves a line in the history.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from interpreter import codes
from interpreter.content.changes import Change, counting, read_changes
from interpreter.content.declare import NAMED
from interpreter.content.edits import EDITS, Refused
from interpreter.content.entries import SECTIONS, Entries, Entry, gather
from interpreter.content.history import ABSENT, Past
from interpreter.content.paths import Segments, Value, grown, segments, written
from interpreter.content.schema import validate_entry
from interpreter.diagnostics import Note, near

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from interpreter.content.packs import Pack
    from interpreter.diagnostics import Report

_SINGLE = ("pack", "flow")
_FIXED = frozenset({"id", "version", "engine", "changes", "renamed", "removed"})
"""Keys of the section `pack` that say which pack it is, and of which only itself may speak."""


@dataclass(slots=True)
class Slot:
    """An entry among the merged ones; `value` once something has changed it."""

    section: str
    entry: Entry
    value: Value | None = None
    gone: bool = False
    fresh: bool = False
    """Brought by the overlay that is being put on."""

    @property
    def name(self) -> str:
        """The name by which paths begin: id, English text, or `pack` and `flow`."""
        if self.section in _SINGLE:
            return self.section
        return self.entry.id or str(self.entry.get("en", ""))

    def opened(self) -> Value:
        """Return its value, ready to be changed."""
        if self.value is None:
            e = self.entry
            self.value = grown(e.tree, e.path, dict(e.data))
        return self.value

    def closed(self) -> Entry:
        """Return its entry as it is now."""
        if self.value is None:
            return self.entry
        places = dict(self.value.places())
        root = self.value.place
        return replace(
            self.entry, tree=root.tree, path=root.path, data=self.value.plain(), overlaid=places
        )


@dataclass
class Merging:
    """A pack with overlays being put on it, one after the other."""

    base: Pack
    present: frozenset[str]
    report: Report
    slots: list[Slot] = field(default_factory=list)
    history: list[Past] = field(default_factory=list)
    heads: list[Entry] = field(default_factory=list)
    """The sections `pack` of the packs in use; their tombstones are asked."""
    packs: list[Pack] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.slots = list(_slots(self.base.entries))
        self.heads = [self.base.head]
        self.packs = [self.base]

    def put(self, overlay: Pack) -> tuple[Change, ...]:
        """Put the entries of an overlay behind, make its changes, return what was changed."""
        self.packs.append(overlay)
        trees = tuple(counting(overlay, self.present, self.report))
        entries = gather(trees)
        for flow in entries.flows:
            advice = "write `changes:` with a path such as `flow.round`"
            self.report.add(
                codes.NOT_IN_OVERLAY, flow.tree.key_span(("flow",)), section="flow", advice=advice
            )
        fresh = [s for s in _slots(entries) if s.section not in _SINGLE]
        for slot in fresh:
            slot.fresh = True
        self.slots += fresh
        changes = tuple(
            self._apply(change) for change in read_changes(overlay, self.present, self.report)
        )
        for slot in fresh:
            slot.fresh = False
            self._refuse_double(slot)
        self.heads.append(overlay.head)
        return changes

    def entries(self) -> Entries:
        """Return the merged entries; what no longer has the shape of one is reported."""
        for slot in self.slots:
            if slot.value is not None and not slot.gone:
                validate_entry(slot.closed(), slot.section, self.report)
        closed = [(s.section, s.closed()) for s in self.slots if not s.gone]

        def of(section: str) -> list[Entry]:
            return [entry for name, entry in closed if name == section]

        return Entries(
            {s: tuple(sorted(of(s), key=lambda e: e.id or str(e.get("en", "")))) for s in SECTIONS},
            tuple(sorted(of("items"), key=lambda e: e.kind)),
            tuple(of("pack")),
            tuple(of("flow")),
        )

    def _refuse_double(self, slot: Slot) -> None:
        """Report and leave out an entry of an overlay whose id another pack has given."""
        for other in self.slots:
            if other is slot:
                return
            single = {other.section, slot.section} == {"kinds", "items"} and (
                slot.entry.kind == slot.name or other.entry.kind == other.name
            )
            if other.gone or single or _space(other) != _space(slot) or other.name != slot.name:
                continue
            if slot.section == "texts" and other.closed().data == slot.entry.data:
                continue
            key = "en" if slot.section == "texts" else "id"
            note = Note(f"`{self._owner(other)}` has it first", other.entry.span(key))
            what = other.section.removesuffix("s") if not other.entry.kind else other.entry.kind
            what = f"{'an' if what[0] in 'aeio' else 'a'} {what}"
            advice = "choose another id"
            if key == "id" and self._owner(other) == self.base.id:
                advice += f", or change the one there is: `set: {slot.name}.KEY`"
            self.report.add(
                codes.DUPLICATE_ID, slot.entry.span(key), notes=(note,), name=slot.name,
                what=what, advice=advice,
            )  # fmt: skip
            slot.gone = True

    def _owner(self, slot: Slot) -> str:
        path = slot.entry.tree.source.path
        for pack in self.packs:
            if any(tree.source.path == path for tree in pack.trees):
                return pack.id
        return self.base.id

    # --- one change

    def _apply(self, change: Change) -> Change:
        """Make a change and return it with its target as it is written in full."""
        slot, rest = self._slot(change, change.target)
        if slot is None:
            return change
        change = replace(change, target=(slot.name, *rest))
        if slot.section == "pack" and (not rest or rest[0] in _FIXED):
            self._refuse(change, "it says which pack this is", "")
        elif rest[:1] == ("id",):
            self._refuse(change, "other content names it", "add a new entry instead")
        elif not rest:
            self._whole(change, slot)
        elif change.operation == "replace":
            self._refuse(change, "it is no entry", f"write `set: {written(change.target)}`")
        else:
            self._inside(change, slot, rest)
        return change

    def _whole(self, change: Change, slot: Slot) -> None:
        old = slot.opened().plain()
        if change.operation == "remove" and "value" not in change.data and slot.section != "flow":
            slot.gone = True
            self._note(change, old, ABSENT)
        elif change.operation == "replace":
            kept = {key: old[key] for key in ("id", "en") if key in old}
            given = {"source": change.source} if "source" in old else {}
            new = {**kept, **given, **change.data["with"]}
            if any(new[key] != kept[key] for key in kept):
                self._refuse(change, "other content names it", "leave it out of `with`")
                return
            value = grown(change.tree, (*change.path, "with"), new, change.source)
            slot.value = value
            self._note(change, old, new)
        else:
            has = ", ".join(f"`{key}`" for key in old)
            self._refuse(change, "it is an entry", f"name one of its keys: {has}")

    def _inside(self, change: Change, slot: Slot, rest: Segments) -> None:
        owner = slot.opened()
        for number, step in enumerate(rest[:-1]):
            child = owner.child(step)
            if child is None:
                self._missing(change, owner, len(change.target) - len(rest) + number)
                return
            owner = child
        found = owner.matching(rest[-1])
        if change.operation == "add":
            edit = EDITS["add"]
        elif len(found) != 1:
            self._missing(change, owner, len(change.target) - 1, len(found))
            return
        else:
            edit = EDITS[change.operation]
        try:
            old, new = edit(change, owner, rest[-1])
        except Refused as refused:
            self.report.add(
                refused.code, change.span(*refused.keys), notes=(), fix=None, about="",
                **{"path": written(change.target), **dict(refused.values)},
            )  # fmt: skip
            return
        self._note(change, old, new)

    def _note(self, change: Change, old: Any, new: Any) -> None:
        self.history.append(
            Past(change.target, change.pack, change.operation, change.span(), old, new,
                 change.source)
        )  # fmt: skip

    def _refuse(self, change: Change, why: str, advice: str) -> None:
        self.report.add(
            codes.CANNOT_CHANGE, change.span(), operation=change.verb,
            path=written(change.target), why=why, advice=advice,
        )  # fmt: skip

    # --- finding

    def _slot(self, change: Change, path: Segments) -> tuple[Slot | None, Segments]:
        """Return the entry a path begins with, and the steps behind it."""
        found = [s for s in self.slots if s.name == path[0] and not s.gone]
        if not found and len(path) > 1 and path[0] in (*SECTIONS, "items"):
            found = [s for s in self.slots
                     if s.section == path[0] and s.name == path[1] and not s.gone]  # fmt: skip
            path = path[1:]
        # Whoever takes an entry away and brings one of the same id means the one that was there.
        found = [s for s in found if not s.fresh] or found
        if len(found) > 1 and len(path) > 1:
            # A kind and its single item may share an id; the one that has the key is meant.
            having = [s for s in found if path[1] in s.entry.data]
            items = [s for s in having if s.section == "items"]
            found = items or having or found[-1:]
        elif len(found) > 1:
            sections = " or ".join(f"`{s.section}.{path[0]}`" for s in found)
            self._refuse(change, "this is the name of several entries", f"write {sections}")
            return None, ()
        if not found:
            self._missing(change, None, len(change.target) - len(path))
            return None, ()
        return found[0], path[1:]

    def _missing(self, change: Change, owner: Value | None, at: int, times: int = 0) -> None:
        path = change.target
        if self._tombstone(change):
            return
        if owner is None:
            known = tuple(s.name for s in self.slots if not s.gone)
            what, meant = f"there is no `{path[at]}`", near(path[at], known)
        else:
            meant = near(path[at], owner.there())
            what = f"`{written(path[:at])}` {_has(owner, path[at], times)}"
        advice = "write " + ", ".join(f"`{word}`" for word in meant) if meant else ""
        if not meant and owner is not None and isinstance(owner.inner, dict):
            advice = f"to put it there, write `add: {written(path)}`" if at + 1 == len(path) else ""
        self.report.add(
            codes.NO_TARGET, change.span(), notes=taken_away(self.history, path),
            path=written(path), pack=_named(self.base), owner=what, advice=advice,
        )  # fmt: skip

    def _tombstone(self, change: Change) -> bool:
        """Report a target that a pack says is gone or has another name."""
        path = change.target
        for head in self.heads:
            for length in range(len(path), 0, -1):
                name, rest = written(path[:length]), path[length:]
                now = (head.get("renamed") or {}).get(name)
                since = (head.get("removed") or {}).get(name)
                if now is None and since is None:
                    continue
                whole = written((*(segments(str(now)) or ()), *rest)) if now else ""
                told = f"`{name}` is called `{now}` now" if now else f"gone since {since}"
                self.report.add(
                    codes.TARGET_GONE, change.span(), path=written(path), pack=_named(self.base),
                    tombstone=told, advice=f"write `{whole}`" if whole else "",
                )  # fmt: skip
                return True
        return False


def taken_away(history: Sequence[Past], path: Segments) -> tuple[Note, ...]:
    """Return notes on the changes that took away what a path leads to."""
    return tuple(
        Note(f"`{past.pack}` has taken `{written(past.path)}` away", past.span)
        for past in history
        if past.new is ABSENT and path[: len(past.path)] == past.path
    )


def _space(slot: Slot) -> str:
    """Return in which space of names an entry has its id."""
    return "" if slot.section in NAMED else slot.section


def _has(owner: Value, step: str, times: int) -> str:
    """Say what there is in the place of a step that leads nowhere, or to several parts."""
    there = owner.there()
    if times > 1:
        return f"holds `{step}` {times} times"
    if owner.inner is None:
        return f"is `{owner.plain()}`"
    if not there:
        return "is empty"
    return "has " + ", ".join(f"`{' '.join(str(t).split())[:40]}`" for t in there[:12])


def _named(pack: Pack) -> str:
    return f"{pack.id} {pack.version}"


def _slots(entries: Entries) -> Iterator[Slot]:
    sections: Mapping[str, Sequence[Entry]] = {
        **entries.sections, "items": entries.items, "pack": entries.packs, "flow": entries.flows,
    }  # fmt: skip
    for section, found in sections.items():
        for entry in found:
            yield Slot(section, entry)
