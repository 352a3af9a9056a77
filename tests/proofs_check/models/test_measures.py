"""Measures with a factor a loss, by hand."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from dpassay.proofs_check.models.measures import MEASURES, Sequences, weight, whole
from dpassay.proofs_check.proof import facts

HALF = Fraction(1, 2)
PAIR = Sequences((HALF, Fraction(1)), ((Fraction(1), HALF), (Fraction(3), Fraction(2))), (0, 1, 0), (1, 1, 0))


def test_the_facts_hold() -> None:
    assert set(facts.tested(MEASURES)) == set(MEASURES.facts)


@pytest.mark.parametrize(("g", "t", "measure"), [(1, 1, ("1/2", 1)), (1, 3, ("3/2", 1)), (2, 2, ("3/2", 2))])
def test_a_measure_is_a_product(g: int, t: int, measure: tuple[Any, Any]) -> None:
    assert [weight(PAIR, g, t, i) for i in (1, 2)] == list(map(Fraction, measure))
    assert whole(PAIR, g, t) == sum(map(Fraction, measure))


def test_sequences_differ_where_they_do() -> None:
    differ = MEASURES.quantities["differ"].of
    assert differ is not None
    assert [differ(PAIR, t) for t in (1, 2, 3)] == [1, 0, 0]


@pytest.mark.parametrize(
    "wrong",
    [{"start": ()}, {"start": (HALF, Fraction(0))}, {"first": (0, 1)}, {"second": (0, 1, 2)}, {"factors": ((HALF,),)}],
)
def test_what_is_no_measure_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="expected"):
        replace(PAIR, **wrong)
