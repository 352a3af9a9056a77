"""Two ways to the same number, which share nothing: a mistake in one of them would show here."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from dpassay.audit.answers.compositions import CASES, Composition
from dpassay.audit.held_to.composed import truth_of
from dpassay.audit.held_to.second_opinion import delta_estimate

CHECKED = [case for case in CASES if case.rounds == 10]


@pytest.mark.parametrize("case", CHECKED, ids=lambda case: case.name)
def test_both_ways_agree(case: Composition) -> None:
    truth = truth_of(case)
    for epsilon in (Fraction(1, 2), Fraction(9, 8)):
        low, high = truth.delta(epsilon)
        assert delta_estimate(case, float(epsilon)) == pytest.approx(float(low + high) / 2, rel=1e-3, abs=1e-13)


def test_another_composition_is_told_apart() -> None:
    """The twin: one round less of a hundred changes more than the two ways differ."""
    case = next(case for case in CASES if case.name == "Gaussian x 100")
    fewer = replace(case, parts=tuple(replace(part, rounds=99) for part in case.parts))
    truth = truth_of(case).delta(Fraction(5))[0]
    assert delta_estimate(case, 5.0) == pytest.approx(float(truth), rel=1e-3)
    assert delta_estimate(fewer, 5.0) < 0.98 * float(truth)
