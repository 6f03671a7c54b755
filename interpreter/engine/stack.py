"""The frame stack as one flat tuple of ints, so that a waiting game is plain data."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter.engine.frame import Frame
    from interpreter.engine.table import Code

_SET = -(1 << 40)
"""Announces a set among the slots: then come its size and its members."""
_HEAD = 3


def packed(stack: Sequence[Frame]) -> tuple[int, ...]:
    """Return the frames as one tuple."""
    flat: list[int] = []
    for frame in stack:
        for value in frame:
            if value.__class__ is tuple:
                flat += (_SET, len(value), *value)
            else:
                flat.append(int(value))
    return tuple(flat)


def unpacked(flat: Sequence[int], codes: Sequence[Code]) -> list[Frame]:
    """Return the frames a tuple stands for; their programs say how many slots each has."""
    stack: list[Frame] = []
    at = 0
    while at < len(flat):
        size = _HEAD + codes[flat[at]].slots
        frame: Frame = []
        while len(frame) < size:
            value = flat[at]
            if value == _SET:
                count = flat[at + 1]
                frame.append(tuple(flat[at + 2 : at + 2 + count]))
                at += 2 + count
            else:
                frame.append(value)
                at += 1
        stack.append(frame)
    return stack


def top(flat: Sequence[int], codes: Sequence[Code]) -> tuple[int, int]:
    """Return the program and position of the uppermost frame."""
    frame = unpacked(flat, codes)[-1]
    return frame[0], frame[1]
