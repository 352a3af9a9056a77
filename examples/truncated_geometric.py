"""Truncated geometric mechanism: add two-sided geometric noise to a whole number, and clamp the sum to [low, high].

A mechanism of one's own, for dpassay to take like a built-in one (its targets are in geometric_targets.py):

    dpassay law examples/truncated_geometric.py -p epsilon=1 -p sensitivity=2 -p low=0 -p high=10
    dpassay audit examples/geometric_targets.py:clamped --mechanism examples/truncated_geometric.py \
        -p epsilon=1 -p sensitivity=2 -p low=0 -p high=10

Source: Ghosh, Roughgarden and Sundararajan, "Universally utility-maximizing privacy mechanisms", STOC 2009.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from dpassay.exact import Budget, Dist, as_integer, as_positive_integer, require
from dpassay.reference import Guarantee, MechanismParameters, parameter

NAME = "truncated_geometric"
DATA = "the true value of the query, a whole number from low to high"
EXAMPLE = {"epsilon": "1", "sensitivity": "2", "low": "0", "high": "10"}


@dataclass(frozen=True, slots=True)
class Parameters(MechanismParameters):
    """Parameters of the truncated geometric mechanism."""

    budget: Budget
    sensitivity: int = parameter(as_positive_integer, "the sensitivity of the query, an integer of at least 1")
    low: int = parameter(as_integer, "the least answer, a whole number")
    high: int = parameter(as_integer, "the largest answer, a whole number above low and at most low + 1000")

    def __post_init__(self) -> None:
        """Check the domains."""
        MechanismParameters.__post_init__(self)
        require(self.low < self.high <= self.low + 1000, "high", self.high, f"a whole number above low = {self.low}")


def check_data(data: object, parameters: Parameters) -> int:
    """Return the true value, an int from low to high."""
    value = as_integer(data, "data")
    require(parameters.low <= value <= parameters.high, "data", value, "a whole number from low to high")
    return value


def law(data: int, parameters: Parameters) -> Dist[int]:
    """The exact law of the answer k, with a = e^(-eps / sensitivity).

    Between low and high it is (1 - a)/(1 + a) a^|k - data|; at either end it has all that would lie beyond, which adds
    up to a^|k - data| / (1 + a).
    """
    n, low, high = check_data(data, parameters), parameters.low, parameters.high
    a = parameters.budget.exp(Fraction(-1, parameters.sensitivity))
    inside = {k: (1 - a) / (1 + a) * a ** abs(k - n) for k in range(low + 1, high)}
    return Dist({low: a ** (n - low) / (1 + a), **inside, high: a ** (high - n) / (1 + a)})


def neighbors(parameters: Parameters) -> Iterator[tuple[int, int]]:
    """True values at most one sensitivity apart, the furthest first."""
    low, high = parameters.low, parameters.high
    for distance in range(min(parameters.sensitivity, high - low), 0, -1):
        for value in range(low, high - distance + 1):
            yield value, value + distance


def guarantee(parameters: Parameters) -> Guarantee:
    """(eps, 0) for true values that differ by at most the sensitivity: clamping is a post-processing."""
    return Guarantee("replace_one", parameters.budget)
