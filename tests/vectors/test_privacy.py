"""Divergences of the vectors beside closed forms that are computed another way, with mpmath."""

from __future__ import annotations

from collections.abc import Callable
from math import comb
from typing import Any, TypeAlias

import mpmath
import pytest

from tests.vectors.held_to import Vector, bounds, vectors

Value: TypeAlias = "Callable[[dict[str, str], Any], Any]"


def number(text: str) -> Any:
    top, _, bottom = text.partition("/")
    return mpmath.mpf(top) / mpmath.mpf(bottom or 1)


def loss(parameters: dict[str, str]) -> Any:
    """Return e to the budget."""
    return number(parameters["exp_eps"]) if "exp_eps" in parameters else mpmath.exp(number(parameters["epsilon"]))


def response(parameters: dict[str, str], t: Any) -> Any:
    """The truth has e^eps times the probability of any other label."""
    return max(loss(parameters) - t, 0) / (loss(parameters) + number(parameters["categories"]) - 1)


def noise(parameters: dict[str, str], t: Any) -> Any:
    """Laplace laws one sensitivity apart: the half below the middle between them, where the loss is at most eps."""
    return 1 - mpmath.sqrt(t / loss(parameters)) if t < loss(parameters) else mpmath.mpf(0)


def normal(parameters: dict[str, str], t: Any) -> Any:
    """Normal laws one sensitivity apart, at the least standard deviation that gives delta at epsilon."""
    width = number(parameters["sensitivity"])

    def delta(sigma: Any, at: Any) -> Any:
        shift, log = width / sigma, mpmath.log(at)
        return mpmath.ncdf(shift / 2 - log / shift) - at * mpmath.ncdf(-shift / 2 - log / shift)

    wanted = number(parameters["delta"]) if "e" not in parameters["delta"] else mpmath.mpf(parameters["delta"])
    least = mpmath.findroot(lambda sigma: delta(sigma, loss(parameters)) - wanted, (5, 10), solver="anderson")
    return delta(least, t)


def composed(parameters: dict[str, str], t: Any) -> Any:
    """k answers, each true with probability e^eps / (1 + e^eps), or the bit itself: what is above t times the other."""
    k, hidden = int(parameters["rounds"]), (1 - number(parameters["delta"])) ** int(parameters["rounds"])
    truth = loss(parameters) / (1 + loss(parameters))
    ones = [(truth**j * (1 - truth) ** (k - j), truth ** (k - j) * (1 - truth) ** j) for j in range(k + 1)]
    return 1 - hidden + hidden * sum(comb(k, j) * max(p - t * q, 0) for j, (p, q) in enumerate(ones))


FORMS: dict[str, Value] = {
    "randomized_response": response,
    "laplace": noise,
    "gaussian": normal,
    "composition": composed,
}
CASES = [
    pytest.param(name, vector, id=f"{name}-{vector['id']}") for name in FORMS for vector in vectors(name, "privacy")
]


def agrees(name: str, vector: Vector) -> bool:
    low, high = bounds(vector["hockey_stick"])
    with mpmath.workdps(40):
        found = FORMS[name](vector["parameters"], mpmath.exp(number(vector["epsilon"])))
        least, most = (mpmath.mpf(end.numerator) / end.denominator for end in (low, high))
        slack = mpmath.mpf(10) ** -17
        return bool(least - slack <= found <= most + slack)


@pytest.mark.parametrize(("name", "vector"), CASES)
def test_a_divergence_is_that_of_the_closed_form(name: str, vector: Vector) -> None:
    assert agrees(name, vector)


@pytest.mark.parametrize(("name", "vector"), CASES)
def test_a_divergence_at_another_epsilon_is_not(name: str, vector: Vector) -> None:
    if bounds(vector["hockey_stick"])[1] > 0:
        assert not agrees(name, {**vector, "epsilon": "1/3"})
