"""Plays a pack of ours through the public API.

play_pack.py PACK PLAYERS python | native [OPTION=VALUE...]
"""

import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path

from pace import Chance, Play, Watch, serve

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from interpreter.content.load import load
from interpreter.content.options import read_options
from interpreter.content.ruleset import Ruleset
from interpreter.content.versions import ENGINE
from interpreter.engine.game import Game
from interpreter.engine.native.game import NativeGame
from interpreter.engine.table import table


def playing(ruleset: Ruleset, players: int, options: dict[str, int]) -> tuple[Play, Watch]:
    """Return what plays games of a ruleset, each with another seed."""
    seeds = count()

    def play(chance: Chance) -> int:
        game, decisions = Game(ruleset, players, next(seeds), options, undo=False), 0
        while (decision := game.decision) is not None:
            game.choose(int(chance() * decision.count))
            decisions += 1
        assert game.result is not None
        return decisions

    def watch(chance: Chance) -> Iterator[int]:
        game = Game(ruleset, players, next(seeds), options, undo=False)
        while (decision := game.decision) is not None:
            yield decision.count
            game.choose(int(chance() * decision.count))

    return play, watch


def playing_natively(native: type[NativeGame]) -> tuple[Play, Watch]:
    """Return what plays games on native code, each with another seed."""
    seeds = count()

    def play(chance: Chance) -> int:
        game, decisions = native(next(seeds)), 0
        while options := game.count:
            game.choose(int(chance() * options))
            decisions += 1
        assert game.result is not None
        return decisions

    def watch(chance: Chance) -> Iterator[int]:
        game = native(next(seeds))
        while options := game.count:
            yield options
            game.choose(int(chance() * options))

    return play, watch


def main() -> None:
    """Load the pack and play."""
    pack, players, way, *chosen = sys.argv[1:]
    loaded = load(pack)
    assert loaded.ruleset is not None, f"{pack} has errors: orloj validate {pack}"
    options = read_options(loaded.ruleset, dict(text.split("=", 1) for text in chosen))
    rules = (loaded.ruleset, int(players), options)
    plays = playing_natively(table(*rules).native) if way == "native" else playing(*rules)
    serve({"orloj": ENGINE}, *plays)


if __name__ == "__main__":
    main()
