"""A privacy-loss distribution on a lattice of one base, rational or not, its masses enclosed at every precision.

Where the base is irrational, as e^epsilon is for rational epsilon, the exact masses of many rounds are long sums of its
powers. Ratios stay exact here, so that no comparison of one with e^eps is ever rounded; only masses are balls.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from flint import arb, arb_poly, ctx

from dpassay.exact.expnumber import Number
from dpassay.exact.logform import LogForm
from dpassay.exact.loss_curve import first_above, least_epsilon, least_exp_epsilon
from dpassay.exact.powers import powers_of
from dpassay.exact.profile import as_exp_eps
from dpassay.exact.rationals import as_positive_integer
from dpassay.exact.real import Real, as_real

Sums = tuple[list[arb], list[arb]]


@dataclass(frozen=True, slots=True)
class EnclosedLoss:
    """A privacy-loss distribution whose finite ratios are all scale * base^exponent, for increasing ``exponents``.

    ``masses`` returns what the first law gives to each of them, in balls of the working precision; ``base`` is above 1;
    ``infinite_mass`` is the probability under the first law of an infinite loss, ``only_second`` that under the second
    law of what the first one never gives, None where it is not known.
    """

    base: Number
    exponents: Sequence[int]
    masses: Callable[[], list[arb]]
    infinite_mass: Number | Real = Fraction(0)
    scale: Number = Fraction(1)
    only_second: Number | Real | None = None
    _known: dict[int, Sums] = field(default_factory=dict, compare=False, repr=False)

    @property
    def size(self) -> int:
        """The number of ratios."""
        return len(self.exponents)

    def exponent(self, j: int) -> int:
        """Return the exponent of the ratio in place ``j``."""
        return self.exponents[j]

    def ratio(self, j: int) -> Number:
        """Return the ratio in place ``j``, exactly."""
        return self.scale * self.base ** self.exponents[j]

    @property
    def max_ratio(self) -> Number | None:
        """The largest likelihood ratio, which is e to the max divergence; None where it is infinite."""
        finite = not isinstance(self.infinite_mass, Real) and self.infinite_mass == 0
        return self.ratio(self.size - 1) if finite else None

    def delta(self, exp_eps: object) -> Number | Real:
        """Return delta at e^eps = ``exp_eps``: the sum over losses above eps of p - exp_eps q."""
        t = as_exp_eps(exp_eps)
        first = first_above(self, t)
        if first == self.size:
            return self.infinite_mass
        if first == 0 and self.only_second is not None and not isinstance(self.only_second, Real):
            return 1 - t * (1 - self.only_second)
        p, q = self._upper(first)
        return p - as_real(t) * q + self.infinite_mass

    def root(self, first: int, delta: Fraction) -> Real:
        """Return where the line of the ratios from place ``first`` on has the height ``delta``."""
        p, q = self._upper(first)
        return (p + self.infinite_mass - delta) / q

    def exp_epsilon(self, delta: object) -> Number | Real | None:
        """Return the least t >= 1 with delta(t) <= ``delta``; None below the infinite mass."""
        return least_exp_epsilon(self, delta)

    def epsilon(self, delta: object) -> LogForm | Real | None:
        """Return the least eps >= 0 with delta(eps) <= ``delta``, or None."""
        return least_epsilon(self, delta)

    def self_compose(self, rounds: int) -> EnclosedLoss:
        """The loss of ``rounds`` independent runs; an infinite loss in any of them is an infinite loss."""
        k = as_positive_integer(rounds, "rounds")
        lowest, span = self.exponents[0] * k, self.exponents[-1] - self.exponents[0]

        def masses() -> list[arb]:
            coefficients = [arb(0)] * (span + 1)
            for exponent, mass in zip(self.exponents, self.masses(), strict=True):
                coefficients[exponent - self.exponents[0]] = mass
            return (arb_poly(coefficients) ** k).coeffs()

        exponents = range(lowest, lowest + span * k + 1)
        infinite = _in_some_round(self.infinite_mass, k)
        only_second = None if self.only_second is None else _in_some_round(self.only_second, k)
        return EnclosedLoss(self.base, exponents, masses, infinite, self.scale**k, only_second)

    def _upper(self, first: int) -> tuple[Real, Real]:
        """Return the masses under both laws of the ratios from place ``first`` on."""
        return Real(lambda: self._sums()[0][first]), Real(lambda: self._sums()[1][first])

    def _sums(self) -> Sums:
        """Return the masses of each ratio with all that are larger, kept for the precisions that were asked for."""
        precision = int(ctx.prec)
        if precision not in self._known:
            p, inverse = self.masses(), powers_of(1 / self.base)
            scale = as_real(self.scale).evaluate()
            q = [mass * inverse(exponent) / scale for exponent, mass in zip(self.exponents, p, strict=True)]
            self._known[precision] = _from_above(p), _from_above(q)
        return self._known[precision]


def _in_some_round(mass: Number | Real, rounds: int) -> Number | Real:
    """Return the probability that one of the independent rounds gives what has this mass in each."""
    if isinstance(mass, Fraction):
        return 1 - (1 - mass) ** rounds
    return 1 - (1 - as_real(mass)) ** rounds


def _from_above(masses: list[arb]) -> list[arb]:
    sums: list[arb] = []
    for mass in reversed(masses):
        sums.append(mass if not sums else sums[-1] + mass)
    return sums[::-1]
