"""The operations of overlays below an entry: each changes a value and returns what was and is.

Open set, so a table: an operation is a function of the change, the value that holds the target,
and the step that leads to it. What cannot be done raises `Refused`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from interpreter import codes
from interpreter.content.changes import Change
from interpreter.content.entries import Part, Place
from interpreter.content.history import ABSENT
from interpreter.content.paths import Value, grown, lengthened, replaced
from interpreter.lang.parse import parse_effect
from interpreter.lang.problems import Invalid
from interpreter.lang.splice import splice, statements

if TYPE_CHECKING:
    from collections.abc import Mapping

    from interpreter.codes import Code

Edit = Callable[[Change, Value, str], tuple[Any, Any]]


class Refused(Exception):
    """A change that cannot be made; `keys` lead to the part of it that is wrong."""

    def __init__(self, code: Code, *keys: str, **values: object) -> None:
        super().__init__(code.id)
        self.code, self.keys, self.values = code, keys, values


def _cannot(change: Change, why: str, advice: str = "", *keys: str) -> Refused:
    values = {"operation": change.verb, "why": why, "advice": advice}
    return Refused(codes.CANNOT_CHANGE, *keys, **values)


def _new(change: Change) -> Value:
    path = (*change.path, change.key)
    return grown(change.tree, path, change.data[change.key], change.source)


def _target(owner: Value, step: str) -> tuple[str | int, Value]:
    """Return the key and value a step leads to; whoever calls has seen that it is one."""
    return owner.matching(step)[0]


def _put(owner: Value, key: str | int, value: Value) -> None:
    if isinstance(owner.inner, dict):
        owner.inner[str(key)] = value
    elif isinstance(owner.inner, list):
        owner.inner[int(key)] = value


def _set(change: Change, owner: Value, step: str) -> tuple[Any, Any]:
    key, old = _target(owner, step)
    new = _new(change)
    _put(owner, key, new)
    return old.plain(), new.plain()


def _add(change: Change, owner: Value, step: str) -> tuple[Any, Any]:
    if isinstance(owner.inner, list):
        raise _cannot(change, "it would lie in a list", "write `append:` with the path of the list")
    if owner.inner is None:
        raise _cannot(change, "what it would lie in is a single value")
    if step in owner.inner:
        raise Refused(codes.ALREADY_THERE, value=_shown(owner.inner[step].plain()))
    new = _new(change)
    owner.inner[step] = new
    return ABSENT, new.plain()


def _number(change: Change, value: Value) -> int:
    data = value.data
    if isinstance(data, bool) or not isinstance(data, int):
        raise _cannot(change, f"it is {_shown(value.plain())}, no number", "write `set:`")
    return data


def _raise(change: Change, owner: Value, step: str) -> tuple[Any, Any]:
    key, old = _target(owner, step)
    number = _number(change, old) + int(change.data["by"])
    _put(owner, key, Value(_new(change).place, number))
    return old.data, number


def _times(change: Change, owner: Value, step: str) -> tuple[Any, Any]:
    key, old = _target(owner, step)
    number = _number(change, old) * int(change.data["by"])
    _put(owner, key, Value(_new(change).place, number))
    return old.data, number


def _append(change: Change, owner: Value, step: str) -> tuple[Any, Any]:
    key, old = _target(owner, step)
    before, extra = old.plain(), change.data["value"]
    if isinstance(old.inner, list):
        old.inner.append(_new(change))
        return before, old.plain()
    if not isinstance(before, str) or not isinstance(extra, str):
        raise _cannot(change, f"it is {_shown(before)}, neither a list nor an effect")
    try:
        parse_effect(before)
    except Invalid:
        raise _cannot(change, "the text there is no effect", "write `set:`") from None
    _checked(change, "value")
    longer = lengthened(old, _new(change).place, before, extra)
    _put(owner, key, longer)
    return before, longer.data


def _remove(change: Change, owner: Value, step: str) -> tuple[Any, Any]:
    key, target = _target(owner, step)
    if "value" in change.data:
        wanted = change.data["value"]
        inner = target.inner
        if not isinstance(inner, list):
            raise _cannot(change, f"it is {_shown(target.plain())}, no list", "leave `value` out")
        found = [i for i, v in enumerate(inner) if v.plain() == wanted]
        if len(found) != 1:
            times = f"in it {len(found)} times" if found else "not in it"
            raise _cannot(change, f"{_shown(wanted)} is {times}: it is {_shown(target.plain())}",
                          "", "value")  # fmt: skip
        before = target.plain()
        del inner[found[0]]
        return before, target.plain()
    if isinstance(owner.inner, dict):
        del owner.inner[str(key)]
    elif isinstance(owner.inner, list):
        del owner.inner[int(key)]
    return target.plain(), ABSENT


def _step(change: Change, owner: Value, step: str) -> tuple[Any, Any]:
    key, old = _target(owner, step)
    text, instead = old.data, str(change.data["with"])
    if not isinstance(text, str):
        raise _cannot(change, f"it is {_shown(old.plain())}, no effect")
    wanted = _checked(change, "replace")
    _checked(change, "with")
    if not wanted.statements:
        raise _cannot(change, "no statement is named", "", "replace")
    try:
        found = splice(text, wanted, instead)
    except Invalid:
        raise _cannot(change, "the text there is no effect") from None
    if isinstance(found, int):
        there = tuple(" ".join(s.split())[:60] for s in statements(text)[:6])
        times = f"{found} times" if found else "nowhere"
        raise Refused(codes.STEP_COUNT, "replace", times=times, there=there)
    place = _new(change).place
    if found.cut is None:
        # Laid out anew: no character of it can be told where it was written.
        parts: tuple[Part, ...] = (Part(0, 0, place.tree, place.path, 0),)
    else:
        parts = replaced(old, place, text, found.cut, instead)
    _put(owner, key, Value(Place(place.tree, place.path, place.source, parts), found.text))
    return text, found.text


def _checked(change: Change, key: str) -> Any:
    """Return the statements of a text of the change; what is wrong in it is said at its place."""
    try:
        return parse_effect(str(change.data[key]))
    except Invalid as invalid:
        problem = invalid.problem
        raise Refused(problem.code, key, **dict(problem.values)) from None


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    if isinstance(value, dict):
        return "a mapping of " + (", ".join(f"`{key}`" for key in value) or "nothing")
    if isinstance(value, list):
        return "the list of " + (", ".join(_shown(v) for v in value[:12]) or "nothing")
    return f"`{' '.join(str(value).split())}`"


EDITS: Mapping[str, Edit] = {
    "set": _set,
    "add": _add,
    "raise": _raise,
    "times": _times,
    "append": _append,
    "remove": _remove,
    "step": _step,
}
