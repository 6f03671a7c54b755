"""What is known where the next operation of a segment is added."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter.engine.compiled.scope import Scope


@dataclass
class Flow:
    """What is known where the next operation is added."""

    scope: Scope
    wrote: bool = False
    """Whether something was written: a trial has its own cells, an announced choice is gone."""
    freed: int = 0
    """The additional actions that are known to be looked at again."""

    def inner(self) -> Flow:
        """Return what is known where an operation may not be reached."""
        return replace(self, scope=self.scope.inner())
