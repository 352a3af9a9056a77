"""The test against a law: its level by enumeration, its p-values by a second route, its power."""

from collections.abc import Iterator
from itertools import product
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from dpassay.properties import goodness_of_fit as fit
from dpassay.properties.goodness_of_fit import law_test, sample_test
from tests.properties.fit_cases import (
    LAWS,
    count_vectors,
    generator,
    geometric_cells,
    laplace_cells,
    two_sided_geometric,
)

# The exact test.


@pytest.mark.parametrize("p", [0.5, 0.3, 0.01])
def test_two_cells_give_the_binomial_test(p: float) -> None:
    for count in range(8):
        found = law_test([count, 7 - count], [p, 1 - p], alpha=0.05, rng=generator())
        assert found.method == "exact"
        assert found.p_value == pytest.approx(stats.binomtest(count, 7, p).pvalue, rel=1e-9)


def test_two_cells_stay_exact_for_half_a_million_samples() -> None:
    found = law_test([250_900, 249_100], [0.5, 0.5], alpha=0.05, rng=generator())
    assert found.method == "exact"
    assert found.p_value == pytest.approx(stats.binomtest(250_900, 500_000).pvalue, rel=1e-6)


@pytest.mark.parametrize("law", LAWS)
def test_the_exact_p_value_sums_multinomial_weights(law: list[float]) -> None:
    n = 5
    weights = {counts: stats.multinomial.pmf(counts, n, law) for counts in count_vectors(n, len(law))}
    assert len(weights) == comb(n + len(law) - 1, len(law) - 1)
    for counts, weight in weights.items():
        expected = sum(other for other in weights.values() if other <= weight * (1 + 1e-7))
        found = law_test(list(counts), law, alpha=0.05, rng=generator())
        assert found.p_value == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("n", [1, 2, 6])
def test_the_level_of_the_exact_test(law: list[float], n: int) -> None:
    outcomes = [
        (
            law_test(list(counts), law, alpha=0.05, rng=generator()).p_value,
            stats.multinomial.pmf(counts, n, law),
        )
        for counts in count_vectors(n, len(law))
    ]
    assert_valid(outcomes)


def assert_valid(outcomes: list[tuple[float, float]]) -> None:
    """Check P(p <= a) <= a for all a, from (p-value, probability) of every outcome."""
    assert sum(weight for _, weight in outcomes) == pytest.approx(1)
    for level in {p for p, _ in outcomes}:
        assert sum(weight for p, weight in outcomes if p <= level) <= level * (1 + 1e-9)


# The parts of the simulated test.


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("n", [1, 5, 12])
def test_the_level_of_the_union_bound(law: list[float], n: int) -> None:
    outcomes = [
        (fit.tail_bound(np.array(counts), np.array(law))[1], stats.multinomial.pmf(counts, n, law))
        for counts in count_vectors(n, len(law))
    ]
    assert_valid(outcomes)


def rank_outcomes(law: list[float], n: int, draws: int) -> Iterator[tuple[np.ndarray, float]]:
    """All (statistics of the observed and the drawn counts, probability) of a simulated test."""
    vectors = list(count_vectors(n, len(law)))
    for rows in product(vectors, repeat=draws + 1):
        weight = float(
            np.prod([stats.multinomial.pmf(row, n, law) for row in set(rows) for _ in range(rows.count(row))])
        )
        yield fit.statistics(np.array(rows, dtype=float), np.array(law))[1], weight


@pytest.mark.parametrize(("law", "n", "draws"), [([0.3, 0.7], 3, 4), ([0.2, 0.3, 0.5], 2, 3)])
def test_the_level_of_the_rank_test(law: list[float], n: int, draws: int) -> None:
    assert_valid([(fit.rank_p_value(values)[0], weight) for values, weight in rank_outcomes(law, n, draws)])


def test_a_rank_test_that_forgets_itself_fails_the_same_check() -> None:
    """A p-value of (number of more extreme draws) / B, without the 1 in both: the enumeration must notice."""

    def wrong(values: np.ndarray) -> float:
        rows = len(values)
        return (fit.rank_p_value(values)[0] * rows - 1) / (rows - 1)

    with pytest.raises(AssertionError):
        assert_valid([(wrong(values), weight) for values, weight in rank_outcomes([0.3, 0.7], 3, 4)])


def test_equal_counts_have_equal_statistics() -> None:
    """To the last digit, wherever they stand: or the ranks of ties would depend on the place of the observed counts."""
    law = generator().dirichlet(np.ones(37))
    counts = generator().multinomial(500, law, size=40)
    _, values = fit.statistics(np.vstack([counts, counts[::-1]]).astype(float), law)
    assert (values[:40] == values[40:][::-1]).all()


