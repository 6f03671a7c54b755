"""The reference machine beside translated programs; also for `tools/compare_runners.py`."""

from dataclasses import dataclass

from interpreter.engine import events as ev
from interpreter.engine import rng
from interpreter.engine.compiled.frames import settled
from interpreter.engine.game import Game
from interpreter.engine.impossible import PackError
from interpreter.engine.machine import Machine
from interpreter.engine.native.game import NativeGame
from interpreter.engine.table import table


class Differs(AssertionError):
    """The two do not do the same; says in which game and at which decision."""


@dataclass
class Pair:
    """One game on both runners: what they have come to must be the same at every decision."""

    ruleset: object
    players: int
    seed: str
    options: dict
    listen: bool = False
    decisions: int = 0

    def play(self, most: int) -> int:
        """Play with random answers, at most so many; return how many there were."""
        made = table(self.ruleset, self.players, self.options)
        self.runners = (Machine(made), made.compiled)
        start = made.start(rng.key(self.seed))
        self.cells = [start, start[:]]
        self.logs: list[list[ev.Event]] = [[], []]
        questions = self.both(lambda runner, cells, i: runner.settle(cells))
        number = 0
        while questions[0] is not None and number < most:
            options = len(questions[0].answers)
            answer, _ = rng.below(options, rng.key(self.seed), rng.key("answers"), number)
            questions = self.both(
                lambda runner, cells, i, asked=tuple(questions), a=answer: self.answered(
                    runner, cells, asked[i], a
                )
            )
            number += 1
            self.decisions = number
        return number

    def answered(self, runner, cells, question, answer):
        """Answer on one runner and go on to the next question."""
        return runner.answer(cells, question, question.answers[answer])

    def both(self, step):
        """Do the same on both runners and compare everything there is to see."""
        found = []
        for i, runner in enumerate(self.runners):
            runner.writer.revealed = False
            runner.writer.log = self.logs[i] if self.listen else None
            self.cells[i] = self.cells[i][:]
            try:
                found.append(step(runner, self.cells[i], i))
            except PackError as error:
                found.append((error.code, error.program, error.reason))
        seen = [self.seen(i, question) for i, question in enumerate(found)]
        for what, reference in seen[0].items():
            if reference != seen[1][what]:
                raise Differs(
                    f"{self.ruleset.pack.id}, {self.players} players, seed {self.seed}, "
                    f"{self.options}, decision {self.decisions}: {what} is {seen[1][what]}, "
                    f"not {reference}"
                )
        return (None, None) if isinstance(found[0], tuple) else found

    def seen(self, i, question):
        """Return what can be seen of one runner after a step."""
        if isinstance(question, tuple):
            return {"error": question}
        asked = question and (question.player, question.ask, question.answers)
        log, self.logs[i] = self.logs[i], []
        return {
            "state": settled(self.cells[i][:]),
            "question": asked,
            "chance or things uncovered": self.runners[i].writer.revealed,
            "events": log,
        }


def options_of(ruleset, players, number):
    """Return options for a game: every third game has the usual ones, others any."""
    chosen = {}
    for i, option in enumerate(sorted(ruleset.options.values(), key=lambda o: o.id)):
        chosen[option.id] = option.default
        if number % 3 and (not option.players or players in option.players):
            span = min(option.most - option.least, 20) + 1
            chosen[option.id] = option.least + rng.below(span, number, rng.key(option.id), i)[0]
    return chosen


def compare(ruleset, decisions, first=0):
    """Play games on both runners until so many decisions are made; return how many there were."""
    pack, made, number = ruleset.pack, 0, first
    while made < decisions:
        players = pack.least_players + number % (pack.most_players - pack.least_players + 1)
        options = options_of(ruleset, players, number)
        pair = Pair(ruleset, players, f"same/{number}", options, listen=number % 2 == 1)
        made += pair.play(decisions - made)
        number += 1
    return made


# --- native code


@dataclass
class NativePair:
    """One game in Python and on native code."""

    ruleset: object
    players: int
    seed: str
    options: dict
    left: bool = False
    """Whether native code left the game to Python."""

    def play(self, most: int) -> int:
        """Play with random answers, at most so many; return how many there were."""
        made = table(self.ruleset, self.players, self.options)
        game = Game(self.ruleset, self.players, self.seed, self.options, undo=False)
        other = made.native(self.seed)
        self.same(0, game, other)
        number = 0
        while game.decision is not None and number < most:
            answer, _ = rng.below(
                game.decision.count, rng.key(self.seed), rng.key("answers"), number
            )
            number += 1
            if number % 7 == 0:
                kept, other = other, other.copy()
            game.choose(answer)
            other.choose(answer)
            self.same(number, game, other)
            if number % 7 == 0:
                # What a copy goes through does nothing to the game it was made of.
                kept.choose(answer)
                self.same(number, game, kept)
                if number % 21 == 0:
                    other = made.native(self.seed, other.cells)
                    self.same(number, game, other)
        self.left = bool(other.given_up)
        return number

    def same(self, number: int, game: Game, other: NativeGame) -> None:
        """Compare everything there is to see."""
        shown = _shown(other)
        for what, reference in _shown(game).items():
            found = shown[what]
            if reference != found:
                raise Differs(
                    f"{self.ruleset.pack.id}, {self.players} players, seed {self.seed}, "
                    f"{self.options}, decision {number}: {what} is {found}, not {reference}"
                )


def _shown(game):
    decision = game.decision
    return {
        "state": game.cells,
        "question": decision and (decision.player, decision.question.ask, decision.count),
        "answers": decision and (decision.question.answers, decision.declining),
        "result": game.result,
    }


def compare_native(ruleset, decisions, first=0):
    """Play games in Python and on native code; return how many decisions there were."""
    pack, made, number = ruleset.pack, 0, first
    while made < decisions:
        # A build for each number of players and set of options takes its time, so they are few.
        kind = number % 3
        players = pack.least_players + kind % (pack.most_players - pack.least_players + 1)
        options = options_of(ruleset, players, kind)
        pair = NativePair(ruleset, players, f"native/{number}", options)
        made += pair.play(decisions - made)
        assert not pair.left, "native code gave up"
        number += 1
    return made
