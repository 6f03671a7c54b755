"""What is written by hand, compared with what the effects beside it do.

A text is taken at its numbers and names: a number no effect has, a resource no effect touches, an
amount or an action the text does not speak of. In doubt it is silent.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from interpreter.analysis.doing import Stretch, doing, of_item
from interpreter.analysis.graph import NOWHERE
from interpreter.analysis.rules import At
from interpreter.lang import ops

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from interpreter.analysis.analysis import Analysis
    from interpreter.analysis.doing import Doing
    from interpreter.content.ruleset import Ruleset

_DIGITS = re.compile(r"\d+")
_WORDS = {
    "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10, "twice": 2, "thrice": 3,
}  # fmt: skip
_SIGNS = {
    "一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9,
    "十": 10,
}  # fmt: skip
_SMALL = frozenset({"with", "from", "into", "your", "their", "that", "this", "each", "take"})
_STEM = 4
"""Letters of a word that must be the same: `raise` is in `raising`, `balance` in `balances`."""


class Gap(NamedTuple):
    """One thing in which a text and its effects differ."""

    sort: str
    """`number` or `resource`: only in the text; `amount` or `part`: only in the effects."""
    what: str


class Text(NamedTuple):
    """A text of a pack and what it is about: a field of an item, or a way of a choice."""

    text: str
    does: Doing
    field: str = ""
    at: At = NOWHERE


def texts(a: Analysis, key: str) -> Iterator[Text]:
    """Yield what is written by hand in a node of the graph."""
    rules, node = a.reach.rules, a.graph.nodes[key]
    if node.sort == "item":
        item = rules.items[node.id]
        own = [(name, v) for name, type_, v in rules.fields(item) if type_.base == "text"]
        if own:
            does = of_item(rules, item)
            yield from (Text(str(value), does, name) for name, value in own)
    for number in rules.programs_of_node.get(key, ()):
        for position, op in enumerate(rules.codes[number]):
            if isinstance(op, ops.AskBranch | ops.AskOrder):
                ends = [*(way.to for way in op.ways[1:]), op.exit]
                for way, end in zip(op.ways, ends, strict=True):
                    if isinstance(way.label, str):
                        does = doing(rules, [Stretch(number, way.to, end)])
                        yield Text(way.label, does, "", At(number, position))


def gaps(names: Names, text: Text) -> Iterator[Gap]:
    """Yield where a text, as it is in a language, and what is done differ.

    Text of a component should speak of all that is done; a label may leave things out.
    """
    said = names.version(text.text)
    if said is not None:
        yield from _gaps(names, said, text.does, whole=bool(text.field))


def _gaps(names: Names, text: str, does: Doing, *, whole: bool) -> Iterator[Gap]:
    numbers, said = _numbers(text, names.language), names.in_text(text)
    yield from _only_said(names, text, said, does)
    parts = list(dict.fromkeys(does.parts))
    silent = [part for part in parts if not names.is_in(text, part)]
    # What names nothing at all is no rule but a mood.
    is_rule = numbers or said or len(silent) < len(parts)
    if whole and is_rule:
        yield from (Gap("part", names.called(part)) for part in silent)
    if (whole and is_rule) or (said and numbers):
        for resource, amounts in does.amounts.items():
            yield from _unsaid(names, resource, amounts, said, numbers)


def _only_said(names: Names, text: str, said: set[int], does: Doing) -> Iterator[Gap]:
    known = {abs(n) for n in does.numbers}
    for number in _digits(text):
        if number not in known:
            yield Gap("number", str(number))
    for resource, number in names.amounts(text, said):
        if number in known and not does.can_be(resource, number):
            yield Gap("number", f"{number} {names.of(resource)}")
    for resource in sorted(said - _with_kin(names.ruleset, does.touched)):
        yield Gap("resource", names.of(resource))


def _unsaid(
    names: Names, resource: int, amounts: Sequence[int | None], said: set[int], numbers: set[int]
) -> Iterator[Gap]:
    if names.ruleset.resources[resource].one_of:
        return
    fixed = [n for n in amounts if n]
    if resource not in said:
        shown = f"{fixed[0]} " if len(fixed) == 1 else ""
        yield Gap("amount", f"{shown}{names.of(resource)}")
    elif sum(fixed) not in numbers:
        for number in dict.fromkeys(n for n in fixed if n > 1 and n not in numbers):
            yield Gap("amount", f"{number} {names.of(resource)}")


def _with_kin(ruleset: Ruleset, touched: set[int]) -> set[int]:
    """Return resources with what they can be, and what can stand in for them."""
    found = set(touched)
    for number, resource in enumerate(ruleset.resources):
        if number in touched:
            found |= set(resource.one_of)
        if touched & {*resource.one_of, *resource.pays_for}:
            found.add(number)
    return found


def _digits(text: str) -> list[int]:
    return [int(d) for d in dict.fromkeys(_DIGITS.findall(text))]


def _numbers(text: str, language: str) -> set[int]:
    """Return the numbers of a text, written in digits or in words."""
    found = set(_digits(text))
    if language == "zh":
        return found | {n for sign, n in _SIGNS.items() if sign in text}
    return found | {_WORDS[w] for w in re.findall(r"[a-z]+", text.lower()) if w in _WORDS}


class Names:
    """What things are called in one language, and what of it a text names."""

    def __init__(self, ruleset: Ruleset, language: str) -> None:
        self.ruleset, self.language = ruleset, language
        self.all = {id_: self.called(id_) for id_ in ruleset.names}
        self._patterns: dict[int, tuple[re.Pattern[str], list[str]]] = {}
        self._stems = [self._stem(r.id).casefold() for r in ruleset.resources]

    def version(self, text: str) -> str | None:
        """Return a text of the pack in this language; None if there is none."""
        if self.language == "en":
            return text
        return self.ruleset.texts.get(text, {}).get(self.language)

    def called(self, id_: str) -> str:
        """Return the name of an id."""
        names: Mapping[str, str] = self.ruleset.names.get(id_, {})
        return names.get(self.language) or names.get("en") or id_.replace("_", " ")

    def of(self, resource: int) -> str:
        """Return the name of a resource."""
        return self.called(self.ruleset.resources[resource].id)

    def _stem(self, id_: str) -> str:
        name = self.called(id_)
        return name if self.language == "zh" else name.removesuffix("s")

    def _pattern(self, resource: int) -> tuple[re.Pattern[str], list[str]]:
        """Return a pattern for a name, and the longer names that hold it and are others."""
        if resource not in self._patterns:
            name, stem = self.of(resource), self._stem(self.ruleset.resources[resource].id)
            longer = [
                n for n in self.all.values() if len(n) > len(name) and name.lower() in n.lower()
            ]
            longer.sort(key=len, reverse=True)
            # A name with a capital letter is told from the ordinary word by it: `Time`, `time`.
            flags = re.NOFLAG if name != name.lower() or self.language == "zh" else re.IGNORECASE
            written = re.escape(stem)
            shape = written if self.language == "zh" else rf"\b{written}(?:s|es)?\b"
            self._patterns[resource] = re.compile(shape, flags), longer
        return self._patterns[resource]

    def in_text(self, text: str) -> set[int]:
        """Return the resources a text names."""
        folded = text.casefold()
        likely = [n for n, stem in enumerate(self._stems) if stem in folded]
        return {n for n in likely if self._pattern(n)[0].search(self._without_others(text, n))}

    def _without_others(self, text: str, resource: int) -> str:
        for name in self._pattern(resource)[1]:
            if name.casefold() in text.casefold():
                text = re.sub(re.escape(name), "…", text, flags=re.IGNORECASE)
        return text

    def amounts(self, text: str, said: set[int]) -> Iterator[tuple[int, int]]:
        """Yield those of the resources a text names that stand behind a number, with it."""
        between = r"\s*[枚个张点块]?\s*" if self.language == "zh" else r"\s+"
        for resource in sorted(said):
            pattern = self._pattern(resource)[0]
            counted = re.compile(rf"(\d+){between}{pattern.pattern}", pattern.flags)
            for number in dict.fromkeys(counted.findall(self._without_others(text, resource))):
                yield resource, int(number)

    def is_in(self, text: str, id_: str) -> bool:
        """Whether a text has a word of the name of an action or a track."""
        name, text = self.called(id_).lower(), text.lower()
        if self.language == "zh":
            return any(name[i : i + 2] in text for i in range(len(name) - 1))
        words = [w for w in re.findall(r"\w+", name) if len(w) >= _STEM and w not in _SMALL]
        return not words or any(w[:_STEM] in text for w in words)
