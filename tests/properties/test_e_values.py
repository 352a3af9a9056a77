"""The mixture of likelihood ratios: a martingale by enumeration, rejected no more often than promised, and of use."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import numpy as np
import pytest
from scipy import stats

from dpassay.properties.e_values import PARTS, ROUNDING, MixtureRatio, log_mean
from dpassay.properties.joint_statistics import Direction
from dpassay.properties.joint_test import Laws
from tests.properties.fit_cases import count_vectors

FAIR = [[0.3, 0.7], [0.2, 0.3, 0.5]]


def laws_of(*probabilities: object) -> Laws:
    masses = tuple(np.array(law) for law in probabilities)
    rising = tuple(np.arange(len(law), dtype=float) for law in masses)
    return Laws(masses, (Direction("loss", rising), Direction("location", rising, is_common=False)))


LAWS = laws_of(*FAIR)


def mixture(counts: tuple[tuple[int, ...], ...], of: MixtureRatio) -> np.ndarray:
    return np.exp(of.log_parts([np.array([row]) for row in counts])[0])


def test_each_part_is_a_martingale() -> None:
    """After any counts, and one more answer on either input, the mean over the answer is what it was."""
    of = MixtureRatio(LAWS)
    assert mixture(((0, 0), (0, 0, 0)), of) == pytest.approx([1 / 2, 1 / 6, 1 / 6, 1 / 6], rel=1e-12)
    for counts in product(count_vectors(4, 2), count_vectors(3, 3)):
        before = mixture(counts, of)
        for place, law in enumerate(FAIR):
            after = np.zeros(len(PARTS))
            for answer, probability in enumerate(law):
                more = [list(row) for row in counts]
                more[place][answer] += 1
                after += probability * mixture(tuple(map(tuple, more)), of)
            assert after == pytest.approx(before, rel=1e-9)


def ever(value: Callable[[np.ndarray], np.ndarray], level: float, most: int) -> float:
    """The probability, under the first of the fair laws, that a function of the counts ever reaches 1 / level."""
    law, reached = FAIR[0][0], 0.0
    alive = np.array([1.0])  # the probability of so many answers in the first cell, without having reached it
    for n in range(1, most + 1):
        alive = np.append(alive * (1 - law), 0.0) + np.insert(alive * law, 0, 0.0)
        counts = np.column_stack([np.arange(n + 1), n - np.arange(n + 1)])
        over = value(counts) >= np.log(1 / level)
        reached += float(alive[over].sum())
        alive[over] = 0.0
    assert reached + alive.sum() == pytest.approx(1)
    return reached


@pytest.mark.parametrize("level", [0.2, 0.05, 0.01])
def test_it_is_ever_reached_as_rarely_as_promised(level: float) -> None:
    """Exactly, for whoever looks after each of 300 answers."""
    of = MixtureRatio(laws_of(FAIR[0]))
    assert level / 50 < ever(lambda counts: of.log_values([counts]), level, 300) <= level


def test_what_looks_again_and_again_with_a_fixed_test_fails_the_same_check() -> None:
    """The exact binomial test of level .05 after each answer; and the best likelihood, as if it had been fixed."""

    def binomial(counts: np.ndarray) -> np.ndarray:
        n = int(counts[0].sum())
        tails = np.minimum(stats.binom.cdf(counts[:, 0], n, 0.3), stats.binom.sf(counts[:, 0] - 1, n, 0.3))
        return -np.log(2 * np.maximum(tails, 1e-300))

    def best(counts: np.ndarray) -> np.ndarray:
        n = int(counts[0].sum())
        return stats.binom.logpmf(counts[:, 0], n, counts[:, 0] / n) - stats.binom.logpmf(counts[:, 0], n, 0.3)

    for wrong in (binomial, best):
        assert ever(wrong, 0.05, 300) > 0.1


def laplace(scale: float = 1.0, cells: int = 60) -> np.ndarray:
    edges = stats.laplace.ppf(np.arange(1, cells) / cells)
    return np.diff(stats.laplace.cdf(edges, scale=scale), prepend=0, append=1)


def laplace_laws() -> Laws:
    law, less = laplace(), laplace(0.95)
    score = 2 * (less - law) / (less + law)
    return Laws((law, law), (Direction("loss", (score, score)),))


def spiked() -> np.ndarray:
    law = 0.97 * laplace()
    law[11] += 0.03
    return law


@pytest.mark.statistical
@pytest.mark.parametrize(
    ("n", "changed", "part"),
    [
        (7_000, (laplace(0.95), laplace(0.95)), "common"),
        (7_000, (laplace(1.06), laplace(1.06)), "common"),
        (2_000, (spiked(), spiked()), "sets"),
        (2_500, (laplace(), spiked()), "sets"),
        (3_000, (np.roll(laplace(1.2), 1), laplace()), "shapes"),
        (3_000, (np.array([1.5, 0.5] * 30) / 60, laplace()), "cells"),
    ],
)
def test_faults_of_many_shapes_are_found(n: int, changed: tuple[np.ndarray, np.ndarray], part: str) -> None:
    """Of 20 runs at level .01 all but one; the part that is named is enough by itself."""
    rng = np.random.default_rng(2)
    parts = MixtureRatio(laplace_laws()).log_parts([rng.multinomial(n, law, size=20) for law in changed])
    threshold = np.log(1 / 0.01) + ROUNDING
    assert (log_mean(parts) + np.log(4) >= threshold).sum() >= 19
    assert (parts[:, PARTS.index(part)] >= threshold).sum() >= 17


@pytest.mark.statistical
def test_correct_answers_are_rarely_flagged() -> None:
    """200 runs with 12 looks each; more than 22 (10) are flagged at .05 (.01) once in 1e4."""
    rng, law = np.random.default_rng(3), laplace()
    of, counts, largest = (
        MixtureRatio(laplace_laws()),
        [np.zeros((200, 60), dtype=int) for _ in range(2)],
        np.zeros(200),
    )
    for look in range(12):
        counts = [total + rng.multinomial(20 * 2**look, law, size=200) for total in counts]
        largest = np.maximum(largest, of.log_values(counts))
    for level in (0.05, 0.01):
        assert (largest >= np.log(1 / level)).sum() <= stats.binom.isf(1e-4, 200, level)


def test_an_answer_that_its_law_cannot_give_is_certain() -> None:
    of = MixtureRatio(Laws((np.array([0.5, 0.5, 0.0]), np.array([0.0, 1.0]))))
    counts = [np.array([[3, 4, 0, 0], [3, 3, 1, 0], [3, 3, 0, 1], [3, 4, 0, 0]]), np.array([[0, 7]] * 3 + [[1, 6]])]
    assert np.isinf(of.log_values(counts)).tolist() == [False, True, True, True]


def test_one_outcome_shows_nothing() -> None:
    of = MixtureRatio(Laws((np.array([1.0]), np.array([0.0, 1.0]))))
    assert of.log_values([np.array([[5]]), np.array([[0, 3]])]) == pytest.approx([0.0])
    assert np.isinf(of.log_values([np.array([[5]]), np.array([[1, 3]])]))


@pytest.mark.parametrize("cells", [2, 300, 2_000])
def test_many_answers_are_no_more_than_doubles_hold(cells: int) -> None:
    law = np.random.default_rng(4).dirichlet(np.full(cells, 0.2)) + 1e-12
    of = MixtureRatio(laws_of(law / law.sum()))
    counts = np.random.default_rng(5).multinomial(10**8, law / law.sum(), size=2)
    found = of.log_values([counts])
    assert np.isfinite(found).all()
    assert (found < np.log(1e3)).all()
