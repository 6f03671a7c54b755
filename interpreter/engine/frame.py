"""Cells and frames: the plain data every step and expression works on.

A frame is `[program, position, me, slot 0, slot 1, ...]`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from interpreter.engine.impossible import Impossible

Cells = list[Any]
Frame = list[Any]
Read = Callable[[Cells, Frame], Any]

SLOT = 3
"""Where the slots of a frame begin."""
ME = 2
LIMIT = 10**9
"""No number of a game may go beyond it, up or down."""


def acting(frame: Frame) -> int:
    """Return the acting player; impossible where nobody acts."""
    player: int = frame[ME]
    if player < 0:
        raise Impossible("nobody acts")
    return player
