"""Two laws, their events and divergences, computed again by subsets."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from dpassay.proofs_check.models.two_laws import INDISTINGUISHABLE, TWO_LAWS, Pair, attained, events, settings
from dpassay.proofs_check.proof import facts

PAIR = Pair(
    (Fraction(1, 4), Fraction(3, 4), Fraction(0)),
    (Fraction(0), Fraction(3, 4), Fraction(1, 4)),
    Fraction(11, 10),
    Fraction(1, 3),
)


@pytest.mark.parametrize("model", [TWO_LAWS, INDISTINGUISHABLE], ids=lambda model: model.name)
def test_the_facts_hold(model: Any) -> None:
    assert set(facts.tested(model)) == set(model.facts)


@pytest.mark.parametrize("pair", [PAIR, *settings()])
def test_the_least_quotient(pair: Pair) -> None:
    for k, (mine, other) in ((1, pair.laws), (2, pair.laws[::-1])):
        points = [y for y, p in enumerate(mine) if p]
        subsets = [s for size in range(len(points) + 1) for s in combinations(points, size)]
        masses = [(sum((mine[y] for y in s), Fraction(0)), sum((other[y] for y in s), Fraction(0))) for s in subsets]
        assert attained(pair, k)[0] == min(n / (m - pair.delta) for m, n in masses if m > pair.delta)


def test_the_first_events_are_where_a_ratio_is_large() -> None:
    assert events(PAIR)[:2] == (frozenset({0}), frozenset({2}))
    assert len(events(PAIR)) == 2 + 2**3


@pytest.mark.parametrize(
    ("laws", "exp_eps", "delta"),
    [
        (((1, 1), (1, 0)), 1, 0),
        (((1, 0), (Fraction(1, 2),) * 3), 1, 0),
        (((1, 0), (0, 1)), 0, 0),
        (((1, 0), (0, 1)), 1, 1),
        (((1, 0), (0, 1)), 1, -1),
    ],
)
def test_what_is_no_setting(laws: Any, exp_eps: int, delta: int) -> None:
    first, second = (tuple(map(Fraction, law)) for law in laws)
    with pytest.raises(ValueError, match="expected"):
        Pair(first, second, Fraction(exp_eps), Fraction(delta))
