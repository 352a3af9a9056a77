"""How far from its center a law is computed: where nothing but the exponents of a number would be left, not at all."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from dpassay.cli.numbers import place_text
from dpassay.exact import Law, Number, decimal_text, log_number, require
from dpassay.exact.kinds import MOST_SCALES, kind_of, kind_of_pair
from dpassay.reference.mechanism import LARGEST_BUDGET

LEAST_DELTA = Fraction(1, 10**100)
"""Where the least epsilon at a delta has no closed form, the delta is at least this."""


def check_place(place: Any, exact: Law) -> None:
    """Refuse an outcome too far from the center."""
    far = kind_of(exact).far(exact, place)
    if far is not None:
        expected = f"a number at most {MOST_SCALES} scales of the noise from the center"
        require(False, "at", place_text(far), expected)


def check_pair(first: Law, second: Law) -> None:
    """Refuse two laws whose comparison takes longer than anyone waits."""
    found = kind_of_pair(first, second).too_far_apart(first, second)
    if found is not None:
        distance, most = found
        expected = f"inputs at most {most} apart (the default pair is one sensitivity apart)"
        require(False, "sensitivity, or data and neighbor", f"inputs {place_text(distance)} apart", expected)


def check_grid(grid: Sequence[Number], first: Law, second: Law) -> None:
    """Refuse an epsilon that two laws reach only where nothing is left of their probabilities."""
    kind = kind_of_pair(first, second)
    for exp_eps in grid:
        if not kind.is_in_reach(first, second, exp_eps):
            expected = f"at most {MOST_SCALES} times the distance of the inputs over sigma"
            require(False, "epsilon", decimal_text(log_number(exp_eps)), expected)


def check_epsilon(epsilon: Fraction) -> None:
    """Refuse an epsilon at which there is nothing to show."""
    expected = "a number from 0 to 10^6"
    require(0 <= epsilon <= LARGEST_BUDGET, "epsilon", place_text(epsilon), expected)


def check_delta(delta: Fraction, laws: tuple[Law, Law]) -> None:
    """Refuse a delta at which the bisection for epsilon takes longer than anyone waits."""
    exact = kind_of(laws[0]).has_exact_epsilon
    expected = f"0, or a number of at least {decimal_text(LEAST_DELTA)}: epsilon is found by bisection here"
    require(exact or delta == 0 or delta >= LEAST_DELTA, "delta", place_text(delta), expected)
