# ruff: noqa: ANN001, ANN002, ANN201, ANN202, E501, RUF001 - a script of tables; deceiving signs are its matter
"""Break packs at random and see that nothing but findings comes out.

    python tools/fuzz_packs.py [--runs N] [--seed TEXT] [--pack NAME ...] [--minutes M]

Three sorts of damage: to the text of a file, to its values, to a single effect. Each run ends in
findings or in a pack that loads; an exception, more than 2 s of work or more than 256 MB beside
the packs themselves is a failure, printed with what repeats it: `--seed SEED --only NUMBER`.

The packs of the tests are loaded whole, with every check. A shipped pack is in one run of ten (or
`--whole 1`: always); in the others all its declarations are read, but the effects of undamaged
files are taken for granted. The figures tell the two apart.
"""

import argparse
import contextlib
import json
import random  # noqa: TID251 - tools may be as random as they like
import resource
import signal
import sys
import time
from collections import Counter
from pathlib import Path

from interpreter.analysis.analysis import Analysis
from interpreter.analysis.checks import check
from interpreter.codes import REFUSED
from interpreter.content.build import _Builder, build_entries
from interpreter.content.compile import _EMPTY, NO_FORMULA, Compiler
from interpreter.content.declare import Declarations
from interpreter.content.entries import gather
from interpreter.content.load import shipped_packs
from interpreter.content.ruleset import ProgramDef
from interpreter.content.schema import validate
from interpreter.content.tree import read_tree
from interpreter.content.unknown import explain_renamed
from interpreter.diagnostics import Report
from interpreter.report.json import render_json
from interpreter.report.text import render_text
from interpreter.resources import data_dir
from interpreter.source import Source

SECONDS, MEGABYTES = 2, 256
TEST_PACKS = Path(__file__).parent.parent / "tests" / "packs"
SIGNS = ["&a ", "*a", "!!x ", "!x ", "<<: ", "{", "}", "[", "]", '"', "'", ": ", " #", "\t", "\u202e", "\x00", "\x1b[2J", "|\n",
         ">\n", "---\n", "%YAML 1.1\n", "- ", "? ", "\u2028", "ο", "海", "e\u0301", "\ufeff", "\r", "0x1F", "1_000", "no",
         "9" * 40, "-", ",", "~", "null", "1.5", "2020-01-01", "@", "`", "\\", "${x}", "{0.__class__}", "%s"]  # fmt: skip
WORDS = ["gain", "pay", "set", "move", "draw", "choose", "for each", "if", "else", "repeat", "let", "may", "any order", "as", "turn",
         "signal", "do", "roll", "in", "from", "to", "where", "when", "is", "not", "and", "or", "my", "me", "x", "c", "0", "1", "-1",
         "999999999", "9999999999", "(", ")", "{", "}", "[", "]", "|", "->", ",", ";", "\n", ".", "+", "-", "*", "/", "mod", "=", "==",
         "<", ">=", '"t"', "count(", "sum(", "those(", "range(1, ", "players", "none", "true", "secret", "leave", "end_game",
         "option.", "my.", "first(", "best(", "by", "while", "then", "round"]  # fmt: skip
VALUES = [None, True, False, -1, 0, 1, 10**9, 10**12, "", "x", "no", "player", "list of effect", "list of list of int", "a or b", [], {},
          [None], {"en": "x"}, {"min": 9, "max": 1}, ["x"] * 50, "gain 1 x", "x" * 9_999, {"a": {"b": {"c": []}}}, "\u200b", "ο"]  # fmt: skip


class Slow(Exception):
    """A run took longer than it may."""


@contextlib.contextmanager
def limited():
    """Raise `Slow` after some seconds of work of this process."""

    def late(*_):
        raise Slow

    signal.signal(signal.SIGVTALRM, late)
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


class OfChanged(Compiler):
    """A compiler that reads the texts of some files and takes the others for granted."""

    changed: frozenset[str] = frozenset()

    def effect(self, entry, keys, name, parameters=(), *, player=True):
        if entry.tree.source.path in self.changed:
            return super().effect(entry, keys, name, parameters, player=player)
        self.programs.append(ProgramDef(name, entry.id, _EMPTY))
        self.places.append(None)
        return len(self.programs) - 1

    def formula(self, entry, keys, wanted, parameters=(), *, player=True, example=False):
        if entry.tree.source.path in self.changed:
            return super().formula(entry, keys, wanted, parameters, player=player, example=example)
        return NO_FORMULA, wanted


