"""Pure locally private online distribution learning: publish one noisy log-likelihood, of a hypothesis drawn at random.

Source: "Online distribution learning with local private constraints", Section 5, (12), (13), Algorithm 2, Lemma 6. In
one round the label y is clipped to y' = h(y) (``label_clipping``), J is uniform on the K hypotheses, and
V_J = log p-bar_J[y'] + Lap_J is published, with Laplace noise of scale log(K T) / eps. The text publishes the loss
-c (V_J + log M - c') in place J of a vector that is 0 elsewhere: from (J, V_J) and back by public constants
(``losses``). J and V_J are what is kept here, because then every center is an exact logarithm.

The calibration "corrected", the default, has log((K + 1) T) in place of log(K T): see ``privatized_likelihood``. It is
eps-locally private for every class; as printed Lemma 6 is false (claims SIMA-39-corrected and SIMA-39).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TypeAlias

from dpassay.exact import (
    Budget,
    Coins,
    Dist,
    LogForm,
    Rate,
    Real,
    Scalar,
    TaggedLaw,
    WorstPair,
    as_integer,
    as_positive_integer,
    as_real,
    log,
    log_quotient,
    require,
)
from dpassay.exact.entrance import explain_failures
from dpassay.reference import label_clipping
from dpassay.reference import privatized_likelihood as shared
from dpassay.reference.label_clipping import Table, as_calibration, as_table, exact_label
from dpassay.reference.mechanism import Guarantee, MechanismParameters, parameter

NAME = "private_exp3"
SUMMARY = "publish a noisy log-likelihood of one hypothesis"
DATA = "the label, a whole number from 0 to M - 1, where M is the number of labels in a row of hypotheses"
EXAMPLE = {"epsilon": "2", "hypotheses": "1/2,1/2;1/4,3/4", "rounds": "4"}

Report: TypeAlias = tuple[int, Fraction]
"""J in range(K), and V_J."""


@dataclass(frozen=True, slots=True)
class Parameters(MechanismParameters):
    """Parameters of one round's report."""

    budget: Budget
    hypotheses: Table = parameter(
        as_table, "the K distributions f_j on M labels: rows apart by semicolons, entries by commas"
    )
    rounds: int = parameter(as_positive_integer, "the horizon T, at least 1")
    calibration: str = parameter(as_calibration, 'a text: "corrected" (default) or "printed"', default="corrected")

    def __post_init__(self) -> None:
        """Check the domains."""
        MechanismParameters.__post_init__(self)
        shared.check_privatized(self)


@lru_cache(maxsize=1024)
def rate(parameters: Parameters) -> Rate:
    """One over the scale of the noise, eps / log(K T): rational where e^eps is a rational power of K T.

    "corrected": eps / log((K + 1) T). Two laws can be compared if they have one rate, so it is made once.
    """
    return log_quotient(parameters.budget.epsilon, shared.sensitivity(parameters))


def check_data(data: object, parameters: Parameters) -> int:
    """Return the label, an int in range(M)."""
    return exact_label(data, parameters)


def law(data: int, parameters: Parameters) -> TaggedLaw:
    """The exact law of the report (J, V_J): J is uniform, and V_J a mixture of Laplace laws around the log p-bar_J."""
    return law_with_rate(data, parameters, rate(parameters))


def law_with_rate(data: int, parameters: Parameters, known_rate: Rate) -> TaggedLaw:
    """The law of the report with noise of any other rate, whatever the budget."""
    label, family = check_data(data, parameters), shared.label_family(parameters, known_rate)
    choices = range(shared.hypotheses_count(parameters))
    return TaggedLaw(Dist.uniform(choices), {j: family.law_of_coordinate(label, j) for j in choices})


def are_neighbors(first: int, second: int, parameters: Parameters) -> bool:  # noqa: ARG001  # one signature for all
    """Any two labels are neighbors."""
    return True


def neighbors(parameters: Parameters) -> Iterator[tuple[int, int]]:
    """Every ordered pair of distinct labels, that of the largest privacy loss first."""
    return shared.worst_first(parameters, lambda: worst_pair(parameters))


def guarantee(parameters: Parameters) -> Guarantee:
    """(eps, 0) for any two labels, as published: SIMA-39-corrected; false for some classes for "printed" (SIMA-39)."""
    return Guarantee("any_pair", parameters.budget)


def sample(data: int, parameters: Parameters, rng: Coins, *, bits: int = 64) -> Report:
    """Draw one report, V_J rounded down to a multiple of 2^-bits: exactly the law of so rounded a report."""
    clipped = label_clipping.draw_clipped(check_data(data, parameters), parameters, rng)
    j = rng.randrange(shared.hypotheses_count(parameters))
    center = log(label_clipping.induced(parameters)[j][clipped])
    return j, shared.draw_noisy(center, rate(parameters), rng, as_positive_integer(bits, "bits"))


# How much a report loses


def worst_pair(parameters: Parameters, known_rate: Rate | None = None) -> WorstPair:
    """The ordered pair of labels, and the largest ratio of their reports' laws: the largest over the coordinates."""
    family = shared.label_family(parameters, rate(parameters) if known_rate is None else known_rate)
    return shared.worst_of([family.worst_pair_of_coordinate(j) for j in range(family.dimension)])


def privacy_loss(parameters: Parameters) -> LogForm | Real:
    """The local privacy loss, the largest max divergence over all ordered pairs of labels; 0 where there is no pair."""
    return shared.loss_of(worst_pair(parameters)) if label_clipping.labels(parameters) > 1 else LogForm()


def delta(parameters: Parameters, exp_eps: object) -> Scalar:
    """The least delta at e^eps = ``exp_eps`` that all ordered pairs of labels meet."""
    return shared.largest_hockey_stick([law(y, parameters) for y in shared.representatives(parameters)], exp_eps)


# The learner


def scale(parameters: Parameters) -> Real:
    """The scale of the noise, log(K T) / eps."""
    return 1 / as_real(rate(parameters))


def largest_noise(parameters: Parameters, gamma: object = None) -> Real:
    """c'_pdp(gamma) of (13); gamma is log T unless it is given."""
    return shared.largest_noise(scale(parameters), parameters, gamma)


def normalization(parameters: Parameters, gamma: object = None) -> Real:
    """c_pdp(gamma)."""
    return shared.normalization(largest_noise(parameters, gamma), parameters)


def step_size(parameters: Parameters) -> Real:
    """eta = sqrt(2 K log K / T)."""
    k = shared.hypotheses_count(parameters)
    return as_real(log(k) * Fraction(2 * k, parameters.rounds)).sqrt()


def losses(report: tuple[object, object], parameters: Parameters, gamma: object = None) -> shared.Losses:
    """(12): the vector Y~ = Z_J, whose entry J is -c (V_J + log M - c') and whose others are 0."""
    chosen, k = as_integer(report[0], "report[0]"), shared.hypotheses_count(parameters)
    require(0 <= chosen < k, "report[0]", chosen, f"an index in range({k})")
    loss = shared.normalized_loss(report[1], largest_noise(parameters, gamma), parameters)
    return tuple(loss if j == chosen else as_real(0) for j in range(k))


explain_failures(__name__)
