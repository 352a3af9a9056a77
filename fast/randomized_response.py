"""K-ary randomized response: tell the true label with a fixed probability, else one of the others at random.

Source: Warner, "Randomized response", JASA 60 (1965), for two labels; Kairouz, Oh and Viswanath, "Extremal
mechanisms for local differential privacy", JMLR 17 (2016), for k. With k labels and true label
x, as computed by `probabilities`,

    P(y) = e^eps / (e^eps + k - 1)  for y = x,      P(y) = 1 / (e^eps + k - 1)  for each other y.

Privacy: epsilon-private in the local model, for any two labels.

The sampler: with probability (e^eps - 1) / (e^eps + k - 1) the true label, otherwise a label that is
uniform among all k: the true one included, which makes up the difference.

Floating point: of the two probabilities, truth and gamble, the smaller one is computed, to a few units in
the last place; it is rounded toward the gamble, so that the privacy loss is at most epsilon. `bernoulli`
then draws with exactly that double as probability, and NumPy's bounded integers are exactly uniform. No
outcome is lost, however large epsilon is, until the double underflows at an epsilon of about 745.

Speed: the floor is one `Generator.random` and one bounded integer an output.
Time: not constant, see `dpassay.fast`.
"""

import math

import numpy as np

from dpassay.fast import checks
from dpassay.fast.checks import Rational, Real
from dpassay.fast.draws import Floats, Integers, bernoulli, in_blocks

__all__ = ["MOST_CATEGORIES", "probabilities", "randomized_response", "truth_or_gamble"]

MOST_CATEGORIES = 2**31


def truth_or_gamble(epsilon: float, categories: int) -> tuple[float, float]:
    """The probabilities of telling the truth and of a uniform label; the smaller one is the accurate one."""
    others = (categories - 1) * math.exp(-epsilon)
    truth = -math.expm1(-epsilon) / (1 + others) * (1 - 2.0**-50)
    if truth < 0.5:
        return truth, 1 - truth
    gamble = (others + math.exp(-epsilon)) / (1 + others) * (1 + 2.0**-50)
    return 1 - gamble, gamble


def probabilities(data: int, *, epsilon: float, categories: int) -> Floats:
    """The law: the probability of each label, in order."""
    truth, gamble = truth_or_gamble(epsilon, categories)
    law = np.full(categories, gamble / categories)
    law[data] += truth
    return law


def randomized_response(
    data: int,
    *,
    size: int,
    rng: np.random.Generator,
    epsilon: Real | None = None,
    exp_eps: Rational | None = None,
    categories: int,
) -> Integers:
    """`size` answers about the label `data`.

    Args:
        data: the true label, in range(categories).
        size: the number of answers.
        rng: the source of randomness.
        epsilon: the privacy budget; give this or `exp_eps`.
        exp_eps: e^epsilon as a rational above 1.
        categories: the number of labels, 2 or more.

    Raises:
        ValueError: an argument is outside its domain.
    """
    count = checks.sample_size(size)
    checks.generator(rng)
    labels = checks.integer(categories, "categories", low=2, high=MOST_CATEGORIES)
    label = checks.integer(data, "data", low=0, high=labels - 1)
    truth, gamble = truth_or_gamble(checks.budget(epsilon, exp_eps), labels)

    def draw(n: int) -> Integers:
        gambles = ~bernoulli(truth, n, rng) if truth < gamble else bernoulli(gamble, n, rng)
        return np.where(gambles, rng.integers(labels, size=n), label)

    return in_blocks(draw, count)
