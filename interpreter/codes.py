"""The catalogue of findings, and the only place where their text is made.

E0xx reading files, E1xx shape of the content, E2xx the effect language, E3xx packs and options,
E4xx saves and records, E5xx and W5xx what the rules as a whole can and cannot do, E9xx what a pack
does while it runs.

Text is lower case without a full stop, names stand in backticks. `message` says what is wrong,
`help` what to write; a help whose values are missing or empty is left out.
"""

import re
from collections.abc import Mapping
from enum import Enum

from interpreter.frozen import dataclass


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


def _warning(id_: str, title: str, message: str, help_: str = "") -> Code:
    return Code(id_, Severity.WARNING, title, message, help_)


# Notes that point at a second place

FIRST_HERE = "it is first here"
SAME_AT = "the same at"

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
PACK_TOO_LARGE = _error("E006", "pack too large", "a pack of more than {limit}", "make it smaller")
NO_PLAIN_FILE = _error(
    "E007", "no plain file", "this {what} is refused", "put the file itself into the pack"
)
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
DUPLICATE_ID = _error("E111", "id used twice", "`{name}` is already the name of {what}", "{advice}")
MISSING_FIELD = _error("E112", "missing key", "{where} has no `{key}`", "write {form}")
WRONG_VALUE = _error(
    "E113", "wrong kind of value", "{what} must be {expected}, found {found}", "{advice}"
)
UNKNOWN_FIELD = _error("E114", "unknown key", "{where} has no key `{key}`", "write {near}")
NOT_ONE_OF = _error(
    "E115", "not one of the words", "{what} cannot be {found}", "write one of {choices}"
)
WRONG_FORM = _error("E116", "wrong form", "{what} cannot be {found}", "write {expected}")
OUT_OF_RANGE = _error(
    "E117", "out of range", "{what} must be {expected}, found {found}", "{advice}"
)
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

SECOND_SECTION = _error(
    "E124", "section that may stand once", "a second `{section}`", "keep one of the two"
)

NOT_ACCEPTABLE = _error(
    "E125", "finding that cannot be accepted", "`{name}` cannot be accepted: {why}", "write {near}"
)
OTHER_SCRIPT = _error(
    "E126",
    "letter of another script in an id",
    "{what} has the letter `{letter}`, which is {point}",
    "write `{plain}`",
)
NOT_COMPLETE = _error(
    "E127",
    "placeholder in a complete pack",
    "`{name}` has a placeholder value, but the pack says `complete: true`",
    "find the value, or remove `complete`",
)
UPSIDE_DOWN = _error("E140", "range upside down", "{what}", "{advice}")
TOO_MANY_COMPONENTS = _error(
    "E141", "too many components", "more than {limit} {what}", "make fewer copies, or fewer per"
)
UNUSED_ACCEPTANCE = _warning(
    "W131", "acceptance of nothing", "there is no `{name}` at {place} to accept", "remove it"
)
NO_COPIES = _warning(
    "W141", "component without copies", "`{name}` has 0 copies: it is in no game", "remove it"
)
CONFUSING_NAME = _warning(
    "W142",
    "name that belongs to another",
    "`{name}` is called `{shown}`, which is the {whose} of `{other}`",
    "give the two names that tell them apart",
)
NOT_TRANSLATED = _warning(
    "W143",
    "missing translation",
    "{what} has no text in `{language}`",
    "write it, or take `{language}` out of `languages`",
)
OTHER_LANGUAGE = _warning(
    "W144",
    "text in a language the pack does not name",
    "`languages` of the pack does not name `{language}`",
    "add it there, or remove the text",
)
UNUSED_TEXT = _warning(
    "W145", "translation of a text nobody shows", "no effect quotes `{text}`", "write {near}"
)

# E2xx: effect language

