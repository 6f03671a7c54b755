"""Statements to programs: control flow becomes jumps, names become slots."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from interpreter import codes
from interpreter.diagnostics import near
from interpreter.lang import ir, ops
from interpreter.lang import nodes as n
from interpreter.lang.check import Checker, Names
from interpreter.lang.parse import parse_effect, parse_expression
from interpreter.lang.phrases import VERB_BUILDERS
from interpreter.lang.problems import Invalid, Problem
from interpreter.lang.types import COST, NUMBER, PLAYER, RESOURCE, TRUTH, Type, fits, item
from interpreter.lang.verbs import VERBS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from interpreter.lang.symbols import Symbols

Parameters = tuple[tuple[str, Type], ...]


def lower_effect(
    text: str, symbols: Symbols, parameters: Parameters = (), *, player: bool = True
) -> tuple[ops.Program | None, tuple[Problem, ...]]:
    """Return the program of an effect text, or None with everything that is wrong with it."""
    names = Names()
    for name, kind in parameters:
        names.add(name, kind)
    lowering = Lowering(Checker(symbols, names, player=player))
    try:
        lowering.block(parse_effect(text))
    except Invalid as invalid:
        return None, (invalid.problem,)
    if lowering.problems:
        return None, tuple(lowering.problems)
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
) -> tuple[ir.Formal | None, Type | None, tuple[Problem, ...]]:
    """Return the expression a text consists of and its type, or None with what is wrong with it."""
    names = Names()
    for name, kind in parameters:
        names.add(name, kind)
    checker = Checker(symbols, names, player=player, example=example)
    try:
        node = parse_expression(text)
        expr, kind = checker.expr(node)
        if wanted is not None and not fits(kind, wanted):
            raise Invalid(codes.TYPE_MISMATCH, node.at, expected=str(wanted), found=str(kind))
    except Invalid as invalid:
        return None, None, (invalid.problem,)
    return ir.Formal(expr, names.slots, text), kind, ()


@dataclass
class Lowering:
    """Collects the operations of one text."""

    checker: Checker
    code: list[ops.Op] = field(default_factory=list)
    places: list[n.Place] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    at: n.Place = (0, 0)

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
            try:
                _STATEMENTS[type(statement)](self, statement)
            except Invalid as invalid:
                self.problems.append(invalid.problem)
        self.checker.names.known = known

    def phrase(self, phrase: n.Phrase) -> None:
        """Lower a kernel verb or the call of an action."""
        build = VERB_BUILDERS.get(phrase.verb)
        if build is not None:
            build(self, phrase)
            return
        action = self.checker.symbols.actions.get(phrase.verb)
        if action is None:
            known = sorted({*VERBS, *self.checker.symbols.actions})
            raise Invalid(
                codes.UNKNOWN_VERB, phrase.verb_at, name=phrase.verb,
                near=near(phrase.verb, known),
            )  # fmt: skip
        values = self.values(phrase, tuple(kind for _, kind in action.parameters))
        self.emit(ops.Call(action.name, values))

    def values(self, phrase: n.Phrase, wanted: tuple[Type, ...]) -> tuple[ir.Expr, ...]:
        """Return the operands of a call, in order, each of its wanted type."""
        given = [operand for group in phrase.groups for operand in group]
        if phrase.tails or len(given) != len(wanted):
            expected = ", ".join(map(str, wanted)) or "nothing"
            raise Invalid(
                codes.OPERANDS,
                phrase.at,
                verb=phrase.verb,
                expected=expected,
                found=str(len(given)),
                usage=f"{phrase.verb} {expected}",
            )
        return tuple(self.checker.want(g, w) for g, w in zip(given, wanted, strict=True))

    # --- parts of phrases

    def bundle(self, phrase: n.Phrase) -> ops.Bundle:
        """Return `2 gold, 1 any, card.price`."""
        if not phrase.groups or phrase.tails:
            raise self.shape(phrase)
        amounts, costs = [], []
        for group in phrase.groups:
            if len(group) == 1:
                costs.append(self.checker.want(group[0], COST))
            elif len(group) == 2:
                number = self.checker.want(group[0], NUMBER)
                amounts.append((number, self.checker.want(group[1], RESOURCE)))
            else:
                raise self.shape(phrase)
        return ops.Bundle(tuple(amounts), tuple(costs))

    def shape(self, phrase: n.Phrase) -> Invalid:
        """Say how a verb is written."""
        return Invalid(
            codes.VERB_SHAPE, phrase.at, verb=phrase.verb, written=VERBS[phrase.verb].written
        )

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


# --- statements


def _may(low: Lowering, statement: n.May) -> None:
    ask = low.emit(ops.AskMay(-1))
    low.block(statement.body)
    low.exit_to(ask, exit=low.here())


def _choose(low: Lowering, statement: n.Choose) -> None:
    checker, known = low.checker, dict(low.checker.names.known)
    loop = None
    if statement.times is not None:
        counter = checker.names.hidden()
        low.emit(ops.SetLocal(counter, checker.want(statement.times, NUMBER)))
        loop = low.emit(ops.NextRound(counter, -1))
    decline = "stop" if loop is not None else "skip" if statement.optional else None
    ask = low.emit(_question(low, statement, decline))
    low.block(statement.body)
    if loop is not None:
        low.emit(ops.Jump(loop))
        low.exit_to(loop, exit=low.here())
    low.exit_to(ask, exit=low.here())
    checker.names.known = known


def _question(low: Lowering, statement: n.Choose, decline: str | None) -> ops.Op:
    checker = low.checker
    if statement.end is not None:
        first, last = checker.want(statement.source, NUMBER), checker.want(statement.end, NUMBER)
        slot = low.name(statement.variable, statement.name_at, NUMBER)
        where = _where(checker, statement.where)
        return ops.AskNumber(slot, first, last, where, -1, decline, statement.prompt)
    items, member = checker.items(statement.source)
    slot = low.name(statement.variable, statement.name_at, member)
    where = _where(checker, statement.where)
    return ops.AskItem(slot, items, where, -1, decline, statement.prompt, member.base)


def _where(checker: Checker, node: n.Expr | None) -> ir.Expr | None:
    return None if node is None else checker.want(node, TRUTH)


def _choose_branch(low: Lowering, statement: n.ChooseBranch) -> None:
    decline = "skip" if statement.optional else None
    ask = low.emit(ops.AskBranch((), -1, decline, statement.prompt))
    ways, jumps = [], []
    for branch in statement.branches:
        ways.append(_way(low, branch))
        low.block(branch.body)
        jumps.append(low.emit(ops.Jump(-1)))
    for jump in jumps:
        low.exit_to(jump, to=low.here())
    low.code[ask] = ops.AskBranch(tuple(ways), low.here(), decline, statement.prompt)


def _way(low: Lowering, branch: n.Branch) -> ops.Way:
    if isinstance(branch.label, n.Text):
        label: str | ir.Expr = branch.label.value
    else:
        label = low.checker.want(branch.label, item())
    return ops.Way(label, _where(low.checker, branch.when), low.here(), branch.otherwise)


def _any_order(low: Lowering, statement: n.AnyOrder) -> None:
    decline = "stop" if statement.optional else None
    done = low.checker.names.hidden()
    low.emit(ops.SetLocal(done, ir.Const(0)))
    ask = low.emit(ops.AskOrder(done, (), -1, decline))
    ways = []
    for branch in statement.branches:
        ways.append(_way(low, branch))
        low.block(branch.body)
        low.emit(ops.Jump(ask))
    low.code[ask] = ops.AskOrder(done, tuple(ways), low.here(), decline)


def _if(low: Lowering, statement: n.If) -> None:
    test = low.emit(ops.JumpUnless(low.checker.want(statement.condition, TRUTH), -1))
    low.block(statement.body)
    if statement.otherwise is None:
        low.exit_to(test, to=low.here())
        return
    end = low.emit(ops.Jump(-1))
    low.exit_to(test, to=low.here())
    low.block(statement.otherwise)
    low.exit_to(end, to=low.here())


def _if_can(low: Lowering, statement: n.IfCan) -> None:
    test = low.emit(ops.JumpUnlessCan(-1, -1))
    low.block(statement.trial)
    low.exit_to(test, end=low.here())
    low.block(statement.body)
    if statement.otherwise is None:
        low.exit_to(test, to=low.here())
        return
    end = low.emit(ops.Jump(-1))
    low.exit_to(test, to=low.here())
    low.block(statement.otherwise)
    low.exit_to(end, to=low.here())


def _for_each(low: Lowering, statement: n.ForEach) -> None:
    checker, known = low.checker, dict(low.checker.names.known)
    items, member = checker.items(statement.source)
    slot = low.name(statement.variable, statement.name_at, member)
    if statement.where is not None:
        items = ir.Query("those", slot, items, checker.want(statement.where, TRUTH), None)
    kept, index = checker.names.hidden(), checker.names.hidden()
    low.emit(ops.SetLocal(kept, items))
    low.emit(ops.SetLocal(index, ir.Const(0)))
    loop = low.emit(ops.NextItem(kept, index, slot, -1))
    low.block(statement.body)
    low.emit(ops.Jump(loop))
    low.exit_to(loop, exit=low.here())
    checker.names.known = known


def _repeat(low: Lowering, statement: n.Repeat) -> None:
    counter = low.checker.names.hidden()
    low.emit(ops.SetLocal(counter, low.checker.want(statement.times, NUMBER)))
    loop = low.emit(ops.NextRound(counter, -1))
    test = None
    if statement.condition is not None:
        test = low.emit(ops.JumpUnless(low.checker.want(statement.condition, TRUTH), -1))
    low.block(statement.body)
    low.emit(ops.Jump(loop))
    low.exit_to(loop, exit=low.here())
    if test is not None:
        low.exit_to(test, to=low.here())


def _let(low: Lowering, statement: n.Let) -> None:
    value, kind = low.checker.expr(statement.value)
    slot = low.name(statement.variable, statement.name_at, kind)
    low.emit(ops.SetLocal(slot, value))


def _require(low: Lowering, statement: n.Require) -> None:
    low.emit(ops.Require(low.checker.want(statement.condition, TRUTH)))


def _roll(low: Lowering, statement: n.Roll) -> None:
    checker, known = low.checker, dict(low.checker.names.known)
    if statement.end is not None:
        first, last = checker.want(statement.source, NUMBER), checker.want(statement.end, NUMBER)
        slot = low.name(statement.variable, statement.name_at, NUMBER)
        low.emit(ops.RollNumber(slot, first, last))
    else:
        items, member = checker.items(statement.source)
        slot = low.name(statement.variable, statement.name_at, member)
        low.emit(ops.RollItem(slot, items))
    low.block(statement.body)
    checker.names.known = known


def _as_player(low: Lowering, statement: n.AsPlayer) -> None:
    checker = low.checker
    player = checker.want(statement.player, PLAYER)
    before, outer = checker.names.hidden(), checker.player
    # Without an acting player outside there is nobody to return to.
    low.emit(ops.SetLocal(before, ir.Me()))
    low.emit(ops.SetMe(player))
    if statement.turn:
        low.emit(ops.SetTurn(ir.Me()))
    checker.player = True
    low.block(statement.body)
    checker.player = outer
    if statement.turn:
        low.emit(ops.SetTurn(ir.Const(ir.NOTHING)))
    low.emit(ops.SetMe(ir.Local(before)))


_STATEMENTS: Mapping[type, Callable[[Lowering, Any], None]] = {
    n.Phrase: Lowering.phrase,
    n.May: _may,
    n.Choose: _choose,
    n.ChooseBranch: _choose_branch,
    n.AnyOrder: _any_order,
    n.If: _if,
    n.IfCan: _if_can,
    n.ForEach: _for_each,
    n.Repeat: _repeat,
    n.Let: _let,
    n.Require: _require,
    n.Roll: _roll,
    n.AsPlayer: _as_player,
}
