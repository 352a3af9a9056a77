"""Lazy numbers: the exact shares of comparisons, by hand and by counting; and what they cannot do is said."""

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from dpassay.audit.answers.worker_lazy import Lazy, same
from dpassay.audit.answers.worker_tree import Unfit
from tests.audit.enumerating import Coins, Program, enumeration, law

UNIT = 2**53
BELOW_TENTH = math.ceil(Fraction(0.1) * UNIT)
"""Multiples of 2^-53 below the double 0.1."""


def shares(program: Program) -> dict[object, int]:
    """Return the weights in units of 2^-53."""
    weights = {answer: weight * UNIT for answer, weight in law(program).items()}
    assert all(weight.denominator == 1 for weight in weights.values())
    return {answer: int(weight) for answer, weight in weights.items()}


def test_a_comparison_has_the_exact_share_of_a_double() -> None:
    assert shares(lambda c: c.real() < 0.1) == {True: BELOW_TENTH, False: UNIT - BELOW_TENTH}
    assert shares(lambda c: c.real() <= 0.25) == {True: UNIT // 4 + 1, False: UNIT * 3 // 4 - 1}
    assert shares(lambda c: c.real() > Fraction(1, 3)) == {True: UNIT - UNIT // 3 - 1, False: UNIT // 3 + 1}
    assert shares(lambda c: c.real() == 0.5) == {True: 1, False: UNIT - 1}
    assert shares(lambda c: c.real() != 0) == {True: UNIT - 1, False: 1}
    assert shares(lambda c: bool(c.real())) == {True: UNIT - 1, False: 1}
    assert shares(lambda c: c.real() < 2) == {True: UNIT}
    nan = math.nan
    assert shares(lambda c: c.real() < nan) == {False: UNIT}


def test_what_is_known_of_a_number_stays_known() -> None:
    def thrice(coins: Coins) -> tuple[bool, bool, bool]:
        u = coins.real()
        return u < 0.5, u < 0.25, u < 0.75

    quarter = UNIT // 4
    assert shares(thrice) == {
        (True, True, True): quarter,
        (True, False, True): quarter,
        (False, False, True): quarter,
        (False, False, False): quarter,
    }


def test_steps_that_round_are_counted_with_their_rounding() -> None:
    """Against counting all values of 8 bits, with the same arithmetic."""
    programs: list[Callable[[Any], Any]] = [
        lambda u: 3 * u - 0.1 < 0.7,
        lambda u: 1 / (u + 0.3) >= 2,
        lambda u: -u / 7 > -0.1,
        lambda u: math.floor(u * 5.5),
        lambda u: int(10 * (0.5 - u)),
        lambda u: round(4 * u),
        lambda u: round(u, 1) == 0.3,
        lambda u: abs(u - 0.5) < 0.2,
        lambda u: (2 * u) ** 2 // 1,
        lambda u: 2.0**u > 1.5,
        lambda u: math.ceil(1.7 * u) - math.trunc(-3 * u),
        lambda u: u > 0.5,
        lambda u: u - 0.25 if u < 0.26 and u > 0.24 else None,
    ]
    for program in programs:
        counts: dict[object, int] = {}
        for number in range(256):
            answer = program(number / 256)
            counts[answer if answer is not None else ""] = counts.get(answer if answer is not None else "", 0) + 1
        assert law(lambda c, p=program: p(c.real(8))) == {  # type: ignore[misc]
            answer: Fraction(count, 256) for answer, count in counts.items()
        }


def test_an_exception_at_one_end_is_a_branch_of_its_own() -> None:
    def inverse(coins: Coins) -> bool:
        return 1 / coins.real() > 4

    assert shares(inverse) == {"ZeroDivisionError": 1, True: UNIT // 4 - 1, False: UNIT * 3 // 4}


def test_what_has_too_many_values_is_refused_with_its_place() -> None:
    def draws(coins: Coins) -> object:
        return coins.real()

    with pytest.raises(Unfit, match=r"^the target uses all 2\^53 values of real\(\) at .*, too many to enumerate$"):
        enumeration(draws)
    with pytest.raises(Unfit, match=r"at test_worker_lazy\.py:\d+"):
        enumeration(lambda c: math.sin(c.real()))
    with pytest.raises(Unfit, match=r"2\^53 values"):
        enumeration(lambda c: c.real() < c.real())


def test_a_refusal_that_the_target_catches_stays_one() -> None:
    def catches(coins: Coins) -> int:
        try:
            return hash(coins.real())
        except BaseException:
            return 0

    with pytest.raises(Unfit, match="too many"):
        enumeration(catches)


def test_a_function_that_is_said_to_rise_and_does_not_is_refused() -> None:
    def wrong(coins: Coins) -> bool:
        number = coins.real()
        if isinstance(number, Lazy):
            number = number.then(lambda v: v + 2**-52 if int(v * UNIT) % 3 else v, said="wrong")
        return bool(number < 0.5)

    with pytest.raises(Unfit, match="rises and falls"):
        enumeration(wrong)


def test_nan_is_refused() -> None:
    with pytest.raises(Unfit, match="gives NaN"):
        enumeration(lambda c: np.log(c.array() - 0.5) < 1)


def test_a_number_of_an_earlier_call_is_refused() -> None:
    kept = []

    def program(coins: Coins) -> bool:
        kept.append(coins.real())
        return bool(kept[0] < 0.5)

    with pytest.raises(Unfit, match="drew in an earlier call"):
        enumeration(program)


def test_what_is_only_said_to_rise_is_noted() -> None:
    assert enumeration(lambda c: np.exp(c.array()) < 2).notes == {"exp"}
    assert enumeration(lambda c: np.sqrt(c.array()) < 0.5).notes == set()


def test_zeros_of_both_signs_are_two() -> None:
    assert same(0.0, 0.0)
    assert not same(0.0, -0.0)
    assert same(1, 1.0)
