"""Statements: one builder each, which turns control flow into jumps and names into slots."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from interpreter import codes
from interpreter.lang import ir, ops
from interpreter.lang import nodes as n
from interpreter.lang.problems import Invalid
from interpreter.lang.types import NUMBER, PLAYER, TRUTH, item

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from interpreter.lang.check import Checker
    from interpreter.lang.lower import Lowering


def _phrase(low: Lowering, phrase: n.Phrase) -> None:
    low.phrase(phrase)


def _asked(low: Lowering, at: n.Place, word: str) -> None:
    """Refuse a question where there is nobody to answer it."""
    if not low.checker.player:
        raise Invalid(codes.NO_PLAYER, (at[0], at[0] + len(word)), name=word)


def _may(low: Lowering, statement: n.May) -> None:
    _asked(low, statement.at, "may")
    ask = low.emit(ops.AskMay(-1))
    low.block(statement.body)
    low.exit_to(ask, exit=low.here())


def _choose(low: Lowering, statement: n.Choose) -> None:
    _asked(low, statement.at, "may choose" if statement.optional else "choose")
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
        where = checker.where(statement.where)
        return ops.AskNumber(slot, first, last, where, -1, decline, statement.prompt)
    items, member = checker.items(statement.source)
    slot = low.name(statement.variable, statement.name_at, member)
    where = checker.where(statement.where)
    return ops.AskItem(slot, items, where, -1, decline, statement.prompt, member.base)


def _where(checker: Checker, node: n.Expr | None) -> ir.Expr | None:
    return None if node is None else checker.want(node, TRUTH)


def _choose_branch(low: Lowering, statement: n.ChooseBranch) -> None:
    _asked(low, statement.at, "may choose" if statement.optional else "choose")
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
    _asked(low, statement.at, "may any order" if statement.optional else "any order")
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
    with low.checker.names.inner():
        low.checker.names.narrow(_present(statement.condition))
        low.block(statement.body)
    if statement.otherwise is None:
        low.exit_to(test, to=low.here())
        return
    end = low.emit(ops.Jump(-1))
    low.exit_to(test, to=low.here())
    low.block(statement.otherwise)
    low.exit_to(end, to=low.here())


def _present(condition: n.Expr) -> tuple[str, ...]:
    """Return the names a condition says are not `none`."""
    match condition:
        case n.Binary(operator="and"):
            return (*_present(condition.left), *_present(condition.right))
        case n.Binary(operator="is not", left=n.Ref(parts=(n.Part(arguments=None) as part,))):
            return (part.name,) if condition.right == n.Word("none") else ()
        case _:
            return ()


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
        items = ir.Query("those", slot, items, checker.where(statement.where), None)
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
    player = checker.present(statement.player, PLAYER)
    before, outer = checker.names.hidden(), checker.player
    # Without an acting player outside there is nobody to return to.
    low.emit(ops.SetLocal(before, ir.Me()))
    low.emit(ops.SetMe(player))
    if statement.turn:
        turn = checker.names.hidden()
        low.emit(ops.SetLocal(turn, ir.System("turn_player")))
        low.emit(ops.SetTurn(ir.Me(), begins=True))
        low.turns.append(turn)
    checker.player = True
    low.block(statement.body)
    checker.player = outer
    if statement.turn:
        low.emit(ops.SetTurn(ir.Local(low.turns.pop()), begins=False))
    low.emit(ops.SetMe(ir.Local(before)))


def _secret(low: Lowering, statement: n.Secret) -> None:
    low.emit(ops.SetSecret(on=True))
    low.secrets += 1
    low.block(statement.body)
    low.secrets -= 1
    low.emit(ops.SetSecret(on=low.secrets > 0))


STATEMENTS: Mapping[type, Callable[[Lowering, Any], None]] = {
    n.Phrase: _phrase,
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
    n.Secret: _secret,
}
"""Statements of the language: node to what lowers it."""