UNEXPECTED_TEXT = _error("E201", "unexpected text", "unexpected {found}", "{advice}")
WRITTEN_OTHERWISE = _error("E202", "written otherwise", "{what}", "{advice}")
TEXT_TOO_LONG = _error(
    "E203",
    "effect text too long",
    "an effect text longer than {limit}",
    "split it into actions",
)
TEXT_TOO_DEEP = _error(
    "E204",
    "effect text nested too deep",
    "nested deeper than {limit} levels",
    "move a part into an action",
)
NUMBER_IN_TEXT = _error(
    "E205", "number too large in an effect", "this number is beyond {limit}", "write a smaller one"
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
TYPE_MISMATCH = _error(
    "E220", "wrong kind of value", "expected {expected}, found {found}", "{advice}"
)
NOT_ALLOWED = _error("E221", "not allowed here", "{what}", "{advice}")
ROUNDING = _error(
    "E230",
    "division without rounding",
    "division must say rounding",
    "write `down(a / b)` or `up(a / b)`",
)

NEVER_TRUE = _warning(
    "W240", "condition that never holds", "this never holds: {why}", "remove it, or mend it"
)
ALWAYS_TRUE = _warning(
    "W241", "condition that always holds", "this always holds: {why}", "remove it, or mend it"
)
FILTERS_ALL = _warning(
    "W242", "`where` that lets nothing through", "nothing passes this: {why}", "mend it"
)
FILTERS_NONE = _warning(
    "W243", "`where` that lets everything through", "everything passes this: {why}", "remove it"
)
NOTHING_HAPPENS = _warning(
    "W244", "effect that can never change anything", "this changes nothing: {why}", "remove it"
)
OTHER_NUMBER = _warning(
    "W245",
    "text that says another number",
    "the text says {said}, the effect {does}",
    "let both say the same",
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

# E31x to E33x, W31x: packs on packs

OVERLAY_BASE = _error(
    "E310",
    "overlay of another pack",
    "`{pack}` changes `{base}`, not `{found}`",
    "use it on `{base}`",
)
BASE_VERSION = _error(
    "E311",
    "overlay for other versions",
    "`{pack}` was written for `{base}` {range}, not for {found}",
    "use a version of it that fits, or widen its `for` once it is tried",
)
PACK_NOT_FOUND = _error(
    "E312",
    "required pack not found",
    "`{pack}` requires `{name}`, which cannot be found",
    "put it where packs are found, or name it by its path; there are {near}",
)
REQUIRED_VERSION = _error(
    "E313",
    "required pack of another version",
    "`{pack}` requires `{name}` {range}, found {found}",
    "use a version of it that fits",
)
PACKS_CONFLICT = _error(
    "E314",
    "packs that exclude each other",
    "`{pack}` cannot be used together with `{other}`",
    "leave one of them out",
)
PACK_CYCLE = _error(
    "E315",
    "packs that require each other",
    "packs require each other in a circle: {path}",
    "let one of them do without the next",
)
BAD_RANGE = _error(
    "E316",
    "no range of versions",
    "`{range}` is no range of versions",
    'write a range such as ">=1.0,<2"',
)
ENGINE_VERSION = _error(
    "E317",
    "pack for another interpreter",
    "`{pack}` was written for interpreter {range}, this is {found}",
    "use a version of the pack that fits",
)
TWO_PACKS = _error(
    "E318",
    "two packs of one name",
    "more than one pack is called `{name}`: {places}",
    "name one by its path",
)
NOT_AN_OVERLAY = _error(
    "E319",
    "no overlay",
    "`{name}` changes no pack",
    "use it alone, or write `changes:` in its `pack`",
)
NO_TARGET = _error(
    "E320",
    "change that matches nothing",
    "nothing stands at `{path}` in {pack}; {owner}",
    "{advice}",
)
TARGET_GONE = _error(
    "E321",
    "change of something that is gone",
    "nothing stands at `{path}` in {pack}: {tombstone}",
    "{advice}",
)
ALREADY_THERE = _error(
    "E322",
    "already there",
    "`{path}` is already there: {value}",
    "write `set: {path}` to replace it",
)
CHANGE_CONFLICT = _error(
    "E323",
    "value changed twice",
    "`{path}` is changed by {first} and by {second}",
    "{advice}",
)
CANNOT_CHANGE = _error(
    "E324", "change that does not fit", "cannot {operation} `{path}`: {why}", "{advice}"
)
STEP_COUNT = _error(
    "E325",
    "statement not found once",
    "this statement stands {times} in `{path}`, not once",
    "it holds {there}",
)
NOT_OPTIONAL = _error(
    "E326",
    "unknown optional pack",
    "`{name}` is no optional pack of `{pack}`",
    "name it in `optional` of the section `pack`",
)
BAD_PATH = _error(
    "E327",
    "no path",
    "`{path}` is no path",
    "write `id.field`, with `.` between steps and texts with blanks in double quotes",
)
TOMBSTONE = _error(
    "E328", "tombstone that is wrong", "`{name}` {problem}", "a pack speaks of its own ids only"
)
UNSAFE_ARCHIVE = _error(
    "E329",
    "unsafe archive",
    "this archive is refused: {reason}",
    "pack it anew with `orloj pack build`",
)
SETUP_DIFFERS = _error(
    "E330",
    "set-up belongs to other content",
    "this set-up was made with {expected}, found {found}",
    "use the packs it was made with",
)
NOT_IN_OVERLAY = _error(
    "E331", "section without use", "an overlay has no use for `{section}`", "{advice}"
)
BOTH_APPEND = _warning(
    "W332",
    "effect lengthened twice",
    "`{path}` is lengthened by {first} and by {second}, in this order",
    "let one require the other to settle their order",
)

# E4xx: saves and records

UNREADABLE_SAVE = _error("E401", "unreadable save", "this is not a save: {reason}")
SAVE_OF_OTHER_CONTENT = _error(
    "E402",
    "save belongs to other content",
    "this save belongs to {expected}, not to {found}",
    "use the pack and options it was made with, or `--migrate`",
)
RECORD_DIFFERS = _error(
    "E403", "record does not match", "decision {number} differs: expected {expected}, found {found}"
)
STATE_OF_OTHER_FORM = _error(
    "E404",
    "state of another form",
    "the state of this save was laid out by {expected}, not by {found}",
    "go on with `--migrate`, by the names of its answers",
)

# E5xx, W5xx: the rules as a whole

REQUIREMENT_CYCLE = _error(
    "E501",
    "things that need each other",
    "none of these can ever happen, since each needs the next: {path}",
    "let one of them come from somewhere else",
)
ENDLESS_LOOP = _error(
    "E502", "loop without end", "this can go on for ever: {lap}; {net}", "let it use up something"
)
NO_END = _error(
    "E503",
    "game without end",
    "no game of these rules can end",
    'write `end_game "reason"` where a game is over',
)
UNUSED_ACTION = _warning(
    "W501", "unused action", "nothing offers the action `{name}`", "call it, or remove it"
)
UNUSED_NAME = _warning(
    "W502", "unused name", "nothing uses the {what} `{name}`", "use it, or remove it"
)
NEVER_HAD = _warning(
    "W503",
    "resource that nobody can have",
    "nobody can ever have `{name}`, but it is asked for; {why}",
    "let something give it, or do not ask for it",
)
NEVER_SPENT = _warning(
    "W504",
    "resource without use",
    "`{name}` can be gained, but nothing asks for it, counts it or scores it",
    "use it, or remove it",
)
NEVER_IN_PLAY = _warning(
    "W505", "component that never enters play", "`{name}` can never come into play; {why}"
)
NEVER_HAPPENS = _warning(
    "W506", "step that never happens", "this can never happen; {why}", "remove it, or open a way"
)
NEVER_RUN = _warning(
    "W507", "effect that never runs", "`{field}` of `{name}` can never happen; {why}"
)
ALWAYS_NOTHING = _warning(
    "W508", "score of nothing", "the score `{name}` is always 0", "count something that can change"
)
MUTUAL_TRIGGERS = _warning(
    "W509",
    "triggers that set each other off",
    "triggers set each other off, and nothing here says when they stop: {lap}; {net}",
    "let a condition end it, or let it use up something",
)
OPEN_LOOP = _warning(
    "W510",
    "loop whose end is not certain",
    "nothing here says when this stops: {lap}; {net}",
    "let a condition end it, or let it use up something",
)
ORDER_MATTERS = _warning(
    "W511",
    "order of triggers not declared",
    "`{first}` and `{second}` run on `{event}` in no declared order, and both touch {what}",
    "give each its own `order`",
)
EMPTY_ZONE = _warning(
    "W512", "zone that stays empty", "nothing ever lies in `{name}`; {why}", "move something there"
)
DEAF_EVENT = _warning("W513", "event without effect", "the event `{name}` {problem}", "{advice}")
TEXT_DIFFERS = _warning(
    "W514",
    "text and effect differ",
    "`{text}`: {difference}",
    "let both say the same",
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
    FILE_UNREADABLE, NOT_UTF8, FILE_TOO_LARGE, BAD_CHARACTER, TAB, PACK_TOO_LARGE,
    NO_PLAIN_FILE, YAML_SYNTAX, SECOND_COLON,
    UNCLOSED_QUOTE, UNCLOSED_BRACKET, INDENTATION, BAD_ESCAPE, BAD_START, MISSING_COLON,
    TEXT_AFTER_END, BLOCK_HEADER, DUPLICATE_KEY, ANCHOR, ALIAS, MERGE_KEY, TAG, KEY_NOT_TEXT,
    SECOND_DOCUMENT, DIRECTIVE, NUMBER_FORM, FRACTION, TRUTH_WORD, NUMBER_TOO_LARGE, DATE,
    TOO_MANY_VALUES, TOO_DEEP, SCALAR_TOO_LONG, UNKNOWN_REFERENCE, DUPLICATE_ID, MISSING_FIELD,
    WRONG_VALUE, UNKNOWN_FIELD, NOT_ONE_OF, WRONG_FORM, OUT_OF_RANGE, CIRCLE, KEY_NOT_USED,
    MISSING_SOURCE, EMPTY_FIELD, NEEDS_ONE_OF, NO_SECTION, SECOND_SECTION, NOT_ACCEPTABLE,
    OTHER_SCRIPT, NOT_COMPLETE,
    UPSIDE_DOWN, TOO_MANY_COMPONENTS, UNUSED_ACCEPTANCE, NO_COPIES, CONFUSING_NAME, NOT_TRANSLATED,
    OTHER_LANGUAGE, UNUSED_TEXT, UNEXPECTED_TEXT,
    WRITTEN_OTHERWISE, TEXT_TOO_LONG, TEXT_TOO_DEEP, NUMBER_IN_TEXT, UNKNOWN_NAME, UNKNOWN_VERB,
    OPERANDS, NAME_IN_USE, NO_PLAYER, VERB_SHAPE, TYPE_MISMATCH, NOT_ALLOWED, ROUNDING, NEVER_TRUE,
    ALWAYS_TRUE, FILTERS_ALL,
    FILTERS_NONE, NOTHING_HAPPENS, OTHER_NUMBER,
    UNKNOWN_PACK, UNKNOWN_OPTION, BAD_OPTION_VALUE, PLAYER_COUNT, OPTION_PLAYERS, OVERLAY_BASE,
    BASE_VERSION, PACK_NOT_FOUND, REQUIRED_VERSION, PACKS_CONFLICT, PACK_CYCLE, BAD_RANGE,
    ENGINE_VERSION, TWO_PACKS, NOT_AN_OVERLAY, NO_TARGET, TARGET_GONE, ALREADY_THERE,
    CHANGE_CONFLICT, CANNOT_CHANGE, STEP_COUNT, NOT_OPTIONAL, BAD_PATH, TOMBSTONE, UNSAFE_ARCHIVE,
    SETUP_DIFFERS, NOT_IN_OVERLAY, UNREADABLE_SAVE, SAVE_OF_OTHER_CONTENT, RECORD_DIFFERS,
    STATE_OF_OTHER_FORM,
    REQUIREMENT_CYCLE, ENDLESS_LOOP, NO_END, OUT_OF_FUEL, IMPOSSIBLE_STEP, BOTH_APPEND,
    UNUSED_ACTION, UNUSED_NAME, NEVER_HAD, NEVER_SPENT, NEVER_IN_PLAY, NEVER_HAPPENS, NEVER_RUN,
    ALWAYS_NOTHING, MUTUAL_TRIGGERS, OPEN_LOOP, ORDER_MATTERS, EMPTY_ZONE, DEAF_EVENT,
    TEXT_DIFFERS,
)  # fmt: skip

CODES: Mapping[str, Code] = {code.id: code for code in sorted(_ALL, key=lambda c: c.id)}

RETIRED: Mapping[str, str] = {}
"""Numbers that meant something once, with what became of it; they are never used again."""

# Content that is not merely wrong but refused: unsafe, or over a limit.
REFUSED: frozenset[Code] = frozenset(
    {FILE_TOO_LARGE, BAD_CHARACTER, ANCHOR, ALIAS, MERGE_KEY, TAG, TOO_MANY_VALUES, TOO_DEEP,
     SCALAR_TOO_LONG, NUMBER_TOO_LARGE, TEXT_TOO_LONG, TEXT_TOO_DEEP, NUMBER_IN_TEXT,
     OTHER_SCRIPT, TOO_MANY_COMPONENTS, UNSAFE_ARCHIVE, PACK_TOO_LARGE, NO_PLAIN_FILE}
)  # fmt: skip
