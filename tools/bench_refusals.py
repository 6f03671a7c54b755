"""How soon hostile archives and files are refused: the best of five, in milliseconds.

    python tools/bench_refusals.py

The archives and texts are those of the tests. Ends with 1 if an archive takes longer than the bar.
"""

import sys
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

import hostile_archives  # noqa: E402 - the path comes first
import hostile_files  # noqa: E402

from interpreter.content.archive import MOST_BYTES, Unsafe, read  # noqa: E402
from interpreter.content.tree import read_tree  # noqa: E402
from interpreter.diagnostics import Report  # noqa: E402
from interpreter.source import Source  # noqa: E402

MOST_MS = 100
TIMES = 5


def main() -> int:
    """Return 1 if one is read, or refused late."""
    archives = {
        name: quickest(lambda d=data: is_refused_archive(d))
        for name, data in hostile_archives.HOSTILE.items()
    }
    files = {
        name: quickest(lambda t=text: is_refused_file(t))
        for name, text in hostile_files.HOSTILE.items()
    }
    told("archives", archives)
    told("files", files)
    print(f"bar for archives: {MOST_MS} ms")
    return int(max(archives.values()) > MOST_MS)


def is_refused_archive(data: bytes) -> bool:
    """Whether an archive is refused; its size is looked at before it is read."""
    if len(data) > MOST_BYTES:
        return True
    try:
        read(data)
    except Unsafe:
        return True
    return False


def is_refused_file(text: str) -> bool:
    """Whether a text is refused."""
    report = Report()
    read_tree(Source.of("hostile.yaml", text), report)
    return not report.ok


def quickest(refused: Callable[[], bool]) -> float:
    """Return the best of some times: what the machine does besides is not ours."""
    times = []
    for _ in range(TIMES):
        begin = time.perf_counter()
        assert refused(), "it was read"
        times.append(time.perf_counter() - begin)
    return min(times) * 1000


def told(what: str, times: dict[str, float]) -> None:
    """Print the times, the longest first."""
    slowest = sorted(times.items(), key=lambda pair: -pair[1])
    for name, ms in slowest:
        print(f"{ms:8.2f} ms  {name}")
    print(f"{len(times)} hostile {what} refused, slowest {slowest[0][1]:.1f} ms\n")


if __name__ == "__main__":
    sys.exit(main())
