"""The races: which game of ours beside which of whom."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
PACKS = ROOT / "tests" / "packs"


@dataclass(frozen=True, slots=True)
class Side:
    """A script and its arguments; `peer` names the environment, None is that of the project."""

    label: str
    script: str
    arguments: tuple[str, ...]
    peer: str | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """One race; the ratio is ours over theirs in decisions a second."""

    name: str
    ours: Side
    theirs: Side


def ours(label: str, pack: str | Path, players: int, *options: str, way: str = "python") -> Side:
    """Return a pack played through the public API: `way` is `python` or `native`."""
    return Side(f"{label}, {way}", "play_pack.py", (str(pack), str(players), way, *options))


def _openspiel(label: str, name: str) -> Side:
    return Side(label, "play_openspiel.py", (name,), "openspiel")


def _boardgameio(name: str) -> Side:
    return Side("boardgame.io", "play_boardgameio.js", (name,), "boardgameio")


def _by_hand(name: str) -> Side:
    return Side("by hand, Python", "play_handwritten.py", (name,))


_ORLOJ = ("orloj, 4 players", "orloj", 4)
_PIG = ("pig to 100", PACKS / "pig", 2, "goal=100")
_TICTACTOE = ("tic-tac-toe", PACKS / "tic_tac_toe", 2)
# A game of OpenSpiel is one deal.
_KUHN = ("kuhn poker, a deal", PACKS / "kuhn_poker", 2, "deals=1")
_TURN = ("reduced turn, 4 players", PACKS / "clock_turn", 4)

_RACES: tuple[tuple[str, Any, Side], ...] = (
    (
        "catanatron_4p",
        _ORLOJ,
        Side("Catanatron, 4 players", "play_catanatron.py", (), "catanatron"),
    ),
    ("boardgameio_pig", _PIG, _boardgameio("pig")),
    ("boardgameio_tictactoe", _TICTACTOE, _boardgameio("tic_tac_toe")),
    ("openspiel_pig", _PIG, _openspiel("OpenSpiel, C++", "pig")),
    ("openspiel_written_pig", _PIG, _openspiel("OpenSpiel, Python", "written_pig")),
    ("openspiel_tictactoe", _TICTACTOE, _openspiel("OpenSpiel, Python", "python_tic_tac_toe")),
    ("openspiel_kuhn", _KUHN, _openspiel("OpenSpiel, Python", "python_kuhn_poker")),
    ("openspiel_cpp_tictactoe", _TICTACTOE, _openspiel("OpenSpiel, C++", "tic_tac_toe")),
    ("openspiel_cpp_kuhn", _KUHN, _openspiel("OpenSpiel, C++", "kuhn_poker")),
    ("handwritten_pig", _PIG, _by_hand("pig")),
    ("handwritten_tictactoe", _TICTACTOE, _by_hand("tic_tac_toe")),
    ("handwritten_turn", _TURN, _by_hand("clock_turn")),
)

ROWS = tuple(
    Row(f"{name}{suffix}", ours(*pack, way=way), theirs)
    for name, pack, theirs in _RACES
    for way, suffix in (("native", ""), ("python", "_python"))
)
"""Each race twice: ours on native code, and, under `..._python`, as it plays without a compiler."""
