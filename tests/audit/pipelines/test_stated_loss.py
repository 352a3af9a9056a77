"""What a statement allows is an upper bound on delta: near the exact one where that is known, and never below it."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from dpassay.audit.answers.compositions import Composition, Part
from dpassay.audit.held_to.composed import truth_of
from dpassay.audit.pipelines.stated_loss import (
    SMALL_DELTA,
    allowed_delta,
    allowed_point,
    concentrated,
    epsilons,
    pure_epsilon,
    response_of,
    squares,
)
from dpassay.audit.pipelines.statements import read_statement

F = Fraction


def part(kind: str, rounds: int, **numbers: str) -> Part:
    return Part(kind, rounds, tuple((name, F(text)) for name, text in numbers.items()))  # type: ignore[arg-type]


CASES = [
    ("laplace(epsilon=1/2) x 2", [part("laplace", 2, scale="2")]),
    ("laplace(scale=4, sensitivity=2) x 3", [part("laplace", 3, scale="2")]),
    ("laplace(epsilon=1/2), laplace(epsilon=1/4)", [part("laplace", 1, scale="2"), part("laplace", 1, scale="4")]),
    ("discrete_laplace(epsilon=3/2, sensitivity=3)", [part("discrete_laplace", 1, rate="1/2", sensitivity="3")]),
    ("gaussian(sigma=2) x 4", [part("gaussian", 4, sigma="2")]),
    ("gaussian(sigma=4, sensitivity=2) x 4", [part("gaussian", 4, sigma="2")]),
    ("discrete_gaussian(sigma=4) x 5", [part("discrete_gaussian", 5, sigma="4")]),
    ("approximate(epsilon=1/8, delta=1/1024) x 5", [part("approximate", 5, epsilon="1/8", delta="1/1024")]),
    (
        "laplace(epsilon=1/2) x 2, gaussian(sigma=2), approximate(epsilon=1/4, delta=1/64)",
        [
            part("laplace", 2, scale="2"),
            part("gaussian", 1, sigma="2"),
            part("approximate", 1, epsilon="1/4", delta="1/64"),
        ],
    ),
]


@pytest.mark.parametrize(("text", "parts"), CASES)
def test_the_delta_of_a_composition_is_that_of_its_accountants(text: str, parts: list[Part]) -> None:
    statement, truth = read_statement(text), truth_of(Composition("a test", 1, tuple(parts)))
    for epsilon in epsilons(statement):
        low, high = truth.delta(epsilon)
        allowed = allowed_delta(statement, epsilon)
        assert low <= allowed <= float(high) * 1.01 + 1e-15


def test_a_pure_budget_is_randomized_response() -> None:
    for text in ("pure(epsilon=1)", "randomized_response(epsilon=1)"):
        assert float(allowed_delta(read_statement(text), F(0))) == pytest.approx(math.tanh(1 / 2))


def test_rates_without_a_common_step_are_rounded_up() -> None:
    odd, even = read_statement("pure(epsilon=0.333333), pure(epsilon=1/7)"), read_statement("pure(epsilon=0.4762)")
    for epsilon in (F(0), F(1, 10), F(3, 10)):
        exact = _two_responses(0.333333, 1 / 7, float(epsilon))
        assert exact <= float(allowed_delta(odd, epsilon)) <= exact * 1.001
        assert allowed_delta(odd, epsilon) < allowed_delta(even, epsilon)


def _two_responses(first: float, second: float, epsilon: float) -> float:
    total = 0.0
    for a in (first, -first):
        for b in (second, -second):
            share = 1 / (1 + math.exp(-a)) / (1 + math.exp(-b))
            total += share * max(0.0, 1 - math.exp(epsilon - a - b))
    return total


def test_what_is_concentrated_has_at_least_the_delta_of_normal_noise_of_its_rho() -> None:
    wide, normal = read_statement("zcdp(rho=1/8), laplace(epsilon=1/4)"), read_statement("gaussian(sigma=2)")
    for epsilon in epsilons(wide):
        assert allowed_delta(normal, epsilon) < allowed_delta(wide, epsilon) <= 1
    lossy = read_statement("zcdp(rho=1/8), laplace(epsilon=1/4), approximate(epsilon=1/100, delta=1/10)")
    assert allowed_delta(lossy, epsilons(lossy)[-1]) > F(1, 10)


def test_the_sums_of_a_statement() -> None:
    statement = read_statement("laplace(epsilon=1/2) x 2, approximate(epsilon=1, delta=0), pure(epsilon=1/4)")
    assert pure_epsilon(statement) == F(9, 4)
    mixed = read_statement("gaussian(sigma=2, sensitivity=3) x 2, zcdp(rho=1/4) x 3, approximate(epsilon=1, delta=1/9)")
    assert pure_epsilon(mixed) is None
    assert (squares(mixed), squares(mixed, "discrete_gaussian"), concentrated(mixed)) == (F(9, 2), F(0), F(3, 4))
    assert [response_of(each) for each in mixed.mechanisms] == [None, None, (F(1), F(1, 9))]


def test_the_point_is_the_first_epsilon_of_a_small_delta() -> None:
    statement = read_statement("laplace(epsilon=1/2) x 2")
    epsilon, delta = allowed_point(statement)
    assert 0 < delta <= SMALL_DELTA
    before = [each for each in epsilons(statement) if each < epsilon]
    assert all(allowed_delta(statement, each) > SMALL_DELTA for each in before)
    assert allowed_point(read_statement("approximate(epsilon=1, delta=1/2)"))[1] == 1


def test_what_has_too_many_losses_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^claim = 'discrete_gaussian.*expected fewer rounds"):
        allowed_delta(read_statement("discrete_gaussian(sigma=1000) x 10000"), F(1))
