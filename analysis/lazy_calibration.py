"""Parameters of L2P over multiplicative weights: some that certainly keep a budget, and those that the source prints.

Source: Asi, Koren, Liu and Talwar, "Private Online Learning via Lazy Algorithms", Theorems 3.2, 3.10 and 3.12.

Privacy (ASI-09, corrected). Let the losses be in [0, 1], n = ceil(T/B), m = n - 1. Then everything that Algorithm 1
does, the models x and y and which of them are drawn afresh, is (eps, delta)-DP for every whole K >= 0 and l > 0, with

    eps = e0 + K eta^2/2 + eta sqrt(2 K l),    delta = e^-l + Pr[N* > K],
    e0 = max(2 eta, log[(1 - (1-p) e^(-(B+2) eta)) / (1 - (1-p) e^(-B eta))]),
    N* = Bin(m, 1 - (1-p) e^(-3 B eta)) + Bin(m, p), independent; for n = 1 nothing depends on the data.

Proof. In an iteration x is drawn afresh with probability 1 - (1-p) q, and y with probability p. Here
q = e^(-2 B eta - eta (L(x) - L(y))) is in [e^(-3 B eta), e^(-B eta)], L being the losses of the batch before, each in
[0, B]. Only the iteration after the changed batch has another q on the neighbor; it moves by a factor of at most
e^(2 eta) either way. Keeping x then loses at most 2 eta, drawing it at most the logarithm in e0, which grows with q. A
draw from normalized weights loses -eta (l - l')(x) + constant, of range at most 2 eta. So psi(a) = log E_Q (P/Q)^a has
psi(0) = psi(1) = 0 and psi'' <= eta^2 (a variance, by Popoviciu), whence psi(a) <= a (a-1) eta^2/2 for a >= 1. Stop
the loss Z after K draws: E_P e^(b Z) <= e^(b e0 + K b (b+1) eta^2/2) for b >= 0, and Markov's inequality at the best b
gives Pr[Z > eps] <= e^-l. The draws number more than K with probability at most Pr[N* > K], since q >= e^(-3 B eta)
whatever happened before. That the loss exceeds eps with probability at most delta implies (eps, delta)-DP.

Neither the precondition of Theorem 3.2 nor Tp/B >= 1 is needed. Since q <= e^(-B eta), x is often drawn afresh without
any fake switch: e0 is at most log(1 + 2/B) for every p, and the best p found is often next to 0.

Regret (ASI-11, corrected). It is at most ln d/eta + eta B T/8 for losses in [0, 1] fixed in advance. Proof. x_s follows
the normalized nu_s (``lazy_to_private.marginals``), so L2P loses in expectation what multiplicative weights lose on
whole batches. With W_s the sum of nu_s and B_s <= B the rounds of batch s,
log(W_(s+1)/W_s) <= -eta E L_s(x_s) + eta^2 B_s^2/8 by Hoeffding's lemma, while
log(W_(n+1)/W_1) >= -eta min_x L(x) - ln d; and the B_s^2 add up to at most B T.

Probabilities of N*: where m is at most ``MOST_EXACT``, the binomial sums themselves, enclosed; above, Chernoff's bound
at its best exponent, an upper bound. Every condition is checked in balls by ``decide``; the search for good parameters
may miss the best ones, but what it returns keeps the budget.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from flint import arb, arb_poly

from dpassay.exact import (
    Budget,
    LogForm,
    Real,
    Undecided,
    as_fraction,
    as_positive_integer,
    as_real,
    decide,
    log,
    require,
)
from dpassay.exact.entrance import explain_failures
from dpassay.exact.rationals import first_true
from dpassay.exact.real import Comparison, maximum, working_precision
from dpassay.reference.lazy_to_private import Parameters

MOST_EXACT = 256
"""Binomial sums are enclosed exactly up to this many trials; beyond, Chernoff's bound takes their place."""
SHARES = (*(1 - Fraction(1, 2**k) for k in range(1, 9)), Fraction(1))
"""The shares of delta that may go to e^-l; what is left is for Pr[N* > K]. With share 1, K is all draws there are."""


