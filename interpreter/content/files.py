"""Reading content files from disk."""

from pathlib import Path

from interpreter import codes
from interpreter.diagnostics import Report
from interpreter.source import Source, Span

MAX_BYTES = 1 << 20


def read_source(file: Path, shown: str, report: Report) -> Source | None:
    """Return the file's text; `shown` is the path that messages use.

    Nothing comes back when the file cannot be read, is larger than the limit or not UTF-8.
    """
    nowhere = Span(Source(shown, ""), 0, 0)
    try:
        with file.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except OSError as error:
        report.add(
            codes.FILE_UNREADABLE, nowhere, reason=(error.strerror or "no reason given").lower()
        )
        return None
    return decoded(data, shown, report)


def decoded(data: bytes, shown: str, report: Report) -> Source | None:
    """Return the text of a file's bytes; nothing, with a finding, if they are no text."""
    if len(data) > MAX_BYTES:
        nowhere = Span(Source(shown, ""), 0, 0)
        report.add(codes.FILE_TOO_LARGE, nowhere, limit=f"{MAX_BYTES:,}")
        return None
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        source = Source.of(shown, data.decode("utf-8", errors="replace"))
        # What comes before the first bad byte is good, so its length is the place.
        good = Source.of(shown, data[: error.start].decode("utf-8"))
        at = Span(source, len(good.text), len(good.text) + 1)
        report.add(codes.NOT_UTF8, at, offset=error.start, byte=f"0x{data[error.start]:02X}")
        return None
    return Source.of(shown, text)