def test_polynomials_are_orthonormal_under_the_law() -> None:
    law = generator().dirichlet(np.ones(30))
    h = fit.polynomials_of(law)
    assert h.shape == (30, 4)
    np.testing.assert_allclose(law @ h, 0, atol=1e-12)
    np.testing.assert_allclose(h.T @ (law[:, None] * h), np.eye(4), atol=1e-12)
    assert fit.polynomials_of(np.array([0.5, 0.5])).shape == (2, 1)


def test_the_spread_is_standardized() -> None:
    law = generator().dirichlet(np.ones(30))
    score = fit.spread_of(law)
    assert law @ score == pytest.approx(0, abs=1e-12)
    assert law @ score**2 == pytest.approx(1)
    assert not fit.spread_of(np.array([0.5, 0.5])).any()  # two symmetric cells have no spread to test


@given(st.lists(st.floats(1e-9, 1), min_size=1, max_size=600), st.integers(0, 10**7))
def test_groups_are_few_and_in_order(weights: list[float], n: int) -> None:
    law = np.array(weights) / sum(weights)
    starts = fit.groups(law, n)
    assert starts[0] == 0
    assert (np.diff(starts) > 0).all()
    assert len(starts) <= max(256, min(1_024, 2 * (n // 64)))


def test_groups_keep_a_rare_side_apart_from_a_heavy_cell() -> None:
    law = np.concatenate([np.full(3_000, 1e-6), [1 - 3e-3]])
    assert len(fit.groups(law, 1_000)) > 100


@given(st.lists(st.floats(1e-9, 1), min_size=1, max_size=60), st.integers(1, 1_000))
def test_pooled_groups_have_the_least_mass(weights: list[float], n: int) -> None:
    law = np.array(weights) / sum(weights)
    sums = np.add.reduceat(law, fit.pooled_starts(law, 5 / n))
    assert len(sums) == 1 or (sums >= 5 / n * (1 - 1e-9)).all()


def test_the_number_of_draws_looks_at_sizes_only() -> None:
    assert [fit.default_draws(m) for m in (1, 256, 512, 1_024, 10**6)] == [9_999, 9_999, 4_999, 2_499, 1_999]
    found = law_test(np.full(300, 7), np.full(300, 1 / 300), alpha=0.05, rng=generator())
    assert (found.method, found.draws) == (
        "simulated",
        fit.default_draws(len(fit.groups(np.full(300, 1 / 300), 2_100))),
    )


# The whole test, where it is certain.


def test_a_sample_outside_the_support_is_certain() -> None:
    found = law_test([5, 5], [0.5, 0.5], outside=1, alpha=1e-9, rng=generator())
    assert (found.p_value, found.method, found.worst_cell, found.rejected) == (0.0, "support", -1, True)
    assert found.samples == 11
    found = law_test([5, 1, 5], [0.5, 0.0, 0.5], alpha=1e-9, rng=generator())
    assert (found.p_value, found.worst_cell, found.worst_observed, found.worst_expected) == (0.0, 1, 1, 0.0)


def test_cells_of_probability_0_without_samples_do_no_harm() -> None:
    with_zeros = law_test([0, 3, 0, 9], [0.0, 0.5, 0.0, 0.5], alpha=0.05, rng=generator())
    without = law_test([3, 9], [0.5, 0.5], alpha=0.05, rng=generator())
    assert with_zeros.p_value == without.p_value
    assert with_zeros.worst_cell in {1, 3}


def test_nothing_to_test() -> None:
    for counts, law in (([0, 0], [0.5, 0.5]), ([9], [1.0]), ([0, 9], [0.0, 1.0])):
        found = law_test(counts, law, alpha=0.05, rng=generator())
        assert found == fit.LawTest(1.0, 0.05, "trivial", "none", sum(counts), 0, None, 0, 0.0)
        assert not found.rejected


def test_one_sample_in_many_cells() -> None:
    common = law_test([1] + [0] * 999, [1e-3] * 1_000, alpha=0.05, rng=generator())
    assert common.method == "exact"
    assert common.p_value == pytest.approx(1)
    law, counts = np.full(4_001, (1 - 1e-9) / 4_000), np.zeros(4_001, dtype=int)
    law[2_000], counts[2_000] = 1e-9, 1
    rare = law_test(counts, law, alpha=0.05, rng=generator())
    assert (rare.method, rare.worst_cell) == ("simulated", 2_000)
    assert rare.p_value <= 1e-3


def test_p_values_reach_below_the_simulation() -> None:
    cells = laplace_cells(200)
    found = sample_test(generator().laplace(0, 0.8, 100_000), cells, alpha=0.05, rng=generator())
    assert found.statistic == "binomial tail"
    assert found.p_value < 1e-100


def test_the_same_seed_gives_the_same_p_value() -> None:
    cells, samples = laplace_cells(64), generator(7).laplace(0, 0.97, 2_000)
    first, second = (sample_test(samples, cells, alpha=0.05, rng=generator(8)) for _ in range(2))
    assert first == second


@given(st.permutations(range(4)), st.lists(st.integers(0, 6), min_size=4, max_size=4))
def test_the_exact_test_does_not_see_the_order_of_cells(order: list[int], counts: list[int]) -> None:
    law = [0.1, 0.2, 0.3, 0.4]
    one = law_test(counts, law, alpha=0.05, rng=generator())
    other = law_test([counts[i] for i in order], [law[i] for i in order], alpha=0.05, rng=generator())
    assert one.p_value == pytest.approx(other.p_value, rel=1e-9)


@given(st.lists(st.integers(0, 50), min_size=1, max_size=40), st.integers(0, 2**32 - 1))
def test_a_p_value_is_a_probability(counts: list[int], seed: int) -> None:
    law = np.random.default_rng(seed).dirichlet(np.full(len(counts), 0.3))
    found = law_test(counts, law / law.sum(), alpha=0.05, rng=generator(), draws=99)
    assert 0 <= found.p_value <= 1
    assert found.rejected == (found.p_value <= 0.05)


# Calibration and power. Each statistical test states its own chance to fail; the seeds are fixed.

CALIBRATION_RUNS = 600
CALIBRATION_ALPHA = 1e-6


@pytest.mark.statistical
@pytest.mark.parametrize(("cells", "n"), [(12, 40), (200, 300), (40, 5_000)])
def test_correct_samples_are_rejected_at_most_at_the_level(cells: int, n: int) -> None:
    """With a valid test, each comparison fails with probability at most CALIBRATION_ALPHA over the seeds."""
    law, rng = laplace_cells(cells), generator(20)
    p_values = [
        sample_test(rng.laplace(size=n), law, alpha=0.05, rng=rng, draws=199).p_value for _ in range(CALIBRATION_RUNS)
    ]
    for level in (0.01, 0.05, 0.2):
        allowed = stats.binom.isf(CALIBRATION_ALPHA, CALIBRATION_RUNS, level)
        assert sum(p <= level for p in p_values) <= allowed
    # Valid and useless would be easy: at the level .2 at least half of the nominal rejections must be there.
    assert sum(p <= 0.2 for p in p_values) >= 0.1 * CALIBRATION_RUNS


@pytest.mark.statistical
@pytest.mark.parametrize(
    ("scale", "n"),
    [(0.8, 1_000), (1.25, 1_000), (0.95, 20_000), (1.05, 20_000)],
)
def test_a_wrong_scale_is_rejected(scale: float, n: int) -> None:
    """Measured power at these sizes and level .01: above 99.9 %."""
    for m in (64, 500):
        found = sample_test(generator(3).laplace(0, scale, n), laplace_cells(m), alpha=0.01, rng=generator())
        assert found.rejected


@pytest.mark.statistical
def test_integer_laws_with_a_fault_are_rejected() -> None:
    """A scale, a shift by one, a heavy zero, a missing lowest bit; a right sampler passes (alpha 1e-4)."""
    cells, n = geometric_cells(10, 100), 20_000
    right = two_sided_geometric(10, n, generator(4))
    wrong = {
        "scale": two_sided_geometric(9, n, generator(5)),
        "shift": right + 1,
        "doubled zero": np.where(generator(6).random(n) < 0.05, 0, right),
        "even only": right // 2 * 2,
        "all below": np.full(n, -1_000),
    }
    assert not sample_test(right, cells, alpha=1e-4, rng=generator()).rejected
    for name, samples in wrong.items():
        assert sample_test(samples, cells, alpha=1e-4, rng=generator()).rejected, name


@pytest.mark.statistical
def test_a_missing_lowest_bit_shows_even_where_cells_are_pooled() -> None:
    """Scale 1,000: the simulation pools cells, and the parity is seen by the union bound alone."""
    cells, samples = geometric_cells(1_000, 8_000), two_sided_geometric(1_000, 2_000, generator(4))
    assert not sample_test(samples, cells, alpha=1e-4, rng=generator()).rejected
    assert sample_test(samples // 2 * 2, cells, alpha=1e-4, rng=generator()).rejected


@pytest.mark.statistical
def test_the_worst_cell_is_named() -> None:
    counts = np.full(50, 400)
    counts[17] = 700
    found = law_test(counts, np.full(50, 0.02), alpha=0.05, rng=generator())
    assert (found.worst_cell, found.worst_observed) == (17, 700)
    assert found.worst_expected == pytest.approx(406)
