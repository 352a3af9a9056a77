"""The distribution nearest to a given one among those whose masses are at most 1 / (sigma N): the KL projection.

Source: Haghtalab, Roughgarden and Shetty, "Smoothed analysis of online and differentially private learning" (2020),
algorithm 3 in appendix F.1: of all z with z(x) >= 0, total 1 and z(x) <= 1 / (sigma N), the one of least KL(z || w).

With S = sigma N, and weights w above 0 of any total, the minimizer fills up to the cap like water:

    z(x) = min(c w(x), 1) / S,    where c is such that the sum over x of min(c w(x), 1) is S.

If the k largest weights are at the cap, c = (S - k) / (sum of the other weights). For any k of 0, ..., ceil(S) - 1 this
is at most the right one, as min(c w, 1) is at most c w and at most 1: so c is the largest of them. One sort of the
weights that can be at the cap, and their sums: a few of these are enough to begin with, for from a c that is too small
a step of Newton's method, which takes those above 1 / c for capped, never goes beyond the right one and ends in it.

Numbers. S is a rational, and S - k is (ceil(S) - 1 - k) + (S - ceil(S) + 1), the second part rounded once: nothing
cancels where S is just above or below a whole number. Weights are given by their logarithms. Those under e^-600 of the
largest may underflow: where those below the cap are among them, the search is one in logarithms, each sum relative to
its own largest weight. Masses below the cap are in the ratio of their weights, up to 2^-52 of a logarithm, and c is
such that all add up to 1 within 2^-40: what is capped or not within the last digits of a double is settled there.
"""

import math
from fractions import Fraction
from typing import Final

import numpy as np

from dpassay.fast import checks
from dpassay.fast.checks import Real
from dpassay.fast.draws import Floats

__all__ = ["capacity_of", "leveled", "project", "water_levels"]

DEEP: Final = math.exp(-600)  # of the largest weight: far from the end of the doubles
SHALLOW: Final = math.exp(-30)  # of it: what is beyond the doubles has less than e^-670 of the mass
TINY: Final = 1e-300  # beside a sum of weights: it is above 0 though all of them underflow
DIRECT: Final = 1024  # with more places, c is first looked for at the ends of blocks
BLOCKS: Final = 64


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
    if not isinstance(logs, np.ndarray) or logs.dtype.kind != "f" or logs.ndim not in (1, 2) or logs.size == 0:
        raise _not_logarithms(logs)
    rows: Floats = np.asarray(logs, np.float64).reshape(-1, logs.shape[-1])
    flat = rows.ravel()
    if not (math.isfinite(flat[flat.argmax()]) and math.isfinite(flat[flat.argmin()])):  # of a NaN, it is the place
        raise _not_logarithms(logs)
    capacity = capacity_of(sigma, rows.shape[1])
    masses = _masses(rows[0], capacity) if len(rows) == 1 else _masses_by_logs(rows, capacity)
    return masses.reshape(logs.shape)


def _not_logarithms(logs: object) -> ValueError:
    return checks.bad("logs", logs, "finite logarithms of weights, in one row or more")


def _masses(row: Floats, capacity: Fraction) -> Floats:
    """The projection of one row: min(c w, 1) / S, of the weights themselves where none that counts underflows."""
    weights, _ = _weights(row)
    room, rest = _turn(weights, capacity)
    whole = float(capacity)
    if rest < SHALLOW:
        return _masses_by_logs(row[None], capacity)
    weights *= room / whole / rest
    caps = np.empty_like(weights)
    caps.fill(1 / whole)
    return np.minimum(weights, caps, out=caps)  # of two arrays: with a number it takes twice as long


def _masses_by_logs(rows: Floats, capacity: Fraction) -> Floats:
    masses: Floats = np.exp(leveled(rows, capacity))
    masses /= float(capacity)
    return masses


def leveled(rows: Floats, capacity: Fraction) -> Floats:
    """log min(c w, 1): the logarithms of S z of each row, finite, at most 0."""
    moved = rows + water_levels(rows, capacity)[:, None]
    return np.minimum(moved, 0.0, out=moved)


