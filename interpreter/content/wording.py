"""Schema errors in an author's words: which code, at which place, with which values."""

from __future__ import annotations

import re
from dataclasses import field, replace
from typing import TYPE_CHECKING, Any

from interpreter import codes
from interpreter.content.characters import LOOKALIKES
from interpreter.diagnostics import nearest
from interpreter.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from jsonschema import ValidationError

    from interpreter.codes import Code
    from interpreter.content.tree import Path

SAME = "\0"
_INTEGER = re.compile("-?(?:0|[1-9][0-9]{0,8})")


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding before it is placed: at the key that leads to the path, or at its value."""

    code: Code
    path: Path
    values: Mapping[str, object] = field(default_factory=dict)
    at_key: bool = False
    about_value: bool = False
    instead: str = ""
    """What to write there, if that is certain; `SAME` in it stands for what is there now."""


def explain(error: ValidationError, path: Path) -> Iterator[Finding]:
    """Yield what a schema error comes to; nothing when another error of the mapping says it."""
    keyword: Any = error.validator
    if _is_about_key(error):
        yield _wrong_key(error, path)
    elif _instance(error) is None and keyword in ("type", "enum"):
        values = {"what": label(path), "expected": _expected(error)}
        yield Finding(codes.EMPTY_FIELD, path, values, at_key=True, about_value=True)
    else:
        yield from _EXPLANATIONS[keyword](error, path)


def label(path: Path) -> str:
    """Return how a message names the value at a path.

    >>> label(("zones", 2, "holds", 0))
    'an entry of `holds`'
    """
    if not path:
        return "a content file"
    if isinstance(path[-1], str):
        return f"`{path[-1]}`"
    names = [step for step in path if isinstance(step, str)]
    return f"an entry of `{names[-1]}`" if names else "an entry"


def described(value: object) -> str:
    """Return how a message speaks of a value.

    >>> described(True), described("2")
    ('`true`', 'the text `2`')
    """
    match value:
        case None:
            return "nothing"
        case bool():
            return f"`{str(value).lower()}`"
        case int():
            return f"the number {value}"
        case str():
            return f"the text `{value}`"
        case dict():
            return "a mapping"
        case _:
            return "a list"


def is_whole(text: str) -> bool:
    """Whether a text would be a number without its quotes."""
    return _INTEGER.fullmatch(text) is not None


def _where(error: ValidationError, path: Path) -> str:
    owner = _instance(error).get("id") if isinstance(_instance(error), dict) else None
    return f"`{owner}`" if isinstance(owner, str) else label(path)


def _is_about_key(error: ValidationError) -> bool:
    return "propertyNames" in list(error.absolute_schema_path)[-2:]


def _wrong_key(error: ValidationError, path: Path) -> Finding:
    other = _other_script(error, "a key here")
    if other is not None:
        return Finding(codes.OTHER_SCRIPT, (*path, str(_instance(error))), other, at_key=True)
    values = {
        "what": "a key here",
        "found": f"`{_instance(error)}`",
        "expected": _schema(error).get("patternErrorMessage", ""),
    }
    return Finding(codes.WRONG_FORM, (*path, str(_instance(error))), values, at_key=True)


def _extra(error: ValidationError, path: Path) -> Iterator[Finding]:
    allowed = _schema(error)["properties"]
    free = [key for key in allowed if key not in _instance(error)]
    required = _schema(error).get("required", ())
    for key in _instance(error):
        if key not in allowed:
            meant = nearest(key, free, lambda name: name in required, limit=1)
            if not meant.names:
                meant = nearest(key, allowed, limit=1)
            elif meant.names[0] not in required:
                meant = nearest(key, free, limit=1)
            values = {"where": _where(error, path), "key": key, "near": meant.names}
            yield Finding(
                codes.UNKNOWN_FIELD, (*path, key), values, at_key=True,
                instead=meant.first if meant.first in free else "",
            )  # fmt: skip


def _missing(error: ValidationError, path: Path) -> Iterator[Finding]:
    properties = _schema(error).get("properties", {})
    closed = _schema(error).get("additionalProperties") is False
    extra = [key for key in _instance(error) if key not in properties]
    for key in _value(error):
        if key in _instance(error):
            continue
        meant = nearest(key, extra, limit=1)
        if meant.names:
            # A misspelt key is one cause. Where any key may stand, only this can tell.
            if not closed and meant.sure:
                values = {"where": _where(error, path), "key": meant.first, "near": (key,)}
                yield Finding(
                    codes.UNKNOWN_FIELD, (*path, meant.first), values, at_key=True, instead=key
                )
            if closed or meant.sure:
                continue
        code = codes.MISSING_SOURCE if key == "source" else codes.MISSING_FIELD
        values = {"where": _where(error, path), "key": key, "form": _form(key, properties)}
        yield Finding(code, path, values)


def _form(key: str, properties: Mapping[str, Any]) -> str:
    meaning = properties.get(key, {}).get("description", "").rstrip(".")
    return f"`{key}: …`" + (f", {meaning[0].lower()}{meaning[1:]}" if meaning else "")


def _unused(error: ValidationError, path: Path) -> Iterator[Finding]:
    """A key that is allowed in general, without use beside the values of its siblings."""
    yield Finding(codes.KEY_NOT_USED, path, {"what": label(path)}, at_key=True, about_value=True)


def _wrong_type(error: ValidationError, path: Path) -> Iterator[Finding]:
    value, wanted = _instance(error), _as_list(_value(error))
    advice = instead = ""
    plain = isinstance(value, str) and (
        ("integer" in wanted and is_whole(value))
        or ("boolean" in wanted and value in ("true", "false"))
    )
    if plain:
        advice, instead = "remove the quotes", value
    elif isinstance(value, int) and "string" in wanted:
        advice, instead = "put it in quotes", f'"{SAME}"'
    elif "array" in wanted and not isinstance(value, dict):
        advice, instead = "put it in `[ ]`", f"[{SAME}]"
    found = _about_value(codes.WRONG_VALUE, error, path, expected=_expected(error), advice=advice)
    yield replace(found, instead=instead)


def _not_one_of(error: ValidationError, path: Path) -> Iterator[Finding]:
    choices = tuple(str(choice) for choice in _value(error))
    close = nearest(str(_instance(error)), choices)
    ordered = tuple(dict.fromkeys((*close.names, *choices)))
    found = _about_value(codes.NOT_ONE_OF, error, path, choices=ordered)
    yield replace(found, instead=close.first)


def _wrong_form(error: ValidationError, path: Path) -> Iterator[Finding]:
    other = _other_script(error, label(path))
    if other is not None:
        yield Finding(codes.OTHER_SCRIPT, path, other, about_value=True)
    else:
        plain, expected = _as_name(error), _schema(error).get("patternErrorMessage", "")
        expected = f"`{plain}`, {expected}" if plain else expected
        found = _about_value(codes.WRONG_FORM, error, path, expected=expected)
        yield replace(found, instead=plain if plain == _instance(error).lower() else "")


def _as_name(error: ValidationError) -> str:
    """Return a text as it would be right, if only capitals, blanks or hyphens are amiss."""
    pattern, text = str(_value(error)), str(_instance(error))
    plain = text.lower()
    tried = (plain, re.sub("[ -]", "_", plain)) if pattern.startswith(_ASCII_WORD) else ()
    # The pattern is one of the shipped schemas, never of a pack.
    return next((t for t in tried if re.search(pattern, t)), "")


def _other_script(error: ValidationError, what: str) -> Mapping[str, object] | None:
    """Return what to say of a letter that is not what it looks like: a Greek `o` in `gold`."""
    text = _instance(error)
    other = next((c for c in text if c.isalpha() and not c.isascii()), "")
    if not other or not str(_value(error)).startswith(_ASCII_WORD):
        return None
    plain = "".join(LOOKALIKES.get(char, char) for char in text)
    return {
        "what": what, "letter": other, "point": f"U+{ord(other):04X}",
        "plain": plain if plain.isascii() else "",
    }  # fmt: skip


_ASCII_WORD = "^[a-z]"
"""How patterns of names begin."""


def _out_of_range(error: ValidationError, path: Path) -> Iterator[Finding]:
    limit, keyword = _value(error), str(error.validator)
    if keyword in ("minLength", "minItems", "minProperties") and not _instance(error):
        yield _about_value(codes.EMPTY_FIELD, error, path)
        return
    is_least = keyword.startswith("min")
    least = "at least" if is_least else "at most"
    unit = {"Length": " characters", "Items": " entries", "Properties": " keys"}.get(
        keyword[3:], ""
    )
    found = f"{len(_instance(error)):,}" if unit else f"{_instance(error):,}"
    more = "longer" if is_least else "shorter"
    advice = f"make it {more}" if unit else f"write {limit:,} or {'more' if is_least else 'less'}"
    expected = f"{least} {limit:,}{unit}"
    yield _about_value(
        codes.OUT_OF_RANGE, error, path, expected=expected, found=found, advice=advice
    )


def _needs_one(error: ValidationError, path: Path) -> Iterator[Finding]:
    choices = tuple(key for part in _value(error) for key in part["required"])
    values = {"where": _where(error, path), "choices": choices}
    yield Finding(codes.NEEDS_ONE_OF, path, values)


def _about_value(code: Code, error: ValidationError, path: Path, **values: object) -> Finding:
    common = {"what": label(path), "found": described(_instance(error))}
    return Finding(code, path, {**common, **values}, about_value=True)


# Every keyword the shipped schemas use that can fail; a test compares the two.
_EXPLANATIONS: Mapping[str, Callable[[ValidationError, Path], Iterator[Finding]]] = {
    "additionalProperties": _extra,
    "anyOf": _needs_one,
    "enum": _not_one_of,
    "maxItems": _out_of_range,
    "maxLength": _out_of_range,
    "maxProperties": _out_of_range,
    "maximum": _out_of_range,
    "minItems": _out_of_range,
    "minLength": _out_of_range,
    "minProperties": _out_of_range,
    "minimum": _out_of_range,
    "not": _unused,
    "pattern": _wrong_form,
    "required": _missing,
    "type": _wrong_type,
}
EXPLAINED = frozenset(_EXPLANATIONS)

_TYPES = {
    "array": "a list",
    "boolean": "`true` or `false`",
    "integer": "a whole number",
    "object": "a mapping",
    "string": "text",
}


def _expected(error: ValidationError) -> str:
    if error.validator == "enum":
        return "one of " + ", ".join(f"`{choice}`" for choice in _value(error))
    return " or ".join(_TYPES[name] for name in _as_list(_value(error)))


def _instance(error: ValidationError) -> Any:
    return error.instance


def _value(error: ValidationError) -> Any:
    """The keyword's value; jsonschema's types allow for errors that are still being made."""
    return error.validator_value


def _as_list(value: str | Sequence[str]) -> Sequence[str]:
    return [value] if isinstance(value, str) else value


def _schema(error: ValidationError) -> Mapping[str, Any]:
    schema: Any = error.schema
    return schema if isinstance(schema, dict) else {}
