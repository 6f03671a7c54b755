"""Which characters a content file may hold: no invisible ones that deceive or break a display."""

import re
import unicodedata

_ASCII_BAD = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
# Joiners are part of how some scripts and emoji are written.
_ALLOWED = frozenset("\n\u200c\u200d")
_REFUSED = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


def bad_characters(text: str) -> dict[str, int]:
    """Return each forbidden character with the offset of its first place. A tab is not one.

    >>> bad_characters("gold")
    {}
    """
    if text.isascii() and not _ASCII_BAD.search(text):
        return {}
    return {
        char: text.index(char)
        for char in sorted(set(text) - _ALLOWED - {"\t"})
        if unicodedata.category(char) in _REFUSED
    }


LOOKALIKES = {
    chr(int(point, 16)): letter
    for letter, points in {
        "a": "0430 03B1", "c": "0441 03F2", "d": "0501", "e": "0435", "g": "0261", "h": "04BB",
        "i": "0456 03B9 0131", "j": "0458", "k": "03BA", "l": "04CF", "n": "03B7", "o": "043E 03BF",
        "p": "0440 03C1", "q": "051B", "s": "0455", "u": "03C5", "v": "03BD 0475", "w": "051D",
        "x": "0445 03C7", "y": "0443 03B3", "z": "1D22",
    }.items()
    for point in points.split()
}  # fmt: skip
"""Greek, Cyrillic and other letters that cannot be told from small ASCII ones."""
