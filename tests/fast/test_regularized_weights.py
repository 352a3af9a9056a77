"""Regularized multiplicative weights: hit-and-run against closed forms, diagnostics, and lazy-to-private."""

import math
from typing import Any

import numpy as np
import pytest
from scipy import integrate, stats

from dpassay.fast.hit_and_run import Ball, Box
from dpassay.fast.regularized_weights import lazy_to_private_convex, sample_convex, sample_linear
from tests.fast.helpers import COMMON, NOT_INTEGER, NOT_POSITIVE, Case, expect_error, generator

ALPHA = 1e-6
N = 100_000
SQUARE = Box([-1.0, -0.5], [1.0, 2.0])
VALID: dict[str, Any] = {"body": SQUARE, "beta": 1.5, "lam": 0.5, "size": 5, "rng": generator(), "steps": 3}
LINEAR = VALID | {"gradient": [1.0, -2.0]}
CONVEX = VALID | {"losses": lambda points: np.abs(points).sum(axis=1)}
LAZY = VALID | {"losses": np.ones((4, 2)), "learning_rate": 0.1, "batch": 2, "fake_switch": 0.25}
BAD: list[Case] = [
    *COMMON,
    *[("body", {"body": body}) for body in (None, "ball", (-1, 1), [0.0, 0.0])],
    *[("beta", {"beta": beta}) for beta in NOT_POSITIVE],
    *[("lam", {"lam": lam}) for lam in (-1, -1e-300, math.nan, math.inf, True, "1", None)],
    *[("steps", {"steps": steps}) for steps in (0, -1, *NOT_INTEGER)],
]
BAD_LAZY: list[Case] = [
    *[("batch", {"batch": batch}) for batch in (0, -1, *NOT_INTEGER)],
    *[("fake_switch", {"fake_switch": p}) for p in (*NOT_POSITIVE, 1, 1.5)],
    *[("learning_rate", {"learning_rate": rate}) for rate in NOT_POSITIVE],
    *[
        ("losses", {"losses": losses})
        for losses in (
            [],
            None,
            "ab",
            [[1.0]],
            [[1.0, math.nan]],
            np.ones(2),
            np.ones((0, 2)),
            np.ones((3, 3)),
            np.full((3, 2), math.inf),
            np.ones((3, 2), bool),
            [[1.0, 2.0], math.sin],
        )
    ],
]


def cdf(gradient: float, beta: float, lam: float, low: float, high: float) -> Any:
    """The distribution function of the one-dimensional density: a normal one with its ends cut off, or exponential."""
    if lam:
        scale = 1 / math.sqrt(2 * beta * lam)
        mean = -gradient / (2 * lam)
        return stats.truncnorm((low - mean) / scale, (high - mean) / scale, mean, scale).cdf
    rate = beta * gradient
    return lambda x: np.expm1(-rate * (np.asarray(x) - low)) / np.expm1(-rate * (high - low))


@pytest.mark.parametrize(("name", "changes"), BAD)
def test_bad_input(name: str, changes: dict[str, Any]) -> None:
    for sampler, valid in ((sample_linear, LINEAR), (sample_convex, CONVEX), (lazy_to_private_convex, LAZY)):
        expect_error(sampler, valid | changes, name)


@pytest.mark.parametrize("gradient", [[], [1.0], [1.0, 2.0, 3.0], [1.0, math.nan], [1.0, "1"], "12", None, 3.0])
def test_bad_gradients(gradient: Any) -> None:
    expect_error(sample_linear, LINEAR | {"gradient": gradient}, "gradient")


@pytest.mark.parametrize("losses", [None, 1.0, lambda points: points, lambda points: np.full(len(points), np.nan)])
def test_bad_functions(losses: Any) -> None:
    expect_error(sample_convex, CONVEX | {"losses": losses}, "losses")


@pytest.mark.parametrize(("name", "changes"), BAD_LAZY)
def test_bad_input_of_lazy_to_private(name: str, changes: dict[str, Any]) -> None:
    expect_error(lazy_to_private_convex, LAZY | changes, name)


ONE_DIMENSION = [
    (0.0, 1.0, 0.5, -1.0, 1.0),
    (2.0, 1.0, 0.5, -1.0, 3.0),
    (-3.0, 2.0, 0.1, -1.0, 1.0),
    (0.5, 40.0, 3.0, -2.0, 2.0),  # the mode inside, the ends far away
    (100.0, 10.0, 1.0, -1.0, 2.0),  # far in a tail
    (-100.0, 10.0, 1.0, -1.0, 2.0),
    (6.0, 10.0, 1.0, -2.0, 2.0),  # the mode outside, but near
    (3.0, 1.0, 0.0, -1.0, 2.0),
    (-0.01, 1.0, 1e-12, -1.0, 2.0),
]


