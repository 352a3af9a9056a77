"""Locally private online distribution learning: publish a noisy log-likelihood of the label under every hypothesis.

Source: "Online distribution learning with local private constraints", Section 4.2, (8), (9), Algorithm 1, Lemma 3. In
one round the label y is clipped to y' = h(y) (``label_clipping``), and V_j = log p-bar_j[y'] + Lap_j is published for
every hypothesis j, with independent Laplace noises of scale (2 sqrt(2 K ln(1/delta)) + sqrt(K eps)) log(K T) / eps. The
text publishes the losses -c (V_j + log M - c'): from V and back by public constants (``losses``). V is what is kept
here, because then every center is an exact logarithm.

The calibration "corrected", the default, has log((K + 1) T) in place of log(K T), and eta = sqrt(2 log K / T), with
which Lemma 4 follows from Lemma 1; Algorithm 1 prints eta = sqrt(2 K log K / T). See ``privatized_likelihood``. Both
scales are (eps, delta)-locally private: the factor 2 of the printed one is more than its logarithm lacks (claim
SIMA-31).

The proof of Lemma 3 prints eps' = eps / (2 sqrt(K ln(1/delta)) + sqrt(K eps)), without the 2 inside the root; the scale
of (8) has it, and is followed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TypeAlias

from dpassay.exact import (
    Budget,
    Coins,
    LaplaceVectors,
    LogForm,
    Rate,
    Real,
    Scalar,
    WorstPair,
    as_fraction,
    as_positive_integer,
    as_real,
    log,
    require,
)
from dpassay.exact.entrance import explain_failures
from dpassay.reference import label_clipping
from dpassay.reference import privatized_likelihood as shared
from dpassay.reference.label_clipping import Table, as_calibration, as_table, exact_label
from dpassay.reference.mechanism import Guarantee, MechanismParameters, parameter

NAME = "private_wma"
SUMMARY = "publish a noisy log-likelihood of every hypothesis"
DATA = "the label, a whole number from 0 to M - 1, where M is the number of labels in a row of hypotheses"
EXAMPLE = {"epsilon": "8", "delta": "1/2", "hypotheses": "1/2,1/2;1/4,3/4", "rounds": "4"}

Report: TypeAlias = tuple[Fraction, ...]
"""V_1, ..., V_K."""


def _as_delta(value: object, name: str) -> Fraction:
    delta = as_fraction(value, name)
    require(0 < delta < 1, name, value, "a number in (0, 1)")
    return delta


@dataclass(frozen=True, slots=True)
class Parameters(MechanismParameters):
    """Parameters of one round's report."""

    budget: Budget
    delta: Fraction = parameter(_as_delta, "the delta of the guarantee, a number in (0, 1)")
    hypotheses: Table = parameter(
        as_table, "the K distributions f_j on M labels: rows apart by semicolons, entries by commas"
    )
    rounds: int = parameter(as_positive_integer, "the horizon T, at least 1")
    calibration: str = parameter(as_calibration, 'a text: "corrected" (default) or "printed"', default="corrected")

    def __post_init__(self) -> None:
        """Check the domains."""
        MechanismParameters.__post_init__(self)
        shared.check_privatized(self)


def scale(parameters: Parameters) -> Real:
    """The scale of each noise, (2 sqrt(2 K ln(1/delta)) + sqrt(K eps)) log(K T) / eps."""
    k, eps = shared.hypotheses_count(parameters), as_real(parameters.budget.epsilon)
    roots = 2 * as_real(log(1 / parameters.delta) * (2 * k)).sqrt() + (k * eps).sqrt()
    return roots * as_real(shared.sensitivity(parameters)) / eps


@lru_cache(maxsize=1024)
def rate(parameters: Parameters) -> Rate:
    """One over the scale. Two laws can be compared if they have one rate, so it is made once."""
    return 1 / scale(parameters)


def check_data(data: object, parameters: Parameters) -> int:
    """Return the label, an int in range(M)."""
    return exact_label(data, parameters)


