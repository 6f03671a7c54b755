"""What a pack declares, as far as the language needs to know it: names and their types."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from interpreter.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Mapping

    from interpreter.lang.types import Type


@dataclass(frozen=True, slots=True)
class Family:
    """An array of cells: a counter, track marker, component state or zone, per its dimensions."""

    name: str
    sort: str
    """`counter`, `track`, `state` or `zone`."""
    dims: tuple[Type, ...]
    value: Type
    """Type of one cell; for a zone the type of what it holds."""
    spaces: str | None = None
    """For a track: the kind whose items are its spaces."""
    capacity: int | None = None


@dataclass(frozen=True, slots=True)
class KindSymbol:
    """A component kind: its fields, its states, and whether every player has own copies."""

    name: str
    fields: Mapping[str, Type]
    states: Mapping[str, Family]
    owned: bool
    movable: bool


@dataclass(frozen=True, slots=True)
class Signature:
    """The named parameters of an action or event."""

    name: str
    parameters: tuple[tuple[str, Type], ...]


@dataclass(frozen=True, slots=True)
class OptionSymbol:
    """An option: `flag`, `number` or `choice` with its legal values."""

    name: str
    sort: str
    values: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Symbols:
    """Everything a name in effect text may mean."""

    kinds: Mapping[str, KindSymbol] = field(default_factory=dict)
    items: Mapping[str, str] = field(default_factory=dict)
    resources: Mapping[str, int] = field(default_factory=dict)
    abstract: frozenset[str] = frozenset()
    tags: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    families: Mapping[str, Family] = field(default_factory=dict)
    actions: Mapping[str, Signature] = field(default_factory=dict)
    events: Mapping[str, Signature] = field(default_factory=dict)
    formulas: Mapping[str, tuple[Signature, Type]] = field(default_factory=dict)
    """Named values with their parameters and what they give."""
    options: Mapping[str, OptionSymbol] = field(default_factory=dict)
    seats: frozenset[str] = frozenset()
    """Opponents that are no persons: each is a player, or `none` where it takes no part."""
    broken: frozenset[str] = frozenset()
    """Names whose declaration has a problem of its own: nothing is said about their use."""
