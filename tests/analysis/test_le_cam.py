"""Displays (24) and (25) of the lower bound, over all sequences of reports and all tests."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from dpassay.analysis.channels import binary_mechanism
from dpassay.analysis.hadamard_class import HadamardClass, separation
from dpassay.analysis.le_cam import (
    error_probabilities,
    fold_kl,
    fold_variation,
    le_cam_bound,
    pinsker_bound,
    printed_pinsker_bound,
    sequences,
)
from dpassay.exact import ExpNumber, as_real, decide, kl_divergence, total_variation
from dpassay.exact.dist import Dist
from tests.analysis.channel_cases import channels, fraction, mixed_channels


def test_the_variation_of_all_rounds() -> None:
    hard, chosen = HadamardClass(3, Fraction(1, 2)), mixed_channels(Fraction(3), 3)
    for i in (1, 2, 3):
        listed = dict(sequences(chosen, hard, i))
        assert sum(fraction(p) for p, _ in listed.values()) == sum(fraction(q) for _, q in listed.values()) == 1
        by_hand = sum(max(fraction(p) - fraction(q), Fraction(0)) for p, q in listed.values())
        assert fold_variation(chosen, hard, i) == by_hand
        pair = [Dist({reports: sides[side] for reports, sides in listed.items()}) for side in (0, 1)]
        assert total_variation(*pair) == by_hand
        expected = kl_divergence(*pair)
        assert expected is not None
        assert expected == fold_kl(chosen, hard, i)


@pytest.mark.parametrize(("exp_eps", "size", "rounds"), [("3/2", 3, 4), ("2", 1, 6), ("3", 2, 3), ("20", 3, 3)])
def test_the_variation_of_all_rounds_is_below_a_third(exp_eps: str, size: int, rounds: int) -> None:
    """With a from (16): for one member, whose KL is least over all rounds together."""
    t = Fraction(exp_eps)
    a = separation(size, rounds, t)
    assert isinstance(a, Fraction | ExpNumber)
    hard = HadamardClass(size, a)
    chosen = [list(channels(hard.order, t))[s % 4] for s in range(rounds)]
    best = min(range(1, size + 1), key=lambda i: float(fold_kl(chosen, hard, i)))  # type: ignore[arg-type]
    divergence = fold_kl(chosen, hard, best)
    assert divergence is not None
    variation = as_real(fold_variation(chosen, hard, best))
    assert decide(variation <= pinsker_bound(divergence))
    assert decide(pinsker_bound(divergence) < printed_pinsker_bound(divergence))
    assert decide(printed_pinsker_bound(divergence) < Fraction(1, 3))


def test_a_class_that_is_too_far_apart_is_told_apart() -> None:
    """With a = 1 at e^eps = 20 and three rounds the variation is above 1/3 for every member."""
    hard, chosen = HadamardClass(3, Fraction(1)), mixed_channels(Fraction(20), 3)
    assert all(fold_variation(chosen, hard, i) > Fraction(1, 3) for i in (1, 2, 3))


def test_le_cam_over_all_tests() -> None:
    """Of the 16 tests on two binary reports, the best has the mean error (1 - TV)/2."""
    hard = HadamardClass(2, Fraction(1, 2))
    chosen = [binary_mechanism(4, [0, 2], Fraction(3)), binary_mechanism(4, [0, 1], Fraction(2))]
    for i in (1, 2):
        means = []
        for answers in product((False, True), repeat=4):
            errors = error_probabilities(lambda reports, a=answers: a[2 * reports[0] + reports[1]], chosen, hard, i)  # type: ignore[misc]
            assert max(map(fraction, errors)) >= le_cam_bound(fold_variation(chosen, hard, i))
            means.append((fraction(errors[0]) + fraction(errors[1])) / 2)
        assert min(means) == le_cam_bound(fold_variation(chosen, hard, i))


def test_no_rounds_have_no_loss_to_speak_of() -> None:
    with pytest.raises(ValueError, match=r"^channels = \(\): expected at least one, one a round$"):
        fold_variation([], HadamardClass(4, Fraction(1, 3)), 1)
