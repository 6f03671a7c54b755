"""Frames that know their parent, and their packed form.

A running frame is `[program, position, me, slots..., depth, parent]`: the frame of the reference
machine with two entries more. A frame below the uppermost one is never changed again, it is copied
when it goes on; so a whole stack is kept by keeping its uppermost frame.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.engine.layout import ANNOUNCED, STACK
from interpreter.engine.stack import packed, unpacked

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter.engine.frame import Cells, Frame
    from interpreter.engine.table import Code


def settled(cells: Cells) -> Cells:
    """Return the cells with their frames packed in place: plain data."""
    for cell in (STACK, ANNOUNCED):
        if cells[cell].__class__ is list:
            cells[cell] = packed(plain(cells[cell]))
    return cells


def plain(top: Frame) -> list[Frame]:
    """Return a chain of frames as the reference machine has it, the lowest first."""
    stack = []
    while top[-1] is not None:
        stack.append(top[:-2])
        top = top[-1]
    return stack[::-1]


def chained(flat: Sequence[int], codes: Sequence[Code], bottom: Frame) -> Frame:
    """Return the uppermost of the frames a tuple stands for."""
    top = bottom
    for frame in unpacked(flat, codes):
        top = [*frame, top[-2] + 1, top]
    return top
