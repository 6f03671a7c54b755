"""Overlays: what each change does, and every conflict told with both places."""

import re

import pytest
from conftest import CASES, read_cases
from overlays import changes, head, loaded, put, split, told

from interpreter.content.history import ABSENT
from interpreter.content.paths import written


def _shown(value):
    return "nothing" if value is ABSENT else repr(value)


def outcome(result, root):
    """Findings, then the history, one line each."""
    past = [
        f"{p.pack} {p.operation} {written(p.path)}: {_shown(p.old)} -> {_shown(p.new)}"
        for p in result.history
    ]
    order = "order " + " ".join(p.id for p in result.packs) if len(result.packs) > 2 else ""
    state = "" if result.ruleset is not None else "no ruleset"
    return "\n".join(line for line in (told(result.report, root), order, *past, state) if line)


@pytest.mark.cases("overlay_changes")
def test_a_change(case, tmp_path):
    pack = head("a") + changes(*case.input.splitlines())
    case.check(out=outcome(loaded(tmp_path, {"a": pack}, "a"), tmp_path))


@pytest.mark.cases("overlay_conflicts")
def test_a_conflict_or_dependency(case, tmp_path):
    result = loaded(tmp_path, split(case.input), *case.sections["with"].split())
    case.check(out=outcome(result, tmp_path))


def test_thirty_conflicts_and_dependencies_are_told_with_both_places():
    """Cases about one pack alone have one place; every other finding shows the other pack too."""
    (path,) = (CASES / "overlay_conflicts").glob("*.case")
    told_of = [c.sections["out"] for c in read_cases(path)]
    found = [out for out in told_of if re.search(r"^[EW]\d{3} ", out, re.M)]
    both = [out for out in found if re.search(r"^  \S+\.yaml:\d+:\d+ ", out, re.M)]
    assert len(found) >= 40 and len(both) >= 30
    for out in found:
        clash = re.findall(r"^E313|^E314|^E323", out, re.M)
        assert not clash or out in both, "a finding about two packs has one place"


@pytest.mark.cases("overlay_conflicts")
def test_the_order_in_which_packs_are_named_never_matters(case, tmp_path):
    names = case.sections["with"].split()
    one = loaded(tmp_path, split(case.input), *names)
    other = loaded(tmp_path, split(case.input), *reversed(names))
    first, second = (
        [told(r.report, tmp_path), r.ruleset and r.ruleset.fingerprint] for r in (one, other)
    )
    if "two packs of one id" not in case.title:
        assert first == second
    put(tmp_path, {})
