"""Text of C under construction: indented lines, and names for temporary values."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from interpreter.engine.compiled.lines import Lines

if TYPE_CHECKING:
    from collections.abc import Iterator


class Text(Lines):
    """The lines of one function."""

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """Add a line that opens a block, and the brace that closes it."""
        self.add(f"{head} {{")
        self._indent += 1
        yield
        self._indent -= 1
        self.add("}")

    def keep(self, value: str, sort: str = "num") -> str:
        """Return a name for a value, worked out here; a name or number stands for itself."""
        if value.isidentifier() or value.lstrip("-").isdigit():
            return value
        name = self.name()
        self.add(f"{sort} {name} = {value};")
        return name

    def taken_back(self, begin: int) -> list[str]:
        """Remove the lines from here on and return them, to be added elsewhere."""
        found = [line[4 * self._indent :] for line in self.text[begin:]]
        del self.text[begin:], self.positions[begin:]
        return found
