"""Is a published guarantee true of a pair of exact laws? Decided exactly, or in balls that separate; never guessed."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from typing import Final

from dpassay.exact import (
    Comparison,
    LaplaceVectors,
    Law,
    LogForm,
    Real,
    Undecided,
    decide,
    hockey_stick_bounds,
    hockey_stick_divergence,
    kl_divergence,
    max_ratio,
    renyi_divergence,
)
from dpassay.exact.entrance import explain_failures
from dpassay.reference import ConcentratedGuarantee, Guarantee

__all__ = ["RENYI_ORDERS", "TOLERANCE", "holds"]

RENYI_ORDERS: Final = range(2, 9)
"""The integer orders at which a concentrated guarantee is checked; order 1, the KL divergence, is checked too."""

TOLERANCE: Final = Fraction(1, 1_000)
"""How closely the delta of vectors is enclosed, as a share of the delta that is promised."""


def holds(first: Law, second: Law, guarantee: Guarantee | ConcentratedGuarantee) -> bool:
    """Tell whether two laws are as close, in both directions, as the guarantee says.

    A concentrated guarantee bounds every order; here it is checked at the orders ``RENYI_ORDERS`` and 1. Raises
    ``Undecided`` where enclosures do not tell.
    """
    return all(_holds_one_way(p, q, guarantee) for p, q in permutations((first, second)))


def _holds_one_way(p: Law, q: Law, guarantee: Guarantee | ConcentratedGuarantee) -> bool:
    if isinstance(guarantee, ConcentratedGuarantee):
        return _is_concentrated(p, q, guarantee)
    if guarantee.delta == 0:
        ratio = max_ratio(p, q)
        return ratio is not None and decide(ratio <= guarantee.budget.exp_eps)
    if isinstance(p, LaplaceVectors) and isinstance(q, LaplaceVectors):
        return _vectors_hold(p, q, guarantee)
    return decide(hockey_stick_divergence(p, q, guarantee.budget.exp_eps) <= guarantee.delta)


def _vectors_hold(p: LaplaceVectors, q: LaplaceVectors, guarantee: Guarantee) -> bool:
    """Compare certified bounds of delta with the promised one; a pair whose pure loss is small enough needs none."""
    if decide(max_ratio(p, q) <= guarantee.budget.exp_eps):  # type: ignore[operator]  # of vectors it is finite
        return True
    tolerance = guarantee.delta * TOLERANCE
    low, high = hockey_stick_bounds(p, q, guarantee.budget.exp_eps, tolerance=tolerance)
    if low <= guarantee.delta < high:
        raise Undecided(f"delta is between {float(low):.6g} and {float(high):.6g}, and {guarantee.delta} is promised")
    return high <= guarantee.delta


def _is_concentrated(p: Law, q: Law, guarantee: ConcentratedGuarantee) -> bool:
    divergences = {1: kl_divergence(p, q)} | {order: renyi_divergence(p, q, order) for order in RENYI_ORDERS}
    return all(
        value is not None and decide(_at_most(value, guarantee.rho * order)) for order, value in divergences.items()
    )


def _at_most(value: LogForm | Real, bound: Fraction) -> Comparison | bool:
    return value <= bound


explain_failures(__name__)
