"""Games of online distribution learning: five learners, what users tell them, and what they lose.

Source: Sima, Wu, Milenkovic and Szpankowski, "Online distribution learning with local private constraints" (2024):
algorithms 1 and 2, section 3.

* "private-wma" and "private-exp3": algorithms 1 and 2, with gamma = log T, in either calibration (`dpassay.fast`).
* "randomized-response": users tell their label by randomized response, and the learner is the Bayes learner of it.
* "bayes": the Bayes learner of the labels themselves, without privacy.
* "uniform": hears nothing, and always predicts the mean of the class.

The risk is the sum over rounds of KL(f(x_t), p^_t), and the average of the total variation; both are computed from each
prediction: only orders, labels and reports are drawn. Reports do not depend on what the learner does, so those of a
block of rounds are drawn at once, and the weights of all its rounds are sums of what the reports say.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Protocol

import numpy as np
from scipy.special import rel_entr

from dpassay.experiments.frame.runs import generator
from dpassay.experiments.measures.natures import NATURES, Floats, Integers, Laws, Rounds, rounds_of
from dpassay.fast import private_exp3, private_wma
from dpassay.fast.distribution_learners import RandomizedResponseLearner
from dpassay.fast.label_clipping import Clipping, clipping
from dpassay.fast.privatized_likelihood import Scheme
from dpassay.fast.randomized_response import randomized_response

DELTA: Final = 1e-6
"""The delta of "private-wma"; all others are purely private, or not at all."""

CALIBRATIONS: Final = ("corrected", "printed")


class Learner(Protocol):
    """What users tell of their labels, and what is made of it."""

    def heard(self, rounds: Rounds, rng: np.random.Generator) -> Floats:
        """The logarithms of what each hypothesis' weight is multiplied by after each round, a row a round."""

    def predicted(self, mixed: Floats) -> Floats:
        """The predictions, one label of each kind, from the weighted means of the laws."""


class Uniform:
    """Nobody tells anything."""

    def __init__(self, laws: Laws) -> None:
        self.hypotheses = laws.hypotheses

    def heard(self, rounds: Rounds, rng: np.random.Generator) -> Floats:  # noqa: ARG002  # as the others
        """Nothing: all weights stay."""
        return np.zeros((len(rounds.labels), self.hypotheses))

    def predicted(self, mixed: Floats) -> Floats:
        """The means."""
        return mixed


class Bayes:
    """Users tell their label."""

    def __init__(self, laws: Laws) -> None:
        self.kinds = laws.kinds
        with np.errstate(divide="ignore"):
            self.logs = np.log(laws.masses)

    def heard(self, rounds: Rounds, rng: np.random.Generator) -> Floats:  # noqa: ARG002  # as the others
        """The log-likelihoods of the labels."""
        return rounds.columns(self.logs, self.kinds[rounds.labels])

    def predicted(self, mixed: Floats) -> Floats:
        """The means."""
        return mixed


class RandomizedResponse:
    """Users tell a label by randomized response."""

    def __init__(self, laws: Laws, epsilon: Fraction) -> None:
        self.epsilon, self.kinds, self.labels = epsilon, laws.kinds, laws.labels
        learner = RandomizedResponseLearner(laws.hypotheses, laws.labels, epsilon=epsilon)
        self.logs = np.log(learner.likelihoods(laws.masses))

    def heard(self, rounds: Rounds, rng: np.random.Generator) -> Floats:
        """The log-likelihoods of the answers."""
        answers = np.empty_like(rounds.labels)
        for label in np.unique(rounds.labels).tolist():
            own = rounds.labels == label
            size = int(own.sum())
            answers[own] = randomized_response(label, size=size, rng=rng, epsilon=self.epsilon, categories=self.labels)
        return rounds.columns(self.logs, self.kinds[answers])

    def predicted(self, mixed: Floats) -> Floats:
        """The means."""
        return mixed


class _Clipped:
    """What algorithms 1 and 2 have in common."""

    def __init__(self, laws: Laws, constants: Scheme) -> None:
        self.laws, self.constants, self.kinds = laws, constants, laws.kinds
        calibration = "printed" if constants.printed else "corrected"
        self.clipping: Clipping = clipping(laws.table, rounds=constants.rounds, calibration=calibration)
        self.first = np.cumsum(laws.copies) - laws.copies  # a label of each kind

    def predicted(self, mixed: Floats) -> Floats:
        """The prediction of `Clipping.prediction`, one label of each kind."""
        return np.asarray(self.clipping.keep * mixed + self.clipping.sizes[self.first] * self.clipping.floor)

    def factors(self, reports: Floats) -> Floats:
        """The logarithms of factors from noisy log-likelihoods."""
        losses = self.constants.losses(reports, self.clipping.labels)
        return np.asarray(-self.constants.learning_rate * losses)


class PrivateWMA(_Clipped):
    """Algorithm 1."""

    def heard(self, rounds: Rounds, rng: np.random.Generator) -> Floats:
        """The noisy log-likelihoods of the clipped labels under all hypotheses, as in `private_wma.report`."""
        clipped = self.clipping.label_of(self.clipping.clip(rounds.labels, rng))
        logs = np.log(self.clipping.likelihoods(self.laws.masses, self.first))
        return self.factors(self.constants.noise.add_to(rounds.columns(logs, self.kinds[clipped]), rng))


