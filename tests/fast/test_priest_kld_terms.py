"""The terms of the estimate of PRIEST-KLD, against plain lines."""

import math

import numpy as np
import pytest

from dpassay.fast.priest_kld_terms import terms_of
from tests.fast.helpers import generator


def plain_estimate(frequencies: list[float], reference: list[float], floor: float, lam: float) -> float:
    """Draw by draw, as the algorithms are printed."""
    ratios = [max(p, floor) / q for p, q in zip(frequencies, reference, strict=True)]
    return sum(lam * (r - 1) - math.log(r) for r in ratios) / len(ratios)


@pytest.mark.parametrize("lam", [0.0, 0.3, 2.0])
def test_terms_make_the_estimate(lam: float) -> None:
    frequencies, reference = generator().random((2, 3, 7))
    frequencies[:, 0] = 0
    found = terms_of(frequencies, reference, 0.01).estimate(lam)
    pairs = zip(frequencies.tolist(), reference.tolist(), strict=True)
    assert found == pytest.approx([plain_estimate(*pair, 0.01, lam) for pair in pairs])


def test_frequencies_have_no_floor_unless_one_is_given() -> None:
    terms = terms_of(np.array([0.001, 0.5]), np.array([0.5, 0.5]))
    assert terms.linear == pytest.approx((0.002 + 1) / 2 - 1)
    assert terms.logarithm == pytest.approx(-math.log(0.002) / 2)
