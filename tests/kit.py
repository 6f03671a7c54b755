"""Builders for tests: packs of files and pieces of text, games on them, values in their words."""

import json
from functools import lru_cache
from pathlib import Path

from interpreter.content.build import build
from interpreter.content.declare import Declarations
from interpreter.content.entries import gather
from interpreter.content.load import shipped_packs
from interpreter.content.schema import validate
from interpreter.content.tree import read_tree
from interpreter.diagnostics import Report
from interpreter.engine.game import Game
from interpreter.lang.lower import lower_expression
from interpreter.lang.types import item, set_of
from interpreter.resources import data_dir
from interpreter.source import Source

PACKS = Path(__file__).parent / "packs"
TEST_PACKS = tuple(sorted(p.name for p in PACKS.iterdir() if p.is_dir()))
ALL_PACKS = (*shipped_packs(), *TEST_PACKS)
_SYMBOLS = {}


def folder(name):
    """The folder of a test pack or shipped pack."""
    return PACKS / name if name in TEST_PACKS else data_dir("content") / name


def where(name):
    """What `load` wants to hear for a test pack or shipped pack."""
    return str(PACKS / name) if name in TEST_PACKS else name


def files(name):
    """The texts of a pack by file name."""
    root = folder(name)
    paths = sorted(root.rglob("*.yaml"))
    return {str(p.relative_to(root)): p.read_text(encoding="utf-8") for p in paths}


def written(report):
    """Findings, one a line: code, place, message, help."""
    lines = []
    for d in report.diagnostics:
        place = f" {d.span.line}:{d.span.column}" if d.span else ""
        lines.append(f"{d.code.id}{place} {d.message}" + (f"; {d.help}" if d.help else ""))
    return "\n".join(lines)


def trees(texts, report):
    """The trees of some texts by file name, each checked by the schemas."""
    found = []
    for path, text in texts.items():
        tree = read_tree(Source.of(path, text), report)
        assert tree is not None, written(report)
        validate(tree, report)
        found.append(tree)
    return tuple(found)


def built(texts):
    """The ruleset of some texts by file name; they must be without findings."""
    report = Report()
    read = trees(texts, report)
    assert report.ok, written(report)
    result = build(read, report, "test")
    assert result is not None and report.ok, written(report)
    ruleset = result.ruleset
    _SYMBOLS[ruleset.fingerprint] = Declarations(gather(read), Report()).symbols()
    return ruleset


@lru_cache(maxsize=64)
def pack(name):
    """The ruleset of a test pack or shipped pack, as it is."""
    return built(files(name))


def _plays(name):
    try:
        return bool(pack(name))
    except AssertionError:
        return False


PLAYABLE = tuple(name for name in ALL_PACKS if _plays(name))
"""Packs that load; one that does not fails in `test_packs.py` and is left out everywhere else."""
TABLES = tuple(
    (name, players)
    for name in PLAYABLE
    for players in range(pack(name).pack.least_players, pack(name).pack.most_players + 1)
)
"""Every pack with every number of players."""


@lru_cache(maxsize=512)
def changed(name, more="", **flow):
    """The ruleset of a test pack with parts of its flow replaced and more sections added."""
    texts = files(name)
    head = next(path for path, text in texts.items() if "\nflow:" in "\n" + text)
    before, _, rest = ("\n" + texts[head]).partition("\nflow:")
    body = rest.splitlines()
    after = next((i for i, line in enumerate(body) if line[:1].strip()), len(body))
    texts[head] = before + "\n" + "\n".join(body[after:]) + "\n"
    whole = {
        "setup": "",
        "round": 'end_game "over"',
        "score": "vp",
        "source": "placeholder",
        **flow,
    }
    for key in ("setup", "round", "finish"):
        if key in whole:
            whole[key] = whole[key] or "set heat to 0"
    whole = {k: list(v) if isinstance(v, tuple) else v for k, v in whole.items()}
    texts["_flow.yaml"] = json.dumps({"flow": whole})
    if more:
        texts["_more.yaml"] = more
    return built(texts)


def game(effect, *, given="", players=2, seed=1, options=None, more="", listen=False, **flow):
    """A toy game in which `effect` is carried out once, in the turn of the first player.

    `given` is run before, and afterwards the game ends. The effect is an action of its own, so
    that a part of it may well be impossible.
    """
    actions = (
        f"actions:\n "
        f" - {{id: tried, name: {{en: tried}}, effect: {json.dumps(effect)}, "
        f"source: placeholder}}\n"
    )
    if more.startswith("actions:\n"):
        actions, more = actions + more.removeprefix("actions:\n"), ""
    steps = {
        "setup": f"as player(1) {{ {given} }}" if given else "",
        "round": 'turn player(1) { tried }; end_game "over"',
        **flow,
    }
    rules = changed("toy", actions + more, **steps)
    return Game(rules, players, seed, options, listen=listen)


# --- reading and playing


def symbols(ruleset):
    """The names of a ruleset made here."""
    return _SYMBOLS[ruleset.fingerprint]


def value(game, text, me=0):
    """What an expression comes to, for a seat from 0; sets as tuples of numbers."""
    formal, _, problems = lower_expression(text, symbols(game.table.ruleset), None)
    assert formal is not None, problems
    return game.table.linker.formal(formal)(game.cells, me, -1)


def names(game, text, me=0):
    """The keys of the components in a set."""
    wanted = set_of(item())
    formal, _, problems = lower_expression(text, symbols(game.table.ruleset), wanted)
    assert formal is not None, problems
    found = game.table.linker.formal(formal)(game.cells, me, -1)
    return [game.table.layout.components[c].key for c in found]


def keys(game):
    """The keys of the open question's options; nothing when the game is over."""
    return [] if game.decision is None else [o.key for o in game.decision.options]


def main(game):
    """The keys of the open question's own options, without additional actions."""
    return [o.key for o in (game.decision.options if game.decision else ()) if o.sort != "action"]


def choose(game, *wanted):
    """Answer questions by the keys of their options."""
    for key in wanted:
        assert key in keys(game), f"{key} is not among {keys(game)}"
        game.choose(keys(game).index(key))
    return game


def finished(game, pick=0):
    """Play on with the same answer to everything until the game is over."""
    for _ in range(10_000):
        if game.over:
            return game
        game.choose(min(pick, game.decision.count - 1))
    raise AssertionError("the game does not end")
