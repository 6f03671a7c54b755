"""Count what the claim "rules are data" rests on.

    python tools/counts.py

Prints the lines of Python that name a game (ids of packs and the names of the games), the lines of
YAML of each pack with and without its examples, and the share of placeholder values.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from interpreter.content.load import load, shipped_packs  # noqa: E402 - the path comes first


def main() -> int:
    """Print the counts; return 1 if Python names a game."""
    names = {n for p in shipped_packs() for n in (p, *load(p).ruleset.pack.name.values())}
    # The distribution itself is called like the first game.
    words = sorted(name for name in names if name != "orloj")
    pattern = re.compile("|".join(rf"\b{re.escape(w)}\b" for w in words), re.IGNORECASE)
    named = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in sorted((ROOT / "interpreter").rglob("*.py"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if pattern.search(line)
    ]
    print(f"lines of Python naming a game: {len(named)}", *named)
    for pack in shipped_packs():
        folder = ROOT / "content" / pack
        lines = {p: len(p.read_text(encoding="utf-8").splitlines()) for p in folder.rglob("*.yaml")}
        examples = sum(n for p, n in lines.items() if "examples" in p.parts)
        values, open_ones = _values(pack)
        print(
            f"{pack}: {sum(lines.values()) - examples} lines of YAML and {examples} of examples,"
            f" {open_ones} of {values} values are placeholders ({open_ones / values:.0%})"
        )
    return 1 if named else 0


def _values(pack: str) -> tuple[int, int]:
    sources = load(pack).ruleset.value_sources()
    return len(sources), sum(s.startswith("placeholder") for s in sources)


if __name__ == "__main__":
    sys.exit(main())
