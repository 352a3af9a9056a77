"""How smooth a data set looks to its queries: the least chi for a sigma, the largest sigma for a chi, with proofs.

Source: Haghtalab, Roughgarden and Shetty, "Smoothed Analysis of Online and Differentially Private Learning", Section 2:
a data set S on N points is (sigma, chi)-smooth for the queries Q if some sigma-smooth law p has |q(p) - q(D_S)| <= chi
for all q in Q, where D_S is the empirical law. What holds for a sigma holds for all below it, so it is the largest that
is of interest; what holds for a chi holds for all above.

Both are linear programs. Their duals have one form: weights w, one a query, and a level l. Let g = sum_q w_q q, let
A = sum_x max(g(x) - l, 0) and B = sum_q |w_q|. Where S is (sigma, chi)-smooth by a law p, which is at most
M = 1/(sigma N),

    g(D_S) <= g(p) + chi B <= l + M A + chi B.

With B = 1 that bounds chi from below, with A = 1 it bounds M from below and so sigma from above. The answer is a
certificate: p shows that sigma and chi are possible, w and l that they are the best. It is checked by itself, in
rational numbers; ``chi_bounds`` makes proved bounds of what a solver in floating point returns.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from dpassay.analysis.linear_program import Program, Vector, maximize
from dpassay.analysis.smooth_laws import Law, SmoothLaws, capped_best, expectation
from dpassay.exact import as_fraction, as_integer, as_positive_integer, require
from dpassay.exact.entrance import explain_failures
from dpassay.exact.rationals import rational_sum


@dataclass(frozen=True, slots=True)
class Seen:
    """A data set, by its empirical law, and the queries that look at it.

    Attributes:
        law: D_S, the share of each of N points.
        queries: a row of N rational values a query, one query or more.

    Raises:
        ValueError: the law is none, or a row has another length.
    """

    law: Law
    queries: tuple[Vector, ...]

    def __post_init__(self) -> None:
        """Read all numbers."""
        law = tuple(as_fraction(p, "law") for p in self.law)
        queries = tuple(tuple(as_fraction(value, "queries") for value in row) for row in self.queries)
        is_law = bool(law) and min(law) >= 0 and rational_sum(law) == 1
        require(is_law, "law", ", ".join(map(str, law)), "probabilities that sum to 1")
        fine = bool(queries) and all(len(row) == len(law) for row in queries)
        require(fine, "queries", [len(row) for row in queries], f"rows of {len(law)} numbers, one or more")
        object.__setattr__(self, "law", law)
        object.__setattr__(self, "queries", queries)

    def answers(self, p: Sequence[Fraction]) -> Vector:
        """q(p) for every query."""
        return tuple(expectation(p, row) for row in self.queries)

    def error(self, p: Sequence[Fraction]) -> Fraction:
        """The largest |q(p) - q(D_S)|: the least chi that p allows."""
        return max(abs(a - b) for a, b in zip(self.answers(p), self.answers(self.law), strict=True))


def empirical_law(points: Iterable[object], size: object) -> Law:
    """The empirical law of a data set of points 0, ..., size - 1.

    Raises:
        ValueError: there are no points, or other ones.
    """
    places, count = [as_integer(point, "points") for point in points], as_positive_integer(size, "size")
    fine = bool(places) and min(places) >= 0 and max(places) < count
    require(fine, "points", places, f"points from 0 to {count - 1}, one or more")
    return tuple(Fraction(places.count(x), len(places)) for x in range(count))


@dataclass(frozen=True, slots=True)
class Certificate:
    """That a data set is (sigma, chi)-smooth, by ``law``, and that one of the two cannot be better, by the rest.

    Attributes:
        sigma: how smooth the law is.
        chi: how far queries are off.
        law: p, which shows that both are possible.
        weights: w, one a query.
        level: l.
    """

    sigma: Fraction
    chi: Fraction
    law: Law
    weights: Vector
    level: Fraction


def is_possible(seen: Seen, certificate: Certificate) -> bool:
    """Tell whether the certificate's law shows that the data set is (sigma, chi)-smooth."""
    smooth = 0 < certificate.sigma <= 1 and SmoothLaws(len(seen.law), certificate.sigma).contains(certificate.law)
    return smooth and seen.error(certificate.law) <= certificate.chi


def shows_least_chi(seen: Seen, certificate: Certificate) -> bool:
    """Tell whether the certificate shows that its chi is possible and the least for its sigma."""
    if not is_possible(seen, certificate) or len(certificate.weights) != len(seen.queries):
        return False
    gain, area, size = _dual_parts(seen, certificate)
    return size <= 1 and gain - area / (certificate.sigma * len(seen.law)) >= certificate.chi