class Pack:
    """The files of a pack, read once; the entries with effects in them."""

    def __init__(self, name: str) -> None:
        root = TEST_PACKS / name if (TEST_PACKS / name).is_dir() else data_dir("content") / name
        self.name, self.is_large = name, root.parent != TEST_PACKS
        self.texts = {
            str(p.relative_to(root)): p.read_text(encoding="utf-8")
            for p in sorted(root.rglob("*.yaml"))
        }
        self.trees = {
            path: read_tree(Source.of(path, text), Report()) for path, text in self.texts.items()
        }
        trees = [tree for tree in self.trees.values() if tree is not None]
        self.actions = [a["id"] for tree in trees for a in tree.data.get("actions") or ()]
        """Calls of actions; put in at random they make loops."""


def damaged_text(rng: random.Random, text: str) -> str:
    """Return a text with a few blows to it."""
    for _ in range(rng.choice((1, 1, 1, 2, 5))):
        at, other = sorted((rng.randrange(len(text) + 1), rng.randrange(len(text) + 1)))
        near = min(at + rng.choice((1, 1, 2, 10, 80)), len(text))
        match rng.randrange(7):
            case 0:
                text = text[:at] + text[near:]
            case 1:
                text = text[:at] + rng.choice(SIGNS) + text[at:]
            case 2:
                text = text[:at] + rng.choice(SIGNS) + text[near:]
            case 3:
                text = text[:at] + text[at:near] * rng.choice((2, 3, 200)) + text[near:]
            case 4:
                text = text[:at] + text[other : other + 60] + text[at:]
            case 5:
                lines = text.split("\n")
                line = rng.randrange(len(lines))
                lines[line] = rng.choice((" ", "  ", "- ", "")) + lines[line].strip(
                    rng.choice((" ", "-", "{"))
                )
                text = "\n".join(lines)
            case _:
                text = text[:at] if rng.random() < 0.2 else text[:at] + text[near:]
    return text


def damaged_data(rng: random.Random, data: object) -> object:
    """Return values of a file with a few of them changed, moved, dropped or renamed."""
    data = json.loads(json.dumps(data))
    spots = [(data, key) for key in data]
    for parent, key in spots:
        inner = parent[key]
        if isinstance(inner, dict):
            spots += [(inner, k) for k in inner]
        elif isinstance(inner, list):
            spots += [(inner, k) for k in range(len(inner))]
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        parent, key = rng.choice(spots)
        with contextlib.suppress(KeyError, IndexError, TypeError):
            match rng.randrange(5):
                case 0:
                    parent[key] = rng.choice(VALUES)
                case 1:
                    other, name = rng.choice(spots)
                    parent[key] = json.loads(json.dumps(other[name]))
                case 2:
                    del parent[key]
                case 3 if isinstance(parent, dict):
                    parent[rng.choice((key[:-1] or "x", key + "s", "x", "source"))] = parent.pop(
                        key
                    )
                case _ if isinstance(parent, list):
                    parent.append(parent[key])
    return data


def damaged_effect(rng: random.Random, text: str, others: list[str]) -> str:
    """Return an effect with words dropped, doubled, put in or taken from another one."""
    words = text.split(" ")
    for _ in range(rng.choice((1, 1, 2, 3, 8))):
        at = rng.randrange(len(words) + 1)
        match rng.randrange(6):
            case 0:
                words[at : at + 1] = []
            case 1:
                words[at:at] = [rng.choice(WORDS)]
            case 2:
                words[at : at + 1] = [rng.choice(WORDS)]
            case 3:
                words[at:at] = words[at : at + 3] * rng.choice((1, 2, 60))
            case 4:
                words[at:at] = rng.choice(others).split(" ")
            case _:
                words.sort(key=lambda _: rng.random())
        words = words or ["x"]
    return " ".join(words)


def broken(rng: random.Random, pack: Pack) -> tuple[str, dict[str, str]]:
    """Return the sort of damage, and the files with one of them damaged."""
    path = rng.choice(list(pack.texts))
    text, tree = pack.texts[path], pack.trees[path]
    sort = rng.choice(("text", "text", "tree", "effect", "effect"))
    if sort == "text" or tree is None or not tree.data:
        return "text", {path: damaged_text(rng, text)}
    if sort == "tree":
        return sort, {path: json.dumps(damaged_data(rng, tree.data), ensure_ascii=False)}
    data = json.loads(json.dumps(tree.data))
    effects = list(_effects(data))
    if not effects:
        return "text", {path: damaged_text(rng, text)}
    parent, key = rng.choice(effects)
    others = [p[k] for p, k in effects] + pack.actions
    parent[key] = damaged_effect(rng, parent[key], others)
    return sort, {path: json.dumps(data, ensure_ascii=False)}


def _effects(data):
    items = (
        data.items()
        if isinstance(data, dict)
        else enumerate(data)
        if isinstance(data, list)
        else ()
    )
    for key, value in items:
        if (
            isinstance(value, str)
            and (" " in value or "(" in value)
            and key not in ("source", "en", "zh", "credits")
        ):
            yield data, key
        yield from _effects(value)


