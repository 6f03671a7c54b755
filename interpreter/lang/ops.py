"""Operations: what effect text is lowered to and what the machine steps through.

A program is a flat tuple of operations; targets of jumps are positions in it. Slots are the local
names of a frame. An operation that can fail (`Pay`, `Require`, ...) is *impossible* then; which
positions can never fail any more is worked out in `interpreter.engine.safety`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.frozen import dataclass

if TYPE_CHECKING:
    from interpreter.lang.ir import Expr
    from interpreter.lang.nodes import Place

AMOUNT = "$amount"
"""The family of all resources of all players; no pack can give a counter this name."""


@dataclass(frozen=True, slots=True)
class SetLocal:
    """Keep a value under a local name."""

    slot: int
    value: Expr


@dataclass(frozen=True, slots=True)
class Jump:
    """Go on at another position."""

    to: int


@dataclass(frozen=True, slots=True)
class JumpUnless:
    """Go on elsewhere if the condition is false."""

    condition: Expr
    to: int


@dataclass(frozen=True, slots=True)
class JumpUnlessCan:
    """Go on at `end` if the operations up to there could be carried out, else at `to`."""

    end: int
    to: int


@dataclass(frozen=True, slots=True)
class NextItem:
    """Take the next item of the set in `items`, or leave the loop."""

    items: int
    index: int
    slot: int
    exit: int


@dataclass(frozen=True, slots=True)
class NextRound:
    """Count down, or leave the loop."""

    counter: int
    exit: int


@dataclass(frozen=True, slots=True)
class SetMe:
    """Let another player act."""

    player: Expr


@dataclass(frozen=True, slots=True)
class SetTurn:
    """Say whose turn it is (-1: nobody's); `begins` where one begins, not where it ends."""

    player: Expr
    begins: bool


@dataclass(frozen=True, slots=True)
class SetSecret:
    """Say whether answers are secret from now on."""

    on: bool


@dataclass(frozen=True, slots=True)
class Require:
    """Impossible unless the condition holds."""

    condition: Expr


@dataclass(frozen=True, slots=True)
class Bundle:
    """Amounts of resources: pairs (amount, resource), and whole costs."""

    amounts: tuple[tuple[Expr, Expr], ...]
    costs: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Gain:
    """Take from the supply; asks how abstract resources are to be taken."""

    bundle: Bundle


@dataclass(frozen=True, slots=True)
class Pay:
    """Return to the supply, with substitutes; asks when there are several ways."""

    bundle: Bundle


@dataclass(frozen=True, slots=True)
class Lose:
    """Return what is there."""

    bundle: Bundle


@dataclass(frozen=True, slots=True)
class SetCell:
    """Write a cell."""

    family: str
    indices: tuple[Expr, ...]
    value: Expr


@dataclass(frozen=True, slots=True)
class AddToCell:
    """Add to a cell (`sign` 1) or take away (-1), within its limits."""

    family: str
    indices: tuple[Expr, ...]
    value: Expr
    sign: int


@dataclass(frozen=True, slots=True)
class StepTrack:
    """Move a marker one space on and run what the space, or the end of the track, says."""

    track: str
    indices: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Move:
    """Put a component, or all of a set, into a zone: at its end, or at its front."""

    what: Expr
    many: bool
    zone: str
    indices: tuple[Expr, ...]
    front: bool
    sure: bool = True
    """Whether there is certainly something to move."""


@dataclass(frozen=True, slots=True)
class Draw:
    """Move up to `count` from the front of one zone to the end of another."""

    count: Expr
    source: str
    source_indices: tuple[Expr, ...]
    target: str
    target_indices: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Put a zone into random order."""

    zone: str
    indices: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Signal:
    """Announce an event: its triggers run, in their declared order."""

    event: str
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Call:
    """Run an action."""

    action: str
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Do:
    """Run the effect a field of a component holds."""

    field: str
    kinds: tuple[str, ...]
    component: Expr
    index: Expr | None


@dataclass(frozen=True, slots=True)
class EndGame:
    """End the game after this round, or now."""

    reason: str
    now: bool


@dataclass(frozen=True, slots=True)
class Leave:
    """End the present program."""


@dataclass(frozen=True, slots=True)
class AskMay:
    """Yes or skip; skip goes on at `exit`."""

    exit: int


@dataclass(frozen=True, slots=True)
class AskItem:
    """Choose one of a set; with `decline` (`skip` or `stop`) or without."""

    slot: int
    items: Expr
    where: Expr | None
    exit: int
    decline: str | None
    prompt: str | None
    sort: str = "item"
    """What is chosen: `item`, `player`, `resource` or `number`."""


@dataclass(frozen=True, slots=True)
class AskNumber:
    """Choose a number."""

    slot: int
    low: Expr
    high: Expr
    where: Expr | None
    exit: int
    decline: str | None
    prompt: str | None


@dataclass(frozen=True, slots=True)
class Way:
    """One branch of a question: its label (quoted text or an item), its condition, its position."""

    label: str | Expr
    when: Expr | None
    to: int
    declines: bool = False


@dataclass(frozen=True, slots=True)
class AskBranch:
    """Choose one of named branches."""

    ways: tuple[Way, ...]
    exit: int
    decline: str | None
    prompt: str | None


@dataclass(frozen=True, slots=True)
class AskOrder:
    """Choose which of the remaining branches comes next; `done` is a slot with a bit for each."""

    done: int
    ways: tuple[Way, ...]
    exit: int
    decline: str | None


@dataclass(frozen=True, slots=True)
class RollItem:
    """Chance takes one of a set; impossible when it is empty."""

    slot: int
    items: Expr


@dataclass(frozen=True, slots=True)
class RollNumber:
    """Chance takes a number."""

    slot: int
    low: Expr
    high: Expr


Question = AskMay | AskItem | AskNumber | AskBranch | AskOrder
Op = (
    SetLocal
    | Jump
    | JumpUnless
    | JumpUnlessCan
    | NextItem
    | NextRound
    | SetMe
    | SetTurn
    | SetSecret
    | Require
    | Gain
    | Pay
    | Lose
    | SetCell
    | AddToCell
    | StepTrack
    | Move
    | Draw
    | Shuffle
    | Signal
    | Call
    | Do
    | EndGame
    | Leave
    | AskMay
    | AskItem
    | AskNumber
    | AskBranch
    | AskOrder
    | RollItem
    | RollNumber
)


@dataclass(frozen=True, slots=True)
class Program:
    """A lowered effect: its operations, the place of each in the text, and its slots.

    `parameters` slots are filled by the caller, the others start at 0.
    """

    ops: tuple[Op, ...]
    places: tuple[Place, ...]
    slots: int
    parameters: int
    text: str
