"""The delta-approximate max divergence of Asi, Koren, Liu and Talwar, "Private online learning via lazy algorithms".

Definitions 2.2 and 2.3 there, and the event of Lemma 2.4.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from dpassay.exact import Budget, Dist, LogForm, Number, PrivacyLoss, Real, log_number
from dpassay.exact.entrance import explain_failures
from dpassay.reference.composition import as_delta


def approximate_max_ratio(p: Dist[Any], q: Dist[Any], delta: object) -> Number | None:
    """sup over S in supp(p), p(S) >= delta, of (p(S) - delta)/q(S); None where it is infinite.

    At the supremum t the set {p > t q} attains it, so the level sets of the likelihood ratio are enough. Where
    p(S) = delta the quotient is 0, or 0/0, which asks nothing of epsilon: it never counts, since S = supp(p) gives
    at least 1 - delta > 0. It may be below 1, where epsilon is negative.
    """
    d = as_delta(delta, "delta")
    mass_p: Number = Fraction(0)
    mass_q: Number = Fraction(0)
    largest: Number = Fraction(0)
    for atom in reversed(PrivacyLoss.from_pair(p, q).atoms):
        mass_p, mass_q = mass_p + atom.p, mass_q + atom.q
        if atom.p == 0 or mass_p <= d:
            continue
        if mass_q == 0:
            return None
        largest = max(largest, (mass_p - d) / mass_q)
    return largest


def approximate_max_divergence(p: Dist[Any], q: Dist[Any], delta: object) -> LogForm | Real | None:
    """D_inf^delta(p || q), the logarithm of ``approximate_max_ratio``; None where it is infinite."""
    ratio = approximate_max_ratio(p, q, delta)
    return None if ratio is None else log_number(ratio)


def indistinguishable(p: Dist[Any], q: Dist[Any], budget: Budget, delta: object) -> bool:
    """Definition 2.3: D_inf^delta is at most eps in both directions."""
    ratios = [approximate_max_ratio(p, q, delta), approximate_max_ratio(q, p, delta)]
    return all(ratio is not None and ratio <= budget.exp_eps for ratio in ratios)


def close_pointwise(p: Dist[Any], q: Dist[Any], budget: Budget) -> Number:
    """Pr over X from p of [e^-eps <= p(X)/q(X) <= e^eps], which Lemma 2.4 there bounds by 1 - 6 delta/eps from below.

    Its precondition: eps <= 1/10, and D_inf^delta at most eps/2 in both directions.
    """
    t = budget.exp_eps
    return p.probability(lambda y: p.pmf(y) <= t * q.pmf(y) and q.pmf(y) <= t * p.pmf(y))


explain_failures(__name__)
