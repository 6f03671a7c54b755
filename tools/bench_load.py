# ruff: noqa: E501 - packs stand on lines of their own
"""How long packs take to validate, cold: all shipped ones, and one of 10,000 items.

    python tools/bench_load.py

Each is a process of its own, started from nothing. `work` is the time of the processor, which
other programs on the machine disturb less than the time on the clock.
"""

import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ITEMS = 10_000
HEAD = """
pack: {id: large, version: 1.0.0, engine: ">=0.1,<1", name: {en: Large}, players: {min: 2, max: 4}, languages: [en]}
resources:
  - {id: vp, name: {en: points}, source: placeholder}
  - {id: wood, name: {en: wood}, source: placeholder}
kinds:
  - {id: card, name: {en: card}, fields: {price: cost, reward: effect, worth: amount, rank: int}, start: deck, source: placeholder}
zones:
  - {id: deck, name: {en: deck}, holds: [card], order: stack, visible: none, source: placeholder}
  - {id: hand, name: {en: hand}, per: [player], holds: [card], source: placeholder}
flow:
  setup: shuffle deck
  round: |
    for each p in players { turn p { draw 1 from deck to my.hand; choose c in my.hand { pay c.price; do c.reward } } }
    if round >= 9 { end_game "over" }
  score: vp
  source: placeholder
scores:
  - {id: score_cards, name: {en: cards}, amount: sum(c.worth for c in my.hand), source: placeholder}
"""


def item(number: int) -> str:
    """Return one card; no two have the same effect."""
    return (
        f"    - {{id: card_{number}, name: {{en: Card {number}}}, price: {{wood: {number % 5}}}, "
        f'reward: "gain {number % 7 + 1} vp; if count(my.hand) > {number % 3} {{ gain {number} wood }}", '
        f'worth: "my.wood + {number}", rank: {number % 9}, source: placeholder}}\n'
    )


def large(folder: Path) -> None:
    """Write a pack of very many items."""
    (folder / "pack.yaml").write_text(HEAD, encoding="utf-8")
    for part in range(0, ITEMS, 1_000):
        rows = "".join(item(n) for n in range(part, part + 1_000))
        text = f"items:\n  card:\n{rows}"
        (folder / f"cards_{part}.yaml").write_text(text, encoding="utf-8")


def timed(*packs: str) -> tuple[float, float, int]:
    """Return seconds on the clock and of work, and megabytes, of validating packs."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    begin = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "interpreter", "validate", *packs], capture_output=True, check=False
    )
    if done.returncode:
        print(done.stdout.decode()[-600:])
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.perf_counter() - begin, usage.ru_utime - before, usage.ru_maxrss >> 10


def main() -> int:
    """Print the figures."""
    clock, work, memory = min(timed() for _ in range(3))
    print(
        f"all shipped packs: {clock:.2f} s, work {work:.2f} s, {memory} MB (best of 3; bar 2.5 s)"
    )
    with tempfile.TemporaryDirectory() as folder:
        large(Path(folder))
        clock, work, memory = timed(folder)
    print(f"{ITEMS:,} items: {clock:.2f} s, work {work:.2f} s, {memory} MB (bars 15 s, 500 MB)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
