"""Rejection sampling from uniform points: its law, and how many draws it takes."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpassay.analysis.domain_reduction import acceptance, acceptances, accepted_law, one_draw, too_few
from dpassay.exact import Dist

F = Fraction
MASSES = st.lists(st.integers(0, 5), min_size=1, max_size=5).filter(any)


@given(MASSES, st.fractions(F(1, 9), 1))
def test_a_draw_is_accepted_with_probability_sigma_and_then_has_the_law(counts: list[int], share: Fraction) -> None:
    law = [F(count, sum(counts)) for count in counts]
    sigma = share / (max(law) * len(law))  # at most what the law allows
    assert acceptance(law, sigma) == sigma
    assert accepted_law(law, sigma) == Dist(dict(enumerate(law)))


def test_by_hand() -> None:
    assert acceptances(("1/2", "1/4", "1/4", 0), "1/2") == (F(1), F(1, 2), F(1, 2), F(0))
    assert one_draw((F(3, 4), F(1, 4)), F(2, 3)) == Dist({(0, 1): F(1, 2), (1, 1): F(1, 6), (1, 0): F(1, 3)})


def test_accepting_with_other_probabilities_gives_another_law() -> None:
    """Twice too often, cut off at 1: the likeliest point falls behind."""
    law = (F(1, 2), F(1, 4), F(1, 4))
    cut = [min(F(1), 2 * rate) for rate in acceptances(law, F(2, 3))]
    wrong = Dist.from_weights(dict(enumerate(cut)))
    assert wrong != Dist(dict(enumerate(law)))


@pytest.mark.parametrize(("wanted", "draws"), [(1, 1), (2, 3), (3, 2), (2, 6)])
def test_how_often_too_few_are_accepted(wanted: int, draws: int) -> None:
    """Every sequence of draws, each accepted with probability 1/3."""
    expected = F(0)
    for row in product((0, 1), repeat=draws):
        if sum(row) < wanted:
            expected += F(1, 3) ** sum(row) * F(2, 3) ** (draws - sum(row))
    assert too_few(wanted, draws, F(1, 3)) == expected


def test_four_times_the_expected_number_of_draws() -> None:
    """k / sigma are expected to be needed: four times as many leave too few accepted much less often."""
    assert too_few(1, 8, F(1, 2)) == F(1, 256)
    assert too_few(5, 40, F(1, 2)) < F(1, 10**4) < too_few(5, 10, F(1, 2))
    assert too_few(1, 1, 1) == 0
    assert too_few(2, 1, 1) == 1


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: acceptances((F(1), F(0)), F(2, 3)), "law = with the mass 1: expected masses of at most 3/4"),
        (lambda: acceptances((F(1, 2), F(1, 4)), F(1, 2)), "law = .*: expected probabilities of total 1"),
        (lambda: acceptances((), F(1, 2)), "law = .*: expected probabilities of total 1"),
        (lambda: acceptances((F(1),), 0), "sigma = 0: expected a number above 0 and at most 1"),
        (lambda: too_few(0, 1, F(1, 2)), "wanted = 0: expected"),
        (lambda: too_few(1, 2001, F(1, 2)), "draws = 2001: expected at most 2000"),
        (lambda: too_few(1, 1, 2), "sigma = 2: expected a number above 0"),
    ],
)
def test_bad_input(call: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()
