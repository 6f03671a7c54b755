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
        self._settled: dict[tuple[int, str, str], tuple[int, Sequence[_Step]]] = {}

    def parse(self, text: str, start: str) -> Any:
        """Return what a text is; raise `Unexpected...` or, beyond a limit, `Invalid`."""
        rows, steps, settled = self._rows, self._steps, self._settled
        states, parts = [self._starts[start]], _Parts(self._deepest)
        values, places, depths = parts.values, parts.places, parts.depths
        for token in laid_out(tokens(text, self._words)):
            kind = token.kind
            while (action := rows[states[-1]].get(kind)) is None or action < 0:
                if action is None:
                    expected = frozenset(name for name in rows[states[-1]] if name.isupper())
                    raise UnexpectedWord(token, states[-1], expected)
                step = steps[~action]
                parts.join(step)
                del states[len(states) - step.size :]
                key = (states[-1], step.symbol, kind)
                state, more = settled.get(key) or self._settle(*key)
                for step in more:
                    parts.join(step)
                states.append(state)
                if kind == END and state == self._ends[start]:
                    return values[-1]
            states.append(action)
            values.append(token)
            places.append(token.at)
            depths.append(0)
        raise AssertionError("the last token ends what the start rule makes")

    def _settle(self, state: int, symbol: str, kind: str) -> tuple[int, Sequence[_Step]]:
        """Return the state behind a symbol before a token, and the rules that follow at once.

        These have one part, so the states below do not matter; what only renames is left out.
        """
        behind, more = self._rows[state][symbol], []
        while (action := self._rows[behind].get(kind, 0)) < 0:
            step = self._steps[~action]
            if step.size != 1:
                break
            if not step.renames:
                more.append(step)
            behind = self._rows[state][step.symbol]
        self._settled[state, symbol, kind] = behind, more
        return behind, more


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

    def join(self, step: _Step) -> None:
        """Put in the place of a rule's parts what it makes of them."""
        size, _, kids, build, _ = step
        # Two of three rules have one part only, and its place and depth are kept.
        value = kids(self.values[-1:] if size == 1 else self._gathered(size))
        if build is not None:
            at = self.places[-1]
            value = build((0, 0) if at is _NOWHERE else at, *value)
            self.depths[-1] += 1
            if self.depths[-1] > self._deepest:
                raise TooDeep(at)
        self.values[-1] = value

    def _gathered(self, size: int) -> list[Any]:
        """Return so many parts, and leave in their place what is around all of them."""
        values, places, depths = self.values, self.places, self.depths
        if not size:
            values.append(None)
            places.append(_NOWHERE)
            depths.append(0)
            return []
        parts = values[-size:]
        at, depth = (places[-size][0], places[-1][1]), max(depths[-size:])
        if -1 in at:
            at = _around(places[-size:])
        values[-size:], places[-size:], depths[-size:] = [None], [at], [depth]
        return parts


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
