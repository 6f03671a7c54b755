"""Peers in environments of their own, outside the repository: never imported, only run."""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

PEERS = {
    "catanatron": "catanatron==3.2.1",
    "openspiel": "open_spiel==2.0.2",
    "boardgameio": "boardgame.io@0.50.2",
}
"""What is installed for each peer, as pip or npm want to hear it."""
PATIENCE = 900
"""Seconds an installation may take."""


@dataclass(frozen=True, slots=True)
class Missing:
    """A peer that cannot be had here."""

    why: str


@dataclass(frozen=True, slots=True)
class Program:
    """What runs scripts: a command, the folder it is started in, and further variables."""

    command: str
    folder: Path | None = None
    variables: tuple[tuple[str, str], ...] = ()


OWN = Program(sys.executable)


class Environments:
    """The installed peers; each is made when first asked for."""

    def __init__(self, fresh: bool = False) -> None:
        home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
        self._folder = Path(home) / "orloj-bench"
        self._fresh = fresh
        self._known: dict[str, Program | Missing] = {}

    def program(self, peer: str) -> Program | Missing:
        """Return what runs the scripts of a peer; installs it if need be."""
        if peer not in self._known:
            self._known[peer] = _node(self, peer) if "@" in PEERS[peer] else _python(self, peer)
        return self._known[peer]

    def installed(self, peer: str, runtime: str, *commands: list[str]) -> Path | Missing:
        """Return the folder of a peer, made with these commands if it is not there as wanted."""
        folder, wanted = self._folder / peer, f"{PEERS[peer]} on {runtime}"
        done = folder / "installed"
        if not self._fresh and done.exists() and done.read_text(encoding="utf-8") == wanted:
            return folder
        print(f"installing {PEERS[peer]} in {folder}", file=sys.stderr)
        try:
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)
            for command in commands:
                _run(command, folder)
            done.write_text(wanted, encoding="utf-8")
        except (OSError, subprocess.SubprocessError) as error:
            return Missing(_reason(error))
        return folder


def _python(environments: Environments, peer: str) -> Program | Missing:
    """A virtual environment of the Python that runs this: peers run on the same one."""
    runtime = f"{sys.version} {Path(sys.executable).resolve()}"
    folder = environments.installed(
        peer,
        runtime,
        [sys.executable, "-m", "venv", "."],
        ["bin/python", "-m", "pip", "install", "--disable-pip-version-check", PEERS[peer]],
    )
    return folder if isinstance(folder, Missing) else Program(str(folder / "bin" / "python"))


def _node(environments: Environments, peer: str) -> Program | Missing:
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return Missing("there is no node and npm")
    folder = environments.installed(
        peer,
        node,
        [npm, "init", "--yes"],
        [npm, "install", "--no-audit", "--no-fund", PEERS[peer]],
    )
    if isinstance(folder, Missing):
        return folder
    return Program(node, folder, (("NODE_ENV", "production"),))


def _run(command: list[str], folder: Path) -> None:
    if not command[0].startswith("/"):
        command = [str(folder / command[0]), *command[1:]]
    subprocess.run(
        command, cwd=folder, check=True, capture_output=True, text=True, timeout=PATIENCE
    )


def _reason(error: OSError | subprocess.SubprocessError) -> str:
    said = getattr(error, "stderr", None)
    lines = [text for text in (said or "").splitlines() if text.strip()]
    return lines[-1].strip() if lines else str(error)
