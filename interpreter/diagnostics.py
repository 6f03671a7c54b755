"""Findings about content: values that are collected, never exceptions."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from interpreter.codes import SAME_AT, Code, Severity, fill, fill_help
from interpreter.frozen import dataclass
from interpreter.nearness import Near as Near
from interpreter.nearness import near as near
from interpreter.nearness import nearest as nearest
from interpreter.nearness import slips as slips
from interpreter.source import Span

_PLACES = 3


@dataclass(frozen=True, slots=True)
class Note:
    """A detail of a finding; without a span it belongs under the finding's own carets."""

    message: str
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Fix:
    """A small edit that repairs a finding; whoever applies it need not think."""

    span: Span
    replacement: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding, ready to be shown in any form."""

    code: Code
    message: str
    span: Span | None
    help: str
    notes: tuple[Note, ...]
    fixes: tuple[Fix, ...] = ()
    about: str = ""
    """What it is about, for findings of which one cause makes many: they become one."""


@dataclass(frozen=True, slots=True)
class Accepted:
    """A finding that the content accepts, with its reason."""

    finding: Diagnostic
    reason: str


class Report:
    """The findings of one run, in the order of the files."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, int, str, str], Diagnostic] = {}
        self.accepted: tuple[Accepted, ...] = ()

    def add(
        self,
        code: Code,
        span: Span | None,
        *,
        notes: Iterable[Note] = (),
        fix: Fix | None = None,
        about: str = "",
        **values: object,
    ) -> None:
        """Add a finding; `values` fill the templates of its code.

        A finding that says the same about the same place is kept once.
        """
        message, help_ = fill(code.message, values), fill_help(code.help, values)
        fixes = () if fix is None else (fix,)
        self.keep(Diagnostic(code, message, span, help_, tuple(notes), fixes, about))

    def keep(self, finding: Diagnostic) -> None:
        """Add a finding that is made already."""
        self._found.setdefault(_order(finding), finding)

    def add_note(self, finding: Diagnostic, note: Note) -> None:
        """Say more about a finding; what joining findings adds is added anew each time."""
        kept = self._found[_order(finding)]
        self._found[_order(finding)] = replace(kept, notes=(*kept.notes, note))

    def drop(self, finding: Diagnostic) -> None:
        """Take a finding out, with others of the same cause."""
        for key, other in list(self._found.items()):
            if key == _order(finding) or (finding.about and other.about == finding.about):
                del self._found[key]

    def merge(self, other: "Report") -> None:
        """Take over the findings of another report."""
        for key, finding in other._found.items():
            self._found.setdefault(key, finding)
        self.accepted += other.accepted

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """All findings, by path, place and code; those of one cause as one."""
        more: dict[str, list[Diagnostic]] = {}
        found = []
        for finding in (self._found[key] for key in sorted(self._found)):
            if finding.about and finding.about in more:
                more[finding.about].append(finding)
            else:
                more[finding.about] = []
                found.append(finding)
        return tuple(_joined(f, more[f.about]) for f in found)

    @property
    def errors(self) -> int:
        """How many findings are errors."""
        return sum(d.code.severity is Severity.ERROR for d in self.diagnostics)

    @property
    def ok(self) -> bool:
        """Whether nothing is an error; warnings may be there."""
        return all(d.code.severity is not Severity.ERROR for d in self._found.values())


def _joined(finding: Diagnostic, more: Sequence[Diagnostic]) -> Diagnostic:
    """Return a finding that also names the places of others with the same cause."""
    if not finding.about or not more:
        return finding
    places = ", ".join(_place(d.span) for d in more[:_PLACES] if d.span)
    left = len(more) - _PLACES
    rest = f" and {left} more place{'s' if left > 1 else ''}" if left > 0 else ""
    fixes = (fix for d in (finding, *more) for fix in d.fixes)
    notes = (*finding.notes, Note(f"{SAME_AT} {places}{rest}"))
    return replace(finding, notes=notes, fixes=tuple(dict.fromkeys(fixes)))


def _place(span: Span) -> str:
    return f"{span.source.path}:{span.line}:{span.column}"


def _order(finding: Diagnostic) -> tuple[str, int, str, str]:
    path, start = (finding.span.source.path, finding.span.start) if finding.span else ("", 0)
    return path, start, finding.code.id, finding.message
