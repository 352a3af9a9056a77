"""k-ary randomized response: report the true label as often as e^eps allows, every other label alike.

Source: Warner, "Randomized response: a survey technique for eliminating evasive answer bias", JASA 1965, for two
labels; Kairouz, Oh and Viswanath, "Extremal mechanisms for local differential privacy", NIPS 2014, for k labels.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations

from dpassay.exact import Budget, Dist, Share, as_integer, decimal_text, require
from dpassay.exact.entrance import explain_failures
from dpassay.reference.mechanism import Guarantee, MechanismParameters, parameter, power_growth

NAME = "randomized_response"
SUMMARY = "report the true label as often as the budget allows"
DATA = "the true label, a whole number from 0 to categories - 1"
EXAMPLE = {"epsilon": "1", "categories": "3"}
GROWTH = power_growth("categories", 1_000, 1)


MOST_CATEGORIES = 10**6
"""A law lists them all."""


@dataclass(frozen=True, slots=True)
class Parameters(MechanismParameters):
    """Parameters of k-ary randomized response."""

    budget: Budget
    categories: int = parameter(as_integer, "the number k of labels, from 2 to 10^6")

    def __post_init__(self) -> None:
        """Check the domains."""
        MechanismParameters.__post_init__(self)
        in_range = 2 <= self.categories <= MOST_CATEGORIES
        require(in_range, "categories", decimal_text(self.categories), "a whole number from 2 to 10^6")


def check_data(data: object, parameters: Parameters) -> int:
    """Return the label, an int in range(categories)."""
    label = as_integer(data, "data")
    require(0 <= label < parameters.categories, "data", data, f"a label in range({parameters.categories})")
    return label


def law(data: int, parameters: Parameters) -> Dist[int]:
    """The exact law of the reported label.

    It is e^eps / (e^eps + k - 1) for the true one, 1 / (e^eps + k - 1) for each other.
    """
    truth = check_data(data, parameters)
    truthful, other = Share(1, 1), Share(1, 0)
    labels = range(parameters.categories)
    return Dist.from_powers(parameters.budget.exp_eps, {y: truthful if y == truth else other for y in labels})


def are_neighbors(first: int, second: int, parameters: Parameters) -> bool:  # noqa: ARG001  # one signature for all
    """Any two labels are neighbors."""
    return True


def neighbors(parameters: Parameters) -> Iterator[tuple[int, int]]:
    """Every pair of distinct labels; all lose the same."""
    return permutations(range(parameters.categories), 2)


def guarantee(parameters: Parameters) -> Guarantee:
    """(eps, 0) for any two labels."""
    return Guarantee("any_pair", parameters.budget)


explain_failures(__name__)
