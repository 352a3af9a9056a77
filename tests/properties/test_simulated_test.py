"""The simulated test once more, in plain Python: its statistics, its ranks, its groups, its p-value."""

import math
from fractions import Fraction
from itertools import accumulate

import numpy as np
import pytest

from dpassay.properties import goodness_of_fit as fit
from dpassay.properties.goodness_of_fit import law_test

LAW = [Fraction(k, 32) for k in (4, 8, 1, 8, 3, 8)]
N = 80
Row = list[int]


def inner(law: list[Fraction], first: list[Fraction], second: list[Fraction]) -> Fraction:
    return sum((p * a * b for p, a, b in zip(law, first, second, strict=True)), Fraction(0))


def smooth(counts: Row) -> float:
    """Neyman's: the squared averages of four orthonormal polynomials, by Gram and Schmidt in rationals."""
    middles = [total - p / 2 for total, p in zip(accumulate(LAW), LAW, strict=True)]
    basis: list[list[Fraction]] = []
    for degree in range(5):
        vector = [u**degree for u in middles]
        for other in basis:
            share = inner(LAW, vector, other) / inner(LAW, other, other)
            vector = [v - share * o for v, o in zip(vector, other, strict=True)]
        basis.append(vector)
    sums = [sum(c * v for c, v in zip(counts, vector, strict=True)) for vector in basis]
    return sum(float(s**2 / inner(LAW, v, v)) for s, v in zip(sums[1:], basis[1:], strict=True)) / N


def spread(counts: Row) -> float:
    """The average log of the two-sided tail probability, standardized."""
    middles = [total - p / 2 for total, p in zip(accumulate(LAW), LAW, strict=True)]
    scores = [math.log(min(u, 1 - u)) for u in middles]
    mean = sum(float(p) * s for p, s in zip(LAW, scores, strict=True))
    variance = sum(float(p) * (s - mean) ** 2 for p, s in zip(LAW, scores, strict=True))
    return abs(sum(c * (s - mean) for c, s in zip(counts, scores, strict=True))) / math.sqrt(variance * N)


def pearson(counts: Row) -> float:
    """Chi-square on groups of neighbors with expected count 5 at least: 10, 20, 2.5 + 20, 7.5 and 20 here."""
    groups = [(0, 1), (1, 2), (2, 4), (4, 5), (5, 6)]
    expected = [float(N * sum(LAW[a:b])) for a, b in groups]
    assert min(expected) >= 5
    return sum((sum(counts[a:b]) - e) ** 2 / e for (a, b), e in zip(groups, expected, strict=True))


def cumulative(counts: Row) -> float:
    excess = [c - N * p for c, p in zip(counts, LAW, strict=True)]
    return float(max(map(abs, accumulate(excess)))) / math.sqrt(N)


STATISTICS = {"pearson": pearson, "smooth": smooth, "spread": spread, "cumulative": cumulative}


def by_hand(rows: list[Row]) -> list[list[float]]:
    return [[round(statistic(row), 8) for statistic in STATISTICS.values()] for row in rows]


def drawn(seed: int, draws: int) -> list[Row]:
    rows: list[Row] = np.random.default_rng(seed).multinomial(N, [float(p) for p in LAW], size=draws).tolist()
    return rows


def test_the_statistics_are_what_they_say() -> None:
    rows = drawn(3, 30)
    names, values = fit.statistics(np.array(rows, dtype=float), np.array(LAW, dtype=float))
    assert list(names) == list(STATISTICS)
    np.testing.assert_allclose(values, by_hand(rows), atol=2e-8, rtol=0)


def ranks(values: list[list[float]]) -> list[list[int]]:
    """1 for the largest; equals all have the worst of their ranks."""
    columns = list(zip(*values, strict=True))
    return [[sum(other >= own for other in column) for own, column in zip(row, columns, strict=True)] for row in values]


@pytest.mark.parametrize(
    "counts",
    [
        [10, 20, 2, 20, 8, 20],
        [14, 16, 2, 24, 8, 16],
        [6, 26, 1, 16, 4, 27],
        [17, 18, 3, 17, 9, 16],
        [8, 15, 4, 27, 8, 18],
    ],
)
def test_the_p_value_is_the_share_of_draws_that_are_as_extreme(counts: Row) -> None:
    """The best rank first, then the sum of the ranks; nine tenths of the level are for the ranks."""
    found = law_test(counts, np.array(LAW, dtype=float), alpha=0.05, rng=np.random.default_rng(7), draws=99)
    placed = ranks(by_hand([counts, *drawn(7, 99)]))
    extreme = sum((min(row), sum(row)) <= (min(placed[0]), sum(placed[0])) for row in placed)
    assert (found.method, found.draws, found.samples) == ("simulated", 99, N)
    assert found.p_value == pytest.approx(min(1.0, extreme / 100 / 0.9), rel=1e-12)
    assert found.statistic == list(STATISTICS)[placed[0].index(min(placed[0]))]


@pytest.mark.parametrize(
    ("cells", "n", "size"),
    [
        (256, 10, 1),  # up to twice 128 cells each is a group
        (300, 10, 3),  # each of three cells has 1/128 of the mass
        (300, 64 * 149 + 63, 3),
        (300, 64 * 150, 1),  # from 128 * 64 samples on there is room for one group in 64 samples
        (1_024, 10**6, 1),  # up to twice 512
        (1_025, 10**6, 3),  # and what is left over at the end joins the last group
    ],
)
def test_groups_of_equal_cells(cells: int, n: int, size: int) -> None:
    starts = fit.groups(np.full(cells, 1 / cells), n).tolist()
    assert starts == [k * size for k in range(cells // size)]


def test_a_heavy_cell_ends_a_group_and_counts_for_no_other() -> None:
    """300 cells of one half together and a heavy one amid them: a 128th of the half is 1/256, and that are three."""
    law = np.full(301, 1 / 600)
    law[100] = 0.5
    assert fit.groups(law, 10).tolist() == [*range(0, 100, 3), *range(101, 297, 3)]


def test_equally_likely_counts_are_as_extreme_as_each_other() -> None:
    """Of 3 samples in 3 equal cells, in 27ths: (1, 1, 1) 6, six like (2, 1, 0) 3 each, three like (3, 0, 0) 1 each."""
    law = [1 / 3] * 3
    for counts, expected in (([1, 1, 1], 27), ([0, 2, 1], 21), ([0, 0, 3], 3)):
        found = law_test(counts, law, alpha=0.05, rng=np.random.default_rng(1))
        assert (found.method, found.statistic, found.draws) == ("exact", "likelihood", 0)
        assert found.p_value == pytest.approx(expected / 27, rel=1e-12)


def test_the_number_of_count_vectors_decides_which_test_is_made() -> None:
    """Three cells: (n + 2)(n + 1) / 2 vectors of three counts are at most 2,500,000 entries up to n = 1,289."""
    for n, method in ((1_289, "exact"), (1_290, "simulated")):
        assert (math.comb(n + 2, 2) * 3 <= 2_500_000) == (method == "exact")
        found = law_test([n - 600, 300, 300], [0.5, 0.25, 0.25], alpha=0.05, rng=np.random.default_rng(1), draws=9)
        assert found.method == method
