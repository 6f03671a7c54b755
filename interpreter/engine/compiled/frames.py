"""Frames that know their parent, and their packed form.

A running frame is `[program, position, me, slots..., below, depth, parent]`: the frame of the
reference machine with three entries more. `below` says whether nothing can fail in the frames below
as far as a trial looks; `depth` is how many frames there are. A frame below the uppermost one is
never changed again, it is copied when it goes on; so a whole stack is kept by keeping its uppermost
frame.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.engine.layout import ANNOUNCED, STACK
from interpreter.engine.stack import packed, unpacked

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter.engine.frame import Cells, Frame
    from interpreter.engine.table import Code

BELOW, DEPTH, PARENT = -3, -2, -1
"""Where a frame has its three entries more."""


def settled(cells: Cells) -> Cells:
    """Return the cells with their frames packed in place: plain data."""
    for cell in (STACK, ANNOUNCED):
        if cells[cell].__class__ is list:
            cells[cell] = packed(plain(cells[cell]))
    return cells


def plain(top: Frame) -> list[Frame]:
    """Return a chain of frames as the reference machine has it, the lowest first."""
    stack = []
    while top[PARENT] is not None:
        stack.append(top[:BELOW])
        top = top[PARENT]
    return stack[::-1]


def chained(flat: Sequence[int], codes: Sequence[Code], bottom: Frame) -> Frame:
    """Return the uppermost of the frames a tuple stands for."""
    top, below = bottom, True
    for frame in unpacked(flat, codes):
        top = [*frame, below, top[DEPTH] + 1, top]
        code, position = codes[frame[0]], frame[1]
        below = code.safe[position] and (below or code.inside_turn[position])
    return top
