"""Gaussian views of estimates against numerical integration, and sums of few samples against all of them."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import pytest
from scipy.integrate import quad
from scipy.stats import norm

from dpassay.exact import Real, as_real
from dpassay.proofs_check.models.private_estimates_of_kl import (
    alone,
    both,
    cells,
    moved,
    seen,
    shared,
    squared,
    squared_cells,
)
from dpassay.proofs_check.models.private_estimates_of_kl_bias import BIAS, Noisy
from dpassay.proofs_check.models.private_estimates_of_kl_cells import Answers
from dpassay.proofs_check.models.private_estimates_of_kl_numbers import Clients
from dpassay.proofs_check.models.private_estimates_of_kl_scales import Scales, part
from dpassay.proofs_check.models.private_estimates_of_kl_sums import Sums, chances, settings, variance
from dpassay.proofs_check.models.sensitivity_of_kl import Neighbors, law
from dpassay.proofs_check.proof.published import gaussian_delta

HALF = law("1/2", "1/2")
ONE = Neighbors(HALF, (3, 2), (1, 0), Fraction(1))


def _float(value: Any) -> float:
    return float(as_real(value).ball().mid())


@pytest.mark.parametrize(("shift", "eps"), [(0.5, 0.1), (1.0, 1.0), (2.0, 0.5)])
def test_delta_is_the_integral_of_what_one_density_is_above_the_other(shift: float, eps: float) -> None:
    exact = gaussian_delta(Fraction(shift) ** 2, Fraction(1), Fraction(eps))
    integral, _ = quad(lambda x: max(norm.pdf(x, shift) - math.exp(eps) * norm.pdf(x), 0.0), -10, 12, limit=200)
    assert _float(exact) == pytest.approx(integral, abs=1e-7)


def test_delta_where_nothing_moves_and_where_there_is_no_noise() -> None:
    assert gaussian_delta(Fraction(0), Fraction(0), Fraction(1)) == 0
    assert gaussian_delta(Fraction(1), Fraction(0), Fraction(1)) == 1
    assert gaussian_delta(Fraction(1), Real(lambda: as_real(0).evaluate()), Fraction(1)) == 1


def test_counts_of_0_have_the_delta_of_others() -> None:
    views = {_float(cells(Answers(first, (1, 1)), Fraction(1, 4))) for first in ((5, 0), (1, 4), (3, 2))}
    assert len(views) == 1
    assert views.pop() == pytest.approx(_float(gaussian_delta(Fraction(2, 25), Fraction(1, 4), Fraction(1))))


def test_the_views_of_one_sample() -> None:
    a, b, difference = moved(ONE)
    assert _float(a) == pytest.approx(math.log(1.5))
    assert b == Fraction(2, 5)
    assert _float(difference) == pytest.approx(0.4 - math.log(1.5))
    assert shared(ONE, Fraction(10**9)) == 1
    assert _float(both(ONE, Fraction(1))) == pytest.approx(
        _float(gaussian_delta(squared(a) + squared(b), Fraction(1), Fraction(1)))
    )
    assert _float(alone(ONE, Fraction(1))) < _float(both(ONE, Fraction(1)))


def test_noisy_cells() -> None:
    repeated = Neighbors(HALF, (50, 50), (4, 4), least=1)
    assert squared_cells(repeated) == Fraction(8, 100**2)
    gap = _float(cells(repeated, Fraction(1, 100))) - _float(seen(repeated, Fraction(1, 100)))
    assert gap == pytest.approx(8 * norm.cdf((1e-4 - 0.5) / 0.1), rel=1e-6)
    assert seen(repeated, Fraction(0)) == 1


@pytest.mark.parametrize("at", list(settings()))
@pytest.mark.parametrize("sign", [-1, 0, 1])
def test_the_variance_is_that_over_all_samples(at: Sums, sign: int) -> None:
    law_of_all = chances(at)
    assert sum(law_of_all.values()) == 1

    def value(drawn: tuple[int, ...]) -> float:
        each = (float(at.weight) * (float(at.ratios[x]) - 1) - sign * math.log(at.ratios[x]) for x in drawn)
        return sum(each) / at.samples

    mean = sum(float(chance) * value(drawn) for drawn, chance in law_of_all.items())
    spread = sum(float(chance) * (value(drawn) - mean) ** 2 for drawn, chance in law_of_all.items())
    assert _float(variance(at, sign)) == pytest.approx(spread)


def test_parts_of_noise() -> None:
    assert part(Scales(3, Fraction(2), Fraction(5))) == Fraction(15, 2)
    assert {len(at.noises) for at in BIAS.settings()} == {1, 2, 3}


@pytest.mark.parametrize(
    ("wrong", "arguments"),
    [
        (Scales, (0, Fraction(1), Fraction(1))),
        (Scales, (1, Fraction(0), Fraction(1))),
        (Sums, (HALF, law("1", "0"), 1, Fraction(0))),
        (Sums, (HALF, HALF, 0, Fraction(0))),
        (Sums, (HALF, HALF, 1, Fraction(-1))),
        (Noisy, (Fraction(1, 2), (Fraction(1, 4),), Fraction(1, 100))),
        (Noisy, (Fraction(1, 2), (Fraction(1, 4), Fraction(-1, 4)), Fraction(1, 4))),
        (Clients, (0,)),
        (Answers, ((0, 1), (1, 0))),
        (Answers, ((1, 0), (0, 0))),
        (Answers, ((1, 0), (1,))),
        (Answers, ((1, 0), (1, 0), Fraction(0))),
        (Answers, ((1, 0), (1, 0), Fraction(1), Fraction(1))),
    ],
)
def test_what_is_not_legal(wrong: Any, arguments: tuple[Any, ...]) -> None:
    with pytest.raises(ValueError, match="expected"):
        wrong(*arguments)
