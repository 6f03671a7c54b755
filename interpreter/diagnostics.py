"""Findings about content: values that are collected, never exceptions."""

import difflib
from collections.abc import Iterable
from dataclasses import dataclass

from interpreter.codes import Code, Severity, fill, fill_help
from interpreter.source import Span


@dataclass(frozen=True, slots=True)
class Note:
    """A detail of a finding; without a span it belongs under the finding's own carets."""

    message: str
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding, ready to be shown in any form."""

    code: Code
    message: str
    span: Span | None
    help: str
    notes: tuple[Note, ...]


class Report:
    """The findings of one run, in the order of the files."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, int, str, str], Diagnostic] = {}

    def add(
        self, code: Code, span: Span | None, *, notes: Iterable[Note] = (), **values: object
    ) -> None:
        """Add a finding; `values` fill the templates of its code.

        A finding that says the same about the same place is kept once.
        """
        finding = Diagnostic(
            code, fill(code.message, values), span, fill_help(code.help, values), tuple(notes)
        )
        self._found.setdefault(_order(finding), finding)

    def merge(self, other: "Report") -> None:
        """Take over the findings of another report."""
        for key, finding in other._found.items():
            self._found.setdefault(key, finding)

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """All findings, by path, place and code."""
        return tuple(self._found[key] for key in sorted(self._found))

    @property
    def errors(self) -> int:
        """How many findings are errors."""
        return sum(d.code.severity is Severity.ERROR for d in self._found.values())

    @property
    def ok(self) -> bool:
        """Whether nothing is an error; warnings may be there."""
        return not self.errors


def near(name: str, candidates: Iterable[str], limit: int = 3) -> tuple[str, ...]:
    """Return the candidates an author may have meant, the nearest first.

    >>> near("goold", ["coin", "gold", "iron"])
    ('gold',)
    """
    return tuple(difflib.get_close_matches(name, sorted(set(candidates)), n=limit, cutoff=0.6))


def _order(finding: Diagnostic) -> tuple[str, int, str, str]:
    path, start = (finding.span.source.path, finding.span.start) if finding.span else ("", 0)
    return path, start, finding.code.id, finding.message
