"""Laws of vectors of reports: against grids, the line and direct sums."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

import numpy as np
import pytest

from dpassay.exact import (
    LaplaceMixture,
    LaplaceVectors,
    Real,
    as_real,
    decide,
    exp,
    hockey_stick_bounds,
    hockey_stick_divergence,
    kl_divergence,
    max_divergence,
    max_ratio,
    renyi_divergence,
)
from dpassay.exact.boxes import BoxSearch
from tests.exact.report_cases import EXP_EPS, MP_RATE, PLACES, RATE, WEIGHTS
from tests.exact.second_opinion import MP, agree, mp, rejects

F = Fraction
VECTORS = [(F(0), F(0)), (F(1), F(-1)), (F(-1, 2), F(3, 2))]
VECTOR_WEIGHTS = [[F(3, 5), F(1, 5), F(1, 5)], [F(1, 10), F(1, 2), F(2, 5)]]


def vectors(weights: Sequence[Fraction], rate: object = F(1)) -> LaplaceVectors:
    return LaplaceVectors(weights, VECTORS, rate)


def grid_density(weights: Sequence[Fraction], xs: Any, ys: Any) -> Any:
    return sum(
        float(w) / 4 * np.exp(-np.abs(xs - float(a)) - np.abs(ys - float(b)))
        for w, (a, b) in zip(weights, VECTORS, strict=True)
    )


def grid_hockey_stick(t: float, step: float = 0.02) -> float:
    """The midpoint rule on a square that holds all but 10^-6 of the mass."""
    middles = np.arange(-15, 15, step) + step / 2
    xs, ys = np.meshgrid(middles, middles)
    p, q = (grid_density(w, xs, ys) for w in VECTOR_WEIGHTS)
    return float(np.maximum(0, p - t * q).sum() * step**2)


def check_bounds(laws: Sequence[LaplaceVectors], t: Fraction) -> None:
    low, high = hockey_stick_bounds(laws[0], laws[1], t, tolerance="1/10000")
    assert high - low <= F(1, 10000)
    truth = grid_hockey_stick(float(t))
    assert float(low) - 5e-5 <= truth <= float(high) + 5e-5


@pytest.mark.parametrize("t", [F(1), F(3, 2)])
def test_vector_hockey_stick_on_a_grid(t: Fraction) -> None:
    check_bounds([vectors(w) for w in VECTOR_WEIGHTS], t)


def test_the_vector_check_can_fail() -> None:
    swapped = [vectors(w) for w in reversed(VECTOR_WEIGHTS)]
    rejects(check_bounds, swapped, F(3, 2))
    rejects(check_bounds, [vectors(w, F(11, 10)) for w in VECTOR_WEIGHTS], F(1))


def test_vector_max_ratio_is_at_the_grid_of_centers() -> None:
    p, q = (vectors(w) for w in VECTOR_WEIGHTS)
    middles = np.linspace(-3, 3, 601)  # holds all the centers
    xs, ys = np.meshgrid(middles, middles)
    largest = float((grid_density(VECTOR_WEIGHTS[0], xs, ys) / grid_density(VECTOR_WEIGHTS[1], xs, ys)).max())
    assert float(as_real(max_ratio(p, q))) == pytest.approx(largest, rel=1e-9)
    balls = [vectors(w, rate) for rate in [as_real(1)] for w in VECTOR_WEIGHTS]
    assert float(as_real(max_ratio(*balls))) == pytest.approx(largest, rel=1e-9)


def test_vector_bounds_at_small_thresholds_are_exact() -> None:
    """Below the least ratio every box is worth P - t Q, and the boxes tile the plane: the sum is 1 - t."""
    p, q = (vectors(w) for w in VECTOR_WEIGHTS)
    low, high = hockey_stick_bounds(p, q, F(1, 100), tolerance="1e-20")
    assert low <= F(99, 100) <= high < low + F(1, 10**20)
    assert hockey_stick_bounds(p, q, 1000, tolerance="1e-20") == (F(0), F(0))


def test_the_entry_point_gives_certified_enclosures() -> None:
    p, q = (vectors(w) for w in VECTOR_WEIGHTS)
    delta = hockey_stick_divergence(p, q, F(3, 2))
    assert isinstance(delta, Real)
    truth = F(grid_hockey_stick(1.5))
    assert decide(delta > truth - F(1, 1000))
    assert decide(delta < truth + F(1, 1000))


def test_one_coordinate_that_matters_is_the_line() -> None:
    p, q = (LaplaceVectors(w, [(F(7), x) for x in PLACES], F(1)) for w in WEIGHTS)
    line = [LaplaceMixture(w, PLACES, F(1)) for w in WEIGHTS]
    for t in EXP_EPS:
        difference = as_real(hockey_stick_divergence(p, q, t)) - as_real(hockey_stick_divergence(line[0], line[1], t))
        assert difference.ball(200).contains(0)
        assert difference.ball(200).rad() < 1e-20
        low, high = hockey_stick_bounds(p, q, t, tolerance="1e-9")
        assert decide(low <= as_real(hockey_stick_divergence(line[0], line[1], t)) + F(1, 10**12))
        assert high - low < F(1, 10**9)
    assert max_ratio(p, q) == max_ratio(*line)
    same = LaplaceVectors([1], [(F(1), F(2))], F(1))
    assert hockey_stick_divergence(same, same, F(1, 3)) == F(2, 3)
    assert max_ratio(same, same) == 1


def test_three_dimensions_with_an_independent_coordinate_as_second_opinion() -> None:
    """A product law: the same Laplace law in two coordinates more or less only moves mass, so the line knows it."""
    p, q = (LaplaceVectors([1], [(F(x), F(0), F(0))], F(1)) for x in (0, 1))
    assert hockey_stick_divergence(p, q, 1) == 1 - exp(F(-1, 2))
    pair = [LaplaceVectors([1], [(F(x),) * 3], F(1)) for x in (0, 1)]
    low, high = hockey_stick_bounds(pair[0], pair[1], 1, tolerance="1/200")
    # log p/q is a sum of three independent losses, each 1, -1 with atoms and uniform tilted in between: by simulation
    rng = np.random.default_rng(7)
    x = rng.laplace(size=(400_000, 3))
    gain = np.maximum(0, 1 - np.exp(np.abs(x).sum(axis=1) - np.abs(x - 1).sum(axis=1))).mean()
    assert float(low) - 0.005 <= gain <= float(high) + 0.005
    assert float(max_divergence(*pair)) == pytest.approx(3)  # type: ignore[arg-type]


def test_box_probabilities() -> None:
    law = vectors(VECTOR_WEIGHTS[0])
    cuts: list[Fraction | None] = [None, F(-1), F(1, 4), F(2), None]
    sides = list(pairwise(cuts))
    assert sum((as_exact(law.probability(box)) for box in product(sides, sides)), as_exact(F(0))) == 1
    upper = [(F(0), None), (F(0), None)]
    tails = [F(1, 4), (1 - exp(-1) / 2) * exp(-1) / 2, exp(F(-1, 2)) / 2 * (1 - exp(F(-3, 2)) / 2)]
    assert law.probability(upper) == sum((w * x for w, x in zip(VECTOR_WEIGHTS[0], tails, strict=True)), F(0))
    assert law.density_factor([0, 0]) == F(3, 5) + exp(-2) * F(2, 5)
    agree(law.pdf([0, 0]), (MP.mpf(3) / 5 + MP.exp(-2) * 2 / 5) / 4)
    agree(vectors(VECTOR_WEIGHTS[0], RATE).probability([(0, None), (None, None)]), marginal_tail(), digits=18)


def as_exact(value: Any) -> Any:
    assert not isinstance(value, Real)
    return value


def marginal_tail() -> Any:
    tails = [MP.mpf(1) / 2, 1 - MP.exp(-MP_RATE) / 2, MP.exp(-MP_RATE / 2) / 2]
    return MP.fsum(mp(w) * x for w, x in zip(VECTOR_WEIGHTS[0], tails, strict=True))


def test_a_search_stops_at_its_limit_and_stays_certified() -> None:
    p, q = (vectors(w) for w in VECTOR_WEIGHTS)
    low, high = hockey_stick_bounds(p, q, F(3, 2), tolerance="1e-9", most_boxes=50)
    better = hockey_stick_bounds(p, q, F(3, 2), tolerance="1e-4")
    assert high - low > F(1, 10**9)
    assert low <= better[0] <= better[1] <= high


def test_bounds_are_not_vacuous() -> None:
    """A search that forgets what it has settled is caught by the tiling of the plane."""

    class Forgetful(BoxSearch):
        def _file(self, segments: Any) -> None:
            super()._file(segments)
            self._settled = self._settled * 0

    sites = [[as_real(0), as_real(1)]] * 2
    components = [((0, 0), F(99, 100), F(1, 2)), ((1, 1), F(-1, 100), F(1, 2))]
    good, bad = (kind(sites, as_real(1), components).bounds(F(1, 1000), 1000) for kind in (BoxSearch, Forgetful))
    assert good[0] > F(9, 10)
    assert bad[0] < F(9, 10)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([1], [()], 1), "centers"), (([1], [(0, 1), (1, 1)], 1), "weights"),
        (([F(1, 2)] * 2, [(0,), (1, 1)], 1), "centers"),
        (([1], [(0, 1)], 0), "rate"), (([1], [(0, 0.5)], 1), "center"), (([F(1, 2)], [(0, 1)], 1), "weights"),
        (([1], [(0, 1)], as_real(-1)), "rate"),
    ],
)  # fmt: skip
def test_vectors_refuse(arguments: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        LaplaceVectors(*arguments)


def test_vector_pairs_refuse() -> None:
    p = vectors(VECTOR_WEIGHTS[0])
    with pytest.raises(ValueError, match="dimension"):
        max_ratio(p, LaplaceVectors([1], [(0,)], F(1)))
    with pytest.raises(ValueError, match="one rate"):
        max_ratio(p, vectors(VECTOR_WEIGHTS[0], F(2)))
    with pytest.raises(ValueError, match="laws"):
        kl_divergence(p, p)
    with pytest.raises(ValueError, match="laws"):
        renyi_divergence(p, p, 2)
    with pytest.raises(ValueError, match="coordinates"):
        p.density_factor([0])
    with pytest.raises(ValueError, match="ordered ends"):
        p.probability([(1, 0), (None, None)])
    many = LaplaceVectors([F(1, 200)] * 200, [(F(k), F(-k), F(k % 7)) for k in range(200)], F(1))
    with pytest.raises(ValueError, match="grid entries"):
        max_ratio(many, many)
