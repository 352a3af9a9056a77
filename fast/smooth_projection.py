"""The distribution nearest to a given one among those whose masses are at most 1 / (sigma N): the KL projection.

Source: Haghtalab, Roughgarden and Shetty, "Smoothed analysis of online and differentially private learning" (2020),
algorithm 3 in appendix F.1: of all z with z(x) >= 0, total 1 and z(x) <= 1 / (sigma N), the one of least KL(z || w).

With S = sigma N, and weights w above 0 of any total, the minimizer fills up to the cap like water:

    z(x) = min(c w(x), 1) / S,    where c is such that the sum over x of min(c w(x), 1) is S.

If the k largest weights are at the cap, c = (S - k) / (sum of the other weights), and k is the least for which the next
weight stays under it: (S - k) w <= that sum. One sort, one cumulative sum. k is at most ceil(S) - 1, so that c is above
0: at a whole S - k = 0 no mass would be left for weights that are not 0.

Numbers. S is a rational, and S - k is (floor(S) - k) + (S - floor(S)), the second part rounded once: nothing cancels
where S is just above or below a whole number. Weights are given by their logarithms. Those under e^-600 of the largest
may underflow: where the search ends among them, it goes on in logarithms, each sum relative to its own largest weight.
So log c is right to about 2^-40 and 2^-52 of the logarithms themselves, whatever the weights are.
"""

import math
from fractions import Fraction
from typing import Final

import numpy as np

from dpassay.fast import checks
from dpassay.fast.checks import Real
from dpassay.fast.draws import Floats, Integers

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
    rows = logs.astype(np.float64, copy=False).reshape(-1, logs.shape[-1])
    capacity = capacity_of(sigma, rows.shape[1])
    projected: Floats = np.exp(leveled(rows, capacity)) / float(capacity)
    return projected.reshape(logs.shape)


def leveled(rows: Floats, capacity: Fraction) -> Floats:
    """log min(c w, 1): the logarithms of S z of each row, finite, at most 0."""
    return np.minimum(rows + water_levels(rows, capacity)[:, None], 0.0)


def water_levels(rows: Floats, capacity: Fraction) -> Floats:
    """log c of each row of logarithms of weights."""
    most = math.ceil(capacity) - 1  # cells at the cap
    top = rows.max(axis=1)
    weights = np.sort(np.exp(rows - top[:, None]), axis=1)
    below = np.cumsum(weights, axis=1)[:, ::-1][:, : most + 1]  # with k at the cap, the sum of the others
    weights = weights[:, ::-1][:, : most + 1]
    room = _room(capacity, np.arange(most + 1))
    capped = (room * weights <= below).argmax(axis=1)
    each = np.arange(len(rows))
    found, total = weights[each, capped], below[each, capped]
    shallow = found >= math.exp(DEEP)
    levels = np.empty(len(rows))
    levels[shallow] = (np.log(room[capped]) - np.log(np.where(shallow, total, 1.0)) - top)[shallow]
    for row in np.flatnonzero(~shallow):
        levels[row] = _deep_level(rows[row], capacity, most)
    return levels


def _room(capacity: Fraction, capped: Integers) -> Floats:
    """S - k, from exact parts: both are 0 or more, and one is above 0."""
    whole = math.floor(capacity)
    room: Floats = (whole - capped) + float(capacity - whole)
    return room


def _deep_level(row: Floats, capacity: Fraction, most: int) -> float:
    """log c where weights underflow: by bisection for the least k, since what holds for k holds for all above it."""
    logs = np.sort(row)[::-1]
    low, high = 0, most
    while low < high:
        middle = (low + high) // 2
        if _room(capacity, np.array(middle)) <= _relative_sum(logs, middle):
            high = middle
        else:
            low = middle + 1
    return float(np.log(_room(capacity, np.array(low))) - np.log(_relative_sum(logs, low)) - logs[low])


def _relative_sum(logs: Floats, first: int) -> float:
    """The sum of all weights from the place `first` on, in units of that weight; `logs` descend."""
    end = int(np.searchsorted(-logs, NOTHING - logs[first], side="right"))
    return float(np.exp(logs[first:end] - logs[first])[::-1].sum())
