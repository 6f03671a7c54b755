"""Figures of ours without a peer: states, cold starts, cores.

Each also returns what the calibration loop took beside its rounds, in milliseconds.
"""

import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from interpreter.content.load import load
from interpreter.content.ruleset import Ruleset
from interpreter.diagnostics import Report
from interpreter.engine import rng
from interpreter.engine.game import Game
from interpreter.engine.native.build import NotBuilt
from interpreter.engine.native.game import NativeGame, native
from interpreter.play.saves import restored
from measuring.machine import calibration, one_core
from measuring.race import rounded
from measuring.rows import ROOT

ORLOJ = Path(sys.executable).with_name("orloj")
COLD = (("--help",), ("validate", "orloj"))
POSITIONS, APART = 20, 15
"""Positions whose states are measured, and decisions between two of them."""


Figures = tuple[dict[str, Any], list[float]]


def states(rounds: int, seconds: float) -> Figures:
    """Return microseconds to copy, hash, save and load the state of a game for four."""
    ruleset = load("orloj").ruleset
    assert ruleset is not None
    games = _positions(Game(ruleset, 4, "states"))
    natives = _natively(ruleset, games)
    saves = [game.save() for game in games]
    todo: dict[str, Callable[[], object]] = {
        "copy_us": lambda: [game.copy() for game in games],
        "key_us": lambda: [game.key() for game in games],
        "hash_us": lambda: [game.hash() for game in games],
        "save_us": lambda: [game.save() for game in games],
        "load_us": lambda: [restored(ruleset, text, Report()) for text in saves],
    }
    if natives:
        todo["native_copy_us"] = lambda: [game.copy() for game in natives]
        todo["native_key_us"] = lambda: [game.key() for game in natives]
    found: dict[str, list[float]] = {name: [] for name in todo}
    loops = []
    with one_core():
        for _ in range(rounds):
            loops.append(calibration())
            for name, work in todo.items():
                found[name].append(_each(work, seconds / len(todo)) / len(games) * 1e6)
    sizes = {"cells": len(games[0].cells), "save_bytes": round(median(map(len, saves)))}
    return {**{name: rounded(median(times)) for name, times in found.items()}, **sizes}, loops


def _natively(ruleset: Ruleset, games: Sequence[Game]) -> list[NativeGame]:
    """Return the same positions on native code; none where it cannot be built."""
    try:
        kind = native(ruleset, 4)
    except NotBuilt:
        return []
    return [kind("states", game.cells) for game in games]


def _positions(game: Game) -> list[Game]:
    found: list[Game] = []
    for number in range(POSITIONS * APART):
        decision = game.decision
        if decision is None:
            break
        game.choose(rng.below(decision.count, 1, 2, number)[0])
        if number % APART == APART - 1 and not game.over:
            found.append(game.copy())
    return found


def _each(work: Callable[[], object], seconds: float) -> float:
    """Return the seconds one call takes."""
    times, begin = 0, perf_counter()
    while (now := perf_counter()) < begin + seconds or not times:
        work()
        times += 1
    return (now - begin) / times


def cold(rounds: int) -> Figures:
    """Return the seconds commands take in a process of their own."""
    found: dict[str, list[float]] = {" ".join(arguments): [] for arguments in COLD}
    loops = []
    with one_core():
        for _ in range(rounds):
            loops.append(calibration())
            for arguments in COLD:
                begin = perf_counter()
                _orloj(*arguments)
                found[" ".join(arguments)].append(perf_counter() - begin)
    return {name: rounded(median(times)) for name, times in found.items()}, loops


def cores(rounds: int, seconds: float) -> Figures:
    """Return games a second with one and two worker processes, and what the second one brings.

    There are so many games that starting the workers, which is part of it, weighs little.
    """
    each = max(1e-4, (_simulated(1, 120) - _simulated(1, 40)) / 80)
    games = max(40, round(4 * seconds / each))
    times: dict[int, list[float]] = {1: [], 2: []}
    loops = []
    for _ in range(rounds):
        loops.append(calibration())
        for workers, found in times.items():
            found.append(_simulated(workers, games))
    gains = [one / two for one, two in zip(times[1], times[2], strict=True)]
    return {
        "games": games,
        "games_per_second_1": rounded(games / median(times[1])),
        "games_per_second_2": rounded(games / median(times[2])),
        "speedup": rounded(median(gains)),
    }, loops


def _simulated(workers: int, games: int) -> float:
    """Return the seconds so many games take; starting workers is part of it."""
    said = _orloj(
        "simulate", "orloj", "--players", "4", "--games", str(games),
        "--workers", str(workers), "--format", "json",
    )  # fmt: skip
    return float(json.loads(said)["seconds"])


def _orloj(*arguments: str) -> str:
    return subprocess.run(
        [str(ORLOJ), *arguments], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout
