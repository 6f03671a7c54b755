"""Long explanations of findings, each with an example that produces it and one that does not.

They are text files beside this module, `explanations/*.txt`, so that writing one needs no code:

    === E020
    What it means, in a paragraph or several.
    --- wrong
    a: 1
    a: 2
    --- right
    a: 1
    b: 2
    --- repair
    Keep one of the two.

What an example is says the word behind `wrong` and `right`: `file` (the default, a content file by
itself), `more` (a file beside the small pack of the manual of the language), `effect` (an effect in
that pack), `flow` (its round), `bytes` (a file, with escapes as in Python) or `run` (the arguments
of a command, `PACK` standing for the pack).
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Mapping

_FOLDER = Path(__file__).parent / "explanations"
_TITLE = re.compile(r"=== ([EWN][0-9]{3})")
_PART = re.compile(r"--- (wrong|right|repair)(?: ([a-z]+))?")


@dataclass(frozen=True, slots=True)
class Example:
    """Something to try: `sort` says what it is."""

    sort: str
    text: str


@dataclass(frozen=True, slots=True)
class Explanation:
    """What a finding means, how to get it, how to get rid of it."""

    text: str
    wrong: Example
    right: Example | None
    repair: str


@cache
def explanations() -> Mapping[str, Explanation]:
    """Return the explanations by the id of their code."""
    found: dict[str, dict[str, tuple[str, list[str]]]] = {}
    lines: list[str] = []
    for file in sorted(_FOLDER.glob("*.txt")):
        for line in file.read_text(encoding="utf-8").splitlines():
            if title := _TITLE.fullmatch(line):
                lines = []
                found[title[1]] = {"text": ("", lines)}
                code = title[1]
            elif part := _PART.fullmatch(line):
                lines = []
                found[code][part[1]] = (part[2] or "file", lines)
            else:
                lines.append(line)
    return {code: _explanation(parts) for code, parts in sorted(found.items())}


def _explanation(parts: Mapping[str, tuple[str, list[str]]]) -> Explanation:
    texts = {
        name: Example(sort, "\n".join(lines).strip("\n")) for name, (sort, lines) in parts.items()
    }
    return Explanation(texts["text"].text, texts["wrong"], texts.get("right"), texts["repair"].text)
