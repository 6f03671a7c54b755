"""What local names are called in generated source, and what is known about values there."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from interpreter.engine.frame import ME, SLOT

if TYPE_CHECKING:
    from interpreter.lang import ir


@dataclass
class Scope:
    """What local names are called in the source, and what is known about values here."""

    me: str = f"f[{ME}]"
    slots: dict[int, str] = field(default_factory=dict)
    frame: bool = True
    """Whether slots without a name of their own lie in the frame `f`."""
    acts: bool = False
    """Whether it has been checked that somebody acts."""
    sure: set[int] = field(default_factory=set)
    """Slots that certainly hold a player or a component."""
    found: dict[ir.Expr, str] = field(default_factory=dict)
    """Names of table entries that were looked up before a loop; they may be missing."""

    def slot(self, number: int) -> str:
        """Return the text that reads a slot."""
        found = self.slots.get(number)
        return found or (f"f[{SLOT + number}]" if self.frame else f"a{number}")

    def inner(self) -> Scope:
        """Return a scope for lines that may not be reached: what is checked there counts there."""
        return Scope(
            self.me, dict(self.slots), self.frame, self.acts, set(self.sure), dict(self.found)
        )