@pytest.mark.statistical
@pytest.mark.parametrize("case", ONE_DIMENSION)
def test_one_dimension_is_exact_after_one_step(case: tuple[float, ...]) -> None:
    """alpha = 1e-6, Kolmogorov-Smirnov against the closed form; the distance from it is measured and small."""
    gradient, beta, lam, low, high = case
    exact = cdf(*case)
    center, radius = (low + high) / 2, (high - low) / 2
    for body in (Box([low], [high]), Ball([center], radius)):
        drawn = sample_linear([gradient], body=body, beta=beta, lam=lam, size=N, rng=generator(1), steps=1)[:, 0]
        assert ((drawn >= low - 1e-12) & (drawn <= high + 1e-12)).all()
        test = stats.kstest(drawn, exact)
        assert test.pvalue > ALPHA
        assert test.statistic < 0.01
    drawn = sample_convex(
        lambda points: gradient * points[:, 0],
        body=Box([low], [high]), beta=beta, lam=lam, size=20_000, rng=generator(2), steps=30,
    )[:, 0]  # fmt: skip
    assert stats.kstest(drawn, exact).pvalue > ALPHA


@pytest.mark.statistical
@pytest.mark.parametrize(
    "wrong",
    [(2.0, 1.0, 0.5, -1.0, 3.0), (1.0, 2.0, 0.5, -1.0, 3.0), (1.0, 1.0, 0.25, -1.0, 3.0), (-1.0, 1.0, 0.5, -1.0, 3.0)],
)
def test_wrong_densities_are_rejected(wrong: tuple[float, ...]) -> None:
    """Twice the gradient, beta instead of beta / 2, lam / 2 for lam, and gains for losses."""
    right = (1.0, 1.0, 0.5, -1.0, 3.0)
    gradient, beta, lam, low, high = right
    drawn = sample_linear([gradient], body=Box([low], [high]), beta=beta, lam=lam, size=N, rng=generator(3), steps=1)
    assert stats.kstest(drawn[:, 0], cdf(*right)).pvalue > ALPHA
    assert stats.kstest(drawn[:, 0], cdf(*wrong)).pvalue < ALPHA


@pytest.mark.statistical
def test_linear_losses_on_a_box_in_five_dimensions() -> None:
    """alpha = 1e-6 a coordinate: coordinates are independent, each as in one dimension."""
    gradient, low, high = [1.0, -2.0, 0.0, 4.0, 0.5], [-1.0, -1.0, 0.0, -2.0, -3.0], [1.0, 2.0, 1.0, 0.5, 3.0]
    drawn = sample_linear(gradient, body=Box(low, high), beta=0.8, lam=0.4, size=20_000, rng=generator(4), steps=150)
    early = sample_linear(gradient, body=Box(low, high), beta=0.8, lam=0.4, size=20_000, rng=generator(4), steps=2)
    for k in range(5):
        assert stats.kstest(drawn[:, k], cdf(gradient[k], 0.8, 0.4, low[k], high[k])).pvalue > ALPHA
        assert stats.kstest(early[:, k], cdf(gradient[k], 0.8, 0.4, low[k], high[k])).pvalue < ALPHA
    assert np.abs(np.corrcoef(drawn.T) - np.eye(5)).max() < 5 / math.sqrt(20_000)


@pytest.mark.statistical
@pytest.mark.parametrize("sampler", ["linear", "convex"])
def test_linear_losses_on_a_ball_in_three_dimensions(sampler: str) -> None:
    """alpha = 1e-6: the height in a ball has density (R^2 - h^2) e^(-slope h) for lam = 0, here about a center."""
    gradient, center, radius = np.array([1.0, -2.0, 2.0]), np.array([3.0, 0.0, -1.0]), 1.5
    common: dict[str, Any] = {"body": Ball(center, radius), "beta": 0.7, "lam": 0, "rng": generator(5), "steps": 80}
    if sampler == "linear":
        points = sample_linear(gradient, size=20_000, **common)
    else:
        points = sample_convex(lambda points: points @ gradient, size=20_000, **common)
    heights = (points - center) @ gradient / 3
    assert (np.linalg.norm(points - center, axis=1) <= radius * (1 + 1e-12)).all()
    grid = np.linspace(-radius, radius, 4001)
    masses = integrate.cumulative_simpson((radius**2 - grid**2) * np.exp(-2.1 * grid), x=grid, initial=0)
    assert stats.kstest(heights, lambda h: np.interp(h, grid, masses / masses[-1])).pvalue > ALPHA
    flat = (radius**2 * (grid + radius) - (grid**3 + radius**3) / 3) / (4 / 3 * radius**3)
    assert stats.kstest(heights, lambda h: np.interp(h, grid, flat)).pvalue < ALPHA


