"""Sensitivities on all adjacent histograms of a size, against their closed forms and numbers known otherwise."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpassay.exact import LogForm, log
from dpassay.reference import priest_kld_sensitivity as sensitivity

F = Fraction
HALVES, QUARTERS = (F(1, 2), F(1, 2)), (F(3, 4), F(1, 4))
THREE = (F(1, 2), F(1, 3), F(1, 6))


@pytest.mark.parametrize("reference", [HALVES, QUARTERS, THREE])
@pytest.mark.parametrize("least", [1, 2])
@pytest.mark.parametrize("more", [1, 3])
def test_the_search_agrees_with_the_closed_form(reference: tuple[Fraction, ...], least: int, more: int) -> None:
    size = least * len(reference) + more
    found = sensitivity.divergence_sensitivity(reference, size, least)
    assert found == sensitivity.divergence_sensitivity_formula(reference, size, least)
    assert found < log(F(least + 1, least))
    for lam in (F(0), F(1), F(7, 2)):
        worst = sensitivity.estimate_sensitivity(reference, size, lam, least)
        assert worst == sensitivity.estimate_sensitivity_formula(reference, size, lam, least)


def test_the_numbers_of_small_classes() -> None:
    assert sensitivity.divergence_sensitivity(HALVES, 5) == 0
    assert sensitivity.divergence_sensitivity(HALVES, 6) == log(3) - F(3, 2) * log(2)
    assert sensitivity.estimate_sensitivity(HALVES, 5, F(0)) == log(F(3, 2))
    assert sensitivity.estimate_sensitivity(HALVES, 5, F(1)) == log(F(3, 2)) - F(2, 5)
    assert sensitivity.estimate_sensitivity(QUARTERS, 5, F(1)) == F(4, 5) - log(F(3, 2))


def test_the_estimate_moves_where_the_divergence_does_not() -> None:
    """Noise for the sensitivity of KL(Pi || .), as Theorem 4.6 has it, is then none at all."""
    samples = (F(1), F(0))
    assert sensitivity.divergence_sensitivity(HALVES, 5) == 0
    assert sensitivity.estimate_sensitivity(HALVES, 5, F(0), samples=samples) == log(F(3, 2))


def test_samples_in_the_shares_of_the_reference_move_as_the_divergence_does() -> None:
    moved = sensitivity.estimate_sensitivity(QUARTERS, 7, F(0), samples=QUARTERS)
    assert moved == sensitivity.divergence_sensitivity(QUARTERS, 7)
    assert moved < sensitivity.estimate_sensitivity(QUARTERS, 7, F(0))


def test_adjacent_histograms_differ_in_two_counts() -> None:
    pairs = list(sensitivity.adjacent_pairs(3, 2, 1))
    assert pairs == [((1, 2), (2, 1)), ((2, 1), (1, 2))]
    assert list(sensitivity.adjacent_pairs(4, 2, 2)) == []
    assert list(sensitivity.histograms(4, 2, 1)) == [(1, 3), (2, 2), (3, 1)]


def test_a_class_without_adjacent_pairs_has_no_sensitivity() -> None:
    for search in (sensitivity.divergence_sensitivity, sensitivity.divergence_sensitivity_formula):
        with pytest.raises(ValueError, match="size = 4: expected at least 5, so that there are adjacent pairs"):
            search(HALVES, 4)
    with pytest.raises(ValueError, match="least = 0: expected"):
        sensitivity.divergence_sensitivity(HALVES, 4, 0)
    with pytest.raises(ValueError, match="size = 40: expected one with at most 20000 histograms"):
        list(sensitivity.adjacent_pairs(40, 5, 1))


def test_any_value_of_histograms_will_do() -> None:
    assert sensitivity.largest_change(lambda h: LogForm(h[0] ** 2), 3, 2, 0) == 5
