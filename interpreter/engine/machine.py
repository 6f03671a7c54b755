"""The reference machine: steps through programs, asks, tries options out.

An answer is allowed only if everything after it can be carried out somehow: the machine tries it on
a copy, following any later question as far as needed, until no frame can fail any more.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from interpreter.engine import layout as at
from interpreter.engine.asks import Answer, Ask
from interpreter.engine.frame import ME, Cells, Frame
from interpreter.engine.impossible import Impossible, PackError
from interpreter.engine.phases import next_program
from interpreter.engine.stack import packed, unpacked
from interpreter.engine.writing import Writer

if TYPE_CHECKING:
    from interpreter.engine.table import Table

FUEL = 1_000_000
"""Most operations one decision may take, trials included."""
MOST_FRAMES = 400
"""Most programs that may wait for each other: deeper is a call without end."""
MOST_NESTED = 100
"""Most questions in a row a trial follows: behind that many nothing is announced any more."""


@dataclass(slots=True, unsafe_hash=True)
class Extra:
    """An additional action offered beside the answers of a question."""

    action: str
    program: int


@dataclass(slots=True)
class Question:
    """A question the game waits at: whose it is, the linked operation, and what may be answered."""

    player: int
    ask: Ask
    answers: tuple[Answer | Extra, ...]
    known: tuple[tuple[int, int, int], ...] = ()
    """What translated programs know of the additional actions of each player."""


class Machine:
    """Runs the programs of one table on given cells."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._codes = list(table.codes)
        """The programs of the table, and behind them parts of programs being tried."""
        self.writer = Writer(table.layout)
        self.stack: list[Frame] = []
        self.fuel = FUEL
        self.halts = False
        """Whether to stop when the stack is empty instead of going on with the flow."""
        self._trying = False
        self._nested = 0

    def call(self, program: int, me: int, arguments: tuple[Any, ...]) -> None:
        """Push a frame for a program."""
        if len(self.stack) >= MOST_FRAMES:
            raise PackError("E901", program, 0, f"{MOST_FRAMES} programs wait for each other")
        spare = self._codes[program].slots - len(arguments)
        self.stack.append([program, 0, me, *arguments, *[0] * spare])

    # --- running

    def settle(self, c: Cells) -> Question | None:
        """Run to the next question that is a decision; None when the game is over."""
        self.stack = unpacked(c[at.STACK], self._codes)
        self.fuel = FUEL
        while True:
            try:
                ask = self._run(c)
                question = None if ask is None else self._question(c, ask)
            except Impossible as impossible:
                program, position = self.writer.cause
                raise PackError("E902", program, position, impossible.reason) from None
            if ask is None:
                c[at.STACK] = ()
                return None
            if question is not None:
                c[at.STACK] = packed(self.stack)
                return question

    def take(
        self, c: Cells, question: Question, answer: Answer | Extra, forced: bool = False
    ) -> None:
        """Carry an answer out; the state then waits to be settled."""
        self.stack = unpacked(c[at.STACK], self._codes)
        self._take(c, question.ask, answer, forced)
        c[at.STACK] = packed(self.stack)

    def answer(self, c: Cells, question: Question, answer: Answer | Extra) -> Question | None:
        """Carry an answer out and run to the next question; None when the game is over."""
        self.take(c, question, answer)
        return self.settle(c)

    def _run(self, c: Cells) -> Ask | None:
        """Step until a question or the end of the game; in a trial, until nothing can fail."""
        codes, writer = self._codes, self.writer
        while True:
            if not self.stack:
                if self._trying or self.halts:
                    return None
                program = next_program(self.table, writer, c)
                if program is None:
                    return None
                self.call(program, -1, ())
                continue
            frame = self.stack[-1]
            code, position = codes[frame[0]], frame[1]
            if self._trying and code.safe[position] and self._safe():
                return None
            if position >= len(code.steps):
                self.stack.pop()
                continue
            self.fuel -= 1
            if self.fuel < 0:
                raise PackError("E901", frame[0], position, f"more than {FUEL} steps")
            step = code.steps[position]
            writer.cause = (frame[0], position)
            if isinstance(step, Ask):
                return step
            frame[1] = position + 1
            step(self, c, frame)
            if code.writes[position] and not self._trying:
                c[at.ANNOUNCED] = ()
                c[at.EXTRA] = 0

    # --- questions

    def _question(self, c: Cells, ask: Ask) -> Question | None:
        """Return the question if it is a decision; otherwise carry its only answer out."""
        frame = self.stack[-1]
        player, candidates = frame[ME], ask.answers(c, frame)
        if player >= self.table.people:
            # Nobody sits there: the rules of the pack take the first thing that can be done.
            candidates = [a for a in candidates if self._allowed(c, ask, a)][:1]
            if not candidates:
                raise PackError("E902", frame[0], frame[1], "there is nothing to choose")
            self._take(c, ask, candidates[0], forced=True)
            return None
        if ask.settles_alone and len(candidates) == 1:
            self._take(c, ask, candidates[0], forced=True)
            return None
        answers: list[Answer | Extra] = [a for a in candidates if self._allowed(c, ask, a)]
        if not (ask.settles_alone and len(answers) == 1):
            answers += self._extras(c, player)
        if not answers:
            raise PackError("E902", frame[0], frame[1], "there is nothing to choose")
        if len(answers) == 1:
            self._take(c, ask, answers[0], forced=True)
            return None
        if ask.shows_items and self.writer.uncovers(c, answers):
            self.writer.revealed = True
        return Question(player, ask, tuple(answers))

    def _take(self, c: Cells, ask: Ask, answer: Answer | Extra, forced: bool) -> None:
        frame = self.stack[-1]
        self.writer.cause = (frame[0], frame[1])
        if isinstance(answer, Extra):
            if c[at.ANNOUNCED]:
                # Nothing is committed before its payment: the announced choice is asked again.
                self.stack = unpacked(c[at.ANNOUNCED], self._codes)
            c[at.ANNOUNCED], c[at.EXTRA] = (), 1
            self.call(answer.program, frame[ME], ())
            return
        position = frame[1]
        writes = self._codes[frame[0]].writes[position]
        if not writes and not c[at.ANNOUNCED] and not forced:
            c[at.ANNOUNCED] = packed(self.stack)
        ask.take(self.writer, c, frame, answer)
        if writes:
            c[at.ANNOUNCED], c[at.EXTRA] = (), 0

    def _extras(self, c: Cells, player: int) -> list[Answer | Extra]:
        """Return the additional actions possible now; none inside an unpaid one."""
        if c[at.TURN] != player or c[at.EXTRA]:
            return []
        begun = [extra for extra in self.table.any_time if self._can_begin(c, player, extra[1])]
        if not begun:
            return []
        stack = self.stack
        base = unpacked(c[at.ANNOUNCED], self._codes) if c[at.ANNOUNCED] else stack
        found: list[Answer | Extra] = []
        for action, program in begun:
            self.stack = [f[:] for f in base]
            self.call(program, player, ())
            if self._viable(c[:]):
                found.append(Extra(action, program))
        self.stack = stack
        return found

    def _can_begin(self, c: Cells, player: int, program: int) -> bool:
        """Whether the first question of a program has an answer: most extras fall here, cheaply."""
        code = self._codes[program]
        first = code.steps[0]
        if not isinstance(first, Ask):
            return True
        try:
            return bool(first.answers(c, [program, 0, player, *[0] * code.slots]))
        except Impossible:
            return False

    # --- trials

    def could(self, c: Cells, frame: Frame, end: int) -> bool:
        """Whether a frame could be carried out from its position to `end`; nothing changes."""
        stack, halts, cause = self.stack, self.halts, self.writer.cause
        program = len(self._codes)
        self._codes.append(self._codes[frame[0]].until(end))
        self.stack, self.halts = [[program, *frame[1:]]], True
        try:
            return self._viable(c[:])
        finally:
            self._codes.pop()
            self.stack, self.halts, self.writer.cause = stack, halts, cause

    def possible(self, c: Cells) -> bool:
        """Whether the present stack can be carried out somehow; nothing changes."""
        stack = self.stack
        self.stack = [f[:] for f in stack]
        try:
            return self._viable(c[:])
        finally:
            self.stack = stack

    def _allowed(self, c: Cells, ask: Ask, answer: Answer) -> bool:
        """Whether everything after this answer can be carried out somehow."""
        stack, trying, log = self.stack, self._trying, self.writer.log
        cause, revealed = self.writer.cause, self.writer.revealed
        self.stack = [f[:] for f in stack]
        self._trying, self.writer.log = True, None
        self._nested += 1
        cells = c[:]
        try:
            if self._nested > MOST_NESTED:
                raise PackError("E901", *cause, f"{MOST_NESTED} questions follow each other")
            ask.take(self.writer, cells, self.stack[-1], answer)
            return self._continues(cells)
        except Impossible:
            return False
        finally:
            self.stack, self._trying, self.writer.log = stack, trying, log
            self._nested -= 1
            self.writer.cause, self.writer.revealed = cause, revealed

    def _viable(self, c: Cells) -> bool:
        """Whether the present stack can be carried out somehow; the cells are spoilt."""
        trying, log, revealed = self._trying, self.writer.log, self.writer.revealed
        self._trying, self.writer.log = True, None
        try:
            return self._continues(c)
        except Impossible:
            return False
        finally:
            self._trying, self.writer.log, self.writer.revealed = trying, log, revealed

    def _continues(self, c: Cells) -> bool:
        ask = self._run(c)
        if ask is None:
            return True
        candidates = ask.answers(c, self.stack[-1])
        # What gives something up is the shortest way on; try it first.
        candidates = sorted(candidates, key=lambda a: a not in ask.passive)
        return any(self._allowed(c, ask, a) for a in candidates)

    def _safe(self) -> bool:
        codes = self._codes
        for frame in reversed(self.stack):
            code, position = codes[frame[0]], frame[1]
            if not code.safe[position]:
                return False
            if code.inside_turn[position]:
                return True
        return True
