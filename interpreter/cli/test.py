"""`orloj test`: the examples of packs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from interpreter.cli.common import playable, say
from interpreter.cli.exits import CLEAN, FINDINGS, Stop
from interpreter.content.load import shipped_packs
from interpreter.play.examples import ExampleResult, run_examples

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


@click.command(epilog="\b\nExample:\n  orloj test ./my_pack --rules")
@click.argument("packs", metavar="PACK...", nargs=-1)
@click.option("--rules", "by_rule", is_flag=True, help="List which examples show which rule.")
def test(packs: Sequence[str], by_rule: bool) -> None:
    """Run the examples of packs (all shipped ones if none is named).

    An example sets a position up, does something and says what must hold then. Ends with 1 if one
    fails.
    """
    failed = 0
    for pack in packs or shipped_packs():
        _, ruleset = playable(pack)
        results = tuple(run_examples(ruleset))
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
