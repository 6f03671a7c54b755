"""What cannot be done, and what must not happen."""

from __future__ import annotations


class Impossible(Exception):
    """The step at hand cannot be carried out as things stand."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class PackError(Exception):
    """A pack does something no game may do: run without end, or fail where nothing is optional."""

    def __init__(self, code: str, program: int, position: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.program = program
        self.position = position
        self.reason = reason
