"""The statistics of several inputs once more, in plain Python, and what directions are worth."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from dpassay.properties import goodness_of_fit as fit
from dpassay.properties.joint_statistics import Direction, JointStatistics, simulated_statistics

LAWS = [[0.25, 0.25, 0.375, 0.125], [0.125, 0.125, 0.5, 0.25]]
SIZES = [80, 48]
LOSS = Direction("loss", (np.array([1.0, -1.0, 0.0, 0.0]), np.array([0.0, 0.5, -0.25, 2.0])))
SHIFT = Direction("location", (np.array([-1.0, 0.0, 0.5, 1.0]), np.array([-1.0, 0.0, 0.0, 1.0])), is_common=False)
ROWS = [[[20, 20, 30, 10], [6, 6, 24, 12]], [[30, 10, 25, 15], [6, 8, 20, 14]], [[11, 29, 40, 0], [1, 1, 46, 0]]]


def statistics(*directions: Direction) -> JointStatistics:
    return JointStatistics([np.array(law) for law in LAWS], SIZES, directions)


def values(of: JointStatistics, rows: list[list[list[int]]]) -> np.ndarray:
    return of.values(of.pooled([np.array([row[place] for row in rows]) for place in range(2)]))


def centered(law: list[float], score: np.ndarray) -> list[float]:
    mean = sum(p * s for p, s in zip(law, score, strict=True))
    return [s - mean for s in score]


def standardized(row: list[list[int]]) -> float:
    """The sum of all scores of LOSS, less its mean, in its standard deviations."""
    total = variance = 0.0
    for n, law, counts, score in zip(SIZES, LAWS, row, LOSS.scores, strict=True):
        each = centered(law, score)
        total += sum(c * s for c, s in zip(counts, each, strict=True))
        variance += n * sum(p * s * s for p, s in zip(law, each, strict=True))
    return abs(total) / math.sqrt(variance)


def squares(row: list[list[int]]) -> float:
    """The squares of the sums of SHIFT, each in the standard deviations of its input."""
    found = 0.0
    for n, law, counts, score in zip(SIZES, LAWS, row, SHIFT.scores, strict=True):
        each = centered(law, score)
        total = sum(c * s for c, s in zip(counts, each, strict=True))
        found += total**2 / (n * sum(p * s * s for p, s in zip(law, each, strict=True)))
    return found


def added(row: list[list[int]], name: str) -> float:
    """Pearson, smooth and spread: of each input by itself, as the test of one law has them."""
    each = [
        dict(zip(*_named(fit.statistics(np.array([counts], dtype=float), np.array(law))), strict=True))
        for counts, law in zip(row, LAWS, strict=True)
    ]
    return sum(part[name] ** 2 if name == "spread" else part[name] for part in each)


def _named(found: tuple[tuple[str, ...], np.ndarray]) -> tuple[tuple[str, ...], list[float]]:
    return found[0], found[1][0].tolist()


def cumulative(row: list[list[int]]) -> float:
    found = []
    for n, law, counts in zip(SIZES, LAWS, row, strict=True):
        found += [abs(sum(counts[:k]) - n * sum(law[:k])) / math.sqrt(n) for k in range(1, 5)]
    return max(found)


def cell(row: list[list[int]]) -> float:
    each = zip(SIZES, LAWS, row, strict=True)
    return max(abs(math.sqrt(c) - math.sqrt(n * p)) for n, law, cs in each for c, p in zip(cs, law, strict=True))


def test_the_statistics_are_what_they_say() -> None:
    of = statistics(LOSS, SHIFT)
    assert of.names == ("loss", "location", "pearson", "smooth", "spread", "cumulative", "cell")
    assert of.multipliers == (1, 2, 2, 2, 2, 2, 2)
    for row, found in zip(ROWS, values(of, ROWS), strict=True):
        named = dict(zip(of.names, found.tolist(), strict=True))
        assert named["loss"] == pytest.approx(standardized(row), abs=1e-7)
        assert named["location"] == pytest.approx(squares(row), abs=1e-7)
        for name in ("pearson", "smooth", "spread"):
            assert named[name] == pytest.approx(added(row, name), abs=1e-6)
        assert named["cumulative"] == pytest.approx(cumulative(row), abs=1e-7)
        assert named["cell"] == pytest.approx(cell(row), abs=1e-7)


def test_a_direction_that_says_the_same_or_nothing_is_left_out() -> None:
    same = Direction("noise", tuple(3 * score + 1 for score in LOSS.scores))
    nothing = Direction("nothing", tuple(np.full(4, 2.0) for _ in LAWS))
    other = Direction("other", (LOSS.scores[0], -LOSS.scores[1]))
    assert statistics(LOSS, same, nothing).names[:2] == ("loss", "pearson")
    assert statistics(LOSS, other).names[:2] == ("loss", "other")
    assert statistics().multipliers == (2,) * 5


def test_equal_counts_have_equal_values_wherever_they_stand() -> None:
    rng = np.random.default_rng(3)
    laws = [rng.dirichlet(np.ones(37)) for _ in range(2)]
    scores = tuple(rng.normal(size=37) for _ in range(2))
    of = JointStatistics(laws, SIZES, [Direction("loss", scores), Direction("location", scores, is_common=False)])
    counts = [rng.multinomial(n, law, size=40) for n, law in zip(SIZES, laws, strict=True)]
    twice = of.values(of.pooled([np.vstack([each, each[::-1]]) for each in counts]))
    assert (twice[:40] == twice[40:][::-1]).all()


def test_cells_that_are_pooled_have_the_mean_score() -> None:
    """300 equal cells are pooled by threes; a score that is equal within a group loses nothing."""
    law, score = np.full(300, 1 / 300), np.repeat(np.arange(100.0), 3)
    of = JointStatistics([law], [300], [Direction("loss", (score,))])
    assert of.size == 100
    counts = np.random.default_rng(4).multinomial(300, law, size=5)
    expected = np.abs((counts - 1) @ (score - 49.5)) / np.sqrt(300 * np.var(score))
    assert of.values(of.pooled([counts]))[:, 0] == pytest.approx(expected, abs=1e-7)


def test_draws_are_of_the_laws() -> None:
    of = statistics(LOSS, SHIFT)
    found = simulated_statistics(of, 2_000, np.random.default_rng(5))
    assert found.shape == (2_000, 7)
    assert np.square(found[:, 0]).mean() == pytest.approx(1, abs=0.15)  # 1 +- 4.7 standard errors
    assert found[:, 1].mean() == pytest.approx(2, abs=0.2)
    again = simulated_statistics(of, 2_000, np.random.default_rng(5))
    assert (found == again).all()


@pytest.mark.statistical
def test_one_direction_on_both_inputs_is_the_score_test() -> None:
    """Laplace noise 5 % too small: the score test has power P(|N + d| > z) with d = .05 sqrt(2 n). Fixed seed."""
    n, edges = 4_000, stats.laplace.ppf(np.arange(1, 200) / 200)
    law, other = (np.diff(stats.laplace.cdf(edges, scale=s), prepend=0, append=1) for s in (1, 0.95))
    of = JointStatistics([law, law], [n, n], [Direction("loss", (2 * (other - law) / (other + law),) * 2)])
    counts = [np.random.default_rng(seed).multinomial(n, other, size=3_000) for seed in (6, 7)]
    found = of.values(of.pooled(counts))[:, 0]
    shift = -math.log(0.95) * math.sqrt(2 * n)
    expected = stats.norm.cdf(shift - 1.96) + stats.norm.cdf(-shift - 1.96)
    assert (found > 1.96).mean() == pytest.approx(expected, abs=0.03)
