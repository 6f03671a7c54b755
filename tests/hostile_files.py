"""Texts that attack whoever parses them as YAML."""

HOSTILE = {
    "brackets": "[" * 200_000,
    "values": "[" + "x, " * 110_000 + "x]",
    "number": "a: " + "9" * 200_000,
    "hex": "a: 0x" + "f" * 9_000,
    "sexagesimal": "a: 1" + ":59" * 3_000,
    "text": "a: " + "x" * 100_000,
    "aliases": "a: &a [x]\n" + "".join(f"b{n}: &b{n} [{'*a, ' * 9}*a]\n" for n in range(30)),
    "merges": "a: &a {x: 1}\n" + "".join(f"b{n}: {{<<: [*a, *a]}}\n" for n in range(30)),
    "keys": "".join(f"? k{n}\n" for n in range(60_000)),
}
