"""The Subsampled Net Mechanism on two data sets that differ in one record, on a small domain.

Algorithm 4 of Haghtalab, Roughgarden and Shetty. An outcome is the sample V of M points, drawn with replacement,
whatever the data are. Candidates h are data sets of a fixed size, and ``fits(h)`` is how many of the data sets on V are
h: 0 or 1; the number of orders where data sets are sequences of points; or that of the sequences of draws that are h in
some order, where a point that is drawn twice counts twice. ``dev(j, h)`` is the distance of query j on the data
and on candidate h, where it is ``y(j, h)``; ``u(h)`` is the largest one, that of the query for which ``worst(h, j)``
is 1. Given V, ``p(h)`` is the probability of h, by weights e^(-r n u), and ``event(h)`` is 1 in a set of answers.
Query j is ``v(j, i)`` on record i, and has values in [low, low + w]. The names that end in 2 are those of the neighbor.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, permutations, product
from math import prod
from typing import Any, Final

from dpassay.exact import Real, as_real, require
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model

Points = tuple[int, ...]
ZERO: Final = Fraction(0)


@dataclass(frozen=True)
class Net:
    """Queries as rows of values on the points of X, records as points from 0 on, and a set of answers.

    Args:
        queries: at least one.
        data: the records of the first data set.
        changed: the record that differs, from 0 on.
        new: what it is in the neighbor.
        sample: M, the number of points that are drawn.
        size: that of the answers.
        answers: the candidates of an event.
        epsilon: of the mechanism.
        low: the least value that a query may have.
        width: of the values.
        share: weights are e^(-eps n s/share); the printed one is 2.
        is_ordered: whether data sets are sequences.
        is_of_draws: whether they are sequences of draws, so that a point counts as often as it is drawn.
    """

    queries: tuple[tuple[Fraction, ...], ...]
    data: Points
    changed: int
    new: int
    sample: int
    size: int
    answers: tuple[Points, ...]
    epsilon: Fraction = Fraction(1)
    low: Fraction = ZERO
    width: Fraction = Fraction(1)
    share: Fraction = Fraction(2)
    is_ordered: bool = False
    is_of_draws: bool = False

    def __post_init__(self) -> None:
        """Check the domains."""
        inside = all(0 <= value - self.low <= self.width for query in self.queries for value in query)
        require(inside and self.width > 0, "queries", self.queries, f"values in an interval of width {self.width}")
        require({*self.data, self.new} <= {*self.domain}, "data", (*self.data, self.new), "points of the domain")
        require(0 <= self.changed < len(self.data), "changed", self.changed, "the index of a record")
        require(self.sample >= 1, "sample", self.sample, "at least 1")
        require(self.size >= 1, "size", self.size, "at least 1")
        require({*self.answers} <= {*candidates(self)}, "answers", self.answers, "candidates")
        require(min(self.epsilon, self.share) > 0, "epsilon", self.epsilon, "a number above 0")

    @property
    def domain(self) -> range:
        """The points, from 0 on."""
        return range(len(self.queries[0]))

    def records(self, which: int) -> Points:
        """The first data set, 0, or the neighbor, 1."""
        return (*self.data[: self.changed], self.new, *self.data[self.changed + 1 :]) if which else self.data


def candidates(net: Net) -> list[Points]:
    """All data sets of the size of an answer, in ascending order."""
    return list(combinations_with_replacement(net.domain, net.size))


@cache
def samples(net: Net) -> dict[Points, Fraction]:
    """The law of the points that are drawn, in ascending order: each once, unless draws count."""
    found: dict[Points, Fraction] = {}
    for drawn in product(net.domain, repeat=net.sample):
        points = tuple(sorted(drawn if net.is_of_draws else set(drawn)))
        found[points] = found.get(points, ZERO) + Fraction(1, len(net.domain) ** net.sample)
    return found


def fits(net: Net, h: int, points: Points) -> int:
    """How many data sets on the sample are candidate h, from 1 on."""
    candidate = candidates(net)[h - 1]
    orders = len(set(permutations(candidate))) if net.is_ordered or net.is_of_draws else 1
    return orders * prod(points.count(x) for x in candidate)


def mean(net: Net, j: int, records: Points) -> Fraction:
    """Query j, from 1 on, on an empirical law."""
    return sum((net.queries[j - 1][x] for x in records), ZERO) / len(records)


def deviation(net: Net, which: int, j: int, h: int) -> Fraction:
    """Of query j on candidate h from what it is on the data."""
    return abs(mean(net, j, net.records(which)) - mean(net, j, candidates(net)[h - 1]))


def largest(net: Net, which: int, h: int) -> Fraction:
    """The score s of candidate h."""
    return max(deviation(net, which, j, h) for j in range(1, len(net.queries) + 1))


def worst(net: Net, which: int, h: int, j: int) -> Fraction:
    """1 for the first query with the largest deviation."""
    all_of_them = [deviation(net, which, k, h) for k in range(1, len(net.queries) + 1)]
    return Fraction(int(all_of_them.index(max(all_of_them)) == j - 1))


def weight(net: Net, which: int, h: int, points: Points) -> Real:
    """That of candidate h, given the sample."""
    exponent = -net.epsilon * len(net.data) * largest(net, which, h) / net.share
    return as_real(exponent).exp() * fits(net, h, points)


@cache
def total(net: Net, which: int, points: Points) -> Real:
    """The sum of all weights."""
    return sum((weight(net, which, h, points) for h in range(1, len(candidates(net)) + 1)), as_real(0))


@cache
def chance(net: Net, which: int, h: int, points: Points) -> Any:
    """The probability of candidate h, given the sample."""
    return weight(net, which, h, points) / total(net, which, points) if fits(net, h, points) else ZERO


def released(net: Net, which: int) -> Any:
    """The probability of the event."""
    places = [h for h, candidate in enumerate(candidates(net), 1) if candidate in net.answers]
    return sum((chance(net, which, h, points) * mass for points, mass in samples(net).items() for h in places), ZERO)


BITS: Final = ((Fraction(1), ZERO, ZERO), (ZERO, Fraction(1), Fraction(1, 3)))
SIGNS: Final = ((Fraction(1), Fraction(-1)), (Fraction(-1), Fraction(1)))


def settings() -> Iterator[Net]:
    """Queries in [0, 1]; samples of one to three points, answers of one and of two."""
    for epsilon in (Fraction(1, 2), Fraction(3)):
        yield Net(BITS, (0, 0, 1), 0, 2, 3, 2, ((0, 1), (2, 2)), epsilon)
        yield Net(BITS, (0, 1), 1, 2, 2, 1, ((1,),), epsilon)
        yield Net(BITS, (0, 1), 0, 1, 1, 2, ((0, 0), (0, 2)), epsilon, is_ordered=True)
        yield Net(BITS[:1], (2,), 0, 0, 3, 2, ((0, 0),), epsilon, is_ordered=True)
        yield Net(BITS, (0, 1), 0, 2, 3, 2, ((0, 1),), epsilon, is_of_draws=True)


def sign_settings() -> Iterator[Net]:
    """Queries in {-1, 1}."""
    for epsilon in (Fraction(1, 2), Fraction(3)):
        yield Net(SIGNS, (0, 0), 1, 1, 3, 2, ((0, 1),), epsilon, Fraction(-1), Fraction(2))
        yield Net(SIGNS[:1], (1,), 0, 0, 2, 1, ((0,),), epsilon, Fraction(-1), Fraction(2), is_ordered=True)
        yield Net(SIGNS, (0, 1), 1, 0, 3, 1, ((1,),), epsilon, Fraction(-1), Fraction(2), is_of_draws=True)


def wide_settings() -> Iterator[Net]:
    """Both, and an interval that is wider than need be."""
    yield from settings()
    yield from sign_settings()
    yield from (replace(net, low=Fraction(-1), width=Fraction(4)) for net in settings())


def any_settings() -> Iterator[Net]:
    """Other weights besides."""
    yield from wide_settings()
    yield from (replace(net, share=Fraction(3)) for net in wide_settings())


def read(net: Net) -> dict[str, Any]:
    """All numbers that a setting fixes."""
    return {
        "H": Fraction(len(candidates(net))),
        "K": Fraction(len(net.queries)),
        "n": Fraction(len(net.data)),
        "k": Fraction(net.changed + 1),
        "low": net.low,
        "w": net.width,
        "r": net.epsilon / net.share,
        "eps": net.epsilon,
    }


CANDIDATE: Final = "integer, 1 <= h, h <= H"
QUERY: Final = "integer, 1 <= j, j <= K"
RECORD: Final = "integer, 1 <= i, i <= n"


def _of_both(which: int) -> dict[str, Named]:
    """What depends on the data."""
    end, of_candidate = "2" if which else "", {"h": CANDIDATE}
    return {
        f"v{end}": Named(lambda net, j, i: net.queries[j - 1][net.records(which)[i - 1]], {"j": QUERY, "i": RECORD}),
        f"dev{end}": Named(
            lambda net, j, h: deviation(net, which, j, h), {"j": QUERY, **of_candidate}, range="at least 0"
        ),
        f"u{end}": Named(lambda net, h: largest(net, which, h), of_candidate),
        f"worst{end}": Named(
            lambda net, h, j: worst(net, which, h, j), {**of_candidate, "j": QUERY}, range="at least 0"
        ),
        f"Z{end}": Named(lambda net, points: total(net, which, points), space="sample", range="positive"),
        f"p{end}": Named(
            lambda net, h, points: chance(net, which, h, points), of_candidate, "sample", range="at least 0"
        ),
    }


def _facts_of(end: str, more: str) -> dict[str, str]:
    return {
        f"at least{more}": f"low <= v{end}(j, i)",
        f"at most{more}": f"v{end}(j, i) <= low + w",
        f"deviation{more}": f"dev{end}(j, h)**2 = (y(j, h) - sum(v{end}(j, i), i, 1, n)/n)**2",
        f"largest{more}": f"dev{end}(j, h) <= u{end}(h)",
        f"attained{more}": f"u{end}(h) = sum(worst{end}(h, j)*dev{end}(j, h), j, 1, K)",
        f"one of them{more}": f"sum(worst{end}(h, j), j, 1, K) = 1",
        f"weights{more}": f"Z{end} = sum(fits(h)*exp(-r*n*u{end}(h)), h, 1, H)",
        f"choice{more}": f"p{end}(h)*Z{end} = fits(h)*exp(-r*n*u{end}(h))",
    }


NETS: Final = Model(
    "the Subsampled Net Mechanism on two data sets",
    parameters={
        "H": "integer, 1 <= H",
        "K": "integer, 1 <= K",
        "n": "integer, 1 <= n",
        "k": "integer, 1 <= k, k <= n",
        "low": "real",
        "w": "real, 0 < w",
        "r": "real, 0 < r",
        "eps": "real, 0 < eps",
    },
    variables={"h": CANDIDATE, "j": QUERY, "i": RECORD},
    quantities={
        "V": Named(samples, space="sample", law=True),
        "y": Named(lambda net, j, h: mean(net, j, candidates(net)[h - 1]), {"j": QUERY, "h": CANDIDATE}),
        "fits": Named(fits, {"h": CANDIDATE}, "sample", range="at least 0"),
        "event": Named(
            lambda net, h: Fraction(int(candidates(net)[h - 1] in net.answers)), {"h": CANDIDATE}, range="at least 0"
        ),
        **_of_both(0),
        **_of_both(1),
    },
    facts={
        "one record": "(i - k)*(v(j, i) - v2(j, i)) = 0",
        **_facts_of("", ""),
        **_facts_of("2", ", new"),
    },
    settings=any_settings,
    read=read,
    outcomes={"sample": lambda net: list(samples(net))},
)
PRINTED: Final = NETS.narrowed(
    "the Subsampled Net Mechanism as printed", {"printed weights": "2*r = eps"}, wide_settings
)
UNIT: Final = PRINTED.narrowed(
    "the Subsampled Net Mechanism, queries in [0, 1]", {"from 0": "low = 0", "to 1": "w = 1"}, settings
)
SIGNED: Final = PRINTED.narrowed(
    "the Subsampled Net Mechanism, queries in [-1, 1]", {"from -1": "low = -1", "to 1": "w = 2"}, sign_settings
)
CORRECTED: Final = NETS.narrowed(
    "the Subsampled Net Mechanism with weights for the width of the queries",
    {"weights for the width": "2*w*r = eps"},
    lambda: (replace(net, share=2 * net.width) for net in wide_settings()),
)
