"""Events as sentences, for one seat: what it may not know is not told."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from interpreter.engine import events as ev
from interpreter.lang import ops
from interpreter.lang.ir import NOTHING
from interpreter.play.panels import families_shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from interpreter.engine.frame import Cells
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
        quiet = frozenset(silent)
        found: list[str] = []
        for group in _groups(_without_scoring(events)):
            first = group[0]
            if isinstance(first, ev.Chosen) and (
                first.forced or first.player in quiet or (first.secret and first.player != seat)
            ):
                continue
            text = self._sentence(group, cells, seat)
            if text:
                found.append(text)
        return _counted(found, self.words)

    def _sentence(self, group: _Group, cells: Cells, seat: int | None) -> str | None:
        words, first = self.words, group[0]
        match first:
            case ev.Gained() | ev.Paid():
                return self._because(self._amounts(group, seat), first.cause)
            case ev.Changed():
                return self._because(self._change(first, group[-1].new, seat), first.cause)
            case ev.Moved():
                return self._because(self._move(first, seat), first.cause)
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

    def _amounts(self, group: _Group, seat: int | None) -> str | None:
        first, resources = group[0], self.ruleset.resources
        seen = [e for e in group if _sees(resources[e.resource].visible, e.player, seat)]
        if not seen:
            return None
        key = "pays" if isinstance(first, ev.Paid) else "gains" if first.amount > 0 else "loses"
        what = self.words.amounts((e.resource, abs(e.amount)) for e in seen)
        return self.words.say(key, player=self.words.player(first.player), what=what)

    # --- places

    def _change(self, event: ev.Changed, new: int, seat: int | None) -> str | None:
        family = event.family
        if family not in self._told or event.old == new:
            return None
        if not _sees(self.ruleset.counters[family].visible, self._owner(event.cell), seat):
            return None
        old, now = (self._value(family, value) for value in (event.old, new))
        return self.words.say("changes", what=self.words.cell(family, event.cell), old=old, new=now)

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

    def _move(self, event: ev.Moved, seat: int | None) -> str | None:
        words, layout = self.words, self.words.layout
        source, target = event.source, event.target
        if source == target:
            return None
        seen = self._visible(source, seat) or self._visible(target, seat)
        owner = layout.components[event.component].owner
        beside = any(owner == self._owner(place) for place in (source, target))
        what = words.component(
            event.component,
            me=owner if beside else NOTHING,
            unseen=frozenset() if seen else frozenset({event.component}),
        )
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
        visible = self.words.layout.blocks[self.words.layout.family_of(place)].visible
        return _sees(visible, self._owner(place), seat)

    def _owner(self, cell: int) -> int:
        """Return the player a zone or counter belongs to, or NOTHING."""
        if cell == NOTHING:
            return NOTHING
        layout = self.words.layout
        family = layout.family_of(cell)
        definition = self.ruleset.zones.get(family) or self.ruleset.counters[family]
        owned = definition.dims and definition.dims[0].base == "player"
        return layout.indices(family, cell)[0] if owned else NOTHING

    def _is_number(self, event: ev.Rolled) -> bool:
        program, position = event.cause
        return isinstance(self.ruleset.programs[program].program.ops[position], ops.RollNumber)


def _sees(visible: str, owner: int, seat: int | None) -> bool:
    return visible == "all" or (visible == "owner" and seat is not None and owner == seat)


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
        case (ev.Gained() as one, ev.Gained() as two) | (ev.Paid() as one, ev.Paid() as two):
            return _side(one) == _side(two)
        case ev.Changed(cell=cell), ev.Changed(cell=other):
            return cell == other
        case _:
            return False


def _side(event: ev.Gained | ev.Paid) -> tuple[int, ev.Cause, bool]:
    return event.player, event.cause, event.amount > 0


def _counted(sentences: list[str], words: Words) -> list[str]:
    """Join equal neighbours into one sentence with their number."""
    found: list[tuple[str, int]] = []
    for text in sentences:
        if found and found[-1][0] == text:
            found[-1] = (text, found[-1][1] + 1)
        else:
            found.append((text, 1))
    return [t if n == 1 else words.say("several", n=n, what=t) for t, n in found]
