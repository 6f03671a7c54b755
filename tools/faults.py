# ruff: noqa: ANN001, ANN201, ANN202, ANN204, E501 - a script of tables; deceiving signs are its matter
"""Misspell each name, field and verb of packs once and see what the findings say.

    python tools/faults.py [--pack NAME ...] [--every N] [--show N]

Prints how many faults are found, at the right line and column, and with the right name first in
the hint. `--every 10` tries every tenth place; `--show 20` lists faults that came out otherwise.
Names given anew inside a text (`let x`, `choose c in`) are no faults: any word will do there.
"""

import argparse
import re
import sys
import zlib
from collections import Counter
from dataclasses import dataclass, field

from interpreter.codes import Severity
from interpreter.content.build import _Builder
from interpreter.content.checks_ranges import ranges
from interpreter.content.checks_whole import example_options, idle_keys
from interpreter.content.compile import NO_FORMULA, Compiler
from interpreter.content.declare import _SIMPLE, Declarations
from interpreter.content.entries import Entries, Entry
from interpreter.content.load import load, shipped_packs
from interpreter.content.schema import validate
from interpreter.content.soundness import Subject
from interpreter.content.tree import read_tree
from interpreter.diagnostics import Report
from interpreter.lang.lower import lower_effect, lower_expression
from interpreter.lang.verbs import LANGUAGE, VERBS
from interpreter.source import Source, Span

_WORD = re.compile(r'"[^"\n]*"|\.?[a-z][a-z0-9_]*')
_KEYWORDS = frozenset(LANGUAGE) | {"any", "up"}
_SHORT = frozenset(
    (
        "as",
        "is",
        "in",
        "if",
        "or",
        "by",
        "to",
        "up",
        "my",
        "me",
        "order",
        "each",
        "true",
        "false",
        "none",
    )
)
"""Words a slip of which is another word, or that stand in a pair or for a value."""
_NEW_NAME = re.compile(r"\s+(in|=|from)\b|\s*=")
_ENUMS = frozenset({"visible", "order", "offered", "for", "type"})
_NEIGHBOURS = dict(
    zip(
        "abcdefghijklmnopqrstuvwxyz_0123456789",
        "svxdwgfhokjlknmipqatyicuxs-1234567890",
        strict=False,
    )
)


def misspelt(word: str, place: str, taken: frozenset[str]) -> str:
    """Return the word with one slip of a finger; never a name that exists."""
    start = zlib.crc32(f"{place}/{word}".encode())
    for number in range(start, start + 60):
        at, kind = number // 4 % len(word), number % 4
        if kind == 0 and at + 1 < len(word):
            wrong = word[:at] + word[at + 1] + word[at] + word[at + 2 :]
        elif kind == 1 and len(word) > 2:
            wrong = word[:at] + word[at + 1 :]
        elif kind == 2:
            wrong = word[: at + 1] + word[at] + word[at + 1 :]
        else:
            wrong = word[:at] + _NEIGHBOURS.get(word[at], "q") + word[at + 1 :]
        if wrong != word and wrong not in taken and re.fullmatch("[a-z][a-z0-9_]*", wrong):
            return wrong
    return word + "q"


@dataclass
class Tally:
    """What came of the faults of one class."""

    tried: int = 0
    found: int = 0
    placed: int = 0
    named: int = 0
    missed: list[str] = field(default_factory=list)

    def add(self, report: Report, at: tuple[int, int], right: str, where: str) -> None:
        self.tried += 1
        found = report.diagnostics
        errors = [d for d in found if d.code.severity is Severity.ERROR]
        here = [d for d in errors if d.span and (d.span.line, d.span.column) == at]
        names = [re.findall("`([^`]*)`", d.help)[:1] for d in here]
        self.found += bool(errors)
        self.placed += bool(here)
        self.named += [right] in names
        if [right] not in names or not here:
            told = "; ".join(
                f"{d.code.id} {d.span and (d.span.line, d.span.column)} {d.message}; {d.help}"
                for d in found[:2]
            )
            grade = 0 if not errors else 1 if not here else 2
            self.missed.append(f"{grade} {where}: {right} at {at}: {told or 'nothing found'}")


