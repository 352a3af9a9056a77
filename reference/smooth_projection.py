"""The KL projection of a law on N points onto the sigma-smooth ones, which have at most 1/(sigma N) a point.

Source: Haghtalab, Roughgarden and Shetty, Appendix F.1. The law D of that polytope with the least KL(D || D~) is
min(c D~, 1/(sigma N)), with the c that makes the total 1: where the bound does not bind, the logarithm of D / D~ is one
multiplier for all points.
"""

from __future__ import annotations

from fractions import Fraction

from dpassay.exact import require
from dpassay.exact.entrance import explain_failures
from dpassay.reference.mwem_rounds import Weights


def projected(weights: Weights, sigma: Fraction) -> Weights:
    """Return the KL projection of the law that the weights, all above 0, stand for: probabilities."""
    require(0 < sigma <= 1, "sigma", sigma, "a number above 0 and at most 1")
    require(bool(weights) and min(weights) > 0, "weights", f"{weights!r:.60}", "numbers above 0")
    cap, left, rest = 1 / (sigma * len(weights)), Fraction(1), sum(weights)
    for largest in sorted(weights, reverse=True):
        if largest * left <= cap * rest:
            return tuple(min(weight * left / rest, cap) for weight in weights)
        left, rest = left - cap, rest - largest
    raise AssertionError("unreachable: N caps are at least 1")


explain_failures(__name__)
