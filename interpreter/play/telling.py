"""Events as sentences, for one seat: what it may not know is not told."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from interpreter.engine import events as ev
from interpreter.engine.view import hidden
from interpreter.lang import ops
from interpreter.lang.ir import NOTHING
from interpreter.play.panels import families_shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from interpreter.engine.link import Cells
    from interpreter.play.words import Words

_Group = list[Any]
"""Neighbouring events that make one sentence."""


class Teller:
    """Tells the events of one game. Counters are told if they are tracks or on a panel."""

    def __init__(self, words: Words) -> None:
        self.words, self.ruleset = words, words.ruleset
        tracks = {id_ for id_, c in self.ruleset.counters.items() if c.track is not None}
        self._told = tracks | families_shown(self.ruleset.panels)

    def sentences(
        self,
        events: Sequence[ev.Event],
        cells: Cells,
        seat: int | None,
        *,
        silent: Iterable[int] = (),
    ) -> list[str]:
        """Return sentences for events; choices of the `silent` seats are left out."""
        unseen, quiet = hidden(self.words.table, cells, seat), frozenset(silent)
        found: list[str] = []
        for group in _groups(_without_scoring(events)):
            first = group[0]
            if isinstance(first, ev.Chosen) and (first.forced or first.player in quiet):
                continue
            text = self._sentence(group, cells, seat, unseen)
            if text:
                found.append(text)
        return _counted(found, self.words)

    def _sentence(
        self, group: _Group, cells: Cells, seat: int | None, unseen: frozenset[int]
    ) -> str | None:
        words, first = self.words, group[0]
        match first:
            case ev.Gained() | ev.Paid():
                return self._because(self._amounts(group), first.cause)
            case ev.Changed():
                return self._because(
                    self._change(first.family, first.cell, first.old, group[-1].new), first.cause
                )
            case ev.Moved():
                return self._because(self._move(first, seat, unseen), first.cause)
            case ev.Shuffled():
                family = words.layout.family_of(first.zone)
                return words.say("shuffled", what=words.cell(family, first.zone))
            case ev.Chosen():
                what = words.key(first.key, cells, seat)
                text = words.say("chooses", player=words.player(first.player), what=what)
                return self._because(text, first.cause)
            case ev.TurnBegan():
                player = "" if first.player < 0 else words.player(first.player)
                return words.say("turn", round=first.round, player=player) if player else None
            case _:
                return self._rest(first)

    def _rest(self, event: ev.Event) -> str | None:
        words = self.words
        match event:
            case ev.Rolled():
                return (
                    self._because(words.say("rolled", n=event.value), event.cause)
                    if self._is_number(event)
                    else None
                )
            case ev.Scored():
                if not event.points:
                    return None
                player, what = words.player(event.player), words.name(event.score)
                return words.say("scores", player=player, n=event.points, what=what)
            case ev.Ended():
                return words.say("ends", why=words.text(event.reason))
            case _:
                return None

    def _because(self, text: str | None, cause: ev.Cause) -> str | None:
        why = self.words.owner(cause[0])
        return self.words.say("because", what=text, why=why) if text and why else text

    def _amounts(self, group: _Group) -> str:
        first = group[0]
        key = "pays" if isinstance(first, ev.Paid) else "gains" if first.amount > 0 else "loses"
        what = self.words.amounts((e.resource, abs(e.amount)) for e in group)
        return self.words.say(key, player=self.words.player(first.player), what=what)

    # --- places

    def _change(self, family: str, cell: int, old: int, new: int) -> str | None:
        if family not in self._told or old == new:
            return None
        shown = [self._value(family, value) for value in (old, new)]
        return self.words.say(
            "changes", what=self.words.cell(family, cell), old=shown[0], new=shown[1]
        )

    def _value(self, family: str, value: int) -> str:
        counter, words = self.ruleset.counters[family], self.words
        if counter.track is not None:
            kind = counter.track.space_kind
            return (
                str(value)
                if kind is None
                else words.component(words.layout.ranges[kind].start + value)
            )
        if counter.holds.base == "truth":
            return words.say("yes" if value else "no")
        return str(value) if counter.holds.base == "number" else words.index(counter.holds, value)

    def _move(self, event: ev.Moved, seat: int | None, unseen: frozenset[int]) -> str | None:
        words, layout = self.words, self.words.layout
        source, target = event.source, event.target
        if source == target:
            return None
        seen = self._visible(source, seat) or self._visible(target, seat)
        component = event.component
        secret = frozenset() if seen and component not in unseen else frozenset({component})
        if self._visible(target, seat) or self._visible(source, seat):
            secret = frozenset()
        what = words.component(component, unseen=secret)
        where = words.cell(layout.family_of(target), target)
        if source == NOTHING:
            return words.say("comes", what=what, target=where)
        return words.say(
            "moves", what=what, source=words.cell(layout.family_of(source), source), target=where
        )

    def _visible(self, place: int, seat: int | None) -> bool:
        """Whether this seat sees what lies at a place."""
        if place == NOTHING:
            return False
        layout = self.words.layout
        family = layout.family_of(place)
        visible, dims = layout.blocks[family].visible, self.ruleset.zones[family].dims
        if visible != "owner":
            return visible == "all"
        owner = layout.indices(family, place)[0] if dims and dims[0].base == "player" else NOTHING
        return seat is not None and owner == seat

    def _is_number(self, event: ev.Rolled) -> bool:
        program, position = event.cause
        return isinstance(self.ruleset.programs[program].program.ops[position], ops.RollNumber)


def _without_scoring(events: Sequence[ev.Event]) -> Iterator[ev.Event]:
    """Leave out points gained by a score, which its own event tells."""
    for event, following in pairwise([*events, None]):
        if event is None or (isinstance(event, ev.Gained) and isinstance(following, ev.Scored)):
            continue
        yield event


def _groups(events: Iterable[ev.Event]) -> Iterator[_Group]:
    group: _Group = []
    for event in events:
        if group and _belongs(group[-1], event):
            group.append(event)
            continue
        if group:
            yield group
        group = [event]
    if group:
        yield group


def _belongs(last: ev.Event, event: ev.Event) -> bool:
    """Whether two neighbouring events are one fact to a reader."""
    match last, event:
        case (ev.Gained(), ev.Gained()) | (ev.Paid(), ev.Paid()):
            same_way = (last.amount > 0) == (event.amount > 0)
            return (last.player, last.cause) == (event.player, event.cause) and same_way
        case ev.Changed(), ev.Changed():
            return last.cell == event.cell
        case _:
            return False


def _counted(sentences: list[str], words: Words) -> list[str]:
    """Join equal neighbours: `3 × card: deck → hand`."""
    found: list[tuple[str, int]] = []
    for text in sentences:
        if found and found[-1][0] == text:
            found[-1] = (text, found[-1][1] + 1)
        else:
            found.append((text, 1))
    return [t if n == 1 else words.say("several", n=n, what=t) for t, n in found]
