"""What is inferred from the reports of a pair of laws: a test with its errors, and an estimate with its costs.

See the model ``hard_pairs``.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache, reduce

from dpassay.exact import Real, as_real, log
from dpassay.exact.real import maximum
from dpassay.proofs_check.models.games_of_pairs import NONE, Game, Reports, chance, closest, first, second, sequences


def decides(at: Game, reports: Reports) -> Fraction:
    """phi."""
    return Fraction(at.test >> sequences(at).index(reports) & 1)


def error(at: Game, side: int) -> Fraction:
    """The probability that the test errs under p1(s) or p2(s)."""
    wrong = ((y, decides(at, y) if side == 1 else 1 - decides(at, y)) for y in sequences(at))
    return sum((chance(at, closest(at), side, y) * share for y, share in wrong), Fraction(0))


@cache
def estimate(at: Game, reports: Reports, x: int) -> Fraction:
    """e(x) after so many reports."""
    sides = [(i, side) for i in range(1, at.pairs + 1) for side in (1, 2)]
    weights = {(i, side): chance(at, i, side, reports) for i, side in sides}
    told = sum(weights[i, side] * (first if side == 1 else second)(at, i, x) for i, side in sides)
    return at.share * told / sum(weights.values()) + (1 - at.share) / at.labels


@cache
def distance(at: Game, i: int, side: int, reports: Reports) -> Real:
    """The divergence of a law of pair i from the estimate."""
    law = first if side == 1 else second
    masses = ((law(at, i, x), estimate(at, reports, x)) for x in range(1, at.labels + 1))
    return sum((as_real(p) * as_real(log(p / e)) for p, e in masses if p), NONE)


@cache
def cost(at: Game, n: int, i: int, side: int) -> Real:
    """The expected divergence of a law of pair i from the estimate after n reports, where the labels have that law."""
    return sum((as_real(chance(at, i, side, y)) * distance(at, i, side, y) for y in sequences(at, n)), NONE)


@cache
def worst(at: Game) -> Real:
    """The largest expected divergence over all laws."""
    costs = [cost(at, len(at.channels), i, side) for i in range(1, at.pairs + 1) for side in (1, 2)]
    return reduce(maximum, costs)


@cache
def to_the_middle(at: Game, k: int) -> Real:
    """The divergence of p1 from the mean of p1 and p2."""
    pairs = ((first(at, k, x), (first(at, k, x) + second(at, k, x)) / 2) for x in range(1, at.labels + 1))
    return sum((as_real(p) * as_real(log(p / h)) for p, h in pairs if p), NONE)
