"""What losses on a lattice share: the least e^eps at a delta, found by bisection between neighboring ratios."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Protocol

from dpassay.exact.expnumber import Number
from dpassay.exact.logform import LogForm
from dpassay.exact.rationals import as_fraction, first_true, require
from dpassay.exact.real import Real, as_real, decide
from dpassay.exact.scalars import log_scalar

_BITS_OF_EXPONENTS = 128


class LossCurve(Protocol):
    """A delta that is linear in e^eps between ratios of which there are finitely many."""

    @property
    def base(self) -> Number:
        """A number above 1; the ratios are scale * base^exponent."""

    @property
    def scale(self) -> Number:
        """What all ratios have in common."""

    @property
    def size(self) -> int:
        """The number of ratios."""

    @property
    def infinite_mass(self) -> Number | Real:
        """The probability under the first law of an infinite loss."""

    def exponent(self, j: int) -> int:
        """Return the exponent in place ``j``, in increasing order."""

    def ratio(self, j: int) -> Number:
        """Return the ratio in place ``j``, in increasing order."""

    def delta(self, exp_eps: object) -> Number | Real:
        """Return delta at e^eps = ``exp_eps``."""

    def root(self, first: int, delta: Fraction) -> Number | Real:
        """Return where the line of the ratios from place ``first`` on has the height ``delta``."""


Meets = Callable[[Number, Fraction], bool]
"""Tells whether delta at the e^eps given is at most the target."""


def least_exp_epsilon(curve: LossCurve, delta: object, decided: Meets | None = None) -> Number | Real | None:
    """Return the least t >= 1 with delta(t) <= ``delta``; None below the infinite mass.

    ``decided`` compares delta with the target, in place of enclosures of delta alone, for which ``Undecided`` is raised
    where they cannot be told from it.
    """
    target = as_fraction(delta, "delta")
    require(0 <= target < 1, "delta", delta, "a number in [0, 1)")
    if decide(curve.infinite_mass > target):
        return None

    def meets(exp_eps: Number) -> bool:
        return decide(curve.delta(exp_eps) <= target) if decided is None else decided(exp_eps, target)

    largest = curve.ratio(curve.size - 1)
    if largest <= 1 or meets(Fraction(1)):
        return Fraction(1)
    if decide(curve.infinite_mass >= target):
        return largest  # just below it delta is above the infinite mass
    first = first_true(lambda j: j >= curve.size - 1 or meets(curve.ratio(j)), 0)
    return curve.root(first, target)


def least_epsilon(curve: LossCurve, delta: object) -> LogForm | Real | None:
    """Return the least eps >= 0 with delta(eps) <= ``delta``, or None: the logarithm of ``least_exp_epsilon``."""
    t = least_exp_epsilon(curve, delta)
    return None if t is None else log_scalar(t)


def first_above(curve: LossCurve, exp_eps: Number) -> int:
    """Return the first place whose ratio is above e^eps; the size where none is.

    Exponents are compared with the one at which the ratio would be e^eps, in a ball; numbers only where that is no
    answer, as where they are equal.
    """
    if exp_eps == 0:
        return 0
    exponent = (as_real(exp_eps).log() - as_real(curve.scale).log()) / as_real(curve.base).log()
    ball = exponent.ball(_BITS_OF_EXPONENTS)

    def above(j: int) -> bool:
        if j >= curve.size or ball < curve.exponent(j):
            return True
        return not ball > curve.exponent(j) and curve.ratio(j) > exp_eps

    return first_true(above, 0)
