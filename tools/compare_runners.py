"""Plays games of all packs on two runners side by side.

python tools/compare_runners.py --decisions 5000000 [--native] [--workers 2] [PACK...]

Translated programs beside the reference machine, or, with `--native`, native code beside translated
programs. After every answer both must have come to the same state, the same question with the same
options, and the same events (native code makes none). Ends with 1 at the first difference, naming
the game and the decision.
"""

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from kit import TEST_PACKS, where  # noqa: E402 - the path comes first
from runners import Differs, compare, compare_native  # noqa: E402

from interpreter.content.load import load, shipped_overlays, shipped_packs  # noqa: E402

PACKS = (*shipped_packs(), *shipped_overlays(), *TEST_PACKS)
PART = 20_000
"""Decisions of a pack that one worker plays at a stretch; each part has games of its own."""
Part = tuple[str, int, int, bool]
"""A pack, decisions, the number of the first game, and whether on native code."""


def main() -> int:
    """Print how much was compared; return 1 if something differs."""
    parser = _parser()
    wanted = parser.parse_args()
    packs = tuple(dict.fromkeys(wanted.packs)) or PACKS
    if unknown := [pack for pack in packs if pack not in PACKS]:
        parser.error(f"no pack {', '.join(unknown)}; there are {', '.join(PACKS)}")
    parts = [(*part, wanted.native) for part in _parts(packs, wanted.decisions, wanted.first)]
    done, spent = dict.fromkeys(packs, 0), dict.fromkeys(packs, 0.0)
    begin = time.perf_counter()
    with ProcessPoolExecutor(wanted.workers) as pool:
        running = {pool.submit(_played, part): part for part in parts}
        for future in as_completed(running):
            pack = running[future][0]
            try:
                decisions, seconds = future.result()
            except Differs as differs:
                pool.shutdown(cancel_futures=True)
                print(f"differs: {differs}")
                return 1
            done[pack] += decisions
            spent[pack] += seconds
    for pack in packs:
        print(f"{pack:32} {done[pack]:>9,} decisions {done[pack] / spent[pack]:>7,.0f} a second")
    minutes = (time.perf_counter() - begin) / 60
    print(f"{sum(done.values()):,} decisions on both runners, no difference; {minutes:.1f} minutes")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("packs", nargs="*", metavar="PACK", help="default: all")
    parser.add_argument("--decisions", type=int, default=100_000, help="over all packs together")
    parser.add_argument("--native", action="store_true", help="compare native code")
    parser.add_argument("--workers", type=int, default=1, help="processes; default 1")
    parser.add_argument("--first", type=int, default=0, help="number of the first game: others")
    return parser


def _parts(packs: Sequence[str], decisions: int, first: int) -> Iterator[tuple[str, int, int]]:
    """Yield what is to be played: as many decisions of each pack, parts of all packs by turns."""
    each, more = divmod(decisions, len(packs))
    left = {pack: each + (number < more) for number, pack in enumerate(packs)}
    while any(left.values()):
        for pack in packs:
            if left[pack]:
                part = min(PART, left[pack])
                yield pack, part, first
                left[pack] -= part
        # No part has so many games.
        first += PART


def _played(part: Part) -> tuple[int, float]:
    pack, decisions, first, native = part
    begin = time.perf_counter()
    ruleset = load(where(pack)).ruleset
    assert ruleset is not None, f"{pack} does not load"
    play = compare_native if native else compare
    return play(ruleset, decisions, first), time.perf_counter() - begin


if __name__ == "__main__":
    sys.exit(main())
