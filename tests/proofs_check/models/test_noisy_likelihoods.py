"""Distances from log-likelihoods, and the density of Laplace noise that they give, against the exact law."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from dpassay.exact import LaplaceMixture, log
from dpassay.proofs_check.models.clipped_draws import weighted
from dpassay.proofs_check.models.label_clipping import likelihood
from dpassay.proofs_check.models.noisy_likelihoods import distance

UNEVEN = weighted("5/6,1/6,0;0,0,1", 9)


@pytest.mark.parametrize(("z", "v"), [(1, Fraction(0)), (5, Fraction(-5)), (7, Fraction(1, 3))])
def test_the_density_is_the_slope_of_the_distribution_function(z: int, v: Fraction) -> None:
    rate, step = Fraction(3, 4), Fraction(1, 10**6)
    law = LaplaceMixture([1], [log(likelihood(UNEVEN, 2, z))], rate)
    slope = float((law.cdf(v + step) - law.cdf(v - step)) * (1 / (2 * step)))
    density = float(rate) / 2 * math.exp(-float(rate) * float(distance(UNEVEN, 2, z, v)))
    assert slope == pytest.approx(density, rel=1e-5)