class PrivateExp3(_Clipped):
    """Algorithm 2."""

    def heard(self, rounds: Rounds, rng: np.random.Generator) -> Floats:
        """The noisy log-likelihood under one hypothesis; the others hear nothing."""
        every = np.arange(len(rounds.labels))

        def masses(chosen: Integers, heard: Integers) -> Floats:
            laws = chosen if rounds.orders is None else rounds.orders[every, chosen]
            return np.asarray(self.laws.masses[laws, self.kinds[heard]])

        published = private_exp3.reports(
            rounds.labels, constants=self.constants, clipping=self.clipping, masses=masses, rng=rng
        )
        logs = np.zeros((len(every), self.laws.hypotheses))
        logs[every, published[:, 0].astype(np.int64)] = self.factors(published[:, 1])
        return logs


LEARNERS: Final = ("private-wma", "private-exp3", "randomized-response", "bayes", "uniform")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a game came to.

    Attributes:
        kl_risk: the sum over rounds of KL(f(x_t), p^_t).
        tv_risk: the average over rounds of the total variation.
        truth_weight: the weight of the true hypothesis after the last round.
    """

    kl_risk: float
    tv_risk: float
    truth_weight: float


def play(
    laws: Laws, truth: int, learner: Learner, *, rounds: int, nature_rng: np.random.Generator, rng: np.random.Generator
) -> Outcome:
    """Play one game.

    Args:
        laws: the class.
        truth: the true hypothesis.
        learner: users and learner.
        rounds: T.
        nature_rng: orders and labels.
        rng: what users draw.
    """
    state, kl_risk, tv_risk = np.zeros(laws.hypotheses), 0.0, 0.0
    for block in rounds_of(laws, truth, rounds, nature_rng):
        logs = np.concatenate([state[None], learner.heard(block, rng)])
        np.cumsum(logs, axis=0, out=logs)
        kl, tv = divergences(laws, block, learner, normalized(logs[:-1]))
        kl_risk, tv_risk = kl_risk + float(kl.sum()), tv_risk + float(tv.sum())
        state = logs[-1] - logs[-1].max()
    return Outcome(kl_risk, tv_risk / rounds, float(normalized(state[None])[0, truth]))


def normalized(logs: Floats) -> Floats:
    """Weights that add up to one in each row, from logarithms."""
    weights: Floats = np.exp(logs - logs.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    return weights


def divergences(laws: Laws, rounds: Rounds, learner: Learner, weights: Floats) -> tuple[Floats, Floats]:
    """KL(f(x_t), p^_t) and the total variation in each round, from the weights before it."""
    predicted = learner.predicted(rounds.mixed(weights, laws))
    law = laws.masses[rounds.truths]
    kl: Floats = rel_entr(law, predicted) @ laws.copies.astype(np.float64)
    tv: Floats = np.maximum(law - predicted, 0) @ laws.copies.astype(np.float64)
    return kl, tv


@dataclass(frozen=True, slots=True)
class Settings:
    """One run of one learner.

    Attributes:
        nature: a name in `NATURES`.
        learner: a name in `LEARNERS`.
        calibration: of the private learners.
        epsilon: the budget, above 0.
        rounds: T.
        hypotheses: K, even.
        seed: of the whole experiment.
        run: the number of the run, from 0.
    """

    nature: str
    learner: str
    calibration: str
    epsilon: Fraction
    rounds: int
    hypotheses: int
    seed: int
    run: int

    @property
    def scheme(self) -> Scheme | None:
        """The constants of a private learner."""
        size, length, budget, how = self.hypotheses, self.rounds, self.epsilon, self.calibration
        if self.learner == "private-wma":
            return private_wma.scheme(hypotheses=size, rounds=length, epsilon=budget, delta=DELTA, calibration=how)
        if self.learner == "private-exp3":
            return private_exp3.scheme(hypotheses=size, rounds=length, epsilon=budget, calibration=how)
        return None

    def laws(self) -> Laws:
        """The class: in each run the same for all learners."""
        rng = generator("laws", self.seed, self.nature, self.hypotheses, self.run)
        return NATURES[self.nature](self.hypotheses, self.rounds, self.epsilon, rng)

    def learner_of(self, laws: Laws) -> Learner:
        """Users and learner of a class."""
        constants = self.scheme
        if constants is not None:
            private = PrivateWMA if self.learner == "private-wma" else PrivateExp3
            return private(laws, constants)
        if self.learner == "randomized-response":
            return RandomizedResponse(laws, self.epsilon)
        return Bayes(laws) if self.learner == "bayes" else Uniform(laws)


def labels_of(nature: str, hypotheses: int) -> int:
    """M, the number of labels."""
    return NATURES[nature](hypotheses, 1, Fraction(1), np.random.default_rng(0)).labels


def played(settings: Settings) -> Outcome:
    """Play the game of some settings."""
    laws = settings.laws()
    where = (settings.seed, settings.nature, settings.rounds, settings.hypotheses, settings.run)
    nature_rng = generator("nature", *where)
    truth = int(nature_rng.integers(settings.hypotheses))
    return play(
        laws,
        truth,
        settings.learner_of(laws),
        rounds=settings.rounds,
        nature_rng=nature_rng,
        rng=generator("users", *where, settings.learner, settings.calibration, str(settings.epsilon)),
    )
