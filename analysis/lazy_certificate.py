"""An (epsilon, delta) that L2P over multiplicative weights certainly keeps, and what it certainly costs.

Source: Asi, Koren, Liu and Talwar, "Private Online Learning via Lazy Algorithms", Theorem 3.2.

Privacy. Let the losses be in [0, 1], n = ceil(T/B), m = n - 1. Then everything that Algorithm 1 does, the models x and
y and which of them are drawn afresh, is (eps, delta)-DP for every whole K >= 0 and l > 0, with

    eps = e0 + K eta^2/2 + eta sqrt(2 K l),    delta = e^-l + Pr[N* > K],
    e0 = max(2 eta, log[(1 - (1-p) e^(-(B+2) eta)) / (1 - (1-p) e^(-B eta))]),
    N* = Bin(m, 1 - (1-p) e^(-3 B eta)) + Bin(m, p), independent; for n = 1 nothing depends on the data.

That is Theorem M in the argument of ASI-09, which proves it; a shorter last batch changes nothing, for no coin and no
measure depends on the last batch. Neither the precondition of Theorem 3.2 nor Tp/B >= 1 is needed. Since S_s = 1 has
probability at most e^(-B eta), x is often drawn afresh without any fake switch: the logarithm in e0 is at most
log(1 + 2/B) for every p, and the best p found is often next to 0.

Regret. It is at most ln d/eta + eta B T/8 for losses in [0, 1] fixed in advance: ASI-11-sharp, where B divides T. The
proof holds with a shorter last batch too: one of B_s <= B rounds adds eta^2 B_s^2/8 in place of eta^2 B^2/8, and the
B_s^2 add up to at most B T.

Probabilities of N*: where m is at most ``MOST_EXACT``, the binomial sums themselves, enclosed; above, Chernoff's bound
at its best exponent, an upper bound. Every condition is checked in balls by ``decide``.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from flint import arb, arb_poly, ctx

from dpassay.exact import Budget, LogForm, Real, Undecided, as_fraction, as_real, decide, log, require
from dpassay.exact.entrance import explain_failures
from dpassay.exact.rationals import first_true
from dpassay.exact.real import Comparison, maximum, working_precision

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
        return Real(lambda: self._chernoff(most + 1, *self._rates()))

    def _rates(self) -> tuple[arb, arb]:
        return self.switching.evaluate(), self.fake_switch.evaluate()

    def _tails(self) -> list[arb]:
        """Pr[N* > 0], ..., Pr[N* > 2m - 1]: sums of coefficients of the generating function of N*."""
        (a, p), m = self._rates(), self.iterations
        coefficients = ((arb_poly([1 - a, a]) * arb_poly([1 - p, p])) ** m).coeffs()
        tails, sum_above = [], arb(0)
        for coefficient in reversed(coefficients[1:]):
            sum_above += coefficient
            tails.append(sum_above)
        return tails[::-1]

    def _chernoff(self, count: int, a: arb, p: arb) -> arb:
        """The least over z >= 1 of E z^(N*) / z^count, which is at least Pr[N* >= count]; the best z is a root."""
        m, k = self.iterations, count
        s, none = a * (1 - p) + p * (1 - a), (1 - a) * (1 - p)
        root = ((s * (m - k)) ** 2 + 4 * a * p * (2 * m - k) * k * none).sqrt()
        z = 2 * k * none / (s * (m - k) + root) if k <= m else (s * (k - m) + root) / (2 * a * p * (2 * m - k))
        z = z.max(arb(1))
        return (m * ((1 + a * (z - 1)).log() + (1 + p * (z - 1)).log()) - k * z.log()).exp()

    def least_count(self, bound: Fraction) -> int:
        """The least K for which Pr[N* > K] is seen to be at most ``bound`` (by its Chernoff bound, for many trials)."""
        m = self.iterations
        if m > MOST_EXACT:
            return min(first_true(lambda most: most >= 2 * m or certain(self.tail(most) <= bound), 0), 2 * m)
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
        rates = cache(lambda _: self._rates())  # for each precision

        def is_enough(most: int) -> bool:
            if most + 1 >= 2 * self.iterations:
                return certain(self.chernoff(most) <= bound)
            return certain(Real(lambda: self._chernoff(most + 1, *rates(ctx.prec))) <= bound)

        for _ in range(5):
            middle = (low + high) // 2
            low, high = (low, middle) if is_enough(middle) else (middle, high)
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
    return min(candidates, key=lambda one: upper(one.epsilon))


def regret_bound(learning_rate: Real, batch: int, rounds: int, experts: int) -> Real:
    """ln d/eta + eta B T/8, which the expected regret never exceeds."""
    return as_real(log(experts)) / learning_rate + learning_rate * batch * rounds / 8


# Reading and rounding


def as_probability(value: object, name: str) -> Fraction:
    """Return a number between 0 and 1, both excluded."""
    d = as_fraction(value, name)
    require(0 < d < 1, name, value, "a number between 0 and 1, both excluded")
    return d


def certain(question: Comparison | bool) -> bool:
    """Tell whether the answer is known to be yes."""
    try:
        return decide(question, _ENOUGH)
    except Undecided:
        return False


def upper(value: Real) -> Fraction:
    """The upper end of an enclosure."""
    return value.bounds()[1]


def _ceiling(value: Real) -> int:
    return -(-upper(value) // 1)


explain_failures(__name__)
