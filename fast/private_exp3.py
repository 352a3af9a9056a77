"""Private EXP3: users publish the noisy log-likelihood of their clipped label under ONE hypothesis, chosen at random.

Source: section 5 and algorithm 2 of Sima, Wu, Milenkovic and Szpankowski, "Online distribution learning with local
private constraints" (2024). In each round there is a K x M table, of which row j is the distribution f_j over the M
labels. With T rounds, the clipping h and pbar_j = h o f_j of `dpassay.fast.label_clipping`:

* A user with the label y draws J uniform among the K hypotheses and y' = h(y), and publishes J and
  V_J = log pbar_J[y'] + Lap, with Laplace noise of scale s / eps.
* The learner's losses are 0 but for Y~_J = -c (V_J + log M - c'), with c' = scale (gamma + log K + log T),
  c = 1 / (s + 2 c'), and the public constant gamma, log T by default. It multiplies the weight of J by e^(-eta Y~_J),
  where eta = sqrt(2 K log K / T), and predicts as in `dpassay.fast.private_wma`.

Two calibrations. As printed, s = log(K T), from the bound N' <= K M. But N' is a sum of ceilings, for which only
N' <= (K + 1) M holds. "corrected", the default, has s = log((K + 1) T): log-likelihoods differ by at most
log(1 + (T - 1) (K + 1)), which is less.

Privacy, corrected: epsilon-private in the local model, for any two labels.

Floating point: V_J is on a lattice, with all that is said in `dpassay.fast.privatized_likelihood`. With NumPy's draws a
report is (epsilon + 2^-38, 2^-48)-private, given uniform bits; J is a bounded integer, which is exactly uniform.

Speed: given the shares, a report takes ONE mass of the table and a binary search among the labels, and an update
changes one weight: neither depends on K. A prediction takes one pass over the table, and weights are normalized only
then. Reports of many rounds can be drawn and learned at once where nothing in between is to be predicted.
Time: not constant, see `dpassay.fast`.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from dpassay.fast import checks
from dpassay.fast.checks import Rational, Real
from dpassay.fast.draws import Floats, Integers
from dpassay.fast.label_clipping import MOST_HYPOTHESES, Clipping, Hypotheses
from dpassay.fast.privatized_likelihood import Learner, Scheme, build, exact_logs, in_rows, read_round

__all__ = ["PrivateExp3", "private_exp3", "reports", "scheme"]


def scheme(
    *,
    hypotheses: int,
    rounds: int,
    epsilon: Real | None = None,
    exp_eps: Rational | None = None,
    gamma: Real | None = None,
    calibration: str = "corrected",
) -> Scheme:
    """The constants of algorithm 2.

    Args:
        hypotheses: K, 1 or more.
        rounds: T, 1 or more.
        epsilon: the privacy budget; give this or `exp_eps`.
        exp_eps: e^epsilon as a rational above 1.
        gamma: above 0; log T if it is not given.
        calibration: "corrected", or "printed", which refuses K T = 1: its noise would have the scale 0.

    Raises:
        ValueError: an argument is outside its domain, or the noise outside of what is supported.
    """
    budget = checks.budget(epsilon, exp_eps)
    count = checks.integer(hypotheses, "hypotheses", low=1, high=MOST_HYPOTHESES)
    return build(count, rounds, budget, gamma, calibration, rate_factor=count)


def reports(
    labels: Integers,
    *,
    constants: Scheme,
    clipping: Clipping,
    masses: Callable[[Integers, Integers], Floats],
    rng: np.random.Generator,
) -> Floats:
    """What users publish: n rows (J, V_J), for n labels at one feature.

    Args:
        labels: the users' labels, n integers in range(M).
        constants: those of `scheme`.
        clipping: the shares of the class at this feature.
        masses: given n hypotheses j and n labels y, the n masses f_j[y]; `lambda j, y: table[j, y]` for an array.
        rng: the source of randomness.

    Raises:
        ValueError: an argument is outside its domain.
    """
    checks.generator(rng)
    own = _read_integers(labels, "labels", clipping.labels)
    chosen = rng.integers(constants.hypotheses, size=len(own))
    heard = clipping.label_of(clipping.clip(own, rng))
    likelihoods = clipping.likelihoods(_read_masses(masses(chosen, heard), len(own)), heard)
    published = np.empty((len(own), 2))
    published[:, 0] = chosen
    published[:, 1] = constants.noise.add_to(np.log(likelihoods), rng)
    return published


def _read_integers(values: Any, name: str, high: int) -> Integers:
    """A vector of integers in range(high)."""
    expected = f"an array of integers in range({high})"
    if not isinstance(values, np.ndarray) or values.ndim != 1 or values.dtype.kind not in "iu":
        raise checks.bad(name, values, expected)
    if values.size and not (values.min() >= 0 and values.max() < high):
        raise checks.bad(name, values, expected)
    return values.astype(np.int64)


def _read_masses(values: Any, count: int) -> Floats:
    """What the caller's function returned."""
    masses: Floats = np.asarray(values, np.float64)
    if masses.shape != (count,) or (count and not (masses.min() >= 0 and masses.max() <= 1 + 2.0**-20)):
        raise checks.bad("masses", values, f"a function that returns {count} masses in [0, 1]")
    return masses


