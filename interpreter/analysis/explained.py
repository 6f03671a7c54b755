"""What a thing of a pack is, in words: its effects, what it costs, gives, sets off and feeds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.analysis.phrases import phrase
from interpreter.analysis.speech import Speech
from interpreter.analysis.words import effect_words
from interpreter.analysis.written import Names, gaps, texts
from interpreter.lang.ir import Formal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.analysis.analysis import Analysis
    from interpreter.content.ruleset import ItemDef
    from interpreter.lang.types import Type

MOST_NAMED = 12
_CHANGES = ("gives", "pays", "moves", "unlocks")


def explained(a: Analysis, key: str, language: str = "en") -> list[str]:
    """Return lines about a node of the graph."""
    speech = Speech(a.ruleset, language)
    node = a.graph.nodes[key]
    kind = f"{speech.name(node.kind)}" if node.kind else node.sort
    lines = [f"{speech.name(node.id)} [{node.id}], {kind}"]
    if node.sort == "item":
        lines += _fields(a, a.reach.rules.items[node.id], speech)
    else:
        numbers = list(a.reach.rules.programs_of_node.get(key, ()))
        lines += [f"  {effect_words(a.ruleset, n, language)}" for n in numbers]
    if node.sort == "score":
        score = next(s for s in a.ruleset.scores if s.id == node.id)
        lines.append(f"  {speech.of(score.amount.expr)}")
    lines += _connections(a, key, speech)
    lines += differences(a, key, language)
    return lines


def _fields(a: Analysis, item: ItemDef, speech: Speech) -> Iterator[str]:
    for name, type_ in a.ruleset.kinds[item.kind].fields.items():
        if name in item.values:
            label = speech.text(name.replace("_", " "))
            yield f"  {label}: {_value(a, item.values[name], type_, speech)}"


def _value(a: Analysis, value: object, type_: Type, speech: Speech) -> str:
    resources = a.ruleset.resources
    if type_.base == "set" and type_.member is not None:
        assert isinstance(value, tuple), "a list field holds a tuple"
        member = type_.member
        bar = speech.say("bar" if member.base == "effect" else "and list")
        return bar.join(_value(a, v, member, speech) for v in value) or speech.say("nothing")
    if isinstance(value, Formal):
        return speech.of(value.expr)
    if type_.base == "effect" and isinstance(value, int):
        return effect_words(a.ruleset, value, speech.language)
    if type_.base == "cost" and isinstance(value, tuple):
        parts = [
            speech.say("amount", n=pair[1], what=speech.name(resources[pair[0]].id))
            for pair in value
            if isinstance(pair, tuple) and isinstance(pair[0], int)
        ]
        return speech.say("and list").join(parts) or speech.say("nothing")
    if type_.base == "resource" and isinstance(value, int):
        return speech.name(resources[value].id)
    return speech.name(value) if type_.base == "item" and isinstance(value, str) else str(value)


def _connections(a: Analysis, key: str, speech: Speech) -> Iterator[str]:
    out = [e for e in a.graph.edges if e.source == key]
    rows = [
        ("costs", [e.target for e in out if e.sort == "pays"]),
        ("gives", [e.target for e in out if e.sort == "gives"]),
        ("moves", [e.target for e in out if e.sort in ("moves", "unlocks")]),
        ("runs", [e.target for e in out if e.sort in ("does", "may_do")]),
        ("sets off", _fired(a, key)),
        ("run by", [e.source for e in a.graph.edges
                    if e.target == key and e.sort in ("does", "may_do", "fires")]),
        ("scoring", scoring(a, key)),
    ]  # fmt: skip
    for label, keys in rows:
        names = list(dict.fromkeys(speech.name(k.partition(":")[2] or k) for k in keys))
        if names:
            more = f" (+{len(names) - MOST_NAMED})" if len(names) > MOST_NAMED else ""
            shown = speech.say("and list").join(names[:MOST_NAMED])
            yield f"  {speech.say(label)}: {shown}{more}"


def _below(a: Analysis, key: str) -> list[str]:
    """Return a node and everything it does, fires or moves along."""
    after: dict[str, list[str]] = {}
    for e in a.graph.edges:
        if e.sort in ("does", "may_do", "fires") or e.target.startswith("track:"):
            after.setdefault(e.source, []).append(e.target)
    seen, waiting = {key: None}, [key]
    while waiting:
        for n in after.get(waiting.pop(), ()):
            if n not in seen:
                seen[n] = None
                waiting.append(n)
    return list(seen)


def _fired(a: Analysis, key: str) -> list[str]:
    return [k for k in _below(a, key) if k.startswith("trigger:") and k != key]


def scoring(a: Analysis, key: str) -> list[str]:
    """Return the scores that look at something this thing, or what it runs, changes."""
    below = set(_below(a, key))
    changed = below | {e.target for e in a.graph.edges if e.source in below and e.sort in _CHANGES}
    feeds = {e.source for e in a.graph.edges if e.sort == "reads" and e.target in changed}
    looked = {
        e.source
        for e in a.graph.edges
        if e.sort == "reads" and (e.target in changed or e.target in feeds)
    }
    return [k for k, n in a.graph.nodes.items() if n.sort == "score" and k in looked]


def differences(a: Analysis, key: str, language: str = "en") -> list[str]:
    """Return where what is written by hand differs from the effects beside it."""
    own, english = Names(a.ruleset, language), Names(a.ruleset, "en")
    found = [
        gap
        for text in texts(a, key)
        for gap in gaps(english if own.version(text.text) is None else own, text)
    ]
    return [f"  {phrase(f'differs {gap.sort}', language, what=gap.what)}" for gap in found]
