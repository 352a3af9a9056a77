"""Truths are those of textbooks; a statement above one of them is false, and one at most as large is not."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import exp, log
from typing import Any

import numpy as np
import pytest
from scipy import stats

from benchmarks.cases import resolved
from benchmarks.joint_statements import SAFE, divergences, false_statements, truths
from dpassay.audit.evidence.learned import HOCKEY_STICKS, ORDERS, Implied

SAMPLES = 4_000


@dataclass(frozen=True)
class Stated:
    implied: Implied


def statements(true: Mapping[str, Any], factor: float) -> Any:
    delta, mu, renyi = (tuple(factor * value for value in true[name]) for name in ("hockey stick", "mu", "Renyi"))
    return Stated(Implied(0.0, mu[0], renyi, delta))


def test_the_divergences_of_randomized_response() -> None:
    """Of two labels at epsilon = log 3: the probabilities are 3/4 and 1/4."""
    found = divergences(np.array([0.75, 0.25]), np.array([0.25, 0.75]))
    assert found["hockey stick"] == pytest.approx(
        [max(0, 0.75 - exp(e) / 4, 0.25 - 0.75 * exp(e)) for e in HOCKEY_STICKS]
    )
    assert found["total variation"] == pytest.approx((0.5,))
    assert found["mu"] == pytest.approx((2 * stats.norm.ppf(0.75),))
    by_hand = [log(3**order / 4 + 3 ** (1 - order) / 4) / (order - 1) for order in ORDERS]
    assert found["Renyi"] == pytest.approx(by_hand)


def test_disjoint_laws_have_no_finite_divergences() -> None:
    found = divergences(np.array([1.0, 0.0]), np.array([0.0, 1.0]))
    assert found["total variation"] == (1.0,)
    assert found["mu"][0] == found["Renyi"][0] == np.inf


def test_the_cells_of_a_gaussian_lose_little() -> None:
    true = truths("gaussian", SAMPLES)
    law: Any = resolved("gaussian").laws[0]
    mu = 1 / float(law.sigma)
    assert 0.98 * mu < true["mu"][0] <= mu * SAFE
    assert true["Renyi"][0] == pytest.approx(mu**2, rel=0.05)


@pytest.mark.parametrize("mechanism", ["laplace", "randomized_response", "discrete_gaussian"])
def test_only_what_is_above_a_truth_is_false(mechanism: str) -> None:
    true = truths(mechanism, SAMPLES)
    assert not any(false_statements(statements(true, 1.0), mechanism, SAMPLES).values())
    assert all(false_statements(statements(true, 1.001), mechanism, SAMPLES).values())
