"""The races: which game of ours beside which of whom."""

from dataclasses import dataclass
from pathlib import Path

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


def ours(label: str, pack: str | Path, players: int, *options: str) -> Side:
    """Return a pack played through the public API."""
    return Side(label, "play_pack.py", (str(pack), str(players), *options))


def _openspiel(label: str, name: str) -> Side:
    return Side(label, "play_openspiel.py", (name,), "openspiel")


def _boardgameio(name: str) -> Side:
    return Side("boardgame.io", "play_boardgameio.js", (name,), "boardgameio")


def _by_hand(name: str) -> Side:
    return Side("by hand, Python", "play_handwritten.py", (name,))


_ORLOJ = ours("orloj, 4 players", "orloj", 4)
_PIG = ours("pig to 100", PACKS / "pig", 2, "goal=100")
_TICTACTOE = ours("tic-tac-toe", PACKS / "tic_tac_toe", 2)
# A game of OpenSpiel is one deal.
_KUHN = ours("kuhn poker, a deal", PACKS / "kuhn_poker", 2, "deals=1")
_TURN = ours("reduced turn, 4 players", PACKS / "clock_turn", 4)

ROWS = (
    Row(
        "catanatron_4p",
        _ORLOJ,
        Side("Catanatron, 4 players", "play_catanatron.py", (), "catanatron"),
    ),
    Row("boardgameio_pig", _PIG, _boardgameio("pig")),
    Row("boardgameio_tictactoe", _TICTACTOE, _boardgameio("tic_tac_toe")),
    Row("openspiel_pig", _PIG, _openspiel("OpenSpiel, C++", "pig")),
    Row("openspiel_written_pig", _PIG, _openspiel("OpenSpiel, Python", "written_pig")),
    Row("openspiel_tictactoe", _TICTACTOE, _openspiel("OpenSpiel, Python", "python_tic_tac_toe")),
    Row("openspiel_kuhn", _KUHN, _openspiel("OpenSpiel, Python", "python_kuhn_poker")),
    Row("openspiel_cpp_tictactoe", _TICTACTOE, _openspiel("OpenSpiel, C++", "tic_tac_toe")),
    Row("openspiel_cpp_kuhn", _KUHN, _openspiel("OpenSpiel, C++", "kuhn_poker")),
    Row("handwritten_pig", _PIG, _by_hand("pig")),
    Row("handwritten_tictactoe", _TICTACTOE, _by_hand("tic_tac_toe")),
    Row("handwritten_turn", _TURN, _by_hand("clock_turn")),
)