@dataclass(frozen=True, slots=True, eq=False)
class Setting:
    """What the privacy of L2P depends on: eta, B, p and T. The rates eta and p may be irrational."""

    learning_rate: Real
    batch: int
    fake_switch: Real
    rounds: int

    @property
    def iterations(self) -> int:
        """m = n - 1, the number of times that Algorithm 1 tosses its coins."""
        return -(-self.rounds // self.batch) - 1

    @property
    def switching(self) -> Real:
        """1 - (1-p) e^(-3 B eta): x is drawn afresh in an iteration with at most this probability."""
        return 1 - (1 - self.fake_switch) * (-3 * self.batch * self.learning_rate).exp()

    @property
    def coin_loss(self) -> Real:
        """e0, what the coins of the one iteration after the changed batch lose at most."""
        eta, B, keep = self.learning_rate, self.batch, 1 - self.fake_switch
        drawn = (1 - keep * (-(B + 2) * eta).exp()) / (1 - keep * (-B * eta).exp())
        return maximum(2 * eta, drawn.log())

    def tail(self, most: int) -> Real:
        """Pr[N* > most], or Chernoff's bound on it where there are more than ``MOST_EXACT`` iterations."""
        if self.iterations > MOST_EXACT or most >= 2 * self.iterations:
            return self.chernoff(most)
        return Real(lambda: self._tails()[most])

    def chernoff(self, most: int) -> Real:
        """Chernoff's bound on Pr[N* > most], at its best exponent; the probability where all draws or none count."""
        m = self.iterations
        if most + 1 >= 2 * m:
            return as_real(0) if most >= 2 * m else self.switching**m * self.fake_switch**m
        return Real(lambda: self._chernoff(most + 1))

    def _tails(self) -> list[arb]:
        """Pr[N* > 0], ..., Pr[N* > 2m - 1]: sums of coefficients of the generating function of N*."""
        a, p, m = self.switching.evaluate(), self.fake_switch.evaluate(), self.iterations
        coefficients = ((arb_poly([1 - a, a]) * arb_poly([1 - p, p])) ** m).coeffs()
        tails, sum_above = [], arb(0)
        for coefficient in reversed(coefficients[1:]):
            sum_above += coefficient
            tails.append(sum_above)
        return tails[::-1]

    def _chernoff(self, count: int) -> arb:
        """The least over z >= 1 of E z^(N*) / z^count, which is at least Pr[N* >= count]; the best z is a root."""
        a, p, m, k = self.switching.evaluate(), self.fake_switch.evaluate(), self.iterations, count
        s, none = a * (1 - p) + p * (1 - a), (1 - a) * (1 - p)
        root = ((s * (m - k)) ** 2 + 4 * a * p * (2 * m - k) * k * none).sqrt()
        z = 2 * k * none / (s * (m - k) + root) if k <= m else (s * (k - m) + root) / (2 * a * p * (2 * m - k))
        z = z.max(arb(1))
        return (m * ((1 + a * (z - 1)).log() + (1 + p * (z - 1)).log()) - k * z.log()).exp()

    def least_count(self, bound: Fraction) -> int:
        """The least K for which Pr[N* > K] is seen to be at most ``bound`` (by its Chernoff bound, for many trials)."""
        m = self.iterations
        if m > MOST_EXACT:
            return min(first_true(lambda most: most >= 2 * m or _certain(self.tail(most) <= bound), 0), 2 * m)
        with working_precision(_ENOUGH):
            tails, limit = self._tails(), as_real(bound).evaluate()
            return next((most for most, tail in enumerate(tails) if tail <= limit), 2 * m)

    def rough_count(self, bound: Fraction) -> int:
        """Some K with Pr[N* > K] <= bound, not far above the least one: cheap, for the search."""
        if self.iterations <= _FEW_ITERATIONS:
            return self.least_count(bound)
        mean, b = self.iterations * (self.switching + self.fake_switch), as_real(log(1 / bound))
        low, high = _ceiling(mean), _ceiling(mean + b / 3 + (b * b / 9 + 2 * mean * b).sqrt())  # Bernstein's inequality
        high = min(high, 2 * self.iterations)
        for _ in range(5):
            middle = (low + high) // 2
            low, high = (low, middle) if _certain(self.chernoff(middle) <= bound) else (middle, high)
        return high


_FEW_ITERATIONS = 64
_ENOUGH = 128
"""Bits in which ``least_count`` compares; a comparison that needs more only costs it a larger K."""


@dataclass(frozen=True, slots=True, eq=False)
class Certificate:
    """An (epsilon, delta) that a setting certainly keeps, by the theorem above with K = ``most_draws``.

    ``share`` is e^-l, so that l is a logarithm.
    """

    setting: Setting
    most_draws: int
    share: Fraction

    def __post_init__(self) -> None:
        """Check the two numbers that the theorem lets one choose."""
        require(self.most_draws >= 0, "most_draws", self.most_draws, "a whole number of at least 0")
        require(0 < self.share < 1, "share", self.share, "a number between 0 and 1, both excluded")

    @property
    def exponent(self) -> LogForm:
        """The theorem's l."""
        return log(1 / self.share)

    @property
    def epsilon(self) -> Real:
        """e0 + K eta^2/2 + eta sqrt(2 K l); 0 where there is but one batch."""
        s, K = self.setting, self.most_draws
        if s.iterations == 0:
            return as_real(0)
        eta = s.learning_rate
        root = (2 * K * as_real(self.exponent)).sqrt() if K else as_real(0)
        return s.coin_loss + K * eta * eta / 2 + eta * root

    @property
    def delta(self) -> Real:
        """e^-l + Pr[N* > K]; 0 where there is but one batch."""
        return as_real(0) if self.setting.iterations == 0 else self.share + self.setting.tail(self.most_draws)

    def meets(self, budget: Budget, delta: Fraction) -> bool:
        """Tell whether both are at most these; raises ``Undecided`` rather than guess."""
        return decide(self.epsilon <= as_real(budget.epsilon)) and decide(self.delta <= delta)


def certify(setting: Setting, delta: object) -> Certificate:
    """The certificate with the least epsilon found for ``delta``: over the ``SHARES``, K the least that is left for."""
    d = as_probability(delta, "delta")
    candidates = (Certificate(setting, setting.least_count((1 - share) * d), share * d) for share in SHARES)
    return min(candidates, key=lambda one: _upper(one.epsilon))


def regret_bound(learning_rate: Real, batch: int, rounds: int, experts: int) -> Real:
    """ln d/eta + eta B T/8, which the expected regret never exceeds."""
    return as_real(log(experts)) / learning_rate + learning_rate * batch * rounds / 8


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
        return _upper(regret_bound(as_real(learning_rate), batch, self.rounds, self.experts))


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
        return _certain(certificate.epsilon <= as_real(goal.budget.epsilon))

    return keeps


def _first_odds(goal: Goal, batch: int) -> list[Fraction]:
    """The odds at which e0 tends to a sixth, two sixths and so on of epsilon as eta tends to 0, and some small ones.

    The limit is log(1 + 2/(B (1 + odds))). Where it is less even without fake switches, p may be as good as 0.
    """
    epsilon = min(_upper(as_real(goal.budget.epsilon)), Fraction(64))
    limits = (2 / (batch * (as_real(Fraction(k, 6) * epsilon).exp() - 1)) for k in range(1, 6))
    return sorted({max(_upper(limit) - 1, _LEAST_ODDS) for limit in limits})


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
        keeps_epsilon = _certain(certificate.epsilon <= as_real(goal.budget.epsilon))
        return certificate if keeps_epsilon and _certain(certificate.delta <= goal.delta) else None

    return test


# What the source prints


@dataclass(frozen=True, slots=True, eq=False)
class Printed:
    """Parameters as a theorem prints them, B apart, which is rounded, and what they give.

    ``setting`` holds eta, B, p and T; ``is_defined`` tells whether p < 1: else Algorithm 1 cannot run. ``precondition``
    is eta B log(1/delta_1)/p, which Theorem 3.2 wants at most 1, and ``stated_epsilon`` its epsilon, both with the
    delta_1 = delta/(2T) that its delta = 2T delta_1 asks for (delta_0 = 0). ``certificate`` is what these parameters
    certainly keep over multiplicative weights, where they are defined, and ``regret`` the bound there.
    """

    setting: Setting
    is_defined: bool
    precondition: Real
    stated_epsilon: Real
    certificate: Certificate | None
    regret: Real

    @property
    def precondition_holds(self) -> bool:
        """Tell whether eta B log(1/delta_1)/p is at most 1, as Theorem 3.2 wants."""
        return decide(self.precondition <= 1)


def printed(theorem: str, epsilon: object, delta: object, rounds: object, experts: object) -> Printed:
    """Return the parameters that a theorem prints, and what they give.

    "3.10 statement": B = 1/eps, eta = (min(eps_0, eps)^2/T)^(1/3) with eps_0 = T^(-1/4) log^(3/4) d; p is not printed
    there and is the proof's. "3.10 proof": eta is that divided by log(T/delta), and p = 10 eta/eps. "3.12":
    B = 1/(2 eps log(1/delta)), eta = (eps^2/T)^(1/3)/log(T/delta) and p = eta/eps; it speaks of regularized
    multiplicative weights in d dimensions, and ``certificate`` and ``regret`` of plain ones over d experts. B is the
    nearest whole number (halves go up), at least 1; a last batch may be shorter.
    """
    require(theorem in THEOREMS, "theorem", repr(theorem), f"one of {', '.join(THEOREMS)}")
    goal = Goal.read(epsilon, delta, rounds, experts)
    eps, T = as_real(goal.budget.epsilon), goal.rounds
    cube, divisor, factor, batch = THEOREMS[theorem](goal)
    eta = _cube_root(cube) / divisor
    setting = Setting(eta, _nearest(batch), factor * eta / eps, T)
    p_cubed = factor**3 * cube / (divisor**3 * _cubed(goal.budget))  # where it is rational it may well be 1
    return _evaluated(goal, setting, decide(p_cubed < 1))


def _evaluated(goal: Goal, setting: Setting, is_defined: bool) -> Printed:
    L = as_real(log(2 * goal.rounds / goal.delta))
    return Printed(
        setting,
        is_defined,
        setting.learning_rate * setting.batch * L / setting.fake_switch,
        theorem_3_2(setting, L),
        certify(setting, goal.delta) if is_defined else None,
        regret_bound(setting.learning_rate, setting.batch, goal.rounds, goal.experts),
    )


def theorem_3_2(setting: Setting, L: Real) -> Real:
    """2 eta/p + eta + 3 T eta^2 p L/(2B) + sqrt(6 T eta^2 p L^2/B), the epsilon of Theorem 3.2; L = log(1/delta_1)."""
    eta, p, B, T = setting.learning_rate, setting.fake_switch, setting.batch, setting.rounds
    S = T * eta * eta * p * L / B
    return 2 * eta / p + eta + 3 * S / 2 + (6 * S * L).sqrt()


Scale = Fraction | Real
Print = tuple[Scale, Scale, int, Scale]
"""The cube of eta before a division, the divisor, p eps/eta, and B before it is rounded."""


def _statement_3_10(goal: Goal) -> Print:
    squared = _squared(goal.budget)
    eps_0_fourth = as_real(log(goal.experts)) ** 3 / goal.rounds
    least = squared if decide(as_real(squared) ** 2 <= eps_0_fourth) else eps_0_fourth.sqrt()
    return least / goal.rounds, Fraction(1), 10, 1 / _plain(goal.budget)


def _proof_3_10(goal: Goal) -> Print:
    cube, _, factor, batch = _statement_3_10(goal)
    return cube, as_real(log(goal.rounds / goal.delta)), factor, batch


def _theorem_3_12(goal: Goal) -> Print:
    batch = 1 / (2 * as_real(goal.budget.epsilon) * as_real(log(1 / goal.delta)))
    return _squared(goal.budget) / goal.rounds, as_real(log(goal.rounds / goal.delta)), 1, batch


THEOREMS: dict[str, Callable[[Goal], Print]] = {
    "3.10 statement": _statement_3_10,
    "3.10 proof": _proof_3_10,
    "3.12": _theorem_3_12,
}


def _squared(budget: Budget) -> Scale:
    return _plain(budget) ** 2


def _cubed(budget: Budget) -> Scale:
    return _plain(budget) ** 3


def _plain(budget: Budget) -> Scale:
    """Epsilon, as a rational where it is given as one."""
    return as_real(budget.epsilon) if budget.given_epsilon is None else budget.given_epsilon


def _cube_root(value: Scale) -> Real:
    return (as_real(value).log() / 3).exp()


def _nearest(value: Scale) -> int:
    """The nearest whole number, halves going up, but at least 1; raises ``Undecided`` where no enclosure tells."""
    return first_true(lambda B: decide(value < B + Fraction(1, 2)), 1)


# Reading and rounding


def as_probability(value: object, name: str) -> Fraction:
    """Return a number between 0 and 1, both excluded."""
    d = as_fraction(value, name)
    require(0 < d < 1, name, value, "a number between 0 and 1, both excluded")
    return d


def _certain(question: Comparison | bool) -> bool:
    """Tell whether the answer is known to be yes."""
    try:
        return decide(question, _ENOUGH)
    except Undecided:
        return False


def _upper(value: Real) -> Fraction:
    return value.bounds()[1]


def _ceiling(value: Real) -> int:
    return -(-_upper(value) // 1)


def _rounded(value: Fraction) -> Fraction:
    """Round a positive number down to four digits."""
    exponent = len(str(value.numerator)) - len(str(value.denominator)) - 4
    unit = Fraction(10) ** exponent
    return (value // unit) * unit


explain_failures(__name__)
