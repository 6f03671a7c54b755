"""What every playing script does: play whole games for as long as it is told, and count.

A script says on its first line what it is and how its games go; then, for each number of seconds
on a line of its input, it plays and answers with one line of JSON.
"""

import json
import sys
from collections.abc import Callable, Iterator
from random import Random  # noqa: TID251 - the engine has its own
from time import perf_counter

Chance = Callable[[], float]
"""A number from 0 up to 1. All scripts pick with `int(chance() * count)`: a cost all share."""
Play = Callable[[Chance], int]
"""Plays one game from set-up to result; returns how many decisions were made."""
Watch = Callable[[Chance], Iterator[int]]
"""Plays one game slowly; yields how many options there were at each decision."""

WATCHED = 40
"""Games that are looked at before anything is timed."""


def serve(versions: dict[str, str], play: Play, watch: Watch) -> None:
    """Answer until the input ends."""
    chance = Random(1).random
    counts = [count for _ in range(WATCHED) for count in watch(chance)]
    _say(
        {
            "versions": {"Python": sys.version.split()[0], **versions},
            "options_per_decision": sum(counts) / len(counts),
            "single_option": counts.count(1) / len(counts),
        }
    )
    for line in sys.stdin:
        _say(_played(play, chance, float(line)))


def _played(play: Play, chance: Chance, seconds: float) -> dict[str, float]:
    games = decisions = 0
    begin = perf_counter()
    end = begin + seconds
    while (now := perf_counter()) < end or not games:
        decisions += play(chance)
        games += 1
    return {"games": games, "decisions": decisions, "seconds": now - begin}


def _say(facts: dict[str, object] | dict[str, float]) -> None:
    print(json.dumps(facts), flush=True)
