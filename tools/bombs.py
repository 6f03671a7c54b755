# ruff: noqa: E501, RUF001 - a script of tables; deceiving signs are its matter
"""Packs that attack whoever reads them: how each is answered, how quickly, with how much memory.

    python tools/bombs.py [--json]

Every pack is loaded in a process of its own. Time is that of the processor, without the start of Python;
memory is the peak of the whole process. Ends with 1 if one is not refused within the bars.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

HEAD = (
    'pack: {id: bomb, version: 1.0.0, engine: ">=0.1,<1", name: {en: Bomb}, '
    "players: {min: 2, max: 4}, languages: [en]}\n"
    "resources: [{id: vp, name: {en: points}, source: placeholder}]\n"
)
FLOW = "flow: {round: EFFECT, score: vp, source: placeholder}\n"
REFUSED, FINDINGS = 3, 1
MOST_MS, MOST_MB = 50, 100
SLOWER = {"T14 90,000 keys without values": 1_000}
"""Bars of those that are too many and not too large: that is known only when they are counted."""


def effect(text: str) -> str:
    """Return a pack whose round is this text."""
    return HEAD + FLOW.replace("EFFECT", json.dumps(text))


def more(text: str) -> str:
    """Return a pack with more sections."""
    return effect('end_game "over"') + text


def doubled(depth: int) -> str:
    """Return lists of aliases of lists of aliases."""
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, depth)]
    return "\n".join(lines) + "\n"


def crowd(copies: int, items: int) -> str:
    """Return a kind with very many components."""
    rows = "\n".join(
        f"    - {{id: p{n}, copies: {copies}, source: placeholder}}" for n in range(items)
    )
    kind = (
        "kinds: [{id: person, name: {en: p}, owned: true, start: my.home, source: placeholder}]\n"
    )
    zone = (
        "zones: [{id: home, name: {en: h}, per: [player], holds: [person], source: placeholder}]\n"
    )
    return more(kind + zone + "items:\n  person:\n" + rows + "\n")


def grid() -> str:
    """Return a counter for each four of 300 things."""
    rows = "\n".join(f"    - {{id: c{n}, source: placeholder}}" for n in range(300))
    kind = "kinds: [{id: spot, name: {en: s}, source: placeholder}]\n"
    counter = (
        "counters: [{id: far, name: {en: f}, per: [spot, spot, spot, spot], source: placeholder}]\n"
    )
    return more(kind + counter + "items:\n  spot:\n" + rows + "\n")


BOMBS: dict[str, tuple[str, int]] = {
    "T1 alias bomb of 30 levels": (doubled(30), REFUSED),
    "T2 shared alias": ("a: &x [1]\nb: *x\n", REFUSED),
    "T3 alias to itself": ("a: &x [*x]\n", REFUSED),
    "T4 merge keys, deep": ("".join(f"a{n}: {{<<: {{b: 1}}}}\n" for n in range(200)), REFUSED),
    "T4 merge keys, wide": ("<<: [" + ", ".join("{}" for _ in range(3_200)) + "]\n", REFUSED),
    "T5 doubled keys": ("".join("hp: 1\n" for _ in range(5_000)), FINDINGS),
    "T6 words with two meanings": ("a: [no, 014, 1:30, 1_000, 2020-01-01, 1e3]\n", FINDINGS),
    "T7 keys that are no text": ("{1: x, null: y, true: z, 2.5: w, [a]: b}\n", FINDINGS),
    "T8 tags": ("- !!python/object/apply:os.system [id]\n- !!binary aGk=\n- !x y\n", REFUSED),
    "T9 values that raise": ("- !!int x\n- !!float abc\n- 9999-99-99\n- !!int 0x\n", REFUSED),
    "T10 decimal of 5,000 digits": ("a: " + "9" * 5_000 + "\n", REFUSED),
    "T10 hexadecimal of 1,000,000": ("a: 0x" + "f" * 1_000_000 + "\n", REFUSED),
    "T10 base 60 of 100,000 groups": ("a: 1" + ":59" * 100_000 + "\n", REFUSED),
    "T11 no numbers": ("a: [.nan, .inf, -.inf, 1e999999999]\n", FINDINGS),
    "T12 fractions for numbers": (
        "resources: [{id: vp, name: {en: p}, max: 1.0, source: placeholder}]\n",
        FINDINGS,
    ),
    "T13 200,000 brackets": ("[" * 200_000, REFUSED),
    "T13 41 levels": ("[" * 41 + "x" + "]" * 41 + "\n", REFUSED),
    "T14 20 MB": ("a: " + "x" * (20 << 20) + "\n", REFUSED),
    "T14 90,000 keys without values": ("".join(f"? k{n}\n" for n in range(90_000)), REFUSED),
    "T14 a text of 900,000": ("a: " + "x" * 900_000 + "\n", REFUSED),
    "T15 a letter of another script": (
        more("counters: [{id: gοld, name: {en: g}, source: placeholder}]\n"),
        REFUSED,
    ),
    "T15 a sign that turns the text": ("a: \u202eb\n", REFUSED),
    "T16 a line end behind an id": (
        more('counters: [{id: "gold\\n", name: {en: g}, source: placeholder}]\n'),
        FINDINGS,
    ),
    "T17 a schema of its own": (
        "$schema: http://127.0.0.1/x.json\n$ref: file:///etc/passwd\n",
        FINDINGS,
    ),
    "T18 wrong value of a megabyte": (
        "zones: {" + ", ".join(f"k{n}: v" for n in range(40_000)) + "}\n",
        FINDINGS,
    ),
    "T19 20,000 blanks": ("a: 'x" + " " * 9_000 + "y'\n", FINDINGS),
    "T20 100,000 parentheses": (effect("(" * 9_000), REFUSED),
    "T20 a flat sum of 1,900 terms": (effect("let n = 1" + "+1" * 1_900), REFUSED),
    "T20 700 conditions in a row": (
        effect("if true { leave }" + " else if true { leave }" * 150),
        REFUSED,
    ),
    "T20 1,000 times not": (effect("require " + "not " * 900 + "true"), REFUSED),
    "T24 a huge number in an effect": (effect("gain " + "9" * 3_000 + " vp"), REFUSED),
    "components by the hundred thousand": (crowd(1_000, 50), REFUSED),
    "a counter for 8,100,000,000 fours": (grid(), REFUSED),
}

CHILD = """
import re, sys, time
from pathlib import Path
from interpreter.cli.common import exit_code
from interpreter.content.load import load
from interpreter.lang.parse import parse_effect
from interpreter.content.schema import _validator
from interpreter.report.text import render_text
parse_effect("leave"); _validator()
begin = time.process_time()
report = load(sys.argv[1]).report
text = render_text(report)
spent = time.process_time() - begin
# Not getrusage: a new process starts with the peak of the one that began it.
peak = int(re.search(r"VmHWM:\\s+([0-9]+)", Path("/proc/self/status").read_text())[1]) // 1024
first = report.diagnostics[0].code.id if report.diagnostics else ""
print(exit_code(report), round(spent * 1000, 1), peak, first, max(map(len, text.split("\\n")), default=0))
"""


def measured(text: str) -> tuple[int, float, int, str, int]:
    """Return exit code, milliseconds, megabytes, the first finding and the longest line shown."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "pack.yaml").write_text(text, encoding="utf-8")
        command = [sys.executable, "-c", CHILD, folder]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    if done.returncode:
        return 70, 0.0, 0, done.stderr.strip().splitlines()[-1][:60], 0
    code, spent, peak, first, longest = done.stdout.split(" ")
    return int(code), float(spent), int(peak), first, int(longest)


def main() -> int:
    """Print one line for each bomb."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--json", action="store_true")
    wanted = parser.parse_args()
    rows, bad = {}, 0
    for name, (text, expected) in BOMBS.items():
        code, spent, peak, first, longest = measured(text)
        good = (
            code == expected
            and (code != REFUSED or (spent < SLOWER.get(name, MOST_MS) and peak < MOST_MB))
            and longest < 400
        )
        bad += not good
        rows[name] = [code, spent, peak, first]
        if not wanted.json:
            print(
                f"{name:<36} exit {code}  {spent:8.1f} ms {peak:5} MB  {first:<5} {'' if good else 'BAD'}"
            )
    if wanted.json:
        print(json.dumps(rows, indent=1))
    print(
        f"{len(BOMBS)} packs, {bad} not as wanted (bars: {MOST_MS} ms, {MOST_MB} MB, lines below 400)"
    )
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
