"""Exponential mechanism on a finite range: choose a candidate with probability exponential in its score.

Source: McSherry and Talwar, "Mechanism design via differential privacy", FOCS 2007, definition 2; Dwork and
Roth, "The algorithmic foundations of differential privacy" (2014), definition 3.4. With scores u_1, ...,
u_k, as computed by `probabilities`,

    P(i) = e^(eps u_i / (2 sensitivity)) / sum over j of e^(eps u_j / (2 sensitivity)).

Privacy: epsilon-private if every score changes by at most `sensitivity` between neighbors.

It is drawn from by Walker's alias table ("An efficient method for generating discrete random variables with
general distributions", 1977): a uniform column, which is kept with its own probability and else handed to
its alias. The time does not grow with k.

Floating point: the gaps u_i - max u are exact differences, rounded once to doubles, also those of integers
and fractions that are no doubles themselves: the law depends on the gaps alone. A logarithm of a weight is
off by a relative 2^-50 of itself at most, so of eps (u_i - max u) / (2 sensitivity). All coins are
comparisons of an exponential draw with the logarithm of a probability. Under e^-44.5 < 2^-64 a candidate is
never chosen; `dpassay.fast.draws` says what else NumPy's draws add.

Speed: the floor is a bounded integer and an exponential draw an output.
Time: not constant: the time of a search or a comparison may depend on the scores as well as on the draws.
"""

from collections.abc import Callable
from fractions import Fraction

import numpy as np

from dpassay.fast import checks
from dpassay.fast.checks import Rational, Real, Scores
from dpassay.fast.draws import Floats, Integers, in_blocks

__all__ = [
    "alias_draws",
    "alias_table",
    "checked",
    "exponential",
    "log_weights",
    "minus_log",
    "normalized",
    "probabilities",
]


def log_weights(scores: Scores, *, epsilon: float, sensitivity: float) -> Floats:
    """eps (u_i - max u) / (2 sensitivity): zero for the best candidate, at most zero for the others."""
    gaps = checks.gaps(scores)
    if sensitivity > 1 and np.isneginf(gaps).any():  # wider than a double, but perhaps not in units of the sensitivity
        gaps, sensitivity = checks.gaps([checks.real(score, "data") / Fraction(sensitivity) for score in scores]), 1.0
    with np.errstate(over="ignore"):  # minus infinity is the weight zero
        logs: Floats = gaps / sensitivity * (epsilon / 2)
    return logs


def probabilities(scores: Scores, *, epsilon: float, sensitivity: float) -> Floats:
    """The law: the probability of each candidate, in order."""
    return normalized(log_weights(scores, epsilon=epsilon, sensitivity=sensitivity))


def alias_table(law: Floats) -> tuple[Floats, Integers]:
    """For each column the probability of keeping it, and its alias; every column stands for a mass of 1 / k.

    Vose's construction: a column with too little mass is filled up by one with too much.
    """
    keep = (law * len(law)).tolist()
    alias = list(range(len(law)))
    poor = [i for i, mass in enumerate(keep) if mass < 1]
    rich = [i for i, mass in enumerate(keep) if mass >= 1]
    while poor and rich:
        column, donor = poor.pop(), rich[-1]
        alias[column] = donor
        keep[donor] -= 1 - keep[column]
        if keep[donor] < 1:
            poor.append(rich.pop())
    for column in poor + rich:  # full, up to rounding
        keep[column] = 1.0
    return np.array(keep), np.array(alias)


def alias_draws(logs: Floats, rng: np.random.Generator) -> Callable[[int], Integers]:
    """A function that draws n indices by an alias table; `logs` are the logarithms of weights, the largest zero."""
    keep, alias = alias_table(normalized(logs))
    thresholds = minus_log(keep)

    def draw(n: int) -> Integers:
        column = rng.integers(len(keep), size=n)
        kept = rng.standard_exponential(n) >= thresholds[column]
        return np.where(kept, column, alias[column])

    return draw


def exponential(
    data: Scores,
    *,
    size: int,
    rng: np.random.Generator,
    epsilon: Real | None = None,
    exp_eps: Rational | None = None,
    sensitivity: Real,
) -> Integers:
    """`size` chosen candidates, by an alias table.

    Args:
        data: the scores, one a candidate.
        size: the number of outputs.
        rng: the source of randomness.
        epsilon: the privacy budget; give this or `exp_eps`.
        exp_eps: e^epsilon as a rational above 1.
        sensitivity: the largest change of a score between neighbors.

    Raises:
        ValueError: an argument is outside its domain.
    """
    count, logs = checked(data, size, rng, epsilon=epsilon, exp_eps=exp_eps, sensitivity=sensitivity)
    return in_blocks(alias_draws(logs, rng), count)


def checked(
    data: Scores, size: object, rng: object, *, epsilon: object, exp_eps: object, sensitivity: object
) -> tuple[int, Floats]:
    """The number of outputs and the logarithms of the weights, from arguments in their domains."""
    count = checks.sample_size(size)
    checks.generator(rng)
    budget, reach = checks.budget(epsilon, exp_eps), checks.positive(sensitivity, "sensitivity")
    return count, log_weights(data, epsilon=budget, sensitivity=reach)


def normalized(logs: Floats) -> Floats:
    """Weights as probabilities."""
    weights = np.exp(logs)
    law: Floats = weights / weights.sum()
    return law


def minus_log(values: Floats) -> Floats:
    """-log, infinite at zero."""
    with np.errstate(divide="ignore"):
        return -np.log(values)
