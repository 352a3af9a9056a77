"""One direction of a pair of laws: delta at an epsilon, and the least epsilon at a delta, for every kind of law."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import cast

from dpassay.cli.numbers import Between, Shown
from dpassay.exact import Law, Number, hockey_stick_bounds, max_divergence
from dpassay.exact.divergences import epsilon_bounds

TOLERANCE = Fraction(1, 10_000)
"""How closely a delta is enclosed that no closed form gives; next to a delta that is asked for, as a share of it."""


@dataclass(frozen=True, slots=True)
class Loss:
    """What the first of two laws of one kind reveals against the second."""

    first: Law
    second: Law

    def delta(self, exp_eps: Number) -> Shown:
        """Return the hockey-stick divergence at e^eps = ``exp_eps``, or certified bounds on it."""
        return _shown(*hockey_stick_bounds(self.first, self.second, exp_eps, tolerance=TOLERANCE))

    def epsilon(self, delta: Fraction) -> Shown:
        """Return the least epsilon at ``delta``, or certified bounds on it; None where there is none."""
        return _shown(*epsilon_bounds(self.first, self.second, delta, tolerance=TOLERANCE))

    def max_divergence(self) -> Shown:
        """Return the least epsilon at delta = 0; None where it is infinite."""
        return max_divergence(self.first, self.second)


def losses(laws: tuple[Law, Law]) -> tuple[Loss, Loss]:
    """Return the losses of two laws of one kind, in both directions."""
    p, q = laws
    return Loss(p, q), Loss(q, p)


def _shown(low: Shown, high: Shown) -> Shown:
    return low if low is high else Between(cast("Fraction", low), cast("Fraction", high))
