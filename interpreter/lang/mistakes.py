"""Syntax errors in an author's words: what was meant, by likeness to texts known to be wrong.

`MISTAKES` is a table of wrong texts. What is meant is told by the one that stopped the parser in
the same state, at the same kind of word; texts without a mistake cost nothing.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from interpreter import codes
from interpreter.diagnostics import nearest, slips
from interpreter.lang.lexer import END, UnexpectedSign
from interpreter.lang.lr import TooDeep, UnexpectedWord
from interpreter.lang.mistake_table import MISTAKES, SIGNS, WORDS, Mistake
from interpreter.lang.problems import Invalid, Unknown
from interpreter.lang.verbs import LANGUAGE

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from interpreter.lang.lexer import Token
    from interpreter.lang.lr import Parser, Unexpected
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

_WORD = re.compile("[a-z][a-z0-9_]*")


def explain(parser: Parser, text: str, start: str, error: Unexpected) -> Invalid:
    """Return what is wrong with a text the parser refused."""
    if isinstance(error, UnexpectedSign):
        return _sign(text, error.at)
    at, found = _place(text, error.token)
    word = error.token.text
    slip = _slip(parser, text, start, at)
    if slip is not None:
        return slip
    mistake = _foreign(text, start, at, word) or _meant(parser, start, error)
    if mistake is None and "NAME" in error.expected and word in LANGUAGE:
        mistake = Mistake(f"`{word}` is a word of the language", "choose another name")
    if mistake is None:
        expected = _expected(set(error.expected))
        return Invalid(codes.UNEXPECTED_TEXT, at, found=found, advice=f"expected {expected}")
    return _told(text, at, mistake)


def _told(text: str, at: Place, mistake: Mistake) -> Invalid:
    fix = None
    if mistake.instead and text[slice(*at)] in mistake.instead:
        fix = (at, mistake.instead[text[slice(*at)]])
    return Invalid(
        codes.WRITTEN_OTHERWISE, at, fix=fix, what=mistake.what, advice=mistake.advice
    )  # fmt: skip


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
        found=f"`{text[where]}`", advice="expected a word, a number or a sign of the language",
    )  # fmt: skip


def _place(text: str, token: Token) -> tuple[Place, str]:
    start, end = token.at
    if token.kind == END:
        end = len(text.rstrip())
        return (max(end - 1, 0), max(end, 1)), "the end of the text"
    if token.kind == "_SEP":
        return (start, start + 1), "the end of the line"
    return (start, end), f"`{token.text}`"


def _first_word(text: str, where: int) -> tuple[str, Place]:
    """Return the word with which the statement around a place begins, and where it stands."""
    begin = max(text.rfind(sign, 0, where) for sign in ";\n{}|>") + 1
    found = _WORD.match(text, begin + len(text[begin:]) - len(text[begin:].lstrip(" ")))
    return (found[0], found.span()) if found is not None else ("", (where, where))


def _foreign(text: str, start: str, at: Place, word: str) -> Mistake | None:
    """Return what a word of another language means that begins the statement, or stands here."""
    if start != "effect":
        return None
    first, place = _first_word(text, at[0])
    called = text[place[1] : place[1] + 1] == "("
    return WORDS.get(word) or (None if called else WORDS.get(first))


def _slip(parser: Parser, text: str, start: str, at: Place) -> Invalid | None:
    """Return the problem of a misspelt word of the language: with it the parser gets further.

    Of several such words it is the one with which the parser gets furthest.
    """
    best: tuple[int, Place, tuple[str, ...]] | None = None
    for place in _words_around(text, at):
        word = text[slice(*place)]
        if word in LANGUAGE or word in WORDS:
            continue
        # Elsewhere than where the parser stopped, only a single slip is believed.
        most = 1 if len(word) < 4 or place[0] != at[0] else 2
        # Of words of two letters nearly all resemble each other.
        near = [
            w for w in LANGUAGE if max(len(w), len(word)) > 2 and slips(word, w, most) is not None
        ]
        reach = {w: _reach(parser, text, start, place, w, at) for w in near}
        close = nearest(word, (w for w in near if reach[w]), limit=6).names
        if not close:
            continue
        furthest = max(reach.values())
        if best is None or furthest > best[0]:
            best = furthest, place, close
    return None if best is None else _misspelt(text, start, *best[1:])


def _misspelt(text: str, start: str, place: Place, close: tuple[str, ...]) -> Invalid:
    word = text[slice(*place)]
    if start == "effect" and place == _first_word(text, place[1])[1]:
        return Unknown(word, place, close)
    meant = " or ".join(f"`{name}`" for name in close)
    return Invalid(
        codes.UNEXPECTED_TEXT,
        place,
        fix=(place, close[0]),
        found=f"`{word}`",
        advice=f"write {meant}",
    )


def _words_around(text: str, at: Place) -> Iterator[Place]:
    """Yield words that may be to blame: the one found, one before it, first ones, the next."""
    words = [found.span() for found in _WORD.finditer(text)]
    yield from (place for place in words if place[0] == at[0])
    yield from [p for p in words if p[1] <= at[0] and not text[p[1] : at[0]].strip(" ")][-1:]
    begin = at[0]
    for _ in range(2):
        first, place = _first_word(text, begin)
        if first and place[0] < at[0]:
            yield place
        begin = max(text.rfind("\n", 0, begin), 0)
    if text[at[0] : at[0] + 1] == "\n":
        yield from [place for place in words if place[0] > at[0]][:1]


def _reach(parser: Parser, text: str, start: str, place: Place, word: str, stop: Place) -> int:
    """Return how far the parser gets with another word in a place; 0 unless behind `stop`."""
    changed = text[: place[0]] + word + text[place[1] :]
    try:
        parser.parse(changed, start)
    except UnexpectedWord as error:
        if error.token.kind == END:
            return len(text)
        reached = error.token.at[0] - (len(changed) - len(text))
        return reached if reached >= stop[1] else 0
    except (UnexpectedSign, TooDeep):
        return 0
    return len(text) + 1


def _meant(parser: Parser, start: str, error: UnexpectedWord) -> Mistake | None:
    """Return the mistake that is known to end like this, best at the very same word."""
    alike = _endings(parser, start).get((error.state, error.token.kind), ())
    same = (mistake for word, mistake in alike if word == error.token.text)
    return next(same, alike[0][1] if alike else None)


@lru_cache(maxsize=2)
def _endings(parser: Parser, start: str) -> Mapping[tuple[int, str], list[tuple[str, Mistake]]]:
    """Return the words at which texts known to be wrong stop the parser, by its state and kind.

    The state proper, without what is open around it: blocks inside blocks stop alike.
    """
    endings: dict[tuple[int, str], list[tuple[str, Mistake]]] = {}
    for mistake, texts in MISTAKES[start].items():
        for text in texts:
            try:
                parser.parse(text, start)
            except UnexpectedWord as error:
                kind, word, _ = error.token
                endings.setdefault((error.state, kind), []).append((word, mistake))
            except UnexpectedSign:
                continue  # `SIGNS` knows these
    return endings


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