@pytest.mark.statistical
def test_convex_losses() -> None:
    """alpha = 1e-6: the sum of the absolute values, and the regularizer, on a box: independent coordinates."""
    drawn = sample_convex(**CONVEX | {"beta": 2, "size": 20_000, "rng": generator(6), "steps": 60})
    for k, (low, high) in enumerate(zip(SQUARE.low, SQUARE.high, strict=True)):
        grid = np.linspace(low, high, 4001)
        masses = integrate.cumulative_simpson(np.exp(-2 * (np.abs(grid) + 0.5 * grid**2)), x=grid, initial=0)
        place = lambda x, g=grid, m=masses: np.interp(x, g, m / m[-1])  # noqa: E731
        assert stats.kstest(drawn[:, k], place).pvalue > ALPHA
        assert stats.kstest(drawn[:, k], stats.uniform(low, high - low).cdf).pvalue < ALPHA


def test_extremes_stay_inside() -> None:
    for heat in (1e-300, 1e-9, 1e9, 1e150):
        for body in (Box([-1e-9, -1.0], [1e-9, 1e9]), Ball([1e3, -1e3], 1e-3)):
            drawn = sample_linear([1.0, -1e6], body=body, beta=heat, lam=1.0, size=500, rng=generator(7), steps=20)
            assert np.isfinite(drawn).all()
            assert np.allclose(body.clip(drawn), drawn, rtol=1e-9, atol=1e-12)
    flat = sample_linear([0.0, 0.0], body=SQUARE, beta=1.0, lam=0, size=20_000, rng=generator(8), steps=40)
    assert np.allclose(flat.mean(axis=0), SQUARE.center, atol=0.04)


def test_shapes_and_seeds() -> None:
    for sampler, valid in ((sample_linear, LINEAR), (sample_convex, CONVEX)):
        first, second, other = (sampler(**valid | {"rng": generator(seed)}) for seed in (1, 1, 2))
        assert first.shape == (5, 2)
        assert np.array_equal(first, second)
        assert not np.array_equal(first, other)
        traced = sampler(**valid | {"rng": generator(1), "trace": True})
        assert traced.shape == (3, 5, 2)
        assert np.array_equal(traced[-1], first)
        assert sampler(**valid | {"size": 0}).shape == (0, 2)


def lazy(**changes: Any) -> Any:
    return lazy_to_private_convex(**LAZY | {"size": 20_000, "rng": generator(11)} | changes)


@pytest.mark.statistical
@pytest.mark.parametrize("kind", ["linear", "convex"])
def test_lazy_to_private_keeps_each_law(kind: str) -> None:
    """alpha = 1e-6 a batch: in one dimension, with an eta so large that the minimum in algorithm 1 is never the 1."""
    slopes = [0.5, 1.0, -1.0, 2.0, 0.25]
    changes: dict[str, Any] = {"body": Box([-1.0], [1.0]), "lam": 0.5, "beta": 1.0, "learning_rate": 1.0}
    losses: Any = np.array(slopes)[:, None]
    if kind == "convex":
        losses = [lambda points, slope=slope: slope * points[:, 0] for slope in slopes]
        changes["steps"] = 15
    played = lazy(losses=losses, **changes)
    assert played.shape == (20_000, 3, 1)
    for s in range(3):
        exact = cdf(sum(slopes[: 2 * s]), 1.0, 0.5, -1.0, 1.0)
        assert stats.kstest(played[:, s, 0], exact).pvalue > ALPHA
    assert stats.kstest(played[:, 2, 0], cdf(sum(slopes[:2]), 1.0, 0.5, -1.0, 1.0)).pvalue < ALPHA


@pytest.mark.statistical
@pytest.mark.parametrize("eta", [0.05, 0.4])
def test_how_often_points_are_kept(eta: float) -> None:
    """alpha = 1e-6: (1 - p) E min(1, e^(-2 B eta - beta g (x - y))) with x, y uniform on [-1, 1], by quadrature."""
    slopes = np.array([[0.75], [0.25], [1.0]])
    played = lazy(losses=slopes, body=Box([-1.0], [1.0]), lam=0, beta=1.0, learning_rate=eta, size=N)
    kept = (played[:, 0] == played[:, 1]).mean()

    def keep(gap: float) -> float:
        return min(1.0, math.exp(-4 * eta - gap)) * (2 - abs(gap)) / 4  # the density of x - y

    exact = 0.75 * integrate.quad(keep, -2, 2, points=[0, -4 * eta])[0]
    assert abs(kept - exact) < 4.9 * math.sqrt(exact * (1 - exact) / N)
    unclipped = 0.75 * math.exp(-4 * eta) * math.sinh(1) ** 2
    assert exact < unclipped
    if eta < 0.1:  # so that the minimum matters
        assert abs(kept - unclipped) > 4.9 * math.sqrt(exact * (1 - exact) / N)


def test_lazy_to_private_shapes() -> None:
    assert lazy(size=3).shape == (3, 2, 2)
    assert lazy(size=0).shape == (0, 2, 2)
    assert lazy(size=2, batch=9).shape == (2, 1, 2)
    rows = [[1.0, 1.0]] * 4
    assert np.array_equal(lazy(size=3, losses=rows), lazy(size=3))
    assert np.array_equal(lazy(size=3, losses=[[1.0, 1.0]] * 3 + [[5.0, -5.0]]), lazy(size=3))  # the last batch
