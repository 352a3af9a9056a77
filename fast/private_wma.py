"""Private weighted majority: users publish the noisy log-likelihoods of their clipped label under all hypotheses.

Source: section 4.2 and algorithm 1 of Sima, Wu, Milenkovic and Szpankowski, "Online distribution learning with local
private constraints" (2024). In each round there is a K x M table, of which row j is the distribution f_j over the M
labels. With T rounds, the clipping h and pbar_j = h o f_j of `dpassay.fast.label_clipping`:

* A user with the label y draws ONE element y' = h(y) and publishes, for each hypothesis, V_j = log pbar_j[y'] + Lap_j,
  with independent Laplace noise of scale (2 sqrt(2 K ln(1/delta)) + sqrt(K eps)) s / eps.
* The learner's loss is Y~_j = -c (V_j + log M - c'), with c' = scale (gamma + log K + log T), c = 1 / (s + 2 c'), and
  the public constant gamma, log T by default. It multiplies the weight w_j by e^(-eta Y~_j) and predicts

      phat[y] = sum over y' in S_y and j of w_j pbar_j[y'] = (1 - 1/T) sum over j of w_j f_j[y] + |S_y| / (T N'),

  where the weights w_j are divided by their sum.

Two calibrations. As printed, s = log(K T), from the bound N' <= K M, and eta = sqrt(2 K log K / T). But N' is a sum of
ceilings, for which only N' <= (K + 1) M holds. "corrected", the default, has s = log((K + 1) T): log-likelihoods differ
by at most log(1 + (T - 1) (K + 1)), which is less. And it has eta = sqrt(2 log K / T), the rate of the weighted
majority algorithm for losses in [0, 1], of section 4.1.

Privacy, corrected: (epsilon, delta)-private in the local model, for any two labels, by advanced composition.

Floating point. The noise is put on a lattice, as in `dpassay.fast.laplace`: V_j = L (round(log pbar_j[y'] / L) + Z_j),
where L is a power of two of about 2^-30 min(s, scale) and Z_j a discrete Laplace integer for the sensitivity s + L. So
with ideal draws of Z each V_j, all its bits included, is as private as its noise says: the logarithm in doubles is off
by less than 2^-45, far less than the slack of s, which is above 1 / (4 T). The law is that of the exact logarithms and
Laplace noise, up to a relative 2^-30 of the scale (2^-20 for the smallest budgets) and half a lattice step. What is not
ideal about NumPy's draws costs each V_j another (2^-38, 2^-48), see `dpassay.fast.draws`: K times that for a report.

Speed: a report takes one column of the table, and K logarithms and draws of noise; an update K additions; a prediction
one pass over the table.
Time: not constant, see `dpassay.fast`.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from dpassay.fast import checks, discrete_laplace, lattice
from dpassay.fast.checks import Rational, Real
from dpassay.fast.distribution_learners import LogWeights, read_column
from dpassay.fast.draws import BLOCK, Floats
from dpassay.fast.label_clipping import (
    MOST_HYPOTHESES,
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
    "Noise",
    "PrivateWMA",
    "Scheme",
    "build",
    "exact_logs",
    "in_rows",
    "lattice_noise",
    "private_wma",
    "report",
    "scheme",
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


def scheme(
    *,
    hypotheses: int,
    rounds: int,
    epsilon: Real | None = None,
    exp_eps: Rational | None = None,
    delta: Real,
    gamma: Real | None = None,
    calibration: str = "corrected",
) -> Scheme:
    """The constants of algorithm 1.

    Args:
        hypotheses: K, 1 or more.
        rounds: T, 1 or more.
        epsilon: the privacy budget; give this or `exp_eps`.
        exp_eps: e^epsilon as a rational above 1.
        delta: strictly between 0 and 1.
        gamma: above 0; log T if it is not given.
        calibration: "corrected", or "printed", which refuses K T = 1: its noise would have the scale 0.

    Raises:
        ValueError: an argument is outside its domain, or the noise outside of what is supported.
    """
    budget = checks.budget(epsilon, exp_eps)
    failure = -math.log(checks.probability_of_failure(delta))
    count = checks.integer(hypotheses, "hypotheses", low=1, high=MOST_HYPOTHESES)
    factor = 2 * math.sqrt(2 * count * failure) + math.sqrt(count * budget)
    return build(
        count, rounds, budget / factor, gamma, calibration, rate_factor=count if is_printed(calibration) else 1
    )


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


def report(
    label: int,
    *,
    constants: Scheme,
    clipping: Clipping,
    column: Callable[[int], Floats],
    rng: np.random.Generator,
) -> Floats:
    """What one user publishes: the K noisy log-likelihoods of the clipped label.

    Args:
        label: the user's label, in range(M).
        constants: those of `scheme`.
        clipping: the shares of the class at the feature of this round.
        column: given a label y, the K masses f_j[y] at this feature.
        rng: the source of randomness.

    Raises:
        ValueError: an argument is outside its domain.
    """
    checks.generator(rng)
    own = checks.integer(label, "label", low=0, high=clipping.labels - 1)
    heard = int(clipping.label_of(clipping.clip(np.array([own]), rng))[0])
    masses = read_column(column(heard), constants.hypotheses)
    return constants.noise.add_to(np.log(clipping.likelihoods(masses, heard)), rng)


class PrivateWMA:
    """The learner of algorithm 1.

    Attributes:
        constants: those of `scheme`.
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

    def update(self, reports: Floats, labels: int) -> None:
        """Learn the report of a round, or those of several rounds, one a row.

        Args:
            reports: K noisy log-likelihoods, or rows of them.
            labels: M.

        Raises:
            ValueError: the reports are not as many numbers.
        """
        count = self.constants.hypotheses
        fits = isinstance(reports, np.ndarray) and reports.dtype.kind == "f" and reports.shape[-1:] == (count,)
        if not fits or not np.isfinite(reports).all():
            raise checks.bad("reports", reports, f"rows of {count} finite numbers")
        losses = self.constants.losses(reports, checks.integer(labels, "labels", low=1)).reshape(-1, count)
        self.weights.add(-self.constants.learning_rate * losses.sum(axis=0))


