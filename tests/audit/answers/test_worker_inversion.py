"""Binomial and geometric numbers: numpy's own for the same uniform ones, and their exact laws."""

from fractions import Fraction
from math import comb
from typing import Any

import numpy as np
import pytest

from dpassay.audit.answers.worker_inversion import KNOWN, NOTE, EndlessError, agrees, binomial, geometric
from tests.audit.enumerating import enumeration, law

UNIT = 2**53


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        *[("binomial", (n, p)) for n in (0, 1, 4, 50) for p in (0.0, 0.1, 0.5, 0.7, 1.0)],
        *[("geometric", (p,)) for p in (0.34, 0.5, 0.9, 1.0)],
    ],
)
def test_they_are_numpy_s_own(name: str, arguments: tuple[Any, ...]) -> None:
    for seed in range(300):
        own = getattr(np.random.default_rng(seed + 1000), name)(*arguments)
        assert KNOWN[name][0](*arguments, np.random.default_rng(seed + 1000).random) == own
    assert agrees(name, arguments)


def test_another_algorithm_is_noticed() -> None:
    """numpy draws such numbers from a table: the same uniform numbers give others."""
    assert not agrees("geometric", (0.2,))
    assert not agrees("binomial", (1000, 0.4))


def test_the_law_of_a_geometric_number() -> None:
    found = enumeration(lambda c: c.generator.geometric(0.5), 20)
    weights = {k: found.weights[f'["int", "{k}"]'] for k in range(1, 9)}
    assert all(abs(weight - Fraction(1, 2**k)) <= Fraction(1, UNIT) for k, weight in weights.items())
    assert weights[1] == Fraction(1, 2) + Fraction(1, UNIT)  # a number up to 1/2, and not below it
    assert found.notes == {NOTE.format("geometric")}


def test_the_law_of_a_binomial_number_is_right_up_to_rounding() -> None:
    found = law(lambda c: c.generator.binomial(4, 0.25))
    for k in range(5):
        assert abs(found[k] - comb(4, k) * Fraction(1, 4) ** k * Fraction(3, 4) ** (4 - k)) < Fraction(1, 2**50)


def test_what_is_certain_takes_no_number() -> None:
    def refused() -> float:
        raise AssertionError

    assert binomial(0, 0.5, refused) == binomial(7, 0.0, refused) == 0
    assert geometric(1.0, lambda: 0.999) == 1


def test_where_numpy_would_not_return_the_weight_stays_over() -> None:
    """The sum of the probabilities, rounded, ends below the last of the uniform numbers."""
    last = 1 - 2.0**-53
    with pytest.raises(EndlessError):
        geometric(0.35, lambda: last)
    found = enumeration(lambda c: c.generator.geometric(0.35), 300)
    assert not found.search
    assert 0 < found.left < Fraction(10, UNIT)
