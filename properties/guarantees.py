"""Is a published guarantee true of a pair of exact laws? Decided exactly, or in balls that separate; never guessed."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from typing import Final

from dpassay.exact import Comparison, Law, LogForm, Real, decide, kl_divergence, max_ratio, renyi_divergence
from dpassay.exact.entrance import explain_failures
from dpassay.exact.kinds import kind_of_pair
from dpassay.reference import ConcentratedGuarantee, Guarantee

__all__ = ["RENYI_ORDERS", "holds"]

RENYI_ORDERS: Final = range(2, 9)
"""The integer orders at which a concentrated guarantee is checked; order 1, the KL divergence, is checked too."""


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
    return kind_of_pair(p, q).is_within(p, q, guarantee.budget.exp_eps, guarantee.delta)


def _is_concentrated(p: Law, q: Law, guarantee: ConcentratedGuarantee) -> bool:
    divergences = {1: kl_divergence(p, q)} | {order: renyi_divergence(p, q, order) for order in RENYI_ORDERS}
    return all(
        value is not None and decide(_at_most(value, guarantee.rho * order)) for order, value in divergences.items()
    )


def _at_most(value: LogForm | Real, bound: Fraction) -> Comparison | bool:
    return value <= bound


explain_failures(__name__)
