"""The parser's table, as `grammar.py` makes it from `grammar/effect.lark`."""

from __future__ import annotations

import hashlib
import json
import re
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

from interpreter.resources import data_dir

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class Words(NamedTuple):
    """How text falls into tokens: the first kind that fits, and what is ignored."""

    pattern: re.Pattern[str]
    general: str
    own: Mapping[str, str]
    ignored: frozenset[str]
    """`own`: words of the general kind that are a kind of their own."""


class Rule(NamedTuple):
    """A line of the grammar.

    `size` parts become a `symbol`; `name` says how, None that the only kid is what comes out.
    A kid is the number of a part, of a list of parts if in a list, or None for what is left out.
    """

    symbol: str
    size: int
    name: str | None
    kids: Sequence[int | list[int] | None]


class Table(NamedTuple):
    """What to do in each state: go on to a state (not negative), or apply rule `~number`.

    Rows hold both kinds of symbols: those of the text, in capitals, and those made by rules.
    """

    words: Words
    rules: Sequence[Rule]
    states: Sequence[Mapping[str, int]]
    starts: Mapping[str, int]
    ends: Mapping[str, int]


def grammar() -> str:
    """Return the text of the grammar."""
    return (data_dir("grammar") / "effect.lark").read_text(encoding="utf-8")


def digest(text: str) -> str:
    """Return what tells one text of the grammar from another."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@lru_cache(maxsize=1)
def table() -> Table:
    """Return the table of the effect language: the kept one if it is of the present grammar."""
    kept = data_dir("grammar") / "effect.json"
    data = json.loads(kept.read_text(encoding="utf-8")) if kept.is_file() else {}
    if data.get("grammar") != digest(grammar()):
        made = import_module("interpreter.lang.grammar")
        data = json.loads(made.table(made.lark()))
    pattern = re.compile("|".join(f"(?P<{kind}>{regex})" for kind, regex in data["terminals"]))
    words = Words(pattern, data["general"], data["words"], frozenset(data["ignored"]))
    rules = [Rule(*rule) for rule in data["rules"]]
    return Table(words, rules, data["states"], data["starts"], data["ends"])