def law(data: int, parameters: Parameters) -> LaplaceVectors:
    """The exact law of the report: mixed over the clipped label, K independent Laplace laws around the log p-bar_j."""
    return law_with_rate(data, parameters, rate(parameters))


def law_with_rate(data: int, parameters: Parameters, known_rate: Rate) -> LaplaceVectors:
    """The law of the report with noise of any other rate, whatever the budget."""
    return shared.label_family(parameters, known_rate).law(check_data(data, parameters))


def are_neighbors(first: int, second: int, parameters: Parameters) -> bool:  # noqa: ARG001  # one signature for all
    """Any two labels are neighbors."""
    return True


def neighbors(parameters: Parameters) -> Iterator[tuple[int, int]]:
    """Every ordered pair of distinct labels, that of the largest privacy loss first."""
    return shared.worst_first(parameters, lambda: worst_pair(parameters))


def guarantee(parameters: Parameters) -> Guarantee:
    """(eps, delta) for any two labels, as published: SIMA-31-corrected, and SIMA-31 of "printed"."""
    return Guarantee("any_pair", parameters.budget, parameters.delta)


def sample(data: int, parameters: Parameters, rng: Coins, *, bits: int = 64) -> Report:
    """Draw one report, each V_j rounded down to a multiple of 2^-bits: exactly the law of so rounded a report."""
    clipped = label_clipping.draw_clipped(check_data(data, parameters), parameters, rng)
    places, known_rate = as_positive_integer(bits, "bits"), rate(parameters)
    return tuple(
        shared.draw_noisy(log(row[clipped]), known_rate, rng, places) for row in label_clipping.induced(parameters)
    )


# How much a report loses


def worst_pair(parameters: Parameters, known_rate: Rate | None = None) -> WorstPair:
    """The ordered pair of labels, and the largest ratio of their reports' laws, over the grid of all centers."""
    return shared.label_family(parameters, rate(parameters) if known_rate is None else known_rate).worst_pair()


def privacy_loss(parameters: Parameters) -> LogForm | Real:
    """The pure privacy loss, the largest max divergence over all ordered pairs of labels; 0 where there is no pair."""
    return shared.loss_of(worst_pair(parameters)) if label_clipping.labels(parameters) > 1 else LogForm()


def delta(parameters: Parameters, exp_eps: object = None) -> Scalar:
    """The least delta that all ordered pairs of labels meet at e^eps = ``exp_eps`` (the budget's unless given).

    For K = 1 as narrow as any ``Real``; for more hypotheses certified bounds that a limited number of boxes gives.
    """
    t = parameters.budget.exp_eps if exp_eps is None else exp_eps
    return shared.largest_hockey_stick([law(y, parameters) for y in shared.representatives(parameters)], t)


# The learner


def largest_noise(parameters: Parameters, gamma: object = None) -> Real:
    """c'(gamma) of (9); gamma is log T unless it is given."""
    return shared.largest_noise(scale(parameters), parameters, gamma)


def normalization(parameters: Parameters, gamma: object = None) -> Real:
    """c(gamma)."""
    return shared.normalization(largest_noise(parameters, gamma), parameters)


def step_size(parameters: Parameters) -> Real:
    """eta: sqrt(2 K log K / T) as printed; "corrected": sqrt(2 log K / T)."""
    k = shared.hypotheses_count(parameters)
    factor = k if parameters.calibration == "printed" else 1
    return as_real(log(k) * Fraction(2 * factor, parameters.rounds)).sqrt()


def losses(report: Sequence[object], parameters: Parameters, gamma: object = None) -> shared.Losses:
    """(8): the vector Y~ with the entries -c (V_j + log M - c')."""
    k = shared.hypotheses_count(parameters)
    require(len(report) == k, "report", f"of {len(report)} numbers", f"{k} of them, one a hypothesis")
    noise = largest_noise(parameters, gamma)
    return tuple(shared.normalized_loss(v, noise, parameters) for v in report)


explain_failures(__name__)
