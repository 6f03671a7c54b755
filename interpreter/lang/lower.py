"""Statements to programs: control flow becomes jumps, names become slots."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from interpreter import codes
from interpreter.diagnostics import nearest
from interpreter.lang import ir, ops
from interpreter.lang import nodes as n
from interpreter.lang.check import Checker, Names
from interpreter.lang.parse import parse_effect, parse_expression
from interpreter.lang.phrases import VERB_BUILDERS
from interpreter.lang.problems import Follows, Invalid, Problem, Unknown
from interpreter.lang.statements import STATEMENTS
from interpreter.lang.types import BROKEN, COST, NUMBER, RESOURCE, Type, fits
from interpreter.lang.verbs import STATEMENT_WORDS, VERBS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from interpreter.lang.spots import Spot
    from interpreter.lang.symbols import Symbols

_PREPOSITIONS = ("to", "onto", "from", "by")

Parameters = tuple[tuple[str, Type], ...]


def lower_effect(
    text: str,
    symbols: Symbols,
    parameters: Parameters = (),
    *,
    player: bool = True,
    spots: list[Spot] | None = None,
) -> tuple[ops.Program | None, tuple[Problem, ...]]:
    """Return the program of an effect text, or None with everything that is wrong with it.

    Its conditions, with their places, are added to `spots`.
    """
    names = Names()
    for name, kind in parameters:
        names.add(name, kind)
    checker = Checker(symbols, names, player=player)
    lowering = Lowering(checker)
    try:
        lowering.block(parse_effect(text))
    except Invalid as invalid:
        return None, (invalid.problem,)
    if lowering.problems:
        return None, tuple(lowering.problems)
    if spots is not None:
        spots += checker.spots
    program = ops.Program(
        tuple(lowering.code), tuple(lowering.places), names.slots, len(parameters), text
    )
    return program, ()


def lower_expression(
    text: str,
    symbols: Symbols,
    wanted: Type | None,
    parameters: Parameters = (),
    *,
    player: bool = True,
    example: bool = False,
    spots: list[Spot] | None = None,
) -> tuple[ir.Formal | None, Type | None, tuple[Problem, ...]]:
    """Return the expression a text consists of and its type, or None with what is wrong with it."""
    names = Names()
    for name, kind in parameters:
        names.add(name, kind)
    checker = Checker(symbols, names, player=player, example=example)
    try:
        node = parse_expression(text)
        expr, kind = checker.expr(node, lambda kind: wanted is None or fits(kind, wanted))
        if wanted is not None and not fits(kind, wanted):
            raise checker.mismatch(node, wanted, kind)
    except Follows:
        return None, None, ()
    except Invalid as invalid:
        return None, None, (invalid.problem,)
    if spots is not None:
        spots += checker.spots
    return ir.Formal(expr, names.slots, text), kind, ()


@dataclass
class Lowering:
    """Collects the operations of one text."""

    checker: Checker
    code: list[ops.Op] = field(default_factory=list)
    places: list[n.Place] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    at: n.Place = (0, 0)
    turns: list[int] = field(default_factory=list)
    """For each turn this place lies in, the slot that keeps whose turn it was before."""
    secrets: int = 0
    """How many `secret` blocks this place lies in."""

    # --- emitting

    def emit(self, op: ops.Op) -> int:
        """Append an operation and return its position."""
        self.code.append(op)
        self.places.append(self.at)
        return len(self.code) - 1

    def here(self) -> int:
        """Return the position of the next operation."""
        return len(self.code)

    def exit_to(self, position: int, **targets: int) -> None:
        """Fill in where an operation emitted before leads."""
        self.code[position] = replace(self.code[position], **targets)  # type: ignore[arg-type]  # the targets are fields of that operation

    def name(self, name: str, at: n.Place, kind: Type) -> int:
        """Give a new local name its slot; a name in use would be confusing."""
        s = self.checker.symbols
        taken: tuple[Mapping[str, object], ...] = (
            self.checker.names.known, s.items, s.resources, s.families,
        )  # fmt: skip
        if any(name in table for table in taken) or name in ("me", "my", "players", "others"):
            raise Invalid(codes.NAME_IN_USE, at, name=name, kind="thing")
        return self.checker.names.add(name, kind)

    # --- blocks

    def block(self, block: n.Block) -> None:
        """Lower statements in order; a statement that makes no sense does not hide the next one."""
        known = dict(self.checker.names.known)
        for statement in block.statements:
            self.at = statement.at
            before = dict(self.checker.names.known)
            try:
                STATEMENTS[type(statement)](self, statement)
            except Invalid as invalid:
                self.checker.names.known = before
                self._go_on(statement, invalid)
        self.checker.names.known = known

    def _go_on(self, statement: n.Statement, invalid: Invalid) -> None:
        """Keep the problem of a statement, and look at the blocks in it all the same."""
        if not isinstance(invalid, Follows) and invalid.problem not in self.problems:
            self.problems.append(invalid.problem)
        known, player = dict(self.checker.names.known), self.checker.player
        variable = getattr(statement, "variable", None)
        if variable is not None:
            self.checker.names.add(variable, BROKEN)
        self.checker.player = player or isinstance(statement, n.AsPlayer)
        for block in _blocks(statement):
            self.block(block)
        self.checker.player = player
        if not isinstance(statement, n.Let):
            self.checker.names.known = known

    def phrase(self, phrase: n.Phrase) -> None:
        """Lower a kernel verb or the call of an action."""
        build = VERB_BUILDERS.get(phrase.verb)
        if build is not None:
            build(self, phrase)
            return
        action = self.checker.symbols.actions.get(phrase.verb)
        if action is None:
            known = {*VERBS, *STATEMENT_WORDS, *self.checker.symbols.actions}
            raise Unknown(phrase.verb, phrase.verb_at, known, fits=self._fitting(phrase))
        values = self.values(phrase, tuple(kind for _, kind in action.parameters))
        self.emit(ops.Call(action.name, values))

    def _fitting(self, phrase: n.Phrase) -> Callable[[str], bool]:
        """Return what tells whether a phrase makes sense with another verb."""

        def makes_sense(verb: str) -> bool:
            names = Names(dict(self.checker.names.known), self.checker.names.slots)
            trial = Lowering(replace(self.checker, names=names, spots=[]))
            try:
                trial.phrase(replace(phrase, verb=verb))
            except Invalid:
                return False
            return True

        return makes_sense

    def values(self, phrase: n.Phrase, wanted: tuple[Type, ...]) -> tuple[ir.Expr, ...]:
        """Return the operands of a call, in order, each of its wanted type."""
        given = [operand for group in phrase.groups for operand in group]
        if phrase.tails or len(given) != len(wanted):
            extra = given[len(wanted) : len(wanted) + 1]
            raise Invalid(
                codes.OPERANDS,
                (extra[0].at[0], phrase.at[1]) if extra and not phrase.tails else phrase.at,
                verb=phrase.verb,
                expected=", ".join(map(str, wanted)) or "nothing",
                found=str(len(given)),
                usage=" ".join([phrase.verb, *(w.slot for w in wanted)]),
            )
        return tuple(self.checker.want(g, w) for g, w in zip(given, wanted, strict=True))

    # --- parts of phrases

    def bundle(self, phrase: n.Phrase) -> ops.Bundle:
        """Return `2 gold, 1 any, card.price`."""
        if not phrase.groups or phrase.tails:
            raise self.shape(phrase)
        if not self.checker.player:
            raise Invalid(codes.NO_PLAYER, phrase.verb_at, name=phrase.verb)
        amounts, costs = [], []
        for group in phrase.groups:
            if len(group) == 1:
                costs.append(self.checker.want(group[0], COST))
            elif len(group) == 2:
                self._refuse_swapped(phrase, group[0], group[1])
                number = self.checker.want(group[0], NUMBER)
                amounts.append((number, self.checker.want(group[1], RESOURCE)))
            else:
                raise self.shape(phrase)
        return ops.Bundle(tuple(amounts), tuple(costs))

    def _refuse_swapped(self, phrase: n.Phrase, one: n.Expr, other: n.Expr) -> None:
        """Refuse `gain wood 2`: the number comes first."""
        if not (isinstance(one, n.Ref) and isinstance(other, n.Number)):
            return
        try:
            _, kind = self.checker.expr(one)
        except Invalid:
            return
        if kind.base == RESOURCE.base:
            place, name = (one.at[0], other.at[1]), one.parts[0].name
            written = f"{other.value} {name}"
            raise Invalid(
                codes.WRITTEN_OTHERWISE, place, fix=(place, written),
                what=f"`{phrase.verb}` takes the number first", advice=f"write `{written}`",
            )  # fmt: skip

    def shape(self, phrase: n.Phrase) -> Invalid:
        """Say how a verb is written, or which of its words is misspelt."""
        for node in (operand for group in phrase.groups for operand in group):
            lone = isinstance(node, n.Ref) and len(node.parts) == 1
            if isinstance(node, n.Ref) and lone and not node.parts[0].arguments:
                name = node.parts[0].name
                close = nearest(name, _PREPOSITIONS).names
                if close and close[0] in VERBS[phrase.verb].written and not self._is_known(node):
                    return Unknown(name, node.at, close, "word")
        return Invalid(
            codes.VERB_SHAPE, phrase.at, verb=phrase.verb, written=VERBS[phrase.verb].written
        )

    def _is_known(self, node: n.Expr) -> bool:
        try:
            self.checker.expr(node)
        except Invalid:
            return False
        return True

    def parts(
        self, phrase: n.Phrase, *prepositions: str, operands: int = 1
    ) -> tuple[tuple[n.Expr, ...], tuple[n.Expr, ...]]:
        """Return the operands of a phrase and the values behind these prepositions."""
        given = phrase.groups[0] if len(phrase.groups) == 1 else ()
        if len(given) != operands or tuple(p for p, _ in phrase.tails) != prepositions:
            raise self.shape(phrase)
        return given, tuple(value for _, value in phrase.tails)

    def cell(self, node: n.Expr) -> tuple[ir.Cell | ir.Amount, Type]:
        """Return a cell that can be written."""
        found, kind = self.checker.expr(node)
        if not isinstance(found, ir.Cell | ir.Amount):
            raise Invalid(
                codes.NOT_ALLOWED, node.at, what="only a counter, marker or state can be written"
            )
        return found, kind

    def zone(self, node: n.Expr) -> ir.Zone:
        """Return a zone something can be put into."""
        found, _ = self.checker.expr(node)
        if not isinstance(found, ir.Zone):
            raise Invalid(codes.NOT_ALLOWED, node.at, what="a zone is needed here")
        return found


def _blocks(statement: n.Statement) -> Iterator[n.Block]:
    """Yield the blocks of a statement."""
    for name in statement.__dataclass_fields__:
        value = getattr(statement, name)
        if isinstance(value, n.Block):
            yield value
        elif isinstance(value, tuple):
            yield from (part.body for part in value if isinstance(part, n.Branch))