def checked(pack: Pack, changed: dict[str, str], *, whole: bool) -> Report:
    """Load a pack with some files changed, as `orloj validate` does, and show what is found."""
    report, trees = Report(), []
    for path, text in changed.items():
        tree = read_tree(Source.of(path, text), report)
        if tree is not None and not any(d.code in REFUSED for d in report.diagnostics):
            validate(tree, report)
            trees.append(tree)
    if report.ok:
        trees += [tree for path, tree in pack.trees.items() if path not in changed]
        entries = gather(tuple(trees))
        if whole:
            _build_whole(entries, report, pack.name)
        elif entries.packs and entries.flows:
            _build_changed(entries, report, frozenset(changed))
    shown = render_text(report) + render_json(report)
    assert all(c == "\n" or c.isprintable() for c in shown), "something a terminal obeys"
    for finding in report.diagnostics:
        assert finding.span is None or 0 <= finding.span.start <= len(finding.span.source.text)
    return report


def _build_whole(entries, report: Report, name: str) -> None:
    built = build_entries(entries, report, name)
    if built is not None and report.ok:
        check(
            Analysis(built.ruleset, lambda n, place: built.places[n](place), lambda: entries),
            report,
        )


def _build_changed(entries, report: Report, changed: frozenset[str]) -> None:
    declarations = Declarations(entries, report)
    symbols = declarations.symbols()
    compiler = OfChanged(symbols, report)
    compiler.changed = changed
    _Builder(entries, declarations, symbols, compiler, report).build()
    explain_renamed(report, declarations.places)


def fuzz(
    packs: list[Pack], seed: str, numbers, until: float = float("inf"), whole: float = 0.1
) -> tuple[Counter[str], list[str]]:
    """Return what came of the runs by sort, and the failures."""
    counts: Counter[str] = Counter()
    failures = []
    for number in numbers:
        if time.monotonic() > until:
            break
        rng = random.Random(f"{seed}/{number}")
        pack = rng.choice(packs)
        sort, changed = broken(rng, pack)
        entire = not pack.is_large or rng.random() < whole
        begin = time.process_time()
        try:
            with limited():
                report = checked(pack, changed, whole=entire)
            counts[f"{sort}: {'findings' if not report.ok else 'loads'}"] += 1
            loaded = "test pack" if not pack.is_large else "shipped" if entire else "shipped, part"
            counts[f"of which {loaded}"] += 1
        except (Exception, RecursionError) as error:
            place = error.__traceback__
            while place is not None and place.tb_next is not None:
                place = place.tb_next
            where = (
                f"{Path(place.tb_frame.f_code.co_filename).name}:{place.tb_lineno}"
                if place
                else "?"
            )
            failures.append(
                f"{sort} {pack.name}: {type(error).__name__} at {where}: {str(error)[:80]}  --seed {seed} --only {number}"
            )
        counts["slowest ms"] = max(counts["slowest ms"], int(1000 * (time.process_time() - begin)))
    return counts, failures


def main() -> int:
    """Print what came out; 1 if something failed."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=2_000)
    parser.add_argument("--minutes", type=float, default=0)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--only", type=int)
    parser.add_argument(
        "--whole", type=float, default=0.1, help="share of shipped packs loaded whole"
    )
    parser.add_argument("--pack", action="append")
    wanted = parser.parse_args()
    names = wanted.pack or [
        *shipped_packs(),
        *(p.name for p in sorted(TEST_PACKS.iterdir()) if p.is_dir()),
    ]
    packs = [Pack(name) for name in names]
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    room = (MEGABYTES << 20) + _size()
    resource.setrlimit(resource.RLIMIT_AS, (room, room))
    numbers = range(wanted.runs) if wanted.only is None else [wanted.only]
    until = time.monotonic() + 60 * wanted.minutes if wanted.minutes else float("inf")
    counts, failures = fuzz(packs, wanted.seed, numbers, until, wanted.whole)
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) >> 10
    for failure in failures:
        print(failure)
    slowest = counts.pop("slowest ms")
    for sort, number in sorted(counts.items()):
        print(f"{sort:<24} {number}")
    runs = len(failures) + sum(n for sort, n in counts.items() if not sort.startswith("of which"))
    print(f"{runs} runs, {len(failures)} failures, slowest {slowest} ms, memory grew by {grown} MB")
    return 1 if failures else 0


def _size() -> int:
    """Return the address space of this process, in bytes."""
    return (
        int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
        * resource.getpagesize()
    )


if __name__ == "__main__":
    sys.exit(main())
