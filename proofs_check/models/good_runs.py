"""Runs of MWEM in which all choices and measurements are as good as the mechanisms guarantee.

A choice misses the largest error on a query by at most ``c``, or on average by that, and a measurement the answer by at
most ``v``. ``largest(j)`` is the largest error of D_j on a query, and ``most(j)`` the largest one with its sign.
``before`` is the average of D_0, ..., D_(T - 1), and ``after`` that of D_1, ..., D_T.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache, reduce
from typing import Final

from dpassay.exact import Real, as_real
from dpassay.exact.real import maximum
from dpassay.proofs_check.models.smooth_mwem import (
    POINT,
    ROUND,
    RUN,
    SIGNED,
    TIME,
    Run,
    kept,
    law,
    mean,
    off,
    potential,
    run,
    settings,
)
from dpassay.proofs_check.proof.names import Named


def average(at: Run, first: int, x: int) -> Real:
    """The average of T laws at a point, from D_first on."""
    rounds = len(at.chosen)
    return kept(sum((law(at, j)[x - 1] for j in range(first, first + rounds)), as_real(0)) / rounds)


@cache
def largest(at: Run, j: int) -> Real:
    """The largest error."""
    return kept(reduce(maximum, (off(at, j, query) for query in at.queries)))


@cache
def most(at: Run, j: int) -> Real:
    """The largest of the errors with their signs."""
    return kept(reduce(maximum, (mean(query, law(at, j)) - mean(query, at.smooth) for query in at.queries)))


def on_average() -> Iterator[Run]:
    """Those runs, and one of two rounds in which the first choice misses by 2 c, and the second one by nothing."""
    yield from settings()
    yield run("1 0", "1/2", ("1 -1", "1 1"), (2, 1), "1 1", missed="1/2")


MEASURED: Final = RUN.narrowed(
    "a run of MWEM with good measurements",
    {
        "largest": "far(j, k) <= largest(j)",
        "measurements": "slip(i) <= v",
        "average before": "before(x) = sum(d(t - 1, x), t, 1, T)/T",
        "average after": "after(x) = sum(d(t, x), t, 1, T)/T",
    },
    settings,
    {
        "largest": Named(largest, TIME, range="at least 0"),
        "most": Named(most, TIME),
        "before": Named(lambda at, x: average(at, 0, x), POINT),
        "after": Named(lambda at, x: average(at, 1, x), POINT),
    },
)
GOOD: Final = MEASURED.narrowed(
    "a run of MWEM with good choices and measurements", {"choices": "largest(i - 1) - c <= off(i)"}, settings
)
ON_AVERAGE: Final = MEASURED.narrowed(
    "a run of MWEM with good measurements, and choices that are good on average",
    {
        "a choice is a query": "off(i) <= largest(i - 1)",
        "choices": "sum(largest(i - 1) - off(i), i, 1, T) <= T*c",
    },
    on_average,
)


def together() -> Iterator[Run]:
    """The runs in which a choice misses by c and a measurement by v at most, with c + v for c."""
    for at in on_average():
        yield replace(at, missed=at.missed + at.slipped)


TOGETHER: Final = MEASURED.narrowed(
    "a run of MWEM with good measurements, and choices and noises that are good on average",
    {
        "a choice is a query": "off(i) <= largest(i - 1)",
        "choices and noises": "sum(largest(i - 1) - off(i) + slip(i), i, 1, T) <= T*c",
    },
    together,
)


def leveled(at: Run) -> Run:
    """The run with c and v as Lemma E.4 has them."""
    return replace(at, leveled=True)


@cache
def root(at: Run, i: int) -> Real:
    """sqrt(4 (psi(i - 1) - psi(i)) + 4 M^2)."""
    return kept((4 * (potential(at, i - 1) - potential(at, i) + at.level * at.level)).sqrt())


EXACT: Final = run("1/2 1/2", "1", ("1 -1", "1 1"), (1,), "0", records=2)
"""The data are uniform, and the measurement is right: nothing moves."""
TURNED: Final = run("1/4 0 3/4 0", "1/3", ("-1 -1 1 1", "1 1 1 -1"), (1,), "1/2", records=1000)
"""The better the answer to the first query, the worse that to the second, which is too low, before and after."""


def at_levels() -> Iterator[Run]:
    """The runs in which the measurements are within the levels."""
    yield leveled(EXACT)
    yield leveled(TURNED)
    yield leveled(SIGNED[2])
    yield leveled(SIGNED[3])
    yield leveled(run("1/2 1/2", "1", ("1 -1", "1 1"), (1, 1), "1/2 0"))
    yield leveled(run("1 0", "1/2", ("1 -1", "-1 1"), (2, 1), "1/2 0"))
    yield leveled(run("1 0", "1/2", ("1 -1",), (1,), "1"))


LEVELS: Final = GOOD.narrowed(
    "a run of MWEM within the levels of Lemma E.4, with values of queries in [-1, 1]",
    {
        "from -1": "low = -1",
        "up to 1": "w = 2",
        "level of choices": "c = 8*T*log(K)/(eps*n)",
        "level of measurements": "v = 2*T*log(K)/(eps*n)",
        "the root": "root(i)**2 = 4*(psi(i - 1) - psi(i)) + 4*(T*log(K)/(eps*n))**2",
    },
    at_levels,
    {"root": Named(root, ROUND, range="at least 0")},
)
"""``root(i)`` is the root that the proof has of what round i takes off the potential."""

ANY: Final = LEVELS.narrowed(
    "a run of MWEM on any data, within the levels of Lemma E.4, with values of queries in [-1, 1]",
    {"any law is so smooth": "sigma*N = 1"},
    lambda: (at for at in at_levels() if at.sigma * len(at.smooth) == 1),
)
