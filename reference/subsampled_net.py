"""Subsampled net: a small data set on a random part of the universe, the likelier the better it answers all queries.

Source: Haghtalab, Roughgarden and Shetty, "Smoothed analysis of online and differentially private learning", Appendix
G, Algorithm 4. V holds M points, drawn from the universe of N with replacement, whatever the records are; B' is drawn
from the data sets of m points on V, in proportion to e^(-eps n s(D_B', D_B) / 2), with s = max over q of |q(D_B) -
q(D_B')|.

Readings. A data set is a multiset, each counted once; only which points V holds matters. n s moves by at most the width
of the query range where a record is replaced: "corrected", the default, divides by it (HRS-40-corrected), and "printed"
does not, which is right for queries with values in [0, 1] and costs up to 2 eps for values -1 and +1 (HRS-40b). An
output is which points V holds, and B'. The box releases B' alone, a function of this (``released``); V is drawn without
the records, so that to release it, too, costs nothing.

An output is two whole numbers: the first has the binary digit 1 at the place x where V holds x, the second has the
points of B', in increasing order, as its m digits to the base N, the least point first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import combinations, combinations_with_replacement, permutations
from math import comb
from typing import TypeAlias

from dpassay.exact import Budget, Dist, as_integer, as_positive_integer, require
from dpassay.exact.entrance import explain_failures
from dpassay.reference.label_clipping import as_calibration
from dpassay.reference.mechanism import Guarantee, MechanismParameters, parameter
from dpassay.reference.mwem_setting import Points, Queries, as_queries, as_range, check_values

NAME = "subsampled_net"
SUMMARY = "a small data set on random points of the universe"
DATA = "the records: points of the universe, whole numbers from 0 to N - 1 apart by commas, such as 0,1,1"
EXAMPLE = {"epsilon": "2", "queries": "1,0,0;0,1,1", "drawn": "2", "points": "2"}
MOST_OUTCOMES = 1 << 12
"""A law lists no more outcomes than this."""
LARGEST_UNIVERSE = 10
LARGEST_SIZE = 1000
"""V and B' have at most so many points."""
_OTHERS_IN_NEIGHBORS = 2

Support: TypeAlias = tuple[int, ...]
"""Which points V holds, in increasing order; or B', in which points may stand several times."""


def as_size(value: object, name: str) -> int:
    """Return a whole number from 1 to ``LARGEST_SIZE``."""
    size = as_positive_integer(value, name)
    require(size <= LARGEST_SIZE, name, f"{value!r:.60}", f"a whole number from 1 to {LARGEST_SIZE}")
    return size


@dataclass(frozen=True, slots=True)
class Parameters(MechanismParameters):
    """Parameters of the subsampled net mechanism."""

    budget: Budget
    queries: Queries = parameter(as_queries, "the queries, each a row of N values: rows apart by semicolons")
    drawn: int = parameter(as_size, f"M, how many points are drawn for V, from 1 to {LARGEST_SIZE}")
    points: int = parameter(as_size, f"m, how many points B' has, from 1 to {LARGEST_SIZE}")
    query_range: tuple[Fraction, Fraction] = parameter(
        as_range, "the least and the largest value of a query, apart by a comma", default=(Fraction(0), Fraction(1))
    )
    calibration: str = parameter(as_calibration, 'a text: "corrected" (default) or "printed"', default="corrected")

    def __post_init__(self) -> None:
        """Check the domains."""
        MechanismParameters.__post_init__(self)
        check_values(self.queries, self.query_range)
        expected = f"values on at most {LARGEST_UNIVERSE} points"
        require(self.universe <= LARGEST_UNIVERSE, "queries", f"on {self.universe} points", expected)
        outcomes = count_outcomes(self.universe, self.drawn, self.points)
        expected = f"parameters with at most {MOST_OUTCOMES} outcomes; here there are {outcomes}"
        require(outcomes <= MOST_OUTCOMES, "points", self.points, expected)

    @property
    def universe(self) -> int:
        """N, the number of points of the universe."""
        return len(self.queries[0])

    @property
    def sensitivity(self) -> Fraction:
        """How far one record is taken to move n s: the width of the range; "printed": 1."""
        low, high = self.query_range
        return Fraction(1) if self.calibration == "printed" else high - low


def count_outcomes(universe: int, drawn: int, points: int) -> int:
    """Return how many pairs of a support of V and a data set on it there are."""
    size, length, m = as_size(universe, "universe"), as_size(drawn, "drawn"), as_size(points, "points")
    return sum(comb(size, k) * comb(k + m - 1, m) for k in range(1, min(size, length) + 1))


