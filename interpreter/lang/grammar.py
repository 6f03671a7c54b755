"""From the grammar to the parser's table, by Lark.

Lark reads `grammar/effect.lark`, proves that it is LALR(1) and makes the table. That takes a tenth
of a second, so the table of the present grammar is kept beside it (`grammar/effect.json`, written
by `tools/grammar.py`); this is loaded only while somebody changes the grammar.
"""

from __future__ import annotations

import json
from typing import Any

from lark import Lark

from interpreter.lang.table import digest, grammar

STARTS = ("effect", "expression")


def lark(postlex: Any = None) -> Lark:
    """Return Lark's own parser for the grammar; trees have places as nodes do."""
    return Lark(
        grammar(),
        parser="lalr",
        lexer="basic",
        start=list(STARTS),
        propagate_positions=True,
        maybe_placeholders=True,
        postlex=postlex,
    )


def table(made: Lark) -> str:
    """Return the table as text, the same for the same grammar; one state or rule a line."""
    rules = {rule: number for number, rule in enumerate(made.rules)}
    made_parser: Any = made.parser
    states = made_parser.parser._parse_table
    numbers = _numbered(states)
    actions = [
        {
            name: numbers[arg] if str(action) == "Shift" else ~rules[arg]
            for name, (action, arg) in sorted(states.states[state].items())
        }
        for state in numbers
    ]
    parts = {
        "grammar": digest(grammar()),
        **_words(made_parser.lexer),
        "starts": {s: numbers[states.start_states[s]] for s in STARTS},
        "ends": {s: numbers[states.end_states[s]] for s in STARTS},
        "rules": [_rule(rule) for rule in made.rules],
        "states": actions,
    }
    lines = ",\n".join(f"{json.dumps(name)}: {_lines(value)}" for name, value in parts.items())
    return "{\n" + lines + "\n}\n"


def _lines(value: object) -> str:
    if not isinstance(value, list):
        return json.dumps(value)
    return "[\n" + ",\n".join(json.dumps(row) for row in value) + "\n]"


def _numbered(states: Any) -> dict[int, int]:
    """Return new numbers of states, in the order they are met: Lark's differ from run to run."""
    found: dict[int, int] = {}
    waiting = [states.start_states[start] for start in STARTS]
    while waiting:
        state = waiting.pop(0)
        if state in found:
            continue
        found[state] = len(found)
        moves = sorted(states.states[state].items())
        waiting += [arg for _, (action, arg) in moves if str(action) == "Shift"]
    return found


def _words(lexer: Any) -> dict[str, object]:
    """Return the terminals in the order they are tried, and the words that are no names."""
    tried = lexer.scanner.terminals
    ((general, words),) = lexer.callback.items()
    return {
        "terminals": [[t.name, t.pattern.to_regexp()] for t in tried],
        "ignored": sorted(lexer.ignore_types),
        "general": general,
        "words": {t.pattern.value: t.name for t in words.scanner.terminals},
    }


def _rule(rule: Any) -> list[object]:
    """Return what a rule makes, of how many parts, its name (none if it only renames), its kids.

    A kid is the number of a part, a number in brackets if the part is a list, or nothing.
    """
    options, empty = rule.options, list(rule.options.empty_indices or ())
    kids: list[int | list[int] | None] = []
    for number, part in enumerate(rule.expansion):
        while empty and empty.pop(0):
            kids.append(None)
        if part.is_term and part.filter_out and not options.keep_all_tokens:
            continue
        listed = not part.is_term and part.name.startswith("_")
        kids.append([number] if listed else number)
    kids += [None for is_empty in empty if is_empty]
    renames = options.expand1 and not rule.alias and len(kids) == 1
    name = None if renames else rule.alias or rule.origin.name
    return [rule.origin.name, len(rule.expansion), name, kids]
