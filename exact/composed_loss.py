"""Delta of composed mechanisms of any kinds: losses on lattices, and Gaussians, alone or mixed, in enclosures.

Of independent parts, delta(eps) is the expectation over the losses L of all parts but one, of delta of that one at
eps - L. Gaussians are one part together: theirs is a Gaussian with mu^2 = the sum of 1/sigma^2.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Protocol

from flint import arb, ctx

from dpassay.exact.loss_lattice import LossLattice
from dpassay.exact.rationals import as_fraction, require
from dpassay.exact.real import Real, decide, rational_ball, working_precision

GUARD_BITS = 48
"""Of the masses, whose sums of very many terms lose some."""

_NEGLIGIBLE_BITS = 192
"""A combination of losses with a probability below 2 to minus this counts as an infinite loss, or not."""

_ACCURACY = 60
_FINEST = 36
_MOST_STEPS = 20
"""An epsilon is enclosed to within 2 to minus this."""

LARGEST_EPSILON = 1 << 20


class Curve(Protocol):
    """The privacy profile of a part, at any real epsilon, without its infinite losses."""

    def delta(self, epsilon: arb) -> arb:
        """Return delta at an epsilon that may be negative."""


class LatticeCurve:
    """The profile of a lattice: the largest of the lines P_j - e^eps Q_j, of sums over the losses from place j on."""

    def __init__(self, loss: LossLattice) -> None:
        self.offset, self.step = loss.offset.as_real().evaluate(), loss.step.as_real().evaluate()
        masses = loss.masses()
        self.size = len(masses)
        self.upper = [(arb(0), arb(0))]
        inverse = (-self.offset - self.step * (self.size - 1)).exp()
        growth = self.step.exp()
        for mass in reversed(masses):
            p, q = self.upper[-1]
            self.upper.append((p + mass, q + mass * inverse))
            inverse *= growth
        self.upper.reverse()

    def delta(self, epsilon: arb) -> arb:
        """Return delta; where the ball of epsilon holds a loss of the lattice, both lines that meet there count."""
        place = (epsilon - self.offset) / self.step
        first, last = (max(0, min(self.size, end)) for end in (_floor(place.lower()), _floor(place.upper()) + 1))
        height = epsilon.exp()
        heights = [self.upper[j][0] - height * self.upper[j][1] for j in range(first, last + 1)]
        best = heights[0]
        for other in heights[1:]:
            best = best.max(other)
        return best.max(arb(0))


def _floor(point: arb) -> int:
    mantissa, exponent = (int(part) for part in point.man_exp())
    return mantissa << exponent if exponent >= 0 else mantissa >> -exponent


class GaussianCurve:
    """The profile of two normal laws of variance 1 with means mu apart."""

    def __init__(self, mu_squared: Fraction) -> None:
        self.mu = rational_ball(mu_squared).sqrt()

    def delta(self, epsilon: arb) -> arb:
        """Return the closed form."""
        half, place = self.mu / 2, epsilon / self.mu
        return _upper_tail(place - half) - epsilon.exp() * _upper_tail(place + half)


def _upper_tail(z: arb) -> arb:
    return (z / arb(2).sqrt()).erfc() / 2


@dataclass(frozen=True, slots=True)
class Evaluated:
    """A composition at one precision: all losses but those of one part, with their masses, and the profile of that."""

    outer: list[tuple[arb, arb]]
    inner: Curve
    infinite: arb

    def delta(self, epsilon: arb) -> arb:
        """Return delta."""
        total = self.infinite
        for mass, loss in self.outer:
            total += mass * self.inner.delta(epsilon - loss)
        return total


@dataclass(frozen=True, slots=True)
class ComposedLoss:
    """The loss of a composition of lattices and Gaussians; there is at least one part."""

    lattices: tuple[LossLattice, ...]
    mu_squared: Fraction = Fraction(0)
    _known: dict[int, Evaluated] = field(default_factory=dict, compare=False, repr=False)

    @classmethod
    def of(cls, lattices: Iterable[LossLattice], mu_squared: object = 0) -> ComposedLoss:
        """Multiply the lattices that have a common step."""
        kept: list[LossLattice] = []
        for lattice in lattices:
            for place, other in enumerate(kept):
                product = other.times(lattice)
                if product is not None:
                    kept[place] = product
                    break
            else:
                kept.append(lattice)
        square = as_fraction(mu_squared, "mu_squared")
        require(square > 0 or bool(kept), "lattices", "none", "at least one, or a Gaussian")
        return cls(tuple(kept), square)

    def delta(self, epsilon: object) -> Real:
        """Return delta at a rational epsilon."""
        eps = as_fraction(epsilon, "epsilon")
        return Real(lambda: self._evaluated().delta(rational_ball(eps)))

    def _evaluated(self) -> Evaluated:
        precision = int(ctx.prec)
        if precision not in self._known:
            with working_precision(precision + GUARD_BITS):
                self._known[precision] = self._evaluate()
        return self._known[precision]

    def _evaluate(self) -> Evaluated:
        finite = arb(1)
        for lattice in self.lattices:
            finite *= 1 - lattice.infinite()
        rest = list(self.lattices)
        if self.mu_squared:
            inner: Curve = GaussianCurve(self.mu_squared)
        else:
            curves = [LatticeCurve(lattice) for lattice in rest]
            longest = max(range(len(rest)), key=lambda place: curves[place].size)
            inner = curves[longest]
            del rest[longest]
        outer, missed = _combined(rest)
        return Evaluated(outer, inner, 1 - finite + missed)


def _combined(lattices: list[LossLattice]) -> tuple[list[tuple[arb, arb]], arb]:
    """Return the mass and the loss of every combination, and what all that are negligible may have together."""
    least, missed = arb(2) ** -_NEGLIGIBLE_BITS, arb(0)
    found = [(arb(1), arb(0))]
    for lattice in lattices:
        offset, step = lattice.offset.as_real().evaluate(), lattice.step.as_real().evaluate()
        atoms = [(mass, offset + step * j) for j, mass in enumerate(lattice.masses()) if not mass.is_zero()]
        products = [(p * mass, total + loss) for p, total in found for mass, loss in atoms]
        found = [entry for entry in products if not entry[0] < least]
        for mass, _ in products:
            if mass < least:
                missed += mass
    return found, arb(0).union(missed)


@dataclass(frozen=True, slots=True)
class Bracket:
    """Two losses, of which one is certainly below the true one and the other certainly above it, or both are it."""

    below: ComposedLoss
    above: ComposedLoss

    def delta(self, epsilon: object) -> tuple[Fraction, Fraction]:
        """Return certified bounds (low, high) on delta at a rational epsilon."""
        low = _bounds(self.below.delta(epsilon))
        high = low if self.above is self.below else _bounds(self.above.delta(epsilon))
        return max(low[0], Fraction(0)), high[1]

    def epsilon(self, delta: object) -> tuple[Fraction | None, Fraction | None]:
        """Return certified bounds (low, high) on the least epsilon >= 0 with delta(epsilon) <= ``delta``.

        None where there is certainly none, or certainly none up to ``LARGEST_EPSILON``.
        """
        target = as_fraction(delta, "delta")
        require(0 < target < 1, "delta", delta, "a number in (0, 1)")
        low = _crossing(self.below, target)
        high = low if self.above is self.below else _crossing(self.above, target)
        return (None if low is None else low[0]), (None if high is None else high[1])


def _bounds(delta: Real) -> tuple[Fraction, Fraction]:
    return (Fraction(0), Fraction(0)) if delta.ball().is_zero() else delta.bounds(_ACCURACY)


def _crossing(loss: ComposedLoss, target: Fraction) -> tuple[Fraction, Fraction] | None:
    """Return an interval in which delta falls to the target: above it at the low end unless that is 0, then not."""

    def meets(epsilon: Fraction) -> bool:
        return decide(loss.delta(epsilon) <= target)

    if meets(Fraction(0)):
        return Fraction(0), Fraction(0)
    high = Fraction(1)
    while not meets(high):
        high *= 2
        if high > LARGEST_EPSILON:
            return None
    low = high / 2 if high > 1 else Fraction(0)
    unit = max(Fraction(1), high) / (1 << _FINEST)
    guess = _guess(loss, target, low, high)
    for near, met in ((guess - unit / 2, False), (guess + unit / 2, True)):
        if low < near < high and meets(near) == met:
            low, high = (low, near) if met else (near, high)
    while high - low > unit:
        middle = (low + high) / 2
        low, high = (low, middle) if meets(middle) else (middle, high)
    return low, high


def _guess(loss: ComposedLoss, target: Fraction, low: Fraction, high: Fraction) -> Fraction:
    """Return about where delta falls to the target: log delta is nearly a line, whose zeros come nearer (regula falsi).

    Where it is not, the guess is worth nothing and costs little.
    """

    def height(epsilon: Fraction) -> Fraction | None:
        ball = loss.delta(epsilon).ball()
        return _middle((ball / rational_ball(target)).log()) if ball > 0 else None

    left, right, kept = height(low), height(high), 0
    for _ in range(_MOST_STEPS):
        if left is None or right is None or left <= 0 or right >= 0:
            return (low + high) / 2
        place = _rounded(low + (high - low) * left / (left - right))
        found = height(place)
        if found is None or not low < place < high or abs(found) * (1 << _FINEST) < 1:
            return place
        if found > 0:
            low, left, right, kept = place, found, right / 2 if kept > 0 else right, 1
        else:
            high, right, left, kept = place, found, left / 2 if kept < 0 else left, -1
    return place


def _middle(ball: arb) -> Fraction:
    mantissa, exponent = (int(part) for part in ball.mid().man_exp())
    return Fraction(mantissa) * Fraction(2) ** exponent


def _rounded(value: Fraction) -> Fraction:
    """Return a number of few digits nearby."""
    return Fraction(round(value * (1 << 2 * _FINEST)), 1 << 2 * _FINEST)
