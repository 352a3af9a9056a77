"""The fast pseudo-smoothness: held against the exact one, and against proved bounds where that is too slow."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from scipy import optimize

from dpassay.analysis import pseudo_smoothness as exact
from dpassay.fast.pseudo_smoothness import least_chi
from tests.fast.helpers import NOT_POSITIVE, Case, expect_error, generator

VALID: dict[str, Any] = {"law": [0.5, 0.5, 0.0], "queries": [[1, 0, 1], [0, 1, 1]], "sigma": 0.9}
BAD: list[Case] = [
    *[("law", {"law": law}) for law in (None, "x", [], [[1.0]], [0.5, 0.4, 0.0], [1.5, -0.5, 0.0], [float("nan")] * 3)],
    *[("queries", {"queries": rows}) for rows in (None, [], [1, 0, 1], [[1, 0]], [[float("inf"), 0, 0]])],
    *[("sigma", {"sigma": sigma}) for sigma in (*NOT_POSITIVE, 1.5)],
]


def instance(seed: int, size: int, count: int) -> tuple[list[int], list[list[int]]]:
    """Records that crowd at the small points, and random queries."""
    rng = generator(seed)
    points = np.minimum(rng.integers(0, size, 3 * size), rng.integers(0, size, 3 * size))
    return points.tolist(), rng.integers(0, 2, (count, size)).tolist()


@pytest.mark.parametrize(("name", "changes"), BAD)
def test_bad_input(name: str, changes: dict[str, Any]) -> None:
    expect_error(least_chi, VALID | changes, name)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("sigma", [Fraction(1, 2), Fraction(9, 10), Fraction(1)])
def test_it_is_the_exact_one(seed: int, sigma: Fraction) -> None:
    points, queries = instance(seed, 8, 5)
    seen = exact.Seen(exact.empirical_law(points, 8), tuple(map(tuple, queries)))
    found = least_chi([float(p) for p in seen.law], queries, sigma=sigma)
    expected = exact.least_chi(seen, sigma)
    assert found.chi == pytest.approx(float(expected.chi), abs=1e-7)
    wrong = exact.least_chi(seen, sigma / 2)
    assert wrong.chi == expected.chi or found.chi != pytest.approx(float(wrong.chi), abs=1e-7)


def test_its_answer_is_proved_within_its_tolerance() -> None:
    points, queries = instance(7, 60, 400)
    seen = exact.Seen(exact.empirical_law(points, 60), tuple(map(tuple, queries)))
    found = least_chi([float(p) for p in seen.law], queries, sigma=0.9)
    law, weights = ([Fraction(entry) for entry in part.tolist()] for part in (found.law, found.weights))
    assert min(weights) < -Fraction(1, 100) < Fraction(1, 100) < max(weights)
    low, high = exact.chi_bounds(seen, Fraction(9, 10), law, weights)
    assert high - low < Fraction(1, 10**7)
    assert float(low) - 1e-7 <= found.chi <= float(high) + 1e-7
    one_sided, _ = exact.chi_bounds(seen, Fraction(9, 10), law, [-abs(w) for w in weights])
    assert one_sided < low
    turned, _ = exact.chi_bounds(seen, Fraction(9, 10), law, [-w for w in weights])
    assert turned < low


def test_a_solver_that_gives_up_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        optimize, "linprog", lambda *_, **__: SimpleNamespace(status=4, message="numbers too far apart")
    )
    with pytest.raises(ValueError, match=r"queries: expected a program that the solver can solve; .* too far apart"):
        least_chi(**VALID)
