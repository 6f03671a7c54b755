"""Loops: what runs itself again, what a lap costs and nets, and whether something runs out.

Steps of an endless run go round a strongly connected component of the calls (with the turn, which
offers additional actions again and again). First every call is taken away that uses up something
nothing in its component refills; what stays is judged by the sums of its laps.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from interpreter.analysis.cycles import components, shortest_cycle
from interpreter.analysis.laps import Laps, Way, Ways
from interpreter.analysis.limited import Limits
from interpreter.analysis.rules import At
from interpreter.analysis.verdicts import judge
from interpreter.lang import ops

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from interpreter.analysis.reach import Reach

TURN = -1
"""The turn as a node: what offers additional actions, and what they return to."""
TURN_PLACE = At(TURN, 0)
ENDLESS, BOUNDED, UNDECIDABLE = "endless", "bounded", "undecidable"


class Call(NamedTuple):
    """One program runs another, or the turn offers an action, or an action returns to the turn."""

    caller: int
    callee: int
    at: At


@dataclass(frozen=True)
class Loop:
    """One component of calls: a shortest lap through it and what is known about laps."""

    lap: tuple[Call, ...]
    verdict: str
    net: Mapping[str, tuple[float, float]]
    """What the lap changes, from at least to at most, by `resource:N`, `zone:ID`, `counter:ID`."""
    bound: tuple[str, ...] = ()
    """What runs out, where the loop is bounded."""
    mix: tuple[tuple[int, Call], ...] = ()
    """How often each call is used where only several laps together go on for ever."""
    by_choice: bool = False
    members: tuple[int, ...] = ()


def find_loops(found: Reach) -> tuple[Loop, ...]:
    """Return every loop of the rules, one for each component of what calls what."""
    return _Finder(found).loops()


class _Finder:
    def __init__(self, found: Reach) -> None:
        self.found, self.rules = found, found.rules
        self.limits = Limits(found)
        self.laps = Laps(self.limits)

    def loops(self) -> tuple[Loop, ...]:
        calls = self._calls()
        result = []
        for members in components((c.caller, c.callee) for c in calls):
            inside = set(members)
            own = [c for c in calls if c.caller in inside and c.callee in inside]
            result += self._component(members, own)
        return tuple(result)

    def _calls(self) -> list[Call]:
        found = [
            Call(number, callee, at)
            for number in self.rules.numbers
            for at, callee in self.rules.calls[number]
            if self.found.happens(at)
        ]
        for action in self.rules.any_time:
            if action.program in self.found.programs:
                end = At(action.program, len(self.rules.codes[action.program]))
                found.append(Call(TURN, action.program, TURN_PLACE))
                found.append(Call(action.program, TURN, end))
        return list(dict.fromkeys(found))

    def _component(self, members: list[int], calls: list[Call]) -> list[Loop]:
        """Return what is left of a component as loops; one bounded loop if nothing is left."""
        used: dict[str, None] = {}
        rest = calls
        waiting = [(members, calls)]
        left: list[tuple[list[int], list[Call]]] = []
        while waiting:
            nodes, rest = waiting.pop()
            refilled = self._refilled(nodes, rest)
            kept = [c for c in rest if not self._used_by(c, refilled, used)]
            if len(kept) == len(rest):
                left.append((nodes, rest))
                continue
            for inner in components((c.caller, c.callee) for c in kept):
                inside = set(inner)
                own = [c for c in kept if c.caller in inside and c.callee in inside]
                waiting.append((inner, own))
        if not left:
            lap = self._lap(members, calls)
            net = self._net(lap)
            choice = self._by_choice(lap)
            return [Loop(lap, BOUNDED, net, tuple(used), (), choice, tuple(members))]
        return [self._judged(nodes, own) for nodes, own in left]

    def _refilled(self, nodes: Iterable[int], calls: list[Call]) -> frozenset[str]:
        """Return what a lap can refill: by its programs and all they run without ending a lap."""
        going = {(c.at, c.callee) for c in calls}
        inside = {n for n in nodes if n != TURN}
        seen, waiting = set(inside), list(inside)
        while waiting:
            number = waiting.pop()
            for at, callee in self.rules.calls[number]:
                taken_away = number in inside and callee in inside and (at, callee) not in going
                if callee not in seen and not taken_away:
                    seen.add(callee)
                    waiting.append(callee)
        return frozenset().union(*(self.limits.refills(n) for n in seen))

    def _used_by(self, call: Call, refilled: frozenset[str], used: dict[str, None]) -> bool:
        """Whether a call uses something up for good; then note what."""
        if call.caller == TURN:
            return False
        found = self._track(call, refilled) or self.limits.surely(
            call.caller, call.at.position, refilled
        )
        used.update(dict.fromkeys(sorted(found)))
        return bool(found)

    def _track(self, call: Call, refilled: frozenset[str]) -> frozenset[str]:
        """A step along a track that ends uses up the spaces ahead."""
        code = self.rules.codes[call.caller]
        op = code[call.at.position] if call.at.position < len(code) else None
        if not isinstance(op, ops.StepTrack):
            return frozenset()
        track = self.rules.ruleset.counters[op.track].track
        assert track is not None, "only tracks are stepped along"
        thing = f"track:{op.track}"
        ends = call.callee == track.on_reach and not track.ring
        return frozenset({thing}) if ends and thing not in refilled else frozenset()

    # --- laps

    def _lap(self, nodes: list[int], calls: list[Call]) -> tuple[Call, ...]:
        cycle = shortest_cycle(nodes, [(c.caller, c.callee) for c in calls])
        steps = zip(cycle, [*cycle[1:], *cycle[:1]], strict=True)
        return tuple(next(c for c in calls if (c.caller, c.callee) == step) for step in steps)

    def _ways(self, call: Call) -> Ways:
        if call.caller == TURN:
            return Ways((Way(),), True)
        return self.laps.to(call.caller, call.at.position)

    def _net(self, lap: tuple[Call, ...]) -> Mapping[str, tuple[float, float]]:
        whole = Way()
        for call in lap:
            ways = self._ways(call).ways
            if ways:
                whole = whole.then(min(ways, key=lambda w: (w.vague, len(w.conditions))))
        return {t: b for t, b in whole.net.items() if b != (0, 0)}

    def _by_choice(self, lap: tuple[Call, ...]) -> bool:
        return any(c.caller == TURN or any(w.choices for w in self._ways(c).ways) for c in lap)

    def _judged(self, nodes: list[int], calls: list[Call]) -> Loop:
        lap = self._lap(nodes, calls)
        net, choice = self._net(lap), self._by_choice(lap)
        if TURN not in nodes and all(self._always_calls(n, calls) for n in nodes):
            return Loop(lap, ENDLESS, net, (), (), False, tuple(nodes))
        ways = {c: self._ways(c) for c in calls}
        verdict = judge(self.limits, ways)
        if verdict.mix:
            lap = self._lap_of([c for _, c in verdict.mix], nodes) or lap
            net = verdict.net
        return Loop(
            lap, verdict.name, net, verdict.bound, verdict.mix, choice, tuple(nodes)
        )

    def _lap_of(self, calls: list[Call], nodes: list[int]) -> tuple[Call, ...]:
        inner = components((c.caller, c.callee) for c in calls)
        return self._lap(inner[0], calls) if inner else ()

    def _always_calls(self, program: int, calls: list[Call]) -> bool:
        """Whether a program cannot end without going round again."""
        stops = {c.at.position for c in calls if c.caller == program}
        code = self.rules.codes[program]
        seen, waiting = {0}, [0]
        while waiting:
            position = waiting.pop()
            if position >= len(code):
                return False
            if position in stops:
                continue
            for n in self.limits.ways(At(program, position)):
                if n not in seen:
                    seen.add(n)
                    waiting.append(n)
        return True
