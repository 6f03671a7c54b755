"""Loops: what runs itself again, what a lap costs and nets, and whether something runs out.

Steps of an endless run go round a strongly connected component of the calls (with the turn, which
offers additional actions again and again). First every call is taken away that uses up something
nothing in its component refills; what stays is judged by the sums of its laps.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from interpreter.analysis.cycles import components, shortest_cycle
from interpreter.analysis.laps import Laps, Way, Ways
from interpreter.analysis.limited import Limits
from interpreter.analysis.rules import At
from interpreter.analysis.verdicts import MOST_COLUMNS, Verdict, judge
from interpreter.frozen import dataclass
from interpreter.lang import ops

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from interpreter.analysis.facts import Reach

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
            spent = self._spent(nodes, rest, used)
            kept = [c for c in rest if c not in spent]
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

    def _spent(
        self, nodes: Iterable[int], calls: list[Call], used: dict[str, None]
    ) -> frozenset[Call]:
        """Return the calls that can happen a limited number of times only, as things run out.

        Calls below a lap count too: what only they refill is not refilled for ever.
        """
        spent: frozenset[Call] = frozenset()
        while True:
            below = self._below(nodes, calls, spent)
            active = {*nodes, *(n for c in below for n in (c.caller, c.callee))} - {TURN}
            refilled = frozenset().union(*(self.limits.refills(n) for n in active))
            more = frozenset(c for c in below if self._used_by(c, refilled, used))
            if not more - spent:
                return spent
            spent |= more

    def _below(self, nodes: Iterable[int], calls: list[Call], spent: frozenset[Call]) -> list[Call]:
        """Return the calls of some laps and all calls below them, without those spent."""
        inside = set(nodes)
        going = {c for c in calls if c not in spent}
        found = [c for c in calls if c in going]
        seen, waiting = inside - {TURN}, [n for n in nodes if n != TURN]
        while waiting:
            number = waiting.pop()
            for at, callee in self.rules.calls[number]:
                call = Call(number, callee, at)
                if call in spent or (number in inside and callee in inside and call not in going):
                    continue
                if call not in going:
                    found.append(call)
                if callee not in seen:
                    seen.add(callee)
                    waiting.append(callee)
        return found

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
        return {t: b for t, b in whole.net.items() if any(b)}

    def _by_choice(self, lap: tuple[Call, ...]) -> bool:
        ways = [way for call in lap for way in self._ways(call).ways]
        return any(c.caller == TURN for c in lap) or any(len(way.choices) > 0 for way in ways)

    def _judged(self, nodes: list[int], calls: list[Call]) -> Loop:
        lap = self._lap(nodes, calls)
        net, choice = self._net(lap), self._by_choice(lap)
        if TURN not in nodes and all(self._always_calls(n, calls) for n in nodes):
            return Loop(lap, ENDLESS, net, (), (), False, tuple(nodes))
        verdict = self._verdict(lap, calls)
        if verdict.mix:
            lap = self._lap_of([c for _, c in verdict.mix], nodes) or lap
            net = verdict.net
        return Loop(lap, verdict.name, net, verdict.bound, verdict.mix, choice, tuple(nodes))

    def _verdict(self, lap: Iterable[Call], calls: Iterable[Call]) -> Verdict:
        """Judge the shortest lap alone, then all together unless there are too many to weigh."""
        alone = judge(self.limits, {c: self._ways(c) for c in lap})
        if alone.name == ENDLESS:
            return alone
        ways: dict[Call, Ways] = {}
        columns = 0
        for call in calls:
            ways[call] = self._ways(call)
            columns += len(ways[call].ways)
            if columns > MOST_COLUMNS:
                break
        return judge(self.limits, ways)

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
