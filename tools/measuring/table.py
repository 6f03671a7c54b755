"""Everything that was measured, as a text to read."""

from collections.abc import Iterator
from typing import Any

from measuring.machine import line


def render(found: dict[str, Any]) -> str:
    """Return the whole report."""
    return "\n".join(_lines(found)) + "\n"


def _lines(found: dict[str, Any]) -> Iterator[str]:
    yield f"{found['date']}, {line(found['machine'])}"
    yield f"{found['rounds']} rounds of {found['seconds']} s each side, medians; {_pace(found)}"
    yield ", ".join(f"{name} {version}" for name, version in found["versions"].items())
    if found["rows"]:
        yield ""
        yield from _races(found["rows"])
    for name, title in (("states", "states"), ("cold", "cold"), ("cores", "cores")):
        if figures := found.get(name):
            yield ""
            yield f"{title}: " + ", ".join(f"{key} {value}" for key, value in figures.items())


def _pace(found: dict[str, Any]) -> str:
    ms = found["calibration_ms"]
    if ms is None:
        return "no calibration"
    return f"calibration {ms['median']} ms ({ms['least']} to {ms['most']})"


def _races(rows: dict[str, Any]) -> Iterator[str]:
    yield (
        f"{'race':24} {'ratio':>7} {'least to most':>16}"
        f" {'decisions/s':>12} {'a game':>7}  ours"
        f"\n{'':49} {'':>12} {'':>7}  theirs"
    )
    for name, row in rows.items():
        if "missing" in row:
            yield f"{name:24} {'missing':>7} {row['what'][1]}: {row['missing']}"
            continue
        spread = f"{row['ratio_least']:g} to {row['ratio_most']:g}"
        yield f"{name:24} {row['ratio']:>7g} {spread:>16} {_side(row['ours'], row['what'][0])}"
        yield f"{'':49} {_side(row['theirs'], row['what'][1])}"


def _side(side: dict[str, Any], label: str) -> str:
    single = f", {side['single_option']:.0%} with one option" if side["single_option"] else ""
    return (
        f"{side['decisions_per_second']:>12,} {side['decisions_per_game']:>7g}  {label} "
        f"({side['options_per_decision']:g} options{single})"
    )
