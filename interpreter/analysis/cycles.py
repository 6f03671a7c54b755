"""Cycles of a directed graph: components and one short cycle each. Never all cycles."""

from __future__ import annotations

from collections import defaultdict, deque
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

N = TypeVar("N", int, str)
MOST_SEEN = 300_000
"""Most edges looked at while the shortest cycle of a component is sought; then the best so far."""


def components(edges: Iterable[tuple[N, N]]) -> list[list[N]]:
    """Return the strongly connected components that hold a cycle, each sorted, in order."""
    after: dict[N, list[N]] = defaultdict(list)
    alone: set[N] = set()
    for a, b in edges:
        after[a].append(b)
        if a == b:
            alone.add(a)
    found = _Tarjan(after).components()
    return sorted(sorted(c) for c in found if len(c) > 1 or c[0] in alone)


class _Tarjan(Generic[N]):
    """Tarjan's algorithm with a stack of its own: calls may be nested deeper than Python's."""

    def __init__(self, after: Mapping[N, Sequence[N]]) -> None:
        self.after: Mapping[N, Sequence[N]] = after
        self.index: dict[N, int] = {}
        self.low: dict[N, int] = {}
        self.open: list[N] = []
        self.inside: set[N] = set()
        self.found: list[list[N]] = []

    def components(self) -> list[list[N]]:
        for start in tuple(self.after):
            if start not in self.index:
                self._visit(start)
        return self.found

    def _enter(self, node: N) -> tuple[N, Iterator[N]]:
        self.index[node] = self.low[node] = len(self.index)
        self.open.append(node)
        self.inside.add(node)
        return node, iter(self.after.get(node, ()))

    def _visit(self, start: N) -> None:
        stack = [self._enter(start)]
        while stack:
            node, rest = stack[-1]
            for n in rest:
                if n not in self.index:
                    stack.append(self._enter(n))
                    break
                if n in self.inside:
                    self.low[node] = min(self.low[node], self.index[n])
            else:
                stack.pop()
                if stack:
                    above = stack[-1][0]
                    self.low[above] = min(self.low[above], self.low[node])
                if self.low[node] == self.index[node]:
                    self._close(node)

    def _close(self, node: N) -> None:
        members: list[N] = []
        while not members or members[-1] != node:
            members.append(self.open.pop())
            self.inside.discard(members[-1])
        self.found.append(members)


def shortest_cycle(nodes: Sequence[N], edges: Iterable[tuple[N, N]]) -> list[N]:
    """Return a shortest cycle of one component: its nodes in order, the first not repeated.

    Exact unless `MOST_SEEN` edges were not enough; the first node in order wins among equals.
    """
    inside = set(nodes)
    after: dict[N, list[N]] = {n: [] for n in nodes}
    for a, b in edges:
        if a in inside and b in inside:
            after[a].append(b)
    best: list[N] = []
    seen = 0
    for start in nodes:
        found, steps = _cycle_through(start, after, len(best) or len(nodes) + 1)
        seen += steps
        if found and (not best or len(found) < len(best)):
            best = found
        if (best and len(best) == 1) or (best and seen > MOST_SEEN):
            break
    return best


def _cycle_through(start: N, after: Mapping[N, Sequence[N]], limit: int) -> tuple[list[N], int]:
    """Return the shortest cycle through a node with fewer than `limit` nodes, and the work done."""
    before: dict[N, N] = {}
    depth = {start: 1}
    waiting = deque([start])
    steps = 0
    while waiting:
        node = waiting.popleft()
        if depth[node] >= limit:
            break
        for n in after[node]:
            steps += 1
            if n == start:
                return _back(start, node, before), steps
            if n not in depth:
                depth[n] = depth[node] + 1
                before[n] = node
                waiting.append(n)
    return [], steps


def _back(start: N, last: N, before: Mapping[N, N]) -> list[N]:
    path = [last]
    while path[-1] != start:
        path.append(before[path[-1]])
    return path[::-1]


def shortest_path(start: N, end: N, after: Mapping[N, Sequence[N]]) -> list[N]:
    """Return the nodes of a shortest path, both ends included; empty if there is none."""
    before: dict[N, N] = {}
    seen, waiting = {start}, deque([start])
    while waiting:
        node = waiting.popleft()
        if node == end:
            return _back(start, node, before)
        for n in after.get(node, ()):
            if n not in seen:
                seen.add(n)
                before[n] = node
                waiting.append(n)
    return []
