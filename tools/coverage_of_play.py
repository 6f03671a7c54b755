"""What of a pack occurs in games of bots or in its examples, and what never does.

    python tools/coverage_of_play.py PACK [--games N]

Every action, and every effect of a card, tile, space or reward, is a program: it occurs if it ran.
A component without an effect, which lies somewhere from the start, occurs if it was moved,
shuffled in the open, or something about it changed, or if an example names it. What never occurred
is listed.
"""

import argparse
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from interpreter.content.load import load  # noqa: E402 - the path comes first
from interpreter.content.ruleset import Ruleset  # noqa: E402
from interpreter.engine.layout import Layout  # noqa: E402
from interpreter.engine.machine import Machine  # noqa: E402
from interpreter.engine.writing import Writer  # noqa: E402
from interpreter.play.bots import BOTS  # noqa: E402
from interpreter.play.examples import run_examples  # noqa: E402
from interpreter.play.match import match  # noqa: E402

RAN: set[int] = set()
TOUCHED: set[str] = set()


def listen() -> None:
    """Keep the programs that run and the items that move or change, outside of trials."""
    init, call = Machine.__init__, Machine.call
    move, put, shuffle = Writer.move, Writer.put, Writer.shuffle

    def linked(machine: Machine, *rest: object) -> None:
        init(machine, *rest)
        machine.writer.machine = machine

    def called(machine: Machine, program: int, *rest: object) -> None:
        if not machine._trying:
            RAN.add(program)
        call(machine, program, *rest)

    def moved(writer: Writer, cells: list, component: int, *rest: object) -> None:
        move(writer, cells, component, *rest)
        if not writer.machine._trying:
            TOUCHED.add(writer.layout.components[component].item.id)

    def changed(writer: Writer, cells: list, family: str, cell: int, value: int) -> None:
        put(writer, cells, family, cell, value)
        if not writer.machine._trying:
            layout = writer.layout
            TOUCHED.update(layout.components[c].item.id for c in indices(layout, family, cell))

    def shuffled(writer: Writer, cells: list, zone: int, family: str) -> None:
        shuffle(writer, cells, zone, family)
        if writer.layout.blocks[family].visible == "all" and not writer.machine._trying:
            TOUCHED.update(writer.layout.components[c].item.id for c in cells[zone])

    Machine.__init__, Machine.call = linked, called
    Writer.move, Writer.put, Writer.shuffle = moved, changed, shuffled


def indices(layout: Layout, family: str, cell: int) -> list[int]:
    """Return the components among the indices that lead to a cell."""
    block, found = layout.blocks[family], []
    offset = cell - block.base
    for size, table in zip(reversed(block.sizes), reversed(block.tables), strict=True):
        offset, index = divmod(offset, size)
        found += [c for c, i in (table or {}).items() if i == index]
    return found


def play(ruleset: Ruleset, games: int) -> None:
    """Let each bot play some games at each number of players."""
    for players in range(ruleset.pack.least_players, ruleset.pack.most_players + 1):
        for bot in BOTS:
            for game in range(games):
                match(ruleset, [bot] * players, f"coverage/{game}")


def main() -> int:
    """Return 1 if something never occurs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pack")
    parser.add_argument("--games", type=int, default=20, help="for each player count and bot")
    wanted = parser.parse_args()
    loaded = load(wanted.pack)
    ruleset = loaded.ruleset
    named = set(re.findall("[a-z][a-z0-9_]*", str([e.data for e in loaded.entries["examples"]])))
    listen()
    play(ruleset, wanted.games)
    in_games = len(RAN)
    failed = [result.id for result in run_examples(ruleset) if not result.ok]
    effects = {
        i
        for i, p in enumerate(ruleset.programs)
        if p.program.ops and not p.name.startswith("example.")
    }
    idle = sorted(ruleset.programs[i].name for i in effects - RAN)
    able = {ruleset.programs[i].name.split(".")[1] for i in effects}
    kinds = [kind for kind in ruleset.kinds.values() if kind.start is not None]
    lying = {item.id for kind in kinds for item in kind.items if item.copies} - able
    seen = lying & (TOUCHED | named)
    print(f"{wanted.pack}: {len(effects)} effects, {in_games} programs ran in games")
    print(f"  {len(effects & RAN)} effects ran in games or examples, {len(idle)} never")
    print(f"  {len(seen)} components without effects occur, {len(lying - seen)} never")
    print(f"  examples failing: {len(failed)}")
    never = idle + sorted(lying - seen)
    for name in never:
        print(f"  never: {name}")
    return 1 if never else 0


if __name__ == "__main__":
    sys.exit(main())
