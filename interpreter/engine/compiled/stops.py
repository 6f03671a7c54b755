"""Where a program waits for an answer, with everything that is known of the place beforehand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from interpreter.engine.frame import SLOT
from interpreter.lang import ops

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from interpreter.engine.asks import Answer, Ask
    from interpreter.engine.compiled.units import Unit
    from interpreter.engine.frame import Cells, Frame

PLACE, SLOTTED, ORDER = range(3)
"""What an answer does to a frame: only its position, a slot, a bit of a slot."""


class Stop:
    """A question of a unit."""

    __slots__ = (
        "all_inside", "all_safe", "alone", "answers", "ask", "begins", "exit", "freed", "inside",
        "kind", "next", "pays", "position", "program", "safe", "slot", "ways", "writes",
    )  # fmt: skip

    def __init__(
        self,
        u: Unit,
        position: int,
        ask: Ask,
        defined: Mapping[str, Callable[[Cells, Frame], Any]],
        freed: int,
    ) -> None:
        op = ask.op
        self.ask, self.freed = ask, freed
        self.answers: Callable[[Cells, Frame], list[Answer]] = defined[f"ask_{position}"]
        self.begins = defined.get("begins") if position == 0 else None
        """Whether there is an answer, for the first question of a program."""
        self.program, self.position, self.next = u.program, position, position + 1
        self.alone, self.writes = ask.settles_alone, u.writes[position]
        self.safe, self.inside = u.safe, u.inside_turn
        self.exit: int = getattr(op, "exit", position + 1)
        self.ways: tuple[int, ...] | None = None
        self.kind, self.slot = PLACE, 0
        match op:
            case ops.AskItem() | ops.AskNumber():
                self.kind, self.slot = SLOTTED, SLOT + op.slot
            case ops.AskBranch():
                self.ways = tuple(way.to for way in op.ways)
            case ops.AskOrder():
                self.ways = tuple(way.to for way in op.ways)
                self.kind, self.slot = ORDER, SLOT + op.done
            case _:
                pass

        self.pays = isinstance(op, ops.Pay)
        ends = {self.exit, *(self.ways or (self.next,))}
        self.all_safe = all(u.safe[p] for p in ends)
        """Whether nothing can fail in this program after any answer."""
        self.all_inside = self.all_safe and all(u.inside_turn[p] for p in ends)

    def mark(self, f: Frame, answer: Answer) -> None:
        """Carry an answer out that writes nothing but the frame."""
        f[1] = self.after(answer)
        if answer is not None:
            if self.kind == SLOTTED:
                f[self.slot] = answer
            elif self.kind == ORDER:
                f[self.slot] |= 1 << answer  # type: ignore[operator]  # a branch

    def after(self, answer: Answer) -> int:
        """Return where the program goes on after an answer."""
        if answer is None:
            return self.exit
        return self.next if self.ways is None else self.ways[answer]  # type: ignore[index]  # a branch
