"""The fields of items: raw values to typed ones, as their kind declares them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from interpreter import codes
from interpreter.diagnostics import Report, near
from interpreter.lang.types import NUMBER, TRUTH, Type, item

if TYPE_CHECKING:
    from interpreter.content.compile import Compiler
    from interpreter.content.declare import Declarations
    from interpreter.content.entries import Entry
    from interpreter.content.ruleset import Value
    from interpreter.content.tree import Path
    from interpreter.lang.symbols import KindSymbol

COMMON = frozenset({"id", "name", "copies", "source", "sources"})
"""Keys every item may have, whatever its kind."""


@dataclass(frozen=True, slots=True)
class FieldReader:
    """Reads the items of one kind."""

    kind: KindSymbol
    compiler: Compiler
    report: Report
    declarations: Declarations

    def values(self, entry: Entry) -> dict[str, Value]:
        """Return the typed fields of an item; what is wrong is reported and left out."""
        fields = self.kind.fields
        for key in entry.data:
            if key not in fields and key not in COMMON:
                self.report.add(
                    codes.UNKNOWN_FIELD, entry.tree.key_span((*entry.path, key)),
                    where=f"kind `{self.kind.name}`", key=key, near=near(key, (*fields, *COMMON)),
                )  # fmt: skip
        found: dict[str, Value] = {}
        for name, kind in fields.items():
            if name not in entry.data:
                self.report.add(
                    codes.MISSING_FIELD, entry.span("id"), where=f"`{entry.id}`", key=name,
                    meaning=str(kind) if kind.base in _NAMED else kind.base,
                )  # fmt: skip
                continue
            value = self._value(entry, (name,), kind, entry.get(name))
            if value is not None:
                found[name] = value
        return found

    def _value(self, entry: Entry, keys: Path, kind: Type, raw: Any) -> Value | None:
        match kind.base:
            case "number":
                return self._number(entry, keys, raw)
            case "truth":
                return self._flag(entry, keys, raw)
            case "text":
                return self._text(entry, keys, raw)
            case "effect":
                return self._effect(entry, keys, raw)
            case "condition" | "amount":
                wanted = TRUTH if kind.base == "condition" else NUMBER
                this = (("this", item(self.kind.name)),)
                return self.compiler.formula(entry, keys, wanted, this)[0]
            case "set":
                return self._list(entry, keys, kind, raw)
            case "cost":
                return self._cost(entry, keys, raw)
            case "resource":
                return self._resource(entry, keys, raw)
            case "item":
                return self._item(entry, keys, kind, raw)
            case _:
                return None  # of a type that is not known; reported where it is declared

    def _number(self, entry: Entry, keys: Path, raw: Any) -> int | None:
        # bool is an int to Python, but not to whoever writes `true` where a number belongs.
        if isinstance(raw, int) and not isinstance(raw, bool):
            return raw
        self._wrong(entry, keys, "a number", raw)
        return None

    def _flag(self, entry: Entry, keys: Path, raw: Any) -> int | None:
        if isinstance(raw, bool):
            return int(raw)
        self._wrong(entry, keys, "true or false", raw)
        return None

    def _text(self, entry: Entry, keys: Path, raw: Any) -> str | None:
        if isinstance(raw, str):
            return raw
        self._wrong(entry, keys, "a text", raw)
        return None

    def _wrong(self, entry: Entry, keys: Path, words: str, raw: Any) -> None:
        """Report a value of the wrong kind; it is left out."""
        self.report.add(
            codes.WRONG_VALUE, entry.span(*keys), key=keys[0], expected=words, found=_shown(raw)
        )

    def _effect(self, entry: Entry, keys: Path, raw: Any) -> int | None:
        if raw is None or not isinstance(raw, str):
            self._wrong(entry, keys, 'an effect text (`""` for none)', raw)
            return None
        name = ".".join(map(str, ("item", entry.id, *keys)))
        return self.compiler.effect(entry, keys, name, (("this", item(self.kind.name)),))

    def _list(self, entry: Entry, keys: Path, kind: Type, raw: Any) -> tuple[Value, ...] | None:
        if not isinstance(raw, list):
            self._wrong(entry, keys, "a list", raw)
            return None
        assert kind.member is not None
        values = [self._value(entry, (*keys, i), kind.member, v) for i, v in enumerate(raw)]
        return tuple(v for v in values if v is not None)

    def _cost(self, entry: Entry, keys: Path, raw: Any) -> tuple[tuple[int, int], ...] | None:
        if not isinstance(raw, dict):
            self._wrong(entry, keys, "a mapping of resource to number", raw)
            return None
        found = []
        for name, number in raw.items():
            index = self._resource(entry, (*keys, name), name)
            count = self._number(entry, (*keys, name), number)
            if index is not None and count is not None:
                found.append((index, count))
        return tuple(sorted(found))

    def _resource(self, entry: Entry, keys: Path, raw: Any) -> int | None:
        resources = self.compiler.symbols.resources
        if raw in resources:
            return resources[raw]
        self._unknown(entry, keys, "resource", raw, resources)
        return None

    def _item(self, entry: Entry, keys: Path, kind: Type, raw: Any) -> str | None:
        items = self.compiler.symbols.items
        if isinstance(raw, str) and items.get(raw) in kind.kinds:
            return raw
        self._unknown(
            entry,
            keys,
            " or ".join(sorted(kind.kinds)),
            raw,
            [i for i, k in items.items() if k in kind.kinds],
        )
        return None

    def _unknown(self, entry: Entry, keys: Path, what: str, raw: Any, known: Any) -> None:
        self.report.add(
            codes.UNKNOWN_REFERENCE,
            entry.span(*keys),
            what=what,
            name=raw,
            near=near(str(raw), known),
        )


_NAMED = frozenset({"number", "truth", "item", "resource", "cost", "effect", "set", "text"})


def _shown(raw: Any) -> str:
    if raw is None:
        return "nothing"
    if isinstance(raw, bool):
        return f"`{str(raw).lower()}`"
    if isinstance(raw, dict | list):
        return "a mapping" if isinstance(raw, dict) else "a list"
    return f"`{raw}`"
