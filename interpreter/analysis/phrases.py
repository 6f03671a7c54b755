# ruff: noqa: RUF001 - full-width signs are the right ones in Chinese
"""Words for effects and expressions in English and Chinese; names come from packs."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

LANGUAGES = ("en", "zh")

PHRASES: Mapping[str, tuple[str, str]] = {
    # effects
    "gain": ("gain {what}", "获得 {what}"),
    "pay": ("pay {what}", "支付 {what}"),
    "lose": ("lose {what}", "失去 {what}"),
    "set": ("set {what} to {value}", "将{what}设为 {value}"),
    "add": ("raise {what} by {value}", "{what}增加 {value}"),
    "subtract": ("lower {what} by {value}", "{what}减少 {value}"),
    "advance": ("move one space along {what}", "在{what}上前进一格"),
    "move": ("put {what} into {zone}", "将{what}放入{zone}"),
    "onto": ("put {what} at the front of {zone}", "将{what}放到{zone}的最前"),
    "draw": ("move {n} from the front of {source} to {zone}", "从{source}前端移动 {n} 个到{zone}"),
    "shuffle": ("shuffle {zone}", "洗混{zone}"),
    "signal": ("announce `{what}`", "宣布“{what}”"),
    "do field": ("carry out `{field}` of {what}", "执行{what}的“{field}”"),
    "end": ("the game ends after this round", "本轮之后游戏结束"),
    "end now": ("the game ends at once", "游戏立即结束"),
    "leave": ("stop here", "到此为止"),
    "require": ("this is possible only if {condition}", "仅当{condition}时才可进行"),
    "if": ("if {condition}: {then}", "如果{condition}：{then}"),
    "else": ("{first}; otherwise: {then}", "{first}；否则：{then}"),
    "if can": ("if it can be done ({what}): {then}", "如果可以做到（{what}）：{then}"),
    "may": ("you may: {then}", "你可以：{then}"),
    "choose": ("choose one of {items}{where}", "从{items}中选择一个{where}"),
    "may choose": ("you may choose one of {items}{where}", "你可以从{items}中选择一个{where}"),
    "choose number": ("choose a number from {low} to {high}", "选择 {low} 到 {high} 之间的数"),
    "one of": ("choose one: {ways}", "选择一项：{ways}"),
    "any order": ("in any order: {ways}", "以任意顺序：{ways}"),
    "way": ("[{label}] {then}", "［{label}］{then}"),
    "when": ("[{label}, if {condition}] {then}", "［{label}，若{condition}］{then}"),
    "where": (" for which {condition}", "（须{condition}）"),
    "each": ("for each of {items}: {then}", "对于{items}中的每一个：{then}"),
    "times": ("{n} times: {then}", "{n} 次：{then}"),
    "as": ("{player} acts", "由{player}行动"),
    "roll": ("chance takes one of {items}", "随机抽取{items}之一"),
    "roll number": (
        "chance takes a number from {low} to {high}",
        "随机取 {low} 到 {high} 之间的数",
    ),
    "nothing": ("nothing", "无"),
    # expressions
    "it": ("it", "它"),
    "earlier": ("the earlier {what}", "先前的{what}"),
    "this": ("this", "此物"),
    "number": ("that number", "该数"),
    "me": ("you", "你"),
    "my": ("your {what}", "你的{what}"),
    "of": ("{what} of {whose}", "{whose}的{what}"),
    "amount": ("{n} {what}", "{n} {what}"),
    "count": ("the number of {items}", "{items}的数量"),
    "all": ("all {what}", "所有{what}"),
    "players": ("all players", "所有玩家"),
    "others": ("the other players", "其他玩家"),
    "next": ("the next player", "下一位玩家"),
    "first": ("the first of {items}", "{items}中的第一个"),
    "last": ("the last of {items}", "{items}中的最后一个"),
    "at": ("number {n} of {items}", "{items}中的第 {n} 个"),
    "such": ("{items} for which {condition}", "满足{condition}的{items}"),
    "total": ("the sum of {value} over {items}", "{items}的{value}之和"),
    "most": ("the most {value} among {items}", "{items}中最大的{value}"),
    "least": ("the least {value} among {items}", "{items}中最小的{value}"),
    "best": ("the best of {items} by {value}", "{items}中{value}最高者"),
    "mapped": ("{value} of each of {items}", "{items}各自的{value}"),
    "exists": ("there are {items}", "存在{items}"),
    "every": ("all {items} satisfy {condition}", "所有{items}都满足{condition}"),
    "not": ("not ({what})", "非（{what}）"),
    "and": ("{left} and {right}", "{left}且{right}"),
    "or": ("{left} or {right}", "{left}或{right}"),
    "in": ("{value} is among {items}", "{value}属于{items}"),
    "either": ("({yes} if {condition}, else {no})", "（若{condition}则 {yes}，否则 {no}）"),
    "connected": ("all connected with {what}", "与{what}相连的全部"),
    "is": ("{left} is {right}", "{left}为{right}"),
    "is not": ("{left} is not {right}", "{left}不为{right}"),
    "none": ("none", "无"),
    "option": ("the option “{what}”", "选项“{what}”"),
    "something": ("something", "某物"),
    "and list": (", ", "、"),
    "then": ("; ", "；"),
    "bar": (" | ", " ｜ "),
    # the answer of explain
    "costs": ("costs", "费用"),
    "gives": ("gives", "获得"),
    "moves": ("moves", "移动"),
    "sets off": ("sets off", "触发"),
    "runs": ("runs", "执行"),
    "run by": ("run by", "由何执行"),
    "scoring": ("feeds the scoring", "影响计分"),
    "differs number": (
        "the written text says {what}, its effects do not",
        "文字中写有 {what}，效果中却没有",
    ),
    "differs resource": (
        "the written text names {what}, its effects do not",
        "文字中提到{what}，效果中却没有",
    ),
    "differs amount": (
        "its effects say {what}, the written text does not",
        "效果中有 {what}，文字中却没有",
    ),
    "differs part": (
        "its effects run {what}, of which the written text says nothing",
        "效果会执行“{what}”，文字中却没有提到",
    ),
}


def phrase(key: str, language: str, **values: object) -> str:
    """Return a phrase in a language with its values filled in; English where there is no other."""
    text = PHRASES[key][LANGUAGES.index(language) if language in LANGUAGES else 0]
    for name, value in values.items():
        text = text.replace(f"{{{name}}}", str(value))
    return text
