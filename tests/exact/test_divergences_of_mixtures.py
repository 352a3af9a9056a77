"""Divergences of Laplace mixtures against quadrature."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from dpassay.exact import (
    LaplaceMixture,
    LogForm,
    exp,
    hockey_stick_divergence,
    kl_divergence,
    log,
    max_divergence,
    max_ratio,
    renyi_divergence,
)
from tests.exact.line_cases import MIXTURE_PAIRS, Mixture, line_of
from tests.exact.second_opinion import (
    MP,
    agree,
    mp,
    quad_hockey_stick,
    quadrature,
    rejects,
    thresholds,
)

Mixtures = tuple[Mixture, Mixture]


def check_mixture_hockey_stick(p: LaplaceMixture, q: LaplaceMixture, truth: Mixtures, t: Fraction) -> None:
    grid, kinks = line_of(*truth)
    f, g = truth[0].pdf(), truth[1].pdf()
    agree(hockey_stick_divergence(p, q, t), quad_hockey_stick(f, g, mp(t), grid, [*grid, *kinks]), digits=18)


@settings(max_examples=15)
@given(MIXTURE_PAIRS, thresholds())
def test_mixture_hockey_stick(truth: Mixtures, t: Fraction) -> None:
    p, q = (m.law() for m in truth)
    check_mixture_hockey_stick(p, q, truth, t)


SKEWED = (
    Mixture((Fraction(3, 4), Fraction(1, 4)), (Fraction(0), Fraction(2)), Fraction(1)),
    Mixture((Fraction(1, 2), Fraction(1, 2)), (Fraction(-1), Fraction(1)), Fraction(1)),
)


def test_the_mixture_check_can_fail() -> None:
    p, q = (m.law() for m in SKEWED)
    check_mixture_hockey_stick(p, q, SKEWED, Fraction(5, 4))
    rejects(check_mixture_hockey_stick, q, p, SKEWED, Fraction(5, 4))
    rejects(check_mixture_hockey_stick, p, LaplaceMixture([1], [0], 1), SKEWED, Fraction(5, 4))


def mixture_kl(f: Any, g: Any, cuts: list[Any]) -> Any:
    return quadrature(lambda x: f(x) * MP.log(f(x) / g(x)), cuts)


def check_mixture_kl_and_renyi(p: LaplaceMixture, q: LaplaceMixture, truth: Mixtures, order: int) -> None:
    cuts, _ = line_of(*truth)
    f, g = truth[0].pdf(), truth[1].pdf()
    agree(kl_divergence(p, q), mixture_kl(f, g, cuts), digits=12)
    moment = quadrature(lambda x: f(x) * (f(x) / g(x)) ** (order - 1), cuts)
    agree(renyi_divergence(p, q, order), MP.log(moment) / (order - 1), digits=12)


@settings(max_examples=4)
@given(MIXTURE_PAIRS, st.integers(2, 4))
def test_mixture_kl_and_renyi(truth: Mixtures, order: int) -> None:
    p, q = (m.law() for m in truth)
    check_mixture_kl_and_renyi(p, q, truth, order)


def test_the_mixture_kl_check_can_fail() -> None:
    p, q = (m.law() for m in SKEWED)
    check_mixture_kl_and_renyi(p, q, SKEWED, 3)
    rejects(check_mixture_kl_and_renyi, q, p, SKEWED, 3)


def check_max_ratio(p: LaplaceMixture, q: LaplaceMixture, truth: Mixtures) -> None:
    """No point of a dense grid exceeds the supremum, and a center or a far tail attains it."""
    f, g = truth[0].pdf(), truth[1].pdf()
    grid, kinks = line_of(*truth)
    dense = [kinks[0] - 2 + (kinks[-1] - kinks[0] + 4) * i / 300 for i in range(301)]
    best = max(f(x) / g(x) for x in [*grid, *dense])
    agree(max_ratio(p, q), best)


@settings(max_examples=20)
@given(MIXTURE_PAIRS)
def test_mixture_max_ratio(truth: Mixtures) -> None:
    p, q = (m.law() for m in truth)
    check_max_ratio(p, q, truth)


def test_the_max_ratio_check_can_fail() -> None:
    p, q = (m.law() for m in SKEWED)
    rejects(check_max_ratio, q, p, SKEWED)


def test_laplace_closed_forms() -> None:
    """One center each, a gap of one: sup of the ratio e, delta(t) = 1 - sqrt(t/e), KL = gap - 1 + 1/e."""
    p, q = LaplaceMixture([1], [1], 1), LaplaceMixture([1], [0], 1)
    assert max_ratio(p, q) == exp(1)
    assert max_divergence(p, q) == LogForm(1)
    assert hockey_stick_divergence(p, q, exp(1)) == 0
    assert hockey_stick_divergence(p, q, exp(Fraction(1, 2))) == 1 - exp(Fraction(-1, 4))
    agree(hockey_stick_divergence(p, q, 2), 1 - MP.sqrt(2 / MP.e))
    agree(kl_divergence(p, q), 1 / MP.e)
    faster = LaplaceMixture([1], [1], log(2))
    assert max_ratio(faster, LaplaceMixture([1], [0], log(2))) == 2
