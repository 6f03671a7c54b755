"""Texts that are wrong, by what their author meant; `tests/cases/lang/meant` has more."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class Mistake(NamedTuple):
    """What is wrong, and what to write; `instead`: what replaces which text, where that is all."""

    what: str
    advice: str = ""
    instead: Mapping[str, str] | None = None

    def __hash__(self) -> int:
        return hash(self.what)


_VALUES = ("a", "a.b", "3", "f(a)", "(a)", '"t"', "[a]", "true", "none")
"""A value of each kind: the parser is in another state behind each."""


_OPERANDS = tuple(v for v in _VALUES if v not in ("true", "none"))


def _behind_operands(template: str) -> list[str]:
    return [template.replace("V", value) for value in _OPERANDS]


def _behind_values(template: str) -> list[str]:
    return [template.replace("V", value) for value in _VALUES]


EQUALS = Mistake(
    "a comparison is written in words", "write `is` for `=` and `==`", {"=": "is", "==": "is"}
)
ANGLES = Mistake(
    "these signs together are no comparison",
    "write one of `<`, `<=`, `>`, `>=`, `is` and `is not`",
)
PARENTHESES = Mistake(
    "what is calculated stands in parentheses here",
    "write `(a + b)`, as in `gain (n + 1) RESOURCE`",
)
JOINED = Mistake("one comparison at a time", "join two by `and`, as in `1 < n and n < 3`")
BARS = Mistake("`|` stands between the ways of a `choose`", "write `or` between conditions")
IS_IN = Mistake(
    "whether something is in a set is asked with `is in`", "write `is in` or `is not in`"
)
AMISS = Mistake("a value is missing here", "write a number, a name or a function")
NO_AMOUNT = Mistake(
    "this is no amount", "write a number; true, false and none are for `set CELL to VALUE`"
)
OPEN_PARENTHESIS = Mistake("a `(` is not closed", "write `)`")
OPEN_LIST = Mistake("a `[` is not closed", "write `]`")
EXTRA_PARENTHESIS = Mistake("this `)` or `]` closes nothing", "remove it, or open it before")
IF_VALUE = Mistake("a value with a condition has three parts", "write `if CONDITION then A else B`")
MEMBERS = Mistake(
    "a set is gone through with `x in SET`", "write `FUNCTION(x in SET where CONDITION)`"
)
STATEMENT_HERE = Mistake(
    "a value is wanted here, not a statement", "write a number, a condition or a name"
)
VERB_FIRST = Mistake(
    "a statement begins with a verb", "write `set CELL to VALUE` to change it, `if` to ask for it"
)
VERB_CALL = Mistake(
    "verbs take no parentheses", "write the operands behind the verb: `gain 2 RESOURCE`"
)
NEEDS_BLOCK = Mistake("what is to happen stands in braces", "write `{` before it and `}` behind it")
NO_BLOCK = Mistake(
    "this takes no block in braces",
    "blocks belong to if, for each, repeat, choose, may, as, turn, roll",
)
OPEN_BLOCK = Mistake("a `{` is not closed", "write `}`")
EXTRA_BRACE = Mistake("this `}` closes nothing", "remove it, or open a block before")
THEN_STATEMENT = Mistake(
    "statements do not follow each other by `then`",
    "end one by `;` or a new line; an `if` takes `{ }`",
)
AND_STATEMENT = Mistake(
    "`and` joins conditions only",
    "put `,` between resources, `;` or a new line between statements",
)
FOR_EACH = Mistake("a loop over a set is written otherwise", "write `for each x in SET { }`")
WHILE = Mistake("`while` belongs to `repeat`", "write `repeat N while CONDITION { }`")
LONE_ELSE = Mistake("this `else` belongs to no `if`", "write it right behind the `}` of its `if`")
REPEAT_COUNT = Mistake("`repeat` says how often at most", "write `repeat N { }`")
CHOOSE_IN = Mistake("what can be chosen follows `in`", "write `choose x in SET { }`")
CHOOSE_TO = Mistake("a number is chosen between two", "write `choose n from A to B { }`")
CHOOSE_NAME = Mistake(
    "what is chosen needs a name",
    "write `choose x in SET { }`, several: `choose up to N x in SET { }`",
)
LET = Mistake("a value gets its name with `=`", "write `let x = VALUE`", {"is": "=", "to": "="})
NEW_NAME = Mistake(
    "a new name is wanted here", "write a word of a-z, 0-9 and _ that is no word of the language"
)
ROLL = Mistake(
    "chance needs a name and a set", "write `roll x in SET { }` or `roll n from A to B { }`"
)
WHERE = Mistake("`where` comes behind the set", "write `x in SET where CONDITION`")
ARROW = Mistake("a way of a `choose` points at what happens", 'write `"Label" -> statements`')
WAYS = Mistake("ways are parted by `|`", 'write `choose { "A" -> ... | "B" -> ... }`')
LABEL = Mistake("a way begins with its label", 'write `"Label" -> statements`')
LONE_ARROW = Mistake("`->` belongs to the ways of a `choose`", 'write `choose { "A" -> ... }`')
COMMA = Mistake("something is missing behind this comma", "remove it, or write what follows")
TOO_MANY_COMMAS = Mistake("a comma with nothing before it", "remove it")

_IN_VALUES: Mapping[Mistake, Sequence[str]] = {
    EQUALS: [*_behind_values("V = 1"), *_behind_values("V == 1"), "f(a = 1)", "a is = 1"],
    ANGLES: [*_behind_values("V <> b"), *_behind_values("V << b"), "a < = b"],
    JOINED: [
        *_behind_values("1 < V < 3"), *_behind_values("a is V is b"), *_behind_values("1 < V is b"),
    ],
    BARS: [*_behind_values("V || b"), *_behind_values("V | b")],
    IS_IN: [*_behind_values("V in b"), *_behind_values("V not in b"), "a is not not b"],
    AMISS: [
        "1 +", "1 -", "1 *", "a and", "a or", "not", "a is", "a is not", "a is in", "a <", "-",
        "f(a,", "if", "if a then", "if a then b else", "f(x in", "f(x in s where", "f(a for x in",
        "f(x in s by", "f(1 + )", "f(a and )", "f(a is )", "[1, ]", "f(a < )", "f(1, , 2)",
    ],
    OPEN_PARENTHESIS: [f"({v}" for v in _VALUES] + [f"f({v}" for v in _VALUES] + ["(1 + a", "f("],
    OPEN_LIST: [*(f"[{v}" for v in _VALUES), *(f"[a, {v}" for v in _VALUES), "["],
    EXTRA_PARENTHESIS: [*_behind_values("V)"), *_behind_values("V]")],
    IF_VALUE: [
        *_behind_values("if V b"), *_behind_values("if a then V"), *_behind_values("if V { b }"),
        *_behind_values("if V else b"), *_behind_values("if V"),
    ],
    MEMBERS: [
        "f(for x in s)", "f(for each x in s)", "f(each x in s)", "f(x where a)", "f(a for x s)",
        "f(a for each x in s)", "f(x of s)",
    ],
    TOO_MANY_COMMAS: ["f(, a)", "[, a]"],
}  # fmt: skip

_EXPRESSIONS: Mapping[Mistake, Sequence[str]] = {
    **_IN_VALUES,
    STATEMENT_HERE: [
        "gain 1 a", "set a to b", "choose x in s { a }", "for each x in s { a }", "let x = 1",
        "may { a }", "a; b", "a\nb", "require a", "repeat 2 { a }", "roll x in s { a }", "a {",
        "a b", "a.b c", "f(a) b", "1 a", "{ a }", "as a { b }", "turn a { b }", "any order { a }",
    ],
}  # fmt: skip


def _wrapped(texts: Sequence[str]) -> list[str]:
    """Return wrong values in a statement; what closes and opens blocks has other meanings there."""
    return [f"require {text}" for text in texts if "{" not in text]


_STATEMENTS: Mapping[Mistake, Sequence[str]] = {
    VERB_FIRST: [
        "a.b = 1", "a = 1", "a += 1", "a.b > 3", "a is 3", "3", '"t"', "(a)", "-1", "[a]", "not a",
        "a > 3", "true", "+", "a.b(c) = 1", "a and b", "is", "in a", "a or b",
    ],
    NO_AMOUNT: ["gain true a", "gain false a", "gain none a", "gain 1 true", "gain a none"],
    VERB_CALL: ["gain(2, a)", "a; gain(2 a)", "if a { gain(1) }"],
    PARENTHESES: [
        *_behind_operands("gain V + 1 a"), *_behind_operands("gain V * 2 a"), "gain a + 1",
        "gain 2 a + 1 b",
    ],
    THEN_STATEMENT: [
        *_behind_operands("gain V then b"), *_behind_values("if V then b"), "leave then leave",
        *_behind_values("if V then { b }"),
    ],
    AND_STATEMENT: [*_behind_operands("gain V and b"), "gain 1 a and 2 b"],
    NEEDS_BLOCK: [
        *_behind_values("if V leave"), *_behind_values("for each x in V leave"),
        *_behind_values("for each x in s where V leave"), *_behind_values("repeat V leave"),
        *_behind_values("choose x in V leave"), *_behind_values("choose x in s where V leave"),
        "may leave", "if a { b } else leave", *_behind_values("as V leave"),
        *_behind_values("turn V leave"), *_behind_values("roll x in V leave"), "any order leave",
        "if a\nleave", "for each x in s\nleave", "repeat 2\nleave", "as a\nleave", "may\nleave",
        *_behind_values("repeat 2 while V leave"), *_behind_values("choose n from 1 to V leave"),
        "if a", "for each x in s", "may", "as a",
    ],
    NO_BLOCK: [
        "gain 1 a { b }", "leave { a }", "move a to b { c }", "require a { b }", "let x = a { b }",
    ],
    OPEN_BLOCK: [
        "if a { leave", "if a { leave 1", "if a { b c", "if a { b.c", "if a { b f(c)",
        "if a { gain 1 b", "if a {", 'choose { "A" -> leave', 'choose { "A" ->',
        "if a { if b { c }", 'if a { choose { "A" -> b } ', "if a { set b to c",
        "if a { set b to 1", "if a { let x = a.b", "if a { require f(a)", 'if a { end "t"',
        "if a { leave\n", "if a { b; c",
    ],
    EXTRA_BRACE: [
        "leave }", "leave 1 }", "gain 1 a }", "if a { b } }", "}", "a b.c }", "set a to b }",
        "set a to b.c }", "a f(b) }", "let x = 1 }", "let x = a }", "require a.b }", 'a "t" }',
    ],
    FOR_EACH: [
        "for x in s { a }", "for all x in s { a }", "for every x in s { a }",
        "for each x of s { a }", "for each x s { a }", "for each in s { a }", "for each x { a }",
        "for a",
    ],
    WHILE: ["while a { b }", "while"],
    LONE_ELSE: ["else { a }", "leave else", "gain 1 a else { b }"],
    REPEAT_COUNT: ["repeat { a }", "repeat"],
    CHOOSE_IN: [
        "choose x s { a }", "choose x of s { a }", 'choose "t" x s { a }', "choose x { a }",
        "choose up to 2 x s { a }", "choose x where a { b }", "choose x",
    ],
    CHOOSE_TO: [
        *_behind_values("choose n from V { a }"), "choose n from 1 up to 3 { a }",
        *_behind_values("choose n from V, 2 { a }"), "choose n from 1",
    ],
    CHOOSE_NAME: [
        "choose in s { a }", "choose 2 x in s { a }", "choose from 1 to 2 { a }",
        "choose any x in s { a }", "choose", "choose (a)",
    ],
    LET: ["let x 3", "let x y", "let x f(a)", "let x (a)", "let x is 3", "let x to 3",
         "let x", "let x == 3", "let x.y = 3"],
    NEW_NAME: [
        "let if = 2", "let 3 = x", "let", "let to = 1", "for each if in s { a }",
        "choose up to 2 if in s { a }", "let is = 1", "let me.x = 1", "let or = 1",
    ],
    ROLL: [
        "roll { a }", "roll 1 to 6 { a }", "roll x { a }", "roll from 1 to 6 { a }",
        "roll in s { a }", "roll n from 1 { a }", "roll x of s { a }",
    ],
    WHERE: ["for each x where a in s { b }"],
    ARROW: [
        'choose { "A" leave }', 'choose { "A" => leave }', 'choose { "A" = leave }',
        "choose { a leave }", 'choose { "A" { leave } }', 'choose { "A" }',
        'choose { "A" when a leave }', "choose { a }", 'choose { "A" when a { leave } }',
        'choose { "A", "B" }', 'choose { "A" | "B" }', "choose { a b }",
        'choose { otherwise "A" leave }', "choose { a.b leave }", "choose { leave; leave }",
    ],
    WAYS: [
        'choose { "A" -> leave "B" -> leave }', 'choose { "A" -> leave; "B" -> leave }',
        'choose { "A" -> leave\n "B" -> leave }', 'choose { "A" -> gain 1 a, "B" -> leave }',
        'choose { "A" -> gain 1 a "B" -> b }', 'choose { "A" -> leave, "B" -> leave }',
        'choose { "A" -> leave || "B" -> leave }',
    ],
    LABEL: [
        "choose { -> leave }", 'choose { | "A" -> leave }', "choose { }", 'choose { "A" -> a | }',
        "any order { }", "any order { -> a }", "choose { 3 -> a }", "choose { if a -> b }",
        "choose { when a -> b }", "choose { otherwise -> a }",
    ],
    LONE_ARROW: [
        "leave -> leave", "gain 1 a -> b", "-> leave", "if a -> leave", "if a.b -> leave",
        "set a to b -> c",
    ],
    COMMA: ["gain 2 a,", "mark a,"],
    TOO_MANY_COMMAS: [", a", "gain 2 a,, 1 b"],
    BARS: [
        "leave | leave", "gain 1 a | b", "if a | b { c }", "if a.b || c { d }", "if a || b { c }",
    ],
    OPEN_PARENTHESIS: ["gain (a", "gain (1", "gain (a b", "gain f(a"],
    EXTRA_PARENTHESIS: [*_behind_operands("gain V)"), *_behind_operands("gain 2 V]"), "leave)"],
    IF_VALUE: [*_behind_values("let x = if V { b }")],
    AMISS: ["let x =", "set a to", "move a to b from", "advance a by"],
}  # fmt: skip

_EFFECTS: Mapping[Mistake, Sequence[str]] = {
    m: [*_STATEMENTS.get(m, ()), *_wrapped(_IN_VALUES.get(m, ()))]
    for m in {**_STATEMENTS, **_IN_VALUES}
}

MISTAKES: Mapping[str, Mapping[Mistake, Sequence[str]]] = {
    "effect": _EFFECTS,
    "expression": _EXPRESSIONS,
}
"""Wrong texts by what was meant, for each of the two things a text can be."""

_NOT = Mistake(
    "a comparison is written in words",
    "write `is not`, or `not` before a condition",
    {"!=": "is not"},
)
_COLON = Mistake(
    "`:` is no sign of the language", "a block stands in `{ }`, a label is followed by `->`"
)

_BRANCH = Mistake("another condition follows by `else if`", "write `else if CONDITION { }`")
_UNLESS = Mistake("a condition is reversed by `not`", "write `if not CONDITION { }`")

WORDS: Mapping[str, Mistake] = {
    "foreach": FOR_EACH,
    "each": FOR_EACH,
    "unless": _UNLESS,
    "elif": _BRANCH,
    "elsif": _BRANCH,
    "elseif": _BRANCH,
    "while": WHILE,
    "until": WHILE,
    "loop": REPEAT_COUNT,
}
"""Words of other languages that begin a statement there."""

SIGNS: Mapping[str, Mistake] = {
    "!=": _NOT,
    "!": _NOT,
    "&&": Mistake("conditions are joined in words", "write `and`", {"&&": "and"}),
    "&": Mistake("conditions are joined in words", "write `and`", {"&": "and"}),
    ":": _COLON,
    "?": Mistake(
        "a value with a condition is written in words", "write `if CONDITION then A else B`"
    ),
    "%": Mistake("the rest of a division is written in words", "write `mod`", {"%": "mod"}),
    "'": Mistake("texts stand in double quotes", 'write `"text"`'),
    '"': Mistake("this quote is never closed on its line", 'write `"` at the end of the text'),
    ".": Mistake("behind a dot stands a name, and before it no blank", "write `x.NAME`"),
    "#": Mistake("an effect holds no comments", "write them in the YAML file, outside the text"),
    "^": Mistake("there are no powers", "multiply: `n * n`"),
    "$": Mistake("names have no `$`", "write the plain name"),
    "@": Mistake("names have no `@`", "write the plain name"),
    "\\": Mistake("there are no escapes", "write the text as it is"),
    "“": Mistake("texts stand in plain double quotes", 'write `"text"`', {"“": '"'}),
    "”": Mistake("texts stand in plain double quotes", 'write `"text"`', {"”": '"'}),
    "\u00d7": Mistake("multiplication is written `*`", "write `*`", {"\u00d7": "*"}),
    "\u2212": Mistake("minus is written `-`", "write `-`", {"\u2212": "-"}),
    "≤": Mistake("a comparison is written with plain signs", "write `<=`", {"≤": "<="}),
    "≥": Mistake("a comparison is written with plain signs", "write `>=`", {"≥": ">="}),
    "≠": Mistake("a comparison is written in words", "write `is not`", {"≠": "is not"}),
    "→": Mistake("the arrow is written `->`", "write `->`", {"→": "->"}),
}
"""Signs that are no part of the language."""
