# ruff: noqa: E501, RUF001 - packs stand on lines of their own; full-width signs are the right ones in Chinese
"""Texts written by hand against the effects beside them."""

import re

import kit
import pytest
from analysis_kit import analysed

from interpreter.analysis.analysis import Analysis
from interpreter.analysis.explained import explained
from interpreter.analysis.written import Names, Text, gaps, texts

SHIPPED = [name for name in kit.ALL_PACKS if name not in kit.TEST_PACKS]
PACK = """
resources: [{id: gold, name: {en: gold, zh: 金}, start: 2, source: placeholder}, {id: coin, name: {en: gold coins, zh: 金币}, source: placeholder},
  {id: time, name: {en: Time, zh: 时间}, source: placeholder}]
kinds: [{id: card, name: {en: card}, fields: {price: cost, gift: effect, rank: int, says: text}, start: deck, source: placeholder}]
zones: [{id: deck, name: {en: deck}, holds: [card], source: placeholder}]
items: {card: [{id: mill, name: {en: mill}, price: {gold: 2}, rank: 7, gift: "gain 3 coin; may { gain 1 time; raise_flag }", says: "SAYS", source: placeholder}]}
texts: [{en: "SAYS", zh: "ZH"}]
actions:
  - {id: go, name: {en: go}, effect: 'choose c in deck { pay c.price; do c.gift }', source: placeholder}
  - {id: raise_flag, name: {en: Raise the flag, zh: 升旗}, effect: 'repeat 5 { gain 1 vp }', source: placeholder}
"""


def found(says, zh="", language="en"):
    """The gaps of the card's text."""
    a = analysed(PACK.replace("SAYS", says).replace("ZH", zh or says))
    names = Names(a.ruleset, language)
    return [f"{g.sort} {g.what}" for t in texts(a, "item:mill") for g in gaps(names, t)]


@pytest.mark.parametrize(
    ("says", "wanted"),
    [
        ("Pay 2 gold: gain 3 gold coins. You may gain 1 Time and raise the flag.", []),
        ("Pay two gold: gain three gold coins, perhaps a Time and a raised flag.", []),
        ("Rank 7. Pay 2 gold, gain 3 gold coins; 1 Time; raise: 5 points.", []),
        ("The old mill stands still.", []),
        ("Pay 2 gold: gain 4 gold coins. You may gain 1 Time and raise the flag.", ["number 4 gold coins", "amount 3 gold coins"]),
        ("Pay 3 gold: gain 3 gold coins. You may gain 1 Time and raise the flag.", ["number 3 gold", "amount 2 gold"]),
        ("Pay 2 gold: gain 3 gold coins. You may raise the flag.", ["amount 1 Time"]),
        ("Gain 3 gold coins in time. You may gain 1 Time and raise the flag.", ["amount 2 gold"]),
        ("Pay 2 gold: gain 3 gold coins. You may gain 1 Time.", ["part Raise the flag"]),
    ],
)  # fmt: skip
def test_what_a_text_and_its_effects_do_not_share(says, wanted):
    assert found(says) == wanted


def test_a_resource_that_no_effect_touches():
    a = analysed(
        PACK.replace("gain 3 coin; ", "").replace(
            "SAYS", "Pay 2 gold: gain gold coins; you may gain 1 Time and raise the flag."
        )
    )
    (text,) = texts(a, "item:mill")
    assert [tuple(g) for g in gaps(Names(a.ruleset, "en"), text)] == [("resource", "gold coins")]


def test_a_translation_is_compared_in_its_own_words():
    english = "Pay 2 gold: gain 3 gold coins. You may gain 1 Time and raise the flag."
    assert found(english, "支付两金：获得 3 枚金币，可获得 1 时间并升旗。", "zh") == []
    assert found(english, "支付 2 金：获得 4 枚金币，可获得 1 时间并升旗。", "zh") == [
        "number 4 金币",
        "amount 3 金币",
    ]
    assert found(english, "支付 2 金：获得 3 枚金币，可获得 1 时间。", "zh") == ["part 升旗"]


def test_explain_tells_what_differs():
    a = analysed(PACK.replace("SAYS", "Pay 2 gold, gain 4 gold coins, 1 Time, a flag."))
    assert "  the written text says 4 gold coins, its effects do not" in explained(
        a, "item:mill", "en"
    )
    assert "  its effects say 3 gold coins, the written text does not" in explained(
        a, "item:mill", "en"
    )


def labels():
    for name in SHIPPED:
        a = Analysis(kit.pack(name))
        for language in a.ruleset.pack.languages:
            names = Names(a.ruleset, language)
            yield from ((names, t) for key in a.graph.nodes for t in texts(a, key))


def test_no_text_of_the_shipped_packs_differs():
    assert [(t.text, g) for names, t in labels() for g in gaps(names, t)] == []


class Changed(Names):
    """Names of a pack one of whose texts was changed."""

    def version(self, text):
        return text


def test_most_wrong_numbers_in_the_labels_of_the_shipped_packs_are_found():
    """One more than is right, at every number of every label in every language."""
    told = []
    for names, t in labels():
        said = names.version(t.text) or ""
        for number in re.finditer(r"\d+", said):
            wrong = f"{said[: number.start()]}{int(number[0]) + 1}{said[number.end() :]}"
            changed = Text(wrong, t.does, t.field, t.at)
            told.append(bool(list(gaps(Changed(names.ruleset, names.language), changed))))
    assert len(told) > 50 and sum(told) / len(told) > 0.75
