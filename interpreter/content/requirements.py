"""Which overlays are put on a game, and in which order: depth of what they require, then id.

What an overlay requires is found and put on too. The order in which packs were named or found
never matters.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from interpreter import codes
from interpreter.content.packs import Pack, known_packs, places, read_pack, read_place, shown_path
from interpreter.content.versions import ENGINE, fits
from interpreter.diagnostics import Note, near

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from interpreter.diagnostics import Report
    from interpreter.source import Span


@dataclass
class Choice:
    """The packs of one load: a game and overlays by id."""

    base: Pack
    report: Report
    overlays: dict[str, Pack] = field(default_factory=dict)

    def add(self, name: str) -> None:
        """Take an overlay, by name or path, and whatever it requires."""
        pack = read_pack(name, self.report)
        if pack is not None:
            self.take(pack)

    def take(self, pack: Pack) -> None:
        """Take an overlay that is read, and whatever it requires."""
        known = self.overlays.get(pack.id)
        if known is not None or pack.id == self.base.id:
            other = known or self.base
            if other.where.resolve() != pack.where.resolve():
                shown = tuple(sorted(shown_path(p.where) for p in (other, pack)))
                note = Note("the other is here", other.head.span("id"))
                self.report.add(codes.TWO_PACKS, pack.head.span("id"), notes=(note,),
                                name=pack.id, places=shown)  # fmt: skip
            return
        if not pack.base:
            self.report.add(codes.NOT_AN_OVERLAY, pack.head.span("id"), name=pack.id)
            return
        self.overlays[pack.id] = pack
        for index, need in enumerate(pack.head.get("requires", ())):
            if need["pack"] not in (*self.overlays, self.base.id):
                self._require(pack, index, need["pack"])

    def _require(self, pack: Pack, index: int, name: str) -> None:
        found = places(name)
        beside = pack.where.parent / name
        if not found and beside.is_dir():
            found = (beside,)
        if len(found) != 1:
            at = pack.head.span("requires", index, "pack")
            known = near(name, known_packs()) if not found else ()
            self.report.add(codes.PACK_NOT_FOUND, at, pack=pack.id, name=name, near=known)
            return
        other = read_place(found[0], name, self.report)
        if other is not None:
            self.take(other)

    # --- what must hold between them

    def ordered(self) -> tuple[Pack, ...]:
        """Return the overlays in the order in which they are put on; report what is wrong."""
        self._engine(self.base)
        for pack in self._sorted():
            self._engine(pack)
            self._fits_base(pack)
            self._fits_others(pack)
            self._conflicts(pack)
        circle = self._circle()
        if circle:
            self._tell_circle(circle)
            return ()
        return tuple(sorted(self.overlays.values(), key=lambda p: (self._depth(p), p.id)))

    def before(self, pack: str) -> frozenset[str]:
        """Return the overlays that one requires, or knows as optional, near and far."""
        found: set[str] = set()
        waiting = [pack]
        while waiting:
            for name, _ in self._needs(self.overlays[waiting.pop()]):
                if name not in found:
                    found.add(name)
                    waiting.append(name)
        return frozenset(found)

    def _sorted(self) -> Iterable[Pack]:
        return (self.overlays[id_] for id_ in sorted(self.overlays))

    def _needs(self, pack: Pack) -> Iterator[tuple[str, Span]]:
        """Yield what must come before an overlay, of what is in use."""
        for key in ("requires", "optional"):
            for index, need in enumerate(pack.head.get(key, ())):
                if need["pack"] in self.overlays:
                    yield need["pack"], pack.head.span(key, index, "pack")

    def _depth(self, pack: Pack) -> int:
        return 1 + max((self._depth(self.overlays[n]) for n, _ in self._needs(pack)), default=0)

    def _engine(self, pack: Pack) -> None:
        at, wanted = pack.head.span("engine"), str(pack.head.get("engine"))
        self._compare(
            fits(ENGINE, wanted), at, codes.ENGINE_VERSION, pack=pack.id, range=wanted, found=ENGINE
        )

    def _fits_base(self, pack: Pack) -> None:
        if pack.base != self.base.id:
            at = pack.head.span("changes")
            self.report.add(
                codes.OVERLAY_BASE, at, pack=pack.id, base=pack.base, found=self.base.id
            )
            return
        wanted = str(pack.head.get("for"))
        self._compare(
            fits(self.base.version, wanted), pack.head.span("for"), codes.BASE_VERSION,
            Note("its version", self.base.head.span("version")), pack=pack.id, base=self.base.id,
            range=wanted, found=self.base.version,
        )  # fmt: skip

    def _fits_others(self, pack: Pack) -> None:
        for key in ("requires", "optional"):
            for index, need in enumerate(pack.head.get(key, ())):
                wanted = str(need["version"])
                other = self.overlays.get(need["pack"])
                if need["pack"] == self.base.id:
                    other = self.base
                version = other.version if other else "0"
                note = Note("its version", other.head.span("version")) if other else None
                known = fits(version, wanted)
                if other is None and known is not None:
                    continue
                self._compare(
                    known, pack.head.span(key, index, "version"), codes.REQUIRED_VERSION, note,
                    pack=pack.id, name=need["pack"], range=wanted, found=version,
                )  # fmt: skip

    def _compare(
        self, known: bool | None, at: Span, code: codes.Code, note: Note | None = None,
        **values: object,
    ) -> None:  # fmt: skip
        notes = (note,) if note else ()
        if known is None:
            self.report.add(codes.BAD_RANGE, at, range=values["range"])
        elif not known:
            self.report.add(code, at, notes=notes, fix=None, about="", **values)

    def _conflicts(self, pack: Pack) -> None:
        for index, name in enumerate(pack.head.get("conflicts", ())):
            other = self.overlays.get(name)
            if name == self.base.id:
                other = self.base
            if other is not None:
                note = Note("the other is here", other.head.span("id"))
                self.report.add(
                    codes.PACKS_CONFLICT, pack.head.span("conflicts", index), notes=(note,),
                    pack=pack.id, other=name,
                )  # fmt: skip

    def _circle(self) -> tuple[str, ...]:
        """Return overlays that need each other in a circle, the first by id in front."""
        for start in sorted(self.overlays):
            paths: list[tuple[str, ...]] = [(start,)]
            seen: set[str] = set()
            while paths:
                path = paths.pop(0)
                for name, _ in self._needs(self.overlays[path[-1]]):
                    if name == start:
                        return path
                    if name not in seen:
                        seen.add(name)
                        paths.append((*path, name))
        return ()

    def _tell_circle(self, circle: tuple[str, ...]) -> None:
        links = zip(circle, (*circle[1:], circle[0]), strict=True)
        places = [
            next(span for name, span in self._needs(self.overlays[one]) if name == other)
            for one, other in links
        ]
        notes = tuple(
            Note(f"`{one}` needs the next", at)
            for one, at in zip(circle[1:], places[1:], strict=True)
        )
        path = " -> ".join(f"`{id_}`" for id_ in (*circle, circle[0]))
        self.report.add(codes.PACK_CYCLE, places[0], notes=notes, path=path)