class Recording(Compiler):
    """A compiler that keeps how each text was compiled."""

    def __init__(self, symbols, report):
        super().__init__(symbols, report)
        self.calls = []

    def effect(self, entry, keys, name, parameters=(), *, player=True):
        self.calls.append(
            (
                entry,
                keys,
                lambda t: lower_effect(t, self.symbols, parameters, player=player)[1],
                parameters,
                True,
            )
        )
        return super().effect(entry, keys, name, parameters, player=player)

    def formula(self, entry, keys, wanted, parameters=(), *, player=True, example=False):
        def again(t):
            return lower_expression(
                t, self.symbols, wanted, parameters, player=player, example=example
            )[2]

        self.calls.append((entry, keys, again, parameters, False))
        return super().formula(entry, keys, wanted, parameters, player=player, example=example)


class OnlyOne(Compiler):
    """A compiler that reads the texts of one entry and takes the others for granted."""

    only: object = None

    def effect(self, entry, keys, name, parameters=(), *, player=True):
        if entry is self.only:
            return super().effect(entry, keys, name, parameters, player=player)
        self.programs.append(None)
        self.places.append(None)
        return len(self.programs) - 1

    def formula(self, entry, keys, wanted, parameters=(), *, player=True, example=False):
        if entry is self.only:
            return super().formula(entry, keys, wanted, parameters, player=player, example=example)
        return NO_FORMULA, wanted


