"""What the parser makes of effect text: a tree of immutable nodes that know their place.

Places (`at`) take no part in comparisons: texts that differ only in layout give equal nodes.
"""

from __future__ import annotations

from dataclasses import field

from interpreter.frozen import dataclass

Place = tuple[int, int]
"""Offsets of the first character and of the one behind the last, within the effect text."""


# --- expressions


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number as written."""

    value: int
    at: Place = field(default=(0, 0), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Text:
    """A quoted text."""

    value: str
    at: Place = field(default=(0, 0), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Word:
    """One of `true`, `false`, `none`."""

    value: str
    at: Place = field(default=(0, 0), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Part:
    """One link of a reference: a name, with arguments or without."""

    name: str
    arguments: tuple[Argument, ...] | None
    at: Place = field(default=(0, 0), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Ref:
    """A dotted reference such as `my.path(first).space.level`, or a function call."""

    parts: tuple[Part, ...]
    at: Place = field(default=(0, 0), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class ListOf:
    """`[a, b, c]`."""

    items: tuple[Expr, ...]
    at: Place = field(default=(0, 0), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Unary:
    """`not x` or `-x`."""

    operator: str
    operand: Expr
    at: Place = field(default=(0, 0), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Binary:
    """Two operands joined by an operator, such as `+`, `mod`, `and`, `is not in`, `<=`."""

    operator: str
    left: Expr
    right: Expr
    at: Place = field(default=(0, 0), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Conditional:
    """`if c then a else b` as a value."""

    condition: Expr
    yes: Expr
    no: Expr
    at: Place = field(default=(0, 0), compare=False, repr=False)


Expr = Number | Text | Word | Ref | ListOf | Unary | Binary | Conditional


@dataclass(frozen=True, slots=True)
class Members:
    """Function argument `x in SET where C`, also `... by E then F`, or `E for x in SET where C`."""

    variable: str
    items: Expr
    where: Expr | None = None
    value: Expr | None = None
    ranks: tuple[Expr, ...] = ()
    at: Place = field(default=(0, 0), compare=False, repr=False)


Argument = Expr | Members


# --- statements


@dataclass(frozen=True, slots=True)
class Block:
    """Statements in order."""

    statements: tuple[Statement, ...]
    at: Place = field(default=(0, 0), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Phrase:
    """A verb: groups of operands, then prepositions with their values."""

    verb: str
    groups: tuple[tuple[Expr, ...], ...]
    tails: tuple[tuple[str, Expr], ...]
    at: Place = field(default=(0, 0), compare=False, repr=False)
    verb_at: Place = field(default=(0, 0), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class May:
    """`may { ... }`."""

    body: Block
    at: Place = field(default=(0, 0), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Choose:
    """`choose x in SET`; with `end` also `from A to B`; with `times` also `up to N`."""

    variable: str
    source: Expr
    body: Block
    end: Expr | None = None
    times: Expr | None = None
    where: Expr | None = None
    prompt: str | None = None
    optional: bool = False
    at: Place = field(default=(0, 0), compare=False, repr=False)
    name_at: Place = field(default=(0, 0), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Branch:
    """One way of a `choose { ... }` or `any order { ... }`."""

    label: Text | Ref
    body: Block
    when: Expr | None = None
    otherwise: bool = False
    """Marked as giving up the turn or the offer: what is left when nothing else is wanted."""
    at: Place = field(default=(0, 0), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class ChooseBranch:
    """`choose { "a" -> ... | "b" -> ... }`."""

    branches: tuple[Branch, ...]
    prompt: str | None = None
    optional: bool = False
    at: Place = field(default=(0, 0), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class AnyOrder:
    """`any order { "a" -> ... | "b" -> ... }`."""

    branches: tuple[Branch, ...]
    optional: bool = False
    at: Place = field(default=(0, 0), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class If:
    """`if c { } else { }`; an `else if` is a block that holds one `If`."""

    condition: Expr
    body: Block
    otherwise: Block | None = None
    at: Place = field(default=(0, 0), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class IfCan:
    """`if can { T } { } else { }`: whether T could be carried out now; T itself does not happen."""

    trial: Block
    body: Block
    otherwise: Block | None = None
    at: Place = field(default=(0, 0), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class ForEach:
    """`for each x in SET where C { }`."""

    variable: str
    source: Expr
    body: Block
    where: Expr | None = None
    at: Place = field(default=(0, 0), compare=False, repr=False)
    name_at: Place = field(default=(0, 0), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Repeat:
    """`repeat N { }`, or `repeat N while C { }`."""

    times: Expr
    body: Block
    condition: Expr | None = None
    at: Place = field(default=(0, 0), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Let:
    """`let x = E`."""

    variable: str
    value: Expr
    at: Place = field(default=(0, 0), compare=False, repr=False)
    name_at: Place = field(default=(0, 0), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Require:
    """`require C`."""

    condition: Expr
    at: Place = field(default=(0, 0), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Roll:
    """`roll x in SET { }` or `roll n from A to B { }`: chance decides."""

    variable: str
    source: Expr
    body: Block
    end: Expr | None = None
    at: Place = field(default=(0, 0), compare=False, repr=False)
    name_at: Place = field(default=(0, 0), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class AsPlayer:
    """`as P { }` and, with `turn`, `turn P { }`."""

    player: Expr
    body: Block
    turn: bool = False
    at: Place = field(default=(0, 0), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Secret:
    """`secret { }`: what is chosen in it is told to nobody else."""

    body: Block
    at: Place = field(default=(0, 0), compare=False, repr=False)


Statement = (
    Phrase
    | May
    | Choose
    | ChooseBranch
    | AnyOrder
    | If
    | IfCan
    | ForEach
    | Repeat
    | Let
    | Require
    | Roll
    | AsPlayer
    | Secret
)
