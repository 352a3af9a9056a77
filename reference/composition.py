"""k-fold composition of (eps, delta)-differentially private mechanisms: the extremal mechanism and the exact trade-off.

Source: Kairouz, Oh and Viswanath, "The composition theorem for differential privacy", ICML 2015 (KOV below). Each round
reveals the secret bit with probability delta, and else answers randomized response: the truth with probability
e^eps / (1 + e^eps). Every k-fold (also adaptive) composition of (eps, delta)-private mechanisms is a post-processing of
k such rounds, so what holds for these holds for all.

The output is the sufficient statistic: the number of rounds that answered 1 where none revealed the bit, and -1 or
k + 1 where one did and the bit is 0 or 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from dpassay.exact import (
    Budget,
    Dist,
    Share,
    as_fraction,
    as_integer,
    as_positive_integer,
    binomials,
    decimal_text,
    require,
)
from dpassay.exact.entrance import explain_failures
from dpassay.reference.mechanism import Guarantee, MechanismParameters, parameter, power_growth

NAME = "composition"
SUMMARY = "the extremal mechanism of k-fold composition"
DATA = "the secret bit, 0 or 1"
EXAMPLE = {"exp_eps": "3/2", "rounds": "3", "delta": "1/100"}
MOST_ROUNDS = 100_000
"""``law`` lists no more rounds than this; ``optimal_delta`` lists none."""
GROWTH = power_growth("rounds", 2_000, 2, MOST_ROUNDS)


def as_delta(value: object, name: str) -> Fraction:
    """Return a probability below 1."""
    delta = as_fraction(value, name)
    require(0 <= delta < 1, name, value, "a number in [0, 1)")
    return delta


@dataclass(frozen=True, slots=True)
class Parameters(MechanismParameters):
    """Parameters of the k-fold composition."""

    budget: Budget
    rounds: int = parameter(as_positive_integer, "the number k of rounds, at least 1")
    delta: Fraction = parameter(as_delta, "the delta of each round, in [0, 1); default 0", default=Fraction(0))


# The mechanism


def check_data(data: object, parameters: Parameters) -> int:  # noqa: ARG001  # one signature for all
    """Return the secret bit."""
    bit = as_integer(data, "data")
    require(bit in (0, 1), "data", data, "the secret bit, 0 or 1")
    return bit


def law(data: int, parameters: Parameters) -> Dist[int]:
    """The exact law of the number of ones, or of the mark that some round revealed the bit."""
    b, k = check_data(data, parameters), parameters.rounds
    require(k <= MOST_ROUNDS, "rounds", decimal_text(k), f"at most {MOST_ROUNDS}, whose numbers of ones are listed")
    ones = {j: Share(count, j if b else k - j) for j, count in enumerate(binomials(k))}
    revealed = {k + 1 if b else -1: 1 - (1 - parameters.delta) ** k}
    return Dist.from_powers(parameters.budget.exp_eps, {**ones, **revealed} if b else {**revealed, **ones})


def are_neighbors(first: int, second: int, parameters: Parameters) -> bool:  # noqa: ARG001  # one signature for all
    """Any two bits are neighbors."""
    return True


def neighbors(parameters: Parameters) -> Iterator[tuple[int, int]]:  # noqa: ARG001  # one signature for all
    """The two bits, in both orders; both lose the same."""
    yield 0, 1
    yield 1, 0


def guarantee(parameters: Parameters) -> Guarantee:
    """Basic composition: (k eps, 1 - (1 - delta)^k), which this mechanism attains."""
    k = parameters.rounds
    return Guarantee("any_pair", parameters.budget.times(k), 1 - (1 - parameters.delta) ** k)


explain_failures(__name__)
