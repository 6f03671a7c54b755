"""Checks beyond names and types: by cases, each beside the little pack of the manual."""

import re

import kit
import pytest

from interpreter.codes import CODES
from interpreter.content import soundness
from interpreter.content.build import build_entries
from interpreter.content.entries import gather
from interpreter.content.load import load
from interpreter.content.schema import keys_of
from interpreter.diagnostics import Report
from interpreter.resources import data_dir


def tour():
    manual = (data_dir("grammar") / "README.md").read_text(encoding="utf-8")
    return re.search(r"```yaml\n(pack: .*?)```", manual, re.S)[1]


def said(text):
    report = Report()
    trees = kit.trees({"a.yaml": text, "tour.yaml": tour()}, report)
    build_entries(gather(trees), report, "tour")
    return kit.written(report)


@pytest.mark.cases("soundness")
def test_soundness(case):
    case.check(out=said(case.input) or "nothing to say")


def test_the_pack_of_the_manual_is_sound():
    assert said("texts: []") == ""


def test_every_check_is_in_the_table_with_codes_that_exist():
    for found in soundness.CHECKS:
        assert all(code.id in CODES for code in found)


@pytest.mark.parametrize("name", kit.ALL_PACKS)
def test_packs_are_sound_or_say_why_not(name):
    found = [d for d in load(kit.where(name)).report.diagnostics if not d.code.id.startswith("W5")]
    wrong = [d for d in found if d.code.id[0] == "E"]
    assert wrong == []


# --- nothing read is nothing ignored


class Watched(dict):
    """A mapping that remembers which of its keys somebody asked for."""

    def __init__(self, data, seen):
        super().__init__(data)
        self.seen = seen

    def __getitem__(self, key):
        self.seen.add(key)
        return super().__getitem__(key)

    def __contains__(self, key):
        self.seen.add(key)
        return super().__contains__(key)

    def get(self, key, default=None):
        self.seen.add(key)
        return super().get(key, default)


# Keys that are for people, or that other parts of the program read from the file.
FOR_PEOPLE = {
    "credits": "shown by nobody yet, but part of what a pack is",
    "engine": "compared with the program's version where packs are put together",
    "changes": "read where packs are put together",
    "for": "the same",
    "requires": "the same",
    "conflicts": "the same",
    "optional": "the same",
    "renamed": "the same",
    "removed": "the same",
    "after": "the same",
    "before": "the same",
    "accept": "read when all findings are there",
    "source": "read by provenance",
    "sources": "read by provenance",
    "rules": "read by `orloj test --rules`",
}  # fmt: skip


def test_every_key_a_schema_allows_is_read_by_somebody():
    report = Report()
    seen = {}
    for name in kit.ALL_PACKS:
        entries = gather(kit.trees(kit.files(name), report))
        sections = {**entries.sections, "pack": entries.packs, "flow": entries.flows}
        for section, found in sections.items():
            for entry in found:
                watched = Watched(entry.data, seen.setdefault(section, set()))
                object.__setattr__(entry, "data", watched)
        assert build_entries(entries, report, name) is not None
    for section, keys in seen.items():
        unread = keys_of(section) - keys - set(FOR_PEOPLE) - {"id", "name"}
        assert not unread, (section, unread)
