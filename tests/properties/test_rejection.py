"""What the joint test rejects, told for many counts at once: as the test itself says, or more cautiously."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from scipy import stats

from dpassay.properties.joint_statistics import Direction
from dpassay.properties.joint_test import Laws, joint_test
from dpassay.properties.rejection import Region, critical_region
from tests.properties.fit_cases import count_vectors

LEVEL = 0.0025


def generator(seed: int = 3) -> np.random.Generator:
    return np.random.default_rng(seed)


def laplace(scale: float, cells: int = 60) -> np.ndarray:
    """The probabilities, under the Laplace law of a scale, of cells that have equal ones at scale 1."""
    return np.diff(stats.laplace.cdf(stats.laplace.ppf(np.arange(1, cells) / cells), scale=scale), prepend=0, append=1)


def laws_of(*probabilities: object) -> Laws:
    """Laws with a direction of scores that rise."""
    masses = tuple(np.array(law) for law in probabilities)
    return Laws(masses, (Direction("loss", tuple(np.arange(len(law), dtype=float) for law in masses)),))


LAPLACE = laws_of(laplace(1.0), laplace(1.0))


@pytest.mark.parametrize("pair", [([0.5, 0.5], [0.1, 0.9]), ([0.2, 0.3, 0.5], [0.4, 0.6]), ([1 / 3, 1 / 3, 1 / 3],)])
@pytest.mark.parametrize("level", [0.3, 0.01, 1e-4])
def test_the_exact_region_is_that_of_the_test(pair: tuple[list[float], ...], level: float) -> None:
    laws, sizes = laws_of(*pair), [5, 7][: len(pair)]
    chosen = list(product(*(count_vectors(n, len(law)) for law, n in zip(pair, sizes, strict=True))))
    rows = [np.array([row[place] for row in chosen]) for place in range(len(pair))]
    told = critical_region(laws, sizes, level, generator()).rejects(rows)
    tested = [joint_test(row, laws, alpha=level, rng=generator()).rejected for row in chosen]
    assert told.tolist() == tested
    assert told.any() == (level > 0.01 or len(pair) == 2)  # five answers in thirds: the three corners have 3/243


def simulated_region(n: int = 2_000) -> Region:
    return critical_region(LAPLACE, (n, n), LEVEL, generator())


@pytest.mark.statistical
def test_the_level_is_kept() -> None:
    """3,000 draws under the laws, of which 0.25 % may be rejected: more than 22 have probability below 1e-4."""
    counts = [generator(seed).multinomial(2_000, laplace(1.0), size=3_000) for seed in (5, 6)]
    assert simulated_region().rejects(counts).sum() <= stats.binom.isf(1e-4, 3_000, LEVEL)


@pytest.mark.statistical
@pytest.mark.parametrize(("scale", "least", "most"), [(0.85, 0.99, 1.0), (0.94, 0.1, 0.9)])
def test_what_is_told_is_what_is_tested(scale: float, least: float, most: float) -> None:
    """Of the same counts, by the test's own draws: it rejects what is told, but for the noise of two simulations."""
    counts = [generator(seed).multinomial(2_000, laplace(scale), size=24) for seed in (6, 16)]
    told = simulated_region().rejects(counts)
    rng = generator(7)
    rows = zip(*counts, strict=True)
    tested = np.array([joint_test(row, LAPLACE, alpha=LEVEL, rng=rng, draws=3_999).rejected for row in rows])
    assert least <= told.mean() <= most
    assert (told & ~tested).sum() <= 5
    assert (told != tested).sum() <= 9


@pytest.mark.statistical
def test_a_tiny_level_is_left_to_the_binomial_tails() -> None:
    laws = laws_of(np.full(600, 1 / 600), np.full(600, 1 / 600))
    region = critical_region(laws, (20_000, 20_000), 1e-5, generator())
    assert region.tails is None
    counts = [generator(seed).multinomial(20_000, laws.probabilities[0], size=200) for seed in (8, 9)]
    assert not region.rejects(counts).any()
    counts[1][:, 0], counts[1][:, 1] = counts[1][:, 0] + counts[1][:, 1], 0
    rows = zip(counts[0][:20], counts[1][:20], strict=True)
    tested = [joint_test(row, laws, alpha=1e-5, rng=generator(), draws=1).rejected for row in rows]
    assert region.rejects(counts)[:20].tolist() == tested
    assert any(tested)


def test_what_a_law_rules_out_is_always_rejected() -> None:
    region = critical_region(laws_of([0.5, 0.0, 0.5], [0.5, 0.5]), (10, 2), LEVEL, generator())
    first = np.array([[5, 0, 5, 0], [4, 1, 5, 0], [5, 0, 4, 1], [5, 0, 5, 0]])
    second = np.array([[1, 1, 0], [1, 1, 0], [1, 1, 0], [1, 0, 1]])
    assert region.rejects([first, second]).tolist() == [False, True, True, True]
    assert region.rejects([first[:2, :3], second[:2]]).tolist() == [False, True]


@pytest.mark.parametrize("law", [[1.0], [0.0, 1.0]])
def test_one_outcome_shows_nothing(law: list[float]) -> None:
    counts = np.array([[0] * (len(law) - 1) + [7]])
    region = critical_region(Laws((np.array(law),)), (7,), LEVEL, generator())
    assert region.rejects([counts]).tolist() == [False]
