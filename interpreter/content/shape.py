"""Whether data has the shape of a schema: yes or no, at once, and nothing about why not.

Most files are sound, and for them jsonschema takes ten times as long and a while to load. It has
the last word: what is no match here goes through it, and only it says what is wrong.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence, Sized

    Check = Callable[[Any], bool]

_FOR_PEOPLE = frozenset({"description", "patternErrorMessage"})


def shape(schema: Any) -> Check:
    """Return the check of a schema without references; raise `KeyError` for an unknown keyword."""
    if isinstance(schema, bool):
        return lambda _: schema
    made = (
        _KEYWORDS[key](value, schema) for key, value in schema.items() if key not in _FOR_PEOPLE
    )
    checks = tuple(check for check in made if check is not None)
    return checks[0] if len(checks) == 1 else _all(checks)


def _all(checks: Sequence[Check]) -> Check:
    def holds(data: Any) -> bool:
        for check in checks:  # noqa: SIM110 - a generator at every value takes half of the time
            if not check(data):
                return False
        return True

    return holds


def _type(names: str | list[str], _: Any) -> Check:
    if isinstance(names, list):
        return _any([_TYPES[name] for name in names], _)
    return _TYPES[names]


def _any(parts: Sequence[Any], _: Any) -> Check:
    checks = [part if callable(part) else shape(part) for part in parts]
    return lambda data: any(check(data) for check in checks)


def _all_of(parts: Sequence[Any], _: Any) -> Check:
    return _all([shape(part) for part in parts])


def _not(part: Any, _: Any) -> Check:
    check = shape(part)
    return lambda data: not check(data)


def _if(part: Any, schema: Mapping[str, Any]) -> Check:
    condition = shape(part)
    yes, no = shape(schema.get("then", True)), shape(schema.get("else", True))
    return lambda data: yes(data) if condition(data) else no(data)


def _enum(values: Sequence[Any], _: Any) -> Check:
    # Text only: numbers and truths would have to be told apart.
    assert all(isinstance(value, str) for value in values)
    known = frozenset(values)
    return lambda data: isinstance(data, str) and data in known


def _const(value: Any, _: Any) -> Check:
    kind = type(value)
    return lambda data: type(data) is kind and data == value


def _pattern(regex: str, _: Any) -> Check:
    search = re.compile(regex).search
    return lambda data: not isinstance(data, str) or search(data) is not None


def _required(keys: Sequence[str], _: Any) -> Check:
    wanted = frozenset(keys)
    return lambda data: not isinstance(data, dict) or wanted <= data.keys()


def _properties(parts: Mapping[str, Any], schema: Mapping[str, Any]) -> Check:
    own = {name: shape(part) for name, part in parts.items()}
    rest = schema.get("additionalProperties", True)
    other = None if rest is True else shape(rest)

    def holds(data: Any) -> bool:
        if not isinstance(data, dict):
            return True
        for key, value in data.items():
            check = own.get(key, other)
            if check is not None and not check(value):
                return False
        return True

    return holds


def _additional(_: Any, schema: Mapping[str, Any]) -> Check | None:
    return None if "properties" in schema else _properties({}, schema)


def _property_names(part: Any, _: Any) -> Check:
    check = shape(part)
    return lambda data: not isinstance(data, dict) or all(map(check, data))


def _items(part: Any, _: Any) -> Check:
    check = shape(part)
    return lambda data: not isinstance(data, list) or all(map(check, data))


def _size(kind: type[Sized], lowest: int, largest: float) -> Check:
    return lambda data: not isinstance(data, kind) or lowest <= len(data) <= largest


def _is_number(data: Any) -> bool:
    return isinstance(data, int | float) and not isinstance(data, bool)


def _is_integer(data: Any) -> bool:
    return _is_number(data) and (isinstance(data, int) or data.is_integer())


_TYPES: Mapping[str, Check] = {
    "object": lambda data: isinstance(data, dict),
    "array": lambda data: isinstance(data, list),
    "string": lambda data: isinstance(data, str),
    "boolean": lambda data: isinstance(data, bool),
    "null": lambda data: data is None,
    "number": _is_number,
    "integer": _is_integer,
}
_ENDLESS = float("inf")
_KEYWORDS: Mapping[str, Callable[[Any, Any], Check | None]] = {
    "type": _type,
    "enum": _enum,
    "const": _const,
    "anyOf": _any,
    "allOf": _all_of,
    "not": _not,
    "if": _if,
    "then": lambda *_: None,
    "else": lambda *_: None,
    "pattern": _pattern,
    "required": _required,
    "properties": _properties,
    "additionalProperties": _additional,
    "propertyNames": _property_names,
    "items": _items,
    "minLength": lambda n, _: _size(str, n, _ENDLESS),
    "maxLength": lambda n, _: _size(str, 0, n),
    "minItems": lambda n, _: _size(list, n, _ENDLESS),
    "maxItems": lambda n, _: _size(list, 0, n),
    "minProperties": lambda n, _: _size(dict, n, _ENDLESS),
    "maxProperties": lambda n, _: _size(dict, 0, n),
    "minimum": lambda n, _: lambda data: not _is_number(data) or data >= n,
    "maximum": lambda n, _: lambda data: not _is_number(data) or data <= n,
}
