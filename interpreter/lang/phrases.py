"""Kernel verbs: one builder each, which lowers a phrase to operations."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter import codes
from interpreter.lang import ir, ops
from interpreter.lang import nodes as n
from interpreter.lang.problems import Invalid, Unknown
from interpreter.lang.types import EFFECT, NUMBER, fits

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from interpreter.lang.lower import Lowering


def _gain(low: Lowering, phrase: n.Phrase) -> None:
    low.emit(ops.Gain(low.bundle(phrase)))


def _pay(low: Lowering, phrase: n.Phrase) -> None:
    low.emit(ops.Pay(low.bundle(phrase)))


def _lose(low: Lowering, phrase: n.Phrase) -> None:
    low.emit(ops.Lose(low.bundle(phrase)))


def _write(low: Lowering, target: ir.Cell | ir.Amount) -> tuple[str, tuple[ir.Expr, ...]]:
    if isinstance(target, ir.Amount):
        return ops.AMOUNT, (target.player, target.resource)
    return target.family, target.indices


def _set(low: Lowering, phrase: n.Phrase) -> None:
    (node,), (value,) = low.parts(phrase, "to")
    target, kind = low.cell(node)
    low.emit(ops.SetCell(*_write(low, target), low.checker.want(value, kind)))


def _add(low: Lowering, phrase: n.Phrase) -> None:
    (value,), (node,) = low.parts(phrase, "to")
    _change(low, node, value, 1)


def _subtract(low: Lowering, phrase: n.Phrase) -> None:
    (value,), (node,) = low.parts(phrase, "from")
    _change(low, node, value, -1)


def _change(low: Lowering, node: n.Expr, value: n.Expr, sign: int) -> None:
    target, kind = low.cell(node)
    if not fits(kind, NUMBER):
        raise Invalid(codes.TYPE_MISMATCH, node.at, expected=str(NUMBER), found=str(kind))
    low.emit(ops.AddToCell(*_write(low, target), low.checker.want(value, NUMBER), sign))


def _advance(low: Lowering, phrase: n.Phrase) -> None:
    (node,), rest = low.parts(phrase, *(["by"] if phrase.tails else []))
    target, _ = low.cell(node)
    family = (
        low.checker.symbols.families.get(target.family) if isinstance(target, ir.Cell) else None
    )
    if family is None or family.sort != "track":
        raise Invalid(codes.NOT_ALLOWED, node.at, what="only the marker of a track can advance")
    assert isinstance(target, ir.Cell)
    if not rest:
        low.emit(ops.StepTrack(family.name, target.indices))
        return
    hidden = low.checker.names.hidden
    slots = [hidden() for _ in target.indices]
    for slot, index in zip(slots, target.indices, strict=True):
        low.emit(ops.SetLocal(slot, index))
    counter = hidden()
    low.emit(ops.SetLocal(counter, low.checker.want(rest[0], NUMBER)))
    loop = low.emit(ops.NextRound(counter, -1))
    low.emit(ops.StepTrack(family.name, tuple(ir.Local(s) for s in slots)))
    low.emit(ops.Jump(loop))
    low.exit_to(loop, exit=low.here())


def _move(low: Lowering, phrase: n.Phrase) -> None:
    front = bool(phrase.tails) and phrase.tails[0][0] == "onto"
    (what,), (target,) = low.parts(phrase, "onto" if front else "to")
    zone = low.zone(target)
    found, kind = low.checker.expr(what)
    many = kind.base == "set"
    holds = low.checker.symbols.families[zone.family].value
    member = kind.member if many else kind
    assert member is not None
    if not fits(member, holds) or member.base == "none":
        raise Invalid(codes.TYPE_MISMATCH, what.at, expected=str(holds), found=str(kind))
    low.emit(ops.Move(found, many, zone.family, zone.indices, front, sure=many or not kind.maybe))


def _draw(low: Lowering, phrase: n.Phrase) -> None:
    (number,), (source, target) = low.parts(phrase, "from", "to")
    one, other = low.zone(source), low.zone(target)
    families = low.checker.symbols.families
    if not fits(families[one.family].value, families[other.family].value):
        raise Invalid(
            codes.TYPE_MISMATCH, target.at,
            expected=f"a zone for {families[one.family].value}",
            found=f"one for {families[other.family].value}",
        )  # fmt: skip
    low.emit(
        ops.Draw(
            low.checker.want(number, NUMBER), one.family, one.indices, other.family, other.indices
        )
    )


def _shuffle(low: Lowering, phrase: n.Phrase) -> None:
    (node,), _ = low.parts(phrase)
    zone = low.zone(node)
    low.emit(ops.Shuffle(zone.family, zone.indices))


def _signal(low: Lowering, phrase: n.Phrase) -> None:
    operands = [operand for group in phrase.groups for operand in group]
    name = operands[0].parts[0].name if operands and isinstance(operands[0], n.Ref) else ""
    event = low.checker.symbols.events.get(name)
    if event is None:
        if not name:
            raise low.shape(phrase)
        raise Unknown(name, _name_place(operands[0]), low.checker.symbols.events, "event")
    rest = replace(phrase, groups=(tuple(operands[1:]),) if operands[1:] else ())
    low.emit(ops.Signal(name, low.values(rest, tuple(kind for _, kind in event.parameters))))


def _name_place(node: n.Expr) -> n.Place:
    assert isinstance(node, n.Ref)
    start = node.parts[0].at[0]
    return start, start + len(node.parts[0].name)


def _do(low: Lowering, phrase: n.Phrase) -> None:
    (node,), _ = low.parts(phrase)
    found, kind = low.checker.expr(node)
    if not isinstance(found, ir.Field) or kind.base != EFFECT.base:
        raise Invalid(codes.TYPE_MISMATCH, node.at, expected=str(EFFECT), found=str(kind))
    low.emit(ops.Do(found.name, found.kinds, found.component, found.index))


def _end_game(low: Lowering, phrase: n.Phrase) -> None:
    (node,), _ = low.parts(phrase)
    if not isinstance(node, n.Text):
        raise low.shape(phrase)
    low.emit(ops.EndGame(node.value, now=phrase.verb == "end_game_now"))


def _leave(low: Lowering, phrase: n.Phrase) -> None:
    if phrase.groups or phrase.tails:
        raise low.shape(phrase)
    if low.secrets:
        low.emit(ops.SetSecret(on=False))
    if low.turns:
        low.emit(ops.SetTurn(ir.Local(low.turns[0]), begins=False))
    low.emit(ops.Leave())


VERB_BUILDERS: Mapping[str, Callable[[Lowering, n.Phrase], None]] = {
    "gain": _gain,
    "pay": _pay,
    "lose": _lose,
    "set": _set,
    "add": _add,
    "subtract": _subtract,
    "advance": _advance,
    "move": _move,
    "draw": _draw,
    "shuffle": _shuffle,
    "signal": _signal,
    "do": _do,
    "end_game": _end_game,
    "end_game_now": _end_game,
    "leave": _leave,
}
"""Kernel verbs: name to what lowers its phrase."""
