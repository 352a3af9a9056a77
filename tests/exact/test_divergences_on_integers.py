"""Divergences of laws on the integers against direct sums."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpassay.exact import (
    DiscreteGaussianLaw,
    IntegerLaw,
    exp,
    hockey_stick_divergence,
    kl_divergence,
    max_ratio,
    power,
    profile,
    renyi_divergence,
    total_variation,
    two_sided_geometric,
)
from tests.exact.integer_cases import CASES, FULL_CASES, Case, case
from tests.exact.second_opinion import (
    MP,
    agree,
    gaussian_pmf,
    mp,
    rejects,
    sum_hockey_stick,
    sum_kl,
    sum_renyi,
    thresholds,
)


def check_integers(p: IntegerLaw, q: IntegerLaw, truth: tuple[Case, Case], t: Fraction) -> None:
    f, g = truth
    agree(hockey_stick_divergence(p, q, t), sum_hockey_stick(f.mp_pmf, g.mp_pmf, mp(t)))
    outcomes = [(f.pmf(k), g.pmf(k)) for k in range(-80, 81)]
    kl = kl_divergence(p, q)
    if any(a and not b for a, b in outcomes):
        assert kl is None
        assert max_ratio(p, q) is None
        assert renyi_divergence(p, q, 2) is None
    else:
        agree(kl, sum_kl(f.mp_pmf, g.mp_pmf))


@settings(max_examples=30)
@given(CASES, CASES, thresholds())
def test_integer_laws(f: Case, g: Case, t: Fraction) -> None:
    check_integers(f.law(), g.law(), (f, g), t)


def test_the_integer_check_can_fail() -> None:
    f, g = (case(0, [1, 2], Fraction(1, 3), Fraction(r)) for r in ("1/2", "2/3"))
    rejects(check_integers, g.law(), f.law(), (f, g), Fraction(3, 2))
    rejects(check_integers, f.law(), g.law().shift(1), (f, g), Fraction(3, 2))
    rejects(check_integers, f.law(), f.law(), (f, g), Fraction(9, 10))


@settings(max_examples=40)
@given(FULL_CASES, FULL_CASES)
def test_max_ratio_of_integer_laws(f: Case, g: Case) -> None:
    """Against the ratios at 160 integers: the supremum, or a tail whose ratio grows."""
    ratios = {k: f.pmf(k) / g.pmf(k) for k in range(-80, 81)}
    ours = max_ratio(f.law(), g.law())
    if f.left > g.left or f.right > g.right:
        assert ours is None
        assert max(ratios, key=lambda k: ratios[k]) in (-80, 80)
    else:
        assert ours == max(ratios.values())


@settings(max_examples=20)
@given(FULL_CASES, FULL_CASES, st.integers(2, 3))
def test_renyi_of_integer_laws(f: Case, g: Case, order: int) -> None:
    ratios = [r * (r / s) ** (order - 1) for r, s in ((f.left, g.left), (f.right, g.right))]
    ours = renyi_divergence(f.law(), g.law(), order)
    if max(ratios) >= 1:
        assert ours is None
    elif max(ratios) < Fraction(9, 10):  # where four hundred terms are enough for the direct sum
        agree(ours, sum_renyi(f.mp_pmf, g.mp_pmf, order), digits=12)


def test_long_search_for_the_sign() -> None:
    """Tails of nearly equal ratio: the densities cross far beyond the window."""
    f, g = case(0, [1], Fraction(1, 2), Fraction(2, 3)), case(0, [1], Fraction(1, 2), Fraction(1, 2))
    for t in (Fraction(100), Fraction(10**6)):
        agree(hockey_stick_divergence(f.law(), g.law(), t), sum_hockey_stick(f.mp_pmf, g.mp_pmf, mp(t)), digits=15)


@pytest.mark.parametrize(
    "ratio", [Fraction(1, 2), exp(-1), exp(Fraction(-1, 3)), power(Fraction(3, 2), Fraction(-1, 2))]
)
@pytest.mark.parametrize("shift", [1, 3])
def test_discrete_laplace(ratio: Any, shift: int) -> None:
    p, q = two_sided_geometric(shift, ratio), two_sided_geometric(0, ratio)
    a = mp(ratio) if isinstance(ratio, Fraction) else MP.mpf(0)
    if not isinstance(ratio, Fraction):
        exponents = {"e^(-1)": MP.exp(-1), "e^(-1/3)": MP.exp(-MP.mpf(1) / 3)}
        a = exponents.get(str(ratio), MP.sqrt(MP.mpf(2) / 3))

    def pmf(center: int) -> Any:
        return lambda k: (1 - a) / (1 + a) * a ** abs(k - center)

    assert max_ratio(p, q) == 1 / ratio**shift
    agree(total_variation(p, q), sum_hockey_stick(pmf(shift), pmf(0), 1))
    agree(hockey_stick_divergence(p, q, "3/2"), sum_hockey_stick(pmf(shift), pmf(0), MP.mpf(3) / 2))
    agree(kl_divergence(p, q), sum_kl(pmf(shift), pmf(0)))
    agree(renyi_divergence(p, q, 2), sum_renyi(pmf(shift), pmf(0), 2))
    assert profile(p, q).delta(1) == total_variation(p, q)


VARIANCES = st.sampled_from([Fraction(s) for s in ("1/3", "1", "2", "5/2")])


def check_discrete_gaussian(pair: tuple[Any, Any], truth: tuple[Any, Any], t: Fraction) -> None:
    agree(hockey_stick_divergence(*pair, t), sum_hockey_stick(*truth, mp(t), 60), digits=20)
    agree(kl_divergence(*pair), sum_kl(*truth, 30), digits=20)


@settings(max_examples=30)
@given(st.integers(-2, 2), VARIANCES, st.integers(-2, 2), VARIANCES, thresholds())
def test_discrete_gaussian(a: int, v: Fraction, b: int, w: Fraction, t: Fraction) -> None:
    f, g = gaussian_pmf(a, v), gaussian_pmf(b, w)
    check_discrete_gaussian((DiscreteGaussianLaw(a, v), DiscreteGaussianLaw(b, w)), (f, g), t)


def test_the_discrete_gaussian_check_can_fail() -> None:
    f, g = gaussian_pmf(0, Fraction(1)), gaussian_pmf(1, Fraction(2))
    p, q = DiscreteGaussianLaw(0, 1), DiscreteGaussianLaw(1, 2)
    rejects(check_discrete_gaussian, (q, p), (f, g), Fraction(1, 2))
    rejects(check_discrete_gaussian, (p, DiscreteGaussianLaw(1, 4)), (f, g), Fraction(1))


@settings(max_examples=25)
@given(st.integers(-2, 2), VARIANCES, st.integers(-2, 2), VARIANCES, st.integers(2, 4))
def test_discrete_gaussian_renyi_and_max(a: int, v: Fraction, b: int, w: Fraction, order: int) -> None:
    p, q = DiscreteGaussianLaw(a, v), DiscreteGaussianLaw(b, w)
    f, g = gaussian_pmf(a, v), gaussian_pmf(b, w)
    renyi, ratio = renyi_divergence(p, q, order), max_ratio(p, q)
    if order / v + (1 - order) / w <= 0:
        assert renyi is None
    elif order / v + (1 - order) / w > Fraction(1, 10):
        agree(renyi, sum_renyi(f, g, order, 50), digits=15)
    if v > w or (v == w and a != b):
        assert ratio is None
    else:
        agree(ratio, max(f(k) / g(k) for k in range(-40, 41)), digits=20)
