"""When enough is known of two laws: what was found decides a claim, whatever is left over.

This is asked in doubles, with a margin, and only ends the search: what is then said of the claim is proved in
rationals, by `dpassay.audit.evidence.enclosures`. A claim that is not decided in time is looked into to the end.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

FIRST = Fraction(1, 100)
STEP = 10
"""It is asked where this is left, and again at each tenth of it."""

MARGIN = Fraction(1, 10**12)
"""What doubles may be off by, for each unit of 1 + e^epsilon."""


def goals(leftover: Fraction, claim: dict[str, Any] | None) -> list[Fraction]:
    """Return the masses that may be left, one after the other; the last one is what was wanted."""
    found, goal = [], FIRST
    while claim is not None and goal > max(leftover, MARGIN):
        found.append(goal)
        goal /= STEP
    return [*found, leftover]


def is_decided(laws: list[dict[str, float]], claim: dict[str, Any]) -> bool:
    """Tell whether two laws, as far as they are known, certainly meet a claim or certainly do not."""
    ratio, delta = float(claim["ratio"]), float(claim["delta"])
    margin = float(MARGIN) * (1 + ratio)
    pairs = [(laws[0], laws[1]), (laws[1], laws[0])]
    found = [bounds(p, q, ratio) for p, q in pairs]
    meets = all(high + margin <= delta for _, high in found)
    return meets or any(low - margin > delta for low, _ in found)


def bounds(p: dict[str, float], q: dict[str, float], ratio: float) -> tuple[float, float]:
    """Return what the largest P(event) - e^epsilon Q(event) is at least and at most; what is left may be anywhere."""
    excess = sum(max(0.0, weight - ratio * q.get(answer, 0.0)) for answer, weight in p.items())
    left_p, left_q = (max(0.0, 1 - sum(law.values())) for law in (p, q))
    return excess - ratio * left_q, excess + left_p
