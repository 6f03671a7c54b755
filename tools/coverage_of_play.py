"""Which effects of a pack run in games of bots or in its examples, and which never do.

    python tools/coverage_of_play.py PACK [--games N]

Every action, and every effect of a card, tile, space or reward, is a program; those that never ran
are listed.
"""

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from interpreter.content.load import load  # noqa: E402 - the path comes first
from interpreter.engine.machine import Machine  # noqa: E402
from interpreter.play.bots import BOTS  # noqa: E402
from interpreter.play.examples import run_examples  # noqa: E402
from interpreter.play.match import match  # noqa: E402


def main() -> int:
    """Return 1 if something never ran."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pack")
    parser.add_argument("--games", type=int, default=20, help="for each player count and bot")
    wanted = parser.parse_args()
    ruleset = load(wanted.pack).ruleset
    ran: set[int] = set()
    call = Machine.call

    def recording(machine: Machine, program: int, *rest: object) -> None:
        if not machine._trying:
            ran.add(program)
        call(machine, program, *rest)

    Machine.call = recording
    for players in range(ruleset.pack.least_players, ruleset.pack.most_players + 1):
        for bot in BOTS:
            for game in range(wanted.games):
                match(ruleset, [bot] * players, f"coverage/{game}")
    in_games = len(ran)
    failed = [result.id for result in run_examples(ruleset) if not result.ok]
    effects = {
        i
        for i, p in enumerate(ruleset.programs)
        if p.program.ops and not p.name.startswith("example.")
    }
    never = sorted(ruleset.programs[i].name for i in effects - ran)
    print(f"{wanted.pack}: {len(effects)} effects, {in_games} programs ran in games")
    print(f"  {len(effects & ran)} effects ran in games or examples, {len(never)} never")
    print(f"  examples failing: {len(failed)}")
    for name in never:
        print(f"  never: {name}")
    return 1 if never else 0


if __name__ == "__main__":
    sys.exit(main())