class Pack:
    """A pack whose texts and entries are made wrong, one at a time."""

    def __init__(self, name: str, every: int) -> None:
        self.name, self.every, self.count = name, every, 0
        loaded = load(name)
        assert loaded.entries is not None and loaded.ruleset is not None, f"{name} has errors"
        self.entries: Entries = loaded.entries
        report = Report()
        declarations = Declarations(self.entries, report)
        symbols = declarations.symbols()
        self.compiler = Recording(symbols, report)
        _Builder(self.entries, declarations, symbols, self.compiler, report).build()
        self.ruleset, self.symbols = loaded.ruleset, symbols
        names = {
            *symbols.kinds,
            *symbols.items,
            *symbols.resources,
            *symbols.tags,
            *symbols.families,
            *symbols.actions,
            *symbols.events,
            *symbols.formulas,
            *symbols.options,
            *symbols.seats,
            *VERBS,
            *_SIMPLE,
            *_KEYWORDS,
        }
        for kind in symbols.kinds.values():
            names |= {*kind.fields, *kind.states}
        self.taken = frozenset(names)
        self.tallies: dict[str, Tally] = {}

    def tally(self, sort: str) -> Tally:
        return self.tallies.setdefault(sort, Tally())

    def takes_part(self) -> bool:
        self.count += 1
        return self.count % self.every == 0

    # --- texts

    def texts(self) -> None:
        for entry, keys, again, parameters, is_effect in self.compiler.calls:
            value = entry.data
            for key in keys:
                value = value[key]
            if isinstance(value, str):
                self._text(entry, keys, value, again, {n for n, _ in parameters}, is_effect)

    def _text(self, entry, keys, text, again, parameters, is_effect) -> None:
        new = {
            m[1]
            for m in re.finditer(r"([a-z][a-z0-9_]*)\s+(?:in|from)\b|let\s+([a-z][a-z0-9_]*)", text)
            for m in [(m[0], m[1] or m[2])]
        }
        for match in _WORD.finditer(text):
            sort = _sort(text, match, is_effect)
            if sort and self.takes_part():
                where = f"{entry.tree.source.path} {entry.id}.{'.'.join(map(str, keys))}"
                self._wrong_word(text, match, sort, again, where, parameters | new)

    def _wrong_word(self, text, match, sort, again, where, local) -> None:
        start = match.start() + (match[0][0] in '."')
        word = match[0].strip('."')
        wrong = misspelt(word, f"{where}/{start}", self.taken | local)
        changed = text[:start] + wrong + text[start + len(word) :]
        report, source = Report(), Source.of("text", changed)
        for problem in again(changed):
            at = Span(source, *problem.at)
            report.add(
                problem.code, at, notes=(), fix=None, about=problem.about, **dict(problem.values)
            )
        self.tally(sort).add(report, source.position(start), word, f"{where} `{wrong}`")

    # --- entries

    def entries_of(self) -> None:
        for section, entries in self.entries.sections.items():
            if section != "texts":
                for entry in entries:
                    self._entry(entry, section)
        for entry in self.entries.items:
            self._entry(entry, "items")
        for entry in self.entries.flows:
            self._entry(entry, "flow")

    def _entry(self, entry: Entry, section: str) -> None:
        span = entry.span()
        text, column = span.text, span.column - 1
        head = {"items": f"items:\n  {entry.kind}:\n", "flow": "flow:\n"}.get(
            section, f"{section}:\n"
        )
        lead = " " * (column - 2) + "- " if section != "flow" else " " * column
        before = head + lead
        for path, at_key, right in self._places(entry):
            spot = entry.key_span(*path) if at_key else entry.span(*path)
            if spot.text != right or not self.takes_part():
                continue
            offset = spot.start - span.start
            wrong = misspelt(right, f"{entry.id}/{path}", self.taken)
            small = Source.of(
                entry.tree.source.path,
                before + text[:offset] + wrong + text[offset + len(right) :] + "\n",
            )
            sort = "key" if at_key else "reference"
            self._wrong_entry(entry, section, small, sort, len(before) + offset, right, wrong)

    def _wrong_entry(self, entry, section, small, sort, offset, right, wrong) -> None:
        report = Report()
        tree = read_tree(small, report)
        if tree is not None:
            validate(tree, report)
        if tree is not None and report.ok:
            path = (
                ("items", entry.kind, 0)
                if section == "items"
                else (section,)
                if section == "flow"
                else (section, 0)
            )
            data = tree.data[section]
            data = (
                data[entry.kind][0]
                if section == "items"
                else data
                if section == "flow"
                else data[0]
            )
            self._build(entry, Entry(tree, path, data, entry.kind), report)
        where = f"{entry.tree.source.path} {entry.id} `{wrong}`"
        self.tally(sort).add(report, small.position(offset), right, where)

    def _build(self, old: Entry, new: Entry, report: Report) -> None:
        def swap(entries):
            return tuple(new if e is old else e for e in entries)

        e = self.entries
        changed = Entries(
            {n: swap(s) for n, s in e.sections.items()}, swap(e.items), e.packs, swap(e.flows)
        )
        declarations = Declarations(changed, report)
        symbols = declarations.symbols()
        compiler = OnlyOne(symbols, report)
        compiler.only = new
        built = _Builder(changed, declarations, symbols, compiler, report).build()
        if report.ok:
            only = Entries(
                {n: [x for x in s if x is new] for n, s in changed.sections.items()},
                [x for x in changed.items if x is new],
                e.packs,
                [x for x in changed.flows if x is new],
            )
            subject = Subject(only, built.ruleset, ())
            ranges(subject, report)
            idle_keys(subject, report)
            example_options(subject, report)

    def _places(self, entry: Entry):  # noqa: C901 - one line for each sort of place
        """Yield what can be misspelt: its path, whether it is a key, and the right word."""
        fields = self.symbols.kinds[entry.kind].fields if entry.kind else {}
        for key, value in entry.data.items():
            yield (key,), True, key
            if key in (
                "name",
                "id",
                "source",
                "rules",
                "choices",
                "offered",
                "not_offered",
                "columns",
                "lines",
            ):
                if key == "offered" and value == "any_time":
                    yield (key,), False, value
                continue
            if key == "sources":
                for inner in value:
                    yield (key, inner), True, inner
            elif not entry.kind and key in ("fields", "states", "params"):
                for inner, kind in value.items():
                    if kind in self.taken:
                        yield (key, inner), False, kind
            elif key == "options" and isinstance(value, dict):
                for inner in value:
                    yield (key, inner), True, inner
            elif key in fields:
                yield from self._field(key, value, fields[key])
            elif (
                isinstance(value, str)
                and value
                in self.taken
                | {"all", "owner", "stack", "row", "bag", "set", "players", "flag", "choice"}
                and key in _REFERENCES
            ):
                yield (key,), False, value
            elif isinstance(value, list) and key in ("per", "holds", "pays_for"):
                for number, inner in enumerate(value):
                    if inner in self.taken:
                        yield (key, number), False, inner

    def _field(self, key, value, kind):
        if kind.base in ("resource", "item") and isinstance(value, str):
            yield (key,), False, value
        elif kind.base == "cost" and isinstance(value, dict):
            for inner in value:
                yield (key, inner), True, inner
        elif (
            kind.base == "set"
            and isinstance(value, list)
            and kind.member.base in ("resource", "item")
        ):
            for number, inner in enumerate(value):
                yield (key, number), False, inner


