"""Things that need themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


def circle(start: str, needs: Mapping[str, Iterable[str]]) -> tuple[str, ...]:
    """Return a shortest way from a thing back to itself; nothing if there is none."""
    ways: dict[str, tuple[str, ...]] = {start: (start,)}
    waiting = [start]
    while waiting:
        here = waiting.pop(0)
        for name in sorted(needs.get(here, ())):
            if name == start:
                return ways[here]
            if name not in ways:
                ways[name] = (*ways[here], name)
                waiting.append(name)
    return ()
