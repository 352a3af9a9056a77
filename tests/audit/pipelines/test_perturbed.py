"""A minimum of a perturbed objective: its loss is that of densities that are derived here in another way, by mpmath.

In one dimension the minimum is at most t where the derivative at t is not below 0, which the distribution of the noise
says. In two, the density of the minimum is that of the noise times a determinant of differences of the objective.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import mpmath as mp
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpassay.audit.pipelines.composition import delta_bounds
from dpassay.audit.pipelines.laws import LAWS, LOSSES_ALONE
from dpassay.audit.pipelines.perturbed import MINIMUM, REACH, minimum_loss, minimum_supremum
from dpassay.audit.pipelines.rows import Row
from dpassay.exact import as_real

F = Fraction
Labelled = list[tuple[tuple[float, ...], int]]


def unit(
    epsilon: float = 1.0, penalty: float = 1.0, norm: float = 1.0, intercept: int = 0, curvature: float = 0.25
) -> Any:
    named = {"epsilon": epsilon, "penalty": penalty, "curvature": curvature, "norm": norm, "intercept": intercept}
    return tuple(each for name, value in named.items() for each in (name, F(value)))


def records(data: Labelled) -> Any:
    return tuple(tuple(F(x) * (1 if label else -1) for x in features) for features, label in data)


def row(first: Labelled, second: Labelled, answer: Any = None, of: Any = None) -> Row:
    return Row(0, of or unit(), records(first), records(second), answer)


def number(loss: Any) -> float:
    assert loss is not None
    return float(as_real(loss))


def budget_and_penalty(epsilon: float, penalty: float, norm: float) -> tuple[float, float]:
    """The budget of the noise and the penalty, as the text of the algorithm says them."""
    left = epsilon - 2 * math.log(1 + norm / (4 * penalty))
    return (left, penalty) if left > 0 else (epsilon / 2, norm / 4 / math.expm1(epsilon / 4))


# One dimension

SETTINGS = [(1.0, 1.0, 1.0), (1.0, 1.0, 10.0), (3.0, 0.5, 2.0), (0.5, 8.0, 1.0)]


def share_below(data: Labelled, place: Any, setting: tuple[float, float, float]) -> Any:
    """The probability that the minimum is at most so much."""
    budget, penalty = budget_and_penalty(*setting)
    slope = penalty * place
    for (x,), label in data:
        slope += x * (1 / (1 + mp.exp(-x * place)) - label)
    tail = mp.exp(-abs(slope) * budget / (2 * setting[2])) / 2
    return 1 - tail if slope > 0 else tail


@pytest.mark.parametrize("setting", SETTINGS)
@pytest.mark.parametrize("place", [-1.5, -0.25, 0.5, 2.0])
def test_in_one_dimension_the_loss_is_that_of_derivatives_of_the_distribution(
    setting: tuple[float, float, float], place: float
) -> None:
    first: Labelled = [((1.0,), 1), ((0.0,), 0), ((-0.5,), 1)]
    second: Labelled = [((1.0,), 1), ((0.0,), 0), ((0.75,), 0)]
    densities = [mp.diff(lambda t, data=data: share_below(data, t, setting), place) for data in (first, second)]
    loss = number(minimum_loss(row(first, second, (F(place),), unit(*setting))))
    assert loss == pytest.approx(float(mp.log(densities[0] / densities[1])), abs=1e-6)


# Two dimensions


def log_density(data: Labelled, place: tuple[float, float], setting: tuple[float, float, float], intercept: int) -> Any:
    """The logarithm of the density but for a constant; the last column is that of the intercept, where there is one."""
    budget, penalty = budget_and_penalty(*setting)
    grown = penalty - setting[1] if penalty != setting[1] else 0.0

    def objective(w: Any, v: Any) -> Any:
        asked = setting[1] * (w**2 + (0 if intercept else v**2)) / 2
        logs = [mp.log(1 + mp.exp((1 - 2 * label) * (x * w + y * v))) for (x, y), label in data]
        return asked + grown * (w**2 + v**2) / 2 + sum(logs)

    slopes = [mp.diff(objective, place, n) for n in ((1, 0), (0, 1))]
    (a, b), (c, d) = [[mp.diff(objective, place, n) for n in line] for line in (((2, 0), (1, 1)), ((1, 1), (0, 2)))]
    return mp.log(a * d - b * c) - budget / (2 * setting[2]) * mp.hypot(*slopes)


@pytest.mark.parametrize("setting", [(1.0, 1.0, math.sqrt(2)), (1.0, 1.0, 9.0)])
@pytest.mark.parametrize("intercept", [0, 1])
@pytest.mark.parametrize("place", [(0.0, 0.0), (1.0, -2.0), (2.5, 2.25)])
def test_in_two_dimensions_the_loss_is_that_of_differences_of_the_objective(
    setting: tuple[float, float, float], intercept: int, place: tuple[float, float]
) -> None:
    first: Labelled = [((1.0, 1.0), 1), ((0.0, 1.0), 0), ((-0.5, 1.0), 1)]
    second: Labelled = [((1.0, 1.0), 1), ((0.0, 1.0), 0), ((0.75, 1.0), 0)]
    with mp.workdps(30):
        expected = log_density(first, place, setting, intercept) - log_density(second, place, setting, intercept)
    found = minimum_loss(row(first, second, tuple(map(F, place)), unit(*setting, intercept)))
    assert number(found) == pytest.approx(float(expected), abs=1e-8)


@given(
    st.lists(st.tuples(st.tuples(st.integers(-2, 2)), st.integers(0, 1)), min_size=2, max_size=4), st.integers(-2, 2)
)
def test_the_loss_changes_its_sign_with_the_inputs_and_not_with_the_order(data: Any, place: int) -> None:
    other = [((1,), 1), *data[1:]]
    forth = minimum_loss(row(data, other, (F(place),)))
    back = minimum_loss(row(other[::-1], data, (F(place),)))
    assert number(forth) == pytest.approx(-number(back), abs=1e-12)


# The largest


def test_the_largest_is_that_of_a_fine_grid() -> None:
    first: Labelled = [((1.0,), 1), ((0.0,), 0)]
    second: Labelled = [((0.0,), 1), ((0.0,), 0)]
    losses = [number(minimum_loss(row(first, second, (F(k, 50),)))) for k in range(-150, 151)]
    assert abs(number(minimum_supremum(row(first, second))) - max(losses)) < 1e-3


def one_long_record(norm: float, curvature: float) -> float:
    first: Labelled = [((norm,), 1), ((0.0,), 0)]
    second: Labelled = [((0.0,), 1), ((0.0,), 0)]
    return number(minimum_supremum(row(first, second, of=unit(norm=norm, curvature=curvature))))


@pytest.mark.parametrize("norm", [8.0, 12.0, 20.0, 100.0])
def test_long_records_cost_more_than_epsilon_unless_the_norm_is_squared(norm: float) -> None:
    """The Hessian of a record is at most c R^2: with that in the place of c R it costs no more than epsilon."""
    assert one_long_record(norm, 0.25) > 1
    assert one_long_record(norm, 0.25 * norm) < 1


BESIDE: Labelled = [((-1.0, 1.0), 0), ((1.0, 1.0), 1)]
TOGETHER: Labelled = [((-1.0, 1.0), 0), ((-1.0, 1.0), 1)]


def test_an_intercept_without_a_penalty_costs_more_the_further_the_answer() -> None:
    of = unit(norm=math.sqrt(2), intercept=1)
    losses = [number(minimum_loss(row(BESIDE, TOGETHER, (F(t), F(-t)), of))) for t in range(4)]
    assert losses[3] > losses[2] + 1 > losses[1] + 2 > losses[0] + 2
    assert number(minimum_supremum(row(BESIDE, TOGETHER, of=of))) >= losses[3] > 3
    assert number(minimum_supremum(row(BESIDE, TOGETHER, of=unit(norm=math.sqrt(2))))) < 1


def test_what_is_beyond_the_reach_or_the_same_tells_nothing() -> None:
    assert minimum_loss(row(BESIDE, TOGETHER, (F(0), F(REACH + 1)))) == 0
    assert minimum_loss(row(BESIDE, BESIDE[::-1], (F(0), F(1)))) == 0
    assert minimum_supremum(row(BESIDE, BESIDE)) == 0


@pytest.mark.parametrize("law", [minimum_loss, minimum_supremum])
@pytest.mark.parametrize(
    ("first", "second", "of"),
    [
        (records(BESIDE), records(TOGETHER), ("epsilon", F(1))),
        (records(BESIDE), records(TOGETHER), F(1)),
        (records(BESIDE), records(TOGETHER), unit(penalty=0.0)),
        (records(BESIDE), records([((1.0,), 0)]), unit()),
        (records(BESIDE), (), unit()),
        (records(BESIDE), ((F(1), float("inf")),), unit()),
        (F(1), F(2), unit()),
    ],
)
def test_what_is_no_record_has_an_infinite_loss(law: Callable[[Row], Any], first: Any, second: Any, of: Any) -> None:
    assert law(Row(0, of, first, second, (F(0), F(0)))) is None


def test_at_a_delta_what_it_adds_up_to_is_left_open() -> None:
    assert LAWS[MINIMUM].supremum(row(BESIDE, TOGETHER)) is not None
    assert MINIMUM in LOSSES_ALONE
    assert delta_bounds([(MINIMUM, row(BESIDE, TOGETHER))], F(1))[1] == 1
