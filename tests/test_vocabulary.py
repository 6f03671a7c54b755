"""The interpreter knows no game: no id of a shipped pack is a word of its code."""

import io
import re
import tokenize
from pathlib import Path

import pytest
from kit import PLAYABLE, TEST_PACKS, pack

SHIPPED = [name for name in PLAYABLE if name not in TEST_PACKS]
CODE = Path(__file__).resolve().parent.parent / "interpreter"

# Ids that are ordinary words or words of the engine's own trade. Each with its reason.
EXCUSED = {
    "spot": "an ordinary word",
    "translated": "an ordinary word",
    "vp": "points, in the skeleton `orloj new` writes",
    "letter": "an ordinary word",
    "location": "a word of the SARIF format",
    "region": "a word of the SARIF format",
    "set_up": "an ordinary verb",
    "standing": "an ordinary word",
    "acting": "the acting player",
    "apart": "an ordinary word: told apart",
    "centre": "the middle of an interval",
    "deck": "what cards are drawn from in any game",
    "drawn": "an ordinary word",
    "edge": "a line of a graph",
    "face": "an ordinary word: face down",
    "family": "an array of cells",
    "free": "an ordinary word",
    "given": "an ordinary word, and a key of examples",
    "goal": "what a search is after",
    "kept": "an ordinary word",
    "leaving": "an ordinary word",
    "left": "a side, and what remains",
    "pair": "two things",
    "place": "an ordinary word",
    "site": "a place in a program",
    "turned": "an ordinary word",
    "walk": "to go through a tree",
    "step": "one step of the machine, of a path, of a replay",
    "cell": "a cell of the flat state",
    "box": "an ordinary word",
    "workers": "processes that play games",
    "worker": "a process that plays games",
    "any": "Python's own function",
    "active": "an ordinary word",
    "asked": "an ordinary word: whoever is asked",
    "bag": "an order of zones",
    "build": "what makes a ruleset of files",
    "offer": "an ordinary word: what is on offer",
    "panel": "a section of content: what a table shows",
    "time": "an ordinary word, and Python's module",
    "uncovered": "an ordinary word: what comes to light",
    "used": "an ordinary word",
    "hand": "an ordinary word: at hand",
    "window": "an ordinary word",
    "gap": "an ordinary word",
    "gold": "the resource of every example in docstrings",
    "coin": "example in a doctest of near",
    "iron": "example in a doctest of near",
    "wood": "example in docstrings",
}


def ids(rules):
    """Every id a pack declares."""
    found = {r.id for r in rules.resources}
    found |= {
        *rules.options,
        *rules.counters,
        *rules.zones,
        *rules.kinds,
        *rules.actions,
        *rules.triggers,
    }
    found |= {s.id for s in rules.scores} | {p.id for p in rules.panels}
    found |= {t.id for triggers in rules.triggers.values() for t in triggers}
    found |= {i.id for kind in rules.kinds.values() for i in kind.items}
    found |= {name for kind in rules.kinds.values() for name in kind.states}
    return found


def words():
    """Every word of names, texts and comments in the code, with the place where it is first met.

    Comments and docstrings count: whoever explains the engine by one game has it in mind.
    """
    found = {}
    for path in sorted(CODE.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type in (tokenize.NAME, tokenize.STRING, tokenize.COMMENT):
                for word in re.findall(r"[A-Za-z][A-Za-z0-9_]*", token.string):
                    found.setdefault(word, f"{path.relative_to(CODE.parent)}:{token.start[0]}")
    for path in sorted(CODE.rglob("*.[ch]")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for word in re.findall(r"[A-Za-z][A-Za-z0-9_]*", line):
                found.setdefault(word, f"{path.relative_to(CODE.parent)}:{number}")
    return found


@pytest.mark.parametrize("name", SHIPPED)
def test_no_id_of_a_pack_is_a_word_of_the_interpreter(name):
    known = words()
    met = {i: known[i] for i in sorted(ids(pack(name)) - set(EXCUSED)) if i in known}
    assert met == {}


def test_every_excuse_has_a_reason():
    assert all(len(reason.split()) >= 2 for reason in EXCUSED.values())
