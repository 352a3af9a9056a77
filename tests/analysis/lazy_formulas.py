"""The formulas of the certificates of L2P again, in mpmath, and the law of N* by scipy."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

import mpmath
import numpy as np
from scipy import stats

from dpassay.analysis.lazy_calibration import Calibration, calibrate
from dpassay.analysis.lazy_certificate import Certificate
from dpassay.exact import Real

EPSILONS = ("1", "1/10", "1/100")
ROOM = mpmath.mpf("1e-9")


@cache
def calibrated(rounds: int, epsilon: str) -> Calibration:
    return calibrate(epsilon, Fraction(1, rounds), rounds, rounds)


def number(value: Fraction | int) -> Any:
    return mpmath.mpf(value.numerator) / value.denominator


def close(real: Real, expected: object) -> bool:
    return bool(abs(float(real) - float(expected)) <= 1e-10 * abs(float(expected)))  # type: ignore[arg-type]


# The formulas again, in mpmath, and the law of N* by scipy


def switching(eta: Any, batch: int, p: Any) -> Any:
    return 1 - (1 - p) * mpmath.exp(-3 * batch * eta)


def coin_loss(eta: Any, batch: int, p: Any) -> Any:
    drawn = (1 - (1 - p) * mpmath.exp(-(batch + 2) * eta)) / (1 - (1 - p) * mpmath.exp(-batch * eta))
    return max(2 * eta, mpmath.log(drawn))


def theorem(eta: Any, batch: int, p: Any, most: int, exponent: Any) -> Any:
    return coin_loss(eta, batch, p) + most * eta**2 / 2 + eta * mpmath.sqrt(2 * most * exponent)


def true_tail(m: int, a: float, p: float, most: int) -> float:
    """Pr[Bin(m, a) + Bin(m, p) > most], summed over the second where it has all but 1e-25 of its mass."""
    first, second = stats.binom(m, a), stats.binom(m, p)
    low, high = max(int(second.mean() - 12 * second.std() - 60), 0), min(int(second.mean() + 12 * second.std() + 60), m)
    js = np.arange(low, high + 1)
    return float(np.sum(second.pmf(js) * first.sf(most - js)))


def recompute(setting: tuple[Any, int, Any, int], certificate: Certificate) -> tuple[Any, float]:
    """Epsilon as the theorem has it, and delta with the true probability of N*."""
    eta, batch, p, rounds = setting
    m, exponent = -(-rounds // batch) - 1, mpmath.log(1 / number(certificate.share))
    if m == 0:
        return mpmath.mpf(0), 0.0
    tail = true_tail(m, float(switching(eta, batch, p)), float(p), certificate.most_draws)
    return theorem(eta, batch, p, certificate.most_draws, exponent), float(certificate.share) + tail
