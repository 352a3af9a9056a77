"""The fast permute-and-flip mechanism."""

import itertools
import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpassay.fast.exponential import probabilities as exponential_probabilities
from dpassay.fast.permute_and_flip import permute_and_flip, probabilities
from tests.fast.helpers import (
    ALPHA,
    BUDGET,
    COMMON,
    SENSITIVITY,
    Case,
    N,
    check_shapes,
    counts_p_value,
    expect_error,
    generator,
)

SCORES = [3.0, 1.0, 0.0, 3.0, -2.5]
VALID: dict[str, Any] = {
    "data": SCORES,
    "size": 5,
    "rng": generator(),
    "epsilon": 1.0,
    "sensitivity": 1.0,
}
OWN: list[Case] = [("data", {"data": data}) for data in ([], [math.nan], [True], "12", 3.0, None)]


def law(scores: Any, epsilon: float, sensitivity: float = 1.0) -> Any:
    """The definition: over all orders, the first whose coin, of the gap's probability, falls right."""
    coins = [math.exp(epsilon * (u - max(scores)) / (2 * sensitivity)) for u in scores]
    masses = np.zeros(len(scores))
    for order in itertools.permutations(range(len(scores))):
        left = 1 / math.factorial(len(scores))
        for candidate in order:
            masses[candidate] += left * coins[candidate]
            left *= 1 - coins[candidate]
    return masses


def sample(scores: Any = SCORES, size: int = N, **changes: Any) -> Any:
    return permute_and_flip(**VALID | {"data": scores, "size": size, "rng": generator(9)} | changes)


@pytest.mark.parametrize(("name", "changes"), COMMON + BUDGET + SENSITIVITY + OWN)
def test_bad_input(name: str, changes: dict[str, Any]) -> None:
    expect_error(permute_and_flip, VALID | changes, name)


def test_shapes() -> None:
    check_shapes(permute_and_flip, VALID, np.int64)


@given(scores=st.lists(st.floats(-5, 5), min_size=1, max_size=6), epsilon=st.floats(0.01, 20))
def test_probabilities_are_those_of_the_definition(scores: list[float], epsilon: float) -> None:
    computed = probabilities(np.array(scores), epsilon=epsilon, sensitivity=2.0)
    assert computed == pytest.approx(law(scores, epsilon, 2.0), rel=1e-9, abs=1e-15)


@pytest.mark.parametrize(
    "scores", [[2**60 + 127, 2**60 + 129], np.array([2**60 + 127, 2**60 + 129]), [Fraction(10**40), 10**40 + 2]]
)
def test_gaps_of_large_scores_are_exact(scores: Any) -> None:
    """A gap of 2 at epsilon 1 and sensitivity 2: the worse one must come first, and its coin of e^(-1/2) fall right."""
    expected = [math.exp(-0.5) / 2, 1 - math.exp(-0.5) / 2]
    assert probabilities(scores, epsilon=1, sensitivity=2) == pytest.approx(expected, rel=1e-14)
    assert probabilities(scores[::-1], epsilon=1, sensitivity=2) == pytest.approx(expected[::-1], rel=1e-14)


def test_the_sampler_takes_the_exact_gaps() -> None:
    """The same draws, so the same choices, as at the scores 0 and 2."""
    changes = {"size": 1000, "sensitivity": 2}
    assert np.array_equal(sample([2**60 + 127, 2**60 + 129], **changes), sample([0, 2], **changes))


@given(
    scores=st.lists(st.integers(-(2**70), 2**70) | st.fractions(-100, 100), min_size=1, max_size=6),
    shift=st.integers(-(2**200), 2**200) | st.fractions(),
)
def test_probabilities_depend_on_gaps_only(scores: list[Any], shift: Any) -> None:
    shifted = [score + shift for score in scores]
    arguments = {"epsilon": 0.7, "sensitivity": 2.0}
    assert np.array_equal(probabilities(scores, **arguments), probabilities(shifted, **arguments))


@pytest.mark.parametrize("candidates", [100, 500, 2000])
def test_probabilities_of_many_candidates_sum_to_one(candidates: int) -> None:
    scores = np.sin(np.arange(candidates))
    assert probabilities(scores, epsilon=3.0, sensitivity=1.0).sum() == pytest.approx(1, abs=1e-10)


@pytest.mark.statistical
@pytest.mark.parametrize(
    ("scores", "epsilon", "sensitivity"),
    [
        (SCORES, 1.0, 1.0),
        (SCORES, 5.0, 2.0),
        (SCORES, 1e-6, 1.0),
        ([7.0], 1.0, 1.0),
        ([0.0, 0.3, 0.6], 50.0, 3.0),
    ],
)
def test_law(scores: Any, epsilon: float, sensitivity: float) -> None:
    """alpha = 1e-4."""
    samples = sample(scores, epsilon=epsilon, sensitivity=sensitivity)
    assert counts_p_value(samples, law(scores, epsilon, sensitivity)) > ALPHA


@pytest.mark.statistical
def test_law_by_exp_eps() -> None:
    """alpha = 1e-4; at e^epsilon = 4 the worse one must come first, and its coin of 1/2 fall right."""
    samples = sample([0, 1], epsilon=None, exp_eps="4")
    assert counts_p_value(samples, [1 / 4, 3 / 4]) > ALPHA


@pytest.mark.statistical
def test_tampered_twins_are_rejected() -> None:
    """Epsilon off by 10 %; the exponential mechanism in its place; sensitivity ignored; no permutation."""
    expected = law(SCORES, 1.0)
    assert counts_p_value(sample(epsilon=1.1), expected) < ALPHA
    assert counts_p_value(sample(sensitivity=2.0), expected) < ALPHA
    other = exponential_probabilities(np.array(SCORES), epsilon=1.0, sensitivity=1.0)
    assert counts_p_value(generator().choice(len(SCORES), size=N, p=other), expected) < ALPHA
    coins = np.exp((np.array(SCORES) - 3) / 2)
    first = (generator().random((N, len(SCORES))) < coins).argmax(axis=1)
    assert counts_p_value(first, expected) < ALPHA


def test_never_worse_than_the_exponential_mechanism() -> None:
    """Its expected score is no lower, as its paper proves."""
    for epsilon in (0.1, 1.0, 10.0):
        arguments = {"epsilon": epsilon, "sensitivity": 1.0}
        scores = np.array(SCORES)
        assert probabilities(scores, **arguments) @ scores >= exponential_probabilities(scores, **arguments) @ scores


def test_extreme_scores() -> None:
    assert set(sample([-1e308, 1e308, 1e308], size=1000).tolist()) == {1, 2}
    assert set(sample([0.0, 1.0], size=1000, epsilon=1e300).tolist()) == {1}
