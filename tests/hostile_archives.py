"""Archives that attack whoever opens them."""

import io
import os
import struct
import zipfile

from overlays import GAME

from interpreter.content.archive import MOST_BYTES


def packed(members, **more):
    """A zip of these members: (name or ZipInfo, bytes or text)."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, **more) as archive:
        for name, data in members:
            archive.writestr(name, data)
    return out.getvalue()


def one(name="game/pack.yaml", data=GAME):
    return [(name, data)]


def renamed(old, new):
    """A good archive in which a member's name was overwritten, in both places."""
    assert len(old) == len(new)
    return packed(one(old)).replace(old.encode(), new.encode())


def flagged(attribute, value):
    """A good archive whose member has an attribute it should not have."""
    info = zipfile.ZipInfo("game/pack.yaml")
    setattr(info, attribute, value)
    return packed([(info, GAME)])


def encrypted():
    data = bytearray(packed(one()))
    for signature, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        where = data.find(signature) + at
        data[where] |= 1
    return bytes(data)


def lying(size):
    """A bomb whose headers say it is small."""
    data = bytearray(packed(one("a.yaml", b"\0" * (30 << 20))))
    central = data.find(b"PK\x01\x02")
    data[central + 24 : central + 28] = struct.pack("<I", size)
    data[22:26] = struct.pack("<I", size)
    return bytes(data)


def overlapping():
    """Many entries of the directory that all point at one member."""
    data = packed(one("a.yaml", b"\0" * (900 << 10)))
    start = data.find(b"PK\x01\x02")
    end = data.find(b"PK\x05\x06")
    entry = data[start:end]
    entries = b"".join(entry.replace(b"a.yaml", f"{n:01x}.yaml".encode()) for n in range(16))
    tail = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 16, 16, len(entries), start, 0)
    return data[:start] + entries + tail


def directory_of(count):
    return packed([(f"m{n}.yaml", "") for n in range(count)])


def bad_checksum():
    data = bytearray(packed(one()))
    data[14] ^= 0xFF
    data[data.find(b"PK\x01\x02") + 16] ^= 0xFF
    return bytes(data)


def bzipped():
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_BZIP2) as archive:
        archive.writestr("a.yaml", b"\0" * (20 << 20))
    return out.getvalue()


HOSTILE = {
    "a path upwards": packed(one("../pack.yaml")),
    "a path upwards further in": packed(one("game/../../pack.yaml")),
    "an absolute path": packed(one("/tmp/pack.yaml")),
    "a drive": packed(one("C:/pack.yaml")),
    "a backslash": renamed("game/pack.yaml", "game\\pack.yaml"),
    "a zero byte in a name": renamed("game/pack.yaml", "game/p\0ck.yaml"),
    "a line end in a name": packed(one("game/pa\nck.yaml")),
    "a reserved name": packed(one("game/con.yaml")),
    "a trailing dot": packed(one("game./pack.yaml")),
    "a trailing blank": packed(one("game /pack.yaml")),
    "a stream of a file": packed(one("game/pack.yaml:x")),
    "a hidden file": packed(one("game/.pack.yaml")),
    "an archive in it": packed([*one(), ("game/more.zip", packed(one()))]),
    "a program in it": packed([*one(), ("game/run.py", "print(1)")]),
    "a member twice": packed([("a.yaml", "x: 1"), ("b.yaml", "")]).replace(b"b.yaml", b"a.yaml"),
    "a member twice but for case": packed([*one("A.yaml"), *one("a.yaml")]),
    "a member below a file": packed([("game", ""), *one("game/pack.yaml")]),
    "a link": flagged("external_attr", 0o120777 << 16),
    "a device": flagged("external_attr", 0o020666 << 16),
    "encrypted": encrypted(),
    "a bomb": packed(one("a.yaml", b"\0" * (30 << 20))),
    "a bomb that says it is small": lying(100),
    "many small bombs": packed([(f"m{n}.yaml", b"\0" * (900 << 10)) for n in range(20)]),
    "entries that overlap": overlapping(),
    "too many members": directory_of(301),
    "a huge directory": directory_of(5000),
    "an archive that is too large": b"PK\x03\x04" + os.urandom(16) * (MOST_BYTES // 16 + 1),
    "cut off": packed(one())[:-30],
    "no archive": GAME.encode(),
    "empty file": b"",
    "a program before it": b"#!/bin/sh\n" + packed(one()),
    "something behind it": packed(one()) + b"more",
    "a wrong checksum": bad_checksum(),
    "an unusual compression": bzipped(),
    "a name that is too long": packed(one("a" * 300 + ".yaml")),
    "too deep": packed(one("/".join("abcdefghij") + "/pack.yaml")),
}
