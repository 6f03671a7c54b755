"""The types of the effect language and how they are named in messages."""

from __future__ import annotations

from interpreter.frozen import dataclass


@dataclass(frozen=True, slots=True)
class Type:
    """A type: its base and, for items, the kinds it may be of; for sets, what they hold.

    `maybe` marks values that can be `none` (an empty space, the first card of an empty deck).
    """

    base: str
    kinds: frozenset[str] = frozenset()
    member: Type | None = None
    maybe: bool = False

    def __str__(self) -> str:
        if self.base == "item" and self.kinds:
            names = " or ".join(f"`{k}`" for k in sorted(self.kinds))
            return f"an item of kind {names}"
        if self.base == "set":
            return f"a set of {_plural(self.member)}"
        return _NAMES[self.base]

    @property
    def slot(self) -> str:
        """How a pattern such as `pay COST` shows where a value of it belongs."""
        if self.base == "item" and self.kinds:
            return "_OR_".join(sorted(self.kinds)).upper()
        return {"truth": "CONDITION", "anything": "VALUE", "broken": "VALUE"}.get(
            self.base, self.base.upper()
        )


_NAMES = {
    "number": "a number",
    "truth": "a truth value",
    "player": "a player",
    "resource": "a resource",
    "item": "an item",
    "cost": "a cost",
    "effect": "an effect",
    "text": "a quoted text",
    "none": "`none`",
    "anything": "anything",
    "broken": "anything",
}


def _plural(member: Type | None) -> str:
    if member is None or member.base in ("anything", "broken"):
        return "anything"
    if member.base == "item" and member.kinds:
        return "items of kind " + " or ".join(f"`{k}`" for k in sorted(member.kinds))
    return _NAMES[member.base].removeprefix("a ").removeprefix("an ") + "s"


NUMBER = Type("number")
TRUTH = Type("truth")
PLAYER = Type("player")
RESOURCE = Type("resource")
COST = Type("cost")
EFFECT = Type("effect")
TEXT = Type("text")
NONE = Type("none", maybe=True)
ANYTHING = Type("anything")
BROKEN = Type("broken")
"""Of a name whose value or type has a problem of its own: nothing more is said about it."""


def item(*kinds: str) -> Type:
    """Return the type of an item of one of these kinds."""
    return Type("item", frozenset(kinds))


def set_of(member: Type) -> Type:
    """Return the type of a set of these."""
    return Type("set", member=Type(member.base, member.kinds, member.member))


def maybe(kind: Type) -> Type:
    """Return the same type, with `none` allowed."""
    return Type(kind.base, kind.kinds, kind.member, maybe=True)


def fits(found: Type, wanted: Type) -> bool:
    """Whether a value of type `found` can be used where `wanted` is expected.

    A value that may be `none` fits: what `none` does there is decided when it is used.
    """
    if {"anything", "broken"} & {found.base, wanted.base}:
        return True
    if found.base == "none":
        return wanted.base in ("player", "item", "resource")
    if found.base != wanted.base:
        return False
    if wanted.base == "set":
        assert found.member is not None
        assert wanted.member is not None
        return fits(found.member, wanted.member)
    return not wanted.kinds or not found.kinds or bool(found.kinds & wanted.kinds)


def joined(one: Type, other: Type) -> Type | None:
    """Return the type that holds both, or None when nothing does."""
    if one.base in ("anything", "broken", "none"):
        return maybe(other) if one.base == "none" else other
    if other.base in ("anything", "broken", "none"):
        return maybe(one) if other.base == "none" else one
    if one.base != other.base:
        return None
    either = one.maybe or other.maybe
    if one.base == "set":
        assert one.member is not None
        assert other.member is not None
        member = joined(one.member, other.member)
        return None if member is None else set_of(member)
    return Type(one.base, one.kinds | other.kinds, None, either)