def water_levels(rows: Floats, capacity: Fraction) -> Floats:
    """log c of each row of logarithms of weights."""
    if len(rows) == 1:
        return np.array([_level(rows[0], capacity)])
    most, spare = _places(capacity)
    top = rows.max(axis=1)
    weights = np.sort(np.exp(rows - top[:, None]), axis=1)
    sums = np.cumsum(weights, axis=1)[:, -most:]
    sums += TINY
    each, turns = np.arange(len(rows)), ((np.arange(most) + spare) / sums).argmax(axis=1)
    rest = sums[each, turns]
    levels: Floats = np.log(turns + spare) - np.log(rest) - top
    for row in np.flatnonzero(rest < DEEP):
        levels[row] = _deep_level(rows[row], capacity)
    return levels


def _places(capacity: Fraction) -> tuple[int, float]:
    """ceil(S), as many places as may be the last that is not capped, and S - k at the first of them, the lowest."""
    most = math.ceil(capacity)
    return most, (capacity.numerator - (most - 1) * capacity.denominator) / capacity.denominator


def _weights(row: Floats) -> tuple[Floats, float]:
    """The weights as shares of the largest, and the logarithm of that."""
    top = row[row.argmax()]
    weights = row - top
    return np.exp(weights, out=weights), float(top)


def _level(row: Floats, capacity: Fraction) -> float:
    """log c of one row."""
    weights, top = _weights(row)
    room, rest = _turn(weights, capacity)
    return math.log(room) - math.log(rest) - top if rest >= DEEP else _deep_level(row, capacity)


def _turn(weights: Floats, capacity: Fraction) -> tuple[float, float]:
    """S - k, and the sum of all but the k weights at the cap: c is their quotient."""
    most, spare = _places(capacity)
    low = len(weights) - most
    highest, below = _highest(weights, low), TINY
    if low:
        below += float(np.add.reduce(highest[:low]))
        highest = highest[low:]
    if most <= DIRECT:
        ends, sums = np.arange(most), highest.cumsum()
    else:
        step = -(-most // BLOCKS)
        ends = np.arange(0, most, step)
        sums = np.add.reduceat(highest, ends).cumsum()
        ends += step - 1
        ends[-1] = most - 1
    sums += below
    rooms = ends + spare
    best = (rooms / sums).argmax()
    room, rest = float(rooms[best]), float(sums[best])
    return (room, rest) if most <= DIRECT else _climb(highest, below, spare, room, rest)


def _highest(weights: Floats, low: int) -> Floats:
    """The weights, of which those from the place ``low`` on are sorted, and no smaller than the others."""
    if low <= len(weights) // 2:
        return np.sort(weights)
    parted = np.partition(weights, low)
    parted[low:].sort()
    return parted


def _climb(highest: Floats, below: float, spare: float, room: float, rest: float) -> tuple[float, float]:
    """Newton's method, until c grows no more: the weights above 1 / c are at the cap."""
    while True:
        count = int(highest.searchsorted(rest / room, "right"))
        other = count - 1 + spare
        if other == room:
            return room, rest
        total = below + float(np.add.reduce(highest[:count]))
        if other / total <= room / rest:
            return room, rest
        room, rest = other, total


def _deep_level(row: Floats, capacity: Fraction) -> float:
    """log c of one row, where weights underflow: the same in logarithms, each sum in units of its largest weight."""
    most, spare = _places(capacity)
    logs = np.sort(row)
    low = len(logs) - most

    def level(end: int) -> float:
        part = logs[: low + end + 1]
        return math.log(end + spare) - float(part[-1]) - math.log(np.exp(part - part[-1]).sum())

    first = 0 if spare > 0 else 1
    found = np.log(np.arange(first, most) + spare) - np.logaddexp.accumulate(logs)[low + first :]
    highest = level(first + int(found.argmax()))
    while True:
        end = int(logs[low:].searchsorted(-highest, "right")) - 1
        if end < first or level(end) <= highest:
            return highest
        highest = level(end)
