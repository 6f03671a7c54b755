"""Options as a player sees them: a stable key, what they are about, whether they decline."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.engine import layout as at
from interpreter.engine.asks import DECLINE, Answer
from interpreter.engine.machine import Extra, Question
from interpreter.engine.stack import unpacked
from interpreter.lang import ops

if TYPE_CHECKING:
    from interpreter.engine.frame import Cells
    from interpreter.engine.table import Table


@dataclass(frozen=True, slots=True)
class Option:
    """One answer.

    `sort` is `item`, `player`, `number`, `branch`, `yes`, `decline`, `payment`, `gain` or `action`;
    `subject` is the component, player or number it stands for, or the amounts of a payment.
    """

    key: str
    sort: str
    declines: bool
    subject: int | tuple[tuple[int, int], ...] | None = None


def option(
    table: Table, cells: Cells, question: Question, answer: Answer | Extra, declines: bool
) -> Option:
    """Return the option an answer stands for."""
    if isinstance(answer, Extra):
        return Option(answer.action, "action", declines)
    if answer is DECLINE:
        return Option(question.ask.decline or "skip", "decline", declines)
    match question.ask.op:
        case ops.AskMay():
            return Option("yes", "yes", declines)
        case ops.AskNumber():
            return Option(str(answer), "number", declines, answer)
        case ops.Pay() | ops.Gain() as op:
            sort = "payment" if isinstance(op, ops.Pay) else "gain"
            return Option(amounts(table, answer), sort, declines, answer)  # type: ignore[arg-type]  # a vector
        case ops.AskBranch() | ops.AskOrder() as op:
            return _branch(table, cells, question, op, answer, declines)  # type: ignore[arg-type]  # a branch
        case _:
            pass
    return _item(table, question, answer, declines)  # type: ignore[arg-type]  # a value of the set


def amounts(table: Table, vector: tuple[tuple[int, int], ...]) -> str:
    """Return the key of a payment: `1 gold, 2 wood`; `nothing` if it is empty."""
    resources = table.ruleset.resources
    return ", ".join(f"{n} {resources[r].id}" for r, n in vector) or "nothing"


def _branch(
    table: Table,
    cells: Cells,
    question: Question,
    op: ops.AskBranch | ops.AskOrder,
    index: int,
    declines: bool,
) -> Option:
    label = op.ways[index].label
    if isinstance(label, str):
        return Option(label, "branch", declines)
    frame = unpacked(cells[at.STACK], table.codes)[-1]
    component = question.ask.labels[index](cells, frame)
    return Option(table.layout.components[component].key, "item", declines, component)


def _item(table: Table, question: Question, answer: int, declines: bool) -> Option:
    sort = question.ask.op.sort if isinstance(question.ask.op, ops.AskItem) else "item"
    if sort == "player":
        return Option(f"player {answer + 1}", "player", declines, answer)
    if sort == "resource":
        return Option(table.ruleset.resources[answer].id, "resource", declines, answer)
    if sort == "number":
        return Option(str(answer), "number", declines, answer)
    return Option(table.layout.components[answer].key, "item", declines, answer)
