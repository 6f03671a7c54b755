"""The effect language by cases: texts to nodes and programs, expressions to values, mistakes."""

import re
from dataclasses import MISSING, fields, is_dataclass

import pytest
from kit import built, files, game, names, symbols

from interpreter.codes import fill, fill_help
from interpreter.lang import ir, ops
from interpreter.lang.lower import lower_effect, lower_expression
from interpreter.lang.mistake_table import MISTAKES
from interpreter.lang.mistakes import _expected as expected
from interpreter.lang.parse import parse_effect, parse_expression
from interpreter.lang.problems import Invalid
from interpreter.lang.table import table
from interpreter.lang.types import Type, item
from interpreter.lang.unparse import unparse_effect
from interpreter.source import Source

SHORT = ("at", "name_at", "verb_at")


def compact(value):
    """A node, operation or expression in one line: fields that say nothing are left out."""
    if isinstance(value, Type):
        return str(value).replace("`", "")
    if is_dataclass(value):
        parts = []
        for f in fields(value):
            shown = getattr(value, f.name)
            if f.name in SHORT or (f.default is not MISSING and shown == f.default):
                continue
            named = f.default is not MISSING
            parts.append((f"{f.name}=" if named else "") + compact(shown))
        return f"{type(value).__name__}({', '.join(parts)})"
    if isinstance(value, tuple):
        return "[" + ", ".join(map(compact, value)) + "]"
    return repr(value) if isinstance(value, str) else str(value)


def toy():
    """The names of the toy pack."""
    return symbols(built(files("toy")))


def problem(text, found):
    line, column = Source.of("", text).position(found.at[0])
    end = found.at[1] - found.at[0]
    values = dict(found.values)
    help_ = fill_help(found.code.help, values)
    message = fill(found.code.message, values)
    return f"{found.code.id} {line}:{column}+{end} {message}" + (f"; {help_}" if help_ else "")


def statements(text):
    try:
        return parse_effect(text).statements
    except Invalid as invalid:
        return [problem(text, invalid.problem)]


@pytest.mark.cases("lang/nodes")
def test_a_text_becomes_nodes(case):
    case.check(
        out="\n".join(x if isinstance(x, str) else compact(x) for x in statements(case.input))
    )


@pytest.mark.cases("lang/nodes")
def test_nodes_printed_and_read_again_are_the_same(case):
    block = parse_effect(case.input)
    assert parse_effect(unparse_effect(block)) == block


@pytest.mark.cases("lang/programs")
def test_a_text_becomes_a_program(case):
    program, problems = lower_effect(case.input, toy())
    assert not problems
    lines = [f"{number:2} {compact(op)}" for number, op in enumerate(program.ops)]
    case.check(out="\n".join(lines) or "nothing")


@pytest.mark.cases("lang/programs")
def test_every_jump_of_a_program_stays_in_it_and_every_place_in_its_text(case):
    program, _ = lower_effect(case.input, toy())
    assert len(program.places) == len(program.ops)
    for op, (start, end) in zip(program.ops, program.places, strict=True):
        assert 0 <= start <= end <= len(program.text)
        targets = [getattr(op, name) for name in ("to", "exit") if hasattr(op, name)]
        targets += [way.to for way in getattr(op, "ways", ())]
        assert all(0 <= t <= len(program.ops) for t in targets), op


@pytest.mark.cases("lang/wrong")
def test_a_mistake_is_named_with_its_place_and_what_to_write(case):
    program, problems = lower_effect(case.input.rstrip("\n"), toy(), (("this", item("card")),))
    assert program is None, "this text has no mistake"
    case.check(out="\n".join(problem(case.input, p) for p in problems))


@pytest.mark.cases("lang/nobody")
def test_where_nobody_acts_a_name_that_needs_a_player_is_a_mistake(case):
    _, problems = lower_effect(case.input.rstrip("\n"), toy(), player=False)
    case.check(out="\n".join(problem(case.input, p) for p in problems) or "nothing to say")


GIVEN = """
set my.gold to 3; set my.level to 2; set wheel to 1; set lead to player(2); set wanted to iron
set my.favourite to blue; set my.ready to true; set my.shade(red) to 7
move mill to my.hand; move mine to my.hand; move port to my.played; set port.used to true
move first(my.stock) to red.spot; as player(2) { move first(my.stock) to blue.spot; gain 5 gold }
"""


def position():
    """The position the values are read in: player 1 of 2 is to choose."""
    return game("choose n from 1 to 2 { gain n vp }", given="; ".join(GIVEN.strip().splitlines()))


