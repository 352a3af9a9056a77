"""Losses on lattices against sums over outcomes, written out, and against closed forms in another arithmetic."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb

import mpmath
import pytest

from dpassay.exact import exp, hockey_stick_divergence, log, two_sided_geometric
from dpassay.exact.composed_loss import ComposedLoss
from dpassay.exact.integers import DiscreteGaussianLaw
from dpassay.exact.loss_lattice import (
    LossLattice,
    approximate_response,
    between_masses,
    discrete_gaussian,
    discrete_laplace,
    laplace_above,
    laplace_below,
    step_ratio,
)

TRUE, FALSE = Fraction(5, 8), Fraction(3, 8)
QUARTER = Fraction(1, 4)
TINY = 1e-15


def delta(loss: LossLattice, epsilon: Fraction) -> float:
    low, high = ComposedLoss.of([loss]).delta(epsilon).bounds()
    assert high - low < Fraction(1, 10**15)
    return float(low)


def convolved(first: list[Fraction], second: list[Fraction], rounds: int, epsilon: Fraction) -> float:
    """Sum over all outcomes of all rounds, in rationals but for the one power of e."""
    height = Fraction(mpmath.nstr(mpmath.exp(mpmath.mpf(epsilon.numerator) / epsilon.denominator), 40))
    total = Fraction(0)
    for outcome in product(range(len(first)), repeat=rounds):
        p = q = Fraction(1)
        for y in outcome:
            p, q = p * first[y], q * second[y]
        total += max(Fraction(0), p - height * q)
    return float(total)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ([TRUE, FALSE], [FALSE, TRUE]),
        ([Fraction(1, 2), Fraction(1, 2)], [QUARTER, 3 * QUARTER]),
        ([Fraction(3, 6), Fraction(1, 6), Fraction(2, 6)], [Fraction(1, 6), Fraction(3, 6), Fraction(2, 6)]),
        ([Fraction(8, 11), Fraction(2, 11), Fraction(1, 11)], [Fraction(1, 11), Fraction(2, 11), Fraction(8, 11)]),
    ],
)
@pytest.mark.parametrize("rounds", [1, 2, 4])
def test_laws_on_a_few_outcomes_compose_as_all_their_outcomes_do(
    first: list[Fraction], second: list[Fraction], rounds: int
) -> None:
    with mpmath.workdps(50):
        for epsilon in (Fraction(0), QUARTER, Fraction(1), Fraction(9, 4)):
            expected = convolved(first, second, rounds, epsilon)
            assert delta(between_masses(first, second).power(rounds), epsilon) == pytest.approx(expected, abs=TINY)


def test_another_law_is_told_apart() -> None:
    """The twin of the check above: a hundredth more of the truth, and one round less."""
    with mpmath.workdps(50):
        expected = convolved([TRUE, FALSE], [FALSE, TRUE], 4, QUARTER)
    other = TRUE + Fraction(1, 100)
    assert delta(between_masses([other, 1 - other], [1 - other, other]).power(4), QUARTER) > expected + 0.001
    assert delta(between_masses([TRUE, FALSE], [FALSE, TRUE]).power(3), QUARTER) < expected - 0.001


def test_many_rounds_are_a_binomial_sum() -> None:
    """A thousand rounds of randomized response, term by term in rationals."""
    rounds, p, q = 1000, Fraction(17, 32), Fraction(15, 32)
    with mpmath.workdps(60):
        height = Fraction(mpmath.nstr(mpmath.exp(20), 60))
    terms = ((comb(rounds, j), p**j * q ** (rounds - j), q**j * p ** (rounds - j)) for j in range(rounds + 1))
    expected = sum((ways * max(Fraction(0), left - height * right) for ways, left, right in terms), Fraction(0))
    found = delta(between_masses([p, q], [q, p]).power(rounds), Fraction(20))
    assert found == pytest.approx(float(expected), rel=1e-14)


def test_noise_on_the_integers_is_that_of_its_law() -> None:
    rate, gap = Fraction(1, 3), 4
    near, far = (two_sided_geometric(center, exp(-rate)) for center in (0, gap))
    sigma_squared = Fraction(5, 2)
    left, right = (DiscreteGaussianLaw(center, sigma_squared) for center in (0, 1))
    for epsilon in (Fraction(0), QUARTER, Fraction(1)):
        expected = float(hockey_stick_divergence(near, far, exp(epsilon)))
        assert delta(discrete_laplace(rate, gap), epsilon) == pytest.approx(expected, rel=1e-14)
        expected = float(hockey_stick_divergence(left, right, exp(epsilon)))
        assert delta(discrete_gaussian(sigma_squared), epsilon) == pytest.approx(expected, rel=1e-14)


def test_two_rounds_of_discrete_gaussian_noise_are_a_double_sum() -> None:
    with mpmath.workdps(30):
        mass = {x: mpmath.exp(-mpmath.mpf(x * x) / 8) for x in range(-60, 61)}
        total = sum(mass.values())
        pairs = product(range(-59, 60), repeat=2)
        height = mpmath.exp(mpmath.mpf(1) / 4)
        gains = (mass[x] * mass[y] - height * mass[x - 1] * mass[y - 1] for x, y in pairs)
        expected = float(sum(gain for gain in gains if gain > 0) / total**2)
    assert delta(discrete_gaussian(Fraction(4)).power(2), QUARTER) == pytest.approx(expected, rel=1e-13)


def test_the_extremal_pair_is_infinite_with_delta_in_any_round() -> None:
    epsilon, lost = Fraction(1, 2), Fraction(1, 8)
    loss = approximate_response(epsilon, lost).power(2)
    assert delta(loss, 2 * epsilon) == pytest.approx(float(1 - (1 - lost) ** 2), abs=TINY)
    high, low = mpmath.exp(0.5) / (1 + mpmath.exp(0.5)), 1 / (1 + mpmath.exp(0.5))
    finite = (1 - float(lost)) ** 2
    expected = 1 - finite + finite * float(high**2 - mpmath.exp(0.5) * low**2)
    assert delta(loss, epsilon) == pytest.approx(expected, rel=1e-13)


# Laplace: between two lattices


def laplace_delta(rate: mpmath.mpf, rounds: int, epsilon: mpmath.mpf) -> mpmath.mpf:
    """Return delta by truncated powers.

    Under the root of the product of both laws, the loss of a round is +-rate with equal masses, and uniform between:
    the sum of several has a density of pieces of polynomials, whose integrals with e^(+-loss/2) are incomplete gammas.
    """
    total = mpmath.mpf(0)
    for ways, below, signs in _pieces(rounds):
        edge = rate * (rounds - 2 * signs)
        if edge <= epsilon:
            continue
        scale = ways * (mpmath.exp(-rate / 2) / 2) ** rounds / mpmath.mpf(2) ** below
        total += scale * (_piece(edge, epsilon, below, 1) - mpmath.exp(epsilon) * _piece(edge, epsilon, below, -1))
    return total


def _pieces(rounds: int) -> Iterator[tuple[int, int, int]]:
    """Yield the terms c u^(rounds - 2 signs) / s^below of (u + 1/u + (u - 1/u) / s)^rounds."""
    for below in range(rounds + 1):
        for signs in range(rounds + 1):
            inner = sum(
                comb(below, j) * (-1) ** j * comb(rounds - below, signs - j)
                for j in range(max(0, signs - rounds + below), min(below, signs) + 1)
            )
            yield comb(rounds, below) * inner, below, signs


def _piece(edge: mpmath.mpf, epsilon: mpmath.mpf, below: int, sign: int) -> mpmath.mpf:
    """Return the integral of e^(sign L/2) (edge - L)^(below - 1) / (below - 1)! from epsilon to the edge."""
    if not below:
        return mpmath.exp(sign * edge / 2)
    body = lambda gap: mpmath.exp(-sign * gap / 2) * gap ** (below - 1) / mpmath.factorial(below - 1)  # noqa: E731
    return mpmath.exp(sign * edge / 2) * mpmath.quad(body, [0, edge - epsilon])


@pytest.mark.parametrize(("rounds", "epsilon"), [(1, "1/8"), (2, "1/2"), (3, "1/4"), (5, "1")])
def test_laplace_noise_is_between_its_two_lattices(rounds: int, epsilon: str) -> None:
    rate, eps = Fraction(1, 2), Fraction(epsilon)
    with mpmath.workdps(30):
        truth = float(laplace_delta(mpmath.mpf("0.5"), rounds, mpmath.mpf(eps.numerator) / eps.denominator))
    gaps = []
    for bins in (8, 64):
        low = delta(laplace_below(rate, bins).power(rounds), eps)
        high = delta(laplace_above(rate, bins).power(rounds), eps)
        assert low <= truth * (1 + 1e-12)
        assert high >= truth * (1 - 1e-12)
        gaps.append(high - low)
    assert gaps[1] < gaps[0] / 30 + TINY
    assert gaps[1] < truth * 1e-3


def test_one_round_of_laplace_noise_has_a_closed_form() -> None:
    """The second opinion itself is right where everything is known: delta = 1 - e^((eps - rate) / 2)."""
    with mpmath.workdps(30):
        assert laplace_delta(mpmath.mpf(1), 1, mpmath.mpf("0.5")) == pytest.approx(1 - mpmath.exp("-0.25"))


def test_an_optimistic_lattice_is_no_upper_bound() -> None:
    """The twin: the two are not interchangeable."""
    low, high = (delta(of(Fraction(1), 4).power(4), QUARTER) for of in (laplace_below, laplace_above))
    assert low < high - 1e-4


# Steps and refusals


def test_steps_have_a_common_one_only_where_it_is_certain() -> None:
    assert step_ratio(log(4), log(8)) is None or step_ratio(log(4), log(8)) == Fraction(2, 3)
    assert step_ratio(log(3) * 2, log(3) * 3) == Fraction(2, 3)
    assert step_ratio(log(3), log(5)) is None
    assert step_ratio(log(3) + 1, log(3)) is None
    assert step_ratio(log(3) * 0 + QUARTER, log(3) * 0 + Fraction(1, 2)) == Fraction(1, 2)
    assert discrete_laplace(QUARTER, 1).times(between_masses([TRUE, FALSE], [FALSE, TRUE])) is None


def test_steps_of_a_very_small_common_one_compose_as_they_are() -> None:
    """Their product would be a list of 2^40 masses; delta is that of rates that hardly differ from these."""
    odd = approximate_response(QUARTER + Fraction(1, 1 << 40), Fraction(0))
    even = approximate_response(QUARTER, Fraction(0))
    rounds = discrete_laplace(Fraction(1, 3), 2).power(3)
    assert rounds.times(odd) is None
    both = [float(ComposedLoss.of([rounds, each]).delta(QUARTER)) for each in (odd, even)]
    assert both[0] == pytest.approx(both[1], rel=1e-9)
    assert both[0] > both[1]


def test_lattices_with_a_common_step_multiply() -> None:
    first, second = discrete_laplace(QUARTER, 1), discrete_laplace(Fraction(3, 8), 2)
    both = first.times(second)
    assert both is not None
    apart = ComposedLoss((first, second))
    for epsilon in (Fraction(0), QUARTER, Fraction(7, 8)):
        assert float(apart.delta(epsilon)) == pytest.approx(delta(both, epsilon), rel=1e-13)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: between_masses([TRUE, FALSE], [TRUE, FALSE]), "differs from the first"),
        (lambda: between_masses([TRUE], [FALSE]), "two laws"),
        (lambda: between_masses([Fraction(1), Fraction(0)], [FALSE, TRUE]), "mass = 0"),
        (
            lambda: between_masses([Fraction(1, 7), Fraction(2, 7), Fraction(4, 7)], [QUARTER, QUARTER, 2 * QUARTER]),
            None,
        ),
        (
            lambda: between_masses(
                [Fraction(1, 10), Fraction(4, 10), Fraction(5, 10)], [QUARTER, QUARTER, 2 * QUARTER]
            ),
            "losses on a lattice",
        ),
        (lambda: approximate_response(QUARTER, Fraction(1)), "delta = 1"),
        (lambda: discrete_laplace(Fraction(0), 1), "rate = 0"),
        (lambda: laplace_below(QUARTER, 0), "bins = 0"),
    ],
)
def test_what_is_no_lattice_is_refused(call: object, said: str | None) -> None:
    if said is None:
        assert isinstance(call(), LossLattice)  # type: ignore[operator]
        return
    with pytest.raises(ValueError, match=said):
        call()  # type: ignore[operator]
