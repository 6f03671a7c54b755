"""What YAML's own error messages mean to an author.

The two parsers PyYAML may use (in C, in Python) word the same mistake differently; both are known.
"""

import re
from collections.abc import Mapping

import yaml

from interpreter import codes
from interpreter.codes import Code
from interpreter.diagnostics import Fix
from interpreter.source import Source, Span

Found = tuple[Code, int, Mapping[str, str]]


def explain(source: Source, error: yaml.MarkedYAMLError) -> Found:
    """Return the code of a syntax error, its offset, and the values of its message."""
    problem, context = error.problem or "", error.context or ""
    at = error.problem_mark.index if error.problem_mark else 0
    begin = error.context_mark.index if error.context_mark else at
    # Both parsers count code points, but may stand on the end of the text.
    for in_problem, in_context, code, at_begin in _TABLE:
        if re.search(in_problem, problem) and re.search(in_context, context):
            return _placed(source.text, code, begin if at_begin else at)
    return _misplaced(source.text, problem, at)


_PLAIN_ENTRY = re.compile(r"[ ]*(?:- )*[a-z_][a-z0-9_]*: (?P<value>[^\s\"'\[\]{}|>&*!%@`#][^#\n]*)")


def quoted_value(source: Source, at: int) -> Fix | None:
    """Return the edit that quotes the value with a second colon in it."""
    start = source.text.rfind("\n", 0, at) + 1
    found = _PLAIN_ENTRY.match(source.text, start)
    if found is None or not found.start("value") < at < found.end("value"):
        return None
    value = found["value"].rstrip()
    sign = '"' if '"' not in value and "\\" not in value else "'"
    if sign in value:
        return None
    begin = found.start("value")
    return Fix(Span(source, begin, begin + len(value)), f"{sign}{value}{sign}")


# What the messages contain, what they come to, and whether the place is where the part began.
_TABLE: tuple[tuple[str, str, Code, bool], ...] = (
    ("mapping values are not allowed", "", codes.SECOND_COLON, False),
    ("unexpected (end of stream|document)", "quoted|scalar", codes.UNCLOSED_QUOTE, True),
    ("escape|hexdecimal|hexadecimal", "", codes.BAD_ESCAPE, False),
    ("cannot start any token", "", codes.BAD_START, False),
    ("could not find expected ':'", "", codes.MISSING_COLON, True),
    ("maximum nesting depth", "", codes.TOO_DEEP, False),
    ("", "directive", codes.DIRECTIVE, True),
    ("incompatible YAML|directive", "", codes.DIRECTIVE, False),
    ("", "scanning an anchor", codes.ANCHOR, True),
    ("", "scanning an alias", codes.ALIAS, True),
    ("", r"\btag\b", codes.TAG, True),
    ("undefined tag", "", codes.TAG, True),
    ("", "block scalar", codes.BLOCK_HEADER, False),
    ("", "flow (sequence|mapping)", codes.UNCLOSED_BRACKET, True),
    ("", "flow node", codes.UNCLOSED_BRACKET, False),
    ("node content", "block node", codes.BAD_START, False),
)


def _placed(text: str, code: Code, at: int) -> Found:
    if code is codes.SECOND_COLON and not re.search(r":\s", _before(text, at)):
        # The only colon of its line, yet the line continues a value from above.
        return codes.INDENTATION, at, {}
    if code is codes.UNCLOSED_BRACKET and not text[at : at + 1].strip():
        # The text ended where an entry was expected: show the bracket that is still open.
        at = max(text.rfind("[", 0, at), text.rfind("{", 0, at), 0)
    if code in (codes.ANCHOR, codes.ALIAS, codes.TAG):
        word = re.compile(r"\S*").match(text, at)
        shown = word[0] if word else ""
        return code, at, {"name": shown[1:], "tag": shown}
    return code, at, {"found": text[at : at + 1], "limit": "40"}


def _misplaced(text: str, problem: str, at: int) -> Found:
    """Whatever else can stop a parser: something stands where nothing of its kind may stand."""
    before = _before(text, at).rstrip()
    if text.startswith("%"):
        return codes.DIRECTIVE, 0, {}
    if before and before[-1] in "\"'])}":
        return codes.TEXT_AFTER_END, at, {}
    if re.search(r"expected (key|'-' indicator|<block end>)", problem):
        return codes.INDENTATION, at, {}
    if "entries are not allowed" in problem:
        return codes.YAML_SYNTAX, at, {"problem": "a list entry cannot begin here"}
    return codes.YAML_SYNTAX, at, {"problem": problem or "it cannot be read"}


def _before(text: str, at: int) -> str:
    return text[text.rfind("\n", 0, at) + 1 : at]
