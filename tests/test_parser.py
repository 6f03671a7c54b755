"""The parser reads what Lark reads by the same grammar: trees, places, and where it stops."""

import re
import subprocess
import sys
from functools import cache, partial
from pathlib import Path

import pytest
from conftest import CASES, read_cases
from kit import ALL_PACKS, pack
from lark import Token as LarkToken
from lark import UnexpectedCharacters, UnexpectedToken

from interpreter.lang import grammar
from interpreter.lang import table as tables
from interpreter.lang.layout import laid_out
from interpreter.lang.lexer import Token, UnexpectedSign
from interpreter.lang.lr import Parser, TooDeep, UnexpectedWord
from interpreter.lang.mistake_table import MISTAKES
from interpreter.lang.table import table

ROOT = Path(__file__).resolve().parent.parent


class Rows:
    """Our layout between Lark's lexer and its parser."""

    always_accept = ("_SEP",)

    def process(self, stream):
        known = {}

        def ours():
            for token in stream:
                known[token.start_pos] = token
                yield Token(token.type, str(token), (token.start_pos, token.end_pos))

        yield from (known[token.at[0]] for token in laid_out(ours()) if token.kind != "$END")


@cache
def lark():
    return grammar.lark(postlex=Rows())


@cache
def parser(deepest=10_000):
    names = {rule.name for rule in table().rules if rule.name}
    builders = {name: partial(lambda name, at, *kids: [name, at, *kids], name) for name in names}
    return Parser(table(), builders, deepest)


def plain(tree):
    """Return a tree of Lark as our builders make it above."""
    if tree is None or isinstance(tree, LarkToken):
        return tree and (tree.type, str(tree), (tree.start_pos, tree.end_pos))
    at = (0, 0) if tree.meta.empty else (tree.meta.start_pos, tree.meta.end_pos)
    return [str(tree.data), at, *map(plain, tree.children)]


def read_by_lark(text, start):
    try:
        return plain(lark().parse(text, start=start))
    except UnexpectedToken as error:
        return "stopped", error.token.type, error.token.start_pos, frozenset(error.expected)
    except UnexpectedCharacters as error:
        return "no token", error.pos_in_stream


def read(text, start):
    try:
        return parser().parse(text, start)
    except UnexpectedWord as error:
        return "stopped", error.token.kind, error.token.at[0], error.expected
    except UnexpectedSign as error:
        return "no token", error.at


def shipped():
    programs = [p.program.text for name in ALL_PACKS for p in pack(name).programs]
    cases = [
        case.input for path in sorted(CASES.glob("lang/*/*.case")) for case in read_cases(path)
    ]
    return list(dict.fromkeys([*programs, *cases]))


def wrong():
    return [text for texts in MISTAKES.values() for more in texts.values() for text in more]


@pytest.mark.parametrize("start", grammar.STARTS)
@pytest.mark.parametrize("texts", [shipped, wrong])
def test_the_parser_reads_what_lark_reads(texts, start):
    for text in texts():
        assert read(text, start) == read_by_lark(text, start), text


@pytest.mark.parametrize("start", grammar.STARTS)
def test_cut_and_shuffled_texts_stop_both_parsers_at_the_same_word(start):
    for text in shipped()[::40]:
        words = re.findall(r"\w+|\s+|.", text)[:60]
        for number in range(1, len(words), 3):
            cut = "".join(words[:number])
            swapped = "".join([*words[:number], *words[number + 1 :: 2]])
            for changed in (cut, swapped):
                assert read(changed, start) == read_by_lark(changed, start), changed


def test_the_table_is_the_one_of_the_grammar():
    command = [sys.executable, str(ROOT / "tools" / "grammar.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert not done.returncode, done.stdout + done.stderr


def test_values_deeper_in_each_other_than_allowed_are_refused_where_they_stand():
    text = "require a and " + " + ".join("b" * 9)
    assert parser(14).parse(text, "effect")
    with pytest.raises(TooDeep) as caught:
        parser(9).parse(text, "effect")
    assert text[slice(*caught.value.at)] == text.removeprefix("require a and ")


def test_a_grammar_without_its_table_is_read_by_lark(tmp_path, monkeypatch):
    kept = (ROOT / "grammar" / "effect.lark").read_text(encoding="utf-8")
    changed = kept.replace('"let" NAME', '"keep" NAME')
    (tmp_path / "effect.lark").write_text(changed, encoding="utf-8")
    stale = (ROOT / "grammar" / "effect.json").read_text(encoding="utf-8")
    (tmp_path / "effect.json").write_text(stale, encoding="utf-8")
    monkeypatch.setattr(tables, "data_dir", lambda _: tmp_path)
    assert {"keep", "let"} & set(tables.table.__wrapped__().words.own) == {"keep"}
