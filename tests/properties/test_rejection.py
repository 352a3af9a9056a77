"""What the law test rejects, told for many counts at once: as the test itself says, or more cautiously."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from scipy import stats

from dpassay.properties.goodness_of_fit import law_test
from dpassay.properties.rejection import Region, critical_region

LEVEL = 0.0025


def generator(seed: int = 3) -> np.random.Generator:
    return np.random.default_rng(seed)


def laplace(scale: float, cells: int = 60) -> np.ndarray:
    """The probabilities, under the Laplace law of a scale, of cells that have equal ones at scale 1."""
    return np.diff(stats.laplace.cdf(stats.laplace.ppf(np.arange(1, cells) / cells), scale=scale), prepend=0, append=1)


@pytest.mark.parametrize("law", [[0.5, 0.5], [0.1, 0.9], [0.2, 0.3, 0.5], [1 / 3, 1 / 3, 1 / 3]])
@pytest.mark.parametrize("level", [0.3, 0.01, 1e-4])
def test_the_exact_region_is_that_of_the_test(law: list[float], level: float) -> None:
    n = 12
    counts = np.array([row for row in product(range(n + 1), repeat=len(law)) if sum(row) == n])
    told = critical_region(np.array(law), n, level, generator()).rejects(counts)
    tested = [law_test(row, law, alpha=level, rng=generator()).rejected for row in counts]
    assert told.tolist() == tested


def test_the_region_of_two_cells_is_that_of_the_binomial_test() -> None:
    n, p = 300, 0.3
    counts = np.column_stack([np.arange(n + 1), n - np.arange(n + 1)])
    told = critical_region(np.array([p, 1 - p]), n, LEVEL, generator()).rejects(counts)
    expected = [stats.binomtest(int(k), n, p).pvalue <= LEVEL for k, _ in counts]
    assert told.tolist() == expected


def simulated_region(n: int = 4_000) -> Region:
    return critical_region(laplace(1.0), n, LEVEL, generator())


@pytest.mark.statistical
def test_the_level_is_kept() -> None:
    """3,000 draws under the law, of which 0.25 % may be rejected: more than 22 have probability below 1e-4."""
    counts = generator(5).multinomial(4_000, laplace(1.0), size=3_000)
    assert simulated_region().rejects(counts).sum() <= stats.binom.isf(1e-4, 3_000, LEVEL)


@pytest.mark.statistical
@pytest.mark.parametrize(("scale", "least", "most"), [(0.85, 0.99, 1.0), (0.94, 0.1, 0.9)])
def test_what_is_told_is_what_is_tested(scale: float, least: float, most: float) -> None:
    """Of the same counts, by the test's own draws: it rejects what is told, but for the noise of two simulations."""
    counts = generator(6).multinomial(4_000, laplace(scale), size=30)
    told = simulated_region().rejects(counts)
    rng = generator(7)
    tested = np.array([law_test(row, laplace(1.0), alpha=LEVEL, rng=rng, draws=3_999).rejected for row in counts])
    assert least <= told.mean() <= most
    assert (told & ~tested).sum() <= 1
    assert (told != tested).sum() <= 8


@pytest.mark.statistical
def test_a_tiny_level_is_left_to_the_binomial_tails() -> None:
    law = np.full(600, 1 / 600)
    region = critical_region(law, 20_000, 1e-5, generator())
    assert region.ranks is None
    counts = generator(8).multinomial(20_000, law, size=200)
    assert not region.rejects(counts).any()
    counts[:, 0], counts[:, 1] = counts[:, 0] + counts[:, 1], 0
    tested = [law_test(row, law, alpha=1e-5, rng=generator(), draws=1).rejected for row in counts[:20]]
    assert region.rejects(counts)[:20].tolist() == tested
    assert any(tested)


def test_what_the_law_rules_out_is_always_rejected() -> None:
    region = critical_region(np.array([0.5, 0.0, 0.5]), 10, LEVEL, generator())
    counts = np.array([[5, 0, 5, 0], [4, 1, 5, 0], [5, 0, 4, 1]])
    assert region.rejects(counts).tolist() == [False, True, True]
    assert region.rejects(counts[:2, :3]).tolist() == [False, True]


@pytest.mark.parametrize("law", [[1.0], [0.0, 1.0]])
def test_one_outcome_shows_nothing(law: list[float]) -> None:
    counts = np.array([[0] * (len(law) - 1) + [7]])
    assert critical_region(np.array(law), 7, LEVEL, generator()).rejects(counts).tolist() == [False]
