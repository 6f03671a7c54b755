"""Translated programs do what the reference machine does, step by step."""

import kit
import pytest
from runners import compare

from interpreter.content.load import load


@pytest.mark.parametrize("name", kit.ALL_PACKS)
def test_both_runners_play_the_same_games(name):
    ruleset = load(kit.where(name)).ruleset
    assert compare(ruleset, 800) == 800


@pytest.mark.slow
@pytest.mark.parametrize("name", kit.ALL_PACKS)
def test_both_runners_play_the_same_games_at_length(name):
    ruleset = load(kit.where(name)).ruleset
    wanted = 100_000 // len(kit.ALL_PACKS)
    assert compare(ruleset, wanted, first=1_000) == wanted
