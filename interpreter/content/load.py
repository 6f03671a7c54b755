"""Packs to rulesets: the way in. Never stops at the first problem and never raises for one."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter import codes
from interpreter.content.build import build_entries, fingerprint
from interpreter.content.clashes import report_clashes
from interpreter.content.history import ABSENT
from interpreter.content.overlay import Merging, taken_away
from interpreter.content.packs import (
    Pack,
    find_pack,
    places,
    read_pack,
    read_place,
    shipped_overlays,
    shipped_packs,
)
from interpreter.content.pause import uncollected
from interpreter.content.requirements import Choice
from interpreter.content.ruleset import PackRef
from interpreter.content.selection import left_out
from interpreter.content.tombstones import check_tombstones
from interpreter.diagnostics import Report, near
from interpreter.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter.content.compile import Locate
    from interpreter.content.entries import Entries
    from interpreter.content.history import Past
    from interpreter.content.ruleset import Ruleset
    from interpreter.lang.nodes import Place
    from interpreter.source import Span

__all__ = ["Loaded", "find_pack", "load", "shipped_overlays", "shipped_packs"]


@dataclass(frozen=True, slots=True)
class Loaded:
    """What loading a pack gave: a ruleset unless something is wrong, and every finding."""

    ruleset: Ruleset | None
    report: Report
    places: tuple[Locate, ...] = ()
    entries: Entries | None = None
    """What the ruleset was made of, with the changes of overlays."""
    history: tuple[Past, ...] = ()
    packs: tuple[Pack, ...] = ()
    """The game first, then its overlays in their order."""

    def locate(self, program: int, place: Place) -> Span | None:
        """Return where some characters of a program's text stand in its file."""
        return self.places[program](place) if program < len(self.places) else None

    def pack_of(self, path: str) -> str:
        """Return the id of the pack a file belongs to."""
        for pack in self.packs:
            if any(tree.source.path == path for tree in pack.trees):
                return pack.id
        return self.packs[0].id if self.packs else ""


@uncollected
def load(
    name: str,
    overlays: Sequence[str] = (),
    without: Sequence[str] = (),
    only: Sequence[str] = (),
) -> Loaded:
    """Load a pack by name or path, with overlays put on it.

    An overlay can be named alone: it is put on the game it changes. `without` leaves entries out
    by id, `only` (`KIND=ID,ID`) all items of a kind but these.
    """
    report = Report()
    named = read_pack(name, report)
    base = named if named is None or not named.base else _base(named, report)
    if base is None or named is None:
        return Loaded(None, report)
    choice = Choice(base, report)
    if named is not base:
        choice.take(named)
    for overlay in overlays:
        choice.add(overlay)
    ordered = choice.ordered()
    packs = (base, *ordered)
    if not report.ok:
        return Loaded(None, report, packs=packs)
    merging = _merged(base, ordered, choice, report)
    left_out(merging, without, only)
    made = _built(merging, packs, name, report)
    if made.ruleset is None:
        return made
    names = tuple(sorted(set(without))), tuple(sorted(set(only)))
    return replace(made, ruleset=replace(made.ruleset, left_out=names[0], kept=names[1]))


def _base(overlay: Pack, report: Report) -> Pack | None:
    """Return the game an overlay changes."""
    found = places(overlay.base)
    beside = overlay.where.parent / overlay.base
    if not found and beside.is_dir():
        found = (beside,)
    if len(found) != 1:
        at = overlay.head.span("changes")
        known = near(overlay.base, shipped_packs()) or shipped_packs()
        report.add(codes.UNKNOWN_PACK, at, name=overlay.base, near=known)
        return None
    base = read_place(found[0], overlay.base, report)
    if base is not None and base.base:
        at = overlay.head.span("changes")
        report.add(codes.OVERLAY_BASE, at, pack=base.id, base=base.base, found=overlay.id)
        return None
    return base


def _merged(base: Pack, ordered: Sequence[Pack], choice: Choice, report: Report) -> Merging:
    merging = Merging(base, frozenset({base.id, *(p.id for p in ordered)}), report)
    changes = [change for pack in ordered for change in merging.put(pack)]
    report_clashes(changes, choice, report)
    check_tombstones((base, *ordered), report)
    for tree in base.trees:
        for key in ("changes", "if"):
            if key in tree.data:
                report.add(codes.KEY_NOT_USED, tree.key_span((key,)), what=f"`{key}`")
    return merging


def _built(merging: Merging, packs: tuple[Pack, ...], name: str, report: Report) -> Loaded:
    entries = merging.entries()
    history = tuple(merging.history)
    made = Loaded(None, report, (), entries, history, packs)
    if not report.ok:
        return made
    refs = tuple(PackRef(p.id, p.version, content_hash(p)) for p in packs[1:])
    built = build_entries(entries, report, name, refs)
    if built is None or not report.ok:
        return replace(made, report=_explained(report, history))
    return replace(made, ruleset=built.ruleset, places=built.places)


def _explained(report: Report, history: Sequence[Past]) -> Report:
    """Return findings with a note where a name is unknown because an overlay took it away."""
    gone = {p.path[0]: p.path for p in history if p.new is ABSENT and len(p.path) == 1}
    if not gone:
        return report
    told = Report()
    for finding in report.diagnostics:
        names = [name for name in gone if f"`{name}`" in finding.message]
        notes = [note for name in names for note in taken_away(history, gone[name])]
        told.keep(replace(finding, notes=(*finding.notes, *notes)))
    return told


def content_hash(pack: Pack) -> str:
    """Return a hash of a pack's own content; the order of its files does not matter."""
    return fingerprint(
        pack.entries, [tree.data.get("changes") for tree in pack.trees if "changes" in tree.data]
    )
