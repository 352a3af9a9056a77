"""Adjacent histograms, data of clients, one draw and Gaussian noise: facts, other computations, and no settings."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from dpassay.exact import Budget, as_real, decide
from dpassay.exact.continuous import normal_cdf
from dpassay.proofs_check.models.adjacent_histograms import ADJACENT, FULL, OF_ONE_SIZE, TWICE, Adjacent
from dpassay.proofs_check.models.data_of_clients import EQUAL, HOLDINGS, UNEQUAL, Holdings
from dpassay.proofs_check.models.divergences_of_histograms import FULL_SUPPORT, ONE_DRAW, Draw
from dpassay.proofs_check.models.gaussian_noise import (
    CALIBRATED,
    GAUSSIAN,
    LARGE,
    PRINTED_DEVIATION,
    PRINTED_INSIDE,
    PRINTED_VARIANCE,
    corrected,
    deviation,
    least,
    noise,
)
from dpassay.proofs_check.proof import facts
from dpassay.reference.gaussian import analytic_sigma

MODELS = (
    *(ADJACENT, OF_ONE_SIZE, FULL, HOLDINGS, EQUAL, ONE_DRAW, FULL_SUPPORT),
    *(GAUSSIAN, CALIBRATED, PRINTED_DEVIATION, PRINTED_INSIDE, PRINTED_VARIANCE),
)
HALF = Fraction(1, 2)
HALVES = (HALF, HALF)


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.name)
def test_the_facts_hold(model: Any) -> None:
    assert set(facts.tested(model)) == set(model.facts)


def test_one_item_is_exchanged() -> None:
    assert (TWICE.second, TWICE.shares(TWICE.first)) == ((0, 1), (Fraction(1), Fraction(0)))


def test_clients_of_different_sizes() -> None:
    assert (UNEQUAL.items, UNEQUAL.of_all(1)) == (6, 4)


@pytest.mark.parametrize("at", [*corrected(), *LARGE], ids=str)
def test_the_least_delta_is_below_delta_where_the_deviation_is_that_of_the_analytic_calibration_or_more(
    at: Any,
) -> None:
    enough = analytic_sigma(Budget(at.eps), at.delta, at.change)
    assert decide(least(at) <= at.delta) == decide(deviation(at) >= enough)


def test_the_largest_tail_that_is_used() -> None:
    assert decide(normal_cdf(as_real(Fraction(73, 100))) < Fraction(77, 100))


def test_more_noise_has_a_smaller_least_delta() -> None:
    few, more = (least(noise("corrected", "1", delta, "1")) for delta in ("1/10", "1/100"))
    assert decide(more < few)


@pytest.mark.parametrize(
    "make",
    [
        lambda: Adjacent((1, 1), 1, 1, HALVES),
        lambda: Adjacent((0, 1), 1, 2, HALVES),
        lambda: Adjacent((1, 1), 1, 3, HALVES),
        lambda: Adjacent((1, 1), 1, 2, (HALF, Fraction(1, 3))),
        lambda: Holdings(((1, 0), (0, 0))),
        lambda: Holdings(((1, 0), (1,))),
        lambda: Holdings(((1, -1), (1, 1))),
        lambda: Draw(HALVES, (Fraction(0), Fraction(1))),
        lambda: Draw(HALVES, (HALF, Fraction(1, 3))),
        lambda: noise("corrected", "0", "1/2", "1"),
        lambda: noise("corrected", "1", "1", "1"),
        lambda: noise("corrected", "1", "1/2", "1", "2"),
        lambda: noise("printed", "1", "1/2", "1"),
        lambda: noise("inside", "1", "1/2", "2/5"),
    ],
)
def test_what_is_no_setting(make: Callable[[], Any]) -> None:
    with pytest.raises(ValueError, match="expected"):
        make()
