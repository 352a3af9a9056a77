"""Label clipping as printed, against the kernels of the checks of SIMA-25."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpassay.proofs_check.local_distribution_learning import clipping
from dpassay.proofs_check.models.printed_clipping import Class, answer, astray, count, settings, total


@pytest.mark.parametrize("at", list(settings()), ids=str)
def test_both_maps_are_those_of_the_text(at: Class) -> None:
    clean, given = clipping.answers(at.hypotheses, at.rounds, 0)
    labels, numbers = range(1, len(at.hypotheses[0]) + 1), range(1, int(total(at)) + 1)
    assert [count(at, y) for y in labels] == clipping.sizes(at.hypotheses, 0)
    assert [[answer(at, y, z) for z in numbers] for y in labels] == [list(row) for row in clean]
    assert [[astray(at, y, z) for z in numbers] for y in labels] == [list(row) for row in given]


@pytest.mark.parametrize(
    ("rows", "rounds"), [(((Fraction(1, 2),),), 1), (((Fraction(1),), ()), 1), (((Fraction(1),),), 0)]
)
def test_what_is_no_class_is_refused(rows: tuple[tuple[Fraction, ...], ...], rounds: int) -> None:
    with pytest.raises(ValueError, match="expected laws"):
        Class(rows, rounds)
