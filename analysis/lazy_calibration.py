"""Parameters of L2P over multiplicative weights that certainly keep a budget, of a small guaranteed regret.

Source: Asi, Koren, Liu and Talwar, "Private Online Learning via Lazy Algorithms", Theorem 3.2;
what is certain is that of ``dpassay.analysis.lazy_certificate``. The search for good parameters may miss the best ones,
but what it returns keeps the budget.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from dpassay.analysis.lazy_certificate import SHARES, Certificate, Setting, as_probability, certain, regret_bound, upper
from dpassay.exact import Budget, Real, Undecided, as_positive_integer, as_real, log, require
from dpassay.exact.entrance import explain_failures
from dpassay.reference.lazy_to_private import Parameters


@dataclass(frozen=True, slots=True, eq=False)
class Calibration:
    """Parameters of L2P over multiplicative weights, what they certainly keep, and what they certainly cost.

    From 1 on, the regret a round says nothing: no algorithm does worse.
    """

    parameters: Parameters
    certificate: Certificate

    @property
    def learning_rate(self) -> Fraction:
        """Eta."""
        return self.parameters.rate.epsilon.constant

    @property
    def epsilon(self) -> Real:
        """The certified epsilon, at most the one asked for."""
        return self.certificate.epsilon

    @property
    def delta(self) -> Real:
        """The certified delta, at most the one asked for."""
        return self.certificate.delta

    @property
    def regret(self) -> Real:
        """The guaranteed regret."""
        p = self.parameters
        return regret_bound(as_real(self.learning_rate), p.batch, p.rounds, p.experts)


def calibrate(epsilon: object, delta: object, rounds: object, experts: object) -> Calibration:
    """Return parameters that certainly are (epsilon, delta)-DP, of a guaranteed regret as small as the search finds.

    ``epsilon`` is a positive rational or a ``Budget``; delta is between 0 and 1, both excluded; there are at least two
    experts (a single one has no regret and no privacy to lose). Powers of two for B come first, then the neighborhood
    of the best; for each B some p/((1-p) B eta), and for each of them the largest eta that fits.
    """
    goal = Goal.read(epsilon, delta, rounds, experts)
    best = _one_batch(goal)
    for batch in _powers_of_two(goal.rounds - 1):
        best = _better(goal, best, batch, _first_odds(goal, batch), 4)
    for factors, steps in ((_COARSE, 6), (_FINE, 8), (_FINE, 10)):
        center = best
        for batch in _around(center.batch, goal.rounds - 1, factors):
            near = [max(center.odds * factor, _LEAST_ODDS) for factor in factors]
            best = _better(goal, best, batch, sorted({*near, *_first_odds(goal, batch)}), steps)
    return _polished(goal, best)


@dataclass(frozen=True, slots=True)
class Goal:
    """What is asked for."""

    budget: Budget
    delta: Fraction
    rounds: int
    experts: int

    @classmethod
    def read(cls, epsilon: object, delta: object, rounds: object, experts: object) -> Goal:
        """Read the four as a user writes them, or raise ``ValueError``."""
        budget = epsilon if isinstance(epsilon, Budget) else Budget(epsilon)
        d = as_positive_integer(experts, "experts")
        require(d >= 2, "experts", experts, "a whole number of at least 2 (a single expert has no regret)")
        return cls(budget, as_probability(delta, "delta"), as_positive_integer(rounds, "rounds"), d)

    def setting(self, learning_rate: Fraction, batch: int, fake_switch: Fraction) -> Setting:
        """The setting of these parameters."""
        return Setting(as_real(learning_rate), batch, as_real(fake_switch), self.rounds)

    def best_rate(self, batch: int) -> Fraction:
        """Sqrt(8 ln d/(B T)), where the bound on the regret is least, rounded down."""
        return _rounded((8 * as_real(log(self.experts)) / (batch * self.rounds)).sqrt().bounds()[0])

    def regret(self, learning_rate: Fraction, batch: int) -> Fraction:
        """The bound on the regret, rounded up."""
        return upper(regret_bound(as_real(learning_rate), batch, self.rounds, self.experts))


@dataclass(frozen=True, slots=True)
class Candidate:
    """A point of the search: B, eta, odds = p/((1-p) B eta), and the bound on the regret."""

    batch: int
    learning_rate: Fraction
    odds: Fraction
    regret: Fraction


_COARSE = tuple(Fraction(k, 32) for k in (8, 12, 16, 20, 26, 32, 40, 52, 64, 96, 128))
_FINE = tuple(Fraction(k, 32) for k in (26, 28, 30, 32, 34, 37, 40))
"""Factors by which the search moves B and the odds."""
_ROUGH_SHARE = Fraction(15, 16)
_LEAST_ODDS = Fraction(1, 1 << 10)


def _one_batch(goal: Goal) -> Candidate:
    """One batch of all rounds, which keeps every budget: the only model played is drawn before any loss is seen."""
    eta = goal.best_rate(goal.rounds)
    return Candidate(goal.rounds, eta, Fraction(1), goal.regret(eta, goal.rounds))


def _powers_of_two(most: int) -> Iterator[int]:
    return (1 << k for k in range(most.bit_length()))


def _around(batch: int, most: int, factors: tuple[Fraction, ...]) -> list[int]:
    return sorted({b for factor in factors if 1 <= (b := int(batch * factor)) <= most})


def _better(goal: Goal, best: Candidate, batch: int, odds: list[Fraction], steps: int) -> Candidate:
    """Return the best candidate with this B, or ``best`` where none is better."""
    for one in odds:
        eta = _largest_rate(goal, batch, _rough_test(goal, batch, one), best.regret, steps)
        if eta is not None and (regret := goal.regret(eta, batch)) < best.regret:
            best = Candidate(batch, eta, one, regret)
    return best


def _rough_test(goal: Goal, batch: int, odds: Fraction) -> Callable[[Fraction], bool]:
    e_l = _ROUGH_SHARE * goal.delta

    def keeps(eta: Fraction) -> bool:
        setting = goal.setting(eta, batch, _fake_switch(eta, batch, odds))
        certificate = Certificate(setting, setting.rough_count(goal.delta - e_l), e_l)
        return certain(certificate.epsilon <= as_real(goal.budget.epsilon))

    return keeps


def _first_odds(goal: Goal, batch: int) -> list[Fraction]:
    """The odds at which e0 tends to a sixth, two sixths and so on of epsilon as eta tends to 0, and some small ones.

    The limit is log(1 + 2/(B (1 + odds))). Where it is less even without fake switches, p may be as good as 0.
    """
    epsilon = min(upper(as_real(goal.budget.epsilon)), Fraction(64))
    limits = (2 / (batch * (as_real(Fraction(k, 6) * epsilon).exp() - 1)) for k in range(1, 6))
    return sorted({max(upper(limit) - 1, _LEAST_ODDS) for limit in limits})


def _fake_switch(eta: Fraction, batch: int, odds: Fraction) -> Fraction:
    """The p, between 0 and 1, for which p/(1-p) is about odds B eta."""
    ratio = odds * batch * eta
    return _rounded(ratio / (1 + ratio))


def _largest_rate(
    goal: Goal, batch: int, keeps: Callable[[Fraction], bool], regret: Fraction, steps: int
) -> Fraction | None:
    """An eta that keeps the budget, next to one that does not; None where it cannot come below ``regret``."""
    cap, ln_d = goal.best_rate(batch), log(goal.experts).as_real().bounds()[0]
    if goal.regret(cap, batch) >= regret:
        return None
    eta = cap
    while not keeps(eta):
        eta = _rounded(eta / 2)
        if ln_d >= 2 * regret * eta:  # nor does its double, which does not keep the budget, come below
            return None
    return _raised(eta, cap, keeps, steps)


def _raised(eta: Fraction, cap: Fraction, keeps: Callable[[Fraction], bool], steps: int) -> Fraction:
    """Raise an eta that keeps the budget by a half, a quarter and so on of itself, as far as it still does."""
    for k in range(1, steps + 1):
        larger = min(_rounded(eta * (1 + Fraction(1, 1 << k))), cap)
        eta = larger if larger > eta and keeps(larger) else eta
    return eta


def _polished(goal: Goal, best: Candidate) -> Calibration:
    """Choose K and l, and raise eta, by the probabilities themselves; nothing leaves that does not keep the budget."""
    odds, cap = best.odds, goal.best_rate(best.batch)
    eta, found = best.learning_rate, None
    for share in SHARES:
        test = _exact_test(goal, best.batch, odds, share * goal.delta)
        if test(eta) is not None:
            eta = _raised(eta, cap, lambda larger, test=test: test(larger) is not None, 10)  # type: ignore[misc]
            found = test(eta)
    if found is None:  # the search took Bernstein's larger K, which keeps the budget; so this is for the type checker
        raise Undecided("no K and l that certainly keep the budget")
    p = _fake_switch(eta, best.batch, odds)
    return Calibration(Parameters(Budget(eta), best.batch, p, goal.rounds, goal.experts), found)


def _exact_test(goal: Goal, batch: int, odds: Fraction, e_l: Fraction) -> Callable[[Fraction], Certificate | None]:
    """Return what gives the certificate at an eta, or None where it does not certainly keep the budget."""

    def test(eta: Fraction) -> Certificate | None:
        setting = goal.setting(eta, batch, _fake_switch(eta, batch, odds))
        certificate = Certificate(setting, setting.least_count(goal.delta - e_l), e_l)
        keeps_epsilon = certain(certificate.epsilon <= as_real(goal.budget.epsilon))
        return certificate if keeps_epsilon and certain(certificate.delta <= goal.delta) else None

    return test


def _rounded(value: Fraction) -> Fraction:
    """Round a positive number down to four digits."""
    exponent = len(str(value.numerator)) - len(str(value.denominator)) - 4
    unit = Fraction(10) ** exponent
    return (value // unit) * unit


explain_failures(__name__)
