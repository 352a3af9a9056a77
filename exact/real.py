"""Real numbers as rigorous enclosures: a ``Real`` is a ball at any precision, and only ``decide`` compares two.

Comparing two balls that overlap says nothing, so a comparison of a ``Real`` is not a truth value: it is a question,
which ``decide`` answers by raising the precision until the balls separate. Where they never do, it raises
``Undecided``; it never guesses.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import SupportsFloat, cast

from flint import arb, ctx

from dpassay.exact.rationals import shortened

FIRST_PRECISION = 64
LAST_PRECISION = 1 << 14
"""Bits at which ``decide`` gives up."""


class Undecided(ArithmeticError):
    """Two reals could not be told apart at the highest precision tried; they may be equal."""


class working_precision:  # noqa: N801  # read as a function: ``with working_precision(64):``
    """Set the precision, in bits, of the ball arithmetic inside the block.

    A class, for every comparison enters such a block, and a generator takes longer than many comparisons.
    """

    __slots__ = ("_before", "_bits")

    def __init__(self, bits: int) -> None:
        self._bits = bits

    def __enter__(self) -> None:
        self._before = ctx.prec
        ctx.prec = self._bits

    def __exit__(self, *_: object) -> None:
        ctx.prec = self._before


def rational_ball(value: int | Fraction) -> arb:
    """Return the ball around a rational at the working precision."""
    return arb(value.numerator) / value.denominator  # as arb(fmpq(...)), without a common factor looked for again


_rational_ball = rational_ball  # as it is, without the frame that explains a wrong argument


@dataclass(frozen=True)
class Comparison:
    """The question whether ``difference`` is below (or at most) zero; ``decide`` answers it."""

    difference: Real
    strict: bool
    negated: bool = False

    def __bool__(self) -> bool:
        raise TypeError(
            "a comparison of reals is not a truth value: ask decide(...), which answers or raises Undecided"
        )

    def answer(self, ball: arb) -> bool | None:
        """Answer from an enclosure of the difference, or None where it does not tell."""
        below = _sign(ball)
        if below is None:
            return None
        true = below < 0 or (below == 0 and not self.strict)
        return true != self.negated


def _sign(ball: arb) -> int | None:
    if ball < 0:
        return -1
    if ball > 0:
        return 1
    return 0 if ball.is_zero() else None


def _integer_power(ball: arb, exponent: int) -> arb:
    """Return an integer power by multiplications alone: the library's own power is undefined on a ball that holds 0."""
    result = arb(1)
    for bit in f"{abs(exponent):b}":
        result = result * result * ball if bit == "1" else result * result
    return 1 / result if exponent < 0 else result


