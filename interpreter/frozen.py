"""Frozen dataclasses that are made quickly, and quick to make instances of.

Python's own write and compile six functions for each class: for two hundred classes that is a
tenth of what `validate` takes, and a frozen one sets its fields thrice as slowly. Here all classes
share how they are compared, hashed and shown, and `__init__` is compiled once for each number of
fields and then given other names. To the type checker this *is* Python's: it is the one that
refuses to change a field of a frozen class.
"""

from __future__ import annotations

from dataclasses import MISSING, Field, fields, make_dataclass
from dataclasses import dataclass as _dataclass
from functools import cache
from operator import attrgetter
from types import FunctionType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable
    from dataclasses import dataclass as dataclass
    from types import CodeType
else:

    def dataclass(*, frozen: bool, slots: bool = False) -> Callable[[type], type]:
        """Return the decorator for a class nobody changes."""
        assert frozen

        def made(cls: type) -> type:
            own = set(vars(cls))
            plain = _only_sets(cls)
            result = _dataclass(slots=slots, eq=False, repr=False, init=not plain)(cls)
            if plain:
                result.__init__ = _setting(result)
            for name, function in _shared(result).items():
                if name not in own:
                    setattr(result, name, function)
            return result

        return made


def _only_sets(cls: type) -> bool:
    """Whether making an instance is nothing but setting what is given, or constant defaults."""
    special = (v for v in vars(cls).values() if isinstance(v, Field))
    return (
        _is_known()
        and not hasattr(cls, "__post_init__")
        and not hasattr(cls, "__dataclass_fields__")
        and all(f.init and f.default_factory is MISSING and f.kw_only is not True for f in special)
    )


def _setting(cls: Any) -> FunctionType:
    """Return the `__init__` of a class whose fields are only set."""
    names = tuple(f.name for f in fields(cls))
    defaults = tuple(f.default for f in fields(cls) if f.default is not MISSING)
    code = _setting_so_many(len(names)).replace(
        co_varnames=("self", *names), co_names=names, co_qualname=f"{cls.__qualname__}.__init__"
    )
    return FunctionType(code, {}, "__init__", defaults)


@cache
def _setting_so_many(number: int) -> CodeType:
    sample: Any = make_dataclass("Sample", [f"x{i}" for i in range(number)], eq=False, repr=False)
    code: CodeType = sample.__init__.__code__
    return code


@cache
def _is_known() -> bool:
    """Whether this Python's `__init__` is code that only has names to be replaced."""
    code, names = _setting_so_many(2), ("x0", "x1")
    return (code.co_names, code.co_varnames, code.co_freevars) == (names, ("self", *names), ())


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
