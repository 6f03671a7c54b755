"""Entries that say something without use, or not what they claim."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter import codes
from interpreter.content.fields import COMMON
from interpreter.content.options import OptionProblem, read_options
from interpreter.content.schema import keys_of
from interpreter.diagnostics import Fix, near, nearest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from interpreter.content.entries import Entry
    from interpreter.content.soundness import Subject
    from interpreter.diagnostics import Report


def copies(subject: Subject, report: Report) -> None:
    """Report items that exist in no game."""
    kinds = {x.id: x for x in subject.entries["kinds"]}
    for x in subject.entries.items:
        if x.get("copies", kinds[x.kind].get("copies", 1)) == 0:
            place = x if "copies" in x.data else kinds[x.kind]
            report.add(codes.NO_COPIES, place.span("copies"), name=x.id)


def placeholders(subject: Subject, report: Report) -> None:
    """Report placeholder values of a pack that claims to be complete."""
    if not any(x.get("complete") for x in subject.entries.packs):
        return
    for x in _sourced(subject):
        if str(x.get("source", "")).startswith("placeholder"):
            report.add(codes.NOT_COMPLETE, x.span("source"), about="placeholder", name=_name(x))
        for key, source in x.get("sources", {}).items():
            if str(source).startswith("placeholder"):
                name = f"{_name(x)}.{key}"
                report.add(
                    codes.NOT_COMPLETE, x.span("sources", key), about="placeholder", name=name
                )


def _sourced(subject: Subject) -> Iterator[Entry]:
    entries = subject.entries
    for name, section in entries.sections.items():
        if name != "examples":
            yield from section
    yield from entries.items
    yield from entries.flows


def _name(x: Entry) -> str:
    return x.id or str(x.path[0])


def idle_keys(subject: Subject, report: Report) -> None:
    """Report keys nothing reads: sources of no field, limits of what has no amount."""
    for x in _sourced(subject):
        known = _known_keys(x, subject)
        for key in x.get("sources", {}):
            if key not in known:
                span = x.key_span("sources", key)
                close = nearest(key, known, lambda name, x=x: name in x.data)  # type: ignore[misc]  # bound now
                fix = Fix(span, close.first) if close.first else None
                report.add(
                    codes.UNKNOWN_FIELD, span, fix=fix, where=f"`{_name(x)}`", key=key,
                    near=close.names,
                )  # fmt: skip
    for section, key, allowed, idle in _IDLE:
        for x in subject.entries[section]:
            if key in x.data and x.get(key) not in allowed:
                _without_use(x, idle, report)
    for x in subject.entries["resources"]:
        if "supply" not in x.data:
            _without_use(x, ("supply_option",), report)


def _without_use(x: Entry, idle: Iterable[str], report: Report) -> None:
    for name in idle:
        if name in x.data:
            report.add(codes.KEY_NOT_USED, x.key_span(name), what=f"`{name}`")


def _known_keys(x: Entry, subject: Subject) -> frozenset[str]:
    """Return the keys an entry can have: a default has a source as well."""
    if x.kind:
        return frozenset(subject.ruleset.kinds[x.kind].fields) | COMMON
    return keys_of(str(x.path[0]))


_AMOUNT = ("start", "min", "max", "unbounded", "supply", "supply_option", "tags", "pays_for")
_IDLE: tuple[tuple[str, str, tuple[object, ...], tuple[str, ...]], ...] = (
    # Abstract resources stand for others; only numbers have limits.
    ("resources", "one_of", (), _AMOUNT),
    ("counters", "holds", ("int",), ("min", "max")),
    ("resources", "unbounded", (False,), ("min",)),
)
"""Section, key, values at which all is well, and the keys that have no use beside other values."""


def example_options(subject: Subject, report: Report) -> None:
    """Report options of examples that do not exist, or cannot be set like this."""
    ruleset = subject.ruleset
    texts: Mapping[str, Mapping[str, str]] = {e.id: e.options for e in ruleset.examples}
    for x in subject.entries["examples"]:
        for name, value in texts.get(x.id, {}).items():
            try:
                read_options(ruleset, {name: value}, x.get("players"))
            except OptionProblem as problem:
                _option_problem(x, problem, subject, report)


def _option_problem(x: Entry, problem: OptionProblem, subject: Subject, report: Report) -> None:
    name = problem.option
    if not problem.legal:
        span = x.key_span("options", name)
        close = near(name, subject.ruleset.options)
        report.add(codes.UNKNOWN_OPTION, span, pack=subject.ruleset.pack.id, name=name, near=close)
    else:
        report.add(
            codes.BAD_OPTION_VALUE, x.span("options", name), name=name, value=problem.value,
            expected=problem.legal,
        )  # fmt: skip
