"""One direction of a pair of laws: delta at an epsilon, and the least epsilon at a delta, for every kind of law."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from dpassay.cli.numbers import Between, Shown
from dpassay.exact import (
    LaplaceVectors,
    Law,
    LogForm,
    Number,
    Real,
    as_real,
    delta_curve,
    epsilon_at,
    exp,
    hockey_stick_bounds,
    max_divergence,
)

VECTOR_TOLERANCE = Fraction(1, 10_000)
"""How closely the delta of two laws of vectors is enclosed."""

BISECTIONS = 16


class Loss(Protocol):
    """What the first of two laws reveals against the second."""

    def delta(self, exp_eps: Number) -> Shown:
        """Return the hockey-stick divergence at e^eps = ``exp_eps``."""

    def epsilon(self, delta: Fraction) -> Shown:
        """Return the least epsilon at ``delta``; None where there is none."""

    def max_divergence(self) -> Shown:
        """Return the least epsilon at delta = 0; None where it is infinite."""


def losses(laws: tuple[Law, Law]) -> tuple[Loss, Loss]:
    """Return the losses of two laws of one kind, in both directions."""
    p, q = laws
    if isinstance(p, LaplaceVectors) and isinstance(q, LaplaceVectors):
        return VectorLoss(p, q), VectorLoss(q, p)
    return LawLoss(p, q, delta_curve(p, q)), LawLoss(q, p, delta_curve(q, p))


@dataclass(frozen=True, slots=True)
class LawLoss:
    """By the divergences of any two laws of one kind, whose ``curve`` is prepared once."""

    first: Law
    second: Law
    curve: Callable[[Number], Number | Real]

    def delta(self, exp_eps: Number) -> Shown:
        """Return the hockey-stick divergence at e^eps = ``exp_eps``."""
        return self.curve(exp_eps)

    def epsilon(self, delta: Fraction) -> Shown:
        """Return the least epsilon at ``delta``; None where there is none."""
        return epsilon_at(self.first, self.second, delta)

    def max_divergence(self) -> Shown:
        """Return the least epsilon at delta = 0; None where it is infinite."""
        return max_divergence(self.first, self.second)


@dataclass(frozen=True, slots=True)
class VectorLoss:
    """Between certified bounds: laws of vectors."""

    first: LaplaceVectors
    second: LaplaceVectors

    def delta(self, exp_eps: Number) -> Between:
        """Return certified bounds on the hockey-stick divergence at e^eps = ``exp_eps``."""
        return Between(*hockey_stick_bounds(self.first, self.second, exp_eps, tolerance=VECTOR_TOLERANCE))

    def epsilon(self, delta: Fraction) -> Shown:
        """Return certified bounds on the least epsilon at ``delta``, after at most ``BISECTIONS`` bisections."""
        if delta == 0:
            return self.max_divergence()
        low, high = Fraction(0), as_real(self.max_divergence()).bounds()[1]
        if self._enclosed(low, delta)[1] <= delta:
            return LogForm()
        for _ in range(BISECTIONS):
            middle = (low + high) / 2
            at_least, at_most = self._enclosed(middle, delta)
            if at_least <= delta < at_most:
                break
            low, high = (low, middle) if at_most <= delta else (middle, high)
        return Between(low, high)

    def _enclosed(self, epsilon: Fraction, delta: Fraction) -> tuple[Fraction, Fraction]:
        return hockey_stick_bounds(self.first, self.second, exp(epsilon), tolerance=delta * VECTOR_TOLERANCE)

    def max_divergence(self) -> LogForm | Shown:
        """Return the least epsilon at delta = 0; of vectors it is finite."""
        return max_divergence(self.first, self.second)
