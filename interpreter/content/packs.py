"""Where packs are: shipped, in the user's folders, by path, in a zip, or installed beside us.

Finding a pack reads its files; nothing is executed and nothing is written.
"""

from __future__ import annotations

import os
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from interpreter import codes
from interpreter.content.entries import gather
from interpreter.content.files import decoded
from interpreter.content.folder import content_files
from interpreter.content.schema import validate
from interpreter.content.tree import Tree, read_file, read_tree
from interpreter.diagnostics import Report, near
from interpreter.frozen import dataclass
from interpreter.resources import data_dir
from interpreter.source import Source, Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.content.entries import Entries, Entry

FOLDERS = "ORLOJ_PACKS"
"""The variable that names a user's folders of packs."""
GROUP = "orloj.packs"
"""The group of entry points by which an installed distribution offers packs."""
_SHELVES = ("", "variants", "expansions")
HEAD = "pack.yaml"


@dataclass(frozen=True, slots=True)
class Pack:
    """The files of one pack, read: a game, or an overlay that changes one."""

    where: Path
    trees: tuple[Tree, ...]
    entries: Entries

    @property
    def head(self) -> Entry:
        """The section `pack`."""
        return self.entries.packs[0]

    @property
    def id(self) -> str:
        """Its id."""
        return self.head.id

    @property
    def version(self) -> str:
        """Its version."""
        return str(self.head.get("version"))

    @property
    def base(self) -> str:
        """The id of the pack it changes; empty for a game."""
        return str(self.head.get("changes", ""))


def shipped_packs() -> tuple[str, ...]:
    """Return the names of the games that come with the program."""
    root = data_dir("content")
    return tuple(sorted(p.name for p in root.iterdir() if (p / HEAD).is_file()))


def shipped_overlays() -> tuple[str, ...]:
    """Return the names of the variants and expansions that come with the program."""
    root = data_dir("content")
    shelves = [root / shelf for shelf in _SHELVES[1:] if (root / shelf).is_dir()]
    return tuple(sorted(p.name for s in shelves for p in s.iterdir() if (p / HEAD).is_file()))


def known_packs() -> tuple[str, ...]:
    """Return the names under which packs can be found without a path."""
    own = (name for folder in _folders() for name in _names(folder))
    return tuple(sorted({*own, *(point.name for point in _points())}))


def places(name: str) -> tuple[Path, ...]:
    """Return every place where a pack of this name lies, without a path."""
    found = []
    for folder in _folders():
        for path in (folder / name, folder / f"{name}.zip"):
            if _holds_pack(path):
                found.append(path)
    return tuple(found) or tuple(_installed(name))


def find_pack(name: str, report: Report) -> Path | None:
    """Return the folder or archive of a pack given by name or by path."""
    if _is_name(name):
        found = places(name)
        if len(found) == 1:
            return found[0]
        if found:
            shown = tuple(shown_path(path) for path in found)
            report.add(codes.TWO_PACKS, None, name=name, places=shown)
            return None
    path = Path(name)
    if _holds_pack(path):
        return path
    inside = _inside(path)
    known = inside or near(name, known_packs()) or shipped_packs()
    report.add(codes.UNKNOWN_PACK, None, name=name, near=known)
    return None


def read_pack(name: str, report: Report) -> Pack | None:
    """Return a pack by name or path, its files checked one by one; None with findings."""
    where = find_pack(name, report)
    return None if where is None else read_place(where, name, report)


def read_place(where: Path, name: str, report: Report) -> Pack | None:
    """Return the pack at a place; `name` is how findings call it."""
    found = Report()
    trees = tuple(_trees(where, found))
    report.merge(found)
    if not found.ok:
        return None
    entries = gather(trees)
    if not entries.packs:
        report.add(codes.NO_SECTION, None, pack=name, section="pack")
        return None
    return Pack(where, trees, entries)


def shown_path(path: Path) -> str:
    """Return a path as a user would write it: relative to where they are, if it lies below."""
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)


# --- places


def _is_name(name: str) -> bool:
    return name.replace("_", "").replace("-", "").isalnum()


def _folders() -> Iterator[Path]:
    root = data_dir("content")
    yield from (root / shelf for shelf in _SHELVES)
    for folder in os.environ.get(FOLDERS, "").split(os.pathsep):
        if folder:
            yield Path(folder).expanduser()


def _names(folder: Path) -> Iterator[str]:
    if folder.is_dir():
        for path in folder.iterdir():
            if _holds_pack(path) and (path.suffix == ".zip" or (path / HEAD).is_file()):
                yield path.name.removesuffix(".zip")


def _holds_pack(path: Path) -> bool:
    if path.suffix == ".zip":
        return path.is_file()
    if not path.is_dir() or _inside(path):
        return False
    return any(path.rglob("*.yaml"))


def _inside(path: Path) -> tuple[str, ...]:
    """Return the packs that lie in a folder which is none itself."""
    if not path.is_dir() or (path / HEAD).is_file():
        return ()
    return tuple(str(path / p.name) for p in sorted(path.iterdir()) if (p / HEAD).is_file())


def _installed(name: str) -> Iterator[Path]:
    """Yield folders named by entry points: `id = package` or `id = package:folder`."""
    for point in _points(name=name):
        # Finding a top-level package runs none of its code; loading the entry point would.
        spec = None if "." in point.module else find_spec(point.module)
        for root in (spec.submodule_search_locations or ()) if spec is not None else ():
            path = Path(root, *(part for part in point.attr.split(".") if part))
            if _holds_pack(path):
                yield path


def _points(**wanted: str) -> Any:
    # Imported only now: it is slower than all the rest, and most packs are found before.
    return import_module("importlib.metadata").entry_points(group=GROUP, **wanted)


# --- files


def _trees(where: Path, report: Report) -> Iterator[Tree]:
    for tree in _read(where, report):
        if tree is not None:
            if not any(d.code in codes.REFUSED for d in report.diagnostics):
                validate(tree, report)
            yield tree


def _read(where: Path, report: Report) -> Iterator[Tree | None]:
    if where.suffix != ".zip":
        for path in content_files(where, shown_path, report):
            yield read_file(path, shown_path(path), report)
            if any(d.code in codes.REFUSED for d in report.diagnostics):
                return  # the rest may be of the same kind
        return
    # Few packs are archives; what reads them takes longer to load than a small pack.
    from interpreter.content.archive import Unsafe, members  # noqa: PLC0415

    try:
        found = members(where)
    except (Unsafe, OSError) as error:
        nowhere = Span(Source(shown_path(where), ""), 0, 0)
        reason = error.reason if isinstance(error, Unsafe) else "it cannot be read"
        report.add(codes.UNSAFE_ARCHIVE, nowhere, reason=reason)
        return
    for name in sorted(n for n in found if n.endswith(".yaml")):
        source = decoded(found[name], f"{shown_path(where)}/{name}", report)
        yield None if source is None else read_tree(source, report)
