"""The deltas that a proof adds up."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from dpassay.proofs_check.models.added_deltas import ADDED_DELTAS, Deltas, read
from dpassay.proofs_check.proof import facts

HALF = Fraction(1, 2)
DELTAS = Deltas(2, HALF, Fraction(21, 20), HALF, Fraction(0), Fraction(0))


def test_the_settings_are_legal() -> None:
    assert facts.tested(ADDED_DELTAS) == {}
    assert float(read(DELTAS)["L"]) == pytest.approx(0.6931471805599453)


@pytest.mark.parametrize(
    "wrong", [{"batch": 3}, {"fake_switch": Fraction(1)}, {"delta_x": Fraction(-1)}, {"exp_eta": Fraction(1)}]
)
def test_what_are_no_deltas_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="expected"):
        replace(DELTAS, **wrong)
