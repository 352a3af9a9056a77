"""Noise of two scales: losses by hand, suprema no answer exceeds, events with the shares that they say."""

from __future__ import annotations

from fractions import Fraction
from math import erf, exp, log, sqrt

import pytest

from dpassay.audit.pipelines.composition import delta_bounds
from dpassay.audit.pipelines.renyi import renyi
from dpassay.audit.pipelines.scales import (
    AT_TWO_SCALES,
    event_at_two_scales,
    loss_at_two_scales,
    supremum_at_two_scales,
)
from dpassay.audit.pipelines.traces import Row
from dpassay.exact import as_real

F = Fraction
WIDER = ((F(1), F(2)), (F(0), F(3)))


def row(answer: Fraction | None = None, first: object = WIDER[0], second: object = WIDER[1]) -> Row:
    return Row(0, None, first, second, answer)


@pytest.mark.parametrize("answer", [F(-4), F(0), F(1), F(7, 2)])
def test_a_loss_is_the_log_of_the_ratio_of_two_densities(answer: Fraction) -> None:
    x = float(answer)
    laplace = log(exp(-abs(x - 1) / 2) / 4) - log(exp(-abs(x) / 3) / 6)
    normal = log(exp(-((x - 1) ** 2) / 8) / 2) - log(exp(-(x**2) / 18) / 3)
    assert float(as_real(loss_at_two_scales(row(answer), normal=False))) == pytest.approx(laplace, rel=1e-12)
    assert float(as_real(loss_at_two_scales(row(answer), normal=True))) == pytest.approx(normal, rel=1e-12)


@pytest.mark.parametrize("normal", [False, True])
def test_a_supremum_is_reached_and_not_exceeded(normal: bool) -> None:
    top = float(as_real(supremum_at_two_scales(row(), normal=normal)))
    losses = [float(as_real(loss_at_two_scales(row(F(n, 10)), normal=normal))) for n in range(-100, 100)]
    assert max(losses) == pytest.approx(top, abs=1e-9)
    assert supremum_at_two_scales(row().turned(), normal=normal) is None


def test_one_scale_is_a_special_case() -> None:
    same = row(F(5), (F(0), F(2)), (F(1), F(2)))
    assert loss_at_two_scales(same, normal=False) == F(-1, 2)
    assert supremum_at_two_scales(same, normal=False) == F(1, 2)
    assert supremum_at_two_scales(same, normal=True) is None


@pytest.mark.parametrize("second", [F(3), (F(0), F(0)), (float("nan"), F(1))])
def test_what_is_no_place_and_scale_has_an_infinite_loss(second: object) -> None:
    assert loss_at_two_scales(row(F(1), WIDER[0], second), normal=True) is None
    assert supremum_at_two_scales(row(None, WIDER[0], second), normal=False) is None
    assert event_at_two_scales(row(None, WIDER[0], second), AT_TWO_SCALES[0], F(1)) is None


@pytest.mark.parametrize("kind", AT_TWO_SCALES)
def test_an_event_gives_a_bound_from_below(kind: str) -> None:
    """Of units 30 and 20 the wider one is told at epsilon 1 by its tails, and the narrower one is not told at all."""
    wide = row(None, (F(6), F(30)), (F(3), F(20)))
    event = event_at_two_scales(wide, kind, F(1))
    assert event is not None
    low, high = delta_bounds([(kind, wide)], F(1))
    assert 0 < float(low) <= float(event[0]) - exp(1) * float(event[1]) + 1e-9
    assert high == 1
    assert event_at_two_scales(wide.turned(), kind, F(1)) is None
    assert delta_bounds([(kind, wide.turned())], F(1)) == (F(0), F(1))


def test_the_shares_of_a_normal_event() -> None:
    def beyond(place: float, unit: float, low: float, high: float) -> float:
        return 1 - (erf((high - place) / unit / sqrt(2)) - erf((low - place) / unit / sqrt(2))) / 2

    event = event_at_two_scales(row(None, (F(6), F(30)), (F(3), F(20))), AT_TWO_SCALES[1], F(1))
    shares = [
        (beyond(6, 30, 3 - reach, 3 + reach), beyond(3, 20, 3 - reach, 3 + reach))
        for reach in (30 * step / 4 for step in range(1, 33))
    ]
    best = max(shares, key=lambda each: each[0] - exp(1) * each[1])
    assert event is not None
    assert [float(share) for share in event] == pytest.approx(best, rel=1e-12)


def test_divergences_of_two_normal_laws() -> None:
    one = row(None, (F(0), F(1)), (F(0), F(2)))
    assert float(as_real(renyi(AT_TWO_SCALES[1], one, 1))) == pytest.approx(log(2) + 1 / 8 - 1 / 2)
    moment = 2 / sqrt(7)  # of p^2 / q
    assert float(as_real(renyi(AT_TWO_SCALES[1], one, 2))) == pytest.approx(log(2 * moment))
    assert renyi(AT_TWO_SCALES[1], one.turned(), 2) is None
    assert renyi(AT_TWO_SCALES[1], one.turned(), 1) is not None
