"""Runs translated programs: the same questions, answers and states as the reference machine.

While a game waits, the cell of the stack holds the uppermost frame itself; `frames.settled` packs
it when somebody wants plain data.
"""

from __future__ import annotations

from functools import cached_property
from itertools import repeat
from threading import RLock
from typing import TYPE_CHECKING, Any, NoReturn

from interpreter.engine import layout as at
from interpreter.engine import machine
from interpreter.engine.compiled.frames import BELOW, DEPTH, PARENT, chained
from interpreter.engine.compiled.names import Names
from interpreter.engine.compiled.questions import questions
from interpreter.engine.compiled.segments import Segments
from interpreter.engine.compiled.stops import Stop
from interpreter.engine.compiled.units import Unit, units
from interpreter.engine.frame import ME
from interpreter.engine.impossible import Impossible, PackError
from interpreter.engine.machine import MOST_FRAMES, MOST_NESTED, Extra, Question
from interpreter.engine.phases import next_program
from interpreter.engine.writing import Writer
from interpreter.lang.ops import AMOUNT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter.engine.asks import Answer
    from interpreter.engine.compiled.lines import Lines
    from interpreter.engine.frame import Cells, Frame
    from interpreter.engine.table import Table

Known = tuple[tuple[int, int, int], ...]
"""For each player which additional actions cannot begin, which have been tried, which of those are
possible; see `reads`."""
Segment = Any
"""A function of the machine, cells and frame, as `segments` makes them."""


def _end(m: Compiled, c: Cells, f: Frame) -> Frame:
    """Go on with the frame below."""
    return f[PARENT][:]  # type: ignore[no-any-return]  # a frame


def _nothing_left(m: Compiled, c: Cells, f: Frame) -> bool:
    """In a trial: every program has ended."""
    return True


def _next_phase(m: Compiled, c: Cells, f: Frame) -> Frame | None:
    """Go on with the flow."""
    return m.next_phase(c)


