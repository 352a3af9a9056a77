"""Planned draws: the numbers of windows and tests, and the sums of a small game by hand."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, log

import pytest

from dpassay.proofs_check.models import planned_draws
from dpassay.proofs_check.models.planned_draws import Planned, half, settings, windows


@pytest.mark.parametrize("planned", list(settings()))
def test_the_windows(planned: Planned) -> None:
    often = sum(float(b * weight) for b, weight in planned.plans)
    rate = log(planned.growth)
    most = log(2) / rate + rate * often * planned.rounds / 8
    assert float(planned.regret.ball(80)) == pytest.approx(most)
    assert half(planned) == ceil(8 * most)
    assert windows(planned) == planned.rounds // (2 * half(planned))
    assert planned_draws.tested(planned) <= half(planned)


def test_plans_that_are_no_law() -> None:
    with pytest.raises(ValueError, match="add up to 1"):
        Planned(3, Fraction(2), ((1, Fraction(1, 2)),))
