"""Covers of members and monomials, counted again; facts, and what is not legal."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import pytest

from dpassay.analysis.classes import HypothesisClass, thresholds
from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.models.covered_classes import COVERED, Covered
from dpassay.proofs_check.models.monomials import FIRST, POLYNOMIALS, Polynomials, monomials
from dpassay.proofs_check.proof import facts
from dpassay.proofs_check.proof.classes import COVER
from dpassay.proofs_check.proof.statements import Model

CLASSES = list(COVERED.settings())


def _size(at: Covered, radius: Fraction) -> int:
    """The least number of members such that all are near to one, all families tried."""
    members, total = at.functions.members, sum(at.weights)

    def is_near(f: int, g: int) -> bool:
        return sum(w for x, w in enumerate(at.weights) if (f ^ g) >> x & 1) <= radius * total

    for size in range(1, len(members) + 1):
        for family in combinations(members, size):
            if all(any(is_near(f, g) for g in family) for f in members):
                return size
    raise AssertionError


@pytest.mark.parametrize("at", CLASSES, ids=range(len(CLASSES)))
def test_covers_by_trying_all_families(at: Covered) -> None:
    for radius in (Fraction(1, 9), Fraction(1, 4), Fraction(2, 5), Fraction(1), Fraction(42)):
        assert COVER.of is not None
        assert COVER.of(at, radius) == _size(at, radius)


def test_monomials_as_exponents() -> None:
    for n, d in product((1, 2, 3), (0, 1, 2, 4)):
        assert monomials(n, d) == sum(sum(powers) <= d for powers in product(range(d + 1), repeat=n))


@pytest.mark.parametrize(
    ("model", "wrong"),
    [
        (COVERED, "cover(e) <= exp(d*log(1/(2*e)))"),
        (COVERED, "cover(e) <= exp(1)*d*exp(d*log(1/(4*e)))"),
        (POLYNOMIALS, "B(0) = 0"),
        (POLYNOMIALS, "j*B(j + 1) = (n + j + 1)*B(j)"),
        (POLYNOMIALS, "(j + 1)*B(j + 1) = (n + j)*B(j)"),
        (FIRST, "of(0, j) = 0"),
        (FIRST, "of(v, 1) = 1"),
        (FIRST, "of(w + 1, j + 1) = of(w, j) + of(w + 1, j)"),
        (FIRST, "of(w + 1, j + 1) = of(w, j + 1) + of(w, j)"),
        (FIRST, "mono(j) = of(0, j)"),
        (FIRST, "bin(v, j) = 1"),
        (FIRST, "(j + 1)*bin(v, j + 1) = (v + j)*bin(v, j)"),
        (FIRST, "w*bin(w + 1, j) = (w + 1 + j)*bin(w, j)"),
        (FIRST, "B(j) = bin(n, j + 1)"),
        (FIRST, "gap(v, j)**2 = of(v, j)**2 - bin(v, j)**2 - 1"),
    ],
)
def test_a_wrong_fact_is_refused(model: Model, wrong: str) -> None:
    with pytest.raises(Rejected, match="'wrong' is false"):
        facts.tested(replace(model, facts={"wrong": wrong}, narrows=None))


@pytest.mark.parametrize(
    "wrong",
    [
        {"weights": (1,)},
        {"weights": (0, 0)},
        {"weights": (2, -1)},
        {"functions": HypothesisClass(2, (3,))},
    ],
    ids=str,
)
def test_what_is_not_a_class_with_a_law(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="expected"):
        replace(Covered(thresholds(2), (1, 1)), **wrong)


@pytest.mark.parametrize("wrong", [{"variables": 0}, {"degree": -1}], ids=str)
def test_what_are_no_polynomials(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="expected"):
        replace(Polynomials(1, 1), **wrong)
