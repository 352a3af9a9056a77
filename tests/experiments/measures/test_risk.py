"""Games of distribution learning: round by round as in other rooms, and the exact risk of two rounds."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from dpassay.analysis.distribution_game import OPEN, Fixed
from dpassay.analysis.distribution_learners import BAYES, RandomizedResponseLearner, randomized_response_users
from dpassay.analysis.game_risk import kl_risk
from dpassay.analysis.two_round_risk import exp3_risk, tuning_of, wma_risk
from dpassay.exact import as_real
from dpassay.experiments.ldp_risk import measured
from dpassay.experiments.measures import natures, risk
from dpassay.experiments.measures.natures import NATURES, Floats, Laws, Rounds
from dpassay.experiments.measures.risk import DELTA, LEARNERS, Learner, Settings, divergences, normalized, play
from dpassay.experiments.measures.risk_bounds import (
    trivial_bound,
)
from dpassay.fast import private_exp3 as fast_exp3
from dpassay.fast import private_wma as fast_wma
from dpassay.fast.distribution_learners import BayesLearner
from dpassay.fast.distribution_learners import RandomizedResponseLearner as FastRandomizedResponse
from dpassay.fast.label_clipping import clipping
from dpassay.reference import private_exp3, private_wma

SETTINGS = Settings("hadamard", "private-exp3", "corrected", Fraction(1), 200, 8, 0, 0)


class Recording:
    """A learner, and all that it hears."""

    def __init__(self, learner: Learner) -> None:
        self.learner = learner
        self.blocks: list[Rounds] = []
        self.logs: list[Floats] = []

    def heard(self, rounds: Rounds, rng: np.random.Generator) -> Floats:
        """Keep what is heard."""
        self.blocks.append(rounds)
        self.logs.append(self.learner.heard(rounds, rng))
        return self.logs[-1].copy()

    def predicted(self, mixed: Floats) -> Floats:
        """Predict as the learner does."""
        return self.learner.predicted(mixed)

    def rounds(self, laws: Laws) -> Iterator[tuple[Floats, Floats, int, Floats]]:
        """The table, the true law, the label and what was heard of each round."""
        for block, logs in zip(self.blocks, self.logs, strict=True):
            for t, label in enumerate(block.labels.tolist()):
                table = laws.table if block.orders is None else laws.table[block.orders[t]]
                yield table, laws.table[block.truths[t]], label, logs[t]


class Stepwise:
    """The learners of `dpassay.fast`, round by round: they are told what was heard, as reports."""

    def __init__(self, settings: Settings, laws: Laws) -> None:
        self.scheme, self.labels = settings.scheme, laws.labels
        self.learner: Any
        if self.scheme is not None:
            self.clipping = clipping(laws.table, rounds=settings.rounds, calibration=settings.calibration)
            wma = settings.learner == "private-wma"
            self.learner = (fast_wma.PrivateWMA if wma else fast_exp3.PrivateExp3)(self.scheme)
        elif settings.learner == "randomized-response":
            self.learner = FastRandomizedResponse(laws.hypotheses, laws.labels, epsilon=settings.epsilon)
        else:
            self.learner = BayesLearner(laws.hypotheses)
        self.name = settings.learner

    def predict(self, table: Floats) -> Floats:
        predicted: Floats = self.learner.predict(*((table,) if self.scheme is None else (table, self.clipping)))
        return predicted

    def update(self, table: Floats, label: int, logs: Floats) -> None:
        if self.name == "bayes":
            self.learner.update(table[:, label])
        elif self.name == "randomized-response":
            told = np.abs(np.log(self.learner.likelihoods(table)) - logs[:, None]).max(axis=0).argmin()
            self.learner.update(table[:, told])
        elif self.scheme is not None:
            values = logs / (self.scheme.learning_rate * self.scheme.loss_scale)
            reports = values - math.log(self.labels) + self.scheme.loss_shift
            if self.name == "private-wma":
                self.learner.update(reports, self.labels)
            else:
                (chosen,) = np.flatnonzero(logs)
                self.learner.update(np.array([[chosen, reports[chosen]]]), self.labels)


@pytest.mark.parametrize("calibration", ["corrected", "printed"])
@pytest.mark.parametrize("nature", NATURES)
@pytest.mark.parametrize("learner", LEARNERS)
def test_risks_are_those_of_the_learners_round_by_round(
    nature: str, learner: str, calibration: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(natures, "BLOCK", 100)  # blocks of 12 or 25 rounds
    monkeypatch.setattr(natures, "MANY_LABELS", 16)
    settings = Settings(nature, learner, calibration, Fraction(30), 40, 4, 0, 0)
    laws = settings.laws()
    recording = Recording(settings.learner_of(laws))
    nature_rng, rng = (np.random.default_rng(seed) for seed in (1, 2))
    outcome = play(laws, 1, recording, rounds=40, nature_rng=nature_rng, rng=rng)
    stepwise, kl, tv = Stepwise(settings, laws), 0.0, 0.0
    for table, law, label, logs in recording.rounds(laws):
        predicted = stepwise.predict(table)
        assert predicted.sum() == pytest.approx(1)
        kl += sum(float(p) * math.log(p / q) for p, q in zip(law, predicted, strict=True) if p > 0)
        tv += float(np.abs(law - predicted).sum()) / 2 / 40
        stepwise.update(table, label, logs)
    assert outcome.kl_risk == pytest.approx(kl, rel=1e-9, abs=1e-12)
    assert outcome.tv_risk == pytest.approx(tv, rel=1e-9, abs=1e-12)
    assert outcome.truth_weight == pytest.approx(float(stepwise.learner.weights.normalized()[1]), rel=1e-9)
    if learner != "uniform":
        assert outcome.truth_weight != pytest.approx(1 / 4, rel=1e-3)


@pytest.mark.parametrize("learner", ["private-wma", "private-exp3"])
def test_private_learners_hear_the_likelihoods_of_their_own_round(learner: str) -> None:
    """With hardly any noise, and labels that are hardly ever clipped to others: each order has its own numbers."""
    settings = Settings("dirichlet", learner, "corrected", Fraction(10**7), 10**6, 6, 0, 0)
    laws, constants = settings.laws(), settings.scheme
    assert constants is not None
    block = next(natures.rounds_of(laws, 2, 50, np.random.default_rng(1)))
    heard = settings.learner_of(laws).heard(block, np.random.default_rng(2))
    shares = clipping(laws.table, rounds=10**6)
    assert block.orders is not None
    for t, label in enumerate(block.labels.tolist()):
        likelihoods = [laws.table[law, label] / shares.sizes[label] for law in block.orders[t]]
        factors = [
            constants.learning_rate * constants.loss_scale * (math.log(p * laws.labels) - constants.loss_shift)
            for p in likelihoods
        ]
        known = np.flatnonzero(heard[t])
        assert len(known) == (6 if learner == "private-wma" else 1)
        assert heard[t][known] == pytest.approx(np.array(factors)[known], rel=0.02, abs=1e-5)


THREE = "1/2,1/2,0;1/4,1/4,1/2;0,1/4,3/4"
TWO = "1/2,1/2,0;0,1/4,3/4"
BUDGET = 20


def rows_of(text: str) -> list[list[Fraction]]:
    return [[Fraction(entry) for entry in row.split(",")] for row in text.split(";")]


def laws_of(text: str) -> Laws:
    return Laws(np.array(rows_of(text), np.float64), np.ones(3, np.int64))


def reordered(text: str, order: list[int]) -> str:
    rows = text.split(";")
    return ";".join(rows[law] for law in order)


def mean_of_two_rounds(learner: Learner, laws: Laws, truth: int, order: list[int], games: int) -> tuple[float, float]:
    """The mean KL-risk of many games of two rounds, the second with the laws in an order, and 5 standard errors."""
    rng = np.random.default_rng(7)
    labels = rng.choice(laws.labels, size=games, p=laws.masses[truth])
    first = Rounds(None, np.full(games, truth), labels)
    second = Rounds(np.tile(order, (games, 1)), np.full(games, order[truth]), labels)
    before = np.full((games, laws.hypotheses), 1 / laws.hypotheses)
    after = normalized(learner.heard(first, rng))
    risks = divergences(laws, first, learner, before)[0] + divergences(laws, second, learner, after)[0]
    return float(risks.mean()), 5 * float(risks.std()) / math.sqrt(games)


def exact(value: Any) -> float:
    low, high = as_real(value).bounds(40)
    assert high - low < Fraction(1, 10**10)
    return float(low)


def exact_exp3(truth: int, order: list[int], calibration: str) -> float:
    first, second = (
        private_exp3.Parameters.read(epsilon=BUDGET, hypotheses=text, rounds=2, calibration=calibration)
        for text in (THREE, reordered(THREE, order))
    )
    return exact(exp3_risk(first, second, truth, tuning_of(private_exp3, first)))


def exact_wma(truth: int, order: list[int], calibration: str, budget: int = BUDGET) -> float:
    first, second = (
        private_wma.Parameters.read(
            epsilon=budget, delta="0.000001", hypotheses=text, rounds=2, calibration=calibration
        )
        for text in (TWO, reordered(TWO, order))
    )
    return exact(wma_risk(first, second, truth, tuning_of(private_wma, first)))


@pytest.mark.statistical
@pytest.mark.parametrize("calibration", ["corrected", "printed"])
@pytest.mark.parametrize("truth", [0, 1, 2])
def test_exp3_has_the_exact_risk_of_two_rounds(truth: int, calibration: str) -> None:
    """Within 5 standard errors: alpha = 6e-7 each, with a fixed seed. Another order would be found out.

    So would be the other calibration, for the truth at which it matters most.
    """
    constants = fast_exp3.scheme(hypotheses=3, rounds=2, epsilon=BUDGET, calibration=calibration)
    laws, order = laws_of(THREE), [2, 0, 1]
    mean, error = mean_of_two_rounds(risk.PrivateExp3(laws, constants), laws, truth, order, 100_000)
    assert abs(mean - exact_exp3(truth, order, calibration)) < error
    assert abs(mean - exact_exp3(truth, [1, 2, 0], calibration)) > error
    other = "printed" if calibration == "corrected" else "corrected"
    assert truth != 2 or abs(mean - exact_exp3(truth, order, other)) > error


@pytest.mark.statistical
@pytest.mark.parametrize("calibration", ["corrected", "printed"])
@pytest.mark.parametrize("truth", [0, 1])
def test_wma_has_the_exact_risk_of_two_rounds(truth: int, calibration: str) -> None:
    """Within 5 standard errors: alpha = 6e-7 each, with a fixed seed. Another order or budget would be found out."""
    constants = fast_wma.scheme(hypotheses=2, rounds=2, epsilon=BUDGET, delta=DELTA, calibration=calibration)
    laws, order = laws_of(TWO), [1, 0]
    mean, error = mean_of_two_rounds(risk.PrivateWMA(laws, constants), laws, truth, order, 100_000)
    assert abs(mean - exact_wma(truth, order, calibration)) < error
    assert abs(mean - exact_wma(truth, [0, 1], calibration)) > error
    assert abs(mean - exact_wma(truth, order, calibration, 4 * BUDGET)) > error


@pytest.mark.statistical
@pytest.mark.parametrize("truth", [0, 1, 2])
@pytest.mark.parametrize("private", [False, True])
def test_the_bayes_learners_have_the_exact_risk_of_two_rounds(truth: int, private: bool) -> None:
    """Within 5 standard errors: alpha = 6e-7 each, with a fixed seed. The other learner would be found out."""
    laws, order, budget = laws_of(THREE), [1, 0, 2], Fraction(math.log(3))
    learner: Learner = risk.RandomizedResponse(laws, budget) if private else risk.Bayes(laws)
    game = Fixed(truth, (rows_of(THREE), rows_of(reordered(THREE, order))))  # type: ignore[arg-type]
    with_privacy = exact(kl_risk(game, randomized_response_users(3, 3), RandomizedResponseLearner(Fraction(3))))  # type: ignore[arg-type]
    without = exact(kl_risk(game, OPEN, BAYES))
    right, wrong = (with_privacy, without) if private else (without, with_privacy)
    mean, error = mean_of_two_rounds(learner, laws, truth, order, 100_000)
    assert abs(mean - right) < error < abs(mean - wrong)


@pytest.mark.statistical
def test_whole_games_have_the_exact_risk_of_two_rounds() -> None:
    """Within 5 standard errors: alpha = 6e-7, with a fixed seed. Another truth would be found out."""
    laws, rng = laws_of(THREE), np.random.default_rng(5)
    learner = risk.PrivateExp3(laws, fast_exp3.scheme(hypotheses=3, rounds=2, epsilon=BUDGET))
    risks = np.array([play(laws, 0, learner, rounds=2, nature_rng=rng, rng=rng).kl_risk for _ in range(2000)])
    error = 5 * risks.std() / math.sqrt(len(risks))
    right, wrong = (exact_exp3(truth, [0, 1, 2], "corrected") for truth in (0, 1))
    assert abs(risks.mean() - right) < error < abs(risks.mean() - wrong)


def test_the_mean_of_the_class_never_loses_more_than_the_trivial_bound() -> None:
    for nature in NATURES:
        row = measured(replace(SETTINGS, nature=nature, learner="uniform"))
        assert float(row["kl_risk"]) <= trivial_bound(200, 8) * (1 + 1e-12)
        assert float(row["truth_weight"]) == 1 / 8
    point = measured(replace(SETTINGS, nature="point-masses", learner="bayes"))
    assert float(point["kl_risk"]) == pytest.approx(math.log(8))
    assert float(point["tv_risk"]) == pytest.approx(7 / 8 / 200)


def test_all_learners_meet_the_same_labels(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []
    drawn = natures.rounds_of

    def recorded(*arguments: Any) -> Iterator[Rounds]:
        for block in drawn(*arguments):
            seen.append((arguments[1], block.labels.tolist(), None if block.orders is None else block.orders.tolist()))
            yield block

    monkeypatch.setattr("dpassay.experiments.measures.risk.rounds_of", recorded)
    for learner in LEARNERS:
        measured(replace(SETTINGS, nature="dirichlet", learner=learner))
    assert len(seen) == len(LEARNERS)
    assert all(block == seen[0] for block in seen)
    measured(replace(SETTINGS, nature="dirichlet", run=1))
    assert seen[-1] != seen[0]
