"""The shape of content files, checked against the schemas that editors use too.

Assumes a readable tree. Items are checked for their common keys only: the fields of a kind are
known once the kinds of the pack are.
"""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin

from interpreter.content.shape import shape
from interpreter.content.wording import SAME, Finding, explain
from interpreter.diagnostics import Fix, Report
from interpreter.resources import data_dir

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from jsonschema import Draft202012Validator, ValidationError

    from interpreter.content.entries import Entry
    from interpreter.content.shape import Check
    from interpreter.content.tree import Path, Tree
    from interpreter.source import Span

_FILE = "https://orloj.example/schemas/file.schema.json"
# Words for people and editors; a validator would only step over them, at every value.
_IDLE = frozenset({"$schema", "$id", "$defs", "title", "examples", "default"})


def validate(tree: Tree, report: Report) -> None:
    """Report where a content file does not have the shape of one, each cause once."""
    _check(tree.data, tree.is_broken, tree.span, tree.key_span, report)


def validate_entry(entry: Entry, section: str, report: Report) -> None:
    """Report where an entry that overlays have changed does not have the shape of one."""
    if section in ("pack", "flow"):
        whole: Any = {section: entry.data}
        depth = 1
    elif section == "items":
        whole, depth = {section: {entry.kind: [entry.data]}}, 3
    else:
        whole, depth = {section: [entry.data]}, 2
    _check(
        whole,
        lambda _: False,
        lambda path: entry.span(*path[depth:]),
        lambda path: entry.key_span(*path[depth:]),
        report,
    )


def _check(
    data: Any,
    is_broken: Callable[[Path], bool],
    span: Callable[[Path], Span],
    key_span: Callable[[Path], Span],
    report: Report,
) -> None:
    if _shape()(data):
        return
    wrong: set[Path] = set()
    for error in sorted(_validator().iter_errors(data), key=_weight):
        path = tuple(error.absolute_path)
        # What already has a finding, here or as a whole, says nothing more about itself.
        if is_broken(path) or any(path[:n] in wrong for n in range(len(path) + 1)):
            continue
        for finding in explain(error, path):
            at = key_span(finding.path) if finding.at_key else span(finding.path)
            fix = _fix(finding, at)
            report.add(finding.code, at, notes=(), fix=fix, about="", **finding.values)
            if finding.about_value:
                wrong.add(finding.path)


def _fix(finding: Finding, span: Span) -> Fix | None:
    """Return the edit a finding knows; values over several lines are left to people."""
    if not finding.instead or "\n" in span.text:
        return None
    return Fix(span, finding.instead.replace(SAME, span.text))


def _weight(error: ValidationError) -> tuple[int, bool]:
    """Outer values come first; and whether a key belongs here, before what it holds."""
    keyword: Any = error.validator
    return len(error.absolute_path), keyword != "not"


@cache
def schemas() -> Mapping[str, Any]:
    """Return the shipped schemas by their `$id`; nothing is ever looked up anywhere else."""
    files = sorted(data_dir("schemas").glob("*.schema.json"))
    found = [json.loads(file.read_text(encoding="utf-8")) for file in files]
    return {schema["$id"]: schema for schema in found}


@cache
def keys_of(section: str) -> frozenset[str]:
    """Return the keys an entry of a section of a content file can have."""
    whole = schemas()[_FILE]["properties"][section]
    target = urljoin(_FILE, whole.get("$ref") or whole["items"]["$ref"])
    return frozenset(_part(target)["properties"])


@cache
def _validator() -> Draft202012Validator:
    # Loading it takes as long as all the checks of a large pack, and sound files can do without.
    from jsonschema import Draft202012Validator  # noqa: PLC0415
    from referencing import Registry  # noqa: PLC0415

    return Draft202012Validator(_whole(), registry=Registry())


@cache
def _shape() -> Check:
    return shape(_whole())


@cache
def _whole() -> Any:
    # One schema without references: following them at every value took most of the time.
    return _inlined({"$ref": _FILE}, _FILE)


def _part(target: str) -> Any:
    """Return what a reference means; those of our schemas have no escapes."""
    name, _, pointer = target.partition("#")
    part = schemas()[name]
    for key in filter(None, pointer.split("/")):
        part = part[key]
    return part


def _inlined(schema: Any, base: str) -> Any:
    """Return the schema with every reference replaced by what it means; they never form a loop."""
    if isinstance(schema, list):
        return [_inlined(part, base) for part in schema]
    if not isinstance(schema, dict):
        return schema
    whole = {}
    if "$ref" in schema:
        target = urljoin(base, schema["$ref"])
        whole = _inlined(_part(target), target)
    own = {
        # Below `properties` keys are names of content, not keywords.
        key: {name: _inlined(part, base) for name, part in value.items()}
        if key == "properties"
        else _inlined(value, base)
        for key, value in schema.items()
        if key != "$ref" and key not in _IDLE
    }
    return {**whole, **own}
