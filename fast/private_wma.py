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

Floating point: each V_j is on a lattice, with all that is said in `dpassay.fast.privatized_likelihood`. What is not
ideal about NumPy's draws costs it another (2^-38, 2^-48), see `dpassay.fast.draws`: K times that for a report.

Speed: a report takes one column of the table, and K logarithms and draws of noise; an update K additions; a prediction
one pass over the table.
Time: not constant, see `dpassay.fast`.
"""

import math
from collections.abc import Callable

import numpy as np

from dpassay.fast import checks
from dpassay.fast.checks import Rational, Real
from dpassay.fast.distribution_learners import read_column
from dpassay.fast.draws import Floats
from dpassay.fast.label_clipping import MOST_HYPOTHESES, Clipping, Hypotheses, is_printed
from dpassay.fast.privatized_likelihood import Learner, Scheme, build, exact_logs, in_rows, read_round

__all__ = ["PrivateWMA", "private_wma", "report", "scheme"]


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


class PrivateWMA(Learner):
    """The learner of algorithm 1; its constants are those of `scheme`."""

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
    now = read_round(data, size, rng, hypotheses=hypotheses, rounds=rounds, calibration=calibration)
    count = len(now.table)
    constants = scheme(
        hypotheses=count, rounds=rounds, epsilon=epsilon, exp_eps=exp_eps, delta=delta, calibration=calibration
    )
    logs = np.ascontiguousarray(exact_logs(now.table, now.shares).T)
    return in_rows(lambda n: constants.noise.add_to(logs[now.heard(n, rng)], rng), now.size, count)
