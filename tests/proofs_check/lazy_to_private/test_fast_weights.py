"""Weights that are faster than eta, in 60 digits."""

from __future__ import annotations

from itertools import product
from typing import Any

import mpmath
import pytest

from tests.proofs_check.lazy_to_private.instances_of_games import numbers_of


def test_general_measures_in_two_rounds() -> None:
    """Weights of 19/10 times the rate: delta at the printed eps of x_1, y_1, x_2, y_2 and zeta_1, in 60 digits."""
    instance = {
        "learning_rate": "1/20000",
        "factor": "19/10",
        "fake_switch": "1/1000",
        "log_inverse": "20",
        "rounds": 1000,
    }
    with mpmath.workdps(60):
        eta, factor, p, large = mpmath.mpf(1) / 20000, mpmath.mpf(19) / 10, mpmath.mpf(1) / 1000, 20
        eps = 2 * eta / p + eta + 3 * 1000 * eta**2 * p * large / 2 + mpmath.sqrt(6 * 1000 * eta**2 * p * large**2)
        fast = mpmath.exp(-factor * eta)
        laws = []
        for slow in ((fast, mpmath.mpf(1)), (mpmath.mpf(1), fast)):
            now = [w / sum(slow) for w in slow]
            found: dict[Any, Any] = {}
            for x, y in product((0, 1), repeat=2):
                keep = (1 - p) * min(mpmath.mpf(1), slow[x] / slow[y] * mpmath.exp(-2 * eta))
                for a, b in product((0, 1), repeat=2):
                    redrawn_x, redrawn_y = (1 - keep) * now[a], p * now[b]
                    kept = keep * (1 - p) * (a == x) * (b == y)
                    either = keep * (a == x) * redrawn_y + redrawn_x * ((1 - p) * (b == y) + redrawn_y)
                    found[x, y, a, b, 0], found[x, y, a, b, 1] = kept / 4, either / 4
            laws.append(found)
        excess = mpmath.fsum(max(0, m - mpmath.exp(eps) * laws[1][path]) for path, m in laws[0].items())
        numbers = numbers_of("asi09b", instance)
        assert float(numbers["delta at eps"]) == pytest.approx(float(excess), rel=1e-9)
        assert float(numbers["2 T delta_1"]) == pytest.approx(float(2000 * mpmath.exp(-20)), rel=1e-12)
