"""Measures of sequences that differ in one loss, by hand."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.models.measures import Sequences
from dpassay.proofs_check.models.neighboring_measures import (
    NEIGHBORING,
    Neighbors,
    is_among,
    probability,
    swapped_losses,
)
from dpassay.proofs_check.proof import facts

HALF, ONE = Fraction(1, 2), Fraction(1)
TWO = Neighbors(Sequences((HALF, HALF), ((ONE, ONE), (Fraction(2), ONE)), (0, 1, 1), (1, 1, 1)), 1, Fraction(11, 10))


def test_the_facts_hold() -> None:
    assert set(facts.tested(NEIGHBORING)) == set(NEIGHBORING.facts)


@pytest.mark.parametrize(
    "wrong",
    [
        "p(g, t, l) = sum(among(l, j)*exp(v(g, t, j)), j, 1, d)",
        "p(g, t, l)*sum(exp(v(g, t, j)), j, 1, d) = sum(among(l, j)*exp(v(g, 1, j)), j, 1, d)",
        "swapped(g, a, l)*sum(exp(vs(g, a, j)), j, 1, d) = sum((1 - among(l, j))*exp(vs(g, a, j)), j, 1, d)",
        "fs(g, a, t0, i) = f(g, t0, i)",
    ],
)
def test_wrong_facts_beside_them_are_refused(wrong: str) -> None:
    with pytest.raises(Rejected, match="'wrong' is false"):
        facts.tested(replace(NEIGHBORING, facts={"wrong": wrong}))


def test_models_of_events() -> None:
    assert [[is_among(event, i) for i in (1, 2)] for event in (1, 2, 3, 4)] == [[0, 0], [1, 0], [0, 1], [1, 1]]


def test_events_and_swaps() -> None:
    assert probability(TWO, (1,), 2) == Fraction(2, 3)
    assert probability(TWO, (1, 1), 4) == 1
    assert probability(TWO, (0, 1), 3) == Fraction(1, 3)
    assert [swapped_losses(TWO, 1, t) for t in (2, 3)] == [(0,), (1, 0)]


def test_the_least_delta_is_that_of_any_sequence() -> None:
    """From odds 2^k to 2^(k + 1), for k = 0, 1, 2: the mass of the first model grows most at first."""
    steps = [(Fraction(2**k, 2**k + 1), Fraction(2 ** (k + 1), 2 ** (k + 1) + 1)) for k in range(3)]
    up = [new - Fraction(11, 10) * old for old, new in steps]
    down = [(1 - old) - Fraction(11, 10) * (1 - new) for old, new in steps]
    assert TWO.delta_0 == max(up + down)


@pytest.mark.parametrize("wrong", [{"changed": 2}, {"changed": 4}, {"exp_eta": ONE}, {"slack": Fraction(-1)}])
def test_what_are_no_neighbors_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="expected"):
        replace(TWO, **wrong)
