"""Printed bounds on composition, each in its printed form; ``is_valid`` holds them against the exact trade-off.

KOV are Kairouz, Oh and Viswanath, "The composition theorem for differential privacy", ICML 2015. Two of the bounds are
not what they seem:

* ``advanced_lazy``, Lemma 2.6 of Asi, Koren, Liu and Talwar, "Private online learning via lazy algorithms", prints the
  sum of eps where KOV have the sum of eps (e^eps - 1)/(e^eps + 1). It is true, but its epsilon is never below that of
  basic composition; ``advanced_kov`` is the theorem that it cites.
* ``advanced_notes``, which the lecture notes on private PAC learning and multiplicative weights take from a theorem of
  an earlier lecture, is false as a statement about composition: 169 rounds at alpha = 1/28 refute it, among others.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from math import prod

from dpassay.analysis.optimal_composition import Round, checked_rounds
from dpassay.exact import (
    Budget,
    LogForm,
    Number,
    Real,
    Undecided,
    as_fraction,
    as_positive_fraction,
    as_positive_integer,
    as_real,
    exp,
    require,
)
from dpassay.exact.entrance import explain_failures
from dpassay.exact.real import maximum
from dpassay.reference.composition import as_delta

_ACCURACIES = (64, 128, 256, 512, 1024)
"""Bits to which ``is_valid`` encloses an epsilon before it gives up."""


def as_slack(value: object, name: str) -> Fraction:
    """Return a probability strictly between 0 and 1."""
    slack = as_fraction(value, name)
    require(0 < slack < 1, name, value, "a number strictly between 0 and 1")
    return slack


@dataclass(frozen=True, slots=True)
class Bound:
    """An (epsilon, delta) that a source states for a composition, exactly."""

    epsilon: LogForm | Real
    delta: Number


def is_valid(bound: Bound, delta_curve: Callable[[Number], Number]) -> bool:
    """Tell whether ``delta_curve``, the least delta as a function of e^eps, is at most ``bound.delta`` at its epsilon.

    Where epsilon has no exact form it is enclosed, and delta falls with it. Raises ``Undecided`` where no enclosure
    tells.
    """
    if isinstance(bound.epsilon, LogForm):
        return delta_curve(bound.epsilon.exp()) <= bound.delta
    exp_eps = bound.epsilon.exp()
    for accuracy in _ACCURACIES:
        low, high = exp_eps.bounds(accuracy)
        if delta_curve(low) <= bound.delta:
            return True
        if delta_curve(high) > bound.delta:
            return False
    raise Undecided(f"the bound {bound} meets the curve to {_ACCURACIES[-1]} bits")


def _total(values: Iterable[LogForm]) -> LogForm:
    return reduce(operator.add, values, LogForm())


def _sum_of(rounds: Sequence[Round], term: Callable[[Real, Budget], Real]) -> Real:
    """Return the sum over rounds of a function of eps; equal rounds are evaluated once."""
    counts: dict[Budget, int] = {}
    for one in rounds:
        counts[one.budget] = counts.get(one.budget, 0) + 1
    return reduce(operator.add, (count * term(as_real(b.epsilon), b) for b, count in counts.items()))


def _survival(rounds: Sequence[Round]) -> Fraction:
    """The product of 1 - delta_t."""
    return prod((1 - one.delta for one in rounds), start=Fraction(1))


def _smaller(a: Real, b: Real) -> Real:
    return -maximum(-a, -b)


def _log_reciprocal(delta: Fraction) -> Real:
    return as_real(1 / delta).log()


def basic_sum(rounds: Sequence[Round]) -> Bound:
    """(sum of eps_t, sum of delta_t): basic composition as it is mostly printed.

    Source: Dwork and Roth, "The algorithmic foundations of differential privacy" (2014), theorem 3.16.
    """
    listed = checked_rounds(rounds)
    return Bound(_total(one.budget.epsilon for one in listed), sum((one.delta for one in listed), Fraction(0)))


def basic_product(rounds: Sequence[Round]) -> Bound:
    """(sum of eps_t, 1 - product of 1 - delta_t): basic composition, which the extremal mechanism attains."""
    listed = checked_rounds(rounds)
    return Bound(_total(one.budget.epsilon for one in listed), 1 - _survival(listed))


def advanced_lazy(rounds: Sequence[Round], slack: object) -> Bound:
    """The sum of eps_t plus the lesser of KOV's two square roots, delta 1 - (1 - slack) product of (1 - delta_t).

    Source: Lemma 2.6 of Asi, Koren, Liu and Talwar, "Private online learning via lazy algorithms", as printed (the
    delta_t in the product wear a tilde there). It cites KOV, whose first sum is smaller: see ``advanced_kov``.
    """
    listed, s = checked_rounds(rounds), as_slack(slack, "slack")
    epsilon = as_real(_total(one.budget.epsilon for one in listed)) + _kov_root(listed, s)
    return Bound(epsilon, 1 - (1 - s) * _survival(listed))


def advanced_kov(rounds: Sequence[Round], slack: object) -> Bound:
    """The sum of eps_t (e^eps_t - 1)/(e^eps_t + 1) plus the lesser of two square roots, or the sum of eps_t if less.

    Source: KOV, theorem 3.5; delta is 1 - (1 - slack) product of (1 - delta_t).
    """
    listed, s = checked_rounds(rounds), as_slack(slack, "slack")
    mean = _sum_of(listed, lambda eps, b: eps * as_real((b.exp_eps - 1) / (b.exp_eps + 1)))
    basic = as_real(_total(one.budget.epsilon for one in listed))
    return Bound(_smaller(basic, mean + _kov_root(listed, s)), 1 - (1 - s) * _survival(listed))


def _kov_root(rounds: Sequence[Round], slack: Fraction) -> Real:
    """min of sqrt(2 S log(e + sqrt(S) / slack)) and sqrt(2 S log(1 / slack)), S the sum of eps_t^2."""
    S = _sum_of(rounds, lambda eps, _: eps * eps)
    first = 2 * S * (as_real(exp(1)) + S.sqrt() / slack).log()
    second = 2 * S * _log_reciprocal(slack)
    return _smaller(first.sqrt(), second.sqrt())


def advanced_cdp(budget: Budget, rounds: int, delta: object) -> Bound:
    """(K eps^2 / 2 + sqrt(2 ln(1/delta) K eps^2), delta) for K independent (eps, 0)-private algorithms.

    Source: Lemma 2 of Sima, Wu, Milenkovic and Szpankowski, "Online distribution learning with local private
    constraints", where it stands for any delta > 0; from 1 on it says nothing, and the root is not real.
    """
    K, d = as_positive_integer(rounds, "rounds"), as_slack(delta, "delta")
    S = K * as_real(budget.epsilon) ** 2
    return Bound(S / 2 + (2 * _log_reciprocal(d) * S).sqrt(), d)


def advanced_dwork(budget: Budget, rounds: int, slack: object, delta: object = 0) -> Bound:
    """(eps sqrt(2 k ln(1/slack)) + k eps (e^eps - 1), k delta + slack) for k rounds of (eps, delta).

    Source: Dwork, Rothblum and Vadhan, "Boosting and differential privacy", FOCS 2010, theorem III.3.
    """
    k, s = as_positive_integer(rounds, "rounds"), as_slack(slack, "slack")
    eps = as_real(budget.epsilon)
    epsilon = eps * (2 * k * _log_reciprocal(s)).sqrt() + k * eps * as_real(budget.exp_eps - 1)
    return Bound(epsilon, k * as_delta(delta, "delta") + s)


def advanced_notes(alpha: object, rounds: int) -> Bound:
    """(12 T alpha^2, e^(-T alpha)) for T rounds that are each (2 alpha, 0)-private.

    Source: lecture notes on private PAC learning and multiplicative weights, section 2, which view the latter as a
    product mechanism and cite "Theorem 4 from Lecture 4" (not part of the notes). As a statement about composition it
    is false for small alpha: a sum of T losses of size 2 alpha exceeds 12 T alpha^2 with probability e^(-O(T alpha^2)),
    which is much more than e^(-T alpha). From alpha = 1/6 on it is true: it is no less than basic composition.
    """
    a, T = as_positive_fraction(alpha, "alpha"), as_positive_integer(rounds, "rounds")
    return Bound(LogForm(12 * T * a**2), exp(-T * a))


def group_privacy(budget: Budget, delta: object, size: int) -> Bound:
    """(k eps, k e^((k - 1) eps) delta) for data sets that differ in k elements.

    Source: Lemma 2.5 of Asi, Koren, Liu and Talwar, "Private online learning via lazy algorithms", as printed.
    """
    d, k = as_delta(delta, "delta"), as_positive_integer(size, "size")
    return Bound(budget.epsilon * k, k * budget.exp(k - 1) * d)


def tight_group_privacy(budget: Budget, delta: object, size: int) -> Bound:
    """(k eps, delta (e^(k eps) - 1)/(e^eps - 1)): what k steps along a chain add up to, delta sum of e^(i eps)."""
    d, k = as_delta(delta, "delta"), as_positive_integer(size, "size")
    return Bound(budget.epsilon * k, d * (budget.exp(k) - 1) / (budget.exp_eps - 1))


def concentrated_to_approximate(rho: object, delta: object) -> Bound:
    """(3 sqrt(rho log(1/delta)), delta) for rho-concentrated differential privacy with rho <= 1 and delta < 1/4.

    Source: Lemma 2.8 of Asi, Koren, Liu and Talwar, as printed. It is no less than the standard conversion because
    rho <= 1 < log 4 < log(1/delta).
    """
    r, d = _as_rho(rho), as_slack(delta, "delta")
    require(r <= 1, "rho", rho, "a number of at most 1, as the lemma asks")
    require(d < Fraction(1, 4), "delta", delta, "a number below 1/4, as the lemma asks")
    return Bound(3 * (r * _log_reciprocal(d)).sqrt(), d)


def standard_concentrated_to_approximate(rho: object, delta: object) -> Bound:
    """(rho + 2 sqrt(rho log(1/delta)), delta) for rho-concentrated differential privacy.

    Source: Bun and Steinke, "Concentrated differential privacy: simplifications, extensions, and lower bounds", TCC
    2016, proposition 1.3.
    """
    r, d = _as_rho(rho), as_slack(delta, "delta")
    return Bound(r + 2 * (r * _log_reciprocal(d)).sqrt(), d)


def _as_rho(rho: object) -> Fraction:
    r = as_fraction(rho, "rho")
    require(r >= 0, "rho", rho, "a number of at least 0")
    return r


explain_failures(__name__)
