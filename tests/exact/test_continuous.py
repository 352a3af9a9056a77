"""Laws on the line: density and distribution function against mpmath."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpassay.exact import GaussianLaw, LaplaceMixture, LogForm, Real, as_real, exp, log, normal_cdf, power
from tests.exact.line_cases import NORMALS, Mixture, Normal, mixtures
from tests.exact.second_opinion import MP, agree, laplace_pdf, mp, quadrature, rejects

PLACES = st.fractions(-4, 4, max_denominator=4)
MIXTURES = st.sampled_from([Fraction(1, 2), Fraction(3)]).flatmap(mixtures)


def check_density_and_cdf(law: LaplaceMixture, truth: Mixture, x: Fraction) -> None:
    pdf, kinks = truth.pdf(), [mp(c) for c in sorted(truth.centers) if c < x]
    start = min(mp(min(truth.centers)), mp(x)) - 130 / mp(truth.rate)
    cuts = [start, start / 2, *[k for k in kinks if k > start / 2], mp(x)] if start / 2 < mp(x) else [start, mp(x)]
    agree(law.pdf(x), pdf(mp(x)))
    agree(law.cdf(x), quadrature(pdf, sorted({*cuts, *kinks})), digits=20)


@settings(max_examples=25)
@given(MIXTURES, PLACES)
def test_laplace_mixture(truth: Mixture, x: Fraction) -> None:
    check_density_and_cdf(truth.law(), truth, x)


@settings(max_examples=10)
@given(MIXTURES)
def test_laplace_mixture_at_its_centers(truth: Mixture) -> None:
    for center in truth.centers:
        check_density_and_cdf(truth.law(), truth, center)


def test_the_laplace_check_can_fail() -> None:
    truth = Mixture((Fraction(1, 3), Fraction(2, 3)), (Fraction(-1), Fraction(1)), Fraction(1))
    swapped = LaplaceMixture([Fraction(2, 3), Fraction(1, 3)], [-1, 1], 1)
    faster = LaplaceMixture([Fraction(1, 3), Fraction(2, 3)], [-1, 1], Fraction(11, 10))
    rejects(check_density_and_cdf, swapped, truth, Fraction(0))
    rejects(check_density_and_cdf, faster, truth, Fraction(0))


def test_logarithmic_rate_and_centers() -> None:
    """A rate of log(3/2), which a rational e^eps gives, and centers that are logarithms."""
    rate, value = log(Fraction(3, 2)), MP.log(MP.mpf(3) / 2)
    law = LaplaceMixture([Fraction(1, 4), Fraction(3, 4)], [0, Fraction(5, 2)], rate)
    pdf = laplace_pdf([Fraction(1, 4), Fraction(3, 4)], [0, MP.mpf(5) / 2], value)
    agree(law.pdf(1), pdf(1))
    agree(law.cdf(1), MP.quad(pdf, [-300, -150, -60, -20, 0, 1]), digits=15)
    assert law.unit(Fraction(1, 2)) == power(Fraction(3, 2), Fraction(1, 2))
    centered = LaplaceMixture([1], [log(2)], 2)
    assert centered.unit(log(4)) == 4  # measured from the center: e^(2 (log 4 - log 2))
    assert centered.cdf(log(2)) == Fraction(1, 2)
    assert centered.cdf(0) == Fraction(1, 8)
    agree(centered.pdf(0), MP.exp(-2 * MP.log(2)))


def test_unit() -> None:
    law = LaplaceMixture([1], [0], Fraction(1, 2))
    assert law.unit(3) == exp(Fraction(3, 2))
    assert law.unit(0) == 1
    agree(law.unit(log(5)), MP.sqrt(5))
    assert law.cdf(0) == Fraction(1, 2)
    assert law.cdf(2) == 1 - exp(-1) / 2


@pytest.mark.parametrize(
    "arguments",
    [
        ([], [], 1), ([1], [], 1), ([1], [0, 1], 1), ([Fraction(1, 2)], [0], 1), ([1], [0], 0), ([1], [0], -1),
        ([1.0], [0], 1), ([1], [0.0], 1), ([1], [0], 1.0), ([2, -1], [0, 1], 1), ([1], [0], float("nan")),
        ([1], [0], log(Fraction(1, 2))),
    ],
    ids=str,
)  # fmt: skip
def test_laplace_mixture_refuses(arguments: Any) -> None:
    with pytest.raises(ValueError, match=r"^(weights?|centers?|rate) = "):
        LaplaceMixture(*arguments)


@pytest.mark.parametrize("place", [0.5, float("nan"), "x", None])
def test_places_are_exact(place: Any) -> None:
    for law in (LaplaceMixture([1], [0], 1), GaussianLaw(0, 1)):
        with pytest.raises(ValueError, match=" = "):
            law.cdf(place)
        with pytest.raises(ValueError, match=" = "):
            law.pdf(place)


def check_normal(law: GaussianLaw, truth: Normal, x: Fraction) -> None:
    pdf = truth.pdf()
    start = mp(truth.mean - 15 * truth.sigma)
    cuts = [start + (mp(x) - start) * i / 8 for i in range(9)]
    agree(law.pdf(x), pdf(mp(x)))
    agree(law.cdf(x), quadrature(pdf, cuts), digits=18)
    agree(law.upper_tail(x), 1 - MP.ncdf((mp(x) - mp(truth.mean)) / mp(truth.sigma)))


@settings(max_examples=10)
@given(NORMALS, PLACES)
def test_gaussian(truth: Normal, x: Fraction) -> None:
    check_normal(truth.law(), truth, x)


def test_the_normal_check_can_fail() -> None:
    truth = Normal(Fraction(0), Fraction(2))
    rejects(check_normal, GaussianLaw(0, 4), truth, Fraction(1))
    rejects(check_normal, GaussianLaw(1, 2), truth, Fraction(1))


def test_far_tails() -> None:
    """Forty standard deviations out the tail still has all its digits."""
    law = GaussianLaw(0, 1)
    agree(law.upper_tail(40) / law.pdf(40), MP.erfc(40 / MP.sqrt(2)) / 2 / MP.npdf(40))
    agree(law.cdf(-40) / law.pdf(40), MP.erfc(40 / MP.sqrt(2)) / 2 / MP.npdf(40))
    agree(normal_cdf(as_real(0)), MP.mpf(1) / 2)


def test_gaussian_with_an_irrational_deviation() -> None:
    law = GaussianLaw("1/2", as_real(2).sqrt())
    assert isinstance(law.sigma, Real)
    agree(law.cdf(1), MP.ncdf(MP.mpf(1) / 2 / MP.sqrt(2)))


@pytest.mark.parametrize("arguments", [(0, 0), (0, -1), (0, 1.0), (0.0, 1), ("x", 1), (0, as_real(-1)), (None, 1)])
def test_gaussian_refuses(arguments: Any) -> None:
    with pytest.raises(ValueError, match=r"^(mean|sigma) = "):
        GaussianLaw(*arguments)


def test_a_rational_rate_may_come_as_a_log_form_beside_log_form_centers() -> None:
    """Epsilon = 1/2 given as a form without logarithms: e^(rate log 2) is sqrt 2, so everything stays exact."""
    law = LaplaceMixture([1], [log(Fraction(2))], LogForm(Fraction(1, 2)))
    assert law.cdf(log(Fraction(2))) == Fraction(1, 2)
    assert law.cdf(log(Fraction(8))) == Fraction(3, 4)  # 1 - e^(-log(4)/2) / 2


def test_two_logarithms_cannot_be_multiplied() -> None:
    with pytest.raises(ValueError, match="expected a rational"):
        LaplaceMixture([1], [log(Fraction(2))], log(Fraction(3))).cdf(0)
    with pytest.raises(ValueError, match="expected a rational"):
        LaplaceMixture([Fraction(1, 2)] * 2, [0, log(Fraction(2))], log(Fraction(3)))


def test_a_law_far_from_zero_costs_no_more() -> None:
    """Only distances enter: (3/2)^(10^9) is never formed."""
    far = 10**9
    law = LaplaceMixture([1], [far], log(Fraction(3, 2)))
    assert law.cdf(far) == Fraction(1, 2)
    assert law.cdf(far + 1) == Fraction(2, 3)
