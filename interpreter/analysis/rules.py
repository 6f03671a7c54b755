"""A ruleset as analysis sees it: programs by what they belong to, and what calls what.

Programs of examples are tests, not rules; they are left out everywhere.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from interpreter.analysis.walk import comes_through, walk
from interpreter.lang import ir, ops

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from interpreter.content.ruleset import ItemDef, Ruleset
    from interpreter.lang.types import Type


class At(NamedTuple):
    """An operation: its program and its position there."""

    program: int
    position: int


class Rules:
    """Indexes over one ruleset; each is made once."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.codes = tuple(p.program.ops for p in ruleset.programs)
        self.numbers = tuple(
            i for i, p in enumerate(ruleset.programs) if not p.name.startswith("example.")
        )
        self.items: Mapping[str, ItemDef] = {
            i.id: i for kind in ruleset.kinds.values() for i in kind.items
        }
        self.any_time = tuple(a for a in ruleset.actions.values() if a.any_time)

    @cached_property
    def owners(self) -> Mapping[int, str]:
        """The node each program belongs to."""
        return {i: self._owner(i) for i in self.numbers}

    @cached_property
    def programs_of_node(self) -> Mapping[str, tuple[int, ...]]:
        """The programs of each node, in order."""
        found: dict[str, list[int]] = {}
        for number, owner in self.owners.items():
            found.setdefault(owner, []).append(number)
        return {owner: tuple(numbers) for owner, numbers in found.items()}

    def _owner(self, number: int) -> str:
        definition = self.ruleset.programs[number]
        sort = definition.name.partition(".")[0]
        return definition.name if sort == "flow" else f"{sort}:{definition.owner}"

    @cached_property
    def events_of(self) -> Mapping[str, str]:
        """The event of each trigger."""
        return {t.id: e for e, triggers in self.ruleset.triggers.items() for t in triggers}

    def fields(self, item: ItemDef) -> Iterator[tuple[str, Type, Any]]:
        """Yield the fields of an item: name, type (of the elements of a list), each value."""
        for name, type_ in self.ruleset.kinds[item.kind].fields.items():
            if name not in item.values:
                continue
            value: Any = item.values[name]
            if type_.base == "set" and type_.member is not None:
                yield from ((name, type_.member, v) for v in value)
            else:
                yield name, type_, value

    def programs_of(self, item: str, field: str) -> tuple[int, ...]:
        """Return the programs an effect field of an item holds."""
        value: Any = self.items[item].values.get(field, ())
        return value if isinstance(value, tuple) else (value,)

    def candidates(self, program: int, component: ir.Expr, kinds: tuple[str, ...]) -> list[str]:
        """Return the items an expression can stand for, as far as it says so itself."""
        owner = self.owners.get(program, "")
        if isinstance(component, ir.Item):
            return [component.item]
        if component == ir.Local(0) and owner.startswith("item:"):
            return [owner.partition(":")[2]]
        return [i.id for kind in kinds for i in self.ruleset.kinds[kind].items]

    def called(self, at: At) -> tuple[int, ...]:
        """Return the programs an operation runs."""
        op = self.codes[at.program][at.position]
        match op:
            case ops.Call():
                return (self.ruleset.actions[op.action].program,)
            case ops.Signal():
                return tuple(t.program for t in self.ruleset.triggers[op.event])
            case ops.StepTrack():
                track = self.ruleset.counters[op.track].track
                assert track is not None, "only tracks are stepped along"
                return tuple(p for p in (track.on_reach, track.beyond) if p is not None)
            case ops.Do():
                found: list[int] = []
                for item in self.candidates(at.program, op.component, op.kinds):
                    programs = self.programs_of(item, op.field)
                    if isinstance(op.index, ir.Const):
                        programs = programs[op.index.value : op.index.value + 1]
                    found += programs
                return tuple(found)
            case _:
                return ()

    @cached_property
    def calls(self) -> Mapping[int, tuple[tuple[At, int], ...]]:
        """For each program the operations that run another one, with that one."""
        return {
            n: tuple(
                (At(n, p), callee)
                for p in range(len(self.codes[n]))
                for callee in self.called(At(n, p))
            )
            for n in self.numbers
        }

    @cached_property
    def callers(self) -> Mapping[int, tuple[At, ...]]:
        """For each program the operations that run it."""
        found: dict[int, list[At]] = {n: [] for n in self.numbers}
        for calls in self.calls.values():
            for at, callee in calls:
                found[callee].append(at)
        return {n: tuple(sites) for n, sites in found.items()}

    def below(self, programs: tuple[int, ...]) -> frozenset[int]:
        """Return these programs and everything they run."""
        seen, waiting = set(programs), list(programs)
        while waiting:
            for _, callee in self.calls[waiting.pop()]:
                if callee not in seen:
                    seen.add(callee)
                    waiting.append(callee)
        return frozenset(seen)

    def deep(self, holder: Any) -> Iterator[ir.Expr]:
        """Yield every expression inside something, and inside the named formulas it uses."""
        for expr in walk(holder):
            yield expr
            if isinstance(expr, ir.Named):
                yield from self.deep(self.ruleset.formulas[expr.formula].value.expr)

    def payers(self, resource: int) -> frozenset[int]:
        """Return what can pay one unit of a resource."""
        resources = self.ruleset.resources
        wanted = resources[resource].one_of or (resource,)
        stand_in = (i for i, r in enumerate(resources) if set(r.pays_for) & {resource, *wanted})
        return frozenset((*wanted, *stand_in))

    def origins(self, program: int, slot: int) -> tuple[ir.Expr, ...]:
        """Return the sets or values a local name is taken from; none for a parameter."""
        return self._origins(program).get(slot, ())

    def _origins(self, program: int) -> Mapping[int, tuple[ir.Expr, ...]]:
        known = self._origin_tables.get(program) if program >= 0 else {}
        if known is None:
            known = self._origin_tables[program] = _origins(self.codes[program])
        return known

    @cached_property
    def _origin_tables(self) -> dict[int, Mapping[int, tuple[ir.Expr, ...]]]:
        return {}

    def taken_from(self, at: At) -> frozenset[str] | None:
        """Return the zones a move takes from: where its component was put before, or comes from."""
        code = self.codes[at.program]
        op = code[at.position]
        assert isinstance(op, ops.Move), "only a move takes a component"
        found: frozenset[str] | None = self.sources(at.program, op.what)
        for position in range(at.position):
            before = code[position]
            if isinstance(before, ops.Call | ops.Signal) and op.what in before.arguments:
                found = None
            if isinstance(before, ops.Move) and before.what == op.what and not op.many:
                sure = comes_through(code, position, at.position)
                here = frozenset({before.zone})
                found = here if sure else None if found is None else found | here
        return found

    def sources(self, program: int, expr: ir.Expr, depth: int = 0) -> frozenset[str] | None:
        """Return the zones a component, or set of them, is taken from; None if it is not known."""
        if depth > 8:
            return None
        match expr:
            case ir.Zone():
                return frozenset({expr.family})
            case ir.Pick() | ir.Reverse():
                inner: list[ir.Expr] = [expr.items]
            case ir.Query():
                inner = [expr.value if expr.function == "each" and expr.value else expr.items]
            case ir.Join():
                inner = list(expr.sets)
            case ir.Named():
                inner = [self.ruleset.formulas[expr.formula].value.expr]
                program = -1
            case ir.Local():
                inner = list(self.origins(program, expr.slot))
            case _:
                return None
        found = [self.sources(program, e, depth + 1) for e in inner]
        known = [f for f in found if f is not None]
        return frozenset().union(*known) if known and len(known) == len(found) else None


def _origins(code: tuple[ops.Op, ...]) -> dict[int, tuple[ir.Expr, ...]]:
    found: dict[int, list[ir.Expr]] = {}
    sets: dict[int, ir.Expr] = {}
    for op in code:
        match op:
            case ops.SetLocal():
                sets[op.slot] = op.value
                found.setdefault(op.slot, []).append(op.value)
            case ops.AskItem() | ops.RollItem():
                found.setdefault(op.slot, []).append(op.items)
            case ops.NextItem():
                found.setdefault(op.slot, []).append(sets[op.items])
            case _:
                pass
        for expr in walk(op):
            if isinstance(expr, ir.Query | ir.Connected):
                found.setdefault(expr.slot, []).append(expr.items)
    return {slot: tuple(values) for slot, values in found.items()}
