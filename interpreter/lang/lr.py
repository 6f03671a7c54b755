"""The parser: tokens to whatever the builders make, by an LALR(1) table.

Lark proves the grammar and makes the table (`tools/grammar.py`). Its own parser is not used: it
makes a tree first, and applies some nine rules to each value, as an `expr` is a `disjunction` is
a `conjunction` and so on. Here, rules that only rename are skipped.
"""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from interpreter.lang.layout import laid_out
from interpreter.lang.lexer import END, Token, UnexpectedSign, tokens

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from interpreter.lang.table import Rule, Table

    Place = tuple[int, int]
    Builder = Callable[..., Any]
    """Makes a value from its place and its kids: tokens, values, None for what is left out."""

_NOWHERE = (-1, -1)
"""The place of what has no tokens, such as no arguments."""


class UnexpectedWord(Exception):
    """The parser cannot take a token in its state; `expected` are the kinds it could."""

    def __init__(self, token: Token, state: int, expected: frozenset[str]) -> None:
        super().__init__(token, state)
        self.token = token
        self.state = state
        self.expected = expected


Unexpected = UnexpectedWord | UnexpectedSign


class TooDeep(Exception):
    """Values lie in each other deeper than is allowed; all that follows walks them by recursion."""

    def __init__(self, at: Place) -> None:
        super().__init__(at)
        self.at = at


class Parser:
    """Reads the texts of one grammar; values are made by builders, named like the rules."""

    def __init__(self, table: Table, builders: Mapping[str, Builder], deepest: int) -> None:
        self._rows, self._starts, self._ends = table.states, table.starts, table.ends
        self._words, self._deepest = table.words, deepest
        self._steps = tuple(_step(rule, builders) for rule in table.rules)
        self._settled: dict[tuple[int, str, str], int] = {}

    def parse(self, text: str, start: str) -> Any:
        """Return what a text is; raise `Unexpected...` or, beyond a limit, `Invalid`."""
        rows, steps, end = self._rows, self._steps, self._ends[start]
        states, parts = [self._starts[start]], _Parts(self._deepest)
        for token in laid_out(tokens(text, self._words)):
            kind = token.kind
            while (action := rows[states[-1]].get(kind)) is None or action < 0:
                if action is None:
                    expected = frozenset(name for name in rows[states[-1]] if name.isupper())
                    raise UnexpectedWord(token, states[-1], expected)
                step = steps[~action]
                value = parts.join(step)
                del states[len(states) - step.size :]
                states.append(self._behind(states[-1], step.symbol, kind))
                if kind == END and states[-1] == end:
                    return value
            states.append(action)
            parts.values.append(token)
            parts.places.append(token.at)
            parts.depths.append(0)
        raise AssertionError("the last token ends what the start rule makes")

    def _behind(self, state: int, symbol: str, kind: str) -> int:
        """Return the state behind a symbol before a token, and behind what only renames it."""
        key = (state, symbol, kind)
        behind = self._settled.get(key)
        if behind is None:
            behind = self._rows[state][symbol]
            while (action := self._rows[behind].get(kind, 0)) < 0:
                step = self._steps[~action]
                if not step.renames:
                    break
                behind = self._rows[state][step.symbol]
            self._settled[key] = behind
        return behind


class _Step(NamedTuple):
    """A rule made ready: so many parts become a symbol; nobody builds a list or a lone kid."""

    size: int
    symbol: str
    kids: Callable[[list[Any]], Any]
    build: Builder | None
    renames: bool
    """Whether the only part is what comes out."""


class _Parts:
    """The stack of what is read and not yet part of something: three lists in step, for speed."""

    __slots__ = ("_deepest", "depths", "places", "values")

    def __init__(self, deepest: int) -> None:
        self._deepest = deepest
        self.values: list[Any] = []
        self.places: list[Place] = []
        self.depths: list[int] = []

    def join(self, step: _Step) -> Any:
        """Put in the place of a rule's parts what it makes of them, and return it."""
        size, _, kids, build, _ = step
        values, places, depths = self.values, self.places, self.depths
        if size == 1:
            at, depth, taken = places.pop(), depths.pop(), [values.pop()]
        elif size:
            at, depth, taken = (
                (places[-size][0], places[-1][1]),
                max(depths[-size:]),
                values[-size:],
            )
            if -1 in at:
                at = _around(places[-size:])
            del values[-size:], places[-size:], depths[-size:]
        else:
            at, depth, taken = _NOWHERE, 0, []
        value = kids(taken)
        if build is not None:
            value = build((0, 0) if at is _NOWHERE else at, *value)
            depth += 1
            if depth > self._deepest:
                raise TooDeep(at)
        values.append(value)
        places.append(at)
        depths.append(depth)
        return value


def _around(places: Sequence[Place]) -> Place:
    real = [place for place in places if place != _NOWHERE]
    return (real[0][0], real[-1][1]) if real else _NOWHERE


def _step(rule: Rule, builders: Mapping[str, Builder]) -> _Step:
    kids = _kids(rule.size, rule.kids)
    if rule.name is None:
        return _Step(rule.size, rule.symbol, lambda parts: kids(parts)[0], None, rule.size == 1)
    # A list is part of no text of its own: the rules that hold it take its kids.
    build = None if rule.symbol.startswith("_") else builders[rule.name]
    return _Step(rule.size, rule.symbol, kids, build, False)


def _kids(
    size: int, picks: Sequence[int | list[int] | None]
) -> Callable[[list[Any]], Sequence[Any]]:
    """Return what takes the kids out of a rule's parts."""

    def taken(parts: list[Any]) -> Sequence[Any]:
        found: list[Any] = []
        for pick in picks:
            if isinstance(pick, list):
                found += parts[pick[0]]
            else:
                found.append(None if pick is None else parts[pick])
        return found

    simple = [pick for pick in picks if isinstance(pick, int)]
    if simple == list(range(size)) == picks:
        return lambda parts: parts
    return itemgetter(*simple) if len(simple) == len(picks) > 1 else taken
