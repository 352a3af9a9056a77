"""The test of several inputs together: its level by enumeration, its edges, and what it must reject."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np
import pytest
from scipy import stats

from dpassay.properties import joint_statistics
from dpassay.properties.joint_statistics import Direction, JointStatistics
from dpassay.properties.joint_test import Laws, default_draws, joint_test
from tests.properties.fit_cases import count_vectors

Outcomes = list[tuple[float, float]]

PAIRS: list[tuple[list[list[float]], list[int]]] = [
    ([[0.3, 0.7], [0.7, 0.3]], [4, 3]),
    ([[0.2, 0.3, 0.5], [0.5, 0.3, 0.2]], [3, 2]),
    ([[0.01, 0.99], [1 / 3, 1 / 3, 1 / 3]], [5, 2]),
    ([[0.1, 0.2, 0.3, 0.4]], [4]),
]


def generator(seed: int = 1) -> np.random.Generator:
    return np.random.default_rng(seed)


def laws_of(probabilities: list[list[float]]) -> Laws:
    """Laws with two directions: scores that rise and that fall, and a score of the first cell."""
    rising = tuple(np.arange(len(law), dtype=float) * (-1) ** place for place, law in enumerate(probabilities))
    first = tuple(np.eye(len(law))[0] for law in probabilities)
    directions = (Direction("loss", rising), Direction("location", first, is_common=False))
    return Laws(tuple(np.array(law) for law in probabilities), directions)


def every(probabilities: list[list[float]], sizes: list[int]) -> Iterator[tuple[list[list[int]], float]]:
    """All counts on all inputs, and their probability."""
    each = zip(probabilities, sizes, strict=True)
    for counts in product(*(list(count_vectors(n, len(law))) for law, n in each)):
        rows = zip(counts, probabilities, sizes, strict=True)
        yield (
            [list(row) for row in counts],
            float(np.prod([stats.multinomial.pmf(row, n, law) for row, law, n in rows])),
        )


def assert_valid(outcomes: Outcomes) -> None:
    """Check P(p <= a) <= a for all a, from (p-value, probability) of every outcome."""
    assert sum(weight for _, weight in outcomes) == pytest.approx(1)
    for level in {p for p, _ in outcomes}:
        assert sum(weight for p, weight in outcomes if p <= level) <= level * (1 + 1e-7)


@pytest.mark.parametrize(("probabilities", "sizes"), PAIRS)
def test_the_level_of_the_enumerated_test(probabilities: list[list[float]], sizes: list[int]) -> None:
    laws, outcomes = laws_of(probabilities), []
    for counts, weight in every(probabilities, sizes):
        found = joint_test(counts, laws, alpha=0.05, rng=generator())
        assert (found.method, found.samples) == ("exact", tuple(sizes))
        outcomes.append((found.p_value, weight))
    assert_valid(outcomes)
    assert min(p for p, _ in outcomes) < 0.02  # valid and useless would be easy


def simulated_outcomes(monkeypatch: pytest.MonkeyPatch, draws: int) -> Outcomes:
    """The p-values of the simulated test, for all counts that may be observed and all that may be drawn."""
    probabilities, sizes = [[0.3, 0.7], [0.6, 0.4]], [2, 1]
    laws, outcomes = laws_of(probabilities), []
    monkeypatch.setattr("dpassay.properties.joint_test.EXACT_ENTRIES", 0)
    vectors = list(every(probabilities, sizes))
    for chosen in product(vectors, repeat=draws):

        def drawn(of: JointStatistics, _draws: int, _rng: Any, chosen: Any = chosen) -> np.ndarray:
            counts = [np.array([row[place] for row, _ in chosen]) for place in range(2)]
            return of.values(of.pooled(counts))

        monkeypatch.setattr(joint_statistics, "simulated_statistics", drawn)
        likely = float(np.prod([weight for _, weight in chosen]))
        for counts, weight in vectors:
            found = joint_test(counts, laws, alpha=0.05, rng=generator(), draws=draws)
            assert (found.method, found.draws) == ("simulated", draws)
            outcomes.append((found.p_value, weight * likely))
    return outcomes


def test_the_level_of_the_simulated_test(monkeypatch: pytest.MonkeyPatch) -> None:
    """The whole of it, with the binomial tails; p is at least 1 / 3 / .9, and is at most this as often as it may."""
    outcomes = simulated_outcomes(monkeypatch, 2)
    assert_valid(outcomes)
    least = min(p for p, _ in outcomes)
    assert least == pytest.approx(1 / 3 / 0.9)
    assert sum(weight for p, weight in outcomes if p <= least) > 0.1


def test_a_test_without_the_plus_one_fails_the_same_check(monkeypatch: pytest.MonkeyPatch) -> None:
    outcomes = [(max(0.0, p * 0.9 * 3 - 1) / 2, weight) for p, weight in simulated_outcomes(monkeypatch, 2)]
    with pytest.raises(AssertionError):
        assert_valid(outcomes)


def laplace(scale: float = 1.0, shift: float = 0.0, cells: int = 60) -> np.ndarray:
    """The probabilities, for a scale and a shift, of cells that have equal ones at scale 1."""
    edges = stats.laplace.ppf(np.arange(1, cells) / cells)
    return np.diff(stats.laplace.cdf(edges, loc=shift, scale=scale), prepend=0, append=1)


def laplace_laws() -> Laws:
    law, less, moved = laplace(), laplace(scale=0.95), laplace(shift=0.05)
    loss, shift = (2 * (other - law) / (other + law) for other in (less, moved))
    return Laws((law, law), (Direction("loss", (loss, loss)), Direction("location", (shift, shift), is_common=False)))


@pytest.mark.statistical
@pytest.mark.parametrize(
    ("n", "changed", "statistic"),
    [
        (172, (laplace(0.8), laplace(0.8)), "loss"),
        (3_400, (laplace(0.95), laplace(0.95)), "loss"),
        (3_400, (laplace(1.06), laplace(1.06)), "loss"),
        (3_000, (laplace(shift=0.08), laplace(shift=-0.08)), ""),
        (3_000, (laplace(shift=0.1), laplace()), ""),
    ],
)
def test_twice_the_limit_is_enough(n: int, changed: tuple[np.ndarray, np.ndarray], statistic: str) -> None:
    """At level .05 and power .9; of 40 runs 28 or less reject once in 1e4. The limits are 86 and 1,700."""
    laws, rng = laplace_laws(), generator(3)
    tests = [
        joint_test([rng.multinomial(n, law) for law in changed], laws, alpha=0.05, rng=rng, draws=499)
        for _ in range(40)
    ]
    assert sum(test.rejected for test in tests) > 28
    assert not statistic or sum(test.statistic == statistic for test in tests) > 15


@pytest.mark.statistical
def test_correct_answers_are_rejected_no_more_often_than_promised() -> None:
    """200 runs; more than 22 (10) are rejected at .05 (.01) once in 1e4, fixed seeds."""
    laws, rng = laplace_laws(), generator(4)
    found = [
        joint_test([rng.multinomial(500, law) for law in laws.probabilities], laws, alpha=0.05, rng=rng, draws=199)
        for _ in range(200)
    ]
    for level in (0.05, 0.01):
        assert sum(test.p_value <= level for test in found) <= stats.binom.isf(1e-4, 200, level)
    assert sum(test.p_value <= 0.2 for test in found) > 14


def test_p_values_reach_below_the_simulation() -> None:
    rng = generator(5)
    counts = [rng.multinomial(100_000, law) for law in (laplace(), laplace(0.8))]
    found = joint_test(counts, laplace_laws(), alpha=0.05, rng=rng, draws=99)
    assert (found.statistic, found.worst_input) == ("binomial tail", 1)
    assert found.p_value < 1e-100


def test_an_answer_that_its_law_cannot_give_is_certain() -> None:
    laws = Laws((np.array([0.5, 0.5]), np.array([0.5, 0.0, 0.5])))
    for counts, outside, cell in (([[5, 5], [5, 1, 5]], [0, 0], 1), ([[5, 5], [5, 0, 5]], [0, 2], -1)):
        found = joint_test(counts, laws, alpha=1e-9, rng=generator(), outside=outside)
        assert (found.p_value, found.method, found.rejected, found.worst_input) == (0.0, "support", True, 1)
        assert (found.worst[1].cell, found.worst[1].expected) == (cell, 0.0)
        assert found.samples == (10, 11 if cell == 1 else 12)


def test_an_input_that_shows_nothing_is_left_out() -> None:
    whole = Laws((np.array([0.25, 0.75]), np.array([0.0, 1.0])))
    alone = Laws((np.array([0.25, 0.75]),))
    found = joint_test([[9, 3], [0, 7]], whole, alpha=0.05, rng=generator())
    assert found.p_value == joint_test([[9, 3]], alone, alpha=0.05, rng=generator()).p_value
    assert (found.worst[1].cell, found.worst_input) == (None, 0)
    nothing = joint_test([[0, 0], [0, 7]], whole, alpha=0.05, rng=generator())
    assert (nothing.p_value, nothing.method, nothing.rejected) == (1.0, "trivial", False)


def test_the_same_seed_gives_the_same_outcome() -> None:
    counts = [generator(place).multinomial(900, laplace()) for place in (7, 8)]
    first, second = (joint_test(counts, laplace_laws(), alpha=0.05, rng=generator(9), draws=199) for _ in range(2))
    assert first == second


def test_the_number_of_draws_looks_at_sizes_only() -> None:
    assert [default_draws(groups) for groups in (2, 512, 1_024, 2_048, 10**6)] == [9_999, 9_999, 4_999, 2_499, 1_999]
    counts = [generator(place).multinomial(900, laplace()) for place in (7, 8)]
    assert joint_test(counts, laplace_laws(), alpha=0.05, rng=generator()).draws == default_draws(120)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"counts": [[1, 2]]}, "counts of the lengths"),
        ({"counts": [[1, 2], [1.5, 2]]}, "counts = "),
        ({"alpha": 0}, "alpha = 0: expected"),
        ({"outside": [0, -1]}, "outside = -1: expected"),
        ({"draws": 0, "counts": [[900, 900], [900, 900]]}, "draws = 0: expected"),
        ({"rng": 3}, "rng = 3: expected"),
    ],
)
def test_wrong_arguments_are_told(changed: dict[str, Any], message: str) -> None:
    given: dict[str, Any] = {"counts": [[1, 2], [2, 1]], "alpha": 0.05, "rng": generator()} | changed
    laws = Laws((np.array([0.5, 0.5]), np.array([0.5, 0.5])))
    with pytest.raises(ValueError, match=message):
        joint_test(given.pop("counts"), laws, **given)


@pytest.mark.parametrize("scores", [(np.ones(2),), (np.ones(2), np.ones(3)), (np.ones(2), np.array([1.0, np.nan]))])
def test_scores_are_finite_numbers_for_each_cell(scores: tuple[np.ndarray, ...]) -> None:
    with pytest.raises(ValueError, match="scores of loss: expected finite numbers"):
        Laws((np.array([0.5, 0.5]), np.array([0.5, 0.5])), (Direction("loss", scores),))


MANY = 1_000


def hidden_in_odd_cells(*, ordered: bool) -> tuple[Laws, np.ndarray]:
    """A uniform law of many cells, and one where each second cell has a third less than the other."""
    law, sign = np.full(MANY, 1 / MANY), np.where(np.arange(MANY) % 2, -1.0, 1.0)
    orders = (np.argsort(sign, kind="stable"),) if ordered else ()
    return Laws((law,), (Direction("loss", (sign,)),), orders), law * (1 + sign / 5)


@pytest.mark.statistical  # alpha = 0.05 in each of 20 seeded repetitions
def test_what_neighbors_hide_is_seen_where_those_that_say_the_same_are_joined() -> None:
    """An excess of 0.2 in half of the cells: 400 answers are 4 standard deviations of the score."""
    rejected = {True: 0, False: 0}
    for ordered in rejected:
        laws, changed = hidden_in_odd_cells(ordered=ordered)
        for seed in range(20):
            counts = [generator(seed).multinomial(400, changed)]
            rejected[ordered] += joint_test(counts, laws, alpha=0.05, rng=generator(seed), draws=199).rejected
    assert rejected[True] >= 17
    assert rejected[False] <= 6


@pytest.mark.statistical  # each p-value of 200 runs at most 0.05 with probability at most 0.05: above 22 once in 1,000
def test_an_order_of_cells_keeps_the_level() -> None:
    laws, _ = hidden_in_odd_cells(ordered=True)
    counts = [[generator(100 + seed).multinomial(400, laws.probabilities[0])] for seed in range(200)]
    found = [joint_test(each, laws, alpha=0.05, rng=generator(s), draws=99).rejected for s, each in enumerate(counts)]
    assert sum(found) <= 22


@pytest.mark.parametrize("orders", [(np.array([0, 0]),), (np.arange(3),), (np.arange(2), np.arange(2))])
def test_an_order_has_each_cell_once(orders: tuple[np.ndarray, ...]) -> None:
    with pytest.raises(ValueError, match=r"orders of . inputs: expected the places of all cells of 1"):
        Laws((np.array([0.5, 0.5]),), (), orders)
