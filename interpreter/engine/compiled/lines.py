"""Source text under construction: indented lines, and which operation each belongs to."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


class Lines:
    """The lines of one generated module, and the names its temporary values have."""

    def __init__(self) -> None:
        self.text: list[str] = []
        self.positions: list[int] = []
        """For each line the position of the operation it was made for; -1 for none."""
        self.position = -1
        self._indent = 0
        self._temporaries = 0

    def add(self, line: str) -> None:
        """Add a line at the present depth."""
        self.text.append("    " * self._indent + line)
        self.positions.append(self.position)

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """Add a line that opens a block; what is added inside belongs to it."""
        self.add(head)
        self._indent += 1
        begin = len(self.text)
        yield
        if len(self.text) == begin:
            self.add("pass")
        self._indent -= 1

    def name(self) -> str:
        """Return a name no line has used yet."""
        self._temporaries += 1
        return f"t{self._temporaries}"

    def keep(self, value: str) -> str:
        """Return a name for a value, worked out here; a name or number stands for itself."""
        if value.isidentifier() or value.lstrip("-").isdigit():
            return value
        name = self.name()
        self.add(f"{name} = {value}")
        return name

    def source(self) -> str:
        """Return the whole text."""
        return "\n".join(self.text) + "\n"
