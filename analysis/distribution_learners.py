"""Learners to compare with: the mixture under log-loss, the one of randomized response, and from online to batch.

Source: Sima, Wu, Milenkovic and Szpankowski, "Online Distribution Learning with Local Private Constraints": Section 1
(log |F| without privacy), Section 3 (randomized response), Section 6 (the batch problem and the median trick).

Reading of Section 3: the source cites the learner of randomized response and does not print it. The natural one, taken
here, is the log-loss mixture on the noised class: reports have the law c_eta f_j + (1 - c_eta)/M under hypothesis j,
the posterior under these laws (learning rate 1, uniform prior) gives weights w_j, and the prediction is
sum_j w_j f_j(x_t). Its expected KL-risk on the NOISED laws is at most log K, as without privacy; c_eta enters where
that is turned into a risk on the laws themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, cast

from dpassay.analysis.distribution_game import OPEN, Randomizer, Report, Reports, Users
from dpassay.analysis.label_laws import Prediction, Table, Vector, average, tv
from dpassay.exact import Dist, Number, as_integer, require
from dpassay.exact.dist import total
from dpassay.exact.entrance import explain_failures
from dpassay.exact.profile import as_exp_eps


def mix(weights: Vector, table: Table) -> Vector:
    """The mixture sum_j w_j f_j of the rows of a table."""
    return tuple(
        total(w * entry for w, entry in zip(weights, column, strict=True)) for column in zip(*table, strict=True)
    )


@dataclass(frozen=True)
class Constant:
    """A learner that learns nothing: it always predicts the mixture with the same weights."""

    weights: Vector

    def predict(self, tables: tuple[Table, ...], reports: Reports) -> Prediction:  # noqa: ARG002  # one signature
        """Return the mixture."""
        return mix(self.weights, tables[-1])


@dataclass(frozen=True)
class Posterior:
    """The mixture under log-loss: weights proportional to the probability of all reports so far under each hypothesis.

    It knows how the users report. With users that report their label it is the Bayes mixture of Section 1; with those
    of randomized response it is the learner of Section 3.
    """

    users: Users = OPEN

    def weights(self, tables: tuple[Table, ...], reports: Reports) -> Vector:
        """Return w_1, ..., w_K in round t, from the tables of the rounds 1, ..., t and the reports before it."""
        likelihood: list[Number] = [Fraction(1)] * len(tables[-1])
        for t, (table, report) in enumerate(zip(tables[:-1], reports, strict=True), start=1):
            laws = report_probabilities(self.users, t, table, report)
            likelihood = [value * p for value, p in zip(likelihood, laws, strict=True)]
        mass = total(likelihood)
        require(mass > 0, "reports", reports, "reports that some hypothesis allows")
        return tuple(value / mass for value in likelihood)

    def predict(self, tables: tuple[Table, ...], reports: Reports) -> Prediction:
        """Return sum_j w_j f_j(x_t)."""
        return mix(self.weights(tables, reports), tables[-1])


def report_probabilities(users: Users, t: int, table: Table, report: Report) -> Vector:
    """The probability of one report in round t under each hypothesis."""
    likelihood = [users.reports(t, label, table).pmf(report) for label in range(len(table[0]))]
    return tuple(total(p * q for p, q in zip(row, likelihood, strict=True)) for row in table)


BAYES = Posterior()
"""The log-loss mixture without privacy."""


# Randomized response, Section 3


def eta(labels: int, exp_eps: object) -> Number:
    """The probability (e^eps/(M - 1) + 1)^-1 with which another label than the true one is reported."""
    M = as_integer(labels, "labels")
    require(M >= 2, "labels", labels, "at least 2")
    return 1 / (as_exp_eps(exp_eps) / (M - 1) + 1)


def c_eta(labels: int, exp_eps: object) -> Number:
    """c_eta = 1 - M eta/(M - 1)."""
    return 1 - Fraction(labels, labels - 1) * eta(labels, exp_eps)


def noised(table: Table, exp_eps: object) -> Table:
    """The laws of the reports: c_eta f_j + (1 - c_eta)/M."""
    M = len(table[0])
    c = c_eta(M, exp_eps)
    return tuple(tuple(c * entry + (1 - c) / M for entry in row) for row in table)


def randomized_response_users(labels: int, exp_eps: object) -> Randomizer:
    """Users that report the truth with probability 1 - eta, else a uniform other label."""
    wrong = eta(labels, exp_eps)

    def law(label: int) -> Dist[Any]:
        others = {other: wrong / (labels - 1) for other in range(labels) if other != label}
        return Dist({label: 1 - wrong, **others})

    return Randomizer(law)


@dataclass(frozen=True)
class RandomizedResponseLearner:
    """The learner of Section 3: the posterior on the noised class, the prediction on the class itself."""

    exp_eps: Number

    def predict(self, tables: tuple[Table, ...], reports: Reports) -> Prediction:
        """Return sum_j w_j f_j(x_t)."""
        kernels = tuple(noised(table, self.exp_eps) for table in tables)
        return mix(BAYES.weights(kernels, reports), tables[-1])


@dataclass(frozen=True)
class NoisedPrediction:
    """The same weights, but it predicts the law of the next REPORT: its KL-risk on the noised class is <= log K."""

    exp_eps: Number

    def predict(self, tables: tuple[Table, ...], reports: Reports) -> Prediction:
        """Return sum_j w_j (c_eta f_j(x_t) + (1 - c_eta)/M)."""
        return BAYES.predict(tuple(noised(table, self.exp_eps) for table in tables), reports)


# From online to batch, Section 6


def online_to_batch(predictions: Sequence[Prediction]) -> Prediction:
    """One estimate from the predictions of all rounds: their average.

    Both KL and TV are convex in the prediction, so its distance to a truth is at most the average distance.
    """
    return average(predictions)


def radius(center: Vector, estimates: Sequence[Vector]) -> Number:
    """The least r such that more than half of the estimates are within total variation r of ``center``."""
    require(len(estimates) > 0, "estimates", estimates, "at least one")
    distances: list[Any] = sorted(_distance(center, estimate) for estimate in estimates)
    return cast("Number", distances[len(distances) // 2])


def _distance(p: Vector, q: Vector) -> Any:  # exact numbers, which compare; the type of ``tv`` allows enclosures too
    return tv(p, q)


def central_estimate(estimates: Sequence[Vector]) -> int:
    """The median trick: the index of the estimate of least radius, the first of several.

    Guarantee: where more than half of the estimates are within alpha of a truth p, the chosen one is within 3 alpha.
    Any two of those are within 2 alpha of each other, so each of them has a radius of at most 2 alpha, and the least
    radius is no larger. More than half of the estimates are thus within 2 alpha of the chosen one, and more than
    half are within alpha of p; two majorities share an estimate, and the triangle inequality through it gives
    3 alpha. No smaller factor holds for every input, and to look at the radius alone cannot give 2 alpha.
    """
    require(len(estimates) > 0, "estimates", "()", "at least one")
    radii = [radius(estimate, estimates) for estimate in estimates]
    return radii.index(min(radii))


def central_member(members: Sequence[Vector], estimates: Sequence[Vector]) -> int:
    """The median trick over a class that holds the truth: the index of the member of least radius.

    Guarantee: where more than half of the estimates are within alpha of a member p, the chosen one is within
    2 alpha of p. The radius of p is at most alpha, so the least radius is; more than half of the estimates are within
    alpha of the chosen member, more than half within alpha of p, and two majorities share an estimate.
    """
    require(len(members) > 0 and len(estimates) > 0, "members", len(members), "at least one, and one estimate")
    radii = [radius(member, estimates) for member in members]
    return radii.index(min(radii))


explain_failures(__name__)
