"""The weights over hypotheses and the two baselines, against posteriors in fractions."""

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from dpassay.fast.distribution_learners import BayesLearner, LogWeights, RandomizedResponseLearner
from tests.fast.helpers import BUDGET, NOT_INTEGER, counts_p_value, expect_error, generator

ALPHA = 1e-6
ROWS = [
    [Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)],
    [Fraction(0), Fraction(1, 2), Fraction(1, 2)],
    [Fraction(1, 5), Fraction(1, 5), Fraction(3, 5)],
]
TABLE = np.array(ROWS, float)
TOLD = [1, 2, 2, 1, 0, 2, 2]
LEARNER: dict[str, Any] = {"hypotheses": 3, "labels": 3, "epsilon": 1.0}


def predictions(likelihood: Any) -> list[list[float]]:
    """Before each of the labels that were told and after the last: the posterior mean, in fractions."""
    weights = [Fraction(1)] * 3
    means = []
    for told in [*TOLD, None]:
        total = sum(weights)
        columns = zip(*ROWS, strict=True)
        means.append([float(sum(w * m for w, m in zip(weights, c, strict=True)) / total) for c in columns])
        if told is not None:
            weights = [w * likelihood(row, told) for w, row in zip(weights, ROWS, strict=True)]
    return means


def played(learner: Any) -> list[Any]:
    means = []
    for told in TOLD:
        means.append(learner.predict([TABLE[:1], TABLE[1:]]))
        learner.update(TABLE[:, told])
    return [*means, learner.predict(TABLE)]


def by_the_source(row: list[Fraction], told: int, exp_eps: Fraction) -> Fraction:
    """1 - eta for the true label, eta spread over the others."""
    eta = 1 / (exp_eps / (len(row) - 1) + 1)
    return (1 - eta) * row[told] + eta / (len(row) - 1) * (1 - row[told])


def test_bayes() -> None:
    expected = predictions(lambda row, told: row[told])
    np.testing.assert_allclose(played(BayesLearner(3)), expected, rtol=1e-13)
    assert np.abs(np.array(expected[1]) - expected[-1]).max() > 0.01


def test_log_loss_is_the_logarithm_of_the_mean_likelihood() -> None:
    """Which is why the regret is at most log K."""
    means = predictions(lambda row, told: row[told])
    loss = -sum(math.log(mean[told]) for mean, told in zip(means, TOLD, strict=False))
    likelihoods = [math.prod(row[told] for told in TOLD) for row in ROWS]
    assert loss == pytest.approx(-math.log(sum(likelihoods) / 3), rel=1e-13)
    assert loss <= -math.log(max(likelihoods)) + math.log(3)


@pytest.mark.parametrize("exp_eps", [Fraction(11, 10), Fraction(3), Fraction(1000)])
def test_randomized_response(exp_eps: Fraction) -> None:
    learner = RandomizedResponseLearner(3, 3, exp_eps=exp_eps)
    assert learner.contrast == pytest.approx(float((exp_eps - 1) / (exp_eps + 2)), rel=1e-13)
    np.testing.assert_allclose(
        played(learner), predictions(lambda row, told: by_the_source(row, told, exp_eps)), rtol=1e-12
    )
    wrong = predictions(lambda row, told: by_the_source(row, told, exp_eps + 1))
    assert np.abs(np.array(wrong) - played(RandomizedResponseLearner(3, 3, exp_eps=exp_eps))).max() > 1e-9


@pytest.mark.statistical
def test_answers() -> None:
    """alpha = 1e-6; against another label, too."""
    learner, rng = RandomizedResponseLearner(3, 3, exp_eps=3), generator(1)
    answers = [learner.answer(2, rng) for _ in range(5000)]
    law = [float(by_the_source([Fraction(0), Fraction(0), Fraction(1)], told, Fraction(3))) for told in range(3)]
    assert counts_p_value(answers, law) > ALPHA
    assert counts_p_value(answers, law[::-1]) < ALPHA


def test_an_impossible_label_is_an_error_or_ends_a_hypothesis() -> None:
    learner = BayesLearner(2)
    learner.update(np.array([0.5, 0.0]))
    assert learner.weights.normalized().tolist() == [1, 0]
    expect_error(learner.update, {"column": np.array([0.0, 1.0])}, "column")
    assert learner.weights.normalized().tolist() == [1, 0]
    learner.update(np.array([1e-300, 1.0]))
    assert learner.weights.normalized().tolist() == [1, 0]


def test_weights() -> None:
    weights = LogWeights(4)
    assert weights.normalized().tolist() == [0.25] * 4
    weights.add_at(np.array([1, 1, 3]), np.log([2.0, 3.0, 4.0]))
    np.testing.assert_allclose(weights.normalized(), np.array([1, 6, 1, 4]) / 12, rtol=1e-14)
    weights.add(np.array([5000.0, 0, 0, -5000]))
    assert weights.normalized().tolist() == [1, 0, 0, 0]
    with pytest.raises(ValueError, match="read-only"):
        weights.normalized()[0] = 1


@pytest.mark.parametrize(
    "column",
    [
        np.ones(2),
        np.ones((3, 1)),
        np.array([0.5, math.nan, 0]),
        np.array([-0.1, 0, 1]),
        np.array([0, 0, 1.1]),
        [0, 0, 1],
    ],
)
def test_bad_columns(column: Any) -> None:
    for learner in (BayesLearner(3), RandomizedResponseLearner(**LEARNER)):
        expect_error(learner.update, {"column": column}, "column")


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        *BUDGET,
        *[("hypotheses", {"hypotheses": count}) for count in (0, -1, *NOT_INTEGER)],
        *[("labels", {"labels": count}) for count in (1, 0, *NOT_INTEGER)],
    ],
)
def test_bad_learners(name: str, changes: dict[str, Any]) -> None:
    expect_error(RandomizedResponseLearner, LEARNER | changes, name)


def test_bad_tables_and_answers() -> None:
    for table in (TABLE[:2], [TABLE, TABLE], []):
        with pytest.raises(ValueError, match="expected"):
            BayesLearner(3).predict(table)
    learner = RandomizedResponseLearner(**LEARNER)
    for label in (-1, 3, 1.0):
        expect_error(learner.answer, {"label": label, "rng": generator()}, "data")
