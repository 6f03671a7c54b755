"""Keep a save and a record of the present version of every shipped pack, as golden files.

Run it once, when a version of a pack is released; a file that is there is never written over.

    python tools/keep_saves.py
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from interpreter.content.load import load, shipped_packs
from interpreter.engine.game import Game
from interpreter.engine.record import read_record, recorded, with_answers
from interpreter.play.match import answer, seated

SAVES = Path(__file__).parent.parent / "tests" / "saves"
DECISIONS = 40


def main() -> None:
    """Write what is missing."""
    SAVES.mkdir(exist_ok=True)
    for name in shipped_packs():
        ruleset = load(name).ruleset
        assert ruleset is not None, f"{name} does not load"
        stem = f"{ruleset.pack.id}-{ruleset.pack.version}"
        players = max(2, ruleset.pack.least_players)
        game = Game(ruleset, players, "kept")
        bots, answers = seated(["busy"] * players, "kept"), []
        for _ in range(DECISIONS):
            if game.over:
                break
            answers.append(answer(game, bots))
            game.choose(answers[-1])
        lines = list(recorded(Game(ruleset, players, "kept"), iter(answers)))
        _, steps, _ = read_record("\n".join(lines))
        write(SAVES / f"{stem}.json", with_answers(game.save(), steps) + "\n")
        write(SAVES / f"{stem}.jsonl", "".join(f"{line}\n" for line in lines))


def write(file: Path, text: str) -> None:
    """Write a file unless it is there."""
    if file.exists():
        print(f"{file.name} is kept already")
    else:
        file.write_text(text, encoding="utf-8")
        print(f"{file.name} written")


if __name__ == "__main__":
    main()
