"""From the text of a save or record to a game, or to the finding that says why not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter import codes
from interpreter.content.versions import ENGINE
from interpreter.engine.form import form
from interpreter.engine.game import Game
from interpreter.engine.impossible import Impossible, PackError
from interpreter.engine.record import Header, Saved, Unusable, read_save
from interpreter.engine.table import table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter.content.ruleset import PackRef, Ruleset
    from interpreter.diagnostics import Report

_DAMAGE = (IndexError, KeyError, TypeError, ValueError, AssertionError, Impossible, PackError)
"""What a state that was forged, yet has a matching hash, may lead to."""


def restored(ruleset: Ruleset, text: str, report: Report) -> Game | None:
    """Return the game a save holds, listening; None, with a finding, if it cannot be used."""
    saved = opened(text, report)
    return None if saved is None else resumed(ruleset, saved, report)


def opened(text: str, report: Report) -> Saved | None:
    """Return what a save holds; None, with a finding, if it is none."""
    try:
        return read_save(text)
    except Unusable as unusable:
        report.add(codes.UNREADABLE_SAVE, None, reason=unusable.reason)
        return None


def resumed(ruleset: Ruleset, saved: Saved, report: Report) -> Game | None:
    """Return the game of a save that was made with this content and this form of states."""
    header, cells = saved.header, saved.cells
    if not belongs(ruleset, header, report):
        return None
    try:
        found = form(table(ruleset, header.players, header.options))
        if header.form != found:
            report.add(
                codes.STATE_OF_OTHER_FORM, None,
                expected=_form(header.engine, header.form), found=_form(ENGINE, found),
            )  # fmt: skip
            return None
        game = Game.restore(ruleset, header.players, header.options, header.seed, cells)
        if len(cells) != game.table.layout.size:
            raise ValueError("a state of another size")
    except _DAMAGE:
        report.add(codes.UNREADABLE_SAVE, None, reason="its state does not fit the pack")
        return None
    game.listen()
    return game


def _form(engine: str, found: str) -> str:
    return f"orloj {engine} (form {found})" if found else "an orloj that named no form"


def belongs(ruleset: Ruleset, header: Header, report: Report) -> bool:
    """Whether a save or record was made with this content and with options it has."""
    pack = ruleset.pack
    if (header.pack, header.content) != (pack.id, ruleset.fingerprint):
        expected = _version(header.pack, header.version, header.content, header.overlays)
        found = _version(pack.id, pack.version, ruleset.fingerprint, ruleset.overlays)
        report.add(codes.SAVE_OF_OTHER_CONTENT, None, expected=expected, found=found)
        return False
    options = ruleset.options
    legal = header.options.keys() == options.keys() and all(
        options[name].least <= value <= options[name].most for name, value in header.options.items()
    )
    if not legal or not pack.least_players <= header.players <= pack.most_players:
        report.add(codes.UNREADABLE_SAVE, None, reason="its head is damaged")
        return False
    return True


def _version(pack: str, version: str, content: str, overlays: Sequence[PackRef]) -> str:
    more = "".join(f" with {p.id} {p.version}" for p in overlays)
    return f"{pack} {version}{more} (content {content[:12]})"