class Compiled:
    """Runs the programs of one table on given cells."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lock = RLock()
        """Held while a game is moved on: all games of a table share this runner."""
        self.writer = Writer(table.layout)
        self.names = Names(table, self.writer)
        self._parts, self.units = units(table)
        self._blank = tuple((0,) * code.slots for code in table.codes)
        self.spare = tuple(blank[1:] for blank in self._blank)
        """For each program the slots an argument leaves, at their start."""
        self.freed = 0
        """The additional actions that may be possible again since the last question."""
        self._nothing_known: Known = ((0, 0, 0),) * table.players
        self._known = self._nothing_known
        """What was found about the additional actions of each player, as long as it holds."""
        self.bottom: Frame = [len(self.units), 0, -1, True, 0, None]
        self._modes: dict[str, list[list[Segment]]] = {
            mode: [self._late(mode, u) for u in self.units] for mode in ("play", "tell", "try")
        }
        for mode, segments in self._modes.items():
            segments.append([_nothing_left if mode == "try" else _next_phase])
        self._try = self._modes["try"]
        self._places: dict[str, list[int]] = {}
        """For each module the position of the operation each of its lines was made for."""
        self._stops: list[list[Stop | None] | None] = [None] * len(self.units)
        self._asked: Frame | None = None
        """Where additional actions were worked out last, and what they were."""
        self._asked_extras: list[Answer | Extra] = []
        self.fuel = machine.FUEL
        self._journal: list[tuple[int, Any]] = []
        """What trials have written over, to be put back."""
        self.note = self._journal.append
        self._amounts = table.layout.blocks[AMOUNT].base
        self._nested = 0

    # --- translating

    def part(self, program: int, end: int) -> int:
        """Return the number of the unit that is a program up to a position."""
        return self._parts[program, end]

    def source(self, number: int, mode: str) -> Lines:
        """Return the source of a unit: `play`, `tell`, `try`, or `ask` for its questions."""
        if mode == "ask":
            return questions(self.names, self.units[number])
        return Segments(self.table, self.names, self.units[number], mode).source()

    def _late(self, mode: str, u: Unit) -> list[Segment]:
        """Return segments that are made when one of them is first called."""

        def first(m: Compiled, c: Cells, f: Frame) -> Any:
            if self._modes[mode][f[0]] is late:
                defined = self._defined(f[0], mode)
                made = [defined.get(f"at_{p}") for p in range(len(u.ops))]
                self._modes[mode][f[0]] = [*made, _end]
            return self._modes[mode][f[0]][f[1]](m, c, f)

        late: list[Segment] = [first] * (len(u.ops) + 1)
        return late

    def _defined(self, number: int, mode: str) -> dict[str, Any]:
        lines = self.source(number, mode)
        title = f"{mode} {number}"
        self._places[f"<{title}>"] = lines.positions
        return self.names.run(title, lines.source())

    def stop(self, f: Frame) -> Stop:
        """Return the question a frame stands at."""
        stops = self._stops[f[0]]
        if stops is None:
            stops = self._stops[f[0]] = self._made_stops(f[0])
        return stops[f[1]]  # type: ignore[return-value]  # it stands there

    def _made_stops(self, number: int) -> list[Stop | None]:
        u = self.units[number]
        defined = self._defined(number, "ask")
        return [
            None if ask is None else Stop(u, p, ask, defined, self.names.reads.affected(ask.op))
            for p, ask in enumerate(u.asks)
        ]

    # --- running

    def settle(self, c: Cells) -> Question | None:
        """Run to the next question that is a decision; None when the game is over."""
        self._known = self._nothing_known
        return self._settled(c, self._top(c, at.STACK))

    def answer(self, c: Cells, question: Question, answer: Answer | Extra) -> Question | None:
        """Carry an answer out and run to the next question; None when the game is over."""
        f = self._top(c, at.STACK)
        self.freed, self._known = 0, question.known or self._nothing_known
        return self._settled(c, self._taken(c, f, self.stop(f), answer, forced=False))

    def _settled(self, c: Cells, f: Frame) -> Question | None:
        self.fuel = machine.FUEL
        play = self._modes["play" if self.writer.log is None else "tell"]
        try:
            while True:
                for _ in repeat(None, self.fuel):
                    g = play[f[0]][f[1]](self, c, f)
                    if g is None:
                        break
                    f = g
                else:
                    self.out_of_fuel(f)
                if f[PARENT] is None:
                    c[at.STACK] = ()
                    return None
                found = self._question(c, f)
                if found.__class__ is Question:
                    c[at.STACK] = f
                    return found
                f = found  # type: ignore[assignment]  # a frame
        except Impossible as impossible:
            raise self._stuck(f, impossible) from impossible
        finally:
            # A trial that was broken off has left its writes.
            if self._journal:
                self._put_back(c, 0)

    def _top(self, c: Cells, cell: int) -> Frame:
        found = c[cell]
        if found.__class__ is tuple:
            return chained(found, self.table.codes, self.bottom)
        return found  # type: ignore[no-any-return]

    def out_of_fuel(self, f: Frame) -> NoReturn:
        """Stop a decision that takes too many steps."""
        raise PackError("E901", *self._place(f), f"more than {machine.FUEL} steps")

    def next_phase(self, c: Cells) -> Frame | None:
        """Return the frame of what comes next in the flow; None when the game is over."""
        program = next_program(self.table, self.writer, c)
        self.freed = self.names.reads.everything
        return None if program is None else self._begun(program, self.bottom, -1)

    def too_deep(self, f: Frame) -> NoReturn:
        """Stop programs that call each other without end."""
        raise PackError("E901", *self._place(f), f"{MOST_FRAMES} programs wait for each other")

    def _place(self, f: Frame) -> tuple[int, int]:
        number = f[0]
        return (self.units[number].program if number < len(self.units) else 0, f[1])

    def _stuck(self, f: Frame, impossible: Impossible) -> PackError:
        """Return the error for what failed where nothing may: the line tells the operation."""
        program, position = self._place(f)
        trace = impossible.__traceback__
        while trace is not None:
            lines = self._places.get(trace.tb_frame.f_code.co_filename)
            if lines is not None:
                program = self._place(trace.tb_frame.f_locals["f"])[0]
                position = lines[trace.tb_lineno - 1]
            trace = trace.tb_next
        return PackError("E902", program, position, impossible.reason)

    # --- questions

    def _question(self, c: Cells, f: Frame) -> Question | Frame:
        """Return the question if it is a decision; otherwise the frame after its only answer."""
        stop = self.stop(f)
        player, candidates, alone = f[ME], stop.answers(c, f), stop.alone
        if alone and len(candidates) == 1 and player < self.table.people:
            return self._taken(c, f, stop, candidates[0], forced=True)
        writer = self.writer
        revealed, log, self._nested, writer.log = writer.revealed, writer.log, 0, None
        if player >= self.table.people:
            # Nobody sits there: the rules of the pack take the first thing that can be done.
            chosen = self._allowed(c, f, stop, candidates)[:1]
            writer.revealed, writer.log = revealed, log
            if not chosen:
                raise self._unanswered(f)
            return self._taken(c, f, stop, chosen[0], forced=True)
        answers: list[Answer | Extra] = [*self._allowed(c, f, stop, candidates)]
        if self._any_time and not (alone and len(answers) == 1):
            answers += self._extras(c, f, player)
        writer.revealed, writer.log = revealed, log
        if len(answers) < 2:
            if not answers:
                raise self._unanswered(f)
            return self._taken(c, f, stop, answers[0], forced=True)
        ask = stop.ask
        if self.names.hidden and ask.shows_items and writer.uncovers(c, answers):
            writer.revealed = True
        return Question(player, ask, tuple(answers), self._up_to_date())

    def _unanswered(self, f: Frame) -> PackError:
        return PackError("E902", *self._place(f), "there is nothing to choose")

    def _taken(self, c: Cells, f: Frame, stop: Stop, answer: Answer | Extra, forced: bool) -> Frame:
        """Return the frame an answer leads to."""
        if isinstance(answer, Extra):
            me = f[ME]
            if c[at.ANNOUNCED]:
                # Nothing is committed before its payment: the announced choice is asked again.
                f = self._top(c, at.ANNOUNCED)
            c[at.ANNOUNCED], c[at.EXTRA] = (), 1
            return self._begun(answer.program, f, me)
        if not stop.writes and not forced and not c[at.ANNOUNCED]:
            c[at.ANNOUNCED] = f
        g = f[:]
        if not stop.writes:
            stop.mark(g, answer)
            return g
        self.writer.cause = (stop.program, stop.position)
        self._write(c, g, stop, answer)
        c[at.ANNOUNCED], c[at.EXTRA] = (), 0
        self.freed |= stop.freed
        return g

    def _write(self, c: Cells, f: Frame, stop: Stop, answer: Answer) -> None:
        """Carry out an answer that changes cells."""
        if stop.pays and self.writer.log is None:
            self.names.pay(c, f[ME], answer)  # type: ignore[arg-type]  # a payment
            f[1] = stop.next
        else:
            stop.ask.take(self.writer, c, f, answer)

    def _begun(self, program: int, below: Frame, me: int) -> Frame:
        depth = below[DEPTH] + 1
        if depth > MOST_FRAMES:
            self.too_deep(below)
        return [program, 0, me, *self._blank[program], self._settles(below), depth, below]

    def _extras(self, c: Cells, f: Frame, player: int) -> list[Answer | Extra]:
        """Return the additional actions possible now; none inside an unpaid one."""
        if c[at.TURN] != player or c[at.EXTRA]:
            return []
        base = self._top(c, at.ANNOUNCED) if c[at.ANNOUNCED] else f
        if base is self._asked:
            # Nothing has been written since this was worked out.
            return self._asked_extras
        found: list[Answer | Extra] = []
        known = self._up_to_date()
        shut, seen, able = known[player]
        settled = self._settles(base)
        for bit, extra, alone, stop in self._any_time:
            if shut & bit:
                continue
            if not seen & bit:
                f = alone[:]
                f[ME] = player
                if stop is not None and not self._begins(c, f, stop):
                    shut |= bit
                    continue
                seen |= bit
                able = able | bit if self.tried(c, f) else able & ~bit
            if able & bit and (settled or self.tried(c, self._begun(extra.program, base, player))):
                found.append(extra)
        self._known = (*known[:player], (shut, seen, able), *known[player + 1 :])
        self._asked, self._asked_extras = base, found
        return found

    def _up_to_date(self) -> Known:
        """Return what still holds of the additional actions after what was written since."""
        if self.freed:
            first, decided = ~self.freed, ~(self.freed >> len(self._any_time))
            self._known = tuple(
                [(shut & first, seen & decided, able) for shut, seen, able in self._known]
            )
            self.freed = 0
        return self._known

    @cached_property
    def _any_time(self) -> list[tuple[int, Extra, Frame, Stop | None]]:
        """The additional actions: bit, answer, a frame with nothing below it, first question."""
        found = []
        for i, (action, program) in enumerate(self.table.any_time):
            alone = self._begun(program, self.bottom, -1)
            asks = self.units[program].asks
            stop = self.stop(alone) if asks and asks[0] is not None else None
            found.append((1 << i, Extra(action, program), alone, stop))
        return found

    def _begins(self, c: Cells, f: Frame, stop: Stop) -> bool:
        """Whether the first question of a program has an answer."""
        try:
            return bool((stop.begins or stop.answers)(c, f))
        except Impossible:
            return False

    def _settles(self, f: Frame) -> bool:
        """Whether nothing can fail from a frame on as far as a trial looks."""
        if f is self.bottom:
            return True
        u, position = self.units[f[0]], f[1]
        return u.safe[position] and (f[BELOW] or u.inside_turn[position])

    # --- trials

    def could(self, c: Cells, f: Frame) -> bool:
        """Whether a frame can be carried out somehow; nothing changes."""
        writer = self.writer
        revealed, log, writer.log = writer.revealed, writer.log, None
        try:
            return self.tried(c, f)
        finally:
            writer.revealed, writer.log = revealed, log

    def _allowed(
        self, c: Cells, f: Frame, stop: Stop, candidates: Sequence[Answer]
    ) -> list[Answer]:
        """Return the answers after which everything can be carried out somehow."""
        below, segments, journal = f[BELOW], self._try[f[0]], self._journal
        if stop.all_inside or (stop.all_safe and below):
            return [*candidates]
        found: list[Answer] = []
        for answer in candidates:
            position = stop.after(answer)
            if stop.safe[position] and (below or stop.inside[position]):
                found.append(answer)
                continue
            g = f[:]
            if stop.writes:
                if self.tried_after(c, g, answer):
                    found.append(answer)
                continue
            stop.mark(g, answer)
            try:
                went = segments[position](self, c, g)
                if went is True or (went and self.tried(c, went)):
                    found.append(answer)
            except Impossible:
                pass
            if journal:
                self._put_back(c, 0)
        return found

    def tried_after(self, c: Cells, f: Frame, answer: Answer) -> bool:
        """Whether everything after a payment, or something taken, can be carried out somehow."""
        begin, count = len(self._journal), len(self.table.ruleset.resources)
        first = self._amounts + f[ME] * count
        for resource, _ in answer:  # type: ignore[union-attr]  # amounts
            self.note((first + resource, c[first + resource]))
        try:
            self._write(c, f, self.stop(f), answer)
            return self.tried(c, f)
        except Impossible:
            return False
        finally:
            self._put_back(c, begin)

    def tried(self, c: Cells, f: Frame) -> bool:
        """Run segments of trials until one knows whether a frame can be carried out somehow.

        What they write is put back.
        """
        code, nested, used, begin = self._try, self._nested, 0, len(self._journal)
        if nested > MOST_NESTED:
            reason = f"{MOST_NESTED} questions follow each other"
            raise PackError("E901", *self._place(f), reason)
        self._nested = nested + 1
        g: Any
        try:
            for used in range(self.fuel):  # noqa: B007 - looked at behind the loop
                g = code[f[0]][f[1]](self, c, f)
                if g.__class__ is not list:
                    break
                f = g
            else:
                self.out_of_fuel(f)
        except Impossible:
            g = False
        self.fuel -= used + 1
        self._nested = nested
        if len(self._journal) > begin:
            self._put_back(c, begin)
        return g  # type: ignore[no-any-return]  # True or False

    def _put_back(self, c: Cells, begin: int) -> None:
        """Undo what trials have written since the journal had this length."""
        journal = self._journal
        while len(journal) > begin:
            cell, value = journal.pop()
            c[cell] = value
