"""Losses of single calls, held against numbers by hand and against the laws of the exact rooms."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from dpassay.audit.pipelines.laws import LAWS, added, compared_shares, exceeds, finite_laws, larger, law_of
from dpassay.audit.pipelines.traces import Row
from dpassay.exact import Dist, LaplaceMixture, Real, as_real, max_ratio

F = Fraction
NAN = float("nan")


def row(first: object, second: object, answer: object = None, unit: object = None) -> Row:
    return Row(0, unit, first, second, answer)


@pytest.mark.parametrize(
    ("kind", "call", "loss"),
    [
        ("laplace", row(F(0), F(3), F(1), F(2)), F(1, 2)),
        ("laplace", row(F(0), F(3), F(-1), F(2)), F(3, 2)),
        ("laplace", row(F(0), NAN, F(1), F(2)), None),
        ("laplace", row(F(0), F(3), F(1), F(0)), None),
        ("normal", row(F(0), F(3), F(1), F(2)), F(3, 8)),
        ("normal sum", row(F(0), F(3), F(1), F(4)), F(3, 8)),
        ("two-sided geometric", row(F(0), F(3), F(5), F(1)), None),
        ("exponential", row(F(0), F(3), F(4), F(2)), F(-3, 2)),
        ("exponential", row(F(0), F(3), F(2), F(2)), None),
        ("exponential", row(F(0), F(3), F(-1), F(-2)), F(3, 2)),
        ("uniform", row(F(0), F(1), F(2), F(4)), F(0)),
        ("uniform", row(F(0), F(3), F(2), F(4)), None),
        ("coin", row(F(1, 2), F(1), False), None),
        ("choice", row((F(1), F(1)), (F(1), F(1)), F(0)), F(0)),
    ],
)
def test_losses_by_hand(kind: str, call: Row, loss: Fraction | None) -> None:
    assert LAWS[kind].loss(call) == loss


@pytest.mark.parametrize(
    ("kind", "call", "loss"),
    [
        ("coin", row(F(3, 4), F(1, 4), True), math.log(3)),
        ("coin", row(F(3, 4), F(1, 2), False), math.log(1 / 2)),
        ("choice", row((F(1), F(3)), (F(1), F(1)), F(1)), math.log(3 / 2)),
        ("two-sided geometric", row(F(0), F(3), F(1), F(1, 2)), math.log(2)),
        ("two-sided geometric", row(F(0), F(3), F(-7), F(1, 2)), 3 * math.log(2)),
        ("binomial", row(F(3, 4), F(1, 4), F(2), F(3)), math.log(3)),
        ("exponential choice", row((F(1), F(0)), (F(0), F(0)), F(0), F(1)), math.log(2 * math.e / (math.e + 1))),
        ("comparison of laplace", row(F(1), F(-1), True, F(1)), math.log(2 * math.e - 1)),
        ("comparison of normal", row(F(0), F(-1), True, F(1)), math.log(0.5 / 0.15865525393145707)),
    ],
)
def test_losses_that_are_logarithms(kind: str, call: Row, loss: float) -> None:
    found = LAWS[kind].loss(call)
    assert isinstance(found, Real)
    assert float(found) == pytest.approx(loss, abs=1e-12)


def test_suprema_are_those_of_the_exact_laws() -> None:
    first, second = (LaplaceMixture([1], [center], F(1, 2)) for center in (0, 3))
    assert LAWS["laplace"].supremum(row(F(0), F(3), unit=F(2))) == F(3, 2)
    assert float(max_ratio(first, second)) == pytest.approx(math.exp(1.5))  # type: ignore[arg-type]
    weights = (F(1), F(2), F(5)), (F(2), F(2), F(1))
    found = LAWS["choice"].supremum(row(*weights))
    exact = max_ratio(*(Dist.from_weights(dict(enumerate(law))) for law in weights))
    assert isinstance(found, Real)
    assert float(found.exp()) == pytest.approx(float(exact))  # type: ignore[arg-type]
    found = LAWS["exponential choice"].supremum(row((F(2), F(0)), (F(0), F(1)), unit=F(1)))
    share, other = math.exp(2) / (math.exp(2) + 1), 1 / (1 + math.e)
    assert float(found) == pytest.approx(math.log(share / other))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("kind", "call"),
    [
        ("normal", row(F(0), F(1), unit=F(1))),
        ("exponential", row(F(0), F(1), unit=F(1))),
        ("uniform", row(F(0), F(1), unit=F(4))),
        ("coin", row(F(1, 2), F(0))),
        ("choice", row((F(1), F(1)), (F(1), F(0)))),
        ("laplace", row(float("inf"), F(0), unit=F(1))),
    ],
)
def test_suprema_that_are_infinite(kind: str, call: Row) -> None:
    assert LAWS[kind].supremum(call) is None


def test_sums_and_order() -> None:
    assert added([F(1), F(2)]) == 3
    assert added([F(1), None]) is None
    mixed = added([F(1), as_real(F(1, 2)), as_real(F(1, 4))])
    assert float(mixed) == 1.75  # type: ignore[arg-type]
    assert larger(F(1), F(2)) == 2
    assert larger(None, F(2)) is None
    assert exceeds(None, F(9))
    assert exceeds(as_real(2), F(1))
    assert not exceeds(F(1), F(1))
    assert law_of("no such kind") is None


def test_what_is_no_law_has_none() -> None:
    assert finite_laws(row((F(0), F(0)), (F(1), F(1)))) is None
    assert finite_laws(row((F(1),), (F(1), F(1)))) is None
    assert finite_laws(row(F(2), F(-1))) == ((F(1), F(0)), (F(0), F(1)))
    assert compared_shares("comparison of laplace", row(F(0), NAN, unit=F(1)), True) is None
