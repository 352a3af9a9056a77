"""Laws on the integers: exact ones with geometric tails, and the discrete Gaussian with rigorous tail bounds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import isqrt

from flint import arb, ctx

from dpassay.exact.dist import as_weight, total
from dpassay.exact.expnumber import Number
from dpassay.exact.rationals import as_integer, as_positive_fraction, require
from dpassay.exact.real import Real, rational_ball, working_precision


def _as_tail_ratio(value: object, name: str) -> Number:
    ratio = as_weight(value, name)
    require(ratio < 1, name, value, "a tail ratio in [0, 1)")
    return ratio


class IntegerLaw:
    """A law on the integers with exact weights on a window and a geometric tail on either side.

    ``weights``: probabilities of start, start + 1, ...; beyond the window's ends each further integer has
    ``left_ratio`` (or ``right_ratio``) times the probability of its neighbor. Raises ``ValueError`` unless the total is
    exactly 1.
    """

    __slots__ = ("_known", "left_ratio", "right_ratio", "start", "weights")

    def __init__(self, start: int, weights: Sequence[object], left_ratio: object, right_ratio: object) -> None:
        self._known: dict[int, Number] = {}  # probabilities asked for before, with the enclosures they carry
        self.start = as_integer(start, "start")
        self.weights = tuple(as_weight(weight, "weight") for weight in weights)
        require(bool(self.weights), "weights", weights, "at least one weight")
        self.left_ratio = _as_tail_ratio(left_ratio, "left_ratio")
        self.right_ratio = _as_tail_ratio(right_ratio, "right_ratio")
        mass = total(self.weights) + self._left_mass() + self._right_mass()
        require(mass == 1, "weights", f"with total {mass}", "a total of 1, tails included")

    @property
    def end(self) -> int:
        """The last integer of the window."""
        return self.start + len(self.weights) - 1

    def _left_mass(self) -> Number:
        return self.weights[0] * self.left_ratio / (1 - self.left_ratio)

    def _right_mass(self) -> Number:
        return self.weights[-1] * self.right_ratio / (1 - self.right_ratio)

    def pmf(self, outcome: int) -> Number:
        """Return the probability of one integer."""
        place = as_integer(outcome, "outcome")
        if place not in self._known:
            self._known[place] = self._pmf(place)
        return self._known[place]

    def _pmf(self, outcome: int) -> Number:
        if outcome < self.start:
            return self.weights[0] * self.left_ratio ** (self.start - outcome)
        if outcome > self.end:
            return self.weights[-1] * self.right_ratio ** (outcome - self.end)
        return self.weights[outcome - self.start]

    def cdf(self, outcome: int) -> Number:
        """Return the probability of the integers up to and including ``outcome``."""
        outcome = as_integer(outcome, "outcome")
        if outcome < self.start:
            return self.pmf(outcome) / (1 - self.left_ratio)
        if outcome > self.end:
            return 1 - self.pmf(outcome) * self.right_ratio / (1 - self.right_ratio)
        return self._left_mass() + total(self.weights[: outcome - self.start + 1])

    def upper_tail(self, outcome: int) -> Number:
        """Return the probability of the integers from ``outcome`` on."""
        return 1 - self.cdf(as_integer(outcome, "outcome") - 1)

    def shift(self, by: int) -> IntegerLaw:
        """The law of the outcome plus ``by``."""
        return IntegerLaw(self.start + by, self.weights, self.left_ratio, self.right_ratio)

    def __repr__(self) -> str:
        return f"IntegerLaw({self.start}..{self.end}, tails {self.left_ratio}, {self.right_ratio})"


def two_sided_geometric(center: int, ratio: object) -> IntegerLaw:
    """The discrete Laplace law: probability (1 - a)/(1 + a) * a^|k - center| for a = ``ratio`` in (0, 1)."""
    a = _as_tail_ratio(ratio, "ratio")
    require(a > 0, "ratio", ratio, "a number in (0, 1)")
    return IntegerLaw(as_integer(center, "center"), [(1 - a) / (1 + a)], a, a)


MOST_SIGMA_SQUARED = 10**12
"""Sums over the integers take about sigma terms; beyond this they take longer than anyone waits."""


@dataclass(frozen=True, slots=True)
class DiscreteGaussianLaw:
    """The law on the integers proportional to exp(-(k - center)^2 / (2 sigma_squared)).

    ``center`` is an integer; ``sigma_squared`` is the parameter of the law, not its variance. Probabilities are
    ``Real``: the normalizing sum is enclosed by summing a window and bounding both tails by geometric series.
    """

    center: int
    sigma_squared: Fraction

    def __init__(self, center: object, sigma_squared: object) -> None:
        object.__setattr__(self, "center", as_integer(center, "center"))
        object.__setattr__(self, "sigma_squared", as_positive_fraction(sigma_squared, "sigma_squared"))
        require(self.sigma_squared <= MOST_SIGMA_SQUARED, "sigma_squared", sigma_squared, "at most 10^12")

    def weight_ball(self, outcome: int) -> arb:
        """Return the unnormalized weight at the working precision."""
        return gaussian_weight(outcome - self.center, self.sigma_squared)

    def _normalizer(self) -> arb:
        return 1 + 2 * gaussian_tail(1, self.sigma_squared)

    def pmf(self, outcome: int) -> Real:
        """Return the probability of one integer."""
        place = as_integer(outcome, "outcome")
        return Real(lambda: self.weight_ball(place) / self._normalizer())

    def upper_tail(self, outcome: int) -> Real:
        """Return the probability of the integers from ``outcome`` on."""
        offset = as_integer(outcome, "outcome") - self.center
        if offset >= 1:
            return Real(lambda: gaussian_tail(offset, self.sigma_squared) / self._normalizer())
        return Real(lambda: 1 - gaussian_tail(1 - offset, self.sigma_squared) / self._normalizer())

    def cdf(self, outcome: int) -> Real:
        """Return the probability of the integers up to and including ``outcome``; by symmetry an upper tail."""
        return self.upper_tail(2 * self.center - as_integer(outcome, "outcome"))

    def shift(self, by: int) -> DiscreteGaussianLaw:
        """The law of the outcome plus ``by``."""
        return DiscreteGaussianLaw(self.center + by, self.sigma_squared)


def gaussian_weight(offset: Fraction | int, sigma_squared: Fraction) -> arb:
    """Return exp(-offset^2 / (2 sigma_squared)) at the working precision."""
    return rational_ball(-(Fraction(offset) ** 2) / (2 * sigma_squared)).exp()


def gaussian_tail(first: Fraction | int, sigma_squared: Fraction) -> arb:
    """Enclose the sum of exp(-j^2 / (2 sigma_squared)) over j = first, first + 1, ..., for first >= 0.

    It is enclosed at the working precision. The terms are summed in blocks of about sigma; the ratio of successive
    terms, exp(-(2 j + 1) / (2 sigma_squared)), decreases, so what is left after a block is at most a geometric series,
    and summing stops when that remainder no longer matters. Blocks end at fixed places, so that many tails of one law
    share them.
    """
    return _gaussian_tail(Fraction(first), sigma_squared, int(ctx.prec))


@lru_cache(maxsize=4096)
def _gaussian_tail(first: Fraction, sigma_squared: Fraction, precision: int) -> arb:
    size = isqrt(sigma_squared.__floor__()) + 16
    tail, place = arb(0), first
    while True:
        length = size - place.__floor__() % size
        partial, following, ratio = _geometric_block(place, length, sigma_squared, precision)
        with working_precision(precision):
            tail += partial
            remainder = following / (1 - ratio)
            if remainder < tail * arb(2) ** -(precision + 4):
                return tail + arb(0).union(remainder)
        place += length


@lru_cache(maxsize=4096)
def _geometric_block(first: Fraction, length: int, sigma_squared: Fraction, precision: int) -> tuple[arb, arb, arb]:
    """Return the sum of ``length`` terms from ``first`` on, the term after them, and its ratio to the next.

    The ratios themselves fall by a constant factor, so a term costs two multiplications; the extra bits make up for the
    errors that these add up.
    """
    with working_precision(precision + 2 * length.bit_length() + 8):
        term = gaussian_weight(first, sigma_squared)
        ratio = rational_ball(-(2 * first + 1) / (2 * sigma_squared)).exp()
        factor = rational_ball(-1 / sigma_squared).exp()
        partial = arb(0)
        for _ in range(length):
            partial += term
            term *= ratio
            ratio *= factor
        return partial, term, ratio
