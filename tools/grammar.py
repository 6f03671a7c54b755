"""Write the parser's table, `grammar/effect.json`; with `--check` only say whether it is stale.

python tools/grammar.py [--check]
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from interpreter.lang.grammar import lark, table  # noqa: E402 - the path comes first


def main() -> int:
    """Return 1 if the table is stale and was only to be checked."""
    path = ROOT / "grammar" / "effect.json"
    new = table(lark())
    if path.exists() and path.read_text(encoding="utf-8") == new:
        return 0
    if "--check" in sys.argv:
        print("grammar/effect.json is stale, run tools/grammar.py")
        return 1
    path.write_text(new, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
