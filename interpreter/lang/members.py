"""What stands behind a dot: fields, states, counters, tracks, zones and resources of a value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter import codes
from interpreter.lang import ir
from interpreter.lang.problems import Follows, Invalid, Unknown
from interpreter.lang.types import NUMBER, PLAYER, RESOURCE, TRUTH, Type, fits, item, set_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from interpreter.lang import nodes as n
    from interpreter.lang.check import Checker, Typed
    from interpreter.lang.symbols import Family


def unknown(part: n.Part, known: Iterable[str], kind: str, *, dot: bool = False) -> Unknown:
    """Return the problem of a part nobody knows, at the characters of its name."""
    start = part.at[0] + dot
    return Unknown(part.name, (start, start + len(part.name)), known, kind)


def member(checker: Checker, base: ir.Expr, kind: Type, part: n.Part) -> Typed:
    """Return `base.part`: a field, state, counter, track, zone or resource."""
    if kind.maybe:
        base = ir.Present(base)
    if kind.base == "item":
        found = _item_member(checker, base, kind, part)
        if found is not None:
            return found
    elif kind.base == "player":
        if part.name in checker.symbols.resources:
            return ir.Amount(base, ir.Const(checker.symbols.resources[part.name])), NUMBER
        if part.name == "amount" and part.arguments is not None:
            (resource,) = checker.arguments(part, (RESOURCE,))
            return ir.Amount(base, resource), NUMBER
    elif part.name == "space" and isinstance(base, ir.Cell):
        family = checker.symbols.families.get(base.family)
        if family is not None and family.spaces is not None:
            return ir.SpaceOf(base.family, base), item(family.spaces)
    family = checker.symbols.families.get(part.name)
    if family is not None and family.dims and fits(kind, family.dims[0]):
        return family_cell(checker, family, (base,), part)
    raise unknown(part, _members(checker, base, kind), f"part of {kind}", dot=True)


def _members(checker: Checker, base: ir.Expr, kind: Type) -> set[str]:
    families = checker.symbols.families
    names = {f.name for f in families.values() if f.dims and fits(kind, f.dims[0])}
    if isinstance(base, ir.Cell) and base.family in families and families[base.family].spaces:
        names.add("space")
    if kind.base == "item":
        names |= {"copy", "kind", "owner"}
    if kind.base == "player":
        names |= {"amount", *checker.symbols.resources}
    for k in kind.kinds:
        symbol = checker.symbols.kinds.get(k)
        if symbol is not None:
            names |= {*symbol.fields, *symbol.states}
    return names


def _item_member(checker: Checker, base: ir.Expr, kind: Type, part: n.Part) -> Typed | None:
    symbols = [checker.symbols.kinds[k] for k in sorted(kind.kinds) if k in checker.symbols.kinds]
    if not symbols and kind.kinds:
        raise Follows  # of a kind that is not there, which was told where it is named
    if not symbols:
        return None
    kinds = tuple(s.name for s in symbols)
    if part.name == "owner" and all(s.owned for s in symbols):
        return ir.Owner(base), PLAYER
    if part.name == "copy":
        return ir.Copy(base), NUMBER
    if all(part.name in s.fields for s in symbols):
        return _field(checker, base, kinds, symbols[0].fields[part.name], part)
    if len(symbols) == 1 and part.name in symbols[0].states:
        state = symbols[0].states[part.name]
        return ir.Cell(state.name, (base,)), state.value
    return None


def _field(
    checker: Checker, base: ir.Expr, kinds: tuple[str, ...], kind: Type, part: n.Part
) -> Typed:
    if kind.base in ("condition", "amount"):
        return ir.Formula(part.name, kinds, base), TRUTH if kind.base == "condition" else NUMBER
    if part.arguments is None:
        return ir.Field(part.name, kinds, base), kind
    if kind.base != "set":
        raise Invalid(codes.NOT_ALLOWED, part.at, what=f"`{part.name}` takes no index")
    (index,) = checker.arguments(part, (NUMBER,))
    assert kind.member is not None
    return ir.Field(part.name, kinds, base, index), kind.member


def family_cell(
    checker: Checker, family: Family, given: tuple[ir.Expr, ...], part: n.Part
) -> Typed:
    """Return a cell or zone of a family; `given` are its first indices, the part has the others."""
    rest = family.dims[len(given) :]
    indices = (*given, *checker.arguments(part, rest, present=True))
    if family.sort == "zone":
        return ir.Zone(family.name, indices), set_of(family.value)
    return ir.Cell(family.name, indices), family.value
