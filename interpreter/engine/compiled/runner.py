"""Runs translated programs: the same questions, answers and states as the reference machine.

While a game waits, the cell of the stack holds the uppermost frame itself; `frames.settled` packs
it when somebody wants plain data.
"""

from __future__ import annotations

from itertools import repeat
from typing import TYPE_CHECKING, Any, NoReturn

from interpreter.engine import layout as at
from interpreter.engine.compiled.frames import chained
from interpreter.engine.compiled.names import Names
from interpreter.engine.compiled.questions import Questions
from interpreter.engine.compiled.segments import Segments
from interpreter.engine.compiled.units import Unit, parts, unit
from interpreter.engine.frame import ME
from interpreter.engine.impossible import Impossible, PackError
from interpreter.engine.machine import FUEL, MOST_FRAMES, MOST_NESTED, Extra, Question
from interpreter.engine.writing import Writer
from interpreter.lang import ops

if TYPE_CHECKING:
    from collections.abc import Callable

    from interpreter.engine.asks import Answer, Ask
    from interpreter.engine.frame import Cells, Frame
    from interpreter.engine.table import Table

Segment = Any
"""A function of the machine, cells and frame, as `segments` makes them."""


class Compiled:
    """Runs the programs of one table on given cells."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.writer = Writer(table.layout)
        self.names = Names(table)
        self.revealed = False
        """Whether chance decided, or something hidden was uncovered, since this was last reset."""
        count = len(table.codes)
        self._parts = {key: count + i for i, key in enumerate(parts(table))}
        self.units: list[Unit] = [unit(table, p) for p in range(count)]
        self.units += [unit(table, program, end) for program, end in self._parts]
        self.spare = tuple((0,) * (code.slots - 1) for code in table.codes)
        self.bottom: Frame = [len(self.units), 0, -1, 0, None]
        self._play: list[list[Segment]] = [self._late(u, self._made_play) for u in self.units]
        self._try: list[list[Segment]] = [self._late(u, self._made_try) for u in self.units]
        self._play.append([lambda m, c, f: m.next_phase(c)])
        self._try.append([lambda m, c, f: True])
        self._answers: list[list[Callable[[Cells, Frame], list[Answer]]] | None]
        self._answers = [None] * len(self.units)
        self.fuel = FUEL
        self.c: Cells = []
        """The cells of the trial that runs."""
        self.shared = False
        """Whether they are also somebody else's: to be copied before the first write."""
        self._nested = 0

    # --- translating

    def part(self, program: int, end: int) -> int:
        """Return the number of the unit that is a program up to a position."""
        return self._parts[program, end]

    def source(self, number: int, mode: str) -> str:
        """Return the source of a unit: `play`, `try`, or `ask` for its questions."""
        chosen = self.units[number]
        if mode == "ask":
            return Questions(self.table, self.names, chosen).source()
        return Segments(self.table, self.names, chosen, mode).source()

    def _late(self, u: Unit, make: Callable[[int], list[Segment]]) -> list[Segment]:
        def first(m: Compiled, c: Cells, f: Frame) -> Any:
            return make(f[0])[f[1]](m, c, f)

        return [first] * (len(u.ops) + 1)

    def _made_play(self, number: int) -> list[Segment]:
        self._play[number] = self._segments(number, "play")
        return self._play[number]

    def _made_try(self, number: int) -> list[Segment]:
        self._try[number] = self._segments(number, "try")
        return self._try[number]

    def _segments(self, number: int, mode: str) -> list[Segment]:
        u = self.units[number]
        defined = self.names.run(f"{mode} {number}", self.source(number, mode))
        positions = range(len(u.ops))
        return [defined.get(f"at_{p}") for p in positions] + [lambda m, c, f: f[-1][:]]

    def answers(self, f: Frame) -> Callable[[Cells, Frame], list[Answer]]:
        """Return the function that lists the answers to the question a frame stands at."""
        number = f[0]
        found = self._answers[number]
        if found is None:
            defined = self.names.run(f"ask {number}", self.source(number, "ask"))
            found = [defined.get(f"ask_{p}") for p in range(len(self.units[number].ops))]  # type: ignore[misc]
            self._answers[number] = found
        return found[f[1]]  # type: ignore[index]  # just made

    # --- running

    def settle(self, c: Cells) -> Question | None:
        """Run to the next question that is a decision; None when the game is over."""
        f = self._top(c, at.STACK)
        self.fuel = FUEL
        try:
            while True:
                waiting = self._run(c, f)
                if waiting is None:
                    c[at.STACK] = ()
                    return None
                f = waiting
                found = self._question(c, f)
                if found.__class__ is Question:
                    c[at.STACK] = f
                    return found  # type: ignore[return-value]
                f = found  # type: ignore[assignment]
        except Impossible as impossible:
            raise self._stuck(f, impossible) from None

    def take(
        self, c: Cells, question: Question, answer: Answer | Extra, forced: bool = False
    ) -> None:
        """Carry an answer out; the state then waits to be settled."""
        c[at.STACK] = self._taken(c, self._top(c, at.STACK), question.ask, answer, forced)

    def _top(self, c: Cells, cell: int) -> Frame:
        found = c[cell]
        if found.__class__ is tuple:
            return chained(found, self.table.codes, self.bottom)
        return found  # type: ignore[no-any-return]

    def _run(self, c: Cells, f: Frame) -> Frame | None:
        """Run to a question and return its frame; None at the end of the game."""
        play = self._play
        if f is self.bottom or f[-1] is None:
            f = self.bottom
        g: Frame | None
        for _ in repeat(None, self.fuel):
            g = play[f[0]][f[1]](self, c, f)
            if g is None:
                return None if f[-1] is None else f
            f = g
        raise PackError("E901", *self._place(f), f"more than {FUEL} steps")

    def next_phase(self, c: Cells) -> Frame | None:
        """Return the frame of what comes next in the flow; None when the game is over."""
        flow = self.table.ruleset.flow
        while True:
            program = None
            if c[at.PHASE] == at.SETUP:
                c[at.PHASE] = at.PLAYING
                program = flow.setup
            elif c[at.PHASE] == at.PLAYING and not c[at.ENDED]:
                c[at.ROUND] += 1
                program = flow.round
            elif c[at.PHASE] == at.PLAYING:
                c[at.PHASE], c[at.TURN] = at.FINISH, -1
                program = flow.finish
            else:
                c[at.PHASE] = at.OVER
                self._score(c)
                return None
            if program is not None:
                return [program, 0, -1, *(0,) * self.table.codes[program].slots, 1, self.bottom]

    def _score(self, c: Cells) -> None:
        resource = self.table.ruleset.flow.score
        for score, amount in self.table.scores:
            points = [amount(c, p, -1) for p in range(self.table.players)]
            for player, n in enumerate(points):
                self.writer.gain(
                    c, player, resource, n if score.cap is None else min(n, score.cap)
                )

    def too_deep(self, f: Frame) -> NoReturn:
        """Stop programs that call each other without end."""
        raise PackError("E901", *self._place(f), f"{MOST_FRAMES} programs wait for each other")

    def _place(self, f: Frame) -> tuple[int, int]:
        number = f[0]
        return (self.units[number].program if number < len(self.units) else 0, f[1])

    def _stuck(self, f: Frame, impossible: Impossible) -> PackError:
        return PackError("E902", *self._place(f), impossible.reason)

    # --- questions

    def _question(self, c: Cells, f: Frame) -> Question | Frame:
        """Return the question if it is a decision; otherwise the frame after its only answer."""
        u = self.units[f[0]]
        ask = u.asks[f[1]]
        assert ask is not None
        player, candidates = f[ME], self.answers(f)(c, f)
        alone = ask.settles_alone
        if player >= self.table.people:
            below = self.settled(f[-1])
            for a in candidates:
                if self._allowed(c, f, u, ask, a, below):
                    return self._taken(c, f, ask, a, forced=True)
            raise self._unanswered(f)
        if alone and len(candidates) == 1:
            return self._taken(c, f, ask, candidates[0], forced=True)
        below = self.settled(f[-1])
        answers: list[Answer | Extra] = [
            a for a in candidates if self._allowed(c, f, u, ask, a, below)
        ]
        if not (alone and len(answers) == 1):
            answers += self._extras(c, f, player)
        if len(answers) == 1:
            return self._taken(c, f, ask, answers[0], forced=True)
        if not answers:
            raise self._unanswered(f)
        if ask.shows_items and self.writer.uncovers(c, answers):
            self.revealed = True
        return Question(player, ask, tuple(answers))

    def _unanswered(self, f: Frame) -> PackError:
        return PackError("E902", *self._place(f), "there is nothing to choose")

    def _taken(
        self, c: Cells, f: Frame, ask: Ask, answer: Answer | Extra, forced: bool
    ) -> Frame:
        """Return the frame an answer leads to."""
        if answer.__class__ is Extra:
            if c[at.ANNOUNCED]:
                f = self._top(c, at.ANNOUNCED)
            c[at.ANNOUNCED], c[at.EXTRA] = (), 1
            return self._begun(answer.program, f, f[ME])  # type: ignore[union-attr]
        writes = self.units[f[0]].writes[f[1]]
        if not writes and not forced and not c[at.ANNOUNCED]:
            c[at.ANNOUNCED] = f
        g = f[:]
        ask.take(self.writer, c, g, answer)  # type: ignore[arg-type]
        if writes:
            c[at.ANNOUNCED], c[at.EXTRA] = (), 0
        return g

    def _begun(self, program: int, below: Frame, me: int) -> Frame:
        depth = below[-2] + 1
        if depth > MOST_FRAMES:
            self.too_deep(below)
        return [program, 0, me, *(0,) * self.table.codes[program].slots, depth, below]

    def _extras(self, c: Cells, f: Frame, player: int) -> list[Answer | Extra]:
        """Return the additional actions possible now; none inside an unpaid one."""
        if c[at.TURN] != player or c[at.EXTRA]:
            return []
        found: list[Answer | Extra] = []
        base: Frame | None = None
        for action, program in self.table.any_time:
            candidates = None
            if self.units[program].asks[:1] != (None,) and self.units[program].ops:
                spare = [program, 0, player, *(0,) * self.table.codes[program].slots, 0, None]
                try:
                    candidates = self.answers(spare)(c, spare)
                except Impossible:
                    continue
                if not candidates:
                    continue
            if base is None:
                base = self._top(c, at.ANNOUNCED) if c[at.ANNOUNCED] else f
            if self._viable(c, self._begun(program, base, player)):
                found.append(Extra(action, program))
        return found

    # --- trials

    def settled(self, f: Frame) -> bool:
        """Whether nothing can fail in these frames as far as a trial looks."""
        units, bottom = self.units, self.bottom[0]
        while f[0] != bottom:
            u, position = units[f[0]], f[1]
            if not u.safe[position]:
                return False
            if u.inside_turn[position]:
                return True
            f = f[-1]
        return True

    def could(self, c: Cells, f: Frame) -> bool:
        """Whether a frame can be carried out somehow; nothing changes."""
        return self._viable(c, f)

    def _viable(self, c: Cells, f: Frame) -> bool:
        kept, shared, revealed = self.c, self.shared, self.revealed
        self.c, self.shared = c, True
        try:
            return self._continues(f)
        except Impossible:
            return False
        finally:
            self.c, self.shared, self.revealed = kept, shared, revealed

    def _allowed(
        self, c: Cells, f: Frame, u: Unit, ask: Ask, answer: Answer, below: bool
    ) -> bool:
        """Whether everything after this answer can be carried out somehow."""
        position = _after(ask, f[1], answer)
        if u.safe[position] and (below or u.inside_turn[position]):
            return True
        kept, shared, revealed = self.c, self.shared, self.revealed
        self._nested += 1
        try:
            if self._nested > MOST_NESTED:
                reason = f"{MOST_NESTED} questions follow each other"
                raise PackError("E901", *self._place(f), reason)
            g = f[:]
            writes = u.writes[f[1]]
            self.c, self.shared = (c[:] if writes else c), not writes
            ask.take(self.writer, self.c, g, answer)
            return self._continues(g)
        except Impossible:
            return False
        finally:
            self._nested -= 1
            self.c, self.shared, self.revealed = kept, shared, revealed

    def _continues(self, f: Frame) -> bool:
        """Whether the trial that runs can be carried out from this frame."""
        code = self._try
        g: Any
        for count in range(self.fuel):
            g = code[f[0]][f[1]](self, self.c, f)
            if g.__class__ is not list:
                self.fuel -= count + 1
                break
            f = g
        else:
            raise PackError("E901", *self._place(f), f"more than {FUEL} steps")
        if g:
            return True
        u, c = self.units[f[0]], self.c
        ask = u.asks[f[1]]
        assert ask is not None
        candidates = self.answers(f)(c, f)
        if len(candidates) > 1:
            # What gives something up is the shortest way on; try it first.
            passive = ask.passive
            candidates = sorted(candidates, key=lambda a: a not in passive)
        below = self.settled(f[-1])
        return any(self._allowed(c, f, u, ask, a, below) for a in candidates)


def _after(ask: Ask, position: int, answer: Answer) -> int:
    """Return where a program goes on after an answer."""
    op = ask.op
    if answer is None:
        return op.exit  # type: ignore[union-attr]
    if op.__class__ is ops.AskBranch or op.__class__ is ops.AskOrder:
        return op.ways[answer].to  # type: ignore[union-attr,index]
    return position + 1
