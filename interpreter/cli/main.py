"""The group `orloj` and the way from exceptions to exit codes.

Commands are imported when they are called, so that help and mistakes in the command line are quick.
"""

from __future__ import annotations

import gc
import os
import sys
from importlib import import_module
from io import TextIOWrapper
from typing import TYPE_CHECKING, Any, NoReturn

import click

from interpreter.cli.exits import BUG, CLEAN, CLOSED_PIPE, INTERRUPTED, Stop

if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import ModuleType

COMMANDS: Mapping[str, str] = {
    "validate": "Check packs and print what is wrong with them.",
    "test": "Run the examples of packs.",
    "play": "Play a game in the terminal.",
    "simulate": "Let bots play many games and count.",
    "replay": "Play a record again and verify it.",
    "show": "Show an item, action, zone ... as declared.",
    "why": "Say who set a value, where, and what it was before.",
    "diff": "Say what differs between two packs in meaning.",
    "new": "Begin a pack or an overlay that validates and plays at once.",
    "fmt": "Put the effect texts of packs into one form.",
    "pack": "Build, check and list packs as archives.",
    "matrix": "Try packs and options in all pairs and tell what breaks.",
    "graph": "Ask the graph of a pack what does, needs, gives and sets off what.",
    "compile": "Print the Python source the effects of a pack are run as.",
    "explain-code": "Explain a finding: what it means, an example, how to mend it.",
    "explain": "Say in words what an item, action, resource ... does.",
}
"""Every command with its line in the help; the command `x` is `x` in `interpreter.cli.x`."""


class Orloj(click.Group):
    """The commands, loaded when needed; `main` never lets an exception through."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command, or None if there is none of this name."""
        if cmd_name not in COMMANDS:
            return None
        name = cmd_name.replace("-", "_")
        command: click.Command = getattr(_imported(f"interpreter.cli.{name}"), name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def main(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Run a command and exit with its code."""
        kwargs["standalone_mode"] = False
        sys.exit(_guarded(lambda: super(Orloj, self).main(*args, **kwargs)))

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; a reader that went away ends it."""
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            raise Stop(CLOSED_PIPE) from None
        return result


def _imported(name: str) -> ModuleType:
    """Return a module; all it brings with it stays, so no collection looks through it."""
    gc.disable()
    try:
        return import_module(name)
    finally:
        gc.freeze()
        gc.enable()


def _guarded(run: Any) -> int:
    """Return the exit code of a run, after saying what went wrong."""
    try:
        code = run()
    except Stop as stop:
        code = stop.code
    except click.ClickException as error:
        error.show()
        code = error.exit_code
    except (click.Abort, KeyboardInterrupt):
        code = INTERRUPTED
    except BrokenPipeError:
        code = CLOSED_PIPE
    except Exception as error:  # the last line of defence: our own mistakes, told in one line
        if os.environ.get("ORLOJ_DEBUG"):
            raise
        reason = " ".join(str(error).split()) or "no reason given"
        click.echo(f"this is a bug in orloj: {type(error).__name__}: {reason}", err=True)
        code = BUG
    if code == CLOSED_PIPE:
        # Whatever is still waiting to be written has nowhere to go.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return code if isinstance(code, int) else CLEAN


def _version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        # Imported only now: it is slower than all the rest of the help.
        version = import_module("importlib.metadata").version("orloj")
        click.echo(f"orloj {version}")
        ctx.exit()


@click.group(cls=Orloj, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version", is_flag=True, expose_value=False, is_eager=True, callback=_version,
    help="Show the version.",
)  # fmt: skip
def cli() -> None:
    """Board games whose rules are data: check packs, play them, let bots play them.

    PACK is the name of a pack, or the path of a folder or zip: a game, or a variant or expansion,
    which is put on the game it changes.
    """


def main() -> NoReturn:
    """Run `orloj`."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        # Text that an encoding does not know is no reason to stop.
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        cli.main(prog_name="orloj")
    except SystemExit as end:
        # Python would free everything piece by piece before it ends; a large pack is much.
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, TextIOWrapper):
                stream.flush()
        os._exit(end.code if isinstance(end.code, int) else BUG)
    raise AssertionError("a command ends with an exit code")
