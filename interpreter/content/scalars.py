"""Scalars of content files: what a plain word means, and where each character of a text lies.

Plain words follow the YAML 1.2 core schema, minus every spelling that some reader takes for
something else: those are refused with the spelling to write instead.
"""

import re
from collections.abc import Iterator

from interpreter import codes
from interpreter.codes import Code

Value = str | int | bool | None
Char = tuple[str, int, int]  # a character of the value, and where it is written: start and end

LARGEST = 999_999_999

_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]*)")
_ANY_INTEGER = re.compile(r"[-+]?(?:0[xX][0-9a-fA-F_]+|0[oO][0-7_]+|0[bB][01_]+|[0-9][0-9_]*)")
_FRACTION = re.compile(
    r"[-+]?(?:\.[0-9][0-9_]*|[0-9][0-9_]*\.[0-9_]*|[0-9][0-9_]*(?=[eE]))(?:[eE][-+]?[0-9]+)?"
    r"|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)"
)
_DATE = re.compile(
    r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt ].*)?|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?"
)
_WORDS: dict[str, Value] = {"true": True, "false": False, "null": None, "~": None, "": None}
_TRUTH = {"true": "true", "yes": "true", "on": "true", "false": "false", "no": "false",
          "off": "false", "null": "null"}  # fmt: skip
_SUSPECT = re.compile(r"[-+.0-9]|(?:true|yes|on|false|no|off|null)\Z", re.IGNORECASE)


def plain_value(text: str) -> tuple[Value, Code | None, str]:
    """Return the value of a plain scalar, what is wrong with its spelling, and a better one."""
    if text in _WORDS:
        return _WORDS[text], None, ""
    if not _SUSPECT.match(text):
        return text, None, ""
    if _INTEGER.fullmatch(text):
        # Length first: turning a very long number into an int is slow, or raises.
        if len(text) > 10 or abs(int(text)) > LARGEST:
            return 0, codes.NUMBER_TOO_LARGE, ""
        return int(text), None, ""
    if text.lower() in _TRUTH:
        return text, codes.TRUTH_WORD, _TRUTH[text.lower()]
    if _ANY_INTEGER.fullmatch(text):
        return 0, codes.NUMBER_FORM, _as_decimal(text)
    if _FRACTION.fullmatch(text):
        return 0, codes.FRACTION, ""
    if _DATE.fullmatch(text):
        return text, codes.DATE, ""
    return text, None, ""


def better_spelling(code: Code, value: str, plain: str) -> str:
    """Return what to write for a spelling that is refused; nothing where that depends."""
    if code is codes.NUMBER_FORM:
        return plain
    if code is codes.DATE:
        return f'"{value}"'
    return plain if code is codes.TRUTH_WORD and value.lower() == plain else ""


def _as_decimal(text: str) -> str:
    digits = text.lstrip("+-").replace("_", "").lower()
    if len(digits) > 12:
        return ""
    base = {"0x": 16, "0o": 8, "0b": 2}.get(digits[:2], 10)
    if base != 10 and not digits[2:]:
        return ""
    # A leading zero meant octal once; whoever writes 012 today means twelve.
    return ("-" if text[0] == "-" else "") + str(int(digits[2:] if base != 10 else digits, base))


def positions(text: str, start: int, end: int, style: str, value: str) -> list[tuple[int, int]]:
    """Return where each character of a scalar is written in the file.

    `start` and `end` bound the scalar as YAML sees it. What the mapping cannot explain (never met
    so far) points at the scalar as a whole.
    """
    if style in ("|", ">"):
        readings = _block_readings(text, start, folded=style == ">")
    else:
        readings = iter((list(_flow(text, start, end, style)),))
    for chars in readings:
        if _explains(chars, value):
            return [(first, last) for _, first, last in chars[: len(value)]]
    return [(start, end)] * len(value)


def _explains(chars: list[Char], value: str) -> bool:
    written = "".join(char for char, _, _ in chars)
    # Chomping only takes line ends (and blanks on lines of nothing else) away.
    return written.startswith(value) and not written[len(value) :].strip(" \n")


