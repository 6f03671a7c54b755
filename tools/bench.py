"""Measures orloj beside other engines and games written by hand, in one run.

Every race is ours, theirs, ours, theirs ... on one core, each side a process of its own that plays
whole games with random answers. A ratio is ours over theirs in decisions a second, so higher is
better. Peers are installed outside the repository, in XDG_CACHE_HOME/orloj-bench or ~/.cache.
"""

import argparse
import json
import platform
import sys
import tempfile
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from measuring import figures, machine, table  # noqa: E402
from measuring.content import GROWTHS  # noqa: E402
from measuring.environments import OWN, Environments, Missing, Program  # noqa: E402
from measuring.race import Broken, Runner, close_all, race  # noqa: E402
from measuring.rows import ROWS, Row, Side  # noqa: E402

from interpreter.content.versions import ENGINE  # noqa: E402 - the path comes first
from interpreter.engine.native.build import NotBuilt, compiler  # noqa: E402

FIGURES: dict[str, Callable[[argparse.Namespace], figures.Figures]] = {
    "states": lambda wanted: figures.states(wanted.rounds, wanted.seconds),
    "cold": lambda wanted: figures.cold(wanted.rounds),
    "cores": lambda wanted: figures.cores(wanted.rounds, wanted.seconds),
}
NAMES = (*(row.name for row in ROWS), *(growth.name for growth in GROWTHS), *FIGURES)


def main() -> int:
    """Print what was measured."""
    wanted = _parser().parse_args()
    began = datetime.now(UTC)
    rows: dict[str, Any] = {}
    single: dict[str, Any] = {}
    loops: list[float] = []
    environments = Environments(wanted.fresh)
    with tempfile.TemporaryDirectory() as folder:
        for name in wanted.only or NAMES:
            print(f"measuring {name}", file=sys.stderr)
            if name in FIGURES:
                single[name], beside = FIGURES[name](wanted)
            else:
                rows[name] = _raced(_row(name, Path(folder)), environments, wanted)
                beside = rows[name].get("calibration_ms", [])
            loops += beside
    found = {
        "date": began.strftime("%Y-%m-%d %H:%M UTC"),
        "machine": machine.facts(),
        "versions": _versions(rows),
        "rounds": wanted.rounds,
        "seconds": wanted.seconds,
        "calibration_ms": _spread(loops),
        "ratios": {name: row.get("ratio") for name, row in rows.items()},
        "rows": rows,
        **single,
    }
    print(json.dumps(found, indent=2) if wanted.format == "json" else table.render(found), end="")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="tools/bench",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog=f"names: {', '.join(NAMES)}",
    )
    parser.add_argument(
        "--rounds", type=int, default=5, help="default 5; medians want five or more"
    )
    parser.add_argument("--seconds", type=float, default=2.0, help="of play a side and round")
    parser.add_argument(
        "--only", action="append", choices=NAMES, metavar="NAME", help="repeatable; names below"
    )
    parser.add_argument("--format", choices=["text", "json"], default="text")
    parser.add_argument("--fresh", action="store_true", help="install the peers anew")
    return parser


def _row(name: str, folder: Path) -> Row:
    for row in ROWS:
        if row.name == name:
            return row
    return next(growth for growth in GROWTHS if growth.name == name).row(folder)


def _raced(row: Row, environments: Environments, wanted: argparse.Namespace) -> dict[str, Any]:
    """Return what came of a race; a peer that is not there, or fails, is told and no error."""
    what = {"what": [row.ours.label, row.theirs.label]}
    program = OWN if row.theirs.peer is None else environments.program(row.theirs.peer)
    if isinstance(program, Missing):
        return {**what, "missing": program.why}
    with machine.one_core():
        runners = [_runner(row.ours, OWN), _runner(row.theirs, program)]
        try:
            return {**what, **race(*runners, wanted.rounds, wanted.seconds)}
        except Broken as broken:
            if row.theirs.peer is None and not _wants_compiler(row):
                raise
            return {**what, "missing": str(broken)}
        finally:
            close_all(runners)


def _wants_compiler(row: Row) -> bool:
    """Whether a race needs a C compiler, and there is none."""
    if "native" not in row.ours.arguments:
        return False
    try:
        compiler()
    except NotBuilt:
        return True
    return False


def _runner(side: Side, program: Program) -> Runner:
    return Runner(program, side.script, *side.arguments)


def _versions(rows: dict[str, Any]) -> dict[str, str]:
    own = {"orloj": ENGINE, "Python": platform.python_version()}
    sides = [row[side] for row in rows.values() if "ours" in row for side in ("ours", "theirs")]
    return own | {name: text for side in sides for name, text in side["versions"].items()}


def _spread(loops: list[float]) -> dict[str, float] | None:
    """Return how fast the machine was beside the rounds; None if everything was missing."""
    if not loops:
        return None
    values = {"median": median(loops), "least": min(loops), "most": max(loops)}
    return {name: round(ms, 1) for name, ms in values.items()}


if __name__ == "__main__":
    sys.exit(main())
