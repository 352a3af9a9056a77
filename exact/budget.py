"""A privacy budget, given either as epsilon or as e^epsilon, and the exact powers of e that a mechanism takes of it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from dpassay.exact.expnumber import Number, exp, power
from dpassay.exact.logform import LogForm, log
from dpassay.exact.rationals import Rational, as_fraction, require


@dataclass(frozen=True, slots=True)
class Budget:
    """A positive privacy budget; exactly one of the two forms is given, as an int, a ``Fraction`` or a string.

    ``epsilon``: the budget itself, above 0. ``exp_eps``: e to the budget, above 1; then a finite mechanism has rational
    probabilities. Raises ``ValueError`` when both or neither are given, or when the value is out of range or not exact.
    """

    given_epsilon: Fraction | None
    given_exp_eps: Fraction | None

    def __init__(self, epsilon: object = None, exp_eps: object = None) -> None:
        both = f"{epsilon}, exp_eps = {exp_eps}"
        require((epsilon is None) != (exp_eps is None), "epsilon", both, "exactly one of epsilon and exp_eps")
        e = None if epsilon is None else as_fraction(epsilon, "epsilon")
        t = None if exp_eps is None else as_fraction(exp_eps, "exp_eps")
        require(e is None or e > 0, "epsilon", epsilon, "a number above 0")
        require(t is None or t > 1, "exp_eps", exp_eps, "a number above 1 (it is e to the budget)")
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

    def __str__(self) -> str:
        if self.given_exp_eps is not None:
            return f"epsilon = log({self.given_exp_eps})"
        return f"epsilon = {self.given_epsilon}"
