"""Laws of overlays, over generated ones: nothing changes nothing, what is undone is gone."""

import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from kit import PLAYABLE, pack, where
from overlays import GAME, changes, head, loaded, put, told

from interpreter.content.load import load, shipped_packs
from interpreter.play.match import match

few = settings(
    max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)
NUMBERS = {
    "pearl.start": 3,
    "pearl.max": 9,
    "gull.cost.pearl": 1,
    "tern.cost.pearl": 2,
    "tern.copies": 2,
    "score_pearls.cap": 5,
    "reef.depth": 4,
    "tide_gift.order": 1,
}
EFFECTS = {
    "gull.reward": "gain 1 vp",
    "tide_gift.effect": "gain n pearl",
    "twice.effect": "may { gain 1 vp }; may { gain 1 vp; lose 1 pearl }",
}
LISTS = {"gull.levels": (1, 2, 3), "tern.levels": (2, 2)}


@st.composite
def edit(draw):
    """A target, a change of it, and the change that undoes it."""
    sort = draw(st.sampled_from(["number", "effect", "list", "key", "entry"]))
    n = draw(st.integers(1, 5))
    if sort == "number":
        path = draw(st.sampled_from(sorted(NUMBERS)))
        old = NUMBERS[path]
        how = draw(
            st.sampled_from(
                [
                    f"raise: {path}, by: {n}",
                    f"set: {path}, to: {old + n}",
                    f"times: {path}, by: {n}",
                ]
            )
        )
        return path, how, f"set: {path}, to: {old}"
    if sort == "effect":
        path = draw(st.sampled_from(sorted(EFFECTS)))
        old = EFFECTS[path]
        how = draw(
            st.sampled_from(
                [f"append: {path}, value: gain {n} pearl", f"set: {path}, to: gain {n} pearl"]
            )
        )
        return path, how, f"set: {path}, to: '{old}'"
    if sort == "list":
        path = draw(st.sampled_from(sorted(LISTS)))
        return path, f"append: {path}, value: {n + 10}", f"remove: {path}, value: {n + 10}"
    if sort == "key":
        path = draw(st.sampled_from(["pearl.supply", "gull.copies"]))
        return path, f"add: {path}, value: {n}", f"remove: {path}"
    return f"wind_{n}", "", f"remove: wind_{n}"


edits = st.lists(edit(), min_size=1, max_size=6, unique_by=lambda e: e[0])


def entry(path):
    return f"  - {{id: {path}, name: {{en: wind}}, source: placeholder}}\n"


def overlay(id_, found, **more):
    """An overlay of these edits."""
    text = head(id_, **more)
    lines = [how for _, how, _ in found if how]
    text += changes(*lines) if lines else ""
    new = [entry(path) for path, how, _ in found if not how]
    return text + ("counters:\n" + "".join(new) if new else "")


def result(packs, *names, **more):
    with tempfile.TemporaryDirectory() as root:
        found = loaded(root, packs, *names, **more)
        assert found.ruleset is not None, told(found.report, root)
        return found.ruleset


def fingerprint(packs, *names, **more):
    return result(packs, *names, **more).fingerprint


BASE = fingerprint({})


@pytest.mark.parametrize("name", [n for n in PLAYABLE if n in shipped_packs()])
def test_an_empty_overlay_changes_nothing(name, tmp_path):
    version = pack(name).pack.version
    put(tmp_path, {"empty": head("empty", changes=name, for_=f'"=={version}"')})
    before, after = pack(name), load(where(name), (str(tmp_path / "empty"),)).ruleset
    assert after.fingerprint == before.fingerprint
    assert after.programs == before.programs
    assert [p.id for p in after.overlays] == ["empty"]


@few
@given(edits)
def test_disjoint_overlays_commute(found):
    half = len(found) // 2
    one, other = found[:half], found[half:]
    # The order of use is by id, so the ids are exchanged to exchange the order.
    first = fingerprint({"a": overlay("a", one), "b": overlay("b", other)}, "a", "b")
    second = fingerprint({"a": overlay("a", other), "b": overlay("b", one)}, "a", "b")
    assert first == second
    assert first == fingerprint({"a": overlay("a", found)}, "a")


@few
@given(edits)
def test_what_is_applied_and_undone_is_the_base(found):
    undone = head("b", requires='[{pack: a, version: ">=1"}]') + changes(*(u for _, _, u in found))
    assert fingerprint({"a": overlay("a", found), "b": undone}, "b") == BASE


@few
@given(edits, st.randoms(use_true_random=False))
def test_neither_files_nor_the_order_of_discovery_change_the_content(found, chance):
    whole = fingerprint({"a": overlay("a", found), "b": head("b")}, "a", "b")
    packs = {"a": head("a"), "b": head("b")}
    names = [f"{n:02}" for n in range(len(found))]
    chance.shuffle(names)
    for name, one in zip(names, found, strict=True):
        packs[f"a/{name}.yaml"] = overlay("a", [one]).partition("\n")[2]
    assert fingerprint(packs, "b", "a") == whole


def story(ruleset, seed):
    """What is decided and how it ends."""
    played = match(ruleset, ("random",) * 3, seed, {})
    return played.decisions, played.rounds, played.result


UNUSED = """\
kinds:
  - {id: aardvark, name: {en: aardvark}, fields: {size: int}, start: burrow, source: placeholder}
zones:
  - {id: burrow, name: {en: burrow}, holds: [aardvark], order: stack, source: placeholder}
items:
  aardvark:
    - {id: old_aardvark, name: {en: old}, copies: 3, size: 2, source: placeholder}
actions:
  - {id: dig, name: {en: dig}, effect: "roll n from 1 to 6 { gain n vp }", source: placeholder}
"""


@pytest.mark.parametrize("seed", ["1", "2", "3", "4", "5"])
def test_a_pack_that_nothing_uses_changes_no_game(seed):
    before = result({})
    assert story(result({"a": head("a") + UNUSED}, "a"), seed) == story(before, seed)
    # One that only lies about is not even read.
    assert story(result({"a": "this is: no: pack"}), seed) == story(before, seed)


@pytest.mark.parametrize("name", [n for n in PLAYABLE if n in shipped_packs()])
def test_a_pack_that_nothing_uses_changes_no_game_of_a_shipped_pack(name, tmp_path):
    text = head("unused", changes=name, for_='">=0"') + UNUSED
    put(tmp_path, {"unused": text})
    before, after = pack(name), load(where(name), (str(tmp_path / "unused"),))
    assert after.ruleset is not None, told(after.report, tmp_path)
    players = ("random",) * before.pack.least_players
    one, other = (match(x, players, "7") for x in (before, after.ruleset))
    assert (one.decisions, one.rounds, one.result) == (other.decisions, other.rounds, other.result)


def test_the_game_of_these_tests_is_sound():
    with tempfile.TemporaryDirectory() as root:
        assert told(loaded(root, {}).report, root) == ""
    assert Path(root).name and "bird" in GAME
