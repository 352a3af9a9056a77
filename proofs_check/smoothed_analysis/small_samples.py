"""Exact probabilities that Lemma G.3 fails on one point or two: only the set of the points drawn counts."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import count, product
from typing import Any, Final

from dpassay.exact import as_real
from dpassay.proofs_check.instances import (
    ABOVE_0,
    BETWEEN,
    BIT,
    FROM_0,
    PROBABILITY,
    entries,
    family,
    rational,
    row_of,
    told,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.models.covered_queries import dimension
from dpassay.proofs_check.models.reduced_domains import Reduced, least
from dpassay.proofs_check.numbers import at_most

IS_LEMMA: Final = entries(
    data=row_of(PROBABILITY),
    smooth=row_of(PROBABILITY),
    sigma=rational("(0, 1]"),
    tables=row_of(row_of(BIT)),
    chi=FROM_0,
    gamma=rational("(0, 1]"),
    eta=BETWEEN,
).where(lambda at: len(at["data"]) <= 2 and _is_legal(at))


def _is_legal(instance: Instance) -> bool:
    """Whether it is a setting of the lemma, which refuses what is not."""
    try:
        return bool(_setting(instance, 1))
    except ValueError:
        return False


def _setting(instance: Instance, drawn: int) -> Reduced:
    data, smooth = (tuple(map(Fraction, instance[name])) for name in ("data", "smooth"))
    sigma, chi, gamma = (Fraction(instance[name]) for name in ("sigma", "chi", "gamma"))
    tables = tuple("".join(map(str, row)) for row in instance["tables"])
    return Reduced(data, smooth, sigma, tables, drawn, 1, chi, gamma)


def failure(at: Reduced) -> Fraction:
    """The probability that no law on the sample is within chi + gamma of the data, for one point or two."""
    places = range(len(at.data))
    alone = Fraction(1, len(at.data)) ** at.drawn
    chances = {frozenset({x}): alone for x in places}
    chances[frozenset(places)] = 1 - (len(at.data) - 1) * 2 * alone if len(at.data) > 1 else Fraction(1)
    return sum((chance for points, chance in chances.items() if least(at, points) > at.chi + at.gamma), Fraction(0))


def _fails(instance: Instance, more: Any, factor: Fraction) -> Fraction:
    """The failure with M = factor (log(more/eta) + d)/(sigma gamma^2), rounded up, or with one point."""
    at = _setting(instance, 1)
    size = (as_real(more / Fraction(instance["eta"])).log() + dimension(at.queries)) * (factor / at.sigma / at.gamma**2)
    drawn = next(m for m in count(1) if at_most(size, Fraction(m)))
    return failure(_setting(instance, drawn))


def _holds(instance: Instance, more: int, factor: Fraction) -> bool:
    return _fails(instance, more, factor) <= Fraction(instance["eta"])


told(
    "hrs42f",
    "where d >= 1, 14 (log(1/eta) + d)/(sigma gamma^2) points, rounded up, are enough",
    IS_LEMMA.where(lambda at: dimension(_setting(at, 1).queries) >= 1),
)(lambda at: _holds(at, 1, Fraction(14)))
told("hrs42f-few", "... a hundredth of (log(1/eta) + d)/(sigma gamma^2)", IS_LEMMA)(
    lambda at: _holds(at, 1, Fraction(1, 100))
)
told(
    "hrs42g",
    "C (log(1/eta) + d)/(sigma gamma^2) points, rounded up, are enough",
    IS_LEMMA.having(constant=ABOVE_0),
    lambda at: {"failure": _fails(at, 1, Fraction(at["constant"])), "eta": Fraction(at["eta"])},
)(lambda at: _holds(at, 1, Fraction(at["constant"])))
told("hrs42g-corrected", "14 (log(2/eta) + d)/(sigma gamma^2) points, rounded up, are enough", IS_LEMMA)(
    lambda at: _holds(at, 2, Fraction(14))
)
HALVES: Final = ["1/2", "1/2"]


@family("samples-of-two", "a query and all four on two points, uniform laws and others, eta = 1/2, 1/10 and 99/100")
def _samples() -> Iterator[Instance]:
    laws = (
        (HALVES, HALVES, "1", "0"),
        (["1", "0"], ["3/4", "1/4"], "2/3", "1/4"),
        (["0", "1"], ["0", "1"], "1/2", "0"),
    )
    tables = ([[0, 1], [1, 1]], [[0, 0], [0, 1], [1, 0], [1, 1]])
    for (data, smooth, sigma, chi), rows, gamma, eta in product(laws, tables, ("1/4", "1"), ("1/2", "1/10", "99/100")):
        numbers = {"sigma": sigma, "chi": chi, "gamma": gamma, "eta": eta}
        yield {"data": data, "smooth": smooth, "tables": rows, **numbers}


@family("single-queries", "one query on two points, eta = 1/2, 1/10 and 99/100")
def _single() -> Iterator[Instance]:
    for gamma, eta in product(("1/4", "1"), ("1/2", "1/10", "99/100")):
        numbers = {"sigma": "1", "chi": "0", "gamma": gamma, "eta": eta}
        yield {"data": HALVES, "smooth": HALVES, "tables": [[0, 1]], **numbers}


def nearly_sure() -> Iterator[Instance]:
    """A single query, and eta near 1."""
    for most, eta in (("1", "99/100"), ("1000", "99999/100000")):
        numbers = {"sigma": "1", "chi": "0", "gamma": "1/4", "eta": eta, "constant": most}
        yield {"data": HALVES, "smooth": HALVES, "tables": [[0, 1]], **numbers}
