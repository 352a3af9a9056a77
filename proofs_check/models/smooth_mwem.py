"""A run of MWEM on a smooth data set: the laws D_0, ..., D_T for given choices and measurements.

The domain is 1, ..., N. ``s`` is a law of density at most 1/sigma against the uniform one that gives every query the
answer of the data set; ``s(x) l(x)`` is s(x) log s(x), which is 0 where s(x) is. ``ask(k, x)`` are the values of query
k, from ``low`` to ``low`` + ``w``, ``true(k)`` is its answer, and ``far(j, k)`` the error of D_j on it. In round i the
query ``q(i, .)`` is chosen, ``m(i)`` measured, ``off(i)`` is the error of D_(i - 1) on the query and ``slip(i)`` that
of the measurement. ``d(j, x)`` is D_j, ``Z(i)`` what it is normalized by, and ``psi(j)`` the divergence of s from it.

``D(j)`` is D_j as a law of points, ``asked(i)`` and ``answered(k)`` are the values of the queries at a point. ``c`` is
what the choices may miss the largest error by, and ``v`` the measurements the true answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any, Final

from dpassay.exact import Real, as_real, log
from dpassay.exact.label_family import remembered
from dpassay.exact.real import maximum
from dpassay.proofs_check.models.close_queries import Values, values
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model


@dataclass(frozen=True)
class Run:
    """A smooth law, queries, and what was chosen and measured.

    Args:
        smooth: the law s.
        sigma: how smooth it is, in (0, 1].
        queries: the values of each query on the domain.
        chosen: the query of each round, counted from 1.
        measured: the measurement of each round.
        low: the least value of a query.
        width: how far the largest one is above it.
        records: n.
        epsilon: that of the mechanism.
        missed: c.
        slipped: v.
        leveled: whether c and v are the levels of Lemma E.4.
    """

    smooth: Values
    sigma: Fraction
    queries: tuple[Values, ...]
    chosen: tuple[int, ...]
    measured: Values
    low: Fraction = Fraction(-1)
    width: Fraction = Fraction(2)
    records: int = 1
    epsilon: Fraction = Fraction(1)
    missed: Fraction = Fraction(0)
    slipped: Fraction = Fraction(0)
    leveled: bool = False

    def __post_init__(self) -> None:
        """Check what the model says of a setting."""
        if sum(self.smooth) != 1 or min(self.smooth) < 0:
            raise ValueError(f"smooth = {self.smooth}: expected a law")
        if not 0 < self.sigma <= 1 or max(self.smooth) * self.sigma * len(self.smooth) > 1:
            raise ValueError(f"smooth, sigma = {self.smooth}, {self.sigma}: expected a law that is so smooth")
        if not all(self.low <= v <= self.low + self.width for query in self.queries for v in query):
            raise ValueError(f"queries = {self.queries}: expected values from {self.low} to {self.low + self.width}")
        if len(self.chosen) != len(self.measured) or not set(self.chosen) <= set(range(1, len(self.queries) + 1)):
            raise ValueError(f"chosen, measured = {self.chosen}, {self.measured}: expected one of each a round")

    @property
    def level(self) -> Real:
        """T log K/(eps n)."""
        return as_real(log(len(self.queries))) * as_real(len(self.chosen) / self.epsilon / self.records)

    def query(self, i: int) -> Values:
        """The values of the query of round i."""
        return self.queries[self.chosen[i - 1] - 1]


def kept(value: Any) -> Real:
    """The same number, whose last enclosure is kept."""
    return Real(remembered(as_real(value).evaluate))


def mean(query: Values, law: tuple[Real, ...] | Values) -> Real:
    """The answer of a law to a query."""
    return kept(sum((as_real(q) * as_real(p) for q, p in zip(query, law, strict=True)), as_real(0)))


@cache
def grown(at: Run, i: int) -> tuple[Real, ...]:
    """The weights of round i before they are normalized."""
    before, query = law(at, i - 1), at.query(i)
    rate = (as_real(at.measured[i - 1]) - mean(query, before)) / 2
    return tuple(kept(p * (rate * as_real(q)).exp()) for p, q in zip(before, query, strict=True))


@cache
def law(at: Run, j: int) -> tuple[Real, ...]:
    """D_j."""
    if j == 0:
        return tuple(as_real(Fraction(1, len(at.smooth))) for _ in at.smooth)
    whole = normalization(at, j)
    return tuple(kept(weight / whole) for weight in grown(at, j))


@cache
def normalization(at: Run, i: int) -> Real:
    """The sum of the weights of round i."""
    return kept(sum(grown(at, i), as_real(0)))


@cache
def potential(at: Run, j: int) -> Real:
    """The divergence of s from D_j."""
    pairs = zip(at.smooth, law(at, j), strict=True)
    return kept(sum((as_real(s) * (as_real(log(s)) - p.log()) for s, p in pairs if s), as_real(0)))


@cache
def off(at: Run, j: int, query: Values) -> Real:
    """The error of D_j on a query."""
    gap = mean(query, law(at, j)) - mean(query, at.smooth)
    return kept(maximum(gap, -gap))


def slip(at: Run, i: int) -> Real:
    """The error of the measurement of round i."""
    gap = as_real(at.measured[i - 1]) - mean(at.query(i), at.smooth)
    return kept(maximum(gap, -gap))


def points(at: Run, j: int) -> Mapping[int, Real]:
    """D_j by points."""
    return dict(enumerate(law(at, j), 1))


def run(smooth: str, sigma: str, queries: tuple[str, ...], chosen: tuple[int, ...], measured: str, **more: Any) -> Run:
    """A setting, written."""
    rest: dict[str, Any] = {name: value if name == "records" else Fraction(value) for name, value in more.items()}
    return Run(values(smooth), Fraction(sigma), tuple(map(values, queries)), chosen, values(measured), **rest)


SIGNED: Final = (
    run("1/2 1/2", "1", ("1 -1", "1 1"), (1, 1), "1/2 0", missed="2", slipped="1/2"),
    run("1 0", "1/2", ("1 -1",), (1,), "1", records=2, slipped="0"),
    run("1/2 1/2 0", "2/3", ("1 -1 1", "-1 -1 1"), (2, 1), "-3/2 0", missed="1", slipped="1/2"),
    run("1/3 1/3 1/3", "1", ("1 1 -1", "1 -1 -1", "-1 1/2 0"), (1,), "1/3", missed="1/2", slipped="0"),
    run("1", "1", ("1",), (1,), "3", slipped="2"),
)
"""Values in [-1, 1]; measurements that are right, and wrong ones."""
OTHERS: Final = (
    run("1/2 1/4 1/4", "2/3", ("1 0 0", "0 1 1"), (1, 2), "3/5 2", low="0", width="1", missed="1", slipped="2"),
    run("0 1", "1/2", ("7/5 -7/5",), (1,), "-1", low="-7/5", width="14/5", slipped="2/5"),
    run("1/2 1/2", "1", ("3/2 -3/2",), (1,), "1/4", low="-3/2", width="3", slipped="1/4"),
)
"""Values in [0, 1], in an interval of width 14/5, the square of which is below 8, and in one of width 3."""


def settings() -> Iterator[Run]:
    """One to three points and queries, one or two rounds."""
    yield from SIGNED
    yield from OTHERS


def read(at: Run) -> dict[str, Fraction | Real]:
    """The parameters."""
    return {
        "N": Fraction(len(at.smooth)),
        "T": Fraction(len(at.chosen)),
        "K": Fraction(len(at.queries)),
        "sigma": at.sigma,
        "low": at.low,
        "w": at.width,
        "n": Fraction(at.records),
        "eps": at.epsilon,
        "c": 8 * at.level if at.leveled else at.missed,
        "v": 2 * at.level if at.leveled else at.slipped,
    }


POINT: Final = {"x": "integer, 1 <= x, x <= N"}
ROUND: Final = {"i": "integer, 1 <= i, i <= T"}
TIME: Final = {"j": "integer, 0 <= j, j <= T"}
QUERY: Final = {"k": "integer, 1 <= k, k <= K"}
RATE: Final = "(m(i) - sum(q(i, y)*d(i - 1, y), y, 1, N))/2"
GROWN: Final = f"d(i - 1, x)*exp(q(i, x)*{RATE})"
RUN: Final = Model(
    "a run of MWEM on smooth data",
    parameters={
        "N": "integer, 1 <= N",
        "T": "integer, 1 <= T",
        "K": "integer, 1 <= K",
        "sigma": "real, 0 < sigma, sigma <= 1",
        "low": "real",
        "w": "real, 0 < w",
        "n": "integer, 1 <= n",
        "eps": "real, 0 < eps",
        "c": "real, 0 <= c",
        "v": "real, 0 <= v",
    },
    variables={**POINT, **ROUND, **TIME, **QUERY, "u": "integer, 0 <= u, u <= T - 1", "h": "real"},
    quantities={
        "s": Named(lambda at, x: at.smooth[x - 1], POINT, range="at least 0"),
        "l": Named(lambda at, x: log(at.smooth[x - 1]) if at.smooth[x - 1] else Fraction(0), POINT),
        "ask": Named(lambda at, k, x: at.queries[k - 1][x - 1], {**QUERY, **POINT}),
        "true": Named(lambda at, k: mean(at.queries[k - 1], at.smooth), QUERY),
        "far": Named(lambda at, j, k: off(at, j, at.queries[k - 1]), {**TIME, **QUERY}, range="at least 0"),
        "q": Named(lambda at, i, x: at.query(i)[x - 1], {**ROUND, **POINT}),
        "m": Named(lambda at, i: at.measured[i - 1], ROUND),
        "off": Named(lambda at, i: off(at, i - 1, at.query(i)), ROUND, range="at least 0"),
        "slip": Named(slip, ROUND, range="at least 0"),
        "d": Named(lambda at, j, x: law(at, j)[x - 1], {**TIME, **POINT}, range="positive"),
        "Z": Named(normalization, ROUND, range="positive"),
        "psi": Named(potential, TIME),
        "D": Named(points, TIME, "point", law=True),
        "asked": Named(lambda at, i, x: at.query(i)[x - 1], ROUND, "point"),
        "answered": Named(lambda at, k, x: at.queries[k - 1][x - 1], QUERY, "point"),
    },
    facts={
        "s is a law": "sum(s(x), x, 1, N) = 1",
        "smooth": "sigma*N*s(x) <= 1",
        "log": "s(x)*exp(l(x)) = s(x)**2",
        "the same answers": "true(k) = sum(ask(k, x)*s(x), x, 1, N)",
        "values, low": "low <= ask(k, x)",
        "values, high": "ask(k, x) <= low + w",
        "values at a point, low": "low <= answered(k)",
        "values at a point, high": "answered(k) <= low + w",
        "values of a choice, low": "low <= asked(i)",
        "values of a choice, high": "asked(i) <= low + w",
        "uniform": "d(0, x) = 1/N",
        "normalization": f"Z(i) = sum({GROWN}, x, 1, N)",
        "update": f"d(i, x)*Z(i) = {GROWN}",
        "potential": "psi(j) = sum(s(x)*(l(x) - log(d(j, x))), x, 1, N)",
        "error": "far(j, k)**2 = (sum(ask(k, x)*d(j, x), x, 1, N) - true(k))**2",
        "error of a choice": "off(i)**2 = (sum(q(i, x)*d(i - 1, x), x, 1, N) - sum(q(i, x)*s(x), x, 1, N))**2",
        "error of a measurement": "slip(i)**2 = (m(i) - sum(q(i, x)*s(x), x, 1, N))**2",
        "mean of a choice": "E(asked(i), D(i - 1)) = sum(q(i, x)*d(i - 1, x), x, 1, N)",
        "tilted mean of a choice": "E(exp(h*asked(i)), D(i - 1)) = sum(d(i - 1, x)*exp(h*q(i, x)), x, 1, N)",
        "mean of a query": "E(answered(k), D(j)) = sum(ask(k, x)*d(j, x), x, 1, N)",
        "tilted mean of a query": "E(exp(h*answered(k)), D(j)) = sum(d(j, x)*exp(h*ask(k, x)), x, 1, N)",
    },
    settings=settings,
    read=read,
    outcomes={"point": lambda at: range(1, len(at.smooth) + 1)},
)

SIGNS: Final = RUN.narrowed(
    "a run of MWEM on smooth data, with values of queries in [-1, 1]",
    {"from -1": "low = -1", "up to 1": "w = 2"},
    lambda: SIGNED,
)
