"""The one place that knows where grammar, schemas and shipped packs are."""

from pathlib import Path
from typing import Literal

_PACKAGE = Path(__file__).resolve().parent


def data_dir(kind: Literal["content", "schemas", "grammar"]) -> Path:
    """Return the folder of that kind of data file.

    An installed package carries its own copy; in a checkout the folders lie beside the package.
    """
    installed = _PACKAGE / "_data" / kind
    return installed if installed.is_dir() else _PACKAGE.parent / kind
