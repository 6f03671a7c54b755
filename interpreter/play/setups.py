"""Saved set-ups: which packs, of which versions and content, with which options, as a file.

A set-up is complete: whoever reads it plays the same game, or is told what differs.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from interpreter import codes
from interpreter.content.load import content_hash
from interpreter.content.packs import places, shown_path
from interpreter.content.selection import Selection
from interpreter.play.settings import option_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from interpreter.content.load import Loaded
    from interpreter.content.packs import Pack
    from interpreter.diagnostics import Report

FORMAT = 1
MOST_BYTES = 200_000


@dataclass(frozen=True, slots=True)
class Used:
    """A pack that a set-up names: the game, or an overlay."""

    id: str
    version: str
    content: str
    place: str
    """Where it was; empty for what is found by its id."""

    @property
    def name(self) -> str:
        """How to load it: from where it was if it is still there, else by its id."""
        return self.place if self.place and Path(self.place).exists() else self.id


@dataclass(frozen=True, slots=True)
class SetUp:
    """Everything that has to be settled before a game."""

    packs: tuple[Used, ...]
    content: str
    left_out: tuple[str, ...]
    kept: tuple[str, ...]
    players: int
    options: Mapping[str, str]

    @property
    def chosen(self) -> Selection:
        """What is put on the game and left out of it."""
        return Selection(tuple(p.name for p in self.packs[1:]), self.left_out, self.kept)

    def text(self) -> str:
        """Return the file."""
        packs = [
            {"id": p.id, "version": p.version, "content": p.content, "place": p.place}
            for p in self.packs
        ]
        return json.dumps(
            {
                "orloj": "set-up",
                "format": FORMAT,
                "packs": packs,
                "content": self.content,
                "without": list(self.left_out),
                "only": list(self.kept),
                "players": self.players,
                "options": dict(self.options),
            },
            indent=1,
            ensure_ascii=False,
        ) + "\n"  # fmt: skip


def set_up(loaded: Loaded, players: int, options: Mapping[str, int]) -> SetUp:
    """Return the set-up of a game that is about to begin."""
    ruleset = loaded.ruleset
    assert ruleset is not None, "only a sound pack is played"
    known = ruleset.options
    texts = {
        name: option_text(known[name], value)
        for name, value in options.items()
        if not known[name].players or players in known[name].players
    }
    return SetUp(
        tuple(_used(pack) for pack in loaded.packs), ruleset.fingerprint, ruleset.left_out,
        ruleset.kept, players, texts,
    )  # fmt: skip


def _used(pack: Pack) -> Used:
    place = "" if pack.where in places(pack.id) else shown_path(pack.where)
    return Used(pack.id, pack.version, content_hash(pack), place)


def read_set_up(text: str, report: Report) -> SetUp | None:
    """Return the set-up in a file; None, with a finding, if it is none."""
    try:
        if len(text) > MOST_BYTES:
            raise ValueError("too large")
        data = json.loads(text)
        if data["orloj"] != "set-up" or data["format"] != FORMAT:
            raise ValueError("another file")
        found = SetUp(
            tuple(Used(*(_text(p[k]) for k in ("id", "version", "content", "place")))
                  for p in data["packs"]),
            _text(data["content"]), _texts(data["without"]), _texts(data["only"]),
            int(data["players"]), {_text(k): _text(v) for k, v in data["options"].items()},
        )  # fmt: skip
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError):
        found = None
    if found is None or not found.packs:
        report.add(codes.UNREADABLE_SAVE, None, reason="it is no set-up of orloj, or damaged")
        return None
    return found


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    return value


def _texts(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise TypeError(value)
    return tuple(_text(v) for v in value)


def agrees(wanted: SetUp, loaded: Loaded, report: Report) -> bool:
    """Whether the packs found are those of a set-up; each that differs is a finding."""
    found = {pack.id: pack for pack in loaded.packs}
    for used in wanted.packs:
        expected = f"{used.id} {used.version} (content {used.content[:12]})"
        pack = found.pop(used.id, None)
        if pack is None:
            report.add(codes.SETUP_DIFFERS, None, expected=expected, found="no such pack")
        elif content_hash(pack) != used.content or pack.version != used.version:
            told = f"{pack.id} {pack.version} (content {content_hash(pack)[:12]})"
            at = pack.head.span("version")
            report.add(codes.SETUP_DIFFERS, at, expected=expected, found=told)
    for pack in found.values():
        at, told = pack.head.span("id"), f"{pack.id} {pack.version} too"
        report.add(codes.SETUP_DIFFERS, at, expected="fewer packs", found=told)
    if report.ok and loaded.ruleset is not None and loaded.ruleset.fingerprint != wanted.content:
        told = f"content {loaded.ruleset.fingerprint[:12]}"
        report.add(codes.SETUP_DIFFERS, None, expected=f"content {wanted.content[:12]}", found=told)
    return report.ok
