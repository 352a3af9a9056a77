"""k-fold composition of (eps, delta)-differentially private mechanisms: the extremal mechanism and the exact trade-off.

Source: Kairouz, Oh and Viswanath, "The composition theorem for differential privacy", ICML 2015 (KOV below). Each round
reveals the secret bit with probability delta, and else answers randomized response: the truth with probability
e^eps / (1 + e^eps). Every k-fold (also adaptive) composition of (eps, delta)-private mechanisms is a post-processing of
k such rounds, so what holds for these holds for all.

The output is the sufficient statistic: the number of rounds that answered 1 where none revealed the bit, and -1 or
k + 1 where one did and the bit is 0 or 1.

Below the mechanism stand the exact optimal numbers, then printed bounds, each in its printed form. Two of them are
not what they seem:

* ``advanced_lazy``, Lemma 2.6 of Asi, Koren, Liu and Talwar, "Private online learning via lazy algorithms", prints the
  sum of eps where KOV have the sum of eps (e^eps - 1)/(e^eps + 1). It is true, but its epsilon is never below that of
  basic composition; ``advanced_kov`` is the theorem that it cites.
* ``advanced_notes``, which the lecture notes on private PAC learning and multiplicative weights take from a theorem of
  an earlier lecture, is false as a statement about composition: 169 rounds at alpha = 1/28 refute it, among others.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial, reduce
from typing import Any, cast

from dpassay.exact import (
    Budget,
    Dist,
    LatticeLoss,
    LogForm,
    Number,
    PrivacyLoss,
    Real,
    Share,
    Undecided,
    as_fraction,
    as_integer,
    as_positive_fraction,
    as_positive_integer,
    as_real,
    binomial,
    binomials,
    decimal_text,
    exp,
    log_number,
    require,
)
from dpassay.exact.entrance import explain_failures
from dpassay.exact.profile import as_exp_eps
from dpassay.exact.rationals import first_true
from dpassay.exact.real import maximum
from dpassay.reference.mechanism import Guarantee, MechanismParameters, parameter, power_growth

NAME = "composition"
SUMMARY = "the extremal mechanism of k-fold composition"
DATA = "the secret bit, 0 or 1"
EXAMPLE = {"exp_eps": "3/2", "rounds": "3", "delta": "1/100"}
MOST_ROUNDS = 100_000
"""``law`` lists no more rounds than this; ``optimal_delta`` lists none."""
GROWTH = power_growth("rounds", 2_000, 2, MOST_ROUNDS)
_ACCURACIES = (64, 128, 256, 512, 1024)
"""Bits to which ``is_valid`` encloses an epsilon before it gives up."""


def as_delta(value: object, name: str) -> Fraction:
    """Return a probability below 1."""
    delta = as_fraction(value, name)
    require(0 <= delta < 1, name, value, "a number in [0, 1)")
    return delta


def as_slack(value: object, name: str) -> Fraction:
    """Return a probability strictly between 0 and 1."""
    slack = as_fraction(value, name)
    require(0 < slack < 1, name, value, "a number strictly between 0 and 1")
    return slack


@dataclass(frozen=True, slots=True)
class Parameters(MechanismParameters):
    """Parameters of the k-fold composition."""

    budget: Budget
    rounds: int = parameter(as_positive_integer, "the number k of rounds, at least 1")
    delta: Fraction = parameter(as_delta, "the delta of each round, in [0, 1); default 0", default=Fraction(0))


# The mechanism


def check_data(data: object, parameters: Parameters) -> int:  # noqa: ARG001  # one signature for all
    """Return the secret bit."""
    bit = as_integer(data, "data")
    require(bit in (0, 1), "data", data, "the secret bit, 0 or 1")
    return bit


def law(data: int, parameters: Parameters) -> Dist[int]:
    """The exact law of the number of ones, or of the mark that some round revealed the bit."""
    b, k = check_data(data, parameters), parameters.rounds
    require(k <= MOST_ROUNDS, "rounds", decimal_text(k), f"at most {MOST_ROUNDS}, whose numbers of ones are listed")
    ones = {j: Share(count, j if b else k - j) for j, count in enumerate(binomials(k))}
    revealed = {k + 1 if b else -1: 1 - (1 - parameters.delta) ** k}
    return Dist.from_powers(parameters.budget.exp_eps, {**ones, **revealed} if b else {**revealed, **ones})


def are_neighbors(first: int, second: int, parameters: Parameters) -> bool:  # noqa: ARG001  # one signature for all
    """Any two bits are neighbors."""
    return True


def neighbors(parameters: Parameters) -> Iterator[tuple[int, int]]:  # noqa: ARG001  # one signature for all
    """The two bits, in both orders; both lose the same."""
    yield 0, 1
    yield 1, 0


def guarantee(parameters: Parameters) -> Guarantee:
    """Basic composition: (k eps, 1 - (1 - delta)^k), which this mechanism attains."""
    k = parameters.rounds
    return Guarantee("any_pair", parameters.budget.times(k), 1 - (1 - parameters.delta) ** k)


# The exact trade-off


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
        return partial(_summed_delta, parameters)
    one = Parameters(parameters.budget, 1, parameters.delta)
    loss = PrivacyLoss.from_pair(law(0, one), law(1, one)).self_compose(parameters.rounds)
    return cast("LatticeLoss", loss).delta  # the base is rational


def _summed_delta(parameters: Parameters, exp_eps: object) -> Number:
    """1 - (1 - delta)^k (1 - sum of C(k, n) max(0, e^(n eps) - exp_eps e^((k - n) eps)) / (1 + e^eps)^k)."""
    k, t, target = parameters.rounds, parameters.budget.exp, as_exp_eps(exp_eps)
    favorable = first_true(lambda n: n > k or t(2 * n - k) > target, 0)  # so many true answers, or more
    over = balanced_sum(binomial(k, n) * t(n) for n in range(favorable, k + 1))
    under = balanced_sum(binomial(k, n) * t(k - n) for n in range(favorable, k + 1))
    everything = balanced_sum(binomial(k, n) * t(n) for n in range(k + 1))
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


# Printed bounds


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
    return reduce(operator.mul, (1 - one.delta for one in rounds), Fraction(1))


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


# The delta-approximate max divergence of Asi, Koren, Liu and Talwar, definitions 2.2 and 2.3


def approximate_max_ratio(p: Dist[Any], q: Dist[Any], delta: object) -> Number | None:
    """sup over S in supp(p), p(S) >= delta, of (p(S) - delta)/q(S); None where it is infinite.

    At the supremum t the set {p > t q} attains it, so the level sets of the likelihood ratio are enough. Where
    p(S) = delta the quotient is 0, or 0/0, which asks nothing of epsilon: it never counts, since S = supp(p) gives
    at least 1 - delta > 0. It may be below 1, where epsilon is negative.
    """
    d = as_delta(delta, "delta")
    mass_p: Number = Fraction(0)
    mass_q: Number = Fraction(0)
    largest: Number = Fraction(0)
    for atom in reversed(PrivacyLoss.from_pair(p, q).atoms):
        mass_p, mass_q = mass_p + atom.p, mass_q + atom.q
        if atom.p == 0 or mass_p <= d:
            continue
        if mass_q == 0:
            return None
        largest = max(largest, (mass_p - d) / mass_q)
    return largest


def approximate_max_divergence(p: Dist[Any], q: Dist[Any], delta: object) -> LogForm | Real | None:
    """D_inf^delta(p || q), the logarithm of ``approximate_max_ratio``; None where it is infinite."""
    ratio = approximate_max_ratio(p, q, delta)
    return None if ratio is None else log_number(ratio)


def indistinguishable(p: Dist[Any], q: Dist[Any], budget: Budget, delta: object) -> bool:
    """Definition 2.3: D_inf^delta is at most eps in both directions."""
    ratios = [approximate_max_ratio(p, q, delta), approximate_max_ratio(q, p, delta)]
    return all(ratio is not None and ratio <= budget.exp_eps for ratio in ratios)


def close_pointwise(p: Dist[Any], q: Dist[Any], budget: Budget) -> Number:
    """Pr over X from p of [e^-eps <= p(X)/q(X) <= e^eps], which Lemma 2.4 there bounds by 1 - 6 delta/eps from below.

    Its precondition: eps <= 1/10, and D_inf^delta at most eps/2 in both directions.
    """
    t = budget.exp_eps
    return p.probability(lambda y: p.pmf(y) <= t * q.pmf(y) and q.pmf(y) <= t * p.pmf(y))


explain_failures(__name__)
