"""The numbers of the error bounds of Smooth MWEM: what is read off, and what is not legal."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from dpassay.proofs_check.models.mwem_rates import RATES, Numbers, read

LEGAL = Numbers(3, 2, 4, Fraction(1, 2), Fraction(1, 8), Fraction(1, 4))


def test_logarithms_are_of_the_reciprocals() -> None:
    found = read(LEGAL)
    assert [found[name] for name in ("n", "d", "T", "eps")] == [3, 2, 4, Fraction(1, 2)]
    ratio = found["L"] / found["ell"]
    assert ratio.ball().contains(1.5)  # log 8 is three times log 2, log 4 twice


def test_settings_differ() -> None:
    known = list(RATES.settings())
    assert len(known) == len(set(known))


@pytest.mark.parametrize(
    "wrong",
    [
        {"records": 0},
        {"dimension": 0},
        {"rounds": 0},
        {"epsilon": Fraction(0)},
        {"sigma": Fraction(1)},
        {"delta": Fraction(0)},
    ],
    ids=str,
)
def test_what_is_not_legal(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="expected"):
        replace(LEGAL, **wrong)