_ESCAPES = {
    "0": "\0", "a": "\a", "b": "\b", "t": "\t", "n": "\n", "v": "\v", "f": "\f", "r": "\r",
    "e": "\x1b", " ": " ", '"': '"', "/": "/", "\\": "\\", "N": "\x85", "_": "\xa0",
    "L": "\u2028", "P": "\u2029",
}  # fmt: skip
_HEX_WIDTH = {"x": 2, "u": 4, "U": 8}
_GAP = re.compile(r"[ \t\n]+")


def _flow(text: str, start: int, end: int, style: str) -> Iterator[Char]:
    """Yield the characters of a plain or quoted scalar, line folding and escapes undone."""
    at = start
    if style in ("'", '"'):
        at = text.index(style, start) + 1
        end = text.rindex(style, at - 1, end)
    while at < end:
        gap = _GAP.match(text, at, end)
        if gap:
            yield from _fold(text, at, gap.end())
            at = gap.end()
        elif style == '"' and text[at] == "\\":
            at, chars = _escape(text, at)
            yield from chars
        else:
            width = 2 if style == "'" and text[at] == "'" else 1
            yield text[at], at, at + width
            at += width


def _fold(text: str, start: int, end: int) -> Iterator[Char]:
    """One line end between words is a blank; of several, all but the first are kept."""
    breaks = [at for at in range(start, end) if text[at] == "\n"]
    if not breaks:
        for at in range(start, end):
            yield text[at], at, at + 1
    elif len(breaks) == 1:
        yield " ", breaks[0], breaks[0] + 1
    else:
        for at in breaks[1:]:
            yield "\n", at, at + 1


def _escape(text: str, at: int) -> tuple[int, list[Char]]:
    """Return where to go on after a backslash, and the characters it stands for."""
    kind = text[at + 1]
    if kind == "\n":
        # An escaped line end joins two lines without a blank; empty lines after it still count.
        gap = _GAP.match(text, at + 2)
        end = gap.end() if gap else at + 2
        return end, [("\n", i, i + 1) for i in range(at + 2, end) if text[i] == "\n"]
    if kind in _HEX_WIDTH:
        end = at + 2 + _HEX_WIDTH[kind]
        return end, [(chr(int(text[at + 2 : end], 16)), at, end)]
    return at + 2, [(_ESCAPES[kind], at, at + 2)]


_HEADER = re.compile(r"[|>](?P<signs>[-+0-9]*)[^\n]*(?:\n|\Z)")


def _block_readings(text: str, start: int, *, folded: bool) -> Iterator[list[Char]]:
    """Yield the block scalar's characters for each indentation it may have, the likely one first.

    With an explicit indicator the indentation counts from a parent that is not known here.
    """
    header = _HEADER.search(text, start)
    if header is None:
        return
    first = re.compile(r"(?:[ ]*\n)*([ ]*)").match(text, header.end())
    guess = len(first[1]) if first else 0
    tried = [guess] if not re.search("[0-9]", header["signs"]) else []
    for indent in (*tried, *range(1, 60)):
        lines = list(_block_lines(text, header.end(), indent))
        yield list(_folded(text, lines) if folded else _literal(text, lines))


def _block_lines(text: str, at: int, indent: int) -> Iterator[tuple[int, int]]:
    """Yield start and end of the content of each line that belongs to the block."""
    while at < len(text):
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        line = text[at:end]
        if line.strip(" ") and len(line) - len(line.lstrip(" ")) < indent:
            return
        yield min(at + indent, end), end
        at = end + 1


def _literal(text: str, lines: list[tuple[int, int]]) -> Iterator[Char]:
    for start, end in lines:
        for at in range(start, end):
            yield text[at], at, at + 1
        yield "\n", end, end + 1


def _folded(text: str, lines: list[tuple[int, int]]) -> Iterator[Char]:
    """Like literal, but a single line end between two lines of words is a blank.

    Lines that begin with a blank keep every line end around them.
    """
    last_end, empty, words_before = -1, [], False
    for start, end in lines:
        if start == end:
            empty.append(end)
            continue
        words = text[start] not in " \t"
        if last_end >= 0:
            if not (words and words_before):
                yield "\n", last_end, last_end + 1
            elif not empty:
                yield " ", last_end, last_end + 1
        for at in empty:
            yield "\n", at, at + 1
        for at in range(start, end):
            yield text[at], at, at + 1
        last_end, empty, words_before = end, [], words
    for at in (last_end, *empty) if last_end >= 0 else empty:
        yield "\n", at, at + 1
