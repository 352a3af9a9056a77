"""The laws of `zoo/targets/sigmas.py`, whose sigmas are doubles; its draws of 62 bits depart by less than 2^-60."""

from __future__ import annotations

from fractions import Fraction

from dpassay.exact import DiscreteGaussianLaw

MIDDLE = 0.7499997615814209

LAWS = {
    "upper_end": lambda data: DiscreteGaussianLaw(data, Fraction(MIDDLE * 1.000001) ** 2),
    "middle": lambda data: DiscreteGaussianLaw(data, Fraction(MIDDLE) ** 2),
}
