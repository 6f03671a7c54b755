"""Measures orloj beside other engines and games written by hand, in one run.

Every race is ours, theirs, ours, theirs ... on one core, each side a process of its own that plays
whole games with random answers. A ratio is ours over theirs in decisions a second, so higher is
better. Peers are installed outside the repository, in XDG_CACHE_HOME/orloj-bench or ~/.cache.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from measuring import figures, machine, table  # noqa: E402 - the path comes first
from measuring.content import GROWTHS  # noqa: E402
from measuring.environments import OWN, Environments, Missing, Program  # noqa: E402
from measuring.race import Broken, Runner, close_all, race  # noqa: E402
from measuring.rows import ROWS, Row, Side  # noqa: E402

FIGURES: dict[str, Callable[[argparse.Namespace], dict[str, Any]]] = {
    "states": lambda wanted: figures.states(wanted.rounds, wanted.seconds),
    "cold": lambda wanted: figures.cold(wanted.rounds),
    "cores": lambda wanted: figures.cores(wanted.rounds, wanted.seconds),
}
NAMES = (*(row.name for row in ROWS), *(growth.name for growth in GROWTHS), *FIGURES)


def main() -> int:
    """Print what was measured."""
    wanted = _parser().parse_args()
    chosen = wanted.only or NAMES
    began = datetime.now(UTC)
    environments = Environments(wanted.fresh)
    rows: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder:
        for name in chosen:
            if name not in FIGURES:
                _tell(name)
                rows[name] = _raced(_row(name, Path(folder)), environments, wanted)
    found = {
        "date": began.strftime("%Y-%m-%d %H:%M UTC"),
        "machine": machine.facts(),
        "versions": _versions(rows),
        "rounds": wanted.rounds,
        "seconds": wanted.seconds,
        "calibration_ms": _calibration(rows),
        "ratios": {name: row.get("ratio") for name, row in rows.items()},
        "rows": rows,
    }
    for name in chosen:
        if name in FIGURES:
            _tell(name)
            found[name] = FIGURES[name](wanted)
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


def _tell(name: str) -> None:
    print(f"measuring {name}", file=sys.stderr)


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
            if row.theirs.peer is None:
                raise
            return {**what, "missing": str(broken)}
        finally:
            close_all(runners)


def _runner(side: Side, program: Program) -> Runner:
    return Runner(program, side.script, *side.arguments)


def _versions(rows: dict[str, Any]) -> dict[str, str]:
    sides = [row[side] for row in rows.values() if "ours" in row for side in ("ours", "theirs")]
    return {name: text for side in sides for name, text in side["versions"].items()}


def _calibration(rows: dict[str, Any]) -> dict[str, float] | None:
    loops = [ms for row in rows.values() for ms in row.get("calibration_ms", [])]
    if not loops:
        return None
    return {"median": round(median(loops), 1), "least": min(loops), "most": max(loops)}


if __name__ == "__main__":
    sys.exit(main())
