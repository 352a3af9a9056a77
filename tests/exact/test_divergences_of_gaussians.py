"""Divergences of normal laws against quadrature and closed forms."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from dpassay.exact import (
    GaussianLaw,
    as_real,
    exp,
    hockey_stick_divergence,
    kl_divergence,
    max_ratio,
    renyi_divergence,
)
from tests.exact.line_cases import NORMALS, Normal, normal_grid
from tests.exact.second_opinion import (
    MP,
    agree,
    mp,
    quad_hockey_stick,
    quadrature,
    rejects,
    thresholds,
)


def check_gaussian_hockey_stick(pair: tuple[Any, Any], truth: tuple[Normal, Normal], t: Fraction) -> None:
    f, g = truth[0].pdf(), truth[1].pdf()
    grid = normal_grid(truth)
    agree(hockey_stick_divergence(*pair, t), quad_hockey_stick(f, g, mp(t), grid, grid[::8]), digits=15)


@settings(max_examples=8)
@given(NORMALS, NORMALS, thresholds())
@example(Normal(Fraction(0), Fraction(2, 3)), Normal(Fraction(1), Fraction(2)), Fraction(10, 3))  # a short stretch
def test_gaussian_hockey_stick(f: Normal, g: Normal, t: Fraction) -> None:
    check_gaussian_hockey_stick((f.law(), g.law()), (f, g), t)


@pytest.mark.parametrize("deviations", [("1", "1"), ("1", "2"), ("2", "1"), ("3/2", "1")])
@pytest.mark.parametrize("t", [Fraction(1, 2), Fraction(1), Fraction(5, 4)])
def test_gaussian_hockey_stick_both_ways(deviations: tuple[str, str], t: Fraction) -> None:
    """The best event is a half-line, the inside of an interval (p narrower) or its outside (p wider)."""
    f, g = Normal(Fraction(0), Fraction(deviations[0])), Normal(Fraction(1), Fraction(deviations[1]))
    check_gaussian_hockey_stick((f.law(), g.law()), (f, g), t)


def test_the_gaussian_check_can_fail() -> None:
    f, g = Normal(Fraction(0), Fraction(1)), Normal(Fraction(1), Fraction(2))
    rejects(check_gaussian_hockey_stick, (g.law(), f.law()), (f, g), Fraction(5, 4))
    rejects(check_gaussian_hockey_stick, (f.law(), GaussianLaw(1, 1)), (f, g), Fraction(5, 4))
    rejects(check_gaussian_hockey_stick, (f.law(), g.law().__class__(-1, 3)), (f, g), Fraction(5, 4))


def test_gaussian_hockey_stick_where_the_sign_only_touches_zero() -> None:
    """At t equal to the largest ratio the best event is empty; at 1 / (the largest of q/p), it is everything."""
    narrow, wide = GaussianLaw(0, 1), GaussianLaw(0, 2)
    assert hockey_stick_divergence(narrow, wide, 2) == 0
    assert hockey_stick_divergence(wide, narrow, Fraction(1, 2)) == Fraction(1, 2)
    shifted = GaussianLaw(1, 2)
    touching = 2 * exp(Fraction(1, 6))
    agree(max_ratio(narrow, shifted), 2 * MP.exp(MP.mpf(1) / 6))
    assert hockey_stick_divergence(narrow, shifted, touching) == 0


@settings(max_examples=6)
@given(NORMALS, NORMALS, st.integers(2, 4))
def test_gaussian_kl_renyi_max(f: Normal, g: Normal, order: int) -> None:
    p, q, a, b = f.law(), g.law(), f.pdf(), g.pdf()
    cuts = [mp(f.mean + f.sigma * s) for s in range(-16, 17, 4)]
    agree(kl_divergence(p, q), quadrature(lambda x: a(x) * MP.log(a(x) / b(x)), cuts), digits=12)
    mixed = order * g.sigma**2 + (1 - order) * f.sigma**2
    renyi = renyi_divergence(p, q, order)
    if mixed <= 0:
        assert renyi is None
    else:
        # p^order q^(1 - order) is a multiple of a Gaussian: integrate around that one's center.
        variance = f.sigma**2 * g.sigma**2 / mixed
        center = mp(variance * (order * f.mean / f.sigma**2 + (1 - order) * g.mean / g.sigma**2))
        around = [center + MP.sqrt(mp(variance)) * s for s in range(-16, 17, 4)]
        moment = quadrature(lambda x: MP.exp(order * MP.log(a(x)) + (1 - order) * MP.log(b(x))), around)
        agree(renyi, MP.log(moment) / (order - 1), digits=12)
    ratio = max_ratio(p, q)
    if f == g:
        assert ratio == 1
    elif f.sigma >= g.sigma:
        assert ratio is None
    else:
        vertex = mp((f.mean * g.sigma**2 - g.mean * f.sigma**2) / (g.sigma**2 - f.sigma**2))
        agree(ratio, a(vertex) / b(vertex))
        assert all(a(vertex + s) / b(vertex + s) < a(vertex) / b(vertex) for s in (-1, MP.mpf("0.01"), 2))


def test_gaussian_with_irrational_deviations() -> None:
    root = as_real(2).sqrt()
    f, g = MP.sqrt(2), MP.mpf(1)
    ours = hockey_stick_divergence(GaussianLaw(0, root), GaussianLaw(1, 1), 2)
    cuts = [MP.mpf(k) / 4 for k in range(-60, 61)]

    def p(x: Any) -> Any:
        return MP.npdf(x, 0, f)

    def q(x: Any) -> Any:
        return MP.npdf(x, 1, g)

    agree(ours, quad_hockey_stick(p, q, MP.mpf(2), cuts, cuts[::8]), digits=15)
    same = hockey_stick_divergence(GaussianLaw(0, root), GaussianLaw(1, root), 2)
    gap = 1 / f
    agree(same, MP.ncdf(gap / 2 - MP.log(2) / gap) - 2 * MP.ncdf(-gap / 2 - MP.log(2) / gap))
