"""Prints how long cold starts take: the median of seven processes for each command."""

import statistics
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COMMANDS = (("--help",), ("validate", "orloj"))
TIMES = 7


def main() -> int:
    """Return 0, or 1 if a command failed."""
    command = Path(sys.executable).with_name("orloj")
    if not command.exists() or not (ROOT / "interpreter" / "cli" / "main.py").exists():
        print("there is no command `orloj` yet: nothing to measure")
        return 0
    failed = False
    for arguments in COMMANDS:
        seconds, code = _times([str(command), *arguments])
        shown = "orloj " + " ".join(arguments)
        spread = f"{min(seconds):.3f} to {max(seconds):.3f} s"
        if code:
            failed = True
            print(f"{shown:24} ends with {code}")
        else:
            print(f"{shown:24} {statistics.median(seconds):.3f} s  ({TIMES} processes, {spread})")
    return int(failed)


def _times(command: list[str]) -> tuple[list[float], int]:
    seconds: list[float] = []
    code = 0
    for _ in range(TIMES):
        begin = time.perf_counter()
        done = subprocess.run(command, cwd=ROOT, capture_output=True)
        seconds.append(time.perf_counter() - begin)
        code = code or done.returncode
    return seconds, code


if __name__ == "__main__":
    sys.exit(main())