def exact_logs(table: Table, clipping: Clipping) -> Floats:
    """The K x M logarithms of pbar_j on the share of each label, from fractions that are rounded once."""
    keep = 1 - Fraction(1, clipping.rounds)
    floor = Fraction(1, clipping.rounds * clipping.total)
    sizes = clipping.sizes.tolist()
    return np.array(
        [[math.log(keep * mass / size + floor) for mass, size in zip(row, sizes, strict=True)] for row in table]
    )


def private_wma(
    data: int,
    *,
    size: int,
    rng: np.random.Generator,
    epsilon: Real | None = None,
    exp_eps: Rational | None = None,
    delta: Real,
    hypotheses: Hypotheses,
    rounds: int,
    calibration: str = "corrected",
) -> Floats:
    """`size` reports of one round: the noisy log-likelihoods V, one report a row and one column a hypothesis.

    Args:
        data: the label y, in range(M).
        size: the number of outputs.
        rng: the source of randomness.
        epsilon: the privacy budget; give this or `exp_eps`.
        exp_eps: e^epsilon as a rational above 1.
        delta: strictly between 0 and 1.
        hypotheses: the K x M table of masses; as a string, "1/2,1/2;1/4,3/4".
        rounds: T, 1 or more.
        calibration: "corrected" or "printed".

    Raises:
        ValueError: an argument is outside its domain.
    """
    count = checks.sample_size(size)
    checks.generator(rng)
    table = read_hypotheses(hypotheses)
    shares = exact_clipping(table, rounds=rounds, calibration=calibration)
    label = checks.integer(data, "data", low=0, high=shares.labels - 1)
    constants = scheme(
        hypotheses=len(table), rounds=rounds, epsilon=epsilon, exp_eps=exp_eps, delta=delta, calibration=calibration
    )
    logs = np.ascontiguousarray(exact_logs(table, shares).T)

    def noisy(n: int) -> Floats:
        heard = shares.label_of(shares.clip(np.full(n, label), rng))
        return constants.noise.add_to(logs[heard], rng)

    return in_rows(noisy, count, len(table))


def in_rows(draw: Callable[[int], Floats], size: int, width: int) -> Floats:
    """The rows of `draw(n)` for block after block, `size` in all, of `width` numbers each."""
    rows = np.empty((size, width))
    step = max(1, BLOCK // width)
    for start in range(0, size, step):
        block = rows[start : start + step]
        block[:] = draw(len(block))
    return rows
