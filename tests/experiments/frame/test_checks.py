"""What plans have in common is refused with one line each, and nothing else is."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpassay.experiments.frame.checks import MOST_RUNS, check_at_least, check_increasing, check_names, check_runs

KNOWN = ("first", "second")
HALF, ONE = Fraction(1, 2), Fraction(1)


@pytest.mark.parametrize("names", [("first",), ("second", "first")])
def test_names_that_are_known(names: tuple[str, ...]) -> None:
    check_names("kinds", names, KNOWN)


@pytest.mark.parametrize("names", [(), ("third",), ("first", "first"), ("first", "third")])
def test_names_that_are_not(names: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match=r"^kinds = .*: expected some of first, second, each once$"):
        check_names("kinds", names, KNOWN)


@pytest.mark.parametrize("numbers", [(HALF,), (HALF, ONE)])
def test_numbers_that_increase(numbers: tuple[Fraction, ...]) -> None:
    check_increasing("epsilons", numbers)


@pytest.mark.parametrize("numbers", [(), (Fraction(0), ONE), (-HALF,), (HALF, HALF), (ONE, HALF)])
def test_numbers_that_do_not(numbers: tuple[Fraction, ...]) -> None:
    with pytest.raises(ValueError, match=r"^epsilons = .*: expected numbers above 0, each larger than the last$"):
        check_increasing("epsilons", numbers)


def test_an_integer_that_is_too_small() -> None:
    check_at_least("rounds", 2, 2)
    with pytest.raises(ValueError, match=r"^rounds = 1: expected an integer of at least 2$"):
        check_at_least("rounds", 1, 2)


def test_runs() -> None:
    check_runs(1)
    check_runs(MOST_RUNS)
    for runs in (0, MOST_RUNS + 1):
        with pytest.raises(ValueError, match=rf"^runs = {runs}: expected an integer from 1 to {MOST_RUNS}$"):
            check_runs(runs)
