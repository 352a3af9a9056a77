"""The union bound over binomial tails, where it decides the p-value: every set and both tails again, by many digits."""

from math import comb

import mpmath
import numpy as np
import pytest

from dpassay.properties import goodness_of_fit as fit
from dpassay.properties.goodness_of_fit import law_test

ROUNDING = 2.0**-52
CELLS = 40

EVEN = [1 / CELLS] * CELLS
HEAVY = [0.5, *[0.5 / (CELLS - 1)] * (CELLS - 1)]
LOST = [*[1 / 32] * 25, *[1 / 64] * 14, 1e-30]  # the last mass is below the rounding error of the others


def tail(count: int, n: int, mass: float) -> mpmath.mpf:
    """P(X >= count) or P(X <= count), away from the mean, X binomial, at the worst mass that rounding allows."""
    slack = (CELLS + 8) * ROUNDING
    high, low = (mpmath.mpf(p) for p in (min(mass + slack, 1.0), max(mass - slack, 0.0)))

    def total(p: mpmath.mpf, counts: range) -> mpmath.mpf:
        return mpmath.fsum(comb(n, k) * p**k * (1 - p) ** (n - k) for k in counts)

    return total(high, range(count, n + 1)) if count > n * mass else total(low, range(count + 1))


def union_bound(counts: list[int], law: list[float]) -> float:
    """Each cell, each prefix but the whole, every second cell; twice their number; a tenth of the level."""
    sets = [[i] for i in range(CELLS)] + [list(range(i)) for i in range(1, CELLS)] + [list(range(0, CELLS, 2))]
    with mpmath.workdps(40):
        sums = [(sum(counts[i] for i in some), sum(law[i] for i in some)) for some in sets]
        return float(min(tail(count, sum(counts), mass) for count, mass in sums) * 2 * len(sets) / mpmath.mpf("0.1"))


@pytest.mark.parametrize(
    ("counts", "law"),
    [
        ([60, *[0] * 39], EVEN),  # a cell with too many
        ([0] * 20 + [3] * 20, EVEN),  # a prefix with too few
        ([0, *[4] * 39], HEAVY),  # a cell with too few
        ([4, 0] * 20, EVEN),  # every second cell with too many
        ([0, 4] * 20, EVEN),  # and with too few
        ([*[10] * 39, 1], LOST),  # one sample where rounding errors are all there is
        ([*[10] * 39, 2], LOST),
    ],
)
def test_the_p_value_is_the_least_tail_times_twice_the_number_of_sets(counts: list[int], law: list[float]) -> None:
    result = law_test(counts, law, alpha=0.05, rng=np.random.default_rng(1))
    assert (result.method, result.statistic) == ("simulated", "binomial tail")
    assert result.p_value == pytest.approx(union_bound(counts, law), rel=1e-6, abs=0)


def test_the_p_value_of_a_mass_that_rounding_lost_is_that_of_the_rounding() -> None:
    """By hand: 2 * 80 sets, a tenth of the level, and 391 samples that each fall there with 48 rounding errors."""
    result = law_test([*[10] * 39, 1], LOST, alpha=0.05, rng=np.random.default_rng(1))
    assert result.p_value == pytest.approx(2 * 80 * 10 * 391 * 48 * ROUNDING, rel=1e-6, abs=0)
    assert result.worst_cell == 39


def test_the_slack_grows_with_the_number_of_cells() -> None:
    assert fit.rounding_slack(1) == 9 * ROUNDING
    assert fit.rounding_slack(1_000) == 1_008 * ROUNDING
