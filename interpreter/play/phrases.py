# ruff: noqa: RUF001 - full-width signs are the right ones in Chinese
"""The engine's own words in the languages it speaks; everything else comes from packs.

`{name}` stands for a value. A language that is missing here is told in English.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

PHRASES: Mapping[str, Mapping[str, str]] = {
    # people and things
    "player": {"en": "Player {n}", "zh": "玩家 {n}"},
    "amount": {"en": "{n} {what}", "zh": "{n} {what}"},
    "nothing": {"en": "nothing", "zh": "无"},
    "several": {"en": "{n} × {what}", "zh": "{n} × {what}"},
    "of": {"en": "{what} ({whose})", "zh": "{what}（{whose}）"},
    "list": {"en": ", ", "zh": "、"},
    "hidden": {"en": "hidden {kind}", "zh": "未知的{kind}"},
    "yes": {"en": "yes", "zh": "是"},
    "no": {"en": "no", "zh": "否"},
    # options
    "skip": {"en": "skip", "zh": "跳过"},
    "stop": {"en": "stop", "zh": "停止"},
    "choose": {"en": "Choose", "zh": "请选择"},
    "pay how": {"en": "{what}: how do you pay?", "zh": "{what}：如何支付？"},
    "take what": {"en": "{what}: what do you take?", "zh": "{what}：拿取什么？"},
    "additional": {"en": "additional actions", "zh": "附加行动"},
    "or": {"en": "or", "zh": "或者"},
    # events
    "gains": {"en": "{player} gains {what}", "zh": "{player} 获得 {what}"},
    "loses": {"en": "{player} loses {what}", "zh": "{player} 失去 {what}"},
    "pays": {"en": "{player} pays {what}", "zh": "{player} 支付 {what}"},
    "chooses": {"en": "{player} chooses: {what}", "zh": "{player} 选择：{what}"},
    "moves": {"en": "{what}: {source} → {target}", "zh": "{what}：{source} → {target}"},
    "comes": {"en": "{what} → {target}", "zh": "{what} → {target}"},
    "changes": {"en": "{what}: {old} → {new}", "zh": "{what}：{old} → {new}"},
    "shuffled": {"en": "{what} is shuffled", "zh": "{what} 已洗混"},
    "rolled": {"en": "chance gives {n}", "zh": "随机结果：{n}"},
    "turn": {"en": "— round {round}: {player}", "zh": "— 第 {round} 轮：{player}"},
    "scores": {"en": "{player}: {n} for {what}", "zh": "{player}：{what} {n} 分"},
    "ends": {"en": "the game ends: {why}", "zh": "游戏结束：{why}"},
    "because": {"en": "{what} ({why})", "zh": "{what}（{why}）"},
    # at the table
    "asked": {"en": "{player}: {what}", "zh": "{player}：{what}"},
    "answer": {"en": "your choice (h: help) > ", "zh": "请选择（h：帮助）> "},
    "no option": {
        "en": "there is no option `{n}`; 1 to {most}, or h",
        "zh": "没有选项 {n}：1 到 {most}，或 h",
    },
    "no undo": {
        "en": "this cannot be undone: chance or something hidden has come to light since",
        "zh": "不能撤销：之后已有随机或隐藏信息揭示",
    },
    "nothing to undo": {"en": "there is nothing to undo", "zh": "没有可撤销的操作"},
    "no redo": {"en": "there is nothing to redo", "zh": "没有可重做的操作"},
    "saved": {"en": "saved in {file}", "zh": "已保存到 {file}"},
    "not written": {"en": "cannot write {file}: {why}", "zh": "无法写入 {file}：{why}"},
    "save where": {"en": "write a file name: s FILE", "zh": "请写文件名：s 文件"},
    "no events": {"en": "nothing has happened yet", "zh": "尚未发生任何事"},
    "unfinished": {"en": "the game is unfinished", "zh": "游戏尚未结束"},
    "recorded": {"en": "recorded in {file}", "zh": "已记录到 {file}"},
    "help": {
        "en": "a number: take this option\n?  or ?3: what an option means\nu: undo    r: redo\n"
        "b: the table    l: what happened since your last decision\n"
        "s FILE: save    h: this help    q: quit",
        "zh": "数字：选择该选项\n? 或 ?3：解释选项\nu：撤销    r：重做\n"
        "b：显示桌面    l：上次决定以来发生的事\ns 文件：保存    h：帮助    q：退出",
    },
    # the end
    "result": {"en": "result", "zh": "结果"},
    "before scoring": {"en": "before the scoring", "zh": "计分之前"},
    "total": {"en": "total", "zh": "总分"},
    "winner": {"en": "winner: {who}", "zh": "获胜者：{who}"},
    "winners": {"en": "shared victory: {who}", "zh": "共同获胜：{who}"},
    "ended": {"en": "the game has ended: {why}", "zh": "游戏已结束：{why}"},
}  # fmt: skip


def phrase(key: str, language: str, **values: object) -> str:
    """Return a phrase with its values filled in."""
    forms = PHRASES[key]
    text = forms.get(language, forms["en"])
    for name, value in values.items():
        # Values are names from packs; a brace in one stays a brace, since names are unlike ours.
        text = text.replace("{" + name + "}", str(value))
    return text
