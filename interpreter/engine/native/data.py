"""Constant data of one table as C: sets, fields, formulas by component, costs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from interpreter.engine.table import Table

_WORDS = 1 << 36
"""Texts of a pack become numbers from here on: they are only compared."""


class Data:
    """Arrays, each declared once and shared by whatever is equal."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._components = max(1, len(table.layout.components))
        self._names: dict[str, str] = {}
        self._words: dict[str, int] = {}
        self.lines: list[str] = []

    def array(self, type_: str, values: Sequence[object]) -> str:
        """Return the name of an array."""
        text = "{" + ", ".join(map(str, values)) + "}"
        key = f"{type_} {text}"
        if key not in self._names:
            self._names[key] = name = f"K{len(self._names)}"
            self.lines.append(f"static const {type_} {name}[{max(1, len(values))}] = {text};")
        return self._names[key]

    def set(self, values: Sequence[int]) -> str:
        """Return the text of a constant set."""
        return f"(Set){self._set(values)}"

    def _set(self, values: Sequence[int]) -> str:
        return f"{{{self.array('num', values)}, {len(values)}}}"

    def numbers(self, table: Mapping[int, Any]) -> str:
        """Return the name of an array of numbers by component; GONE where there is none."""
        found = (table.get(i) for i in range(self._components))
        return self.array("num", ["GONE" if v is None else self._number(v) for v in found])

    def _number(self, value: int | str) -> int:
        if isinstance(value, str):
            return _WORDS + self._words.setdefault(value, len(self._words))
        return int(value)

    def sets(self, table: Mapping[int, Any]) -> str:
        """Return the name of an array of sets by component, or seat; of size -1 where none is."""
        values = []
        for i in range(max(self._components, *table, 0) + 1):
            found = table.get(i)
            if found is None:
                values.append("{0, -1}")
            else:
                values.append(self._set([self._number(v) for v in found]))
        return self.array("Set", values)

    def costs(self) -> list[str]:
        """Return the lines that declare what the costs of the table come to."""
        resources = range(len(self._table.ruleset.resources))
        rows, sizes = [], []
        for cost in self._table.linker.costs:
            amounts = dict.fromkeys(resources, 0)
            for resource, n in cost:
                amounts[resource] += n
            rows.append("{" + ", ".join(map(str, amounts.values())) + "}")
            sizes.append(str(sum(amounts.values())))
        rows, sizes = rows or ["{0}"], sizes or ["0"]
        return [
            f"static const num COST[{len(rows)}][RESOURCES] = {{{', '.join(rows)}}};",
            f"static const num COST_SIZE[{len(sizes)}] = {{{', '.join(sizes)}}};",
        ]
