"""Plays games and checks at every decision what must always hold (tests/invariants.py says what).

python tools/soak.py PACK --players P --games N --seed S --bots random|busy [--set OPTION=VALUE]

Ends with 1 at the first thing that does not hold, naming the seed and the decision.
"""

import argparse
import json
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from invariants import Broken, Pace, Tally, soak  # noqa: E402 - the path comes first

from interpreter.content.load import load  # noqa: E402
from interpreter.content.options import OptionProblem, read_options  # noqa: E402
from interpreter.play.bots import BOTS  # noqa: E402
from interpreter.report.text import render_text  # noqa: E402


def main(arguments: list[str] | None = None) -> int:
    """Return the exit code."""
    wanted = _parser().parse_args(arguments)
    loaded = load(wanted.pack)
    if loaded.ruleset is None:
        print(render_text(loaded.report), file=sys.stderr)
        return 2
    pack = loaded.ruleset.pack
    players = wanted.players or pack.least_players
    if not pack.least_players <= players <= pack.most_players:
        print(
            f"{pack.id} is for {pack.least_players} to {pack.most_players} players", file=sys.stderr
        )
        return 2
    try:
        options = read_options(loaded.ruleset, dict(s.split("=", 1) for s in wanted.set))
    except (OptionProblem, ValueError) as problem:
        print(problem, file=sys.stderr)
        return 2
    tally, begin, broken = Tally(), time.perf_counter(), None
    pace = Pace(follow=wanted.every, every_option=wanted.every, light=wanted.light)
    try:
        for i in range(wanted.games):
            soak(loaded.ruleset, players, f"{wanted.seed}/{i}", wanted.bots, options, tally, pace)
    except Broken as error:
        broken = error
    _tell(wanted, players, tally, time.perf_counter() - begin, broken)
    return 1 if broken else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pack", metavar="PACK", help="a shipped pack, or a folder")
    parser.add_argument("--players", type=int, help="default: as few as the pack allows")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--seed", default="1", help="game i has the seed SEED/i")
    parser.add_argument("--bots", choices=sorted(BOTS), default="random")
    parser.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE")
    parser.add_argument(
        "--every", type=int, default=25, help="decisions between two of the costly checks"
    )
    parser.add_argument(
        "--light", action="store_true", help="check only the state itself, at every decision"
    )
    parser.add_argument("--format", choices=["text", "json"], default="text")
    return parser


def _tell(
    wanted: argparse.Namespace, players: int, tally: Tally, seconds: float, broken: Broken | None
) -> None:
    facts = {
        "pack": wanted.pack, "players": players, "bots": wanted.bots, "seed": wanted.seed,
        "games": tally.games, "unfinished": tally.unfinished, "states": tally.states,
        "checks": dict(sorted(tally.checks.items())), "seconds": round(seconds, 1),
        "broken": None if broken is None
        else {"seed": broken.seed, "decision": broken.number, "message": broken.message},
    }  # fmt: skip
    if wanted.format == "json":
        print(json.dumps(facts, ensure_ascii=False))
        return
    checks = ", ".join(f"{count} {name}" for name, count in facts["checks"].items())
    print(
        f"{wanted.pack}, {players} players, {wanted.bots}: {tally.games} games, "
        f"{tally.states} states in {seconds:.1f} s; checks: {checks}; {broken or 'all hold'}"
    )


if __name__ == "__main__":
    sys.exit(main())
