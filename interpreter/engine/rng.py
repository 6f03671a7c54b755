"""Chance in streams: a draw depends on the seed, the stream's name and how often it was used."""

from __future__ import annotations

import hashlib

_END = 1 << 64
_MASK = _END - 1
_GOLDEN = 0x9E3779B97F4A7C15


def key(name: str) -> int:
    """Return the 64-bit key of a named stream, or of a seed given as text."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big")


def below(bound: int, seed: int, stream: int, counter: int) -> tuple[int, int]:
    """Return a number from 0 to `bound` - 1, each equally likely, and the next counter.

    Draw number `counter` of a stream is 64 well-mixed bits (splitmix64 finaliser).
    """
    start = seed ^ stream
    while True:
        counter += 1
        z = start + counter * _GOLDEN & _MASK
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & _MASK
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB & _MASK
        z ^= z >> 31
        found = z % bound
        # Numbers at the top that would make some likelier are left out.
        if z - found <= _END - bound:
            return found, counter


def shuffled(
    items: tuple[int, ...], seed: int, stream: int, counter: int
) -> tuple[tuple[int, ...], int]:
    """Return the items in random order, and the next counter."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        other, counter = below(last + 1, seed, stream, counter)
        order[last], order[other] = order[other], order[last]
    return tuple(order), counter
