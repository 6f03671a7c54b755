"""Facts of a game: what happened, to whom, by which effect. Made only while somebody listens."""

from __future__ import annotations

from dataclasses import dataclass

Cause = tuple[int, int]
"""The program and the position in it that made it happen."""


@dataclass(frozen=True, slots=True)
class Gained:
    """A player's amount of a resource rose (or fell, where `amount` is negative)."""

    player: int
    resource: int
    amount: int
    cause: Cause


@dataclass(frozen=True, slots=True)
class Paid:
    """A player paid."""

    player: int
    resource: int
    amount: int
    cause: Cause


@dataclass(frozen=True, slots=True)
class Changed:
    """A counter, marker or state has a new value."""

    family: str
    cell: int
    old: int
    new: int
    cause: Cause


@dataclass(frozen=True, slots=True)
class Moved:
    """A component left one place (-1: none) for another."""

    component: int
    source: int
    target: int
    cause: Cause


@dataclass(frozen=True, slots=True)
class Shuffled:
    """A zone is in random order."""

    zone: int
    cause: Cause


@dataclass(frozen=True, slots=True)
class Rolled:
    """Chance gave a value."""

    value: int
    cause: Cause


@dataclass(frozen=True, slots=True)
class Signalled:
    """An event of the pack was announced."""

    event: str
    arguments: tuple[int, ...]
    cause: Cause


@dataclass(frozen=True, slots=True)
class Called:
    """An action begins."""

    player: int
    action: str
    cause: Cause


@dataclass(frozen=True, slots=True)
class Chosen:
    """A question was answered; `forced` when there was nothing to decide.

    A `secret` answer is nobody else's business.
    """

    player: int
    key: str
    forced: bool
    cause: Cause
    secret: bool = False


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """A player's turn begins."""

    player: int
    round: int
    cause: Cause


@dataclass(frozen=True, slots=True)
class Scored:
    """Points at the end, by the id of the score."""

    player: int
    score: str
    points: int
    cause: Cause


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is going to end, or has ended."""

    reason: str
    cause: Cause


Event = (
    Gained
    | Paid
    | Changed
    | Moved
    | Shuffled
    | Rolled
    | Signalled
    | Called
    | Chosen
    | TurnBegan
    | Scored
    | Ended
)
