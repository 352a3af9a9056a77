"""Subsampled net: draw a small data set on random points of the domain, the likelier the better it answers queries.

Source: Haghtalab, Roughgarden and Shetty, "Smoothed analysis of online and differentially private learning" (2020),
algorithm 4 in appendix G. A query is a row of N values in [low, high], of the width w = high - low; q(B) is its mean
over the points of B. With n points as data,

    draw    V, M points of the domain, uniformly and with replacement
    choose  B', a multiset of m points of V, with probability proportional to e^(-eps n s / (2 w)),
            s = max over q of |q(B') - q(B)|

An answer has two whole numbers: the sum of 2^x over the points x that V holds, and the number whose m digits to the
base N are the points of B' in increasing order. The second is what the algorithm releases; the first depends on no
data. "printed" leaves out w, which is right for queries in [0, 1], and spends up to 2 epsilon on queries in [-1, 1].

Privacy, corrected: epsilon-private when one point is replaced by another, because n s changes by at most w.

Floating point: n s is a difference of exact whole numbers, divided once. A multiset is chosen by one exponential draw
each, and `dpassay.fast.draws` says what these are worth.

Speed: for each V that comes up, an exponential draw and a logarithm for each of its multisets and outputs.
Time: not constant, see `dpassay.fast`.
"""

from collections.abc import Callable
from itertools import combinations_with_replacement
from math import comb
from typing import Any, Final

import numpy as np

from dpassay.fast import checks
from dpassay.fast.checks import Rational, Real
from dpassay.fast.draws import Floats, Integers
from dpassay.fast.mwem_setting import Points, Queries, is_printed, read_points, read_queries, read_range

__all__ = ["LARGEST_DOMAIN", "MOST_MULTISETS", "log_weights", "multisets", "subsampled_net"]

LARGEST_DOMAIN: Final = 62
MOST_MULTISETS: Final = 2**16
_CELLS: Final = 2**22  # of a table of exponential draws


def multisets(held: Integers, points: int) -> Integers:
    """All multisets of so many of the points, a row each, in lexicographic order."""
    return np.array(list(combinations_with_replacement(held.tolist(), points)), np.int64)


def log_weights(rows: Integers, histogram: Integers, sets: Integers, rate: float) -> Floats:
    """-rate n s of each multiset.

    Args:
        rows: g q(x), whole numbers, a row a query.
        histogram: how often each point of the domain stands in the data.
        sets: a multiset a row.
        rate: eps / (2 w g).
    """
    sums, n, m = rows @ histogram, int(histogram.sum()), sets.shape[1]
    off = np.abs(m * sums[:, None] - n * rows[:, sets].sum(axis=2)).max(axis=0)
    logs: Floats = off * (-rate / m)
    return logs


def _chosen(logs: Floats, size: int, rng: np.random.Generator) -> Integers:
    """Places drawn in proportion to e to these numbers: the first of exponential clocks with such rates."""
    scale = logs - logs.max()
    found = np.empty(size, np.int64)
    step = max(1, _CELLS // len(logs))
    for start in range(0, size, step):
        part = found[start : start + step]
        clocks = np.log(rng.standard_exponential((len(part), len(logs)))) - scale
        part[:] = clocks.argmin(axis=1)
    return found


def subsampled_net(
    data: Points,
    *,
    size: int,
    rng: np.random.Generator,
    epsilon: Real | None = None,
    exp_eps: Rational | None = None,
    queries: Queries,
    drawn: int,
    points: int,
    query_range: Any = (0, 1),
    calibration: str = "corrected",
) -> Integers:
    """`size` answers, one a row: which points V holds, and B'.

    Args:
        data: n points, whole numbers from 0 to N - 1.
        size: the number of answers.
        rng: the source of randomness.
        epsilon: the privacy budget; give this or `exp_eps`.
        exp_eps: e^epsilon as a rational above 1.
        queries: a row of N values in [-8, 8] for each query, N at most 62; as a string, "0,1;1,1/2".
        drawn: M, 1 or more.
        points: m, 1 or more.
        query_range: the least and the greatest value that a query may have.
        calibration: "corrected" or "printed".

    Raises:
        ValueError: an argument is outside its domain.
    """
    count = checks.sample_size(size)
    checks.generator(rng)
    budget = checks.budget(epsilon, exp_eps)
    low, high = read_range(query_range)
    rows, grain = read_queries(queries, (low, high))
    domain = rows.shape[1]
    if domain > LARGEST_DOMAIN:
        raise checks.bad("queries", queries, f"values on at most {LARGEST_DOMAIN} points")
    histogram = np.bincount(read_points(data, domain), minlength=domain)
    length = checks.integer(drawn, "drawn", low=1, high=2**20)
    wanted = _wanted(points, domain, length)
    width = 1.0 if is_printed(calibration) else float(high - low)

    def weighed(sets: Integers) -> Floats:
        return log_weights(rows, histogram, sets, budget / (2 * width * grain))

    return _answers(_masks(domain, length, count, rng), wanted, domain, weighed, rng)


def _wanted(points: object, domain: int, length: int) -> int:
    """m, if there are not too many multisets to draw from."""
    wanted = checks.integer(points, "points", low=1, high=2**20)
    most = min(domain, length)
    if domain**wanted >= checks.LARGEST_INTEGER or comb(most + wanted - 1, wanted) > MOST_MULTISETS:
        raise checks.bad("points", points, f"at most {MOST_MULTISETS} multisets, and N^m below 2^62")
    return wanted


def _answers(
    masks: Integers, wanted: int, domain: int, weighed: Callable[[Integers], Floats], rng: np.random.Generator
) -> Integers:
    """For each V the mask, and a multiset of its points drawn by the logarithms of their weights, as a number."""
    answers = np.empty((len(masks), 2), np.int64)
    answers[:, 0] = masks
    digits = domain ** np.arange(wanted, dtype=np.int64)[::-1]
    for mask in np.unique(masks):
        sets = multisets(np.flatnonzero(mask >> np.arange(domain) & 1), wanted)
        here = np.flatnonzero(masks == mask)
        answers[here, 1] = (sets @ digits)[_chosen(weighed(sets), len(here), rng)]
    return answers


def _masks(domain: int, length: int, count: int, rng: np.random.Generator) -> Integers:
    """Which points each V holds."""
    masks = np.zeros(count, np.int64)
    for _ in range(length):
        masks |= np.left_shift(np.int64(1), rng.integers(domain, size=count))
    return masks
