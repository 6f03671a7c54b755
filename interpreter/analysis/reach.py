"""What can ever happen: a fixpoint over operations (AND) and whatever provides for them (OR).

Everything is taken as possible that is not shown to be impossible. A round runs every program known
to run, under everything known so far; facts only grow, so the rounds end.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from interpreter.analysis.facts import Reach, Thing, things_in
from interpreter.analysis.rules import At, Rules
from interpreter.analysis.supplies import Supplies
from interpreter.analysis.walk import successors
from interpreter.lang import ir, ops

if TYPE_CHECKING:
    from interpreter.analysis.bounds import Scope
    from interpreter.content.ruleset import Ruleset


def reach(ruleset: Ruleset, barred: frozenset[int] = frozenset()) -> Reach:
    """Return what can happen in games of these rules, with some programs taken away."""
    return _Fixpoint(Rules(ruleset), barred).run()


class _Fixpoint(Supplies):
    def run(self) -> Reach:
        flow = self.ruleset.flow
        for program in (flow.setup, flow.round, flow.finish):
            if program is not None:
                self._enter(program)
        self.changed = True
        while self.changed:
            self.changed = False
            self.found.stopped.clear()
            self.found.never.clear()
            self.found.unpaid.clear()
            for program in self.rules.numbers:
                if program in self.found.programs:
                    self._program(program)
        return self.found

    # --- one program

    def _program(self, program: int) -> None:
        code = self.rules.codes[program]
        seen, waiting = {0}, [0]
        scope = self._scope(program)
        while waiting:
            position = waiting.pop()
            if position >= len(code):
                continue
            for n in self._step(At(program, position), code[position], scope):
                if n not in seen:
                    seen.add(n)
                    waiting.append(n)
        self.found.reached[program] = seen

    def _step(self, at: At, op: ops.Op, s: Scope) -> list[int]:
        """Carry an operation out and return where it can go on."""
        after = list(successors(op, at.position, len(self.rules.codes[at.program])))
        match op:
            case ops.JumpUnless():
                return self._branch(at, op, s)
            case ops.Require() if self.values.of(op.condition, s)[1] <= 0:
                return self._stop(at, self._missing(op.condition))
            case ops.NextItem():
                return self._next_item(at, op, s)
            case ops.AskItem() | ops.RollItem():
                return self._ask_item(at, op, s, after)
            case ops.AskBranch() | ops.AskOrder():
                return self._ways(at, op, s)
            case ops.Pay():
                missing = self._unpayable(op.bundle, s)
                return after if missing is None else self._stop(at, missing)
            case ops.Move():
                return self._move(at, op, s, after)
            case _:
                self._run(at, op, s)
        return after

    def _stop(self, at: At, missing: frozenset[Thing]) -> list[int]:
        self.found.stopped[at] = missing
        return []

    def _branch(self, at: At, op: ops.JumpUnless, s: Scope) -> list[int]:
        low, high = self.values.of(op.condition, s)
        after = ([at.position + 1] if high > 0 else []) + ([op.to] if low < 1 else [])
        if high <= 0 and op.to > at.position + 1:
            self.found.never[at] = at.position + 1, self._missing(op.condition)
        return after

    def _next_item(self, at: At, op: ops.NextItem, s: Scope) -> list[int]:
        sets = self.rules.origins(at.program, op.items)
        if all(self.values.size(x, s)[1] <= 0 for x in sets):
            missing = frozenset(t for x in sets for t in self._missing(x))
            self.found.never[at] = at.position + 1, missing
            return [op.exit]
        found = [self.values.items(x, s) for x in sets]
        self._choose(s, op.slot, found)
        return [at.position + 1, op.exit]

    def _choose(self, s: Scope, slot: int, found: list[frozenset[str] | None]) -> None:
        if all(f is not None for f in found):
            items = frozenset(i for f in found if f is not None for i in f)
            before = s.items.get(slot, frozenset())
            if not items <= before or slot not in s.items:
                s.items[slot] = before | items
                self.changed = True

    def _ask_item(
        self, at: At, op: ops.AskItem | ops.RollItem, s: Scope, after: list[int]
    ) -> list[int]:
        where = op.where if isinstance(op, ops.AskItem) else None
        items = self.values.items(op.items, s)
        kept = self.values.chosen(items, op.slot, where, s)
        empty = self.values.size(op.items, s)[1] <= 0 or (items is not None and not kept)
        if not empty:
            self._choose(s, op.slot, [kept])
            return after
        missing = self._missing(op.items) or (self._missing(where) if where else frozenset())
        rest = [p for p in after if p != at.position + 1]
        if rest:
            self.found.never[at] = at.position + 1, missing
            return rest
        return self._stop(at, missing)

    def _ways(self, at: At, op: ops.AskBranch | ops.AskOrder, s: Scope) -> list[int]:
        dead = tuple(
            i for i, w in enumerate(op.ways) if w.when and self.values.of(w.when, s)[1] <= 0
        )
        self.found.dead_ways[at] = dead
        after = [w.to for i, w in enumerate(op.ways) if i not in dead]
        if op.decline is not None or isinstance(op, ops.AskOrder):
            after.append(op.exit)
        if not after:
            things = (t for w in op.ways if w.when for t in self._missing(w.when))
            return self._stop(at, frozenset(things))
        return after

    # --- components

    def _move(self, at: At, op: ops.Move, s: Scope, after: list[int]) -> list[int]:
        items = self.values.items(op.what, s)
        if items is None:
            holds = self.ruleset.zones[op.zone].holds
            items = frozenset(i.id for k in holds for i in self.ruleset.kinds[k].items)
        if isinstance(op.what, ir.Local):
            items = frozenset(i for i in items if self._paid(at, op.what.slot, i))
        self._lie(op.zone, items)
        self.found.placed |= items
        if items or op.many:
            return after
        return self._stop(at, self._missing(op.what))

    # --- programs

    def _run(self, at: At, op: ops.Op, s: Scope) -> None:
        match op:
            case ops.Gain():
                self._gain(op.bundle, s)
            case ops.SetCell() | ops.AddToCell():
                self._write(op, s)
            case ops.Draw():
                self._draw(op)
            case ops.Call():
                program = self.ruleset.actions[op.action].program
                self._call(program, op.arguments, s)
            case ops.Signal():
                self._signal(op, s)
            case ops.Do():
                self._do(at, op, s)
            case ops.StepTrack():
                self._track(op, s)
            case ops.SetTurn():
                for action in self.rules.any_time:
                    self._enter(action.program)
            case _:
                pass

    def _draw(self, op: ops.Draw) -> None:
        items = self.values.lies.get(op.source, frozenset())
        self._lie(op.target, items)
        self.found.placed |= items

    def _signal(self, op: ops.Signal, s: Scope) -> None:
        for t in self.ruleset.triggers[op.event]:
            self._call(t.program, op.arguments, s)

    def _call(self, program: int, arguments: tuple[ir.Expr, ...], s: Scope) -> None:
        self._arguments(program, arguments, s)
        self._enter(program)

    def _arguments(self, program: int, arguments: tuple[ir.Expr, ...], s: Scope) -> None:
        for slot, value in enumerate(arguments):
            self._pass(program, slot, value, s)

    def _do(self, at: At, op: ops.Do, s: Scope) -> None:
        items = self.values.items(op.component, s)
        if items is None:
            items = frozenset(self.rules.candidates(at.program, op.component, op.kinds))
        low, high = (-inf, inf) if op.index is None else self.values.of(op.index, s)
        slot = op.component.slot if isinstance(op.component, ir.Local) else -1
        for item in sorted(items):
            if slot >= 0 and not self._paid(at, slot, item):
                continue
            for index, program in enumerate(self.rules.programs_of(item, op.field)):
                if low <= index <= high:
                    self._enter(program)

    def _track(self, op: ops.StepTrack, s: Scope) -> None:
        counter = self.ruleset.counters[op.track]
        track = counter.track
        assert track is not None, "only tracks are stepped along"
        first = 0 if track.ring else self.values.cells[op.track][0] + 1
        last = track.spaces - 1
        self._grow(self.values.cells, op.track, (min(first, last), last))
        for program, low in ((track.on_reach, first), (track.beyond, last)):
            if program is None or (program == track.on_reach and low > last):
                continue
            count = len(op.indices)
            self._arguments(program, op.indices, s)
            self._pass_bounds(program, count, (low, last))
            if track.space_kind is not None:
                spaces = self.ruleset.kinds[track.space_kind].items[int(low) :]
                self._scope(program).items[count + 1] = frozenset(i.id for i in spaces)
            self._enter(program)

    # --- what is missing

    def _missing(self, holder: ir.Expr | None) -> frozenset[Thing]:
        return frozenset(things_in(self.rules, holder))
