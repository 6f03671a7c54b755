"""Builders for tests of overlays: packs written into a folder, then loaded like any other."""

import re
from pathlib import Path

from interpreter.content.load import load

GAME = """\
pack: {id: game, version: 1.2.0, engine: ">=0.1,<1", name: {en: Game}, players: {min: 2, max: 3}, languages: [en], renamed: {shell: pearl, gull.price: gull.cost}, removed: {crab: "1.1.0: never used"}}
options:
  - {id: storm, name: {en: storm}, type: flag, default: false, source: placeholder}
resources:
  - {id: pearl, name: {en: pearl}, start: 3, max: 9, tags: [fine], source: placeholder}
  - {id: vp, name: {en: points}, source: placeholder}
events:
  - {id: tide, params: {n: int}, source: placeholder}
triggers:
  - {id: tide_gift, on: tide, effect: gain n pearl, order: 1, source: placeholder}
kinds:
  - {id: bird, name: {en: bird}, fields: {cost: cost, reward: effect, levels: list of int, calls: list of effect}, start: deck, source: placeholder}
  - {id: reef, name: {en: reef}, fields: {depth: int}, source: placeholder}
items:
  bird:
    - {id: gull, name: {en: gull}, cost: {pearl: 1}, reward: gain 1 vp, levels: [1, 2, 3], calls: [gain 1 vp, gain 2 vp], source: placeholder}
    - {id: tern, name: {en: tern}, copies: 2, cost: {pearl: 2}, reward: "gain 2 vp; gain 1 pearl", levels: [2, 2], calls: [], source: placeholder}
  reef:
    - {id: reef, name: {en: reef}, depth: 4, source: placeholder}
zones:
  - {id: deck, name: {en: deck}, holds: [bird], order: stack, visible: none, source: placeholder}
  - {id: hand, name: {en: hand}, per: [player], holds: [bird], source: placeholder}
actions:
  - id: rest
    name: {en: rest}
    effect: |
      if my.pearl > 5 {
        gain 1 vp
        lose 1 pearl
      } else {
        gain 1 pearl
      }
    source: placeholder
  - {id: twice, name: {en: twice}, effect: "may { gain 1 vp }; may { gain 1 vp; lose 1 pearl }", source: placeholder}
  - {id: play, name: {en: play}, effect: "choose b in my.hand { pay b.cost; do b.reward; move b to deck }", source: placeholder}
scores:
  - {id: score_pearls, name: {en: pearls}, amount: my.pearl, cap: 5, source: placeholder}
panels:
  - {id: own, name: {en: own}, for: player, lines: [{name: {en: pearls}, show: my.pearl}, {name: {en: points}, show: my.vp}], source: placeholder}
texts:
  - {en: Rest, de: Rasten}
flow:
  setup: |
    shuffle deck
    for each p in players { draw 1 from deck to p.hand }
  round: |
    for each p in players { turn p { choose { "Play" when count(my.hand) > 0 -> play | "Rest" -> rest } } }
    if round >= 4 { end_game "four rounds" }
  score: vp
  source: placeholder
examples:
  - {id: rest_gives_a_pearl, do: rest, expect: [my.pearl is 4], source: placeholder}
"""  # noqa: E501
GAME = GAME.replace("my.vp}], source: placeholder}", "my.vp}]}")


def head(id_, **more):
    """The section `pack` of an overlay; `more` are keys as YAML."""
    more = {k.rstrip("_"): v for k, v in more.items()}
    given = {
        "changes": "game",
        "for": '">=1,<2"',
        "version": "1.0.0",
        "engine": '">=0.1,<1"',
        **more,
    }
    keys = ", ".join(f"{k}: {v}" for k, v in given.items())
    return f"pack: {{id: {id_}, name: {{en: {id_}}}, {keys}}}\n"


def change(text):
    """A line of the section `changes`, with a source."""
    return f"  - {{{text}, source: placeholder}}\n"


def changes(*texts):
    """A section `changes`."""
    return "changes:\n" + "".join(change(t) for t in texts)


def put(root, packs):
    """Write packs: texts by id, or by `id/file`."""
    for name, text in packs.items():
        path = Path(root, name if name.endswith(".yaml") else f"{name}/pack.yaml")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return Path(root)


def loaded(root, packs, *overlays, game="game", **more):
    """Load the game with overlays, all written into a folder."""
    put(root, {"game": GAME, **packs})
    return load(str(Path(root, game)), tuple(str(Path(root, o)) for o in overlays), **more)


def told(report, root):
    """Findings as text: code, place within the folder, message, help, and the places of notes."""
    lines = []

    def at(span):
        return (
            f"{span.source.path}:{span.line}:{span.column}".replace(f"{root}/", "") if span else "-"
        )

    for d in report.diagnostics:
        if d.code.id[0] == "W" and not d.code.id.startswith("W33"):
            continue  # what is said about any pack has its own tests
        line = f"{d.code.id} {at(d.span)} {d.message}" + (f"; {d.help}" if d.help else "")
        lines.append(line.replace(f"{root}/", ""))
        lines += [f"  {at(note.span)} {note.message}".replace(f"{root}/", "") for note in d.notes]
    return "\n".join(lines)


def split(text):
    """The packs of a case: `## NAME` begins a file."""
    parts = re.split(r"(?m)^## (\S+)\n", text)
    return dict(zip(parts[1::2], parts[2::2], strict=True))
