"""A random algorithm that is followed: releases computed by its own law."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpassay.proofs_check.models.followed_algorithms import Desired, chance, paths, releases, settings, whole_chance


@pytest.mark.parametrize("desired", list(settings()))
def test_the_probabilities_of_releases_add_up(desired: Desired) -> None:
    numbers = range(1, len(releases(desired)) + 1)
    for which in (0, 1):
        assert sum(whole_chance(desired, which, number) for number in numbers) == 1
    for path in paths(desired):
        assert sum(chance(desired, number, path) for number in numbers) == 1


def test_one_round_tells_nothing() -> None:
    """The first model is drawn whatever is desired."""
    desired = Desired(3, 1, (1, 2, 3), (3, 2, 1), Fraction(1))
    assert [whole_chance(desired, 0, number) for number in (1, 2, 3)] == [Fraction(1, 3)] * 3
