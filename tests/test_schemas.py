"""The schemas themselves, and what they say about content files."""

import json
import re

import pytest
from jsonschema import Draft202012Validator

from interpreter.content import wording
from interpreter.content.schema import registry, validate
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
    resolver = registry().resolver(SCHEMAS[name]["$id"])
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