_REFERENCES = frozenset(
    [
        "on",
        "spaces",
        "holds",
        "one_of",
        "supply_option",
        "score",
        "type",
        "order",
        "visible",
        "for",
        "gives",
        "default",
    ]
)


def _sort(text: str, match: re.Match[str], is_effect: bool) -> str:
    """Return what a word is: a verb, a name or a field; nothing for words that are no fault."""
    word, before, after = match[0], text[: match.start()], text[match.end() :]
    if word.startswith('"'):
        return (
            "value" if re.search(r"option\.\w+\s+is\s+(not\s+)?$", before) and len(word) > 3 else ""
        )
    if word.startswith("."):
        return "field"
    if word in _KEYWORDS:
        return "" if word in _SHORT or _is_new(before, after) else "keyword"
    if _is_new(before, after):
        return ""
    if is_effect and re.search(r"(?:^|[;\n{]|->)\s*$", before):
        return "verb"
    return "name"


def _is_new(before: str, after: str) -> bool:
    if re.match(r"\s+in\b", after) and not re.search(r"\b(?:is|not)\s*$", before):
        return True
    return bool(
        re.search(r"\b(?:let|choose|roll|each)\s+(?:\"[^\"]*\"\s+)?$", before)
        and re.match(r"\s+(?:from|in)\b|\s*=", after)
    )


def main() -> int:
    """Print the figures; 1 if one is below what is asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--pack", action="append")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--show", type=int, default=0)
    wanted = parser.parse_args()
    whole: Counter[str] = Counter()
    for name in wanted.pack or shipped_packs():
        pack = Pack(name, wanted.every)
        pack.texts()
        pack.entries_of()
        print(f"{name}:")
        for sort, tally in sorted(pack.tallies.items()):
            print(f"  {sort:<10} {_line(tally.tried, tally.found, tally.placed, tally.named)}")
            for line in sorted(tally.missed)[: wanted.show]:
                print(f"      {line}")
            whole.update(
                tried=tally.tried, found=tally.found, placed=tally.placed, named=tally.named
            )
    print("all packs   " + _line(whole["tried"], whole["found"], whole["placed"], whole["named"]))
    good = whole["found"] >= 0.995 * whole["tried"] and whole["named"] >= 0.95 * whole["tried"]
    return 0 if good and whole["placed"] == whole["found"] else 1


def _line(tried: int, found: int, placed: int, named: int) -> str:
    def share(number: int) -> str:
        return f"{100 * number / max(tried, 1):6.2f} %"

    return f"{tried:6} faults  found {share(found)}  right place {share(placed)}  right name first {share(named)}"


if __name__ == "__main__":
    sys.exit(main())
