"""Displays (20) to (23) of the lower bound, side against side, and which of them fail for a large budget."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpassay.analysis.channel_outputs import (
    after_identity,
    after_parseval,
    after_privacy,
    below_logarithm,
    chi_square,
    coefficients,
    combined,
    first_output_displayed,
    kl_bound,
    last_line,
    output_kl,
    outputs,
    relative_steps,
    second_output_displayed,
    sharp_line,
    sharp_sum_bound,
    square_sum,
    sum_bound,
    sum_of_kls,
)
from dpassay.analysis.channels import identity_channel, randomized_response
from dpassay.analysis.hadamard_class import HadamardClass
from dpassay.exact import as_real, decide, kl_divergence, log
from dpassay.exact.dist import Dist
from tests.analysis.channel_cases import FAMILY, TINY, fraction

# Coefficients and output laws, (20), (21)


def test_coefficients_and_output_laws() -> None:
    for hard, channel, _ in FAMILY:
        for column in channel.columns:
            assert combined(coefficients(column)) == column
            assert coefficients(column)[0] == sum(map(fraction, column)) / hard.order
        for i in range(1, hard.size + 1):
            displayed = first_output_displayed(channel, hard, i), second_output_displayed(channel, hard, i)
            assert outputs(channel, hard, i) == displayed
            steps = [q - p for p, q in zip(*displayed, strict=True)]
            assert steps == [hard.a * coefficients(column)[i] for column in channel.columns]


def test_the_difference_has_the_coefficient_of_the_next_column() -> None:
    """With b_i in the place of b_(i+1) it is wrong."""
    hard, channel = HadamardClass(3, Fraction(1, 2)), randomized_response(4, Fraction(3))
    first, second = outputs(channel, hard, 2)
    assert [q - p for p, q in zip(first, second, strict=True)] != [
        hard.a * coefficients(column)[1] for column in channel.columns
    ]


# KL of output laws, (22)


def test_kl_is_at_most_chi_square_is_at_most_the_bound() -> None:
    for hard, channel, _ in FAMILY:
        for i in range(1, hard.size + 1):
            divergence, square, bound = (f(channel, hard, i) for f in (output_kl, chi_square, kl_bound))
            assert divergence is not None
            assert isinstance(square, Fraction)
            assert isinstance(bound, Fraction)
            assert decide(divergence <= square)
            assert square <= bound
            p, q = (Dist(dict(enumerate(law))) for law in outputs(channel, hard, i))
            expected = kl_divergence(p, q)
            assert expected is not None
            assert expected == divergence


def test_a_third_of_the_bound_is_too_small() -> None:
    hard, channel = HadamardClass(1, Fraction(1, 10)), randomized_response(2, Fraction(11, 10))
    divergence, bound = output_kl(channel, hard, 1), kl_bound(channel, hard, 1)
    assert divergence is not None
    assert isinstance(bound, Fraction)
    assert decide(divergence <= bound)
    assert not decide(divergence <= bound / 3)


def test_the_logarithm_below_zero() -> None:
    """x >= 0 is not what (22)(a) needs: x may be negative, and x - x^2 <= log(1 + x) fails below about -0.68."""
    steps = [relative_steps(channel, hard, i) for hard, channel, _ in FAMILY for i in range(1, hard.size + 1)]
    assert min(fraction(x) for xs in steps for x in xs) < 0
    assert all(below_logarithm(x) for xs in steps for x in xs)
    for hard, channel, _ in FAMILY:
        assert all(2 * x >= -hard.a for i in range(1, hard.size + 1) for x in relative_steps(channel, hard, i))
    assert below_logarithm("-1/2")
    assert not below_logarithm("-7/10")


def test_without_privacy_the_bound_is_infinite() -> None:
    hard = HadamardClass(3, Fraction(1, 2))
    assert kl_bound(identity_channel(4), hard, 1) is None
    assert chi_square(identity_channel(4), hard, 1) is None
    divergence = output_kl(identity_channel(4), hard, 1)
    assert divergence == log(Fraction(4, 3))  # 2/(2 - a): nothing is lost
    assert output_kl(identity_channel(4), HadamardClass(3, Fraction(0)), 1) == 0


# Sums over coefficients, (23)


def test_parseval_and_the_elementary_identity() -> None:
    for _, channel, _ in FAMILY:
        for column in channel.columns:
            assert square_sum(column) == after_parseval(column) == after_identity(column)


def test_the_identity_over_the_members_alone_is_false() -> None:
    """As printed, j in [K]: with K = 1 and N = 2 the right side is half of the left."""
    column = (Fraction(2, 3), Fraction(1, 3))
    assert square_sum(column) == Fraction(1, 36)
    assert after_identity(column, 1) == Fraction(1, 72)
    longer = (Fraction(1, 4), Fraction(1, 4), Fraction(1, 4), Fraction(1, 2))  # K = N - 1 is false, too
    assert after_identity(longer, 3) < square_sum(longer)


def test_steps_c_and_last_hold_where_the_budget_is_small() -> None:
    for _, channel, t in FAMILY:
        for column in channel.columns:
            if t <= 2:
                assert after_identity(column) <= after_privacy(column, t)
            assert after_privacy(column, t) <= last_line(column, t)
            if t <= 10:
                assert square_sum(column) <= last_line(column, t)


def test_step_c_is_false_for_a_large_budget() -> None:
    """Randomized response on four labels: false as soon as (e^eps)^2 - 6 e^eps - 3 > 0."""
    for t, holds in ((Fraction(6), True), (Fraction(13, 2), False), (Fraction(50), False)):
        column = randomized_response(4, t).columns[0]
        assert (after_identity(column) <= after_privacy(column, t)) is holds


def test_the_last_line_is_false_for_a_large_budget() -> None:
    """Randomized response on four labels: false as soon as (e^eps)^2 - 12 e^eps + 3 > 0."""
    for t, holds in ((Fraction(47, 4), False), (Fraction(23, 2), True)):
        column = randomized_response(4, t).columns[0]
        assert (square_sum(column) <= last_line(column, t)) is holds


def test_the_sharp_line() -> None:
    """It holds for every budget, and with equality for randomized response on four labels at e^eps = 9."""
    for _, channel, t in FAMILY:
        for column in channel.columns:
            assert decide(as_real(square_sum(column)) - TINY <= as_real(sharp_line(column, t)))
    column = randomized_response(4, Fraction(9)).columns[0]
    assert square_sum(column) == sharp_line(column, 9)
    assert square_sum(column) > Fraction(99, 100) * fraction(sharp_line(column, 9))


def test_the_sum_over_members() -> None:
    """The display after (23) holds for large budgets, too, though steps of its printed proof do not."""
    for hard, channel, t in FAMILY:
        value = sum_of_kls(channel, hard)
        assert value is not None
        bound = sum_bound(hard, t)
        assert decide(as_real(value) <= as_real(bound))
        assert decide(as_real(value) <= as_real(sharp_sum_bound(hard, t)))
        least = min((output_kl(channel, hard, i) for i in range(1, hard.size + 1)), key=float)  # type: ignore[arg-type]
        assert decide(as_real(least) <= as_real(bound / hard.size))


def test_a_sixth_of_the_sum_bound_is_too_small() -> None:
    hard, channel, t = HadamardClass(3, Fraction(1, 2)), randomized_response(4, Fraction(10)), Fraction(10)
    value = sum_of_kls(channel, hard)
    assert decide(as_real(value) <= as_real(sum_bound(hard, t)))
    assert not decide(as_real(value) <= as_real(sum_bound(hard, t) / 6))


@pytest.mark.parametrize(("t", "factor"), [(Fraction(3, 2), Fraction(3, 8)), (Fraction(3), Fraction(3))])
def test_the_sum_bound_by_hand(t: Fraction, factor: Fraction) -> None:
    """(a^2/2) m e^eps with m = (e^eps - 1)^2, at most 1: a quarter of 3/2, and 1 times 3."""
    for a in (Fraction(1, 3), Fraction(1, 7)):
        assert sum_bound(HadamardClass(4, a), t) == a * a / 2 * factor
