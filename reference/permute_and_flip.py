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
from math import lcm

from flint import fmpz_poly

from dpassay.exact import Coins, Dist, Number, bernoulli
from dpassay.exact.dist import total
from dpassay.exact.entrance import explain_failures
from dpassay.exact.powers import PowerSeries
from dpassay.exact.rationals import rational_gcd
from dpassay.reference import exponential
from dpassay.reference.exponential import are_neighbors, check_data, one_against_the_rest  # noqa: F401  # a member
from dpassay.reference.mechanism import Guarantee

NAME = "permute_and_flip"
SUMMARY = "choose the first candidate whose coin falls heads"
DATA = "the scores, one a candidate: exact numbers apart by commas, such as 0,1,5/2"
EXAMPLE = {"epsilon": "1", "sensitivity": "1"}


@dataclass(frozen=True, slots=True)
class Parameters(exponential.Parameters):
    """Parameters of permute-and-flip: those of the exponential mechanism."""


MOST_PLACES = 1 << 16
"""The longest polynomial in which laws are worked out; where scores have longer fractions, there are few of them."""


def law(data: Sequence[Fraction], parameters: Parameters) -> Dist[int]:
    """The exact law of the chosen index.

    Candidate i is chosen when its coin falls heads and all that come before it fell tails. Let each candidate come at
    an independent uniform time: by the time u of candidate i another one has come, and fell heads, with probability
    u heads_j. So the chance is heads_i times the integral over u in [0, 1] of the product over j != i of
    (1 - u heads_j), which is the sum over k of (-1)^k e_k(heads of the others) / (k + 1).
    """
    scores = check_data(data, parameters)
    best = max(scores)
    step = rational_gcd(best - score for score in scores)
    places = [int((best - score) / step) for score in scores]
    if sum(places) > MOST_PLACES:
        heads = [parameters.weight(score - best) for score in scores]
        return Dist({index: bias * _none_before(heads, index) for index, bias in enumerate(heads)})
    base, chances = parameters.weight(-step), _chances(places)
    return Dist({index: chances[place](base) for index, place in enumerate(places)})


def _chances(places: list[int]) -> dict[int, PowerSeries]:
    """Return the chance of a candidate by its place d, where heads are x^d, as a polynomial in x."""
    symmetric = [fmpz_poly([1])]
    for place in places:
        heads = fmpz_poly([0] * place + [1])
        shifted = [fmpz_poly(), *(value * heads for value in symmetric)]
        symmetric = [a + b for a, b in zip([*symmetric, fmpz_poly()], shifted, strict=True)]
    return {place: _chance(symmetric, place) for place in set(places)}


def _chance(symmetric: list[fmpz_poly], place: int) -> PowerSeries:
    """Return one candidate's chance, from the elementary symmetric polynomials of all heads.

    Without one of them they are e_k - heads e_(k-1), again without it.
    """
    whole = lcm(*range(1, len(symmetric)))
    heads, others, chance = fmpz_poly([0] * place + [1]), fmpz_poly(), fmpz_poly()
    for k, value in enumerate(symmetric[:-1]):
        others = value - heads * others
        chance += others * ((-1) ** k * (whole // (k + 1)))
    return PowerSeries(heads * chance, whole)


def _none_before(heads: list[Number], index: int) -> Number:
    """Return the integral over u of the product over all others of (1 - u heads)."""
    symmetric = elementary_symmetric([bias for other, bias in enumerate(heads) if other != index])
    return total(value * Fraction((-1) ** k, k + 1) for k, value in enumerate(symmetric))


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
    return Guarantee("replace_one", parameters.budget)


def sample(data: Sequence[Fraction], parameters: Parameters, rng: Coins) -> int:
    """Draw one index exactly, by the algorithm itself."""
    scores = check_data(data, parameters)
    remaining = list(range(len(scores)))
    while True:
        index = remaining.pop(rng.randrange(len(remaining)))
        if bernoulli(parameters.weight(scores[index] - max(scores)), rng):
            return index


explain_failures(__name__)
