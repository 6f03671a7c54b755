"""The same content and seed give the same game, in every process and however it is filed."""

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from kit import PACKS, PLAYABLE, TEST_PACKS, built, files, pack, where

from interpreter.content.load import load
from interpreter.content.tree import read_tree
from interpreter.diagnostics import Report
from interpreter.play.match import match
from interpreter.source import Source

ROOT = Path(__file__).resolve().parent.parent
SCRIPT = """
import json, sys
from interpreter.content.load import load
from interpreter.play.match import match
found = {}
for name in sys.argv[1:]:
    rules = load(name).ruleset
    played = [match(rules, ["random"] * 2, "a")]
    found[name] = [rules.fingerprint, [p.hash for p in played], [p.decisions for p in played]]
print(json.dumps(found))
"""


def in_another_process(hash_seed, names):
    """Another process that finds content fingerprints and final states of games."""
    command = [sys.executable, "-c", SCRIPT, *map(where, names)]
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)


def test_the_same_seed_gives_the_same_games_in_every_process():
    shipped = [n for n in PLAYABLE if n not in TEST_PACKS]
    largest = max(shipped, key=lambda n: len(pack(n).programs))
    two = [n for n in (largest, *TEST_PACKS) if n in PLAYABLE]
    running = [in_another_process(seed, two) for seed in ("0", "1", "4242")]
    outputs = [process.communicate()[0] for process in running]
    assert [process.returncode for process in running] == [0, 0, 0]
    one, other, third = map(json.loads, outputs)
    assert one == other == third
    assert len(one) == len(two)


def test_different_seeds_give_different_games():
    assert len({match(pack("market"), ["random"] * 2, s).hash for s in "abcdefgh"}) == 8


def sections(texts):
    """The sections of some files, as plain data."""
    for path, text in texts.items():
        tree = read_tree(Source.of(path, text), Report())
        assert tree is not None
        yield from tree.data.items()


def merged(texts):
    """Everything in one file, written as JSON."""
    whole = {}
    for key, value in sections(texts):
        if isinstance(value, list):
            whole.setdefault(key, []).extend(value)
        elif key == "items":
            for kind, entries in value.items():
                whole.setdefault(key, {}).setdefault(kind, []).extend(entries)
        else:
            whole[key] = value
    return {"everything.yaml": json.dumps(whole)}


def renamed(texts):
    """The same files under other names; items of one kind keep their order."""
    return {f"deep/er/{i:03}_{len(texts) - i}.yaml": text for i, text in enumerate(texts.values())}


def apart(texts):
    """A file for each section, in another order of sections, with keys of mappings turned round."""
    found = {}
    for number, (key, value) in enumerate(sections(texts)):
        found[f"{number:03}.yaml"] = json.dumps({key: _turned(value, key == "items")})
    return found


def _turned(value, is_items=False):
    """The same data with the keys of its mappings turned round; parameters are ordered and stay."""
    if isinstance(value, dict):
        order = value.items() if is_items else reversed(value.items())
        return {k: v if k in ("params",) else _turned(v) for k, v in order}
    if isinstance(value, list):
        return [_turned(v) for v in value]
    return value


@pytest.mark.parametrize(
    ("name", "change"),
    [(n, c) for n in PLAYABLE for c in (merged, renamed, apart) if n in TEST_PACKS or c is apart],
)
def test_it_does_not_matter_how_a_pack_is_divided_into_files(name, change):
    texts = files(name)
    before, after = built(texts), built(change(texts))
    assert after.fingerprint == before.fingerprint
    players = before.pack.least_players
    assert (
        match(after, ["random"] * players, "1").hash
        == match(before, ["random"] * players, "1").hash
    )


@pytest.mark.parametrize("name", TEST_PACKS)
def test_the_order_in_which_entries_are_written_does_not_matter(name):
    texts = merged(files(name))
    whole = json.loads(texts["everything.yaml"])
    turned = {k: v[::-1] if isinstance(v, list) else v for k, v in reversed(whole.items())}
    after = built({"turned.yaml": json.dumps(turned)})
    assert after.fingerprint == pack(name).fingerprint
    assert match(after, ["busy"] * 2, "1").hash == match(pack(name), ["busy"] * 2, "1").hash


def test_a_changed_value_is_other_content():
    texts = files("toy")
    other = {k: t.replace("copies: 7", "copies: 6") for k, t in texts.items()}
    assert other != texts
    assert built(other).fingerprint != pack("toy").fingerprint


def test_loading_by_name_and_by_path_gives_the_same_content():
    assert load(str(PACKS / "toy")).ruleset.fingerprint == pack("toy").fingerprint


def test_games_in_several_threads_do_not_disturb_each_other():
    ruleset = pack("market")
    seeds = [str(seed) for seed in range(12)]
    alone = [match(ruleset, ["random"] * 3, seed) for seed in seeds]
    with ThreadPoolExecutor(4) as threads:
        together = list(threads.map(lambda seed: match(ruleset, ["random"] * 3, seed), seeds))
    assert together == alone
