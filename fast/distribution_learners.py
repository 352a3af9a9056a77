"""Online learning of distributions: weights over hypotheses, and two learners to compare the private ones with.

Setting: section 2 of Sima, Wu, Milenkovic and Szpankowski, "Online distribution learning with local private
constraints" (2024). In each round there is a K x M table, of which row j is the distribution f_j over the M labels;
a learner predicts a distribution; a user then draws a label and tells something about it. Two baselines:

* `BayesLearner`: not private. The user tells the label y, and the weight of each hypothesis is multiplied by f_j[y];
  the prediction is the weighted mean of the rows. With the log-loss this is the mixture learner, whose regret is at
  most log K (Merhav and Feder, "Universal prediction", 1998).
* `RandomizedResponseLearner`: section 3. The user tells y with probability 1 - eta, otherwise another label, which is
  uniform, where eta = 1 / (1 + e^eps / (M - 1)): the mechanism of `dpassay.fast.randomized_response`. A hypothesis
  then gives the answer y~ the probability, as computed by `RandomizedResponseLearner.likelihoods`,

      c f_j[y~] + (1 - c) / M,      c = (e^eps - 1) / (e^eps + M - 1),

  which is c_eta in the source. It multiplies the weight; the prediction is the weighted mean of the rows. The source
  names the mechanism and cites the learner of Wu, Wang, Grama and Szpankowski, "Learning functional distributions with
  private labels", ICML 2023, which this is not: it is the Bayes learner of the answers.

Floating point: weights are kept as logarithms, and normalized only when they are asked for; the largest is subtracted
first, so that nothing overflows, and a weight under e^-745 of the largest is zero. A sum of T logarithms of weights is
off by at most T units in its last place.

Speed: an update takes O(K), a prediction one pass over the table (`dpassay.fast.label_clipping.mixture`).
"""

import math

import numpy as np

from dpassay.fast import checks
from dpassay.fast.checks import Rational, Real
from dpassay.fast.draws import Floats, Integers
from dpassay.fast.label_clipping import MOST_HYPOTHESES, Blocks, mixture
from dpassay.fast.randomized_response import MOST_CATEGORIES, randomized_response, truth_or_gamble

__all__ = ["BayesLearner", "LogWeights", "RandomizedResponseLearner", "read_column"]


class LogWeights:
    """Positive weights of K hypotheses, all equal at first, as logarithms.

    Attributes:
        logs: the logarithms, of which only the differences matter; minus infinity is the weight zero.
    """

    __slots__ = ("_weights", "logs")

    def __init__(self, hypotheses: int) -> None:
        self.logs: Floats = np.zeros(checks.integer(hypotheses, "hypotheses", low=1, high=MOST_HYPOTHESES))
        self._weights: Floats | None = None

    def add(self, logs: Floats) -> None:
        """Multiply all weights, given the K logarithms of the factors."""
        self.logs += logs
        self._weights = None

    def add_at(self, hypotheses: Integers, logs: Floats) -> None:
        """Multiply the weights of some hypotheses, which may be named more than once."""
        np.add.at(self.logs, hypotheses, logs)
        self._weights = None

    def normalized(self) -> Floats:
        """The weights, which add up to one: an array to read, not to change."""
        if self._weights is None:
            weights = np.exp(self.logs - self.logs.max())
            weights /= weights.sum()
            weights.flags.writeable = False
            self._weights = weights
        return self._weights


class BayesLearner:
    """The mixture learner of the log-loss; not private.

    Attributes:
        weights: the weights of the hypotheses.
    """

    def __init__(self, hypotheses: int) -> None:
        self.weights = LogWeights(hypotheses)

    def predict(self, hypotheses: Blocks) -> Floats:
        """The weighted mean of the rows: M probabilities.

        Args:
            hypotheses: the K x M table, or blocks of its rows.

        Raises:
            ValueError: the rows are not K.
        """
        return mixture(self.weights.normalized(), hypotheses)

    def likelihoods(self, masses: Floats) -> Floats:
        """What each hypothesis says of the answer that was told, given the masses of this label."""
        return masses

    def update(self, column: Floats) -> None:
        """Learn an answer y from its column of the table: the K masses f_j[y].

        Raises:
            ValueError: they are not K masses, or no hypothesis of a positive weight allows the answer.
        """
        likelihoods = self.likelihoods(read_column(column, len(self.weights.logs)))
        if not likelihoods[self.weights.logs > -math.inf].any():
            raise checks.bad("column", column, "a mass above 0 for some hypothesis that is still possible")
        with np.errstate(divide="ignore"):
            self.weights.add(np.log(likelihoods))


class RandomizedResponseLearner(BayesLearner):
    """The Bayes learner of labels that were told by randomized response.

    Attributes:
        weights: the weights of the hypotheses.
        labels: M.
        epsilon: the privacy budget of each answer.
        contrast: c_eta = (e^eps - 1) / (e^eps + M - 1).
    """

    def __init__(
        self, hypotheses: int, labels: int, *, epsilon: Real | None = None, exp_eps: Rational | None = None
    ) -> None:
        super().__init__(hypotheses)
        self.labels = checks.integer(labels, "labels", low=2, high=MOST_CATEGORIES)
        self.epsilon = checks.budget(epsilon, exp_eps)
        self.contrast, self._gamble = truth_or_gamble(self.epsilon, self.labels)

    def answer(self, label: int, rng: np.random.Generator) -> int:
        """What a user tells of a label.

        Raises:
            ValueError: an argument is outside its domain.
        """
        return int(randomized_response(label, size=1, rng=rng, epsilon=self.epsilon, categories=self.labels)[0])

    def likelihoods(self, masses: Floats) -> Floats:
        """The probability of an answer, given the masses of this label: c f_j[y~] + (1 - c) / M."""
        law: Floats = self.contrast * masses + self._gamble / self.labels
        return law


def read_column(column: object, hypotheses: int) -> Floats:
    """K masses in [0, 1], as doubles; a rounding error above 1 is let pass."""
    expected = f"an array of {hypotheses} masses in [0, 1]"
    if not isinstance(column, np.ndarray) or column.dtype.kind not in "iuf" or column.shape != (hypotheses,):
        raise checks.bad("column", column, expected)
    masses: Floats = np.asarray(column, np.float64)
    if not (masses.min() >= 0 and masses.max() <= 1 + 2.0**-20):
        raise checks.bad("column", column, expected)
    return masses
