"""Integer laws by ranges of integers, against the profile that has an atom for every one of them."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from dpassay.exact import (
    Atom,
    IntegerLaw,
    LogForm,
    Real,
    as_real,
    epsilon_at,
    exp,
    hockey_stick_divergence,
    max_ratio,
    profile,
    two_sided_geometric,
)
from dpassay.exact.kinds.integer import window_atoms
from tests.exact.integer_cases import RATIOS, WINDOWS, case

DELTAS = [Fraction(0), Fraction(1, 7), Fraction(1, 10), Fraction(1, 1000)]


@st.composite
def far_pairs(draw: st.DrawFn) -> tuple[IntegerLaw, IntegerLaw]:
    """Two laws with equal tails, their windows up to twelve integers apart, on either side."""
    left, right = draw(st.sampled_from(RATIOS)), draw(st.sampled_from(RATIOS))
    starts = (0, draw(st.integers(-12, 12)))
    first, second = (case(start, draw(WINDOWS), left, right).law() for start in starts)
    return first, second


@settings(max_examples=150)
@given(far_pairs(), st.sampled_from([Fraction(1), Fraction(1, 3), Fraction(4, 3), Fraction(9)]))
def test_delta_by_ranges_is_that_of_all_atoms(pair: tuple[IntegerLaw, IntegerLaw], t: Fraction) -> None:
    p, q = pair
    expected = sum((max(Fraction(0), atom.p - t * atom.q) for atom in all_atoms(p, q)), Fraction(0))
    assert hockey_stick_divergence(p, q, t) == expected
    assert max_ratio(p, q) == profile(p, q).max_ratio


def all_atoms(p: IntegerLaw, q: IntegerLaw) -> tuple[Atom, ...]:
    return window_atoms(p, q, min(p.start, q.start), max(p.end, q.end))


ONE_SIDED = IntegerLaw(0, [Fraction(1, 2)], 0, Fraction(1, 2))
BOUNDED = IntegerLaw(0, [Fraction(1, 2), Fraction(1, 2), 0], 0, Fraction(1, 2))


@settings(max_examples=150)
@example((ONE_SIDED, BOUNDED), Fraction(1, 7))  # equal tail ratios, but of a tail without mass
@example((ONE_SIDED, BOUNDED), Fraction(1, 3))
@given(far_pairs(), st.sampled_from(DELTAS))
def test_epsilon_by_ranges_is_that_of_all_atoms(pair: tuple[IntegerLaw, IntegerLaw], delta: Fraction) -> None:
    p, q = pair
    found, expected = epsilon_at(p, q, delta), profile(p, q).epsilon(delta)
    assert not isinstance(found, Real)
    assert found == expected


@pytest.mark.parametrize("epsilon", [Fraction(1, 3), Fraction(2, 7)])
@pytest.mark.parametrize("distance", [1, 6, -13])
def test_irrational_ratios(epsilon: Fraction, distance: int) -> None:
    ratio = exp(-epsilon / abs(distance))
    p, q = two_sided_geometric(0, ratio), two_sided_geometric(distance, ratio)
    for t in (Fraction(1), exp(epsilon / 2), exp(epsilon)):
        assert hockey_stick_divergence(p, q, t) == profile(p, q).delta(t)
        assert hockey_stick_divergence(p, q, t) != profile(p, q).delta(t * Fraction(11, 12))
    for delta in DELTAS:
        found, expected = epsilon_at(p, q, delta), profile(p, q).epsilon(delta)
        gap = as_real(found or LogForm()) - as_real(expected or LogForm())
        assert gap.ball(300).contains(0)
        assert gap.ball(300).abs_upper() < 2.0**-200
