"""Golden cases: plain text files under tests/cases (their README.md is the manual)."""

import re
import sys
from dataclasses import dataclass, field
from pathlib import Path

# Tests share builders (kit.py) and checks (invariants.py) that lie beside them.
sys.path.insert(0, str(Path(__file__).parent))

CASES = Path(__file__).parent / "cases"
_TITLE = re.compile(r"=== (.+)")
_SECTION = re.compile(r"--- ([a-z_]+)")


@dataclass
class CaseFile:
    """One file of cases, in order; written back when `--update-cases` is given."""

    path: Path
    cases: "list[Case]" = field(default_factory=list)

    def write(self) -> None:
        parts = []
        for case in self.cases:
            parts.append(f"=== {case.title}")
            for name, text in case.sections.items():
                parts.extend([f"--- {name}"] if name != "in" else [])
                parts.extend(text.splitlines())
        self.path.write_text("\n".join(parts) + "\n", encoding="utf-8")


@dataclass
class Case:
    """One case: `input`, further sections by name, and `check` for what must come out."""

    file: CaseFile
    title: str
    sections: dict[str, str]
    update: bool = False

    @property
    def input(self) -> str:
        return self.sections["in"]

    def check(self, **outputs: str) -> None:
        for name, text in outputs.items():
            actual = "".join(f"{line}\n" for line in text.rstrip("\n").split("\n") if text.strip())
            if self.update:
                self.sections[name] = actual
            else:
                assert actual == self.sections.get(name, ""), f"{self.file.path.name}: {self.title}"
        if self.update:
            self.file.write()


def read_cases(path: Path, *, update: bool = False) -> list[Case]:
    file = CaseFile(path)
    lines: list[str] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if title := _TITLE.fullmatch(line):
            lines = []
            file.cases.append(Case(file, title[1], {"in": lines}, update))
        elif section := _SECTION.fullmatch(line):
            lines = file.cases[-1].sections[section[1]] = []
        else:
            lines.append(line)
    for case in file.cases:
        case.sections = {name: _joined(text) for name, text in case.sections.items()}
    return file.cases


def _joined(lines: list[str]) -> str:
    return "".join(f"{line}\n" for line in lines).rstrip("\n") + "\n" if any(lines) else ""


def pytest_addoption(parser):
    parser.addoption("--update-cases", action="store_true", help="write what comes out into cases")


def pytest_configure(config):
    config.addinivalue_line("markers", "cases(topic): run once for each case in tests/cases/topic")


def pytest_generate_tests(metafunc):
    marker = metafunc.definition.get_closest_marker("cases")
    if marker is None:
        return
    update = metafunc.config.getoption("--update-cases")
    paths = sorted((CASES / marker.args[0]).glob("*.case"))
    cases = [case for path in paths for case in read_cases(path, update=update)]
    assert cases, f"no cases in {marker.args[0]}"
    metafunc.parametrize("case", cases, ids=[f"{c.file.path.stem}: {c.title}" for c in cases])
