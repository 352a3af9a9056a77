"""Diagnostics of chains: on chains of known correlation, by hand, and on chains that have not mixed."""

import math
from typing import Any

import numpy as np
import pytest

from dpassay.fast.chain_diagnostics import effective_sample_size, split_r_hat
from dpassay.fast.hit_and_run import Box
from dpassay.fast.regularized_weights import sample_linear
from tests.fast.helpers import expect_error, generator

SQUARE = Box([-1.0, -0.5], [1.0, 2.0])


def autoregressive(rho: float, steps: int, chains: int) -> Any:
    """Chains with correlation rho from step to step: an effective size of (1 - rho) / (1 + rho) of all."""
    noise = generator(9).standard_normal((steps, chains))
    values = np.empty_like(noise)
    values[0] = noise[0]
    for step in range(1, steps):
        values[step] = rho * values[step - 1] + math.sqrt(1 - rho**2) * noise[step]
    return values


@pytest.mark.statistical
@pytest.mark.parametrize("rho", [0.0, 0.5, 0.9, -0.4])
def test_effective_sample_size(rho: float) -> None:
    chains = autoregressive(rho, 5000, 20)
    assert effective_sample_size(chains) == pytest.approx(1e5 * (1 - rho) / (1 + rho), rel=0.1)
    assert 0.999 < split_r_hat(chains) < 1.01


def test_diagnostics_by_hand() -> None:
    chains = np.array([[1.0, 2.0], [3.0, 2.0], [9.0, 9.0], [2.0, 4.0], [6.0, 8.0]])
    halves = [[1.0, 3.0], [2.0, 2.0], [2.0, 6.0], [4.0, 8.0]]
    within = np.mean([(b - a) ** 2 / 2 for a, b in halves])
    between = np.var([(a + b) / 2 for a, b in halves], ddof=1)
    assert split_r_hat(chains) == pytest.approx(math.sqrt((within / 2 + between) / within))
    assert split_r_hat(np.ones((4, 2))) == 1
    assert split_r_hat(np.array([[0.0, 1.0]] * 4)) == math.inf
    assert effective_sample_size(np.ones((6, 2))) == 12
    for bad in ([1.0, 2.0], np.ones((3, 2)), [[1.0, math.nan]] * 4, "text", None, np.ones((4, 2), bool)):
        expect_error(split_r_hat, {"chains": bad}, "chains")
        expect_error(effective_sample_size, {"chains": bad}, "chains")


def test_diagnostics_see_chains_that_have_not_mixed() -> None:
    """Chains that stay where they began, chains that wander off, and hit-and-run before and after it has mixed."""
    still = autoregressive(0.0, 500, 4) + np.arange(4) * 3
    assert split_r_hat(still) > 1.5
    assert effective_sample_size(still) < 30
    drift = autoregressive(0.0, 500, 4) + np.linspace(0, 5, 500)[:, None]
    assert split_r_hat(drift) > 1.2
    needle = Box([-1.0, -1000.0], [1.0, 1000.0])
    common: dict[str, Any] = {"body": needle, "beta": 1.0, "lam": 0, "size": 8, "trace": True}
    slow = sample_linear([0.0, 0.0], rng=generator(10), steps=50, **common)[:, :, 1]
    assert split_r_hat(slow) > 1.1
    even = sample_linear([1.0, 0.5], **common | {"body": SQUARE}, rng=generator(10), steps=400)[:, :, 1]
    assert split_r_hat(even) < 1.05
    assert effective_sample_size(even) > 300
