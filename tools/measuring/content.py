"""Packs with content nobody uses, to see what a decision costs beside it."""

import shutil
from dataclasses import dataclass
from pathlib import Path

from interpreter.content.load import load
from interpreter.engine.game import Game
from interpreter.resources import data_dir
from measuring.rows import PACKS, Row, ours

PLAYERS = 4
A_FILE = 1_000
"""Most idle components in one file; the loader wants large files split."""
HEAD = """
kinds:
  - {id: idle_part, name: {en: Idle part}, fields: {price: cost, reward: effect, worth: amount, rank: int}, start: idle_box, source: placeholder}
zones:
  - {id: idle_box, name: {en: Box of idle parts}, holds: [idle_part], visible: none, source: placeholder}
"""  # noqa: E501 - entries stand on lines of their own


def item(number: int, resource: str) -> str:
    """Return one component with a cost, an effect and an amount of its own."""
    return (
        f"    - {{id: idle_{number}, name: {{en: Idle part {number}}}, "
        f"price: {{{resource}: {number % 5}}}, "
        f'reward: "gain {number % 7 + 1} {resource}; if my.{resource} > {number} {{ lose 1 {resource} }}", '  # noqa: E501
        f'worth: "my.{resource} + {number}", rank: {number % 9}, source: placeholder}}\n'
    )


def components(pack: str) -> int:
    """Return how many components a game of this pack has."""
    ruleset = load(pack).ruleset
    assert ruleset is not None
    return len(Game(ruleset, PLAYERS).table.layout.components)


def grown(source: Path, folder: Path, total: int) -> Path:
    """Return a copy of a pack, in this folder, with idle components up to this total."""
    target = folder / f"{source.name}_{total}"
    if target.exists():
        return target
    shutil.copytree(source, target)
    more = total - components(str(source))
    (target / "idle.yaml").write_text(HEAD, encoding="utf-8")
    for part in range(0, more, A_FILE):
        rows = "".join(item(number, "vp") for number in range(part, min(more, part + A_FILE)))
        text = f"items:\n  idle_part:\n{rows}"
        (target / f"idle_{part}.yaml").write_text(text, encoding="utf-8")
    return target


@dataclass(frozen=True, slots=True)
class Growth:
    """A race of a pack against itself with more content."""

    name: str
    pack: Path
    few: int | None
    """Components of the one side, None for the pack as it is; the other has ten times as many."""
    way: str = "python"

    def row(self, folder: Path) -> Row:
        """Return the race, its packs made in this folder."""
        few = self.few or components(str(self.pack))
        small = self.pack if self.few is None else grown(self.pack, folder, few)
        large = grown(self.pack, folder, 10 * few)
        label = self.pack.name.replace("_", " ")
        return Row(
            self.name,
            ours(f"{label}, {10 * few:,} components", large, PLAYERS, way=self.way),
            ours(f"{few:,} components", small, PLAYERS, way=self.way),
        )


GROWTHS = (
    Growth("content_orloj", data_dir("content") / "orloj", None, "native"),
    Growth("content_orloj_python", data_dir("content") / "orloj", None),
    Growth("content_1000", PACKS / "clock_turn", 100),
    Growth("content_10000", PACKS / "clock_turn", 1_000),
)