@pytest.mark.cases("lang/values")
def test_an_expression_has_a_value(case):
    play = position()
    lines = []
    for text in case.input.splitlines():
        formal, kind, problems = lower_expression(
            text, symbols(play.table.ruleset), None, example=True
        )
        if formal is None:
            lines.append(f"{text} = {problem(text, problems[0])}")
            continue
        play.table.linker.before = play.cells
        found = play.table.linker.formal(formal)(play.cells, 0, -1)
        lines.append(f"{text} = {shown(play, found, kind)}")
    case.check(out="\n".join(lines))


def shown(play, found, kind):
    """A value in the words of its type."""
    if kind.base == "set":
        return "{" + ", ".join(shown(play, x, kind.member) for x in found) + "}"
    if kind.base in ("item", "player", "resource", "none") and found == ir.NOTHING:
        return "none"
    if kind.base == "item":
        return play.table.layout.components[found].key
    if kind.base == "truth":
        return "true" if found else "false"
    if kind.base == "player":
        return f"player {found + 1}"
    if kind.base == "resource":
        return play.table.ruleset.resources[found].id
    if kind.base == "cost":
        return str(play.table.linker.costs[found])
    return str(found)


def test_an_expression_text_and_an_effect_text_are_told_apart():
    with pytest.raises(Invalid):
        parse_expression("gain 1 gold")
    with pytest.raises(Invalid):
        parse_effect("my.gold > 3")


def test_an_empty_text_does_nothing():
    assert lower_effect("", toy())[0].ops == ()
    assert lower_effect("  \n\n ; \n", toy())[0].ops == ()


@pytest.mark.parametrize(
    "texts",
    [
        (
            "gain 1 gold; gain 1 wood",
            "gain 1 gold\ngain 1 wood",
            "\n\n  gain 1 gold ;\n gain 1 wood\n",
        ),
        (
            "if my.gold > 1 { gain 1 wood } else { gain 1 gold }",
            "if my.gold > 1 {\n  gain 1 wood\n}\nelse {\n  gain 1 gold\n}",
        ),
        (
            'choose { "A" -> gain 1 gold | "B" -> leave }',
            'choose {\n  "A" -> gain 1 gold\n  | "B" ->\n    leave\n}',
        ),
        (
            "choose c in card where c.rank > 1 { leave }",
            "choose c in card\n  where c.rank > 1 {\n leave\n}",
        ),
        ("gain 1 gold, 2 wood", "gain 1 gold,\n  2 wood"),
        ("let n = my.gold + 2 * my.wood", "let n = my.gold +\n  2 *\n my.wood"),
    ],
)
def test_layout_does_not_matter(texts):
    assert len({parse_effect(text) for text in texts}) == 1


def test_all_mistakes_of_a_text_are_told_not_only_the_first():
    text = "gain 1 gld\ngain 1 gold\nfoo\nset heat to true"
    _, problems = lower_effect(text, toy())
    assert [(p.code.id, Source.of("", text).position(p.at[0])[0]) for p in problems] == [
        ("E210", 1),
        ("E211", 3),
        ("E220", 4),
    ]


def test_a_text_that_is_too_long_or_too_deep_is_refused():
    assert lower_effect("gain 1 gold; " * 400, toy())[1][0].code.id == "E203"
    assert lower_effect("if true { " * 40 + "}" * 40, toy())[1][0].code.id == "E204"
    assert lower_effect("let n = " + "(" * 60 + "1" + ")" * 60, toy())[1][0].code.id == "E204"


def test_a_name_ends_with_its_block():
    text = "choose c in card { leave }; move c to deck"
    assert [p.code.id for p in lower_effect(text, toy())[1]] == ["E210"]
    assert names(game("choose x in [red] { leave }", given="leave"), "[red]") == ["red"]


def test_operations_know_their_place_in_the_text():
    text = "gain 1 gold; pay 1 wood\nleave"
    program, _ = lower_effect(text, toy())
    assert [text[a:b] for a, b in program.places] == ["gain 1 gold", "pay 1 wood", "leave"]
    assert [type(op) for op in program.ops] == [ops.Gain, ops.Pay, ops.Leave]


@pytest.mark.cases("lang/meant")
def test_a_syntax_error_is_named_by_what_was_meant(case):
    program, problems = lower_effect(case.input.rstrip("\n"), toy())
    assert program is None, "this text has no mistake"
    (found,) = problems
    case.check(out=problem(case.input, found))


@pytest.mark.parametrize("start", MISTAKES)
def test_every_mistake_of_the_table_is_recognised_by_its_own_texts(start):
    parse = {"effect": parse_effect, "expression": parse_expression}[start]
    for mistake, texts in MISTAKES[start].items():
        for text in texts[:: max(1, len(texts) // 3)]:
            with pytest.raises(Invalid) as caught:
                parse(text)
            assert dict(caught.value.problem.values).get("what") == mistake.what, text


def test_every_token_has_a_word_for_authors():
    for name in {name for row in table().states for name in row if name.isupper()}:
        assert not re.search(r"[A-Z]{2}|[a-z]_|ANON", expected({name})), name
