"""Draws in planned rounds: divergences computed another way."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import log

import pytest

from dpassay.proofs_check.models.draws_in_rounds import (
    EITHER,
    LATE,
    fresh_divergence,
    length,
    outcomes,
    read,
    whole_divergence,
)


def test_the_late_draw_by_hand() -> None:
    """Randomized response with probability 1/100 in round 2, else a uniform draw in round 3."""
    assert length(LATE) == 2
    assert len(outcomes(LATE)) == 8
    kl = float(whole_divergence(LATE, 1).ball(80))
    assert kl == pytest.approx(log(3) / 2 / 100)
    in_round_2, in_round_3 = ((1, 0), (2, 0)), ((1, 0), (3, 1))
    assert float(fresh_divergence(LATE, 2, 2, in_round_2).ball(80)) == pytest.approx(log(7 / 3))
    assert fresh_divergence(LATE, 2, 2, in_round_3) == 0


def test_one_leak_of_two_draws() -> None:
    order = Fraction(3, 2)
    p, q = (0.01, 0.99), (0.0001, 0.9999)
    leak = log(sum(a**1.5 * b**-0.5 for a, b in zip(p, q, strict=True))) / 0.5
    assert float(whole_divergence(EITHER, order).ball(80)) == pytest.approx(leak)


def test_a_setting_that_is_not_concentrated_is_refused() -> None:
    assert read(replace(LATE, rho=Fraction(1, 11)))["n"] == 2
    with pytest.raises(ValueError, match="rho = 1/100: expected one at which what is released is concentrated"):
        read(replace(LATE, rho=Fraction(1, 100)))
