"""`orloj explain-code`: what a finding means."""

from __future__ import annotations

import click

from interpreter.cli.common import say
from interpreter.cli.exits import USAGE, Stop
from interpreter.codes import CODES, RETIRED
from interpreter.diagnostics import near
from interpreter.report.explanations import Example, explanations


@click.command("explain-code", epilog="\b\nExample:\n  orloj explain-code E201")
@click.argument("code", metavar="CODE", required=False)
def explain_code(code: str | None) -> None:
    """Explain a finding: what it means, an example that has it, how to mend it.

    Without a code: list all of them.
    """
    if code is None:
        for known in CODES.values():
            say(f"{known.id}  {known.severity.value:<8} {known.title}")
        return
    wanted = code.upper()
    if wanted in RETIRED:
        say(f"{wanted} is not used any more: {RETIRED[wanted]}")
        return
    if wanted not in CODES:
        close = ", ".join(near(wanted, CODES)) or "no code is near it"
        say(f"unknown code `{code}`; {close}", error=True)
        raise Stop(USAGE)
    say(_explained(wanted))


def _explained(code: str) -> str:
    kind, known = CODES[code], explanations().get(code)
    parts = [f"{kind.severity.value}[{code}] {kind.title}"]
    if known is None:
        return parts[0]
    parts += [known.text, _shown("for example", known.wrong)]
    parts.append(f"to mend it: {known.repair}")
    if known.right is not None:
        parts.append(_shown("then", known.right))
    return "\n\n".join(parts)


_SORTS = {
    "file": "in a content file", "more": "in a content file", "bytes": "in a content file",
    "rules": "in a content file", "head": "in the `pack` section", "pack": "as a whole pack",
    "effect": "as an effect", "flow": "as the round of the flow", "run": "on the command line",
}  # fmt: skip


def _shown(title: str, example: Example) -> str:
    lines = (f"    {line}".rstrip() for line in example.text.split("\n"))
    return "\n".join([f"{title}, {_SORTS[example.sort]}:", "", *lines])