class Real:
    """A real number given by a rigorous enclosure at every precision.

    ``evaluate`` returns an ``arb`` ball that holds the number, at the precision in force when it is called. Arithmetic
    builds new reals and never rounds: rounding happens inside the balls, whose radii account for it.
    """

    __slots__ = ("evaluate",)
    __hash__ = None  # type: ignore[assignment]  # equality of reals is not decidable

    def __init__(self, evaluate: Callable[[], arb]) -> None:
        self.evaluate = evaluate

    def ball(self, precision: int = FIRST_PRECISION) -> arb:
        """Return an enclosure computed with ``precision`` bits."""
        with working_precision(precision):
            return self.evaluate()

    def _combine(self, other: object, operation: Callable[[arb, arb], arb]) -> Real:
        if not isinstance(other, Real | int | Fraction) and not hasattr(other, "as_real"):
            return cast("Real", NotImplemented)
        left, right = self.evaluate, _as_real(other).evaluate
        return Real(lambda: operation(left(), right()))

    def __add__(self, other: object) -> Real:
        return self._combine(other, operator.add)

    def __sub__(self, other: object) -> Real:
        return self._combine(other, operator.sub)

    def __mul__(self, other: object) -> Real:
        return self._combine(other, operator.mul)

    def __truediv__(self, other: object) -> Real:
        return self._combine(other, operator.truediv)

    __radd__, __rmul__ = __add__, __mul__

    def __rsub__(self, other: object) -> Real:
        return self._combine(other, lambda a, b: b - a)

    def __rtruediv__(self, other: object) -> Real:
        return self._combine(other, lambda a, b: b / a)

    def __neg__(self) -> Real:
        return Real(lambda: -self.evaluate())

    def __pow__(self, exponent: int) -> Real:
        if not isinstance(exponent, int):
            return NotImplemented
        return Real(lambda: _integer_power(self.evaluate(), exponent))

    def __lt__(self, other: object) -> Comparison:
        return Comparison(self - other, strict=True)

    def __le__(self, other: object) -> Comparison:
        return Comparison(self - other, strict=False)

    def __gt__(self, other: object) -> Comparison:
        return Comparison(self - other, strict=False, negated=True)

    def __ge__(self, other: object) -> Comparison:
        return Comparison(self - other, strict=True, negated=True)

    def __eq__(self, other: object) -> bool:
        raise TypeError("equality of two reals is not decidable: compare with < and decide(...), or compare enclosures")

    def exp(self) -> Real:
        """Return e to this number."""
        return Real(lambda: self.evaluate().exp())

    def log(self) -> Real:
        """Return the natural logarithm."""
        return Real(lambda: self.evaluate().log())

    def sqrt(self) -> Real:
        """Return the square root."""
        return Real(lambda: self.evaluate().sqrt())

    def erfc(self) -> Real:
        """Return the complementary error function of this number."""
        return Real(lambda: self.evaluate().erfc())

    def __float__(self) -> float:
        """Return a double within one unit in the last place of this number."""
        return float(self.refined(60).mid())

    def refined(self, accuracy: int) -> arb:
        """Return an enclosure of relative accuracy ``accuracy`` bits (absolute, near zero)."""
        precision = max(FIRST_PRECISION, accuracy)
        while True:
            ball = self.ball(precision)
            if ball.rel_accuracy_bits() >= accuracy or (ball.is_finite() and ball.abs_upper() < arb(2) ** -1100):
                return ball
            if precision > LAST_PRECISION:
                raise Undecided(f"no enclosure of relative accuracy 2^-{accuracy} by {precision} bits: {ball}")
            precision *= 2

    def bounds(self, accuracy: int = 64) -> tuple[Fraction, Fraction]:
        """Return exact rationals (low, high) that enclose this number.

        They are about ``accuracy`` relative bits apart; around a number below 2^-1100 they are plus and minus that.
        """
        ball = self.refined(accuracy)
        if ball.abs_upper() < arb(2) ** -1100:
            return -Fraction(1, 1 << 1100), Fraction(1, 1 << 1100)
        middle, radius = _exact(ball.mid()), _exact(ball.rad())
        return middle - radius, middle + radius

    def __repr__(self) -> str:
        return f"Real({self.ball(FIRST_PRECISION).str(15)})"


def _exact(point: arb) -> Fraction:
    mantissa, exponent = (int(part) for part in point.man_exp())
    return Fraction(mantissa) * Fraction(2) ** exponent


def as_real(value: object) -> Real:
    """Return a rational, a ``Number`` or a ``LogForm`` as a ``Real``; a float is refused."""
    if isinstance(value, Real):
        return value
    if isinstance(value, int | Fraction) and not isinstance(value, bool):
        return Real(lambda: _rational_ball(value))
    convert = getattr(value, "as_real", None)
    if convert is None:
        raise ValueError(f"value = {shortened(value, repr)}: expected an exact number, not {type(value).__name__}")
    return cast("Real", convert())


_as_real = as_real  # as above


def decide(question: Comparison | bool, last_precision: int = LAST_PRECISION) -> bool:
    """Answer a comparison by refining its enclosure until it separates from zero.

    A ``bool`` (what comparing exact numbers gives) is returned as it is, so that one text serves exact and enclosed
    numbers. Raises ``Undecided`` when ``last_precision`` bits do not separate the two sides.
    """
    if isinstance(question, bool):
        return question
    precision = FIRST_PRECISION
    while precision <= last_precision:
        answer = question.answer(question.difference.ball(precision))
        if answer is not None:
            return answer
        precision *= 2
    raise Undecided(f"the two sides agree to {last_precision} bits: {question.difference}")


def maximum(first: Real | SupportsFloat, second: Real | SupportsFloat) -> Real:
    """Return the larger of two numbers as an enclosure; no decision is needed."""
    a, b = as_real(first), as_real(second)
    return Real(lambda: a.evaluate().max(b.evaluate()))
