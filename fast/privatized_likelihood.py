"""What the two privatized learners share: noisy log-likelihoods of a clipped label, and weights that learn from them.

Source: sections 4.2 and 5 of Sima, Wu, Milenkovic and Szpankowski, "Online distribution learning with local private
constraints" (2024), algorithms 1 and 2: `dpassay.fast.private_wma` and `dpassay.fast.private_exp3`.

Floating point. The noise is put on a lattice, as in `dpassay.fast.laplace`: V_j = L (round(log pbar_j[y'] / L) + Z_j),
where L is a power of two of about 2^-30 min(s, scale) and Z_j a discrete Laplace integer for the sensitivity s + L. So
with ideal draws of Z each V_j, all its bits included, is as private as its noise says: the logarithm in doubles is off
by less than 2^-45, far less than the slack of s, which is above 1 / (4 T). The law is that of the exact logarithms and
Laplace noise, up to a relative 2^-30 of the scale (2^-20 for the smallest budgets) and half a lattice step.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from dpassay.fast import checks, discrete_laplace, lattice
from dpassay.fast.distribution_learners import LogWeights
from dpassay.fast.draws import BLOCK, Floats, Integers
from dpassay.fast.label_clipping import (
    MOST_ROUNDS,
    Blocks,
    Clipping,
    Hypotheses,
    Table,
    exact_clipping,
    is_printed,
    mixture,
    read_hypotheses,
)

__all__ = [
    "SMALLEST_STEP",
    "Learner",
    "Noise",
    "Round",
    "Scheme",
    "build",
    "exact_logs",
    "in_rows",
    "lattice_noise",
    "read_round",
]


SMALLEST_STEP: Final = 2.0**-52  # logarithms of likelihoods are above -64: no position has more than 58 bits


@dataclass(frozen=True, slots=True)
class Noise:
    """Laplace noise on a lattice.

    Attributes:
        scale: that of the Laplace law.
        step: the spacing of the lattice.
        rate: of the discrete Laplace integers, in units of the lattice.
    """

    scale: float
    step: float
    rate: float

    def add_to(self, logs: Floats, rng: np.random.Generator) -> Floats:
        """Each number plus its own noise."""
        places = np.rint(logs / self.step).astype(np.int64)
        places += discrete_laplace.noise(self.rate, places.size, rng).reshape(places.shape)
        # A function of the sums alone, also where they have more than 53 bits.
        return np.asarray(places * self.step, np.float64)


@dataclass(frozen=True, slots=True)
class Scheme:
    """The public constants that users and learner share.

    Attributes:
        hypotheses: K.
        rounds: T.
        printed: whether the calibration is the printed one.
        sensitivity: s, the most by which a log-likelihood is taken to change.
        noise: what is added to a log-likelihood.
        loss_scale: c.
        loss_shift: c'.
        learning_rate: eta.
    """

    hypotheses: int
    rounds: int
    printed: bool
    sensitivity: float
    noise: Noise
    loss_scale: float
    loss_shift: float
    learning_rate: float

    def losses(self, reports: NDArray[Any], labels: int) -> Floats:
        """Y~ = -c (V + log M - c') of each noisy log-likelihood V, with M = `labels`."""
        return np.asarray(-self.loss_scale * (reports + (math.log(labels) - self.loss_shift)), np.float64)


def build(count: int, rounds: int, budget: float, gamma: object, calibration: str, *, rate_factor: int) -> Scheme:
    """The constants for noise of scale s / `budget` and a learning rate of sqrt(2 `rate_factor` log K / T)."""
    length = checks.integer(rounds, "rounds", low=1, high=MOST_ROUNDS)
    printed = is_printed(calibration)
    if printed and count * length == 1:
        raise checks.bad("rounds", rounds, "2 or more for one hypothesis with calibration='printed'")
    spread = math.log((count if printed else count + 1) * length)
    noise = lattice_noise(spread, budget)
    margin = math.log(length) if gamma is None else checks.positive(gamma, "gamma")
    shift = noise.scale * (margin + math.log(count) + math.log(length))
    rate = math.sqrt(2 * rate_factor * math.log(count) / length)
    return Scheme(count, length, printed, spread, noise, 1 / (spread + 2 * shift), shift, rate)


def lattice_noise(sensitivity: float, budget: float) -> Noise:
    """The noise that makes a number private that changes by `sensitivity` at most."""
    scale = sensitivity / budget
    step = lattice.spacing(scale, sensitivity)
    if step < SMALLEST_STEP:
        raise checks.bad("the scale of the noise", scale, "at least 2^-22")
    return Noise(scale, step, budget * (step / (sensitivity + step)) * (1 - 2.0**-50))


def exact_logs(table: Table, clipping: Clipping) -> Floats:
    """The K x M logarithms of pbar_j on the share of each label, from fractions that are rounded once."""
    keep = 1 - Fraction(1, clipping.rounds)
    floor = Fraction(1, clipping.rounds * clipping.total)
    sizes = clipping.sizes.tolist()
    return np.array(
        [[math.log(keep * mass / size + floor) for mass, size in zip(row, sizes, strict=True)] for row in table]
    )


def in_rows(draw: Callable[[int], Floats], size: int, width: int) -> Floats:
    """The rows of `draw(n)` for block after block, `size` in all, of `width` numbers each."""
    rows = np.empty((size, width))
    step = max(1, BLOCK // width)
    for start in range(0, size, step):
        block = rows[start : start + step]
        block[:] = draw(len(block))
    return rows


@dataclass(frozen=True, slots=True)
class Round:
    """One round, in which `size` reports of one label are asked for.

    Attributes:
        size: how many.
        table: the K x M masses, exactly.
        shares: the clipping of this table.
        label: y, in range(M).
    """

    size: int
    table: Table
    shares: Clipping
    label: int

    def heard(self, count: int, rng: np.random.Generator) -> Integers:
        """The labels that own so many clipped labels h(y)."""
        return self.shares.label_of(self.shares.clip(np.full(count, self.label), rng))


def read_round(
    data: object, size: object, rng: object, *, hypotheses: Hypotheses, rounds: int, calibration: str
) -> Round:
    """The round that the arguments of a sampler describe, from arguments in their domains."""
    count = checks.sample_size(size)
    checks.generator(rng)
    table = read_hypotheses(hypotheses)
    shares = exact_clipping(table, rounds=rounds, calibration=calibration)
    return Round(count, table, shares, checks.integer(data, "data", low=0, high=shares.labels - 1))


class Learner:
    """The weights of the hypotheses, and predictions by them: lines 5 and 6 of both algorithms.

    Attributes:
        constants: the constants of the algorithm.
        weights: the weights of the hypotheses.
    """

    def __init__(self, constants: Scheme) -> None:
        self.constants, self.weights = constants, LogWeights(constants.hypotheses)

    def predict(self, hypotheses: Blocks, clipping: Clipping) -> Floats:
        """The M probabilities phat: one pass over the table.

        Args:
            hypotheses: the K x M table of this round, or blocks of its rows.
            clipping: its shares.

        Raises:
            ValueError: the rows are not K.
        """
        return clipping.prediction(mixture(self.weights.normalized(), hypotheses))
