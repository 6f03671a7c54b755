"""A pack in a zip file: its members read in memory, with everything doubtful refused.

Nothing is ever written. Sizes in headers are not believed: bytes are counted while they are read.
"""

from __future__ import annotations

import re
import unicodedata
import zipfile
import zlib
from io import BytesIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

MOST_BYTES = 4 << 20
"""An archive itself, and all its members together."""
MOST_MEMBER = 1 << 20
MOST_MEMBERS = 300
_MOST_DIRECTORY = 128 << 10
_END = b"PK\x05\x06"
_END_SIZE = 22
_CHUNK = 64 << 10
_ENCRYPTED = 0x1
_LINK, _TYPE = 0o120000, 0o170000
_FORMATS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)

_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_-]*(?:\.(?:yaml|md|png|webp))?")
_RESERVED = frozenset(
    {"con", "prn", "aux", "nul", *(f"{n}{i}" for n in ("com", "lpt") for i in range(10))}
)


class Unsafe(Exception):
    """An archive that is refused; `reason` says why, in words."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def members(file: Path) -> dict[str, bytes]:
    """Return the files of an archive by name; raise `Unsafe` if anything in it is doubtful."""
    with file.open("rb") as stream:
        data = stream.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise Unsafe(f"it is larger than {MOST_BYTES:,} bytes")
    return read(data)


def read(data: bytes) -> dict[str, bytes]:
    """Return the files in the bytes of an archive; raise `Unsafe`."""
    _check_end(data)
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            listed = archive.infolist()
            _check_list(listed)
            return _contents(archive, [i for i in listed if not i.is_dir()])
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, ValueError) as error:
        raise Unsafe("it is damaged") from error
    except (RuntimeError, OSError, OverflowError, IndexError, LookupError) as error:
        raise Unsafe("it cannot be read") from error


def _check_end(data: bytes) -> None:
    """Refuse a directory of members that would be long to read, before anything reads it."""
    at = data.rfind(_END)
    if at < 0 or at + _END_SIZE > len(data):
        raise Unsafe("it is no zip archive, or cut off")
    if not data.startswith((b"PK\x03\x04", _END)):
        raise Unsafe("something stands before its members")
    size = int.from_bytes(data[at + 12 : at + 16], "little")
    offset = int.from_bytes(data[at + 16 : at + 20], "little")
    comment = int.from_bytes(data[at + 20 : at + 22], "little")
    if size > _MOST_DIRECTORY:
        raise Unsafe(f"it has more than {MOST_MEMBERS} members")
    if offset + size != at or at + _END_SIZE + comment != len(data):
        raise Unsafe("its directory is not where it says")


def _check_list(listed: list[zipfile.ZipInfo]) -> None:
    if len(listed) > MOST_MEMBERS:
        raise Unsafe(f"it has more than {MOST_MEMBERS} members")
    seen: dict[str, str] = {}
    for info in listed:
        # `filename` is already cut at a zero byte; what was written is what counts.
        name = info.orig_filename
        check_name(name.removesuffix("/") if info.is_dir() else name)
        folded = unicodedata.normalize("NFC", name).casefold().rstrip("/")
        if folded in seen:
            raise Unsafe(f"`{name}` is in it twice")
        seen[folded] = name
        if info.flag_bits & _ENCRYPTED:
            raise Unsafe(f"`{name}` is encrypted")
        kind = (info.external_attr >> 16) & _TYPE
        if kind == _LINK:
            raise Unsafe(f"`{name}` is a link")
        if kind not in (0, 0o100000, 0o040000):
            raise Unsafe(f"`{name}` is no file")
        if info.compress_type not in _FORMATS:
            raise Unsafe(f"`{name}` is compressed in an unusual way")
    files = {name for name in seen if not seen[name].endswith("/")}
    for name in seen:
        parents = name.split("/")[:-1]
        if any("/".join(parents[: n + 1]) in files for n in range(len(parents))):
            raise Unsafe(f"`{seen[name]}` lies in a file")


def check_name(name: str) -> None:
    """Raise `Unsafe` for a name that means different places to different systems, or no content."""
    parts = name.split("/")
    if len(name) > 200 or len(parts) > 8:
        raise Unsafe("a name in it is too long")
    for part in parts:
        if not _NAME.fullmatch(part) or part.split(".")[0].casefold() in _RESERVED:
            raise Unsafe(f"the name `{name}` is not allowed in it")
    if "." not in parts[-1] and "." in name:
        raise Unsafe(f"the name `{name}` is not allowed in it")


def _contents(archive: zipfile.ZipFile, listed: list[zipfile.ZipInfo]) -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    left = MOST_BYTES
    for info in listed:
        limit = min(left, MOST_MEMBER)
        chunks: list[bytes] = []
        with archive.open(info) as stream:
            size = 0
            while chunk := stream.read(_CHUNK):
                size += len(chunk)
                if size > limit:
                    raise Unsafe(f"`{info.filename}` is too large when unpacked")
                chunks.append(chunk)
        if "." not in info.filename.rsplit("/", 1)[-1]:
            raise Unsafe(f"`{info.filename}` is no file of a pack")
        left -= size
        found[info.filename] = b"".join(chunks)
    return found
