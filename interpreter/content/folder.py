"""Which files of a folder belong to a pack: plain ones, not too many, not too much in all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter import codes
from interpreter.source import Source, Span

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from interpreter.diagnostics import Report

MAX_FILES = 500
MAX_TOTAL = 20 << 20


def content_files(folder: Path, shown: Callable[[Path], str], report: Report) -> tuple[Path, ...]:
    """Return the content files below a folder by name; nothing, with a finding, if refused.

    Links are refused: they lead out of the pack. What is no plain file could block for ever.
    """
    paths = []
    total = 0
    for path in sorted(folder.rglob("*.yaml")):
        if path.is_symlink() or not path.is_file():
            nowhere = Span(Source(shown(path), ""), 0, 0)
            report.add(codes.NO_PLAIN_FILE, nowhere, what="link" if path.is_symlink() else "file")
            continue
        paths.append(path)
        total += path.stat().st_size
    if len(paths) > MAX_FILES or total > MAX_TOTAL:
        nowhere = Span(Source(shown(folder), ""), 0, 0)
        limit = f"{MAX_FILES} files or {MAX_TOTAL >> 20} MiB"
        report.add(codes.PACK_TOO_LARGE, nowhere, limit=limit)
        return ()
    return tuple(paths)
