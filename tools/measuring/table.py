"""Everything that was measured, as a text to read."""

from collections.abc import Iterator
from typing import Any

from measuring.machine import line

FIGURES = {
    "states": "state of orloj, 4 players",
    "cold": "seconds from nothing",
    "cores": "orloj simulate, 4 players",
}


def render(found: dict[str, Any]) -> str:
    """Return the whole report."""
    return "\n".join(_lines(found)) + "\n"


def _lines(found: dict[str, Any]) -> Iterator[str]:
    yield f"{found['date']}, {line(found['machine'])}"
    pace = "nothing was measured"
    if ms := found["calibration_ms"]:
        pace = f"calibration {ms['median']:g} ms ({ms['least']:g} to {ms['most']:g})"
    yield f"medians of {found['rounds']} rounds of {found['seconds']:g} s a side; {pace}"
    yield ", ".join(f"{name} {version}" for name, version in found["versions"].items())
    if found["rows"]:
        yield ""
        yield from _races(found["rows"])
    yield from (
        f"\n{title}: " + ", ".join(f"{key} {value:,}" for key, value in found[name].items())
        for name, title in FIGURES.items()
        if name in found
    )


def _races(rows: dict[str, Any]) -> Iterator[str]:
    yield (
        f"{'decisions a second':30} {'ratio':>7} {'least to most':>16} "
        f"{'ours':>9} {'a game':>7} {'theirs':>10} {'a game':>7}"
    )
    for name, row in rows.items():
        if "missing" in row:
            yield f"{name:30} {'missing':>7} {row['what'][1]}: {row['missing']}"
        else:
            yield _race(name, row)


def _race(name: str, row: dict[str, Any]) -> str:
    ours, theirs = row["ours"], row["theirs"]
    spread = f"{row['ratio_least']:g} to {row['ratio_most']:g}"
    pace = (
        f"{ours['decisions_per_second']:>9,} {ours['decisions_per_game']:>7g} "
        f"{theirs['decisions_per_second']:>10,} {theirs['decisions_per_game']:>7g}"
    )
    sides = zip(row["what"], (ours, theirs), strict=True)
    who = " / ".join(f"{label} ({_options(side)})" for label, side in sides)
    return f"{name:30} {row['ratio']:>7g} {spread:>16} {pace}  {who}"


def _options(side: dict[str, Any]) -> str:
    single = side["single_option"]
    alone = f", {single:.0%} have one" if single >= 0.005 else ""
    return f"{side['options_per_decision']:g} options{alone}"
