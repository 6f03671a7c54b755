"""Many games between bots, in worker processes; what comes out does not depend on their number.

Game i has the seed `SEED/i`. A worker loads the pack once, by name, and plays chunks of games.
"""

from __future__ import annotations

import hashlib
import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import asdict, dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

from interpreter.content.load import load
from interpreter.content.selection import Selection
from interpreter.engine.impossible import PackError
from interpreter.play.match import Played, match
from interpreter.play.stats import summary, wilson

if TYPE_CHECKING:
    from multiprocessing.synchronize import Event

    from interpreter.content.ruleset import Ruleset

PLAIN = Selection()
CHUNK = 25
"""Most games a worker plays before it reports."""

Progress = Callable[[int], None]
"""Told how many games were played since it was last called."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be played: `bots` has a name per seat."""

    pack: str
    bots: tuple[str, ...]
    games: int
    seed: str
    options: Mapping[str, int]
    chosen: Selection = PLAIN
    native: bool = False
    """Whether to play on native code: the same games, sooner."""

    def seeds(self) -> tuple[str, ...]:
        """Return the seed of every game."""
        return tuple(f"{self.seed}/{i}" for i in range(self.games))


@dataclass(frozen=True, slots=True)
class Failed:
    """A game in which the pack did what no game may do."""

    seed: str
    code: str
    program: int
    position: int
    reason: str


Outcome = Played | Failed


def simulate(
    plan: Plan, workers: int | None, progress: Progress, ruleset: Ruleset | None = None
) -> dict[str, Any]:
    """Return what the games of a plan came to; after Ctrl-C, those that were done by then.

    `ruleset` is the plan's pack, if it has been loaded: then nobody loads it again, but workers
    that know nothing of the process that starts them.
    """
    if ruleset is not None:
        _Worker.loaded = (plan.pack, plan.chosen, ruleset)
    begin = time.perf_counter()
    outcomes = _outcomes(plan, workers or os.cpu_count() or 1, progress)
    seconds = time.perf_counter() - begin
    return {**report(plan, outcomes), "seconds": round(seconds, 3)}


def _outcomes(plan: Plan, workers: int, progress: Progress) -> list[Outcome]:
    seeds = plan.seeds()
    # Several chunks for each worker, so that none waits long for another at the end.
    size = max(1, min(CHUNK, len(seeds) // (4 * workers)))
    chunks = [seeds[i : i + size] for i in range(0, len(seeds), size)]
    if workers == 1 or len(chunks) == 1:
        return _alone(plan, seeds, progress)
    return _together(plan, chunks, min(workers, len(chunks)), progress)


def _alone(plan: Plan, seeds: Sequence[str], progress: Progress) -> list[Outcome]:
    found: list[Outcome] = []
    try:
        for outcome in _chunk(plan, seeds):
            found.append(outcome)
            progress(1)
    except KeyboardInterrupt:
        pass  # what is done counts
    return found


def _together(
    plan: Plan, chunks: Sequence[Sequence[str]], workers: int, progress: Progress
) -> list[Outcome]:
    found: dict[int, list[Outcome]] = {}
    running: dict[Future[list[Outcome]], int] = {}
    waiting = iter(enumerate(chunks))
    stop = multiprocessing.Event()
    with ProcessPoolExecutor(workers, initializer=_prepare, initargs=(stop,)) as pool:
        try:
            while True:
                # No more than the workers have in hand, so that an interrupt is quick.
                for number, chunk in islice(waiting, workers - len(running)):
                    running[pool.submit(_played, plan, chunk)] = number
                if not running:
                    break
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    outcomes = future.result()
                    found[running.pop(future)] = outcomes
                    progress(len(outcomes))
        except KeyboardInterrupt:
            stop.set()
            found.update({number: future.result() for future, number in running.items()})
    return [outcome for number in sorted(found) for outcome in found[number]]


class _Worker:
    """What a worker process knows besides its work."""

    stop: Event | None = None
    """Set when no further game should be begun."""
    loaded: tuple[str, Selection, Ruleset] | None = None
    """The last pack that was loaded, and its rules."""


def _prepare(stop: Event) -> None:
    """Leave Ctrl-C to the process that started the workers; it sets `stop` then."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _Worker.stop = stop


def _played(plan: Plan, seeds: Sequence[str]) -> list[Outcome]:
    found: list[Outcome] = []
    for outcome in _chunk(plan, seeds):
        found.append(outcome)
        if _Worker.stop is not None and _Worker.stop.is_set():
            break
    return found


def _chunk(plan: Plan, seeds: Sequence[str]) -> Iterator[Outcome]:
    ruleset = _ruleset(plan.pack, plan.chosen)
    for seed in seeds:
        try:
            yield match(ruleset, plan.bots, seed, plan.options, native=plan.native)
        except PackError as error:
            yield Failed(seed, error.code, error.program, error.position, error.reason)


def _ruleset(pack: str, chosen: Selection) -> Ruleset:
    if _Worker.loaded is None or _Worker.loaded[:2] != (pack, chosen):
        ruleset = load(pack, *chosen).ruleset
        assert ruleset is not None, "whoever plans a simulation has loaded the pack"
        _Worker.loaded = (pack, chosen, ruleset)
    return _Worker.loaded[2]


# --- what it comes to


def report(plan: Plan, outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """Return the outcomes in numbers, ready for JSON; everything per seat is a list by seat."""
    played = [o for o in outcomes if isinstance(o, Played)]
    failed = [o for o in outcomes if isinstance(o, Failed)]
    results = [o.result for o in played if o.result is not None]
    # Opponents that a pack brings along have seats behind the players.
    seats = range(len(results[0].scores) if results else len(plan.bots))
    lists = [[r.scores[seat] for r in results] for seat in seats]
    return {
        "pack": plan.pack,
        **({name: list(ids) for name, ids in plan.chosen._asdict().items() if ids}),
        "players": len(plan.bots),
        "bots": list(plan.bots),
        "seed": plan.seed,
        "options": dict(plan.options),
        "games": plan.games,
        "played": len(outcomes),
        "finished": len(results),
        "unfinished": len(played) - len(results),
        "failed": [
            asdict(f) for f in failed
        ],
        "decisions": sum(o.decisions for o in played),
        "length": {
            "decisions": summary([o.decisions for o in played if o.result is not None]),
            "rounds": summary([o.rounds for o in played if o.result is not None]),
        },
        "ended_by": _counted([r.reason for r in results]),
        "score": {"seats": [summary(scores) for scores in lists], "lists": lists},
        "wins": [_wins([seat in r.winners for r in results]) for seat in seats],
        "shared_wins": sum(len(r.winners) > 1 for r in results),
        "fingerprint": _fingerprint(outcomes),
    }  # fmt: skip


def _counted(reasons: Sequence[str]) -> dict[str, int]:
    return {reason: reasons.count(reason) for reason in sorted(set(reasons))}


def _wins(won: Sequence[bool]) -> dict[str, Any]:
    """Return how often a seat won, alone or shared, and between which shares that may well lie."""
    interval = wilson(sum(won), len(won))
    share = sum(won) / len(won) if won else 0.0
    return {
        "wins": sum(won),
        "share": round(share, 4),
        "low": round(interval.low, 4),
        "high": round(interval.high, 4),
    }


def _fingerprint(outcomes: Sequence[Outcome]) -> str:
    """Return one hash over all final states: equal for equal games on every machine."""
    whole = hashlib.sha256()
    for outcome in outcomes:
        whole.update((outcome.hash if isinstance(outcome, Played) else outcome.code).encode())
    return whole.hexdigest()
