"""A game with people and bots at it: bots answer on their own, going back goes back to people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.engine import record
from interpreter.engine.game import Game
from interpreter.play.match import answer, seated

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from interpreter.engine import events as ev


class Session:
    """A game whose first `humans` seats are people; the others are bots of one sort."""

    def __init__(
        self, game: Game, humans: int, bot: str, earlier: Sequence[record.Step] | None = ()
    ) -> None:
        self.game = game
        self._earlier = earlier
        """The answers before the session, of a game that was loaded; None if nobody knows them."""
        self.people = frozenset(range(humans))
        self._bots = seated([bot] * game.table.people, game.seed)
        self._answers: list[record.Step] = []
        self._marks: list[int] = []
        """How many events there were before each answer."""
        self._undone: list[tuple[record.Step, list[ev.Event]]] = []

    @property
    def waits(self) -> bool:
        """Whether a person is asked."""
        decision = self.game.decision
        return decision is not None and decision.player in self.people

    def choose(self, index: int) -> None:
        """Answer the open question; what was undone is gone."""
        mark, decision = len(self.game.events), self.game.decision
        number = len(self._answers) + 1
        keys = [] if decision is None else [o.key for o in decision.options]
        self.game.choose(index)
        assert decision is not None, "an answer to nothing is rejected"
        step = record.Step(number, decision.player, index, keys[index], None)
        self._answers.append(step)
        self._marks.append(mark)
        self._undone.clear()

    def run(self) -> None:
        """Let bots answer until a person is asked, or the game is over."""
        while self.game.decision is not None and not self.waits:
            self.choose(answer(self.game, self._bots))

    @property
    def began(self) -> bool:
        """Whether anything was answered that could be taken back."""
        return bool(self._answers)

    def undo(self) -> bool:
        """Go back to the last question to a person; if that is refused, change nothing."""
        steps = 0
        while self._answers and self.game.undo():
            steps += 1
            mark, events = self._marks.pop(), self.game.events
            self._undone.append((self._answers.pop(), events[mark:]))
            del events[mark:]
            if self.waits:
                return True
        for _ in range(steps):
            self._again()
        return False

    def redo(self) -> bool:
        """Go forward to the next question to a person that was undone."""
        if not self._undone:
            return False
        self._again()
        while self._undone and not self.waits:
            self._again()
        return True

    def _again(self) -> None:
        step, events = self._undone.pop()
        self.game.redo()
        self._answers.append(step)
        self._marks.append(len(self.game.events))
        self.game.events += events

    def events(self, since: int) -> Sequence[ev.Event]:
        """Return the events since there were that many."""
        return self.game.events[since:]

    def last_own(self, seat: int) -> int:
        """Return how many events there were before the last answer of a seat; 0 if it gave none."""
        for mark in reversed(self._marks):
            chosen = self.game.events[mark]
            if getattr(chosen, "player", None) == seat:
                return mark
        return 0

    def lines(self) -> Iterator[str]:
        """Yield the record of the game so far, which is played again from its start for that."""
        table = self.game.table
        fresh = Game(table.ruleset, table.people, self.game.seed, table.options)
        return record.recorded(fresh, (step.choose for step in self._answers))

    def save(self) -> str:
        """Return the game as text, with its answers if all are known."""
        text = self.game.save()
        if self._earlier is None:
            return text
        return record.with_answers(text, (*self._earlier, *self._answers))
