"""The least risk of one round for two point masses, by trying predictions."""

from __future__ import annotations

from fractions import Fraction
from math import log

import pytest

from dpassay.proofs_check.models.two_point_masses import Round, least_risk


def test_no_prediction_is_better() -> None:
    risks = [max(-log(k / 100), -log(1 - k / 100)) for k in range(1, 100)]
    assert min(risks) == pytest.approx(float(least_risk(Round(Fraction(1)))))


def test_what_is_not_legal() -> None:
    with pytest.raises(ValueError, match="expected"):
        Round(Fraction(0))
