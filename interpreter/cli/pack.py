"""`orloj pack`: packs as archives, and which packs there are."""

from __future__ import annotations

import zipfile
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

import click

from interpreter import codes
from interpreter.cli.common import exit_code, playable, say, stop_on
from interpreter.cli.exits import USAGE, Stop
from interpreter.cli.tables import printed
from interpreter.content.archive import Unsafe, check_name, read
from interpreter.content.load import content_hash, load
from interpreter.content.packs import known_packs, places, read_pack, read_place, shown_path
from interpreter.diagnostics import Report
from interpreter.report.text import render_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_KEPT = frozenset({".yaml", ".md", ".png", ".webp"})
_FIRST_DAY = (1980, 1, 1, 0, 0, 0)
"""The time of every member: the same content gives the same archive."""


@click.group(
    epilog="\b\nExamples:\n  orloj pack build ./my_pack\n  orloj pack check my_pack.zip"
    "\n  orloj pack list"
)
def pack() -> None:
    """Build, check and list packs as archives."""


@pack.command(epilog="\b\nExample:\n  orloj pack build ./my_pack --out my_pack.zip")
@click.argument("name", metavar="PACK")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Default: its id.zip.")
def build(name: str, out: Path | None) -> None:
    """Write PACK into one archive, once it is sound.

    The same content gives the same archive, byte for byte.
    """
    playable(name)
    report = Report()
    found = read_pack(name, report)
    stop_on(report)
    assert found is not None, "without a finding there is a pack"
    if found.where.suffix == ".zip":
        raise click.UsageError(f"{name} is an archive already")
    data = _archive(found.where, found.id)
    file = out or Path(f"{found.id}.zip")
    try:
        file.write_bytes(data)
    except OSError as error:
        say(f"error: cannot write {file}: {(error.strerror or '').lower()}", error=True)
        raise Stop(USAGE) from None
    say(f"{file}: {found.id} {found.version}, {len(data):,} bytes, content {content_hash(found)}")


def _archive(folder: Path, top: str) -> bytes:
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted(p for p in folder.rglob("*") if p.is_file()):
            if path.suffix in _KEPT:
                name = f"{top}/{path.relative_to(folder).as_posix()}"
                _allowed(name)
                archive.writestr(zipfile.ZipInfo(name, _FIRST_DAY), path.read_bytes(),
                                 zipfile.ZIP_DEFLATED)  # fmt: skip
    _allowed(None, out.getvalue())
    return out.getvalue()


def _allowed(name: str | None, data: bytes = b"") -> None:
    """Stop if what was built would be refused when it is read."""
    try:
        if name is None:
            read(data)
        else:
            check_name(name)
    except Unsafe as unsafe:
        report = Report()
        report.add(codes.UNSAFE_ARCHIVE, None, reason=unsafe.reason)
        stop_on(report)


@pack.command(epilog="\b\nExample:\n  orloj pack check my_pack.zip")
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
def check(files: Sequence[str]) -> None:
    """Check archives: nothing unsafe in them, and the packs in them are sound."""
    report = Report()
    for name in files:
        loaded = load(name)
        report.merge(loaded.report)
        if loaded.ruleset is not None:
            used = loaded.packs[-1]
            say(f"{name}: {used.id} {used.version}, content {content_hash(used)}")
    if report.diagnostics:
        say(render_text(report), error=True)
    raise Stop(exit_code(report))


@pack.command("list", epilog="\b\nExample:\n  orloj pack list")
def listed() -> None:
    """List the packs that can be used by name, and where they lie."""
    rows = list(_rows())
    printed("packs", ("pack", "version", "name", "changes", "place"), rows)


def _rows() -> Iterator[tuple[str, str, str, str, str]]:
    for name in known_packs():
        for where in places(name):
            found = read_place(where, name, Report())
            if found is None:
                yield name, "", "cannot be read", "", shown_path(where)
                continue
            title = str((found.head.get("name") or {}).get("en", found.id))
            yield found.id, found.version, title, found.base, shown_path(where)
