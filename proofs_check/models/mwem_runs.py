"""MWEM on two data sets that differ in one record: the exact density of a transcript of choices and measurements.

Algorithms 2 and 3 of Haghtalab, Roughgarden and Shetty, without and with the KL projection.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any, Final

from dpassay.exact import Real, as_real, require
from dpassay.proofs_check.numbers import at_most

Values = tuple[Fraction, ...]
Round = tuple[int, Fraction]
ZERO: Final = Fraction(0)


@dataclass(frozen=True)
class Run:
    """Queries as rows of values on the points of X, records as points from 0 on, and a transcript.

    Args:
        queries: of the cover.
        data: the records of the first data set.
        changed: the record that differs, from 0 on.
        new: what it is in the neighbor.
        rounds: the query, from 1 on, and the measurement of each round.
        epsilon: of the mechanism.
        low: the least value that a query may have.
        width: of the values.
        choice: a query is chosen by weights e^(eps s/(choice T)); the printed one is 4.
        noise: the scale of the noise is noise T/(eps n); the printed one is 2.
        sigma: onto whose smooth laws iterates are projected; none are where there is none.
    """

    queries: tuple[Values, ...]
    data: tuple[int, ...]
    changed: int
    new: int
    rounds: tuple[Round, ...]
    epsilon: Fraction = Fraction(1)
    low: Fraction = ZERO
    width: Fraction = Fraction(1)
    choice: Fraction = Fraction(4)
    noise: Fraction = Fraction(2)
    sigma: Fraction | None = None

    def __post_init__(self) -> None:
        """Check the domains."""
        points = range(len(self.queries[0]))
        require(self.width > 0, "width", self.width, "a number above 0")
        inside = all(0 <= value - self.low <= self.width for query in self.queries for value in query)
        require(inside, "queries", self.queries, f"values from {self.low} to {self.low + self.width}")
        require({*self.data, self.new} <= set(points), "data", (*self.data, self.new), "points of the domain")
        require(0 <= self.changed < len(self.data), "changed", self.changed, "the index of a record")
        asked = {query for query, _ in self.rounds}
        require(bool(asked) and asked <= set(range(1, len(self.queries) + 1)), "rounds", self.rounds, "queries")
        require(min(self.epsilon, self.choice, self.noise) > 0, "epsilon", self.epsilon, "numbers above 0")
        require(self.sigma is None or 0 < self.sigma <= 1, "sigma", self.sigma, "a number in (0, 1]")

    def records(self, which: int) -> tuple[int, ...]:
        """The first data set, 0, or the neighbor, 1."""
        return (*self.data[: self.changed], self.new, *self.data[self.changed + 1 :]) if which else self.data

    @property
    def rate(self) -> Fraction:
        """Weights are e to the score times it."""
        return self.epsilon / (self.choice * len(self.rounds))

    @property
    def scale(self) -> Fraction:
        """The noise has n times less."""
        return self.noise * len(self.rounds) / self.epsilon


def _mean(law: tuple[Any, ...], query: Values) -> Any:
    return sum((mass * value for mass, value in zip(law, query, strict=True)), ZERO)


def _normalized(weights: list[Any]) -> tuple[Any, ...]:
    total = sum(weights, ZERO)
    return tuple(weight / total for weight in weights)


def smoothed(law: tuple[Any, ...], sigma: Fraction) -> tuple[Any, ...]:
    """The KL projection onto the laws of at most 1/(sigma N) a point: the largest masses are cut, and the rest scaled.

    The order of the masses has to be decided; equal ones are kept in their order.
    """
    most = 1 / (sigma * len(law))
    for cut in range(len(law)):
        rest = sorted(range(len(law)), key=lambda x: float(as_real(law[x]).ball().mid()), reverse=True)[cut:]
        factor = (1 - cut * most) / sum((law[x] for x in rest), ZERO)
        if at_most(factor * law[rest[0]], most):
            return tuple(factor * law[x] if x in rest else most for x in range(len(law)))
    raise AssertionError  # sigma <= 1


@cache
def iterate(run: Run, t: int) -> tuple[Any, ...]:
    """D_t: uniform for t = 0."""
    count = len(run.queries[0])
    if t == 0:
        return (Fraction(1, count),) * count
    before, (chosen, measured) = iterate(run, t - 1), run.rounds[t - 1]
    query = run.queries[chosen - 1]
    pull = (measured - _mean(before, query)) / 2
    law = _normalized(
        [as_real(mass) * (as_real(pull) * value).exp() for mass, value in zip(before, query, strict=True)]
    )
    return law if run.sigma is None else smoothed(law, run.sigma)


def on_iterate(run: Run, t: int, j: int) -> Any:
    """Query j on D_(t-1)."""
    return _mean(iterate(run, t - 1), run.queries[j - 1])


def on_data(run: Run, which: int, j: int) -> Fraction:
    """Query j on the empirical law."""
    records = run.records(which)
    return sum((run.queries[j - 1][x] for x in records), ZERO) / len(records)


def distance(value: Any) -> Any:
    """The absolute value."""
    return Real(lambda: abs(value.evaluate())) if isinstance(value, Real) else abs(value)


@cache
def score(run: Run, which: int, t: int, j: int) -> Any:
    """N |q(D_(t-1)) - q(D_B)|."""
    return distance(on_iterate(run, t, j) - on_data(run, which, j)) * len(run.data)


@cache
def total_weight(run: Run, which: int, t: int) -> Real:
    """The sum of the weights of all queries."""
    weights = [(as_real(score(run, which, t, j)) * run.rate).exp() for j in range(1, len(run.queries) + 1)]
    return sum(weights, as_real(0))


def chance(run: Run, which: int, t: int) -> Real:
    """The probability of the choice of round t, given the rounds before."""
    chosen = run.rounds[t - 1][0]
    return (as_real(score(run, which, t, chosen)) * run.rate).exp() / total_weight(run, which, t)


def gap(run: Run, which: int, t: int) -> Fraction:
    """From the measurement to the mean of the chosen query on the data."""
    chosen, measured = run.rounds[t - 1]
    return abs(measured - on_data(run, which, chosen))


def density(run: Run, which: int, t: int) -> Real:
    """That of the measurement, given the choice."""
    n = len(run.data)
    return as_real(-n * gap(run, which, t) / run.scale).exp() * (n / (2 * run.scale))


@cache
def transcript(run: Run, which: int) -> Real:
    """The density of the transcript."""
    found = as_real(1)
    for t in range(1, len(run.rounds) + 1):
        found = found * chance(run, which, t) * density(run, which, t)
    return found
