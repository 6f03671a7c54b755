"""Syntax errors in an author's words: what was meant, by likeness to texts known to be wrong.

`MISTAKES` is a table of wrong texts. Lark finds the one that stopped the parser in the same state,
at the same kind of word; only then is it looked at, so texts without a mistake cost nothing.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken
from lark.lexer import Token

from interpreter import codes
from interpreter.diagnostics import nearest
from interpreter.lang.mistake_table import MISTAKES, SIGNS, WORDS, Mistake
from interpreter.lang.problems import Invalid, Unknown
from interpreter.lang.verbs import STATEMENT_WORDS

if TYPE_CHECKING:
    from lark import Lark, Tree

    from interpreter.lang.nodes import Place

# What a reader of rules would call each terminal; a terminal missing here is shown as written.
_WORDS = {
    "NAME": "a name",
    "NUMBER": "a number",
    "STRING": "a quoted text",
    "LBRACE": "`{`",
    "RBRACE": "`}`",
    "LPAR": "`(`",
    "RPAR": "`)`",
    "LSQB": "`[`",
    "RSQB": "`]`",
    "VBAR": "`|`",
    "_SEP": "the end of the statement",
    "$END": "the end of the text",
    "FUNCTION": "a function",
    "COMPARE": "a comparison",
    "PLUS": "`+`",
    "MINUS": "`-`",
    "TIMES": "`*`",
    "COMMA": "`,`",
    "DOTNAME": "`.name`",
    "DOTFUNCTION": "`.name(...)`",
    "IS": "`is`",
    "EQUAL": "`=`",
    "__ANON_0": "`->`",
    "IN": "`in`",
    "FOR_EACH": "`for each`",
    "ANY_ORDER": "`any order`",
    "UP_TO": "`up to`",
}
_STATEMENT = frozenset({"MAY", "CHOOSE", "REPEAT", "LET", "REQUIRE"})
_VALUE = frozenset({"NUMBER", "LSQB", "NAME", "LPAR"})


class _Stop(NamedTuple):
    """Where a parser stopped: its state and the kind of word it could not take."""

    state: int
    kind: str


def explain(parser: Lark, text: str, start: str, error: UnexpectedInput) -> Invalid:
    """Return what is wrong with a text the parser refused."""
    if isinstance(error, UnexpectedCharacters):
        return _sign(text, _offset(text, error))
    assert isinstance(error, UnexpectedToken)
    at, found = _place(text, error.token)
    word = str(error.token)
    first, first_at = _first_word(text, at[0])
    mistake = WORDS.get(word) or WORDS.get(first)
    if mistake is None:
        slip = _slip(first, first_at, word, at, set(error.expected), start)
        if slip is not None:
            return slip
    mistake = mistake or _meant(parser, start, _stop(error), word)
    if mistake is None and "NAME" in error.expected and word.isidentifier():
        mistake = Mistake(f"`{word}` is a word of the language", "choose another name")
    if mistake is None:
        expected = _expected(set(error.expected))
        return Invalid(codes.UNEXPECTED_TEXT, at, found=found, expected=expected)
    return _told(text, at, mistake)


def _told(text: str, at: Place, mistake: Mistake) -> Invalid:
    fix = None
    if mistake.instead and text[slice(*at)] in mistake.instead:
        fix = (at, mistake.instead[text[slice(*at)]])
    return Invalid(
        codes.WRITTEN_OTHERWISE, at, fix=fix, what=mistake.what, advice=mistake.advice
    )  # fmt: skip


def _offset(text: str, error: UnexpectedCharacters) -> int:
    return sum(len(line) + 1 for line in text.split("\n")[: error.line - 1]) + error.column - 1


def _sign(text: str, where: int) -> Invalid:
    """Return what a sign that is no part of the language was meant to be."""
    for sign in (text[where : where + 2], text[where : where + 1]):
        if sign in SIGNS:
            return _told(text, (where, where + len(sign)), SIGNS[sign])
    if text[where].isupper():
        end = where
        while where and (text[where - 1].isalnum() or text[where - 1] == "_"):
            where -= 1
        while end < len(text) and (text[end].isalnum() or text[end] == "_"):
            end += 1
        word = text[where:end]
        return Invalid(
            codes.WRITTEN_OTHERWISE, (where, end), fix=((where, end), word.lower()),
            what="names and verbs have small letters only", advice=f"write `{word.lower()}`",
        )  # fmt: skip
    return Invalid(
        codes.UNEXPECTED_TEXT, (where, where + 1),
        found=f"`{text[where]}`", expected="a word, a number or a sign of the language",
    )  # fmt: skip


def _place(text: str, token: Token) -> tuple[Place, str]:
    start, end = token.start_pos or 0, token.end_pos or 0
    if token.type == "$END":
        end = len(text.rstrip())
        return (max(end - 1, 0), max(end, 1)), "the end of the text"
    if token.type == "_SEP":
        return (start, start + 1), "the end of the line"
    return (start, end), f"`{token}`"


def _first_word(text: str, where: int) -> tuple[str, int]:
    """Return the word with which the statement around a place begins, and where it stands."""
    begin = max(text.rfind(sign, 0, where) for sign in ";\n{}|>") + 1
    found = re.compile(r"[ \t]*([a-z][a-z0-9_]*)").match(text, begin)
    return (found[1], found.start(1)) if found is not None else ("", where)


def _slip(
    first: str, first_at: int, word: str, at: Place, expected: set[str], start: str
) -> Invalid | None:
    """Return the problem of a misspelt word of the language, if there is one."""
    if re.fullmatch(r"[a-z][a-z0-9_]*", word):
        known = [t.lower() for t in expected if t.isalpha() and t not in _WORDS]
        known += ["in", "is"] if "IN" in expected else ["is"] if "IS" in expected else []
        close = nearest(word, known)
        if close.names and len(close.names[0]) > 1:
            instead = (at, close.first) if close.first else None
            meant = " or ".join(f"`{name}`" for name in close.names)
            return Invalid(
                codes.UNEXPECTED_TEXT, at, fix=instead, found=f"`{word}`", expected=meant
            )  # fmt: skip
    if start == "effect" and first and first not in STATEMENT_WORDS and first_at < at[0]:
        close = nearest(first, STATEMENT_WORDS)
        if close.names:
            return Unknown(first, (first_at, first_at + len(first)), STATEMENT_WORDS)
    return None


def _stop(error: UnexpectedToken) -> _Stop:
    # The state proper, without what is open around it: blocks inside blocks stop alike.
    return _Stop(error.state.position, error.token.type)


@lru_cache(maxsize=256)
def _meant(parser: Lark, start: str, stop: _Stop, found: str) -> Mistake | None:
    """Return the mistake that is known to end like this."""

    def attempt(text: str) -> Tree[Token]:
        try:
            return parser.parse(text, start=start)
        except UnexpectedToken as error:
            error.state = _stop(error)
            raise

    likeness = UnexpectedToken(Token(stop.kind, found), set(), state=stop)  # type: ignore[no-untyped-call]  # Lark's own
    meant: Mistake | None = likeness.match_examples(
        attempt, MISTAKES[start].items(), token_type_match_fallback=True, use_accepts=False
    )
    return meant


def _expected(terminals: set[str]) -> str:
    """Say in words what may stand at a place where the parser would accept these terminals."""
    words: list[str] = []
    if terminals >= _STATEMENT:
        words.append("a statement")
        terminals -= {t for t in terminals if t not in ("RBRACE", "$END", "VBAR", "_SEP")}
    if terminals >= _VALUE:
        words.append("a value")
        terminals -= _VALUE | {"FUNCTION", "STRING", "MINUS", "TRUE", "FALSE", "NONE", "NOT", "IF"}
    shown = [t for t in sorted(terminals) if t not in ("DOTFUNCTION", "FUNCTION")]
    words += [_WORDS.get(t, f"`{t.lower().rstrip('_')}`") for t in shown]
    if len(words) > 6:
        words = [*words[:5], "..."]
    return " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
