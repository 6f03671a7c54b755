"""Compiles generated C once, keeps it by its content, and loads it."""

from __future__ import annotations

import hashlib
import importlib.machinery
import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

FLAGS = (
    "-O2", "-fPIC", "-shared", "-fwrapv", "-w", "-Werror=implicit-function-declaration",
    # Names of Python are found when the module is loaded; elsewhere that goes without saying.
    *(("-undefined", "dynamic_lookup") if sys.platform == "darwin" else ()),
)  # fmt: skip
MOST_KEPT = 200
"""More built modules than this are not kept: the oldest ones go."""


class NotBuilt(Exception):
    """There is nothing here that compiles C, or it failed; says why in one line."""


def compiler() -> list[str]:
    """Return the command that compiles C: `$CC`, what is usual here, or that of the extra."""
    wanted = os.environ.get("CC", "").split()
    for command in (wanted, ["cc"], ["gcc"], ["clang"]):
        if command and shutil.which(command[0]):
            return command
    if importlib.util.find_spec("ziglang") is not None:
        return [sys.executable, "-m", "ziglang", "cc", "-mcpu=baseline"]
    raise NotBuilt("no C compiler was found; `pip install 'orloj[native]'` brings one")


def kept() -> Path:
    """Return the folder built modules are kept in."""
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(home) / "orloj" / "native"


def built(source: str) -> Path:
    """Return the module of a source, which is compiled if there is none yet."""
    command = [*compiler(), *FLAGS, f"-I{sysconfig.get_paths()['include']}"]
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    whole = "\n".join((source, *command, suffix))
    path = kept() / f"{hashlib.sha256(whole.encode()).hexdigest()[:32]}{suffix}"
    if not path.exists():
        _make(path.parent)
        with tempfile.TemporaryDirectory(dir=path.parent) as folder:
            text, made = Path(folder) / "pack.c", Path(folder) / "pack.so"
            text.write_text(source)
            _run([*command, str(text), "-o", str(made)])
            # Whoever builds the same at the same time puts the same there.
            made.replace(path)
        _tidy(path.parent)
    return path


def _make(folder: Path) -> None:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise NotBuilt(
            f"cannot make {folder}: {(error.strerror or 'no reason').lower()}"
        ) from error


def _tidy(folder: Path) -> None:
    """Remove what was built long ago; whoever has loaded it keeps it."""
    files = sorted((f for f in folder.iterdir() if f.is_file()), key=lambda f: f.stat().st_mtime)
    for file in files[:-MOST_KEPT]:
        file.unlink(missing_ok=True)


def _run(command: Sequence[str]) -> None:
    try:
        subprocess.run(command, check=True, capture_output=True, text=True)
    except subprocess.CalledProcessError as error:
        said = error.stderr.strip().splitlines() or [f"it ended with {error.returncode}"]
        raise NotBuilt(f"the C compiler failed: {said[0]}") from error
    except OSError as error:
        raise NotBuilt(f"the C compiler could not be run: {error}") from error


def loaded(path: Path) -> Any:
    """Return a built module; each file is a module of its own."""
    loader = importlib.machinery.ExtensionFileLoader("orloj_native", str(path))
    spec = importlib.util.spec_from_loader("orloj_native", loader)
    assert spec is not None
    try:
        module = importlib.util.module_from_spec(spec)
    except ImportError as error:
        path.unlink(missing_ok=True)  # it is built anew next time
        raise NotBuilt(f"what was compiled cannot be loaded: {error}") from error
    loader.exec_module(module)
    return module
