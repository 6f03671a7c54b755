"""The dialogue of `orloj play`: tables, questions, answers; the same with a pipe, but plain."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter.cli.common import say
from interpreter.cli.tables import printed
from interpreter.engine import events as ev
from interpreter.engine import layout as at
from interpreter.play.explain import explained
from interpreter.play.panels import Panels
from interpreter.play.telling import Teller
from interpreter.play.words import Words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from interpreter.engine.game import Decision
    from interpreter.play.session import Session

_GROUPS = ("main", "additional", "or")


class Terminal:
    """Leads people through a session in one language."""

    def __init__(self, session: Session, language: str) -> None:
        self.session, self.game = session, session.game
        self.words = Words(self.game.table, language)
        self.panels, self.teller = Panels(self.words), Teller(self.words)
        self._told = len(self.game.events)
        self._turn: tuple[int, ...] = ()
        self._asked: Decision | None = None
        self._order: list[int] = []

    def run(self) -> None:
        """Play until the game is over, or whoever plays has enough."""
        while True:
            self.session.run()
            if self.session.people:
                self._tell_news()
            decision = self.game.decision
            if decision is None:
                self._tell_result()
                return
            self._ask(decision)
            line = _line(self.words.say("answer"))
            if line is None or line in ("q", "quit"):
                say(self.words.say("unfinished"))
                return
            self._obey(line, decision)

    # --- asking

    def _ask(self, decision: Decision) -> None:
        """Show the question, after the table if a turn has begun; nothing if it stands already."""
        turn = (self.game.cells[at.ROUND], self.game.cells[at.TURN], decision.player)
        if turn != self._turn:
            self._turn = turn
            self._show_table(decision.player)
        if decision is self._asked:
            return
        self._asked = decision
        who, what = self.words.player(decision.player), self.words.prompt(decision)
        say("\n" + self.words.say("asked", player=who, what=what))
        texts, self._order = self.words.options(decision, self.game.cells), []
        for group in _GROUPS:
            members = list(_members(decision, group))
            if members and group != "main" and self._order:
                say(f"  {self.words.say(group)}:")
            for index in members:
                self._order.append(index)
                say(f"  {len(self._order):>3}  {texts[index]}")

    def _show_table(self, seat: int) -> None:
        for panel in self.panels.shown(self.game.cells, seat):
            if panel.rows:
                say()
                printed(panel.title, panel.head, panel.rows)

    # --- answers

    def _obey(self, line: str, decision: Decision) -> None:
        """Do what a line says; what it may say is told by `h`."""
        word, _, rest = line.partition(" ")
        match word:
            case "":
                self._asked = None
            case "u" | "r":
                self._go(word)
            case "s":
                self._save(rest.strip())
            case "l":
                self._tell_log(decision.player)
            case "b":
                self._show_table(decision.player)
                self._asked = None
            case "h":
                say(self.words.say("help"))
            case _ if word.startswith("?"):
                self._explain(word[1:] or rest.strip(), decision)
            case _:
                self._choose(line)

    def _choose(self, text: str) -> None:
        index = self._index(text)
        if index is not None:
            self.session.choose(index)

    def _index(self, text: str) -> int | None:
        """Return the option with this number on the screen; say so if there is none."""
        if text.isascii() and text.isdigit() and 1 <= int(text[:9]) <= len(self._order):
            return self._order[int(text[:9]) - 1]
        say(self.words.say("no option", n=text, most=len(self._order)))
        return None

    def _explain(self, text: str, decision: Decision) -> None:
        index = self._index(text) if text else None
        if text and index is None:
            return
        texts = self.words.options(decision, self.game.cells)
        for i in self._order if index is None else [index]:
            say("\n".join(explained(self.words, decision, decision.options[i], texts[i])))

    def _go(self, way: str) -> None:
        began = self.session.began
        if way == "u" and not self.session.undo():
            say(self.words.say("no undo" if began else "nothing to undo"))
        elif way == "r" and not self.session.redo():
            say(self.words.say("no redo"))
        self._told = len(self.game.events)

    def _save(self, name: str) -> None:
        if not name:
            say(self.words.say("save where"))
            return
        try:
            Path(name).write_text(self.session.save() + "\n", encoding="utf-8")
        except OSError as error:
            say(self.words.say("not written", file=name, why=error.strerror or error))
        else:
            say(self.words.say("saved", file=name))

    # --- telling

    def _tell_news(self) -> None:
        events = self.session.events(self._told)
        self._told = len(self.game.events)
        self._tell(events, self._watching(), self.session.people)

    def _tell_log(self, seat: int) -> None:
        events = self.session.events(self.session.last_own(seat))
        if not self._tell(events, seat, ()):
            say(self.words.say("no events"))

    def _tell(self, events: Sequence[ev.Event], seat: int | None, silent: Iterable[int]) -> bool:
        sentences = self.teller.sentences(events, self.game.cells, seat, silent=silent)
        for sentence in sentences:
            say(f"  {sentence}")
        return bool(sentences)

    def _watching(self) -> int | None:
        """Return the seat that reads along: a lone person, or whoever is asked among several."""
        decision, people = self.game.decision, self.session.people
        if len(people) == 1:
            return next(iter(people))
        return decision.player if decision is not None and decision.player in people else None

    def _tell_result(self) -> None:
        result, words, table = self.game.result, self.words, self.game.table
        assert result is not None, "a game that is over has a result"
        say("\n" + words.say("ended", why=words.text(result.reason)))
        seats = range(table.players)
        scored = [e for e in self.game.events if isinstance(e, ev.Scored)]
        points = {
            score.id: [
                sum(e.points for e in scored if (e.score, e.player) == (score.id, p)) for p in seats
            ]
            for score, _ in table.scores
        }
        total = result.scores
        before = [total[p] - sum(column[p] for column in points.values()) for p in seats]
        rows = [(words.say("before scoring"), *map(str, before))]
        rows += [(words.name(id_), *map(str, column)) for id_, column in points.items()]
        rows.append((words.say("total"), *map(str, total)))
        head = ("", *(words.player(p) for p in seats))
        printed(words.say("result"), head, rows, right=range(1, table.players + 1))
        who = words.say("list").join(words.player(p) for p in result.winners)
        say(words.say("winner" if len(result.winners) == 1 else "winners", who=who))


def _members(decision: Decision, group: str) -> Iterator[int]:
    """Yield the options of a group: main ones, additional actions, or those that decline."""
    for index, option in enumerate(decision.options):
        found = "additional" if option.sort == "action" else "or" if option.declines else "main"
        if found == group:
            yield index


def _line(prompt: str) -> str | None:
    """Return the next line of input without blanks around it; None at its end."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        try:
            return input(prompt).strip()
        except EOFError:
            print()
            return None
    sys.stdout.write(prompt)
    sys.stdout.flush()
    line = sys.stdin.readline()
    # What a person would see typed appears in the output too.
    say(line.strip())
    return line.strip() if line else None
