"""What a confidence region for the two probabilities of an event says of privacy: each in one number that is certain.

Each quantity here grows with P = P(E) and falls with Q = Q(E) where P >= Q, so it is at least its least value at the
corners of the region. All of them hold together, with the confidence of the region, whatever the target's laws are.

* (epsilon, delta) privacy says P <= e^epsilon Q + delta.
* mu-Gaussian privacy says P <= Phi(Phi^-1(Q) + mu) (Dong, Roth and Su, "Gaussian differential privacy", 2022): the
  trade-off function at the error probabilities 1 - P and Q.
* The Renyi divergence of an order is at least that of the indicator of E, by the data processing inequality (van Erven
  and Harremoes, "Renyi divergence and Kullback-Leibler divergence", 2014, Theorem 9). For P > Q the divergence
  of two Bernoulli laws grows with P and falls with Q: it is a sum of terms convex in either, 0 at P = Q.

Each number is moved towards 0 by a relative 1e-9 at the end, for the rounding of the functions in between.
"""

import math
import sys
from typing import Any, Final

import numpy as np
from scipy import special

from dpassay.audit.evidence.joint import Floats, Region, joint_region
from dpassay.exact.entrance import explain_failures
from dpassay.exact.rationals import shortened

__all__ = ["delta_at_least", "epsilon_at_least", "joint_epsilon", "mu_at_least", "renyi_at_least"]

_SAFE: Final = 1 - 1e-9


def joint_epsilon(count_p: int, n_p: int, count_q: int, n_q: int, *, delta: float, alpha: float) -> float:
    """Return a number that epsilon is at least, with confidence 1 - alpha; at least 0, which certifies nothing.

    For one event that was fixed before the samples were seen; see `dpassay.audit.evidence.joint.joint_region`.

    Args:
        count_p: outputs on the first input that lie in the event, 0..n_p.
        n_p: outputs on the first input.
        count_q: outputs on the second input that lie in the event, 0..n_q.
        n_q: outputs on the second input.
        delta: the delta of the guarantee, at least 0 and below 1.
        alpha: the error probability, between 0 and 1.

    Raises:
        ValueError: an argument is not as described.
    """
    return epsilon_at_least(joint_region(count_p, n_p, count_q, n_q, delta=delta, alpha=alpha), delta)


def epsilon_at_least(region: Region, delta: float) -> float:
    """Return what epsilon is at least, at a delta of at least 0 and below 1: log((P - delta)/Q)."""
    _check("delta", delta, 0 <= delta < 1, "a number at least 0 and below 1")
    delta = float(delta)
    with np.errstate(divide="ignore", invalid="ignore"):
        return _least(region, np.where(region.p > delta, np.log((region.p - delta) / region.q), 0.0))


def delta_at_least(region: Region, exp_eps: float) -> float:
    """Return what delta is at least, at an e^epsilon of at least 1: the hockey-stick divergence, P - e^epsilon Q."""
    _check("exp_eps", exp_eps, 1 <= exp_eps <= sys.float_info.max, "a finite number of at least 1")
    return _least(region, region.p - float(exp_eps) * region.q)


def mu_at_least(region: Region) -> float:
    """Return what the mu of Gaussian differential privacy is at least: Phi^-1(P) - Phi^-1(Q)."""
    with np.errstate(invalid="ignore"):
        return _least(region, special.ndtri(_below_one(region)) - special.ndtri(region.q))


def renyi_at_least(region: Region, order: float) -> float:
    """Return what the Renyi divergence of an order above 1 is at least, in one of the two directions."""
    _check("order", order, 1 < order <= sys.float_info.max, "a finite number above 1")
    p, q, order = _below_one(region), region.q, float(order)
    with np.errstate(divide="ignore", invalid="ignore"):
        terms = [order * np.log(a) + (1 - order) * np.log(b) for a, b in ((p, q), (1 - p, 1 - q))]
        return _least(region, np.logaddexp(*terms) / (order - 1))


def _below_one(region: Region) -> Floats:
    """Return P, or the double next to 1 where it is above."""
    return np.minimum(region.p, 1 - 2.0**-53)


def _least(region: Region, values: Floats) -> float:
    """Return the least of the values at the corners, a little less, and at least 0.

    Where P may be Q it is 0, and so is what is undefined. A rectangle with P above 1 has no points and does not count.
    """
    values = np.where(region.p > region.q, values, 0.0)[region.p <= 1]
    least = float(np.min(values, initial=np.inf))
    return least * _SAFE if 0 < least < np.inf else 0.0


def _check(name: str, value: Any, holds: bool, expected: str) -> None:
    if isinstance(value, bool) or not holds or math.isnan(value):
        raise ValueError(f"{name} = {shortened(value, repr)}: expected {expected}")


explain_failures(__name__)
