"""Exit codes, and how a command stops with one."""

from __future__ import annotations

CLEAN = 0
FINDINGS = 1
USAGE = 2
REFUSED = 3
MISMATCH = 4
BUG = 70
INTERRUPTED = 130
CLOSED_PIPE = 141


class Stop(Exception):
    """Ends a command whose findings are already printed."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code
