"""The exact trade-off of k-fold composition: the least (epsilon, delta) that all compositions meet.

Source: Kairouz, Oh and Viswanath, "The composition theorem for differential privacy", ICML 2015: the extremal mechanism
of ``dpassay.reference.composition`` loses as much as any composition, so its privacy profile is the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial, reduce
from typing import cast

from dpassay.exact import Budget, LatticeLoss, LogForm, Number, PrivacyLoss, Real, binomials, log_number, require
from dpassay.exact.entrance import explain_failures
from dpassay.exact.profile import as_exp_eps
from dpassay.exact.rationals import first_true
from dpassay.reference.composition import Parameters, as_delta, law


def optimal_delta(parameters: Parameters, exp_eps: object) -> Number:
    """Return the least delta at e^eps = ``exp_eps`` that all k-fold compositions meet, exactly.

    Ten thousand rounds take a second or two.
    """
    return _delta_curve(parameters)(exp_eps)


def optimal_epsilon(parameters: Parameters, delta: object) -> LogForm | Real | None:
    """Return the least eps >= 0 at ``delta`` that all k-fold compositions meet; None where there is none.

    The curve is linear in e^eps between its corners, which are at the powers e^(i eps) with k - i even.
    """
    target, k, t = as_delta(delta, "delta"), parameters.rounds, parameters.budget.exp
    if target < 1 - (1 - parameters.delta) ** k:
        return None
    curve = _delta_curve(parameters)
    if curve(1) <= target:
        return LogForm()
    corners = [0, *range(2 - k % 2, k + 1, 2)]
    end = first_true(lambda n: n >= len(corners) - 1 or curve(t(corners[n])) <= target, 1)
    (x, above), (y, below) = ((t(corners[n]), curve(t(corners[n]))) for n in (end - 1, end))
    return log_number(x + (above - target) / (above - below) * (y - x))


def _delta_curve(parameters: Parameters) -> Callable[[object], Number]:
    """Return delta as a function of e^eps: by powers of a polynomial where e^eps is rational, else by KOV's sum."""
    if parameters.budget.given_exp_eps is None:
        return partial(summed_delta, parameters)
    one = Parameters(parameters.budget, 1, parameters.delta)
    loss = PrivacyLoss.from_pair(law(0, one), law(1, one)).self_compose(parameters.rounds)
    return cast("LatticeLoss", loss).delta  # the base is rational


def summed_delta(parameters: Parameters, exp_eps: object) -> Number:
    """1 - (1 - delta)^k (1 - sum of C(k, n) max(0, e^(n eps) - exp_eps e^((k - n) eps)) / (1 + e^eps)^k)."""
    k, t, target = parameters.rounds, parameters.budget.exp, as_exp_eps(exp_eps)
    favorable = first_true(lambda n: n > k or t(2 * n - k) > target, 0)  # so many true answers, or more
    ways = binomials(k)
    over = balanced_sum(ways[n] * t(n) for n in range(favorable, k + 1))
    under = balanced_sum(ways[n] * t(k - n) for n in range(favorable, k + 1))
    everything = balanced_sum(ways[n] * t(n) for n in range(k + 1))
    return 1 - (1 - parameters.delta) ** k * (1 - (over - target * under) / everything)


def balanced_sum(terms: Iterable[Number]) -> Number:
    """Return the sum, added up in pairs: a long sum of distinct powers is copied only logarithmically often."""
    level: list[Number] = [Fraction(0), *terms]
    while len(level) > 1:
        odd = level[len(level) // 2 * 2 :]
        level = [a + b for a, b in zip(level[0::2], level[1::2], strict=False)] + odd
    return level[0]


@dataclass(frozen=True, slots=True)
class Round:
    """One mechanism of a composition: it is (eps, delta)-differentially private."""

    budget: Budget
    delta: Fraction = Fraction(0)

    def __post_init__(self) -> None:
        """Check the domains."""
        require(isinstance(self.budget, Budget), "budget", repr(self.budget), "a Budget")
        object.__setattr__(self, "delta", as_delta(self.delta, "delta"))


def rounds_of(parameters: Parameters) -> tuple[Round, ...]:
    """Return the k equal rounds."""
    return (Round(parameters.budget, parameters.delta),) * parameters.rounds


def heterogeneous_delta(rounds: Sequence[Round], exp_eps: object) -> Number:
    """Return the least delta at e^eps = ``exp_eps`` that all compositions of unlike rounds meet, exactly.

    The product of the rounds' extremal laws; up to 2^k atoms where all budgets are unlike, and no way around it is
    known (#P-complete: Murtagh and Vadhan, "The complexity of computing the optimal composition of differential
    privacy", TCC 2016).
    """
    return reduce(PrivacyLoss.compose, [_loss(one) for one in checked_rounds(rounds)]).delta(exp_eps)


def _loss(one: Round) -> PrivacyLoss:
    parameters = Parameters(one.budget, 1, one.delta)
    return PrivacyLoss.from_pair(law(0, parameters), law(1, parameters))


def checked_rounds(rounds: object) -> Sequence[Round]:
    """Return a sequence of at least one round, or raise ``ValueError``."""
    if not isinstance(rounds, list | tuple) or not rounds or not all(isinstance(one, Round) for one in rounds):
        raise ValueError(f"rounds = {str(rounds)[:60]}: expected a sequence of at least one Round")
    return rounds


explain_failures(__name__)
