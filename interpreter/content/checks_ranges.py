"""Numbers of declarations that contradict each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter import codes
from interpreter.diagnostics import Note

if TYPE_CHECKING:
    from collections.abc import Iterable

    from interpreter.content.entries import Entry
    from interpreter.content.soundness import Subject
    from interpreter.diagnostics import Report


def ranges(subject: Subject, report: Report) -> None:
    """Report a least above a most, a start outside, players a pack is not for."""
    entries = subject.entries
    for x in entries.packs:
        _order(x, ("players", "min"), ("players", "max"), report)
    for x in (*entries["resources"], *entries["counters"]):
        _order(x, ("min",), ("max",), report)
        _inside(x, "start", x.get("min"), x.get("max"), report)
    for x in entries["tracks"]:
        _inside(x, "start", 0, subject.ruleset.counters[x.id].most, report)
    for x in entries["options"]:
        _option(x, report)
    players = entries.packs[0].get("players")
    for section in ("options", "seats"):
        for x in entries[section]:
            _players(x, "players", x.get("players", ()), players, report)
    for x in entries["examples"]:
        if "players" in x.data:
            _players(x, "players", [x.get("players")], players, report)


def _order(x: Entry, low: tuple[str, ...], high: tuple[str, ...], report: Report) -> None:
    least, most = _value(x, low), _value(x, high)
    if isinstance(least, int) and isinstance(most, int) and least > most:
        what = f"the least, {least}, is above the most, {most}"
        note = Note("the most is here", x.span(*high))
        report.add(codes.UPSIDE_DOWN, x.span(*low), notes=(note,), what=what, advice="swap the two")


def _inside(x: Entry, key: str, least: object, most: object, report: Report) -> None:
    value = x.get(key)
    if isinstance(value, bool) or not isinstance(value, int):
        return
    if isinstance(least, int) and isinstance(most, int) and least > most:
        return  # told already
    if isinstance(least, int) and value < least:
        what = f"`{key}` is {value}, below the least, {least}"
        report.add(codes.UPSIDE_DOWN, x.span(key), what=what, advice="write a number between")
    if isinstance(most, int) and value > most:
        what = f"`{key}` is {value}, above the most, {most}"
        report.add(codes.UPSIDE_DOWN, x.span(key), what=what, advice="write a number between")


def _option(x: Entry, report: Report) -> None:
    if x.get("type") == "number":
        _order(x, ("min",), ("max",), report)
        _inside(x, "default", x.get("min"), x.get("max"), report)
    values = x.get("values", ())
    if x.get("type") == "choice" and x.get("default") not in values:
        report.add(
            codes.NOT_ONE_OF, x.span("default"), what="`default`", found=f"`{x.get('default')}`",
            choices=tuple(map(str, values)),
        )  # fmt: skip


def _players(
    x: Entry, key: str, wanted: Iterable[int], players: dict[str, int], report: Report
) -> None:
    for number in wanted:
        if not players["min"] <= number <= players["max"]:
            what = f"the pack is for {players['min']} to {players['max']} players, not for {number}"
            report.add(codes.UPSIDE_DOWN, x.span(key), what=what, advice="write another number")


def _value(x: Entry, keys: tuple[str, ...]) -> object:
    value: object = x.data
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value
