"""Names that belong to something else, and texts that say another number than the effect does."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from interpreter import codes
from interpreter.lang import ir, ops

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from interpreter.content.soundness import Subject
    from interpreter.diagnostics import Report
    from interpreter.source import Span

_CLAIM = re.compile(r"(?<![\w.])(\d{1,4}) ([A-Za-z][A-Za-z_]*)")
_UNKNOWN = -1


def confusing_names(subject: Subject, report: Report) -> None:
    """Report resources that are called like another one: `coin` named Gold beside `gold`."""
    entries = subject.entries["resources"]
    shown = {x.id: str((x.get("name") or {}).get("en", "")) for x in entries}
    for x in entries:
        for other in entries:
            if other.id == x.id or not shown[x.id]:
                continue
            if _word(shown[x.id]) == other.id:
                whose = "id"
            elif shown[x.id] == shown[other.id] and x.id > other.id:
                whose = "name"
            else:
                continue
            report.add(
                codes.CONFUSING_NAME, x.span("name"), name=x.id, shown=shown[x.id], whose=whose,
                other=other.id,
            )  # fmt: skip


def _word(name: str) -> str:
    return name.strip().lower().replace(" ", "_")


def other_numbers(subject: Subject, report: Report) -> None:
    """Report labels and texts that speak of an amount their effect does not have."""
    words = _resource_words(subject)
    for said, span, effect in (*_labels(subject), *_item_texts(subject)):
        does = _amounts(effect)
        for number, resource in _claims(said, words):
            difference = _difference(number, resource, does)
            if difference:
                ids = subject.ruleset.resources
                told = " and ".join(f"{n} `{ids[r].id}`" for r, n in difference)
                report.add(
                    codes.OTHER_NUMBER, span, said=f"{number} `{ids[resource].id}`", does=told
                )


def _resource_words(subject: Subject) -> dict[str, int]:
    """Return what resources are called in English, and their ids, with and without an `s`."""
    found: dict[str, int] = {}
    for index, resource in enumerate(subject.ruleset.resources):
        for word in (resource.id, _word(resource.name.get("en", ""))):
            found.setdefault(word, index)
            found.setdefault(f"{word}s", index)
    return found


def _claims(said: str, words: Mapping[str, int]) -> Iterator[tuple[int, int]]:
    for number, word in _CLAIM.findall(said):
        if word.lower() in words:
            yield int(number), words[word.lower()]


def _difference(number: int, resource: int, does: Mapping[int, set[int]]) -> list[tuple[int, int]]:
    """Return what the effect does instead; nothing if that is the same, or not certain."""
    if any(_UNKNOWN in amounts for amounts in does.values()):
        return []
    own = does.get(resource)
    if own is not None:
        return [] if number in own else [(resource, n) for n in sorted(own)]
    return [(r, number) for r, amounts in sorted(does.items()) if number in amounts]


def _amounts(steps: Sequence[ops.Op]) -> dict[int, set[int]]:
    """Return the amounts of each resource some steps move; `_UNKNOWN` where nobody can say."""
    found: dict[int, set[int]] = {}
    for op in steps:
        if isinstance(op, ops.Gain | ops.Pay | ops.Lose):
            for number, resource in op.bundle.amounts:
                key = resource.value if isinstance(resource, ir.Const) else _UNKNOWN
                value = number.value if isinstance(number, ir.Const) else _UNKNOWN
                found.setdefault(key, set()).add(value if key >= 0 else _UNKNOWN)
            if op.bundle.costs:
                found.setdefault(_UNKNOWN, set()).add(_UNKNOWN)
        elif isinstance(op, _ELSEWHERE):
            found.setdefault(_UNKNOWN, set()).add(_UNKNOWN)
    return found


_ELSEWHERE = (ops.Call, ops.Do, ops.Signal, ops.StepTrack, ops.NextRound, ops.NextItem)
"""Steps behind which more may happen, or more often, than stands there."""


def _labels(subject: Subject) -> Iterator[tuple[str, Span, Sequence[ops.Op]]]:
    for text in subject.written:
        program = text.program
        for op in program.ops if program is not None else ():
            if not isinstance(op, ops.AskBranch | ops.AskOrder):
                continue
            assert program is not None
            for way, end in zip(op.ways, (*(w.to for w in op.ways[1:]), op.exit), strict=True):
                if isinstance(way.label, str):
                    at = max(text.text.find(f'"{way.label}"'), 0) + 1
                    span = text.locate((at, at + len(way.label)))
                    yield way.label, span, program.ops[way.to : end]


def _item_texts(subject: Subject) -> Iterator[tuple[str, Span, Sequence[ops.Op]]]:
    effects: dict[str, list[ops.Op]] = {}
    for text in subject.written:
        if text.program is not None and text.entry.kind:
            effects.setdefault(text.entry.id, []).extend(text.program.ops)
    for x in subject.entries.items:
        fields = subject.ruleset.kinds[x.kind].fields
        for name, kind in fields.items():
            said = x.get(name)
            if kind.base == "text" and isinstance(said, str) and x.id in effects:
                yield said, x.span(name), effects[x.id]
