"""Exponential mechanism on a finite range: choose with probability proportional to e^(eps score / (2 sensitivity)).

Source: McSherry and Talwar, "Mechanism design via differential privacy", FOCS 2007. Adding independent Gumbel noise of
scale 2 sensitivity / eps to every score and taking the largest is the same law; permute-and-flip is another mechanism,
with a file of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from dpassay.exact import Budget, Dist, Number, Share, as_positive_fraction
from dpassay.exact.entrance import explain_failures
from dpassay.exact.rationals import rational_gcd
from dpassay.reference.mechanism import Guarantee, MechanismParameters, parameter, scores_of

NAME = "exponential"
SUMMARY = "choose a candidate, the likelier the higher its score"
DATA = "the scores, one a candidate: exact numbers apart by commas, such as 0,1,5/2"
EXAMPLE = {"epsilon": "1", "sensitivity": "1"}
_CANDIDATES_IN_NEIGHBORS = 8


@dataclass(frozen=True, slots=True)
class Parameters(MechanismParameters):
    """Parameters of the exponential mechanism."""

    budget: Budget
    sensitivity: Fraction = parameter(
        as_positive_fraction, "how far one record can move any one score, a number above 0"
    )

    def weight(self, score: Fraction) -> Number:
        """Return e^(eps score / (2 sensitivity))."""
        return self.budget.exp(score / (2 * self.sensitivity))


def check_data(data: object, parameters: Parameters) -> tuple[Fraction, ...]:  # noqa: ARG001  # one signature for all
    """Return the scores, one a candidate."""
    return scores_of(data)


def law(data: Sequence[Fraction], parameters: Parameters) -> Dist[int]:
    """The exact law of the chosen index."""
    scores = check_data(data, parameters)
    best = max(scores)
    step = rational_gcd(score - best for score in scores)
    shares = {index: Share(1, int((score - best) / step)) for index, score in enumerate(scores)}
    return Dist.from_powers(parameters.weight(step), shares)


def are_neighbors(first: Sequence[Fraction], second: Sequence[Fraction], parameters: Parameters) -> bool:
    """Neighbors are score vectors for the same candidates, each score at most one sensitivity apart."""
    return len(first) == len(second) and all(
        abs(a - b) <= parameters.sensitivity for a, b in zip(first, second, strict=True)
    )


def neighbors(parameters: Parameters) -> Iterator[tuple[tuple[Fraction, ...], tuple[Fraction, ...]]]:
    """Scores that move by one sensitivity.

    First one candidate's down and all others' up, which loses nearly all of the budget where that candidate was
    unlikely already (and all of it under permute-and-flip); then one candidate's alone.
    """
    return one_against_the_rest(parameters.sensitivity)


def one_against_the_rest(step: Fraction) -> Iterator[tuple[tuple[Fraction, ...], tuple[Fraction, ...]]]:
    """Yield neighboring score vectors, not all level, in which one candidate is set against the others."""
    scores = tuple(step * (index % 3) for index in range(_CANDIDATES_IN_NEIGHBORS))
    yield scores, (-step, *(score + step for score in scores[1:]))
    yield scores, (step, *scores[1:])


def guarantee(parameters: Parameters) -> Guarantee:
    """(eps, 0) for scores that each move by at most the sensitivity."""
    return Guarantee("replace_one", parameters.budget)


explain_failures(__name__)
