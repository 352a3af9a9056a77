"""The joint region covers both probabilities as often as it says, by enumeration, and is sharper than two limits."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import product
from math import exp, log

import numpy as np
import pytest
from scipy import stats

from dpassay.audit.evidence.bounds import epsilon_lower_bound
from dpassay.audit.evidence.joint import Region, joint_region
from dpassay.audit.evidence.statements import joint_epsilon

GRID = np.linspace(0, 1, 41)
CASES = [(12, 12, 0.0, 0.1), (9, 14, 0.0, 0.05), (12, 8, 0.1, 0.2)]

Covers = Callable[[float, float, tuple[int, int]], bool]


@cache
def regions(n_p: int, n_q: int, delta: float, alpha: float) -> dict[tuple[int, int], Region]:
    counts = product(range(n_p + 1), range(n_q + 1))
    return {(x, y): joint_region(x, n_p, y, n_q, delta=delta, alpha=alpha) for x, y in counts}


def worst_miss(n_p: int, n_q: int, covers: Covers) -> float:
    """The largest probability over a grid of P and Q that what is made of the counts does not hold them."""
    first, second = ([stats.binom.pmf(np.arange(n + 1), n, p) for p in GRID] for n in (n_p, n_q))
    return max(
        sum(first[i][x] * second[j][y] for x, y in product(range(n_p + 1), range(n_q + 1)) if not covers(p, q, (x, y)))
        for (i, p), (j, q) in product(enumerate(GRID), repeat=2)
    )


def missed(n_p: int, n_q: int, delta: float, alpha: float, shift: float = 0.0) -> float:
    """The same for regions that are moved towards larger P by a shift."""
    found = regions(n_p, n_q, delta, alpha)
    tables = {key: (region.p + shift, region.q) for key, region in found.items()}
    held = {
        key: [(p >= low) & (q <= high) for low, high in zip(*table, strict=True)]
        for key, table in tables.items()
        for p, q in [np.meshgrid(GRID, GRID, indexing="ij")]
    }
    union = {key: np.any(masks, axis=0) for key, masks in held.items()}
    places = {value: place for place, value in enumerate(GRID)}
    return worst_miss(n_p, n_q, lambda p, q, key: bool(union[key][places[p], places[q]]))


@pytest.mark.parametrize(("n_p", "n_q", "delta", "alpha"), CASES)
def test_coverage_by_enumeration(n_p: int, n_q: int, delta: float, alpha: float) -> None:
    assert 0.8 * alpha < missed(n_p, n_q, delta, alpha) <= alpha


def test_a_region_that_is_moved_a_little_fails_the_same_check() -> None:
    assert missed(12, 12, 0.0, 0.1, shift=0.02) > 0.1


def test_the_conditional_binomial_limit_is_no_exact_one() -> None:
    """Given x + y, x is not binomial where the numbers of samples are fixed: its limit is far from its level."""
    n, alpha = 12, 0.1

    def limit(x: int, y: int) -> float:
        share = stats.binomtest(x, x + y, alternative="greater").proportion_ci(1 - alpha, "exact").low if x else 0.0
        return float(share / (1 - share)) if share < 1 else np.inf

    table = {key: limit(*key) for key in product(range(n + 1), repeat=2)}
    assert worst_miss(n, n, lambda p, q, key: p >= table[key] * q - 1e-12) < 0.8 * alpha


@pytest.mark.parametrize("alpha", [0.05, 0.01, 1e-4])
@pytest.mark.parametrize(
    ("x", "n_p", "y", "n_q"),
    [
        (750, 1_500, 215, 1_500),
        (12_000, 24_000, 4_300, 24_000),
        (474, 3_750, 0, 3_750),
        (474, 3_750, 1, 3_750),
        (3_750, 3_750, 0, 3_750),
        (200, 10**6, 7, 10**6),
        (100, 100, 30, 100),
        (900, 1_000, 290, 900),
        (290, 900, 90, 1_000),
    ],
)
def test_it_is_sharper_than_two_clopper_pearson_limits(x: int, n_p: int, y: int, n_q: int, alpha: float) -> None:
    for delta in (0.0, 1e-3):
        joint = joint_epsilon(x, n_p, y, n_q, delta=delta, alpha=alpha)
        assert epsilon_lower_bound(x, n_p, y, n_q, delta=delta, alpha=alpha) <= joint < log(x * n_q / n_p / max(y, 0.5))


@pytest.mark.parametrize("epsilon", [0.5, 1.0, 2.0])
def test_it_is_near_the_normal_limit_where_there_are_many(epsilon: float) -> None:
    n, p, q = 100_000, 0.5, 0.5 * exp(-epsilon)
    spread = np.sqrt((1 - p) / (n * p) + (1 - q) / (n * q))
    found = joint_epsilon(round(n * p), n, round(n * q), n, delta=0.0, alpha=0.05)
    assert 1.6449 < (epsilon - found) / spread < 1.75


def test_what_says_nothing_excludes_nothing() -> None:
    for counts in [(5, 10, 5, 10), (0, 10, 5, 10), (0, 0, 0, 10), (3, 10, 0, 0), (1, 10, 0, 10)]:
        assert joint_epsilon(*counts, delta=0.0, alpha=0.05) == 0.0
    assert joint_epsilon(50, 100, 10, 100, delta=0.6, alpha=0.05) == 0.0


def test_a_tiny_level_has_the_rectangle_of_two_limits() -> None:
    found = joint_region(900, 1_000, 90, 1_000, delta=0.0, alpha=1e-20)
    assert found.p.shape == found.q.shape == (1,)
    bound = epsilon_lower_bound(900, 1_000, 90, 1_000, delta=0.0, alpha=1e-20)
    assert joint_epsilon(900, 1_000, 90, 1_000, delta=0.0, alpha=1e-20) == pytest.approx(bound, rel=1e-6)


@pytest.mark.parametrize("change", [{"alpha": 0.0}, {"alpha": 1.0}, {"count_p": 11}, {"count_q": -1}, {"delta": 1.0}])
def test_bad_arguments_are_refused(change: dict[str, float]) -> None:
    arguments = {"count_p": 5, "n_p": 10, "count_q": 1, "n_q": 10, "delta": 0.0, "alpha": 0.05}
    with pytest.raises(ValueError, match=r"= -?\d"):
        joint_region(**{**arguments, **change})  # type: ignore[arg-type]
