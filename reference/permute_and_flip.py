"""Permute-and-flip: go through the candidates in random order and take the first whose coin falls heads.

A candidate's coin falls heads with probability e^(eps (score - best) / (2 sensitivity)).

Source: McKenna and Sheldon, "Permute-and-flip: a new mechanism for differentially private selection", NeurIPS 2020,
Algorithm 1. Reporting the candidate with the largest score plus exponential noise of scale 2 sensitivity / eps is the
same law (Ding et al., "The permute-and-flip mechanism is identical to report-noisy-max with exponential noise", 2021).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from dpassay.exact import Coins, Dist, Number, bernoulli, binomial
from dpassay.exact.entrance import explain_failures
from dpassay.reference import exponential
from dpassay.reference.exponential import are_neighbors, check_data, one_against_the_rest  # noqa: F401  # a member
from dpassay.reference.mechanism import Guarantee

NAME = "permute_and_flip"
ADJACENCY = "replace_one"


@dataclass(frozen=True, slots=True)
class Parameters(exponential.Parameters):
    """Parameters of permute-and-flip: those of the exponential mechanism."""


def law(data: Sequence[Fraction], parameters: Parameters) -> Dist[int]:
    """The exact law of the chosen index.

    Candidate i is chosen when its coin falls heads and all that come before it fell tails. With k of the others before
    it, in a set that is uniform among the sets of k, the chance of that is heads_i e_k(tails of the others) /
    C(n - 1, k), and k is uniform.
    """
    scores = check_data(data, parameters)
    heads = [parameters.weight(score - max(scores)) for score in scores]
    return Dist({index: heads[index] * _all_before_fail(heads, index) for index in range(len(heads))})


def _all_before_fail(heads: list[Number], index: int) -> Number:
    tails = [1 - bias for other, bias in enumerate(heads) if other != index]
    symmetric = elementary_symmetric(tails)
    chance: Number = Fraction(0)
    for k, value in enumerate(symmetric):
        chance = chance + value / (binomial(len(tails), k) * len(heads))
    return chance


def elementary_symmetric(values: Sequence[Number]) -> list[Number]:
    """Return e_0, ..., e_n of the values: the coefficients of the product of (1 + v x)."""
    polynomial: list[Number] = [Fraction(1)]
    for value in values:
        shifted = [Fraction(0), *(value * coefficient for coefficient in polynomial)]
        polynomial = [a + b for a, b in zip([*polynomial, Fraction(0)], shifted, strict=True)]
    return polynomial


def neighbors(parameters: Parameters) -> Iterator[tuple[tuple[Fraction, ...], tuple[Fraction, ...]]]:
    """Scores that move by one sensitivity, as for the exponential mechanism."""
    return one_against_the_rest(parameters.sensitivity)


def guarantee(parameters: Parameters) -> Guarantee:
    """(eps, 0) for scores that each move by at most the sensitivity."""
    return Guarantee(ADJACENCY, parameters.budget)


def sample(data: Sequence[Fraction], parameters: Parameters, rng: Coins) -> int:
    """Draw one index exactly, by the algorithm itself."""
    scores = check_data(data, parameters)
    remaining = list(range(len(scores)))
    while True:
        index = remaining.pop(rng.randrange(len(remaining)))
        if bernoulli(parameters.weight(scores[index] - max(scores)), rng):
            return index


explain_failures(__name__)
