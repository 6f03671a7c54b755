"""What packs say about ids and paths they no longer have: true, and about their own only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter import codes
from interpreter.content.entries import SECTIONS
from interpreter.content.paths import grown, segments

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter.content.entries import Entry
    from interpreter.content.packs import Pack
    from interpreter.diagnostics import Report


def check_tombstones(packs: Sequence[Pack], report: Report) -> None:
    """Report tombstones that cannot be: of what is still there, or towards what is not."""
    for pack in packs:
        entries = _by_name(pack)
        for key in ("renamed", "removed"):
            for old, new in (pack.head.get(key) or {}).items():
                at = pack.head.key_span(key, old)
                if _there(entries, old):
                    report.add(codes.TOMBSTONE, at, name=old, problem="is still there")
                elif key == "renamed" and not _there(entries, new):
                    at = pack.head.span(key, old)
                    problem = f"is not there, so `{old}` cannot be called so now"
                    report.add(codes.TOMBSTONE, at, name=new, problem=problem)


def _by_name(pack: Pack) -> dict[str, Entry]:
    found = {e.id: e for s in SECTIONS for e in pack.entries[s] if e.id}
    found.update({e.id: e for e in pack.entries.items})
    if pack.entries.flows:
        found["flow"] = pack.entries.flows[0]
    return found


def _there(entries: dict[str, Entry], name: str) -> bool:
    path = segments(name)
    entry = entries.get(path[0]) if path else None
    if entry is None or path is None:
        return False
    value = grown(entry.tree, entry.path, dict(entry.data))
    for step in path[1:]:
        child = value.child(step)
        if child is None:
            return False
        value = child
    return True
