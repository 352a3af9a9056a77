"""The terms of the estimate of PRIEST-KLD, from the frequencies of letters.

Source and conventions: `dpassay.fast.priest_kld`.
"""

from dataclasses import dataclass

import numpy as np

from dpassay.fast.draws import Floats

__all__ = ["Terms", "terms_of"]


@dataclass(frozen=True)
class Terms:
    """The means over the rounds of r - 1 and of -log r; the estimate is lambda * linear + logarithm."""

    linear: Floats
    logarithm: Floats

    def estimate(self, lam: float) -> Floats:
        """The estimate at this lambda."""
        value: Floats = lam * self.linear + self.logarithm
        return value


def terms_of(frequencies: Floats, reference: Floats, floor: float = 0.0) -> Terms:
    """The terms of estimates, from P(x_t) and Pi(x_t) of one shape, whose last axis is that of the rounds."""
    ratios = np.maximum(frequencies, floor) / reference
    return Terms(ratios.mean(axis=-1) - 1, -np.log(ratios).mean(axis=-1))
