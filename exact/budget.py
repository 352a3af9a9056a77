"""A privacy budget, given either as epsilon or as e^epsilon, and the exact powers of e that a mechanism takes of it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from dpassay.exact.expnumber import Number, exp, power
from dpassay.exact.logform import LogForm, log
from dpassay.exact.rationals import Rational, as_fraction, as_integer, as_positive_fraction, require, shortened
from dpassay.exact.real import Real, as_real

NAMES = ("epsilon", "exp_eps")
"""What the two forms are called, unless a mechanism has names of its own for such a rate."""
_SCALED_BITS = 24


@dataclass(frozen=True, slots=True)
class Budget:
    """A positive privacy budget; exactly one of the two forms is given, as an int, a ``Fraction`` or a string.

    ``epsilon``: the budget itself, above 0. ``exp_eps``: e to the budget, above 1; then a finite mechanism has rational
    probabilities. Raises ``ValueError`` when both or neither are given, or when the value is out of range or not exact.
    """

    given_epsilon: Fraction | None
    given_exp_eps: Fraction | None

    def __init__(self, epsilon: object = None, exp_eps: object = None, *, names: tuple[str, str] = NAMES) -> None:
        plain, raised = names
        both = f"{shortened(epsilon)}, {raised} = {shortened(exp_eps)}"
        require((epsilon is None) != (exp_eps is None), plain, both, f"exactly one of {plain} and {raised}")
        e = None if epsilon is None else as_fraction(epsilon, plain)
        t = None if exp_eps is None else as_fraction(exp_eps, raised)
        require(e is None or e > 0, plain, epsilon, "a number above 0")
        meaning = "it is e to the budget" if names == NAMES else f"it is e to the {plain}"
        require(t is None or t > 1, raised, exp_eps, f"a number above 1 ({meaning})")
        object.__setattr__(self, "given_epsilon", e)
        object.__setattr__(self, "given_exp_eps", t)

    @property
    def epsilon(self) -> LogForm:
        """The budget, exactly."""
        if self.given_exp_eps is not None:
            return log(self.given_exp_eps)
        return LogForm(self.given_epsilon or 0)

    @property
    def exp_eps(self) -> Number:
        """e to the budget, exactly."""
        return self.exp(1)

    def exp(self, multiple: Rational) -> Number:
        """Return e^(epsilon * multiple), exactly."""
        if self.given_exp_eps is not None:
            return power(self.given_exp_eps, multiple)
        return exp((self.given_epsilon or Fraction(0)) * multiple)

    @classmethod
    def zero(cls) -> Budget:
        """The budget of what ignores its data: a guarantee may state it, but no mechanism can be given it."""
        return cls._of(Fraction(0), None)

    @classmethod
    def _of(cls, epsilon: Fraction | None, exp_eps: Fraction | None) -> Budget:
        """Build it from values that are known to be in range."""
        budget = object.__new__(cls)
        object.__setattr__(budget, "given_epsilon", epsilon)
        object.__setattr__(budget, "given_exp_eps", exp_eps)
        return budget

    def times(self, count: int) -> Budget:
        """The budget of ``count`` uses, by basic composition, in the form in which this one is given."""
        n = as_integer(count, "count")
        require(n >= 0, "count", count, "a whole number of at least 0")
        if n == 0:
            return Budget.zero()
        e, t = self.given_epsilon, self.given_exp_eps
        return Budget._of(None if e is None else e * n, None if t is None else t**n)

    def scaled(self, factor: Rational) -> Budget:
        """The budget ``factor`` times as large, in the form in which this one is given.

        Where e to it is given and the factor is no whole number, e to the result is a rational that is smaller than the
        true one, by at most 2^-24.
        """
        f = as_positive_fraction(factor, "factor")
        if self.given_epsilon is not None:
            return Budget._of(self.given_epsilon * f, None)
        t = self.given_exp_eps or Fraction(1)
        return Budget(exp_eps=t**f.numerator if f.denominator == 1 else _rounded_down((as_real(log(t)) * f).exp()))

    def with_rational_power(self) -> Budget:
        """A budget that is not larger, with a rational power of e: smaller than that of this one by at most 2^-24."""
        return self if self.given_exp_eps is not None else Budget(exp_eps=_rounded_down(as_real(self.epsilon).exp()))

    def __str__(self) -> str:
        if self.given_exp_eps is not None:
            return f"epsilon = log({self.given_exp_eps})"
        return f"epsilon = {self.given_epsilon}"


def _rounded_down(number: Real) -> Fraction:
    """Return a rational above 1 that is at most a number above 1, and short where that is possible."""
    low = number.bounds()[0]
    short = Fraction((low * 2**_SCALED_BITS).__floor__(), 2**_SCALED_BITS)
    return short if short > 1 else low