def shows_largest_sigma(seen: Seen, certificate: Certificate) -> bool:
    """Tell whether the certificate shows that its sigma is possible and the largest for its chi."""
    if not is_possible(seen, certificate) or len(certificate.weights) != len(seen.queries):
        return False
    gain, area, size = _dual_parts(seen, certificate)
    return area <= 1 and gain - certificate.chi * size >= 1 / (certificate.sigma * len(seen.law))


def _dual_parts(seen: Seen, certificate: Certificate) -> tuple[Fraction, Fraction, Fraction]:
    """What stands in the inequality above: g(D_S) - l, A and B."""
    g, level = combined(seen, certificate.weights), certificate.level
    area = rational_sum(max(value - level, Fraction(0)) for value in g)
    return expectation(seen.law, g) - level, area, rational_sum(map(abs, certificate.weights))


def combined(seen: Seen, weights: Sequence[Fraction]) -> Vector:
    """g = sum_q w_q q, a value a point."""
    require(len(weights) == len(seen.queries), "weights", len(weights), f"{len(seen.queries)} of them, one a query")
    return tuple(expectation(weights, column) for column in zip(*seen.queries, strict=True))


def least_chi(seen: Seen, sigma: object) -> Certificate:
    """The least chi for which the data set is (sigma, chi)-smooth.

    Raises:
        ValueError: sigma is not above 0 and at most 1, or the data set too large to solve for exactly.
    """
    laws = SmoothLaws(len(seen.law), as_fraction(sigma, "sigma"))
    law, weights, level, value = _solved(seen, chi=None, cap=laws.cap)
    return Certificate(laws.sigma, value, law, weights, level)


def largest_sigma(seen: Seen, chi: object) -> Certificate:
    """The largest sigma, at most 1, for which the data set is (sigma, chi)-smooth.

    Raises:
        ValueError: chi is below 0, or the data set too large to solve for exactly.
    """
    limit = as_fraction(chi, "chi")
    require(limit >= 0, "chi", limit, "a number of at least 0")
    law, weights, level, value = _solved(seen, chi=limit, cap=None)
    return Certificate(1 / (value * len(law)), limit, law, weights, level)


def _solved(seen: Seen, chi: Fraction | None, cap: Fraction | None) -> tuple[Law, Vector, Fraction, Fraction]:
    """Solve the dual: p are its multipliers. Of chi and the cap one is given, and the least value of the other found.

    The variables are w+ and w-, l+ and l-, and for each point what g is above l there, at least. The first row says
    that B, or A, is at most 1; the others that g(x) - l - (what it is above) is at most 0.
    """
    answers, n, k = seen.answers(seen.law), len(seen.law), len(seen.queries)
    price, height = chi or Fraction(0), cap or Fraction(0)
    signed = [a - price for a in answers] + [-a - price for a in answers]
    one, zero = Fraction(1), Fraction(0)
    rows = [(*[one if chi is None else zero] * (2 * k), zero, zero, *[zero if chi is None else one] * n)]
    for x in range(n):
        column = [row[x] for row in seen.queries]
        above = [-one if i == x else zero for i in range(n)]
        rows.append((*column, *[-value for value in column], -one, one, *above))
    program = Program((*signed, -one, one, *[-height] * n), tuple(rows), (one, *[zero] * n))
    best = maximize(program)
    weights = tuple(best.x[i] - best.x[k + i] for i in range(k))
    return best.multipliers[1:], weights, best.x[2 * k] - best.x[2 * k + 1], best.value


def chi_bounds(
    seen: Seen, sigma: object, law: Iterable[object], weights: Iterable[object]
) -> tuple[Fraction, Fraction]:
    """Proved bounds on the least chi, from a law and weights that need not be exact.

    The law is mended until it is smooth, and allows the second number. The weights are divided by the sum of their
    absolute values, if that is above 1; with the best level for them they prove the first.

    Args:
        seen: the data set and its queries.
        sigma: how smooth the law has to be.
        law: a number a point, such as the doubles of a solver as rationals.
        weights: a number a query, with which q(D_S) - q(p) is weighted.
    """
    laws = SmoothLaws(len(seen.law), as_fraction(sigma, "sigma"))
    mended = laws.mended(law)
    w = [as_fraction(weight, "weights") for weight in weights]
    size = max(Fraction(1), rational_sum(map(abs, w)))
    g = combined(seen, [weight / size for weight in w])
    best = capped_best(g, [laws.cap] * laws.size)
    return max(Fraction(0), expectation(seen.law, g) - expectation(best, g)), seen.error(mended)


explain_failures(__name__)
