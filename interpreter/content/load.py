"""Packs to rulesets: the way in. Never stops at the first problem and never raises for one."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter import codes
from interpreter.content.build import build
from interpreter.content.schema import validate
from interpreter.content.tree import Tree, read_file
from interpreter.diagnostics import Report, near
from interpreter.resources import data_dir

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.content.compile import Locate
    from interpreter.content.ruleset import Ruleset
    from interpreter.lang.nodes import Place
    from interpreter.source import Span


@dataclass(frozen=True, slots=True)
class Loaded:
    """What loading a pack gave: a ruleset unless something is wrong, and every finding."""

    ruleset: Ruleset | None
    report: Report
    places: tuple[Locate, ...] = ()

    def locate(self, program: int, place: Place) -> Span | None:
        """Return where some characters of a program's text stand in its file."""
        return self.places[program](place) if program < len(self.places) else None


def shipped_packs() -> tuple[str, ...]:
    """Return the names of the packs that come with the program."""
    root = data_dir("content")
    return tuple(sorted(p.name for p in root.iterdir() if (p / "pack.yaml").is_file()))


def find_pack(name: str, report: Report) -> Path | None:
    """Return the folder of a shipped pack, or of a pack given by path."""
    shipped = data_dir("content") / name
    if name in shipped_packs():
        return shipped
    path = Path(name)
    if path.is_dir() and any(path.rglob("*.yaml")):
        return path
    report.add(
        codes.UNKNOWN_PACK, None, name=name, near=near(name, shipped_packs()) or shipped_packs()
    )
    return None


def load(name: str) -> Loaded:
    """Load a pack by name or path."""
    report = Report()
    folder = find_pack(name, report)
    if folder is None:
        return Loaded(None, report)
    trees = tuple(_trees(folder, report))
    if not report.ok:
        return Loaded(None, report)
    built = build(trees, report, name)
    if built is None or not report.ok:
        return Loaded(None, report)
    return Loaded(built.ruleset, report, built.places)


def _trees(folder: Path, report: Report) -> Iterator[Tree]:
    for path in sorted(folder.rglob("*.yaml")):
        tree = read_file(path, _shown(path), report)
        if tree is not None:
            validate(tree, report)
            yield tree


def _shown(path: Path) -> str:
    """Return a path as a user would write it: relative to where they are, if it lies below."""
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)
