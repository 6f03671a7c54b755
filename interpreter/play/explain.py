"""What an item or an option is, in lines: its fields as text, effects in the words of the pack."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from interpreter.lang.ir import Formal

if TYPE_CHECKING:
    from interpreter.content.ruleset import ItemDef
    from interpreter.engine.game import Decision
    from interpreter.engine.options import Option
    from interpreter.lang.types import Type
    from interpreter.play.words import Names, Words


@dataclass(frozen=True, slots=True)
class Field:
    """One field of an item: its name, its value as text, and where the value comes from."""

    name: str
    text: str
    source: str


def item_fields(names: Names, item: ItemDef) -> tuple[Field, ...]:
    """Return the fields of an item in the order its kind declares them."""
    kind, sources = names.ruleset.kinds[item.kind], names.ruleset.sources
    return tuple(
        Field(
            name,
            value_text(names, item.values[name], type_),
            sources.get(f"{item.id}.{name}", item.source),
        )
        for name, type_ in kind.fields.items()
        if name in item.values
    )


def value_text(names: Names, value: Any, type_: Type) -> str:
    """Return a field's value as text: names for ids, the effect text for an effect."""
    match type_.base:
        case "set":
            assert type_.member is not None
            parts = [value_text(names, member, type_.member) for member in value]
            many = (
                any(";" in part or " " in part for part in parts) and type_.member.base == "effect"
            )
            return " | ".join(parts) if many else names.listed(parts)
        case "truth":
            return names.say("yes" if value else "no")
        case "item":
            return names.name(value)
        case "resource":
            return names.of(names.ruleset.resources[value].name)
        case "cost":
            return names.amounts(value)
        case "effect":
            return program_text(names, value) or names.say("nothing")
        case _:
            return value.text if isinstance(value, Formal) else str(value)


def program_text(names: Names, program: int) -> str:
    """Return the effect text of a program in one line."""
    lines = (line.strip() for line in names.ruleset.programs[program].program.text.splitlines())
    return " ".join(line for line in lines if line)


def explained(words: Words, decision: Decision, option: Option, text: str) -> list[str]:
    """Return lines that say what an option stands for."""
    lines = [f"{text} [{option.key}]"]
    action = words.ruleset.actions.get(option.key)
    if option.sort == "action" and action is not None:
        return [*lines, f"  {program_text(words, action.program)}"]
    if option.sort == "item" and isinstance(option.subject, int):
        item = words.layout.components[option.subject].item
        kind = words.ruleset.kinds[item.kind]
        lines.append(f"  {words.of(kind.name)}")
        return [
            *lines,
            *(
                f"  {words.text(f.name.replace('_', ' '))}: {f.text}"
                for f in item_fields(words, item)
            ),
        ]
    asking = words.ruleset.programs[decision.program]
    if option.sort == "branch":
        return [*lines, f"  {branch_text(asking.program.text, option.key)}"]
    about = words.owner(decision.program) or asking.name
    return [*lines, f"  {about}: {program_text(words, decision.program)}"]


def branch_text(text: str, label: str) -> str:
    """Return in one line what a branch with this label does, cut out of its effect text.

    >>> branch_text('choose { "a" when x > 1 -> gain 1 shell | "b" -> leave }', "a")
    'gain 1 shell'
    """
    _, _, rest = text.partition(f'"{label}"')
    _, _, rest = rest.partition("->")
    depth = 0
    for at, char in enumerate(rest):
        if depth == 0 and char in "|}":
            rest = rest[:at]
            break
        depth += (char in "{(") - (char in "})")
    return " ".join(rest.split())
