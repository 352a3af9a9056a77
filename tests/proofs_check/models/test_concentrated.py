"""A concentrated algorithm, against the hockey-stick divergence and the Renyi divergences in floating point."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from dpassay.exact import Dist, hockey_stick_divergence, log
from dpassay.proofs_check.models.concentrated import CONCENTRATED, Concentrated, least_delta, loss, settings
from dpassay.proofs_check.proof import facts

SETTING = Concentrated((Fraction(2, 3), Fraction(1, 3)), (Fraction(1, 3), Fraction(2, 3)), Fraction(1, 4))


def test_the_facts_hold() -> None:
    assert set(facts.tested(CONCENTRATED)) == set(CONCENTRATED.facts)


@pytest.mark.parametrize("exp_eps", [Fraction(1), Fraction(3, 2), Fraction(3)])
@pytest.mark.parametrize("setting", list(settings()))
def test_the_least_delta(setting: Concentrated, exp_eps: Fraction) -> None:
    p, q = (Dist.from_weights(dict(enumerate(law))) for law in (setting.first, setting.second))
    expected = hockey_stick_divergence(p, q, exp_eps)
    assert abs(float(least_delta(setting, log(exp_eps))) - float(expected)) < 1e-12


def test_the_loss() -> None:
    assert float(loss(SETTING, 0)) == pytest.approx(math.log(2))


@pytest.mark.parametrize("setting", list(settings()))
@pytest.mark.parametrize("order", [1.01, 2.0, 10.0, 50.0])
def test_the_divergences_of_every_order(setting: Concentrated, order: float) -> None:
    pairs = zip(setting.first, setting.second, strict=True)
    moment = math.fsum(float(q) * (float(p) / float(q)) ** order for p, q in pairs)
    assert math.log(moment) / (order - 1) <= order * float(setting.rho) + 1e-12


@pytest.mark.parametrize("rho", [Fraction(6, 25), Fraction(-1)])
def test_a_loss_that_is_too_large(rho: Fraction) -> None:
    with pytest.raises(ValueError, match="rho"):
        Concentrated(SETTING.first, SETTING.second, rho)
