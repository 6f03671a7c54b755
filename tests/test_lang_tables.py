"""The tables of the language and of the engine name the same things."""

import re
from pathlib import Path
from typing import get_args

import pytest
from conftest import CASES, read_cases
from kit import PLAYABLE, files, finished, game, pack, value

from interpreter.engine.asks import ASKS
from interpreter.engine.link import _LINK
from interpreter.engine.steps import STEPS
from interpreter.lang import ir, ops
from interpreter.lang.functions import FUNCTIONS
from interpreter.lang.ir import Formal
from interpreter.lang.parse import parse_effect, parse_expression
from interpreter.lang.phrases import VERB_BUILDERS
from interpreter.lang.unparse import unparse_effect, unparse_expression
from interpreter.lang.verbs import VERBS

CODE = Path(__file__).parent.parent / "interpreter"


def inputs(topic):
    return "\n".join(
        c.input
        for path in sorted((CASES / "lang" / topic).glob("*.case"))
        for c in read_cases(path)
    )


def test_every_verb_has_a_builder_and_every_builder_a_verb():
    assert set(VERBS) == set(VERB_BUILDERS)


def test_every_operation_has_exactly_one_entry():
    special = {ops.Pay, ops.Gain}
    for op in get_args(ops.Op):
        if op is ops.Pay:
            assert op not in STEPS and op not in ASKS
        elif op is ops.Gain:
            assert op in STEPS and op not in ASKS
        else:
            assert (op in STEPS) != (op in ASKS), op.__name__
    assert set(STEPS) | set(ASKS) | special == set(get_args(ops.Op))


def test_every_kind_of_expression_can_be_linked():
    assert set(_LINK) == set(get_args(ir.Expr))


@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_every_function_has_a_case(name):
    assert re.search(rf"(?<![.\w]){name}\(", inputs("values")), (
        f"no case in lang/values uses {name}"
    )


@pytest.mark.parametrize("name", sorted(VERBS))
def test_every_verb_has_a_case(name):
    assert re.search(rf"^\s*{name}\b", inputs("programs"), re.M), (
        f"no case in lang/programs begins with {name}"
    )


def test_every_operation_has_a_case():
    outputs = "\n".join(
        c.sections.get("out", "")
        for path in sorted((CASES / "lang" / "programs").glob("*.case"))
        for c in read_cases(path)
    )
    missing = [op.__name__ for op in get_args(ops.Op) if f" {op.__name__}(" not in outputs]
    assert missing == []


@pytest.mark.parametrize("verb", sorted(VERBS))
def test_the_example_of_every_verb_compiles_and_runs(verb):
    given = "gain 5 wood, 5 iron; draw 2 from deck to my.hand"
    play = finished(game(f"{VERBS[verb].example}; set my.ready to true", given=given))
    assert play.over
    ended = verb in ("leave", "end_game_now")
    assert bool(value(play, "my.ready")) is (not ended or verb == "leave")


@pytest.mark.parametrize("verb", sorted(VERBS))
def test_the_example_of_every_verb_says_how_the_verb_is_written(verb):
    assert re.search(rf"\b{verb}\b", VERBS[verb].example)
    assert VERBS[verb].written.startswith(verb)
    assert VERBS[verb].does[0].islower() and not VERBS[verb].does.endswith(".")


# --- round trips over everything that is written in packs


def texts_of(rules):
    """Every effect text and every expression text of a ruleset."""
    effects = {p.program.text for p in rules.programs}
    expressions = {c.start.text for c in rules.counters.values()}
    for kind in rules.kinds.values():
        expressions |= {kind.start.text} if kind.start else set()
        for one in kind.items:
            expressions |= set(_formulas(one.values.values()))
    expressions |= {s.amount.text for s in rules.scores} | {t.text for t in rules.flow.ties}
    for panel in rules.panels:
        expressions |= {line.show.text for line in panel.lines}
        expressions |= {panel.each.text} if panel.each else set()
    for example in rules.examples:
        expressions |= {e.text for e in example.expect}
    return effects, expressions


def _formulas(values):
    for one in values:
        if isinstance(one, Formal):
            yield one.text
        elif isinstance(one, tuple):
            yield from _formulas(one)


@pytest.mark.parametrize("name", PLAYABLE)
def test_every_text_of_a_pack_printed_and_read_again_is_the_same(name):
    effects, expressions = texts_of(pack(name))
    assert effects and expressions
    for text in sorted(effects):
        block = parse_effect(text)
        printed = unparse_effect(block)
        assert parse_effect(printed) == block, printed
        assert unparse_effect(parse_effect(printed)) == printed
    for text in sorted(expressions):
        expression = parse_expression(text)
        printed = unparse_expression(expression)
        assert parse_expression(printed) == expression, printed


def test_the_toy_pack_has_no_text_that_is_never_read():
    assert all("placeholder" in text or path == "pack.yaml" for path, text in files("toy").items())
