"""Write the generated parts of the manuals; with `--check` only say whether they are stale.

python tools/docs.py [--check]
"""

import re
import sys
from pathlib import Path

from interpreter.lang.verbs import VERBS

ROOT = Path(__file__).parent.parent


def verbs() -> str:
    """Return the table of kernel verbs."""
    rows = [
        f"| `{verb.written.replace('|', chr(92) + '|')}` | {verb.does} |" for verb in VERBS.values()
    ]
    return "\n".join(["| written | does |", "|---|---|", *rows])


PARTS = {("grammar/README.md", "verbs"): verbs}


def main() -> int:
    """Return 1 if something is stale and was only to be checked."""
    stale = []
    for (name, part), make in PARTS.items():
        path = ROOT / name
        old = path.read_text(encoding="utf-8")
        pattern = re.compile(rf"(<!-- {part}: .*? -->\n).*?(<!-- end -->)", re.DOTALL)
        new = pattern.sub(lambda m, make=make: f"{m[1]}{make()}\n{m[2]}", old)
        if new != old:
            stale.append(name)
            if "--check" not in sys.argv:
                path.write_text(new, encoding="utf-8")
    if "--check" in sys.argv and stale:
        print(f"stale, run tools/docs.py: {', '.join(stale)}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
