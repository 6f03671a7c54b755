"""Saves and records: a game as text, and back, verified."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from interpreter.content.ruleset import PackRef
from interpreter.content.versions import ENGINE
from interpreter.engine.form import form
from interpreter.engine.game import Game, state_hash

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from interpreter.engine.frame import Cells

FORMAT = 1
MOST_BYTES = 4_000_000
HASH_EVERY = 10
"""Decisions between two state hashes in a record."""


class Unusable(Exception):
    """A save or record that cannot be used; `reason` says why, in words."""

    def __init__(self, reason: str, *, other_content: bool = False) -> None:
        super().__init__(reason)
        self.reason = reason
        self.other_content = other_content


@dataclass(frozen=True, slots=True)
class Header:
    """What a save or record says about the game it belongs to."""

    pack: str
    version: str
    content: str
    players: int
    options: Mapping[str, int]
    seed: str
    overlays: tuple[PackRef, ...] = ()
    left_out: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    engine: str = ""
    form: str = ""
    """What its states mean; `interpreter.engine.form` says how that is known."""


@dataclass(frozen=True, slots=True)
class Saved:
    """A read save: its header and the state."""

    header: Header
    cells: Cells
    steps: tuple[Step, ...] | None = None
    """How the game came there; None if the save does not say."""


def read_save(text: str) -> Saved:
    """Return what a save holds; raise `Unusable` if it is none, or was changed."""
    data = _parsed(text)
    header = _header(data, "save")
    cells = data.get("cells")
    if not isinstance(cells, list) or not all(map(_is_cell, cells)):
        raise Unusable("its state is damaged")
    state = [tuple(x) if isinstance(x, list) else x for x in cells]
    if state_hash(state) != data.get("hash"):
        raise Unusable("its state does not match its hash")
    answers = data.get("answers")
    if answers is None:
        return Saved(header, state)
    if not isinstance(answers, list):
        raise Unusable("its answers are damaged")
    return Saved(header, state, tuple(_step(a, n, "answer") for n, a in enumerate(answers, 1)))


def with_answers(save: str, steps: Iterable[Step]) -> str:
    """Return a save that also says how the game came there, so that another version can follow."""
    answers = [{"seat": s.seat, "choose": s.choose, "key": s.key} for s in steps]
    whole = {**json.loads(save), "answers": answers}
    return json.dumps(whole, separators=(",", ":"), ensure_ascii=False)


def _step(data: Any, number: int, what: str) -> Step:
    try:
        seat, choose, key = int(data["seat"]), int(data["choose"]), str(data["key"])
        return Step(number, seat, choose, key, data.get("hash"))
    except (KeyError, TypeError, ValueError, AttributeError):
        raise Unusable(f"{what} {number} cannot be read") from None


def _is_cell(value: Any) -> bool:
    if isinstance(value, list):
        return all(type(x) is int for x in value)
    return type(value) is int


def header_line(game: Game) -> str:
    """Return the first line of a record."""
    ruleset = game.table.ruleset
    return json.dumps(
        {
            "orloj": "record",
            "format": FORMAT,
            "pack": ruleset.pack.id,
            "version": ruleset.pack.version,
            "content": ruleset.fingerprint,
            **ruleset.beside(),
            "engine": ENGINE,
            "form": form(game.table),
            "players": game.table.people,
            "options": dict(game.table.options),
            "seed": game.seed,
        },
        separators=(",", ":"),
    )  # fmt: skip


def decision_line(game: Game, number: int, index: int) -> str:
    """Return the line of a decision about to be answered: seat, answer, key, sometimes the hash."""
    decision = game.decision
    assert decision is not None
    line: dict[str, Any] = {
        "seat": decision.player,
        "choose": index,
        "key": decision.options[index].key,
    }
    if number % HASH_EVERY == 0:
        line["hash"] = game.hash()
    return json.dumps(line, separators=(",", ":"), ensure_ascii=False)


def end_line(game: Game) -> str:
    """Return the last line of a record."""
    result = game.result
    assert result is not None
    return json.dumps(
        {"end": result.reason, "scores": list(result.scores), "hash": game.hash()},
        separators=(",", ":"),
    )


@dataclass(frozen=True, slots=True)
class Step:
    """One line of a record, read."""

    number: int
    seat: int
    choose: int
    key: str
    hash: str | None


@dataclass(frozen=True, slots=True)
class Difference:
    """Where a replay stops agreeing with its record."""

    number: int
    expected: str
    found: str


def read_record(text: str) -> tuple[Header, tuple[Step, ...], Mapping[str, Any] | None]:
    """Return header, decisions and end line of a record; raise `Unusable`."""
    lines = [line for line in text.splitlines() if line.strip()]
    if not lines:
        raise Unusable("it is empty")
    header = _header(_parsed(lines[0]), "record")
    steps: list[Step] = []
    end = None
    for number, line in enumerate(lines[1:], 1):
        data = _parsed(line)
        if "end" in data:
            end = data
            break
        steps.append(_step(data, number, "decision"))
    return header, tuple(steps), end


def replayed(
    game: Game,
    steps: tuple[Step, ...],
    end: Mapping[str, Any] | None,
    tell: Callable[[Step], None],
    *,
    hashes: bool = True,
) -> Difference | None:
    """Answer a game as its record says; return the first difference, or None.

    Without `hashes` states are not compared: those of a record of another form have other ones.
    """
    for step in steps:
        decision = game.decision
        if decision is None:
            return Difference(step.number, f"seat {step.seat + 1}: {step.key}", "the game is over")
        if hashes and step.hash is not None and step.hash != game.hash():
            return Difference(step.number, f"state {step.hash}", f"state {game.hash()}")
        found = (
            decision.options[step.choose].key
            if 0 <= step.choose < decision.count
            else "no such option"
        )
        if (decision.player, found) != (step.seat, step.key):
            return Difference(
                step.number,
                f"seat {step.seat + 1}: {step.key}",
                f"seat {decision.player + 1}: {found}",
            )
        tell(step)
        game.choose(step.choose)
    return None if end is None else _other_end(game, len(steps) + 1, end, hashes)


def _other_end(game: Game, number: int, end: Mapping[str, Any], hashes: bool) -> Difference | None:
    if game.result is None:
        return Difference(number, "the end of the game", "a game that goes on")
    scores = end.get("scores")
    if scores != list(game.result.scores):
        return Difference(number, f"scores {scores}", f"scores {list(game.result.scores)}")
    if hashes and end.get("hash") != game.hash():
        return Difference(number, f"state {end.get('hash')}", f"state {game.hash()}")
    return None


def recorded(game: Game, answers: Iterator[int]) -> Iterator[str]:
    """Play a game by these answers and yield the lines of its record."""
    yield header_line(game)
    for number, index in enumerate(answers):
        yield decision_line(game, number, index)
        game.choose(index)
        if game.over:
            yield end_line(game)
            return


def _parsed(text: str) -> Mapping[str, Any]:
    if len(text) > MOST_BYTES:
        raise Unusable("it is too large")
    try:
        data = json.loads(text, parse_float=_no_fraction, parse_constant=_no_fraction)
    except (ValueError, RecursionError):
        raise Unusable("it is not valid JSON, or cut off") from None
    if not isinstance(data, dict):
        raise Unusable("it is no mapping")
    return data


def _no_fraction(text: str) -> Any:
    raise ValueError(text)


def _header(data: Mapping[str, Any], sort: str) -> Header:
    if data.get("orloj") != sort:
        raise Unusable(f"it is no {sort} of orloj")
    try:
        options = {str(k): int(v) for k, v in dict(data["options"]).items()}
        overlays = tuple(PackRef(*map(str, one)) for one in data.get("overlays", ()))
        if not all(p.id.isidentifier() for p in overlays):
            raise ValueError("the id of an overlay")
        return Header(
            str(data["pack"]), str(data["version"]), str(data["content"]), int(data["players"]),
            options, str(data["seed"]),
            overlays,
            tuple(map(str, data.get("without", ()))),
            tuple(map(str, data.get("only", ()))),
            str(data.get("engine", "")),
            str(data.get("form", "")),
        )  # fmt: skip
    except (KeyError, TypeError, ValueError):
        raise Unusable("its head is damaged") from None
