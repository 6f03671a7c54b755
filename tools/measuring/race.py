"""Two programs that play, turn and turn about: each a process that lives through all rounds."""

import json
import os
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from measuring.environments import Program
from measuring.machine import calibration

SCRIPTS = Path(__file__).resolve().parent.parent / "peers"


class Broken(Exception):
    """A playing script has ended before its time."""


class Runner:
    """A script of `tools/peers` that waits to be told how long to play."""

    def __init__(self, program: Program, script: str, *arguments: str) -> None:
        self._said = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the process
        self._process = subprocess.Popen(
            [program.command, str(SCRIPTS / script), *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._said,
            cwd=program.folder,
            env={**os.environ, **dict(program.variables)},
            text=True,
        )

    def hello(self) -> dict[str, Any]:
        """Return what the script says first about itself and its games."""
        return self._answer()

    def play(self, seconds: float) -> dict[str, float]:
        """Let it play for so long; return how many games and decisions there were, and the time."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(f"{seconds}\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            pass  # the answer that does not come says why
        return self._answer()

    def _answer(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        text = self._process.stdout.readline()
        if not text:
            self._process.wait()
            self._said.seek(0)
            lines = self._said.read().decode(errors="replace").strip().splitlines()
            raise Broken(lines[-1] if lines else f"ended with {self._process.returncode}")
        found: dict[str, Any] = json.loads(text)
        return found

    def close(self) -> None:
        """End the process."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            self._process.stdin.close()
            self._process.wait(timeout=30)
        except (BrokenPipeError, subprocess.TimeoutExpired):
            self._process.kill()
            self._process.wait()
        self._process.stdout.close()
        self._said.close()


@dataclass
class Course:
    """What one side did in all rounds."""

    hello: dict[str, Any]
    rounds: list[dict[str, float]] = field(default_factory=list)

    def rates(self, what: str = "decisions") -> list[float]:
        """Return how many a second there were, round by round."""
        return [r[what] / r["seconds"] for r in self.rounds]

    def per_game(self) -> float:
        """Return decisions for each game."""
        return sum(r["decisions"] for r in self.rounds) / sum(r["games"] for r in self.rounds)

    def facts(self) -> dict[str, Any]:
        """Return all of it, ready for JSON."""
        rates = self.rates()
        return {
            "decisions_per_second": round(median(rates)),
            "least": round(min(rates)),
            "most": round(max(rates)),
            "games_per_second": round(median(self.rates("games")), 1),
            "games": sum(int(r["games"]) for r in self.rounds),
            "decisions_per_game": round(self.per_game(), 2),
            "options_per_decision": round(self.hello["options_per_decision"], 2),
            "single_option": round(self.hello["single_option"], 3),
            "versions": self.hello["versions"],
        }


def race(ours: Runner, theirs: Runner, rounds: int, seconds: float) -> dict[str, Any]:
    """Return what came of so many rounds, each of so many seconds for either side.

    The ratio of a round compares neighbours in time, so that a machine that changes its speed
    changes it little.
    """
    sides = (ours, theirs)
    courses = [Course(side.hello()) for side in sides]
    for side in sides:
        side.play(seconds)  # whatever is made when first needed is made now
    loops = []
    for _ in range(rounds):
        loops.append(calibration())
        for side, course in zip(sides, courses, strict=True):
            course.rounds.append(side.play(seconds))
    ratios = _ratios(courses, "decisions")
    return {
        "ratio": rounded(median(ratios)),
        "ratio_least": rounded(min(ratios)),
        "ratio_most": rounded(max(ratios)),
        "ratio_games": rounded(median(_ratios(courses, "games"))),
        "ours": courses[0].facts(),
        "theirs": courses[1].facts(),
        "calibration_ms": [round(ms, 1) for ms in loops],
    }


def _ratios(courses: Sequence[Course], what: str) -> list[float]:
    ours, theirs = (course.rates(what) for course in courses)
    return [a / b for a, b in zip(ours, theirs, strict=True)]


def rounded(value: float) -> float:
    """Return a ratio with three figures."""
    return float(f"{value:.3g}")


def close_all(runners: Sequence[Runner]) -> None:
    """End what was started."""
    for runner in runners:
        runner.close()
