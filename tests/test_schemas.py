"""The schemas themselves, and what they say about content files."""

import json
import re

import pytest
from jsonschema import Draft202012Validator
from kit import PACKS
from referencing import Registry, Resource

from interpreter.content import wording
from interpreter.content.schema import _shape as has_shape
from interpreter.content.schema import _validator as validator
from interpreter.content.schema import validate
from interpreter.content.tree import read_tree
from interpreter.diagnostics import Report
from interpreter.resources import data_dir
from interpreter.source import Source

FILES = sorted(data_dir("schemas").glob("*.schema.json"))
SCHEMAS = {file.name: json.loads(file.read_text(encoding="utf-8")) for file in FILES}
KINDS = [
    "pack", "option", "resource", "counter", "event", "track", "zone", "kind", "item", "formula",
    "action",
    "trigger", "score", "flow", "seat", "panel", "text", "example",
]  # fmt: skip
each_schema = pytest.mark.parametrize("name", SCHEMAS)

# Keywords that only say something to people and editors.
IDLE = {"$schema", "$id", "$defs", "$ref", "title", "description", "default", "examples",
        "properties", "patternErrorMessage"}  # fmt: skip
# Keywords that apply other schemas, whose own keywords then fail.
APPLYING = {"items", "propertyNames", "allOf", "if", "then", "else", "const"}


def parts(schema, *, is_names=False):
    """Every schema inside a schema, itself included."""
    if isinstance(schema, list):
        for part in schema:
            yield from parts(part)
    elif isinstance(schema, dict):
        if not is_names:
            yield schema
        for key, value in schema.items():
            if key in ("examples", "default") and not is_names:
                continue
            yield from parts(value, is_names=not is_names and key in ("properties", "$defs"))


@each_schema
def test_a_schema_is_valid_and_named_like_its_file(name):
    Draft202012Validator.check_schema(SCHEMAS[name])
    assert SCHEMAS[name]["$id"] == f"https://orloj.example/schemas/{name}"


def test_every_kernel_kind_has_a_schema_in_the_file_schema_and_the_manual():
    manual = (data_dir("schemas") / "README.md").read_text(encoding="utf-8")
    whole = json.dumps(SCHEMAS["file.schema.json"])
    for kind in KINDS:
        assert f"{kind}.schema.json" in SCHEMAS
        assert f'"$ref": "{kind}.schema.json"' in whole
        assert f"`{kind}.schema.json`" in manual


@each_schema
def test_every_reference_leads_to_a_shipped_schema(name):
    known = [(s["$id"], Resource.from_contents(s)) for s in SCHEMAS.values()]
    resolver = Registry().with_resources(known).resolver(SCHEMAS[name]["$id"])
    for part in parts(SCHEMAS[name]):
        if "$ref" in part:
            assert resolver.lookup(part["$ref"]).contents


@each_schema
def test_every_list_has_a_limit_and_every_property_a_description(name):
    for part in parts(SCHEMAS[name]):
        if "array" in part.get("type", ()):
            assert "maxItems" in part, part
        for key, value in part.get("properties", {}).items():
            # Properties of `if` and `then` narrow what is described already.
            narrows = not isinstance(value, dict) or set(value) <= {"const", "type", "not"}
            assert narrows or value.get("description"), key
        assert "oneOf" not in part and "unevaluatedProperties" not in part


@each_schema
def test_objects_are_closed_but_for_items(name):
    for part in parts(SCHEMAS[name]):
        if part.get("type") == "object" and name != "item.schema.json":
            assert "additionalProperties" in part, part


SAMPLES = ["a", "abc_1", "rulebook §4.3", "placeholder", "1.0.0", ">=0.1,<1", "en", "zh-Hant",
           "list of effect", "dial or objective", "player", "W501"]  # fmt: skip


def patterns():
    found = {p["pattern"]: p for s in SCHEMAS.values() for p in parts(s) if "pattern" in p}
    return list(found.values())


@pytest.mark.parametrize("part", patterns(), ids=lambda part: part["pattern"])
def test_a_pattern_is_anchored_explained_and_lets_no_line_end_through(part):
    pattern = re.compile(part["pattern"])
    fitting = [text for text in SAMPLES if pattern.search(text)]
    assert pattern.pattern.startswith("^") and pattern.pattern.endswith(r"(?![\s\S])")
    assert fitting and part["patternErrorMessage"]
    for text in fitting:
        assert not pattern.search(text + "\n")
        assert not pattern.search("\n" + text)
        assert not pattern.search(text + "\x00\n" + text)


def test_every_keyword_in_use_is_explained_in_an_authors_words():
    used = {key for schema in SCHEMAS.values() for part in parts(schema) for key in part}
    assert used - IDLE - APPLYING == wording.EXPLAINED


@pytest.mark.cases("schema")
def test_schema(case):
    report = Report()
    tree = read_tree(Source.of("toy.yaml", case.input), report)
    validate(tree, report)
    out = "\n".join(
        f"{d.code.id} {d.span.line}:{d.span.column} {d.message}" + (f"; {d.help}" if d.help else "")
        for d in report.diagnostics
    )
    case.check(out=out or "nothing to say")


TEXTS = [
    path.read_text(encoding="utf-8")
    for folder in (PACKS, data_dir("content"))
    for path in sorted(folder.rglob("*.yaml"))
]
ODD = [None, True, 0, 1, -1, 1.0, 1.5, 10**12, "", "a", "A b", "1.0.0", "x" * 5000, [], ["a"],
       ["a"] * 5000, {}, {"a": 1}, {"en": "A"}, [{}]]  # fmt: skip


def changed(data):
    """Every tree in which one value of another is left out, odd or doubled, or has an odd key."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield {k: v for k, v in data.items() if k != key}
            yield from ({**data, key: other} for other in (*ODD, *changed(value)))
        yield {**data, "odd": 1}
    elif isinstance(data, list):
        for number, value in enumerate(data):
            for other in (*ODD, *changed(value)):
                yield [*data[:number], other, *data[number + 1 :]]


@pytest.mark.parametrize("section", SCHEMAS["file.schema.json"]["properties"])
def test_what_has_the_shape_of_a_file_is_what_json_schema_accepts(section):
    texts = [text for text in TEXTS if f"{section}:" in text]
    trees = [read_tree(Source.of("", text), Report()) for text in texts[:20]]
    found = [tree.data[section] for tree in trees if section in tree.data][:9]
    small = [{section: x[:2] if isinstance(x, list) else x} for x in found]
    odd = [other for part in small for other in changed(part)]
    results = {True: 0, False: 0}
    for whole in (*small, *odd[:: max(1, len(odd) // 200)]):
        assert has_shape()(whole) == validator().is_valid(whole), whole
        results[has_shape()(whole)] += 1
    assert min(results.values()) > 1
