"""Correlated sampling, over all courses of the lazy iterate."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

import pytest

from dpassay.proofs_check.models.correlated_sampling import SAMPLING, Sampling, iterate, keep, settings
from dpassay.proofs_check.proof import facts

HALF = Fraction(1, 2)
TWO = Sampling(((HALF, HALF), (Fraction(1, 4), Fraction(3, 4))), Fraction(1, 3), (HALF,))


def test_the_facts_hold() -> None:
    assert set(facts.tested(SAMPLING)) == set(SAMPLING.facts)


@pytest.mark.parametrize("sampling", list(settings()))
def test_the_law_of_the_iterate_is_that_of_all_courses(sampling: Sampling) -> None:
    models = range(1, len(sampling.laws[0]) + 1)
    for rounds in range(1, len(sampling.laws) + 1):
        found = dict.fromkeys(models, Fraction(0))
        for course in product(models, repeat=rounds):
            mass = sampling.laws[0][course[0] - 1]
            for t, (old, new) in enumerate(pairwise(course), 1):
                stays = (1 - sampling.fake_switch) * keep(sampling, t, old)
                mass *= stays * (old == new) + (1 - stays) * sampling.laws[t][new - 1]
            found[course[-1]] += mass
        assert [iterate(sampling, rounds, i) for i in models] == list(found.values())


def test_a_ratio_is_kept() -> None:
    assert [keep(TWO, 1, i) for i in (1, 2)] == [Fraction(1, 4), Fraction(3, 4)]


@pytest.mark.parametrize(
    "wrong",
    [
        {"fake_switch": Fraction(2)},
        {"constants": ()},
        {"constants": (Fraction(1),)},
        {"laws": ((Fraction(0), Fraction(1)), (HALF, HALF))},
        {"laws": ((HALF, HALF), (HALF, Fraction(1)))},
    ],
)
def test_what_is_no_sampling_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="expected"):
        replace(TWO, **wrong)
