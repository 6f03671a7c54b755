"""What a pack is after loading: frozen definitions, programs lowered, no text left to parse.

The engine, the bots and the reports read only this. Nothing here imports a parser.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import TYPE_CHECKING

from interpreter.frozen import dataclass
from interpreter.lang.ir import NOTHING, Const, Formal

if TYPE_CHECKING:
    from interpreter.lang.ops import Program
    from interpreter.lang.types import Type

NO_REFERENCE = Formal(Const(NOTHING), 0, "none")

Name = Mapping[str, str]
"""A name per language code; never empty."""

Value = int | str | tuple["Value", ...] | tuple[tuple[int, int], ...] | Formal
"""A field: a number, resource or program index; text or an item id; a list; a cost; a formula."""


@dataclass(frozen=True, slots=True)
class PackInfo:
    """The head of a pack."""

    id: str
    version: str
    name: Name
    least_players: int
    most_players: int
    languages: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PackRef:
    """An overlay that a ruleset was made with; `content` is the hash of its own files."""

    id: str
    version: str
    content: str


@dataclass(frozen=True, slots=True)
class OptionDef:
    """A `flag`, `number` or `choice` a variant may set; values are ints (index for a choice)."""

    id: str
    name: Name
    sort: str
    default: int
    least: int
    most: int
    values: tuple[str, ...]
    players: tuple[int, ...] = ()
    """The numbers of players it may be set for; empty: all."""


@dataclass(frozen=True, slots=True)
class SeatDef:
    """An opponent that is no person: the numbers of players at which it takes part."""

    id: str
    name: Name
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ResourceDef:
    """A counter per player that can be gained and paid."""

    id: str
    name: Name
    start: int
    least: int | None
    most: int | None
    tags: tuple[str, ...]
    pays_for: tuple[int, ...]
    """Resources this one may stand in for when paying."""
    one_of: tuple[int, ...]
    """For an abstract resource: what it can be."""
    supply: int | None
    supply_option: str | None
    visible: str


@dataclass(frozen=True, slots=True)
class CounterDef:
    """An array of numbers or references; for a track its spaces and what they do."""

    id: str
    name: Name
    dims: tuple[Type, ...]
    holds: Type
    start: Formal
    least: int | None
    most: int | None
    visible: str
    track: TrackDef | None = None


@dataclass(frozen=True, slots=True)
class TrackDef:
    """The spaces of a track. Programs are indices into `Ruleset.programs`, or None."""

    spaces: int
    space_kind: str | None
    ring: bool
    on_reach: int | None
    beyond: int | None


@dataclass(frozen=True, slots=True)
class ZoneDef:
    """Where components lie; one zone for each combination of its dimensions."""

    id: str
    name: Name
    dims: tuple[Type, ...]
    holds: tuple[str, ...]
    order: str
    capacity: int | None
    visible: str


@dataclass(frozen=True, slots=True)
class ItemDef:
    """One item of a kind: its fields by name, its copies (per player where the kind is owned)."""

    id: str
    kind: str
    name: Name
    copies: int
    values: Mapping[str, Value]
    source: str


@dataclass(frozen=True, slots=True)
class KindDef:
    """A component kind; `start` is None for what never lies in a zone."""

    id: str
    name: Name
    fields: Mapping[str, Type]
    states: Mapping[str, Type]
    start: Formal | None
    owned: bool
    items: tuple[ItemDef, ...]


@dataclass(frozen=True, slots=True)
class FormulaDef:
    """A named value with parameters."""

    id: str
    name: Name
    value: Formal


@dataclass(frozen=True, slots=True)
class ActionDef:
    """A named effect; `any_time` marks an additional action."""

    id: str
    name: Name
    program: int
    any_time: bool


@dataclass(frozen=True, slots=True)
class TriggerDef:
    """What runs when an event is announced."""

    id: str
    event: str
    order: int
    program: int


@dataclass(frozen=True, slots=True)
class ScoreDef:
    """Points each player gets at the end."""

    id: str
    name: Name
    amount: Formal
    cap: int | None


@dataclass(frozen=True, slots=True)
class FlowDef:
    """Programs for set-up, round and end; the resource that wins; what breaks ties."""

    setup: int | None
    round: int
    finish: int | None
    score: int
    ties: tuple[Formal, ...]


@dataclass(frozen=True, slots=True)
class PanelLine:
    """One shown value."""

    name: Name
    show: Formal
    type: Type


@dataclass(frozen=True, slots=True)
class PanelDef:
    """A table of values shown to players: a row per member of `each`, or a line per value."""

    id: str
    name: Name
    order: int
    each: Formal | None
    scope: str
    """`game`, `player` (for whoever decides) or `players` (a column each)."""
    lines: tuple[PanelLine, ...]


@dataclass(frozen=True, slots=True)
class ExampleDef:
    """A rule test: a position, a step with its choices, and what must hold then."""

    id: str
    rules: tuple[str, ...]
    players: int
    seed: int
    options: Mapping[str, str]
    given: int | None
    do: int | None
    choices: tuple[str, ...]
    offered: tuple[str, ...] | None
    not_offered: tuple[str, ...]
    impossible: bool
    over: str | None
    """The reason for which the game must have ended."""
    winners: tuple[int, ...]
    """The seats that must have won, from 1; empty if that is left open."""
    expect: tuple[Formal, ...]


@dataclass(frozen=True, slots=True)
class ProgramDef:
    """A program with its name (`action.build`, `item.mill.reward`) and the id it belongs to."""

    name: str
    owner: str
    program: Program


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A whole pack, ready to run."""

    pack: PackInfo
    options: Mapping[str, OptionDef]
    seats: tuple[SeatDef, ...]
    resources: tuple[ResourceDef, ...]
    counters: Mapping[str, CounterDef]
    zones: Mapping[str, ZoneDef]
    kinds: Mapping[str, KindDef]
    formulas: Mapping[str, FormulaDef]
    actions: Mapping[str, ActionDef]
    triggers: Mapping[str, tuple[TriggerDef, ...]]
    """By event, in the order they run."""
    scores: tuple[ScoreDef, ...]
    flow: FlowDef
    panels: tuple[PanelDef, ...]
    texts: Mapping[str, Name]
    examples: tuple[ExampleDef, ...]
    programs: tuple[ProgramDef, ...]
    sources: Mapping[str, str]
    """Provenance by id, and by `id.field` where a field differs."""
    fingerprint: str
    names: Mapping[str, Name] = field(default_factory=dict)
    """Every id with its name."""
    overlays: tuple[PackRef, ...] = ()
    """The overlays put on the pack, in their order."""
    left_out: tuple[str, ...] = ()
    """The entries that whoever set the game up left out, by id."""
    kept: tuple[str, ...] = ()
    """`KIND=ID,ID` for kinds of which only some items were kept."""

    def beside(self) -> dict[str, list[object]]:
        """Return what a save says about the packs beside the game; nothing for a game as it is."""
        overlays: list[object] = [[p.id, p.version, p.content] for p in self.overlays]
        lists: dict[str, list[object]] = {
            "overlays": overlays, "without": [*self.left_out], "only": [*self.kept]
        }  # fmt: skip
        return {name: found for name, found in lists.items() if found}

    def resource(self, id_: str) -> int:
        """Return the index of a resource."""
        return next(i for i, r in enumerate(self.resources) if r.id == id_)

    def value_sources(self) -> tuple[str, ...]:
        """Return where each value comes from: one per field of an item, one per other entry."""
        items = {i.id: i for kind in self.kinds.values() for i in kind.items}
        others = (id_ for id_ in self.sources if id_.partition(".")[0] not in items)
        found = [self.sources[id_] for id_ in others]
        for item in items.values():
            for name in item.values or ("",):
                found.append(self.sources.get(f"{item.id}.{name}", item.source))
        return tuple(found)
