"""Effects in words: a program told statement by statement, from its operations alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.analysis.speech import Speech
from interpreter.lang import ir, ops
from interpreter.lang.ops import AMOUNT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.content.ruleset import Ruleset


def effect_words(ruleset: Ruleset, program: int, language: str = "en") -> str:
    """Return what a program does in one sentence of parts; `nothing` if it does nothing."""
    return _Teller(ruleset, program, language).whole()


class _Teller:
    def __init__(self, ruleset: Ruleset, program: int, language: str) -> None:
        definition = ruleset.programs[program]
        self.code = definition.program.ops
        self.speech = Speech(ruleset, language)
        self.say, self.of = self.speech.say, self.speech.of
        if definition.name.startswith("item."):
            self.speech.slots[0] = self.say("this")
        self.sets: dict[int, ir.Expr] = {}

    def whole(self) -> str:
        return self.block(0, len(self.code)) or self.say("nothing")

    def block(self, start: int, stop: int) -> str:
        """Return the statements between two positions."""
        parts: list[str] = []
        position = start
        while position < stop:
            text, position = self.statement(position, stop)
            if text:
                parts.append(text)
        return self.say("then").join(parts)

    def body(self, start: int, stop: int) -> str:
        """Return the statements of a block, or `nothing`."""
        return self.block(start, stop) or self.say("nothing")

    def statement(self, at: int, stop: int) -> tuple[str, int]:
        """Return a statement in words and the position behind it."""
        op = self.code[at]
        match op:
            case ops.JumpUnless():
                return self._if(self.of(op.condition), at + 1, op.to, stop, "if")
            case ops.JumpUnlessCan():
                what = self.body(at + 1, op.end)
                return self._if(what, op.end, op.to, stop, "if can")
            case ops.NextItem():
                self._name(op.slot, self.sets.get(op.items))
                then = self.body(at + 1, op.exit - 1)
                return self.say("each", items=self.of(self.sets.get(op.items)), then=then), op.exit
            case ops.NextRound():
                times = self.of(self.sets.get(op.counter))
                return self.say("times", n=times, then=self.body(at + 1, op.exit - 1)), op.exit
            case ops.AskMay():
                return self.say("may", then=self.body(at + 1, op.exit)), op.exit
            case ops.AskBranch() | ops.AskOrder():
                return self._ways(op), op.exit
            case ops.SetLocal():
                self.sets[op.slot] = op.value
                if not isinstance(op.value, ir.Me):
                    what = self.of(op.value)
                    kept = isinstance(op.value, ir.Cell | ir.Amount)
                    self.speech.slots[op.slot] = self.say("earlier", what=what) if kept else what
                return "", at + 1
            case _:
                return self._plain(op), at + 1

    def _if(self, condition: str, start: int, to: int, stop: int, key: str) -> tuple[str, int]:
        end, last = min(to, stop), None
        jump = self.code[to - 1] if start < to <= len(self.code) else None
        if isinstance(jump, ops.Jump) and jump.to > to:
            last, end = min(jump.to, stop), to - 1
        text = self.say(key, condition=condition, what=condition, then=self.body(start, end))
        if last is None:
            return text, max(end, start)
        return self.say("else", first=text, then=self.body(to, last)), last

    def _ways(self, op: ops.AskBranch | ops.AskOrder) -> str:
        ends = [*(way.to for way in op.ways[1:]), op.exit]
        ways = []
        for way, end in zip(op.ways, ends, strict=True):
            label = (
                self.speech.text(way.label) if isinstance(way.label, str) else self.of(way.label)
            )
            then = self.body(way.to, end - 1)
            key = "way" if way.when is None else "when"
            condition = "" if way.when is None else self.of(way.when)
            ways.append(self.say(key, label=label, then=then, condition=condition))
        key = "one of" if isinstance(op, ops.AskBranch) else "any order"
        text = self.say(key, ways=self.say("bar").join(ways))
        return text if op.decline is None else self.say("may", then=text)

    def _name(self, slot: int, items: ir.Expr | None) -> None:
        number = isinstance(items, ir.Range)
        self.speech.slots[slot] = self.say("number" if number else "it")

    def _plain(self, op: ops.Op) -> str:
        match op:
            case ops.Gain() | ops.Pay() | ops.Lose():
                return self.say(type(op).__name__.lower(), what=self._bundle(op.bundle))
            case ops.SetCell():
                what = self._cell(op)
                return self.say("set", what=what, value=self.of(op.value))
            case ops.AddToCell():
                key = "add" if op.sign > 0 else "subtract"
                return self.say(key, what=self._cell(op), value=self.of(op.value))
            case ops.StepTrack():
                return self.say("advance", what=self.of(ir.Cell(op.track, op.indices)))
            case ops.Move():
                zone = self.of(ir.Zone(op.zone, op.indices))
                return self.say("onto" if op.front else "move", what=self.of(op.what), zone=zone)
            case ops.Draw():
                source = self.of(ir.Zone(op.source, op.source_indices))
                zone = self.of(ir.Zone(op.target, op.target_indices))
                return self.say("draw", n=self.of(op.count), source=source, zone=zone)
            case ops.Shuffle():
                return self.say("shuffle", zone=self.of(ir.Zone(op.zone, op.indices)))
            case _:
                return self._rest(op)

    def _rest(self, op: ops.Op) -> str:
        match op:
            case ops.Signal():
                return self.say("signal", what=self.speech.name(op.event))
            case ops.Call():
                values = self.say("and list").join(self.of(a) for a in op.arguments)
                name = self.speech.name(op.action)
                return f"{name} ({values})" if values else name
            case ops.Do():
                field = self.speech.name(op.field)
                return self.say("do field", field=field, what=self.of(op.component))
            case ops.EndGame():
                return self.say("end now" if op.now else "end")
            case ops.Leave():
                return self.say("leave")
            case ops.Require():
                return self.say("require", condition=self.of(op.condition))
            case _:
                return self._chosen(op)

    def _chosen(self, op: ops.Op) -> str:
        match op:
            case ops.AskItem():
                self._name(op.slot, op.items)
                where = self.say("where", condition=self.of(op.where)) if op.where else ""
                key = "choose" if op.decline is None else "may choose"
                return self.say(key, items=self.of(op.items), where=where)
            case ops.AskNumber():
                self.speech.slots[op.slot] = self.say("number")
                return self.say("choose number", low=self.of(op.low), high=self.of(op.high))
            case ops.RollItem():
                self._name(op.slot, op.items)
                return self.say("roll", items=self.of(op.items))
            case ops.RollNumber():
                self.speech.slots[op.slot] = self.say("number")
                return self.say("roll number", low=self.of(op.low), high=self.of(op.high))
            case ops.SetMe() if not isinstance(op.player, ir.Local):
                return self.say("as", player=self.of(op.player))
            case _:
                return ""

    def _cell(self, op: ops.SetCell | ops.AddToCell) -> str:
        if op.family == AMOUNT:
            return self.of(ir.Amount(op.indices[0], op.indices[1]))
        return self.of(ir.Cell(op.family, op.indices))

    def _bundle(self, bundle: ops.Bundle) -> str:
        return self.say("and list").join(self._amounts(bundle))

    def _amounts(self, bundle: ops.Bundle) -> Iterator[str]:
        for number, resource in bundle.amounts:
            what = self.speech.resource(resource)
            yield self.say("amount", n=self.of(number), what=what)
        yield from (self.of(cost) for cost in bundle.costs)
