"""The catalogue of findings, and the only place where their text is made.

E0xx reading files, E1xx shape of the content, E2xx the effect language, E3xx packs and options,
E4xx saves and records, E9xx what a pack does while it runs.

Text is lower case without a full stop, names stand in backticks. `message` says what is wrong,
`help` what to write; a help whose values are missing or empty is left out.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum


class Severity(Enum):
    """How much a finding weighs."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Code:
    """One kind of finding. `{name}` in `message` and `help` stands for a value."""

    id: str
    severity: Severity
    title: str
    message: str
    help: str = ""


_LONGEST_VALUE = 120
_PLACEHOLDER = re.compile(r"\{([a-z_]+)\}")


def fill(template: str, values: Mapping[str, object]) -> str:
    """Return the template with its placeholders replaced; a missing value is our own mistake.

    Never `str.format`: values come from packs and must stay plain text.
    """
    return _PLACEHOLDER.sub(lambda found: _shown(values[found[1]]), template)


def fill_help(template: str, values: Mapping[str, object]) -> str:
    """Return the filled template, or nothing when a value it needs is missing or empty."""
    if any(values.get(name) in (None, "", ()) for name in _PLACEHOLDER.findall(template)):
        return ""
    return fill(template, values)


def escaped(text: str) -> str:
    """Return the text with everything a terminal might obey made visible."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else _visible(c) for c in text)


def _visible(char: str) -> str:
    if char == "\n":
        return "\\n"
    return f"\\x{ord(char):02x}" if ord(char) < 0x100 else f"U+{ord(char):04X}"


def _shown(value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join(f"`{_shown(part)}`" for part in value)
    text = str(value)
    return escaped(text if len(text) <= _LONGEST_VALUE else text[: _LONGEST_VALUE - 1] + "…")


def _error(id_: str, title: str, message: str, help_: str = "") -> Code:
    return Code(id_, Severity.ERROR, title, message, help_)


# Notes that point at a second place

FIRST_HERE = "it is first here"

# E0xx: files and YAML

FILE_UNREADABLE = _error("E001", "file cannot be read", "cannot read the file: {reason}")
NOT_UTF8 = _error(
    "E002", "not UTF-8", "not UTF-8 from byte {offset} on ({byte})", "save the file as UTF-8"
)
FILE_TOO_LARGE = _error(
    "E003", "file too large", "the file is larger than {limit} characters", "split the file"
)
BAD_CHARACTER = _error(
    "E004", "forbidden character", "character {character} is not allowed", "remove it"
)
TAB = _error("E005", "tab", "tabs are not allowed", "write blanks")
YAML_SYNTAX = _error("E010", "not valid YAML", "this is not valid YAML: {problem}")
SECOND_COLON = _error(
    "E011", "second colon in a line", "a second `: ` in one value", "put the text in quotes"
)
UNCLOSED_QUOTE = _error("E012", "open quote", "this quote is never closed", "close the quote")
UNCLOSED_BRACKET = _error(
    "E013",
    "broken list or mapping in brackets",
    "this bracket is not closed, or a comma is missing in it",
    "close it, separate entries by `, `, and quote text with commas or brackets in it",
)
INDENTATION = _error(
    "E014",
    "indentation does not fit",
    "this line does not belong to the lines above it",
    "give entries of one mapping or list the same indentation, and each key a `: `",
)
BAD_ESCAPE = _error(
    "E015",
    "unknown escape",
    "unknown escape in double quotes",
    "use single quotes, or double the `\\`",
)
BAD_START = _error(
    "E016",
    "value starts with a reserved character",
    "a value cannot start with `{found}`",
    "quote it",
)
MISSING_COLON = _error(
    "E017", "key without a colon", "this key has no `: ` after it", "write `key: value`"
)
TEXT_AFTER_END = _error(
    "E018",
    "text after a closed value",
    "text after a closed quote or bracket",
    "quote the value as a whole",
)
BLOCK_HEADER = _error(
    "E019",
    "text beside a block sign",
    "a text block begins on the next line",
    "end the line after `|` or `>`",
)
DUPLICATE_KEY = _error(
    "E020", "key written twice", "key `{key}` is already there", "keep one of the two"
)
ANCHOR = _error("E021", "anchor", "anchors are not allowed: `&{name}`", "remove it")
ALIAS = _error("E022", "alias", "aliases are not allowed: `*{name}`", "write the value out")
MERGE_KEY = _error("E023", "merge key", "merge keys are not allowed", "write the keys out")
TAG = _error("E024", "tag", "tags are not allowed: `{tag}`", "write the plain value")
KEY_NOT_TEXT = _error(
    "E025",
    "key is not text",
    "a key must be a plain word, found {found}",
    "write a word, or quote it",
)
SECOND_DOCUMENT = _error(
    "E026", "second document", "a file holds one document", "move what follows to its own file"
)
DIRECTIVE = _error("E027", "directive", "directives are not allowed", "remove the `%` line")
NUMBER_FORM = _error(
    "E030",
    "number in another form",
    "`{value}` is not how numbers are written here",
    'write `{plain}`, or `"{value}"` if it is text',
)
FRACTION = _error(
    "E031",
    "not a whole number",
    "`{value}` is not a whole number",
    'write a whole number, or `"{value}"` if it is text',
)
TRUTH_WORD = _error(
    "E032",
    "ambiguous word",
    "`{value}` is a truth value to some readers and text to others",
    'write `{plain}`, or `"{value}"` if it is text',
)
NUMBER_TOO_LARGE = _error(
    "E033", "number too large", "`{value}` is beyond {limit}", "write a smaller number"
)
DATE = _error(
    "E034", "looks like a date or time", "`{value}` looks like a date or time", 'write `"{value}"`'
)
TOO_MANY_VALUES = _error(
    "E040", "too many values", "more than {limit} values in one file", "split the file"
)
TOO_DEEP = _error("E041", "nested too deep", "nested deeper than {limit} levels")
SCALAR_TOO_LONG = _error(
    "E042", "text too long", "a text longer than {limit} characters", "split it"
)

# E1xx: shape of the content

UNKNOWN_REFERENCE = _error(
    "E110", "unknown name in a field", "unknown {what} `{name}`", "write {near}"
)
DUPLICATE_ID = _error(
    "E111", "id used twice", "`{name}` is already the name of a {what}", "choose another id"
)
MISSING_FIELD = _error("E112", "missing key", "{where} has no `{key}`", "write {form}")
WRONG_VALUE = _error(
    "E113", "wrong kind of value", "{what} must be {expected}, found {found}", "{advice}"
)
UNKNOWN_FIELD = _error("E114", "unknown key", "{where} has no key `{key}`", "write {near}")
NOT_ONE_OF = _error(
    "E115", "not one of the words", "{what} cannot be {found}", "write one of {choices}"
)
WRONG_FORM = _error("E116", "wrong form", "{what} cannot be {found}", "write {expected}")
OUT_OF_RANGE = _error("E117", "out of range", "{what} must be {expected}, found {found}")
KEY_NOT_USED = _error("E119", "key without use", "{what} has no use here", "remove it")
CIRCLE = _error(
    "E118", "value that needs itself", "`{name}` needs its own value", "break the circle"
)
MISSING_SOURCE = _error(
    "E120",
    "missing source",
    "{where} has no `source`",
    "write `source: …`, beginning with rulebook, public, derived or placeholder",
)
EMPTY_FIELD = _error("E121", "empty value", "{what} is empty", "write {expected}, or remove it")
NEEDS_ONE_OF = _error("E122", "missing key", "{where} needs one of {choices}", "write one of them")

NO_SECTION = _error(
    "E123",
    "missing section",
    "`{pack}` has no section `{section}`",
    "write `{section}:` in one of its files",
)

# E2xx: effect language

UNEXPECTED_TEXT = _error("E201", "unexpected text", "unexpected {found}", "expected {expected}")
TEXT_TOO_LONG = _error(
    "E203",
    "effect text too long",
    "an effect text longer than {limit} characters",
    "split it into actions",
)
TEXT_TOO_DEEP = _error(
    "E204",
    "effect text nested too deep",
    "nested deeper than {limit} levels",
    "move a part into an action",
)
UNKNOWN_NAME = _error("E210", "unknown name", "unknown {kind} `{name}`", "write {near}")
UNKNOWN_VERB = _error("E211", "unknown verb", "unknown verb `{name}`", "write {near}")
OPERANDS = _error(
    "E212", "wrong operands", "`{verb}` takes {expected}, found {found}", "write `{usage}`"
)
NAME_IN_USE = _error(
    "E213", "name already used", "`{name}` already names a {kind}", "choose another name"
)
NO_PLAYER = _error(
    "E214",
    "no player here",
    "`{name}` means nobody here: no player acts",
    "put it in `as PLAYER { }` or `turn PLAYER { }`",
)
VERB_SHAPE = _error(
    "E215", "verb written otherwise", "`{verb}` is not written like this", "write `{written}`"
)
TYPE_MISMATCH = _error("E220", "wrong kind of value", "expected {expected}, found {found}")
NOT_ALLOWED = _error("E221", "not allowed here", "{what}", "{advice}")
ROUNDING = _error(
    "E230",
    "division without rounding",
    "division must say rounding",
    "write `down(a / b)` or `up(a / b)`",
)

# E3xx: packs and options

UNKNOWN_PACK = _error("E301", "unknown pack", "unknown pack `{name}`", "write {near}")
UNKNOWN_OPTION = _error("E302", "unknown option", "`{pack}` has no option `{name}`", "write {near}")
BAD_OPTION_VALUE = _error(
    "E303", "bad option value", "option `{name}` cannot be `{value}`", "write {expected}"
)
PLAYER_COUNT = _error(
    "E304", "wrong number of players", "`{pack}` is for {expected} players, not {found}"
)

OPTION_PLAYERS = _error(
    "E305",
    "option for another number of players",
    "option `{name}` is for games of {expected}, not of {found}",
    "leave it out, or change the number of players",
)

# E4xx: saves and records

UNREADABLE_SAVE = _error("E401", "unreadable save", "this is not a save: {reason}")
SAVE_OF_OTHER_CONTENT = _error(
    "E402",
    "save belongs to other content",
    "this save belongs to {expected}, not to {found}",
    "use the pack and options it was made with",
)
RECORD_DIFFERS = _error(
    "E403", "record does not match", "decision {number} differs: expected {expected}, found {found}"
)

# E9xx: what a pack does while it runs

OUT_OF_FUEL = _error(
    "E901", "effect does not end", "this does not end: {reason}", "bound the repetition"
)
IMPOSSIBLE_STEP = _error(
    "E902",
    "impossible step in the flow",
    "this cannot be carried out: {reason}",
    "put it in `may { }` or `if`",
)

_ALL = (
    FILE_UNREADABLE, NOT_UTF8, FILE_TOO_LARGE, BAD_CHARACTER, TAB, YAML_SYNTAX, SECOND_COLON,
    UNCLOSED_QUOTE, UNCLOSED_BRACKET, INDENTATION, BAD_ESCAPE, BAD_START, MISSING_COLON,
    TEXT_AFTER_END, BLOCK_HEADER, DUPLICATE_KEY, ANCHOR, ALIAS, MERGE_KEY, TAG, KEY_NOT_TEXT,
    SECOND_DOCUMENT, DIRECTIVE, NUMBER_FORM, FRACTION, TRUTH_WORD, NUMBER_TOO_LARGE, DATE,
    TOO_MANY_VALUES, TOO_DEEP, SCALAR_TOO_LONG, UNKNOWN_REFERENCE, DUPLICATE_ID, MISSING_FIELD,
    WRONG_VALUE, UNKNOWN_FIELD, NOT_ONE_OF, WRONG_FORM, OUT_OF_RANGE, KEY_NOT_USED, CIRCLE,
    MISSING_SOURCE, EMPTY_FIELD, NEEDS_ONE_OF, NO_SECTION, UNEXPECTED_TEXT, TEXT_TOO_LONG,
    TEXT_TOO_DEEP, UNKNOWN_NAME, UNKNOWN_VERB, OPERANDS, NAME_IN_USE, NO_PLAYER, VERB_SHAPE,
    TYPE_MISMATCH, NOT_ALLOWED, ROUNDING, UNKNOWN_PACK, UNKNOWN_OPTION, BAD_OPTION_VALUE,
    PLAYER_COUNT, OPTION_PLAYERS, UNREADABLE_SAVE, SAVE_OF_OTHER_CONTENT, RECORD_DIFFERS,
    OUT_OF_FUEL, IMPOSSIBLE_STEP,
)  # fmt: skip

CODES: Mapping[str, Code] = {code.id: code for code in _ALL}

# Content that is not merely wrong but refused: unsafe, or over a limit.
REFUSED: frozenset[Code] = frozenset(
    {FILE_TOO_LARGE, BAD_CHARACTER, ANCHOR, ALIAS, MERGE_KEY, TAG, TOO_MANY_VALUES, TOO_DEEP,
     SCALAR_TOO_LONG}
)  # fmt: skip
