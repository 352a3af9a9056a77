"""A noisy sum over a noisy count: its law is that of numbers that are drawn as the source says, and of sums by hand."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from dpassay.audit.pipelines.composition import delta_bounds
from dpassay.audit.pipelines.laws import LAWS, LOSSES_ALONE
from dpassay.audit.pipelines.quotient import MEAN, mean_loss, mean_supremum
from dpassay.audit.pipelines.rows import Row
from dpassay.exact import as_real

F = Fraction
UNIT = (F(-1), F(3), F(1))
"""The middle is 1; the noise of the sum has unit 4, and that of the count unit 2."""
ONE, OTHER = (F(3), F(5)), (F(2), F(2))


def row(first: Any, second: Any, answer: Any = None, unit: Any = UNIT) -> Row:
    return Row(0, unit, first, second, answer)


def number(loss: Any) -> float:
    assert loss is not None
    return float(as_real(loss))


def drawn(given: tuple[Fraction, Fraction], rng: np.random.Generator, size: int) -> Any:
    """Means as the native code draws them."""
    counts = float(given[0]) + rng.laplace(scale=2, size=size)
    sums = float(given[1] - given[0]) + rng.laplace(scale=4, size=size)
    return np.clip(sums / np.maximum(1, np.round(counts)) + 1, -1, 3)


def mass_of_count(count: int, given: Any) -> float:
    """The mass of a noisy count, by its distribution function; that of 1 is of all up to it."""

    def below(place: float) -> float:
        gap = (place - float(given[0])) / 2
        return 1 - math.exp(-gap) / 2 if gap > 0 else math.exp(gap) / 2

    return below(count + 0.5) - (below(count - 0.5) if count > 1 else 0)


def by_hand(given: Any, answer: float) -> float:
    """The density of an answer between the bounds, in doubles, summed over counts up to 200."""
    total = 0.0
    for count in range(1, 200):
        gap = abs(count * (answer - 1) - float(given[1] - given[0])) / 4
        total += mass_of_count(count, given) * count * math.exp(-gap) / 8
    return total


@pytest.mark.parametrize("answer", [F(-1, 2), F(1), F(7, 4), F(29, 10)])
def test_between_the_bounds_the_loss_is_that_of_densities(answer: Fraction) -> None:
    expected = math.log(by_hand(ONE, float(answer)) / by_hand(OTHER, float(answer)))
    assert number(mean_loss(row(ONE, OTHER, answer))) == pytest.approx(expected, abs=1e-12)
    assert number(mean_loss(row(OTHER, ONE, answer))) == pytest.approx(-expected, abs=1e-12)


@pytest.mark.parametrize(("answer", "side"), [(F(-1), -1), (F(3), 1)])
def test_at_a_bound_the_loss_is_that_of_what_lies_beyond(answer: Fraction, side: int) -> None:
    def beyond(given: Any) -> float:
        total = 0.0
        for count in range(1, 200):
            gap = (2 * count - side * float(given[1] - given[0])) / 4
            total += mass_of_count(count, given) * (math.exp(-gap) / 2 if gap > 0 else 1 - math.exp(gap) / 2)
        return total

    expected = math.log(beyond(ONE) / beyond(OTHER))
    assert number(mean_loss(row(ONE, OTHER, answer))) == pytest.approx(expected, abs=1e-12)


def chi_square(given: Any, means: Any) -> float:
    """How far drawn means between the bounds are from the density, in 40 parts."""
    inside = means[(means > -1) & (means < 3)]
    counts = np.histogram(inside, 40, (-1, 3))[0]
    grid = -1 + (np.arange(400) + 0.5) / 100
    shares = np.array([by_hand(given, float(x)) for x in grid]).reshape(40, 10).mean(axis=1)
    expected = shares / shares.sum() * len(inside)
    return float(((counts - expected) ** 2 / expected).sum())


def test_the_density_is_that_of_drawn_means_and_not_of_others() -> None:
    """alpha = 1e-6 for each: of 39 degrees of freedom."""
    rng = np.random.default_rng(5)
    assert chi_square(ONE, drawn(ONE, rng, 100_000)) < 100
    assert chi_square(ONE, drawn(OTHER, rng, 100_000)) > 100


def test_a_quotient_tells_less_than_both_numbers_and_some_of_it() -> None:
    for pair in ((ONE, (F(2), F(2))), ((F(1), F(3)), (F(0), F(0))), ((F(1), F(1)), (F(0), F(0)))):
        for first, second in (pair, pair[::-1]):
            assert 0 < number(mean_supremum(row(first, second))) <= 1
    least = number(mean_supremum(row(ONE, OTHER)))
    assert least >= max(number(mean_loss(row(ONE, OTHER, F(k, 16)))) for k in range(-16, 49))
    assert number(mean_supremum(row(ONE, OTHER, unit=(F(-1), F(3), F(4))))) > 1


def test_equal_inputs_tell_nothing() -> None:
    assert mean_loss(row(ONE, ONE, F(0))) == 0
    assert mean_supremum(row(ONE, ONE)) == 0


@pytest.mark.parametrize("law", [mean_loss, mean_supremum])
@pytest.mark.parametrize(
    ("first", "second", "unit"),
    [
        (ONE, OTHER, F(1)),
        (ONE, OTHER, (F(3), F(-1), F(1))),
        (ONE, OTHER, (F(-1), F(3), F(0))),
        (ONE, F(2), UNIT),
        (ONE, (F(1, 2), F(0)), UNIT),
        (ONE, (F(-1), F(0)), UNIT),
        ((F(1), float("nan")), OTHER, UNIT),
    ],
)
def test_what_is_no_count_and_sum_has_an_infinite_loss(
    law: Callable[[Row], Any], first: Any, second: Any, unit: Any
) -> None:
    assert law(row(first, second, F(0), unit)) is None


def test_an_answer_beyond_the_bounds_is_none_of_the_law() -> None:
    assert mean_loss(row(ONE, OTHER, F(4))) is None


def test_at_a_delta_what_it_adds_up_to_is_left_open() -> None:
    assert LAWS[MEAN].supremum(row(ONE, OTHER)) is not None
    assert MEAN in LOSSES_ALONE
    assert delta_bounds([(MEAN, row(ONE, OTHER))], F(1))[1] == 1
