"""Small statistics: means and shares with the range they may well lie in."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist, fmean, median, stdev
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class Interval:
    """A lower and an upper bound."""

    low: float
    high: float


def _factor(confidence: float) -> float:
    return NormalDist().inv_cdf((1 + confidence) / 2)


def wilson(successes: int, trials: int, confidence: float = CONFIDENCE) -> Interval:
    """Return the Wilson interval of a share; everything is possible without trials.

    >>> wilson(0, 0)
    Interval(low=0.0, high=1.0)
    """
    if not trials:
        return Interval(0.0, 1.0)
    z, share = _factor(confidence), successes / trials
    centre = share + z * z / (2 * trials)
    spread = z * sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    scale = 1 + z * z / trials
    low = (centre - spread) / scale if successes else 0.0
    high = (centre + spread) / scale if successes < trials else 1.0
    return Interval(low, high)


def mean_interval(values: Sequence[float], confidence: float = CONFIDENCE) -> Interval:
    """Return the interval of a mean; only the value itself where there are fewer than two."""
    if len(values) < 2:
        only = float(values[0]) if values else 0.0
        return Interval(only, only)
    spread = _factor(confidence) * stdev(values) / sqrt(len(values))
    return Interval(fmean(values) - spread, fmean(values) + spread)


def summary(values: Sequence[int]) -> dict[str, Any]:
    """Return smallest, median, mean with interval, and largest value; empty without values."""
    if not values:
        return {}
    interval = mean_interval(values)
    return {
        "min": min(values),
        "median": float(median(values)),
        "mean": round(fmean(values), 3),
        "mean_low": round(interval.low, 3),
        "mean_high": round(interval.high, 3),
        "max": max(values),
    }
