"""The fields of items: raw values to typed ones, as their kind declares them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from interpreter import codes
from interpreter.content.unknown import add_unknown
from interpreter.content.wording import described, is_whole, label
from interpreter.diagnostics import Fix, Report, nearest
from interpreter.frozen import dataclass
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
        meant = self._unknown_keys(entry)
        found: dict[str, Value] = {}
        for name, kind in fields.items():
            if name not in entry.data:
                if name not in meant:
                    form = f"`{name}: …`, {kind if kind.base in _NAMED else kind.base}"
                    self.report.add(
                        codes.MISSING_FIELD, entry.span("id"), where=f"`{entry.id}`", key=name,
                        form=form,
                    )  # fmt: skip
                continue
            value = self._value(entry, (name,), kind, entry.get(name))
            if value is not None:
                found[name] = value
        return found

    def _unknown_keys(self, entry: Entry) -> set[str]:
        """Report keys that are no field, and return the fields that seem to be meant by them."""
        fields, meant = self.kind.fields, set[str]()
        for key in entry.data:
            if key in fields or key in COMMON:
                continue
            span = entry.key_span(key)
            free = [f for f in (*fields, *sorted(COMMON)) if f not in entry.data]
            close = nearest(key, free)
            close = close if close.names else nearest(key, (*fields, *COMMON))
            fix = Fix(span, close.first) if close.first and span.text == key else None
            meant |= set(close.names[:1])
            self.report.add(
                codes.UNKNOWN_FIELD, span, fix=fix, where=f"kind `{self.kind.name}`", key=key,
                near=close.names,
            )  # fmt: skip
        return meant

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
        quoted = isinstance(raw, str) and is_whole(raw)
        self._wrong(entry, keys, "a number", raw, instead=raw if quoted else "")
        return None

    def _flag(self, entry: Entry, keys: Path, raw: Any) -> int | None:
        if isinstance(raw, bool):
            return int(raw)
        self._wrong(entry, keys, "true or false", raw, instead=raw if raw in _TRUTHS else "")
        return None

    def _text(self, entry: Entry, keys: Path, raw: Any) -> str | None:
        if isinstance(raw, str):
            return raw
        self._wrong(entry, keys, "a text", raw)
        return None

    def _wrong(
        self, entry: Entry, keys: Path, words: str, raw: Any, found: str = "", instead: str = ""
    ) -> None:
        """Report a value of the wrong kind; it is left out. `instead`: what quotes hide."""
        at = entry.span(*keys)
        self.report.add(
            codes.WRONG_VALUE, at, fix=Fix(at, instead) if instead else None,
            what=label(keys), expected=words, found=found or described(raw),
            advice="remove the quotes" if instead else "",
        )  # fmt: skip

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
        if isinstance(raw, str) and raw in resources:
            return resources[raw]
        span = entry.key_span(*keys) if raw == keys[-1] else entry.span(*keys)
        add_unknown(self.report, entry, keys, "resource", _text_of(raw), resources, span)
        return None

    def _item(self, entry: Entry, keys: Path, kind: Type, raw: Any) -> str | None:
        symbols = self.compiler.symbols
        if isinstance(raw, str) and symbols.items.get(raw) in kind.kinds:
            return raw
        if isinstance(raw, str) and raw in symbols.items:
            self._wrong(entry, keys, str(kind), raw, f"`{raw}`, {item(symbols.items[raw])}")
        elif not (isinstance(raw, str) and raw in symbols.broken):
            known = [i for i, k in symbols.items.items() if k in kind.kinds]
            what = " or ".join(sorted(kind.kinds))
            add_unknown(self.report, entry, keys, what, _text_of(raw), known)
        return None


_TRUTHS = ("true", "false")
_NAMED = frozenset({"number", "truth", "item", "resource", "cost", "effect", "set", "text"})


def _text_of(raw: Any) -> str:
    """Return a value where a name belongs as a message shows it."""
    return raw if isinstance(raw, str) else described(raw)