def check_data(data: object, parameters: Parameters) -> Points:
    """Return the records, points 0, ..., N - 1; also read from a string such as "0,1,1"."""
    parts = data.strip("[]() ").split(",") if isinstance(data, str) else data
    if not isinstance(parts, list | tuple) or not parts:
        raise ValueError(f"data = {data!r:.60}: expected at least one point of the universe, apart by commas")
    records = tuple(as_integer(part, f"data[{i}]") for i, part in enumerate(parts))
    last = parameters.universe - 1
    for i, point in enumerate(records):
        require(0 <= point <= last, f"data[{i}]", point, f"a point from 0 to {last}")
    return records


# The first line: V


def sequences_onto(length: int, size: int) -> int:
    """Return how many sequences of a length have just these so many entries: by inclusion and exclusion."""
    t, k = as_size(length, "length"), as_size(size, "size")
    return sum((-1) ** left * comb(k, left) * (k - left) ** t for left in range(k + 1))


def support_law(universe: int, drawn: int) -> Dist[int]:
    """The law of which points V holds, as the number with those binary digits."""
    expected = f"a whole number from 1 to {LARGEST_UNIVERSE}"
    require(as_positive_integer(universe, "universe") <= LARGEST_UNIVERSE, "universe", f"{universe!r:.60}", expected)
    supports = [s for k in range(1, min(universe, drawn) + 1) for s in combinations(range(universe), k)]
    ways = {s: sequences_onto(drawn, len(s)) for s in supports}
    return Dist({sum(1 << x for x in s): Fraction(count, universe**drawn) for s, count in ways.items()})


def support_of(mask: int) -> Support:
    """Return the points that a mask holds."""
    return tuple(x for x in range(mask.bit_length()) if mask >> x & 1)


# The second line: B'


def score(records: Points, candidate: Support, parameters: Parameters) -> Fraction:
    """n s(D_B', D_B), the largest error of a sum over the records."""
    n, m = len(records), len(candidate)
    sums = ((sum(q[x] for x in records), sum(q[x] for x in candidate)) for q in parameters.queries)
    return max(abs(Fraction(mine) - Fraction(n, m) * other) for mine, other in sums)


def code_of(candidate: Support, universe: int) -> int:
    """Return the number whose digits are the points of B'."""
    return reduce(lambda number, x: universe * number + x, candidate, 0)


def released(code: int, parameters: Parameters) -> Support:
    """Return B', given the second number of an output."""
    number, digits = as_integer(code, "code"), []
    require(0 <= number < parameters.universe**parameters.points, "code", code, "the second number of an output")
    for _ in range(parameters.points):
        number, x = divmod(number, parameters.universe)
        digits.append(x)
    return tuple(reversed(digits))


def net_law(records: Points, support: Support, parameters: Parameters) -> Dist[int]:
    """The law of B' given V: proportional to e^(-eps n s / (2 sensitivity))."""
    listed = list(combinations_with_replacement(support, parameters.points))
    scores = [score(records, candidate, parameters) for candidate in listed]
    least, share = min(scores), 2 * parameters.sensitivity
    return Dist.from_weights(
        {
            code_of(candidate, parameters.universe): parameters.budget.exp((least - s) / share)
            for candidate, s in zip(listed, scores, strict=True)
        }
    )


def law(data: Points, parameters: Parameters) -> Dist[tuple[int, ...]]:
    """The exact law of which points V holds, and of B'."""
    records = check_data(data, parameters)
    first = support_law(parameters.universe, parameters.drawn)
    return Dist.from_rounds(2, lambda row: net_law(records, support_of(row[0]), parameters) if row else first)


def are_neighbors(first: Points, second: Points, parameters: Parameters) -> bool:  # noqa: ARG001  # one signature for all
    """Neighbors have equally many records, and differ in at most one."""
    return len(first) == len(second) and sum(x != y for x, y in zip(first, second, strict=True)) <= 1


def neighbors(parameters: Parameters) -> Iterator[tuple[Points, Points]]:
    """Records that are one point, and the same with one replaced: points that a query tells apart best come first."""
    pairs = sorted(permutations(range(parameters.universe), 2), key=lambda pair: -_apart(pair, parameters))
    for x, y in pairs[: 2 * parameters.universe]:
        yield (x, *[x] * _OTHERS_IN_NEIGHBORS), (y, *[x] * _OTHERS_IN_NEIGHBORS)


def _apart(pair: Sequence[int], parameters: Parameters) -> Fraction:
    return max(abs(query[pair[0]] - query[pair[1]]) for query in parameters.queries)


def guarantee(parameters: Parameters) -> Guarantee:
    """(eps, 0) for data sets of one size that differ in one record: HRS-40-corrected; V does not depend on them.

    "Printed": the claim of Theorem G.1, which is false for query ranges that are wider than 1.
    """
    return Guarantee("replace_one", parameters.budget)


explain_failures(__name__)
