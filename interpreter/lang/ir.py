"""Typed, resolved expressions: what the checker makes of nodes and the engine links to a layout.

Every value is an int (numbers, truth values 0/1, players, resources, components; `none` is -1) or,
for sets, a tuple of ints. Names are gone except those the layout turns into cells and tables.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator

NOTHING = -1
"""The value of `none`."""


@dataclass(frozen=True, slots=True)
class Const:
    """A number, truth value, resource, or `none`."""

    value: int


@dataclass(frozen=True, slots=True)
class Item:
    """The component of an item; of its first copy where there are several."""

    kind: str
    item: str


@dataclass(frozen=True, slots=True)
class OptionValue:
    """The value of an option; `index` compares a choice with one of its values."""

    option: str


@dataclass(frozen=True, slots=True)
class Local:
    """A local name: slot of the frame."""

    slot: int


@dataclass(frozen=True, slots=True)
class Me:
    """The acting player."""


@dataclass(frozen=True, slots=True)
class Seat:
    """An opponent of the pack, as a player; `none` where it takes no part."""

    seat: str


@dataclass(frozen=True, slots=True)
class System:
    """`turn_player`, `player_count` or `round`."""

    name: str


@dataclass(frozen=True, slots=True)
class Players:
    """All players in seat order; without the acting one if `others`; from `start` on if given."""

    start: Expr | None = None
    others: bool = False


@dataclass(frozen=True, slots=True)
class After:
    """The next player clockwise."""

    player: Expr


@dataclass(frozen=True, slots=True)
class Components:
    """All components of these kinds."""

    kinds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a counter, track or state."""

    family: str
    indices: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Amount:
    """How much of a resource a player has."""

    player: Expr
    resource: Expr


@dataclass(frozen=True, slots=True)
class Zone:
    """What lies in one zone, in order."""

    family: str
    indices: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a component; with `index` one element of a list field."""

    name: str
    kinds: tuple[str, ...]
    component: Expr
    index: Expr | None = None


@dataclass(frozen=True, slots=True)
class Formula:
    """A condition or amount field, worked out for a component and the acting player."""

    name: str
    kinds: tuple[str, ...]
    component: Expr


@dataclass(frozen=True, slots=True)
class Present:
    """A value that must not be `none`: impossible if it is."""

    value: Expr


@dataclass(frozen=True, slots=True)
class Named:
    """The value of a named formula of the pack."""

    formula: str
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Owner:
    """The player whose component this is."""

    component: Expr


@dataclass(frozen=True, slots=True)
class Copy:
    """Which copy of its item a component is, from 1."""

    component: Expr


@dataclass(frozen=True, slots=True)
class SpaceOf:
    """The component that is the space at this place of a track."""

    track: str
    place: Expr


@dataclass(frozen=True, slots=True)
class KindIs:
    """Whether a component is of this kind."""

    component: Expr
    kind: str


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """`+ - * mod down up min max`."""

    operator: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Compare:
    """`is`, `is not`, `<`, `<=`, `>`, `>=`, `and`, `or`, giving 0 or 1."""

    operator: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Not:
    """The opposite truth value."""

    operand: Expr


@dataclass(frozen=True, slots=True)
class Either:
    """`if c then a else b`."""

    condition: Expr
    yes: Expr
    no: Expr


@dataclass(frozen=True, slots=True)
class Within:
    """Whether a value is in a set."""

    value: Expr
    items: Expr


@dataclass(frozen=True, slots=True)
class SetOf:
    """A set written out."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Join:
    """Union in order, each value once."""

    sets: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Range:
    """All numbers from low to high."""

    low: Expr
    high: Expr


@dataclass(frozen=True, slots=True)
class Pick:
    """`first`, `last`, `at`: one of a set, or `none`."""

    which: str
    items: Expr
    index: Expr | None = None


@dataclass(frozen=True, slots=True)
class Position:
    """Where a value stands in a set, from 0; -1 if it is not in it."""

    value: Expr
    items: Expr


@dataclass(frozen=True, slots=True)
class Reverse:
    """The set backwards."""

    items: Expr


@dataclass(frozen=True, slots=True)
class Count:
    """How many are in a set."""

    items: Expr


@dataclass(frozen=True, slots=True)
class Query:
    """A loop over a set: `count sum max min exists every those each best ranked`."""

    function: str
    slot: int
    items: Expr
    where: Expr | None
    value: Expr | None
    ranks: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class Connected:
    """The group that grows from `start` along `items`, read anew for each member."""

    start: Expr
    slot: int
    items: Expr
    where: Expr | None


@dataclass(frozen=True, slots=True)
class CostSize:
    """How many units a cost has."""

    cost: Expr


@dataclass(frozen=True, slots=True)
class Before:
    """The value before the tried step; examples only."""

    value: Expr


Expr = (
    Const
    | Item
    | OptionValue
    | Local
    | Me
    | Seat
    | System
    | Players
    | After
    | Components
    | Cell
    | Amount
    | Zone
    | Field
    | Formula
    | Named
    | Present
    | Owner
    | Copy
    | SpaceOf
    | KindIs
    | Arithmetic
    | Compare
    | Not
    | Either
    | Within
    | SetOf
    | Join
    | Range
    | Pick
    | Position
    | Reverse
    | Count
    | Query
    | Connected
    | CostSize
    | Before
)


@dataclass(frozen=True, slots=True)
class Formal:
    """A condition or amount text made ready: its expression and how many slots it uses."""

    expr: Expr
    slots: int
    text: str


def parts_of(value: object) -> Iterator[object]:
    """Yield an expression, operation or tuple of them, and everything it is made of."""
    if isinstance(value, tuple):
        for part in value:
            yield from parts_of(part)
    elif hasattr(value, "__dataclass_fields__"):
        yield value
        for name in value.__dataclass_fields__:
            yield from parts_of(getattr(value, name))


def names_in(value: object) -> frozenset[str]:
    """Return the named formulas an expression speaks of."""
    return frozenset(part.formula for part in parts_of(value) if isinstance(part, Named))
