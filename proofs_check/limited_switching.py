"""Concentrated divergences, and the precondition of the lower bound for limited switching."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from dpassay.analysis.limited_switching import Losses, Private
from dpassay.exact import Dist, LogForm, Real, as_real, kl_divergence, log, max_divergence, renyi_divergence
from dpassay.proofs_check.numbers import at_most


def meets_theorem(rounds: int, experts: int, rho: Fraction) -> bool:
    """The precondition of Theorem 4.2, eps >= 100 log^{3/2}(dT)/T, with eps^2 = ``rho``."""
    return at_most(as_real(log(rounds * experts)) ** 3 * as_real(10**4), as_real(rho * rounds**2))


def leader(past: Losses, state: Private = ()) -> int:  # noqa: ARG001  # every desire is a function of both
    """The model of the smallest loss so far, the first of several; there is no private state."""
    sums = [sum(column, Fraction(0)) for column in zip(*past, strict=True)]
    return sums.index(min(sums))


def renyi(p: Dist[Any], q: Dist[Any], order: int) -> LogForm:
    """The Renyi divergence of whole order (1 is KL) of rational laws of one support."""
    value = kl_divergence(p, q) if order == 1 else renyi_divergence(p, q, order)
    if not isinstance(value, LogForm):
        raise TypeError(f"divergence = {value!r}: expected one of rational laws of one support")
    return value


def _renyi_at(p: Dist[Any], q: Dist[Any], alpha: Fraction) -> Real:
    """The Renyi divergence of any rational order above 1."""
    logs = [(as_real(log(p.pmf(y))), as_real(log(q.pmf(y)))) for y in p.outcomes]  # type: ignore[arg-type]
    powers = [(a * as_real(alpha) + b * as_real(1 - alpha)).exp() for a, b in logs]
    return sum(powers, as_real(Fraction(0))).log() / as_real(alpha - 1)


def is_concentrated(p: Dist[Any], q: Dist[Any], rho: Fraction) -> bool:
    """Certify that D_alpha(p || q) <= alpha rho for all real alpha >= 1, and the same exchanged; False is no answer.

    D_alpha does not fall in alpha: D_b <= a rho shows it for all orders from a to b, and D_infinity <= a rho from a on.
    """
    same = set(p.outcomes) == set(q.outcomes)
    return same and all(_is_concentrated_one_way(*pair, rho) for pair in ((p, q), (q, p)))


def _is_concentrated_one_way(p: Dist[Any], q: Dist[Any], rho: Fraction) -> bool:
    low, largest = Fraction(1), max_divergence(p, q)
    while not at_most(largest, LogForm(low * rho)):  # type: ignore[arg-type]
        high = (low * STEP).limit_denominator(10**4)
        if not at_most(_renyi_at(p, q, high), low * rho):
            return False
        low = high
    return True


STEP: Final = Fraction(101, 100)
