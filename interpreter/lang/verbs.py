"""The kernel verbs, in plain sight: how each is written and what it does.

Lowering (`interpreter.lang.lower`) has one builder for each entry; a test holds the two together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Verb:
    """One verb: how it is written, what it does, and an example."""

    written: str
    does: str
    example: str


VERBS: Mapping[str, Verb] = {
    "gain": Verb(
        "gain N RESOURCE, ... / gain COST",
        "take from the supply; an abstract resource lets the player choose; stops at a maximum",
        "gain 2 gold, 1 any",
    ),
    "pay": Verb(
        "pay N RESOURCE, ... / pay COST",
        "return to the supply, with substitutes; one question when there are several ways; "
        "impossible when there is none",
        "pay 1 wood, 1 any",
    ),
    "lose": Verb(
        "lose N RESOURCE, ...",
        "return what is there; never impossible",
        "lose 3 wood",
    ),
    "set": Verb(
        "set CELL to VALUE",
        "write a counter, marker or state; stops at its limits",
        "set my.level to 2",
    ),
    "add": Verb(
        "add N to CELL",
        "raise a counter, marker or state; stops at its limit",
        "add 1 to my.level",
    ),
    "subtract": Verb(
        "subtract N from CELL",
        "lower a counter, marker or state; stops at its limit",
        "subtract 1 from my.level",
    ),
    "advance": Verb(
        "advance TRACK [by N]",
        "move a marker on, space by space, each with its `on_reach`; past the end `beyond`",
        "advance my.path by 2",
    ),
    "move": Verb(
        "move X to ZONE / move X onto ZONE",
        "put a component or a set at the end (to) or the front (onto) of a zone; "
        "impossible for `none` and without room; an empty set moves nothing",
        "move first(deck) to my.hand",
    ),
    "draw": Verb(
        "draw N from ZONE to ZONE",
        "move from the front to the end, as many as there are",
        "draw 2 from deck to my.hand",
    ),
    "shuffle": Verb(
        "shuffle ZONE",
        "put a zone into random order",
        "shuffle deck",
    ),
    "signal": Verb(
        "signal EVENT VALUES",
        "announce an event; its triggers run in their declared order",
        "signal found 2",
    ),
    "do": Verb(
        "do COMPONENT.FIELD",
        "run the effect a field holds; for a list of effects with an index from 0",
        "for each c in my.hand { do c.reward }",
    ),
    "end_game": Verb(
        'end_game "reason"',
        "the game ends after the current round",
        'end_game "enough"',
    ),
    "end_game_now": Verb(
        'end_game_now "reason"',
        "the game ends at once; scores still follow",
        'end_game_now "enough"',
    ),
    "leave": Verb(
        "leave",
        "end the present effect text or action",
        "if my.gold > 3 { leave }; gain 1 gold",
    ),
}

STATEMENT_WORDS = (
    "may", "choose", "if", "else", "for", "repeat", "let", "require", "roll", "as", "turn", "any",
    "secret",
)  # fmt: skip
"""Words of the language with which a statement begins."""

LANGUAGE = frozenset(
    {*VERBS, *STATEMENT_WORDS, "and", "by", "can", "each", "from", "in", "is", "me", "mod", "my",
     "not", "onto", "or", "order", "otherwise", "then", "to", "up", "when", "where", "while",
     "true", "false", "none"}
)  # fmt: skip
"""Every word that means something to the language itself."""
