"""The names generated source may use: constants, tables, formulas; one set for each table."""

from __future__ import annotations

import linecache
from typing import TYPE_CHECKING, Any

from interpreter.engine import events as ev
from interpreter.engine.compiled import helpers
from interpreter.engine.compiled.expressions import Expressions
from interpreter.engine.compiled.lines import Lines
from interpreter.engine.compiled.reads import Reads
from interpreter.engine.compiled.scope import Scope
from interpreter.engine.doubt import Doubt
from interpreter.lang import ir
from interpreter.lang.ops import AMOUNT

if TYPE_CHECKING:
    from collections.abc import Callable

    from interpreter.engine.frame import Cells
    from interpreter.engine.layout import Layout
    from interpreter.engine.link import Linker
    from interpreter.engine.payments import Payments
    from interpreter.engine.table import Table
    from interpreter.engine.writing import Writer

_HELPERS = (
    helpers.nobody, helpers.nothing, helpers.short, helpers.by_zero, helpers.large, helpers.fail,
    helpers.bounded, helpers.or_zero, helpers.best, helpers.ranked, helpers.shuffled, helpers.below,
)  # fmt: skip

_EVENTS = (ev.TurnBegan, ev.Rolled, ev.Signalled, ev.Called, ev.Ended)


class Names:
    """What the source of one table's programs means: the globals it is run with."""

    def __init__(self, table: Table, writer: Writer) -> None:
        self.writer = writer
        self.layout: Layout = table.layout
        self.linker: Linker = table.linker
        self.payments: Payments = table.payments
        self.reads = Reads(table)
        self.doubt = Doubt(table.ruleset)
        self.globals: dict[str, Any] = {h.__name__: h for h in _HELPERS}
        self.globals |= {e.__name__: e for e in _EVENTS}
        self.globals["GONE"] = helpers.GONE
        self.costs = self._name("COSTS", self.linker.costs)
        self.hidden = frozenset(
            cell
            for zone in table.ruleset.zones
            if self.layout.blocks[zone].visible == "none"
            for cell in self.layout.cells(zone)
        )
        self.pay = helpers.payer(table.ruleset.resources, self.layout.blocks[AMOUNT].base)
        self._constants: dict[tuple[str, str], str] = {}
        self._tables: dict[tuple[str, tuple[str, ...]], str] = {}
        self._named: dict[str, str] = {}
        self._movers: dict[tuple[str, bool], tuple[str, str]] = {}

    def _name(self, name: str, value: object) -> str:
        """Give a value a name nothing else has: ids of packs may look like names made here."""
        while name in self.globals:
            name += "_"
        self.globals[name] = value
        return name

    def constant(self, value: object) -> str:
        """Return the name of a constant: equal ones share it."""
        if value == ():
            return "()"
        key = (type(value).__name__, repr(value))
        if key not in self._constants:
            self._constants[key] = self._name(f"K{len(self._constants)}", value)
        return self._constants[key]

    def object(self, prefix: str, value: object) -> str:
        """Return a name for something that is not compared with others."""
        return self._name(prefix, value)

    def mover(self, zone: str, *, front: bool, noted: bool) -> str:
        """Return the name of the function that moves a component into a zone of this family."""
        key = (zone, front)
        if key not in self._movers:
            block = self.layout.blocks[zone]
            order = "sorted" if block.sorted else "front" if front else "end"
            move = helpers.mover(
                self.layout.place_of, self.hidden,
                capacity=block.capacity, order=order, uncovers=block.visible != "none",
            )  # fmt: skip
            name = f"move_{zone}{'_front' if front else ''}"
            tried = helpers.trial_mover(move, self.layout.place_of, self.writer)
            self._movers[key] = (self._name(name, move), self._name(f"try_{name}", tried))
        return self._movers[key][noted]

    # --- formulas: translated when first used, since many never are

    def formulas(self, field: str, kinds: tuple[str, ...]) -> str:
        """Return the name of the table from components to the functions of a formula field."""
        key = (field, kinds)
        if key not in self._tables:
            table: dict[int, Callable[..., Any]] = {}
            self._tables[key] = self._name(f"{field}_{len(self._tables)}", table)
            made: dict[str, Callable[..., Any]] = {}
            for kind in kinds:
                for number in self.layout.ranges[kind]:
                    item = self.layout.components[number].item
                    if item.id not in made:
                        formal = item.values[field]
                        assert isinstance(formal, ir.Formal)
                        made[item.id] = self._late(table, f"{field} of {item.id}", formal.expr, 1)
                    table[number] = made[item.id]
        return self._tables[key]

    def named(self, formula: str, parameters: int) -> str:
        """Return the name of the function of a named formula."""
        if formula not in self._named:
            found = self.layout.ruleset.formulas[formula].value.expr
            late = self._late(self.globals, f"formula {formula}", found, parameters)
            self._named[formula] = self._name(f"formula_{formula}", late)
        return self._named[formula]

    def _late(
        self, home: dict[Any, Any], title: str, e: ir.Expr, parameters: int
    ) -> Callable[..., Any]:
        """Return a function that translates the expression when called, and gives up its places."""

        def value(c: Cells, me: int, *arguments: Any) -> Any:
            made = self.function(title, e, parameters)
            for key in [key for key, found in home.items() if found is value]:
                home[key] = made
            return made(c, me, *arguments)

        return value

    def function(self, title: str, e: ir.Expr, parameters: int) -> Callable[..., Any]:
        """Return the function of the cells, the acting player and arguments an expression is."""
        return self.run(title, self.source_of(e, parameters))["value"]  # type: ignore[no-any-return]

    def source_of(self, e: ir.Expr, parameters: int) -> str:
        """Return the source of an expression as a function `value`."""
        lines = Lines()
        arguments = "".join(f", a{i}" for i in range(parameters))
        with lines.block(f"def value(c, me{arguments}):"):
            x = Expressions(self, lines)
            lines.add(f"return {x.value(e, Scope('me', frame=False))}")
        return lines.source()

    def run(self, title: str, source: str) -> dict[str, Any]:
        """Return what a generated module defines; tracebacks can show its lines."""
        defined: dict[str, Any] = {}
        file = f"<{title}>"
        linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
        # The text was written by this package from typed operations: nothing of it is a pack's.
        exec(compile(source, file, "exec"), self.globals, defined)
        return defined
