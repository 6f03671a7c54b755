"""What is measured on: the machine, one core of it, and how fast it is just now."""

import os
import platform
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter

STEPS = 2_000_000
"""Of the calibration loop. A machine that slows down takes longer for it, and for the rest."""


def facts() -> dict[str, object]:
    """Return what a reader must know to compare figures."""
    return {
        "cpu": _cpu(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.release()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "load": round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None,
    }


def line(found: dict[str, object]) -> str:
    """Return the facts on one line."""
    load = "" if found["load"] is None else f", load {found['load']}"
    return f"{found['cpu']}, {found['cores']} cores, {found['system']}, {found['python']}{load}"


def _cpu() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = [text.partition(":")[2].strip() for text in lines if text.startswith("model name")]
    return names[0] if names else platform.machine()


def calibration() -> float:
    """Return the milliseconds the calibration loop takes."""
    begin, total = perf_counter(), 0
    for step in range(STEPS):
        total += step & 3
    return (perf_counter() - begin) * 1000


@contextmanager
def one_core() -> Iterator[None]:
    """Keep this process and those it starts on one core, where the system can."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)