class PrivateExp3(Learner):
    """The learner of algorithm 2; its constants are those of `scheme`."""

    def update(self, published: Floats, labels: int) -> None:
        """Learn the reports of one round or of several.

        Args:
            published: n rows (J, V_J).
            labels: M.

        Raises:
            ValueError: they are no such rows.
        """
        count = self.constants.hypotheses
        expected = f"rows of a hypothesis in range({count}) and a finite number"
        fits = isinstance(published, np.ndarray) and published.ndim == 2 and published.shape[1] == 2
        if not fits or published.dtype.kind != "f" or not np.isfinite(published).all():
            raise checks.bad("published", published, expected)
        chosen = published[:, 0]
        if not ((chosen >= 0) & (chosen < count) & (chosen == np.floor(chosen))).all():
            raise checks.bad("published", published, expected)
        losses = self.constants.losses(published[:, 1], checks.integer(labels, "labels", low=1))
        self.weights.add_at(chosen.astype(np.int64), -self.constants.learning_rate * losses)


def private_exp3(
    data: int,
    *,
    size: int,
    rng: np.random.Generator,
    epsilon: Real | None = None,
    exp_eps: Rational | None = None,
    hypotheses: Hypotheses,
    rounds: int,
    calibration: str = "corrected",
) -> Floats:
    """`size` reports of one round, one a row: the hypothesis J and its noisy log-likelihood V_J.

    Args:
        data: the label y, in range(M).
        size: the number of outputs.
        rng: the source of randomness.
        epsilon: the privacy budget; give this or `exp_eps`.
        exp_eps: e^epsilon as a rational above 1.
        hypotheses: the K x M table of masses; as a string, "1/2,1/2;1/4,3/4".
        rounds: T, 1 or more.
        calibration: "corrected" or "printed".

    Raises:
        ValueError: an argument is outside its domain.
    """
    now = read_round(data, size, rng, hypotheses=hypotheses, rounds=rounds, calibration=calibration)
    count = len(now.table)
    constants = scheme(hypotheses=count, rounds=rounds, epsilon=epsilon, exp_eps=exp_eps, calibration=calibration)
    logs = exact_logs(now.table, now.shares)

    def chosen_and_noisy(n: int) -> Floats:
        chosen = rng.integers(count, size=n)
        return np.stack([chosen, constants.noise.add_to(logs[chosen, now.heard(n, rng)], rng)], axis=1)

    return in_rows(chosen_and_noisy, now.size, 2)
