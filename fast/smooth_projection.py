"""The distribution nearest to a given one among those whose masses are at most 1 / (sigma N): the KL projection.

Source: Haghtalab, Roughgarden and Shetty, "Smoothed analysis of online and differentially private learning" (2020),
algorithm 3 in appendix F.1: of all z with z(x) >= 0, total 1 and z(x) <= 1 / (sigma N), the one of least KL(z || w).

With S = sigma N, and weights w above 0 of any total, the minimizer fills up to the cap like water:

    z(x) = min(c w(x), 1) / S,    where c is such that the sum over x of min(c w(x), 1) is S.

If the k largest weights are at the cap, c = (S - k) / (sum of the other weights), and k is the least for which the next
weight w stays under it: (S - k) w <= w + R, hence (S - k - 1) w <= R, the sum of those behind it. One sort, one
cumulative sum. k is at most ceil(S) - 1, so that c is above
0: at a whole S - k = 0 no mass would be left for weights that are not 0.

Numbers. S is a rational, and S - k is (floor(S) - k) + (S - floor(S)), the second part rounded once: nothing cancels
where S is just above or below a whole number. Weights are given by their logarithms. Those under e^-600 of the largest
may underflow: where the search ends among them, it goes on in logarithms, each sum relative to its own largest weight.
Masses below the cap are in the ratio of their weights, up to 2^-52 of a logarithm, and c is such that all add up to 1
within 2^-40: what is capped or not within the last digits of a double is settled there.
"""

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final

import numpy as np

from dpassay.fast import checks
from dpassay.fast.checks import Real
from dpassay.fast.draws import Floats

__all__ = ["capacity_of", "leveled", "project", "water_levels"]

DEEP: Final = -600.0  # e to it is far from the end of the doubles
NOTHING: Final = 745.0  # e to minus it is 0 in doubles: beyond it a weight adds nothing to another


def capacity_of(sigma: Real, domain: int) -> Fraction:
    """S = sigma N, the number of cells whose masses can be at the cap at once; below 1 there is no cap.

    Raises:
        ValueError: sigma is not above 0 and at most 1.
    """
    expected = "a number above 0 and at most 1"
    exact = checks.real(sigma, "sigma", expected)
    if not 0 < exact <= 1 or float(exact) == 0:
        raise checks.bad("sigma", sigma, expected)
    return exact * domain


def project(logs: Floats, *, sigma: Real) -> Floats:
    """The projections of distributions, one a row, given by the logarithms of their weights, of any total.

    Args:
        logs: N finite numbers, or rows of them.
        sigma: above 0 and at most 1.

    Raises:
        ValueError: an argument is outside its domain.
    """
    expected = "finite logarithms of weights, in one row or more"
    if not isinstance(logs, np.ndarray) or logs.dtype.kind != "f" or logs.ndim not in (1, 2) or logs.size == 0:
        raise checks.bad("logs", logs, expected)
    if not np.isfinite(logs).all():
        raise checks.bad("logs", logs, expected)
    rows: Floats = np.asarray(logs, np.float64).reshape(-1, logs.shape[-1])
    capacity = capacity_of(sigma, rows.shape[1])
    shares = leveled(rows, capacity)
    np.exp(shares, out=shares)
    shares /= float(capacity)
    return shares.reshape(logs.shape)


def leveled(rows: Floats, capacity: Fraction) -> Floats:
    """log min(c w, 1): the logarithms of S z of each row, finite, at most 0."""
    moved = rows + water_levels(rows, capacity)[:, None]
    return np.minimum(moved, 0.0, out=moved)


def water_levels(rows: Floats, capacity: Fraction) -> Floats:
    """log c of each row of logarithms of weights."""
    if len(rows) == 1:
        return np.array([_level(rows[0], capacity)])
    top = rows.max(axis=1)
    weights = np.sort(np.exp(rows - top[:, None]), axis=1)
    sums = np.zeros((len(rows), rows.shape[1] + 1))
    np.cumsum(weights, axis=1, out=sums[:, 1:])
    weights, sums = weights[:, ::-1], sums[:, ::-1]  # of the place k on, with the largest in front
    each = np.arange(len(rows))
    low = np.zeros(len(rows), np.int64)
    high = np.full(len(rows), math.ceil(capacity) - 1)
    while (low < high).any():
        k = (low + high) // 2
        under = _room(capacity, k + 1) * weights[each, k] <= sums[each, k + 1]
        low, high = np.where(under, low, np.minimum(k + 1, high)), np.where(under, k, high)
    shallow = weights[each, low] >= math.exp(DEEP)
    levels: Floats = np.log(_room(capacity, low) / np.where(shallow, sums[each, low], 1.0)) - top
    for row in np.flatnonzero(~shallow):
        levels[row] = _deep_level(rows[row], capacity)
    return levels


def _room(capacity: Fraction, capped: Any) -> Any:
    """S - k, from exact parts, which cannot cancel for k below S."""
    whole = math.floor(capacity)
    return (whole - capped) + float(capacity - whole)


def _level(row: Floats, capacity: Fraction) -> float:
    """log c of one row: only weights that can be at the cap, and the next, are sorted."""
    top = row.max()
    weights = row - top
    np.exp(weights, out=weights)
    sums = np.zeros(min(math.ceil(capacity), len(row)) + 1)
    last = len(sums) - 2
    if last + 1 < len(row):
        weights.partition(len(row) - last - 1)
        sums[0] = weights[: -last - 1].sum()
        weights = weights[-last - 1 :]
    weights.sort()
    sums[1:] = weights
    np.cumsum(sums, out=sums)
    whole, part = math.floor(capacity), float(capacity - math.floor(capacity))
    capped = _least(lambda k: bool((whole - k - 1 + part) * weights[last - k] <= sums[last - k]), capacity)
    if weights[last - capped] < math.exp(DEEP):
        return _deep_level(row, capacity)
    return math.log((whole - capped + part) / sums[last - capped + 1]) - float(top)


def _deep_level(row: Floats, capacity: Fraction) -> float:
    """log c of one row, where weights underflow."""
    logs = np.sort(row)[::-1]

    def behind(k: int) -> float:
        """The sum of the weights after the place k, in units of that at k."""
        end = int(np.searchsorted(-logs, NOTHING - logs[k], side="right"))
        return float(np.exp(logs[k + 1 : end] - logs[k])[::-1].sum())

    capped = _least(lambda k: bool(_room(capacity, k + 1) <= behind(k)), capacity)
    return math.log(_room(capacity, capped) / (1 + behind(capped))) - float(logs[capped])


def _least(holds: Callable[[int], bool], capacity: Fraction) -> int:
    """The least number of cells at the cap for which it holds; it holds for all above, and for the most that can be."""
    low, high = 0, math.ceil(capacity) - 1
    while low < high:
        middle = (low + high) // 2
        if holds(middle):
            high = middle
        else:
            low = middle + 1
    return low
