"""`orloj new`: a pack or an overlay to begin with, sound and playable from the first moment."""

from __future__ import annotations

import re
from pathlib import Path

import click

from interpreter.cli.common import playable, say, write_text
from interpreter.cli.exits import USAGE, Stop

_ID = re.compile(r"[a-z][a-z0-9_]{0,47}")

_PACK = """\
pack:
  id: {id}
  version: 1.0.0
  engine: ">=0.1,<1"
  name: {{en: {title}}}
  players: {{min: 2, max: 4}}
  languages: [en]

resources:
  - {{id: pebble, name: {{en: pebbles}}, start: 2, source: placeholder}}
  - {{id: vp, name: {{en: points}}, source: placeholder}}

kinds:
  - id: gull
    name: {{en: gull}}
    fields: {{cost: cost, arrives: effect}}
    start: nest
    source: placeholder

items:
  gull:
    - id: grey_gull
      name: {{en: grey gull}}
      copies: 4
      cost: {{pebble: 1}}
      arrives: gain 1 vp
      source: placeholder
    - id: white_gull
      name: {{en: white gull}}
      copies: 3
      cost: {{pebble: 2}}
      arrives: gain 3 vp
      source: placeholder

zones:
  - id: nest
    name: {{en: nest}}
    holds: [gull]
    order: stack
    visible: none
    source: placeholder
  - {{id: beach, name: {{en: beach}}, holds: [gull], source: placeholder}}
  - {{id: flock, name: {{en: flock}}, per: [player], holds: [gull], source: placeholder}}

actions:
  - id: feed
    name: {{en: feed a gull}}
    effect: |
      choose g in beach {{
        pay g.cost
        move g to my.flock
        do g.arrives
        draw 1 from nest to beach
      }}
    source: placeholder

flow:
  setup: |
    shuffle nest
    draw 3 from nest to beach
  round: |
    for each p in players {{
      turn p {{ choose {{ "Feed a gull" -> feed | otherwise "Gather pebbles" -> gain 2 pebble }} }}
    }}
    if count(beach) is 0 or round >= 10 {{ end_game "the gulls are gone" }}
  score: vp
  source: placeholder

examples:
  - id: a_grey_gull_costs_a_pebble
    given: for each g in beach {{ move g to nest }}; move grey_gull to beach
    do: feed
    expect: [my.pebble is 1, my.vp is 1, count(my.flock) is 1]
    source: placeholder
"""

_OVERLAY = """\
pack:
  id: {id}
  version: 1.0.0
  engine: ">=0.1,<1"
  name: {{en: {title}}}
  changes: {base}
  for: ">={version},<{next}"

# What it changes in {base}: one operation each, on a path ID.FIELD (orloj show {base} ID).
#   - {{set: ID.FIELD, to: VALUE, source: placeholder}}
#   - {{raise: ID.FIELD, by: 1, source: placeholder}}
#   - {{step: ID.FIELD, replace: "STATEMENT", with: "STATEMENTS", source: placeholder}}
# Entries of its own stand in sections as in any pack: items, actions, triggers, scores ...
changes: []

examples:
  - {{id: {id}_is_there, do: leave, expect: ["true"], source: placeholder}}
"""


@click.group(
    epilog="\b\nExamples:\n  orloj new pack ./my_game\n  orloj new overlay ./my_variant "
    "--changes ./my_game"
)
def new() -> None:
    """Begin a pack or an overlay that validates and plays at once."""


@new.command(epilog="\b\nExample:\n  orloj new pack ./my_game")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
def pack(folder: Path) -> None:
    """Begin a game of its own in the folder DIR; the folder's name becomes its id."""
    _begin(folder, _PACK.format(id=_id(folder), title=_title(folder)))


@new.command(epilog="\b\nExample:\n  orloj new overlay ./my_variant --changes ./my_game")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--changes", "base", metavar="PACK", required=True, help="The game it changes.")
def overlay(folder: Path, base: str) -> None:
    """Begin a variant or expansion of a game in the folder DIR; its name becomes the id."""
    _, ruleset = playable(base)
    info = ruleset.pack
    major = int(info.version.split(".")[0]) + 1
    text = _OVERLAY.format(
        id=_id(folder), title=_title(folder), base=info.id, version=info.version, next=major
    )
    _begin(folder, text)


def _id(folder: Path) -> str:
    name = folder.resolve().name
    if not _ID.fullmatch(name):
        raise click.UsageError(f"{name}: a pack is called by a-z, 0-9 and _, beginning with a-z")
    return name


def _title(folder: Path) -> str:
    return _id(folder).replace("_", " ").capitalize()


def _begin(folder: Path, text: str) -> None:
    file = folder / "pack.yaml"
    if folder.exists() and any(folder.iterdir()):
        raise click.UsageError(f"{folder} is there already, with something in it")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        say(f"error: cannot make {folder}: {(error.strerror or '').lower()}", error=True)
        raise Stop(USAGE) from None
    write_text(file, text)
    say(f"{file} is written")
    say(f"next: orloj validate {folder}; orloj play {folder}")
