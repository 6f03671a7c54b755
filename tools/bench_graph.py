"""How long the analysis of graphs takes, and how soon the guard stops a loop.

    python tools/bench_graph.py

Graphs of 10,000 nodes: components, a shortest cycle and layers. Then every loop pack of the tests
that the guard stops: the time from the answer to the refusal, and the lap it names. Times are of
the processor.
"""

import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from analysis_kit import analysed, dense  # noqa: E402 - the path comes first
from loop_packs import FLOW, LOOPS, THINGS  # noqa: E402

from interpreter.analysis import cycles, paths  # noqa: E402
from interpreter.analysis.analysis import analysis_of  # noqa: E402
from interpreter.analysis.checks import check  # noqa: E402
from interpreter.analysis.questions import stats  # noqa: E402
from interpreter.analysis.telling import lap_of, lap_words  # noqa: E402
from interpreter.content.load import load, shipped_packs  # noqa: E402
from interpreter.diagnostics import Report  # noqa: E402
from interpreter.engine.game import Game  # noqa: E402
from interpreter.engine.impossible import PackError  # noqa: E402

NODES = 10_000
MOST_GRAPH, MOST_GUARD = 2.0, 0.2


def main() -> int:
    """Return 1 if a bar is missed."""
    ring = [(i, (i + 1) % NODES) for i in range(NODES)]
    slow = [
        of_graph("dense graph", dense(NODES, 20)) > MOST_GRAPH,
        of_graph("ring", ring) > MOST_GRAPH,
    ]
    for name in shipped_packs():
        of_pack(name)
    print(f"\nloops the guard stops (bar {MOST_GUARD} s)")
    times = [of_guard(name) for name, (_, _, behaviour) in LOOPS.items() if behaviour == "guard"]
    print(f"{len(times)} loops, slowest {max(times):.3f} s")
    return int(any(slow) or max(times) > MOST_GUARD)


def of_graph(name: str, edges: list[tuple[int, int]]) -> float:
    """Print and return how long one graph takes."""
    begin = time.process_time()
    found = cycles.components(edges)
    cycle = cycles.shortest_cycle(found[0], edges)
    order = paths.layers(range(NODES), edges)
    seconds = time.process_time() - begin
    print(
        f"{name}: {NODES:,} nodes, {len(edges):,} edges: {seconds:.2f} s (bar {MOST_GRAPH:g} s); "
        f"{len(found)} components with a cycle, shortest {len(cycle)}, {len(order)} layers"
    )
    return seconds


def of_pack(name: str) -> None:
    """Print how large the graph of a shipped pack is, and how long all its checks take."""
    a = analysis_of(load(name))
    begin = time.process_time()
    report = Report()
    check(a, report)
    seconds = time.process_time() - begin
    numbers = stats(a.graph)
    print(
        f"{name}: {numbers['nodes']} nodes, {numbers['edges']} edges, {numbers['layers']} layers, "
        f"{numbers['components']} components; all checks {seconds:.2f} s"
    )


def of_guard(name: str) -> float:
    """Print and return how long the engine takes to refuse a loop."""
    a = analysed(THINGS, FLOW, LOOPS[name][0])
    game = None
    begin = time.process_time()
    try:
        game = Game(a.ruleset, 2, 1)
        while game.decision is not None:
            begin = time.process_time()
            game.choose(0)
    except PackError as error:
        seconds = time.process_time() - begin
        loop = lap_of(a, error.program)
        lap = "no lap" if loop is None else lap_words(a, loop)
        print(f"{seconds:.3f} s  {name}: {lap}")
        return seconds
    raise AssertionError(f"{name}: nothing stopped it")


if __name__ == "__main__":
    sys.exit(main())
