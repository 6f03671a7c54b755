"""Versions of packs and ranges of them. A version before a release (1.0rc1) fits no range."""

from __future__ import annotations

from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.version import InvalidVersion, Version

ENGINE = "0.1.0"
"""The version of the interpreter that packs' `engine` is compared with."""


def fits(version: str, wanted: str) -> bool | None:
    """Whether a version lies in a range; None if the range, or the version, is none.

    >>> fits("1.4.0", ">=1.2,<2"), fits("2.0.0rc1", ">=1"), fits("1.0.0", "new")
    (True, False, None)
    """
    try:
        # Decided, not left to the library: it would let pre-releases in where nothing else fits.
        return SpecifierSet(wanted).contains(Version(version), prereleases=False)
    except (InvalidSpecifier, InvalidVersion):
        return None
