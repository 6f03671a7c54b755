"""Which name an author may have meant: by how few slips of a finger lie between two words."""

import difflib
from collections.abc import Callable, Iterable
from functools import lru_cache

from interpreter.frozen import dataclass

_OTHER_TYPE = 1.5
"""A name that does not fit its place must be this much nearer than one that does."""
_LOOKED_AT = 8


@dataclass(frozen=True, slots=True)
class Near:
    """Names in the order in which they are likely; `sure` if the first needs no second thought."""

    names: tuple[str, ...] = ()
    sure: bool = False

    @property
    def first(self) -> str:
        """Return the only name that can be meant, or nothing."""
        return self.names[0] if self.sure else ""


def nearest(
    name: str,
    candidates: Iterable[str],
    fits: Callable[[str], bool] | None = None,
    limit: int = 3,
) -> Near:
    """Return the candidates that `name` may stand for.

    `fits` says whether a candidate makes sense at the place; it is asked about the likely ones.

    >>> nearest("goold", ["coin", "gold", "iron"])
    Near(names=('gold',), sure=True)
    """
    known = frozenset(candidates) - {name}
    chosen = list(_few_slips(name, known)[:_LOOKED_AT])
    if not chosen:
        return Near(_alike(name, known, fits, limit))
    sensible = {c for _, c in chosen if fits is None or fits(c)}
    chosen = [(d if c in sensible else d + _OTHER_TYPE, c) for d, c in chosen]
    chosen.sort(key=lambda pair: _rank(name, *pair))
    alone = len(chosen) == 1 or chosen[0][0] < chosen[1][0]
    return Near(tuple(c for _, c in chosen[:limit]), alone and chosen[0][1] in sensible)


@lru_cache(maxsize=512)
def _few_slips(name: str, known: frozenset[str]) -> tuple[tuple[float, str], ...]:
    """Return the candidates few slips away, the likely ones first; a lost name is lost often."""
    most = 1 if len(name) < 4 else 2 if len(name) < 9 else 3
    found: list[tuple[float, str]] = []
    for candidate in known:
        steps = slips(name, candidate, most)
        if steps is not None:
            found.append((steps, candidate))
    return tuple(sorted(found, key=lambda pair: _rank(name, *pair)))


def near(name: str, candidates: Iterable[str], limit: int = 3) -> tuple[str, ...]:
    """Return the candidates an author may have meant, the nearest first.

    >>> near("goold", ["coin", "gold", "iron"])
    ('gold',)
    """
    return nearest(name, candidates, limit=limit).names


def slips(one: str, other: str, most: int) -> int | None:
    """Return how many letters are wrong, missing, too many or swapped; None if more than `most`.

    >>> slips("glod", "gold", 2), slips("cards", "card", 2), slips("coin", "gold", 2)
    (1, 1, None)
    """
    if abs(len(one) - len(other)) > most:
        return None
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, a in enumerate(one):
        last, row, before = before, [i + 1], row
        for j, b in enumerate(other):
            least = min(before[j] + (a != b), before[j + 1] + 1, row[j] + 1)
            if i and j and a == other[j - 1] and b == one[i - 1]:
                least = min(least, last[j - 1] + 1)
            row.append(least)
        if min(row) > most:
            return None
    return row[-1] if row[-1] <= most else None


def _rank(name: str, steps: float, candidate: str) -> tuple[float, bool, float, str]:
    alike = difflib.SequenceMatcher(None, name, candidate).ratio()
    return steps, candidate[:1] != name[:1], -alike, candidate


def _alike(
    name: str, candidates: frozenset[str], fits: Callable[[str], bool] | None, limit: int
) -> tuple[str, ...]:
    """Return names that resemble it more loosely: parts in another order, a word too many."""
    found = list(_resembling(name, candidates))
    if fits is not None:
        found.sort(key=lambda candidate: not fits(candidate))
    return tuple(found[:limit])


@lru_cache(maxsize=512)
def _resembling(name: str, candidates: frozenset[str]) -> tuple[str, ...]:
    close = difflib.get_close_matches(name, sorted(candidates), n=_LOOKED_AT, cutoff=0.7)
    return tuple(close)
