"""Frozen dataclasses that are made quickly, and quick to make instances of.

Python's own write and compile six functions for each class: for two hundred classes that is a
tenth of what `validate` takes, and a frozen one sets its fields thrice as slowly. Here only
`__init__` is made anew; all classes share how they are compared, hashed and shown. To the type
checker this *is* Python's: it is the one that refuses to change a field of a frozen class.
"""

from __future__ import annotations

from dataclasses import dataclass as _dataclass
from dataclasses import fields
from operator import attrgetter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable
    from dataclasses import dataclass as dataclass
else:

    def dataclass(*, frozen: bool, slots: bool = False) -> Callable[[type], type]:
        """Return the decorator for a class nobody changes."""
        assert frozen

        def made(cls: type) -> type:
            own = set(vars(cls))
            result = _dataclass(slots=slots, eq=False, repr=False)(cls)
            for name, function in _shared(result).items():
                if name not in own:
                    setattr(result, name, function)
            return result

        return made


def _shared(cls: Any) -> dict[str, Callable[..., Any]]:
    names = tuple(f.name for f in fields(cls) if f.compare)
    shown = tuple(f.name for f in fields(cls) if f.repr)
    values = attrgetter(*names) if names else lambda _: ()

    def is_equal(one: Any, other: Any) -> Any:
        return values(one) == values(other) if other.__class__ is one.__class__ else NotImplemented

    def hashed(one: Any) -> int:
        return hash(values(one))

    def written(one: Any) -> str:
        parts = ", ".join(f"{name}={getattr(one, name)!r}" for name in shown)
        return f"{one.__class__.__qualname__}({parts})"

    return {"__eq__": is_equal, "__hash__": hashed, "__repr__": written}
