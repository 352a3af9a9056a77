"""Delta of traces, held against closed forms, and against integrals by SciPy."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from scipy.stats import norm

from dpassay.audit.pipelines.composition import Step, delta_bounds
from dpassay.audit.pipelines.traces import Row
from dpassay.exact import Dist, PrivacyLoss, hockey_stick_divergence, two_sided_geometric

F = Fraction


def step(kind: str, first: object, second: object, unit: object = None) -> Step:
    return kind, Row(0, unit, first, second, None)


def normal_delta(mu: float, epsilon: float) -> float:
    return float(norm.cdf(mu / 2 - epsilon / mu) - math.exp(epsilon) * norm.cdf(-mu / 2 - epsilon / mu))


def test_normal_noise_composes_to_one_law() -> None:
    steps = [step("normal", F(0), F(3), F(5)), step("normal", F(1), F(-3), F(5))]
    low, high = delta_bounds(steps, F(1))
    assert float(low) == pytest.approx(normal_delta(1.0, 1.0), rel=1e-12)
    assert float(high - low) < 1e-12


def test_laplace_noise_is_bracketed() -> None:
    low, high = delta_bounds([step("laplace", F(0), F(2), F(1))], F(1))
    assert float(low) <= 1 - math.exp((1 - 2) / 2) <= float(high)
    assert float(high - low) < 0.01


def test_rates_that_differ_are_bracketed() -> None:
    """Two Laplace calls of rates 1 and 1/3 at epsilon 1: the integral over the loss of the second."""
    steps = [step("laplace", F(0), F(1), F(1)), step("laplace", F(0), F(1), F(3))]
    low, high = delta_bounds(steps, F(1))
    count = 20_000
    grid = [(j + 0.5) / count for j in range(count)]  # of the distribution function of the second, around 0
    delta = 0.0
    for u in grid:
        z = math.log(2 * u) if u < 0.5 else -math.log(2 * (1 - u))
        rest = 1 - (abs(3 * z - 1) - abs(3 * z)) / 3
        delta += max(0.0, 1 - math.exp((rest - 1) / 2)) if rest > -1 else 1 - math.exp(rest)
    assert float(low) - 1e-4 <= delta / count <= float(high) + 1e-4
    assert float(high - low) < 0.02


def test_coins_are_exact() -> None:
    steps = [step("coin", F(3, 4), F(1, 4))] * 3
    law = Dist({0: F(1, 4), 1: F(3, 4)}), Dist({0: F(3, 4), 1: F(1, 4)})
    exact = PrivacyLoss.from_pair(*law).self_compose(3).delta(2)
    low, high = delta_bounds(steps, F(math.log(2)))
    assert float(low) == pytest.approx(float(exact), rel=1e-9)
    assert float(high) == pytest.approx(float(exact), rel=1e-9)
    assert delta_bounds([step("binomial", F(3, 4), F(1, 4), F(3))], F(1)) == delta_bounds(steps, F(1))


def test_an_answer_of_one_input_alone_is_exact_where_the_others_are_in_one_ratio() -> None:
    """Twice: one of two answers is lost with probability 7/16, and the others are e^(-log(16/9)) as likely."""
    low, high = delta_bounds([step("coin", F(1, 4), F(0))] * 2, F(1))
    assert float(low) == pytest.approx(7 / 16)
    assert float(high) == pytest.approx(7 / 16)
    three = step("choice", (F(1), F(2), F(1)), (F(0), F(2), F(1)))
    low, high = delta_bounds([three], F(0))  # the others are 3/4 as likely
    assert float(low) == float(high) == 1 / 4
    low, high = delta_bounds([step("choice", (F(1), F(2), F(1)), (F(0), F(1), F(1)))], F(0))
    assert float(low) == pytest.approx(1 / 4)
    assert high == 1


def test_geometric_noise_is_exact() -> None:
    low, high = delta_bounds([step("discrete laplace", F(5), F(3), F(2))], F(1, 2))
    first, second = (two_sided_geometric(center, math_exp(F(-1, 2))) for center in (5, 3))
    exact = float(hockey_stick_divergence(first, second, math_exp(F(1, 2))))
    assert float(low) == pytest.approx(exact, rel=1e-9)
    assert float(high - low) < 1e-12


def test_geometric_noise_of_a_rational_ratio_is_exact() -> None:
    low, high = delta_bounds([step("two-sided geometric", F(5), F(3), F(1, 2))], F(1, 2))
    first, second = (two_sided_geometric(center, F(1, 2)) for center in (5, 3))
    exact = float(hockey_stick_divergence(first, second, math_exp(F(1, 2))))
    assert float(low) == pytest.approx(exact, rel=1e-9)
    assert float(high - low) < 1e-12


def test_sums_of_normal_noise_have_a_variance() -> None:
    assert delta_bounds([step("normal sum", F(0), F(1), F(4))], F(1)) == delta_bounds(
        [step("normal", F(0), F(1), F(2))], F(1)
    )


def math_exp(exponent: Fraction) -> object:
    from dpassay.exact import exp

    return exp(exponent)


def test_discrete_normal_noise_is_exact() -> None:
    low, high = delta_bounds([step("discrete normal", F(0), F(2), F(2))], F(1))
    weights = {k: math.exp(-(k**2) / 8) for k in range(-60, 61)}
    total = sum(weights.values())
    delta = sum(max(0.0, w - math.e * math.exp(-((k - 2) ** 2) / 8)) for k, w in weights.items()) / total
    assert float(low) == pytest.approx(delta, rel=1e-9)
    assert float(high - low) < 1e-12


@pytest.mark.parametrize(
    ("steps", "delta"),
    [
        ([], 0),
        ([step("laplace", F(0), float("nan"), F(1))], 1),
        ([step("normal", F(0), F(1), F(0))], 1),
        ([step("uniform", F(0), F(1), F(4))], F(1, 4)),
        ([step("coin", F(1, 2), F(0))], F(1, 2)),
    ],
)
def test_what_is_told_for_certain(steps: list[Step], delta: Fraction) -> None:
    low, high = delta_bounds(steps, F(5))
    assert float(low) == pytest.approx(float(delta))
    assert high in (1, delta) or float(high) == pytest.approx(float(delta))


def test_one_sided_noise_has_a_side() -> None:
    low, _ = delta_bounds([step("exponential", F(0), F(1), F(2))], F(0))
    assert float(low) == pytest.approx(1 - math.exp(-1 / 2))
    low, high = delta_bounds([step("exponential", F(1), F(0), F(2))], F(1))
    assert float(low) == float(high) == 0
    low, high = delta_bounds([step("exponential", F(1), F(0), F(2))], F(1, 4))
    assert float(low) == pytest.approx(1 - math.exp(1 / 4 - 1 / 2))


def test_choices_among_many_are_bracketed() -> None:
    p, q = (F(1), F(2), F(5)), (F(4), F(3), F(1))
    first, second = (Dist.from_weights(dict(enumerate(law))) for law in (p, q))
    exact = hockey_stick_divergence(first, second, 2)
    low, high = delta_bounds([step("choice", p, q)], F(math.log(2)))
    assert float(low) <= float(exact) + 1e-12 <= float(high) + 2e-12
    scores = step("exponential choice", (F(3), F(0), F(0)), (F(0), F(0), F(0)), F(1))
    low, high = delta_bounds([scores], F(1, 2))
    share = math.exp(3) / (math.exp(3) + 2)
    assert float(low) == pytest.approx(share - math.exp(0.5) / 3)
    assert float(low) <= float(high)
    low, high = delta_bounds([step("comparison of laplace", F(2), F(-2), F(1))], F(1))
    assert float(low) == pytest.approx(1 - math.exp(-2) / 2 - math.e * math.exp(-2) / 2)
    assert low <= high


def test_a_kind_without_a_law_leaves_delta_open() -> None:
    low, high = delta_bounds([step("gumbel", F(0), F(1), F(1)), step("uniform", F(0), F(1), F(4))], F(1))
    assert float(low) == pytest.approx(1 / 4)
    assert high == 1


def test_very_many_and_very_large_rates_end() -> None:
    low, high = delta_bounds([step("laplace", F(0), F(10**9), F(1))] * 3, F(1))
    assert float(low) > 0.999
    assert high == 1
    low, high = delta_bounds([step("laplace", F(0), F(k), F(10_000)) for k in range(1, 40)], F(1, 100))
    assert 0 <= low <= high < F(1, 2)


def test_a_comparison_and_noise_of_another_unit_compose() -> None:
    """The loss of the comparison is a number of many digits, and the rate of the noise is a double."""
    half = F(1, 2)
    steps = [step("comparison of laplace", half, -half, F(1)), step("laplace", F(0), F(1), F(1 / 0.3))]
    low, high = delta_bounds(steps, F(1))
    alone, _ = delta_bounds(steps[:1], F(1))
    assert 0 == alone < low <= high < F(1, 10)
