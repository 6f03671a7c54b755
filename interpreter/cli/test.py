"""`orloj test`: the examples of packs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from interpreter.cli.choice import with_overlays
from interpreter.cli.common import playable, say
from interpreter.cli.exits import CLEAN, FINDINGS, Stop
from interpreter.content.load import shipped_packs
from interpreter.play.examples import ExampleResult, run_examples

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from interpreter.content.load import Loaded
    from interpreter.content.selection import Selection


@click.command(epilog="\b\nExample:\n  orloj test ./my_pack --rules")
@click.argument("packs", metavar="PACK...", nargs=-1)
@click.option("--rules", "by_rule", is_flag=True, help="List which examples show which rule.")
@click.option("--all", "every", is_flag=True, help="With overlays: those of the game too.")
@with_overlays
def test(packs: Sequence[str], by_rule: bool, every: bool, chosen: Selection) -> None:
    """Run the examples of packs (all shipped ones if none is named).

    An example sets a position up, does something and says what must hold then. Ends with 1 if one
    fails. With overlays only their own examples are run: those of the game may well say what an
    overlay changes.
    """
    failed = 0
    for pack in packs or shipped_packs():
        loaded, ruleset = playable(pack, chosen)
        results = tuple(run_examples(ruleset, None if every else _own(loaded)))
        for result in results:
            if not result.ok:
                about = ", ".join(result.rules) or "no rule"
                say(f"{pack}: {result.id} ({about}): {result.message}")
        if by_rule:
            _tell_rules(results)
        wrong = sum(not result.ok for result in results)
        failed += wrong
        rules = {rule for result in results for rule in result.rules}
        holding = f"{len(results) - wrong} of {len(results)} examples hold"
        say(f"{pack}: {holding}, for {len(rules)} rules")
    raise Stop(FINDINGS if failed else CLEAN)


def _own(loaded: Loaded) -> frozenset[str] | None:
    """Return the ids of the examples that overlays bring; None without overlays."""
    if len(loaded.packs) < 2 or loaded.entries is None:
        return None
    game = loaded.packs[0].id
    return frozenset(
        e.id for e in loaded.entries["examples"] if loaded.pack_of(e.span("id").source.path) != game
    )


def _tell_rules(results: Iterable[ExampleResult]) -> None:
    rules: dict[str, list[str]] = {}
    for result in results:
        for rule in result.rules:
            rules.setdefault(rule, []).append(result.id if result.ok else f"{result.id} (fails)")
    for rule in sorted(rules, key=_by_number):
        say(f"{rule}: {', '.join(sorted(rules[rule]))}")


def _by_number(rule: str) -> tuple[str, int, str]:
    """Order rules as people count: R-9 before R-10."""
    head = rule.rstrip("0123456789")
    return head, int(rule[len(head) :] or 0), rule
