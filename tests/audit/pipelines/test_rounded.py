"""Laplace noise that is rounded: losses from masses by hand, and a supremum that no answer exceeds."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from dpassay.audit.pipelines.laws import LAWS, LOSSES_ALONE
from dpassay.audit.pipelines.rounded import ROUNDED, rounded_loss
from dpassay.audit.pipelines.rows import Row
from dpassay.exact import as_real

F = Fraction


def below(place: float, unit: float) -> float:
    return math.exp(place / unit) / 2 if place < 0 else 1 - math.exp(-place / unit) / 2


def mass(answer: int, center: float, unit: float) -> float:
    return below(answer + 0.5 - center, unit) - below(answer - 0.5 - center, unit)


CASES = [(F(2), F(3), F(1)), (F(3), F(0), F(2)), (F(1), F(3, 2), F(1, 2))]


@pytest.mark.parametrize(("first", "second", "unit"), CASES)
def test_the_loss_is_the_logarithm_of_a_ratio_of_masses(first: Fraction, second: Fraction, unit: Fraction) -> None:
    losses = []
    for answer in range(-6, 10):
        expected = math.log(mass(answer, float(first), float(unit)) / mass(answer, float(second), float(unit)))
        found = rounded_loss(Row(0, unit, first, second, F(answer)))
        losses.append(float(as_real(found)))  # type: ignore[arg-type]
        assert losses[-1] == pytest.approx(expected, abs=1e-6)
    most = LAWS[ROUNDED].supremum(Row(0, unit, first, second, None))
    assert most == abs(first - second) / unit
    assert max(losses) == pytest.approx(float(most))


def test_it_is_not_the_two_sided_geometric_law() -> None:
    """At one of the inputs these differ."""
    row = Row(0, F(1), F(2), F(3), F(2))
    assert float(as_real(rounded_loss(row))) < float(as_real(LAWS["discrete laplace"].loss(row))) - 0.1  # type: ignore[arg-type]


@pytest.mark.parametrize(("first", "unit"), [(float("nan"), F(1)), (F(2), F(0)), (F(2), F(-1))])
def test_what_is_no_number_has_an_infinite_loss(first: object, unit: object) -> None:
    assert rounded_loss(Row(0, unit, first, F(3), F(2))) is None
    assert ROUNDED in LOSSES_ALONE
