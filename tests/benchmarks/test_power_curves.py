"""The claims of blind audits are points of the exact profiles; the answers that they see have the fault they should."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from scipy import stats

from benchmarks import power_curves
from benchmarks.cases import resolved
from dpassay.exact import hockey_stick_bounds
from tests.benchmarks.helpers import pool

CURVES = pytest.mark.parametrize("curve", power_curves.CURVES, ids=[each.mechanism for each in power_curves.CURVES])


def exact_delta(curve: power_curves.Curve, epsilon: float) -> float:
    first, second = resolved(curve.mechanism).laws
    t = Fraction(float(np.exp(epsilon)))
    return max(
        float(hockey_stick_bounds(*pair, t, tolerance=Fraction(1, 10**9))[1])
        for pair in ((first, second), (second, first))
    )


@CURVES
def test_a_claim_is_kept_and_hardly_more(curve: power_curves.Curve) -> None:
    epsilon, delta = float(curve.epsilon), float(curve.delta)
    assert exact_delta(curve, epsilon + 1e-9) <= delta + 1e-8
    assert exact_delta(curve, 0.995 * epsilon) > delta


@CURVES
@pytest.mark.statistical
def test_a_gross_fault_is_seen_and_a_correct_sampler_is_not(
    curve: power_curves.Curve, monkeypatch: pytest.MonkeyPatch
) -> None:
    """alpha = .05 for the correct one, at a fixed seed."""
    rng = np.random.default_rng(3)
    assert power_curves.is_seen(curve, 75, 4_000, rng)
    monkeypatch.setattr(power_curves, "factor", lambda _: Fraction(1))
    assert not power_curves.is_seen(curve, 0, 4_000, rng)


def test_the_power_of_each_method_at_a_gross_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(power_curves, "PERCENTS", (75,))
    effort = power_curves.Effort(rows=50, runs=20, blind=2, sizes=(1_000,), curves=1)
    ((law, sequential, blind),) = power_curves.powers_at((0, 1_000, effort))
    assert (law, sequential, blind) == (1, 1, 1)


def test_every_mechanism_has_a_row_a_fault() -> None:
    effort = power_curves.Effort(rows=5, runs=1, blind=1, sizes=(100,), curves=len(power_curves.CURVES))
    (table,) = power_curves.tables(pool(), quick=True, effort=effort)
    assert len(table.rows) == len(power_curves.CURVES) * len(power_curves.PERCENTS)
    assert all(len(row[1].split(" / ")) == 3 for row in table.rows)


def test_the_profile_of_the_gaussian_is_the_one_in_textbooks() -> None:
    law: Any = resolved("gaussian").laws[0]
    sigma, epsilon = float(law.sigma), 0.1564
    first, second = (stats.norm.cdf(end / sigma - epsilon * sigma) for end in (0.5, -0.5))
    profile = first - np.exp(epsilon) * second
    assert exact_delta(power_curves.CURVES[2], 0.1564) == pytest.approx(profile, abs=1e-9)
