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
