"""Translated programs do what the reference machine does, step by step."""

import ast
from typing import get_args

import kit
import pytest
from runners import Pair, compare

from interpreter.content.load import load
from interpreter.engine.compiled import expressions, jumps, questions, statements
from interpreter.engine.table import table
from interpreter.lang import ir, ops

ATTRIBUTES = {
    "add", "append", "bottom", "cause", "could", "freed", "fromkeys", "fuel", "gain", "get",
    "index", "items", "log", "move", "note", "out_of_fuel", "pop", "put", "revealed", "shuffle",
    "spare", "too_deep", "tried", "tried_after", "writer",
}  # fmt: skip
BUILTINS = {
    "dict", "int", "len", "list", "max", "min", "range", "set", "sorted", "sum", "tuple",
}  # fmt: skip


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


@pytest.mark.parametrize("name", kit.ALL_PACKS)
def test_source_is_made_of_what_the_engine_knows(name):
    """Whatever a pack says, its programs become these few shapes; nothing is loaded."""
    made = _table(load(kit.where(name)).ruleset).compiled
    for number in range(len(made.table.codes)):
        if made.table.ruleset.programs[number].name.startswith("example."):
            continue
        for mode in ("play", "tell", "try", "ask"):
            for node in ast.walk(ast.parse(made.source(number, mode).source())):
                _is_harmless(node, made.names.globals)


def _is_harmless(node, known):
    assert not isinstance(node, ast.Import | ast.ImportFrom | ast.Lambda | ast.ClassDef)
    if isinstance(node, ast.Attribute):
        assert node.attr in ATTRIBUTES
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        # Values that were worked out, and `j`, which notes what a trial writes over.
        local = node.func.id == "j" or (node.func.id[0] == "t" and node.func.id[1:].isdigit())
        assert local or node.func.id in BUILTINS or node.func.id in known, node.func.id


def test_every_operation_and_expression_has_its_source():
    operations = set(statements.PLAIN) | set(jumps.JUMPS) | set(questions._ANSWERS) | {ops.Pay}
    assert operations == set(get_args(ops.Op))
    # `before(...)` is for examples, which run on the reference machine.
    assert set(expressions._EXPRESSIONS) == set(get_args(ir.Expr)) - {ir.Before}


def _table(ruleset):
    options = {o.id: o.default for o in ruleset.options.values()}
    return table(ruleset, ruleset.pack.least_players, options)


def test_texts_of_a_pack_are_only_quoted():
    play = kit.game("""choose "'); import os; ('" n from 1 to 2 { end_game "'); import os; ('" }""")
    made = play.table.compiled
    sources = [made.source(i, "tell").source() for i in range(len(made.table.codes))]
    texts = [
        node.value
        for source in sources
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    assert "'); import os; ('" in texts


def test_ids_of_a_pack_that_look_like_names_of_the_source_do_no_harm():
    """Putting a card onto `hill` and putting one into `hill_front` are two things."""
    zones = "zones: [{id: hill, name: {en: a}, holds: [card], source: placeholder}, "
    zones += "{id: hill_front, name: {en: b}, holds: [card], source: placeholder}]\n"
    play = kit.game(
        "draw 3 from deck to hill_front; move last(deck) onto hill; "
        "choose n from 1 to 2 { gain n vp }",
        more=zones,
    )
    Pair(play.table.ruleset, 2, "1", play.table.options).play(5)
