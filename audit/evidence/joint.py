"""A joint confidence region for the two probabilities of one event: every certified statement is read off it.

For one event E that was fixed before the counted samples were seen, let x of n_p outputs on the one input and y of n_q
outputs on the other lie in E. The region is a union of rectangles {P >= p_i, Q <= q_i}: it holds the true pair
(P, Q) = (P(E), Q(E)) with probability at least 1 - alpha. What grows with P and falls with Q (epsilon, delta, the mu of
Gaussian privacy, Renyi divergences) is at least its least value at the corners (p_i, q_i), and all such statements hold
together.

Two Clopper-Pearson limits at alpha/2 each give one such rectangle. It is wasteful: both limits fail together far less
often. Nor is the conditional binomial law of x given x + y sharp; it belongs to samples whose input is drawn by a coin,
and where their numbers are fixed it overstates the spread. Here the exact law of (x, y) is used:

* Outcomes (x, y) are put into an order T that was fixed beforehand, by an approximate lower limit of (P - delta)/Q,
  from a score. {T >= t} is {x >= c(y)} with c nondecreasing (see `_Order`).
* Proof of coverage. Let F(P, Q) = Pr(T >= t) at the observed t: a p-value of the pair (P, Q), so it is at most
  alpha - gamma with probability at most alpha - gamma. The two-sided Clopper-Pearson interval of Q misses it with
  probability at most gamma (Berger and Boos, 1994). So with probability 1 - alpha the true Q is in the interval and
  F(P, Q) > alpha - gamma. Cut the interval into cells [a_i, b_i]. F grows with P and falls with Q, because
  {T >= t} is increasing in x and decreasing in y (couple the samples). So for Q in the cell F(P, Q) <= F(P, a_i), and
  with p_i chosen so that F(p_i, a_i) <= alpha - gamma the true pair has P > p_i and Q <= b_i for the cell of Q.
* What is read off besides epsilon would be blunt where P and Q are both small on the line of one ratio. So the lower
  Clopper-Pearson limit of P, which fails with probability at most gamma, cuts all rectangles, and F(p_i, a_i) is at
  most alpha - 2 gamma.
* F is bounded from above: the values of y are put into blocks, and c is taken at the first value of each.

That p_i is as large as could be is a matter of sharpness: what is used is that F(p_i, a_i) was computed and found small
enough. Sources: Buehler, "Confidence intervals for the product of two binomial parameters", 1957, for limits from an
order; Chan and Zhang, "Test-based exact confidence intervals for the difference of two binomial proportions", 1999.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy import special

from dpassay.audit.evidence.bounds import clopper_pearson_lower, clopper_pearson_upper
from dpassay.exact.entrance import explain_failures
from dpassay.exact.rationals import shortened

__all__ = ["Region", "joint_region", "promised_ratios"]

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Mask = NDArray[np.bool_]

INTERVAL_SHARE: Final = 0.02
"""gamma / alpha: what the interval of Q may cost, and what the limit of P."""

CELLS: Final = 128
"""The interval of Q is cut into so many."""

BLOCKS: Final = 160
"""The values of y are put into about so many."""

LEAST_ALPHA: Final = 1e-8
"""Sums over blocks are off by a rounding error; below this level the rectangle of Clopper and Pearson is taken."""

_ROUNDING: Final = 1e-12
_STEPS: Final = 16
_BISECTIONS: Final = 60
_FOR_CHOICE: Final = 30  # bisections, where a ratio is there to choose an event by
_LEAST_Z: Final = 0.1
_SHORT: Final = 0.01


@dataclass(frozen=True, slots=True, eq=False)
class Region:
    """A union of rectangles {P >= p[i], Q <= q[i]} that holds the true pair with confidence 1 - alpha.

    Attributes:
        p: shape (k,), each at least 0.
        q: shape (k,), each at most 1.
        alpha: the error probability.
    """

    p: Floats
    q: Floats
    alpha: float

    def __post_init__(self) -> None:
        """Let nobody write into the corners: several statements are read off one region."""
        self.p.setflags(write=False)
        self.q.setflags(write=False)


@dataclass(frozen=True, slots=True)
class _Order:
    """The set {T >= t} of the counts: those whose score against P = t Q + delta is at least z standard errors.

    Attributes:
        n_p: samples on the first input.
        n_q: samples on the second input.
        z: how many standard errors.
        delta: of the guarantee.

    With p = (x + 1/2)/(n_p + 1), q = (y + 1/2)/(n_q + 1), u = p - delta and k = min(n_p, n_q) for n_q, the score is

        g = u - t q - z sqrt(V),  where  V = P (1 - P)/n_p + t^2 Q (1 - Q)/k
        at  Q = (n_p u + k q)/(n_p t + k),  P = t Q + delta,

    which is the restricted estimate for rare events. V is a concave quadratic of (u, q), so g is convex where u >= t q;
    there P <= p, so that V is not negative. On the edge u = t q it is at most 0. So {g >= 0} is an upper interval
    of x at each y and a lower interval of y at each x: c does not fall. And g falls with t >= 1, as V does not: its
    derivative has the sign of (1 - 2 P) k/n_p + t^2 n_p/k + 2 t (1 - Q) >= -1 + 1 + 2 t - 2 >= 0, by t Q <= P <= 1 and
    k <= n_p. So the sets are nested, and T is where g is 0.
    """

    n_p: int
    n_q: int
    z: float
    delta: float

    def _parts(self, ratio: Floats) -> tuple[Floats, Floats, Floats, Floats, Floats]:
        """Return the weights of u and q in Q, and V as base + slope Q - bend Q^2."""
        k = min(self.n_p, self.n_q)
        whole = self.n_p * ratio + k
        base, slope = self.delta * (1 - self.delta) / self.n_p, ratio * (1 - 2 * self.delta) / self.n_p + ratio**2 / k
        return self.n_p / whole, k / whole, np.full_like(ratio, base), slope, ratio**2 * (1 / self.n_p + 1 / k)

    def ratios(self, count_p: Integers, count_q: Integers, steps: int = _BISECTIONS) -> Floats:
        """Return T: the largest ratio at which the score of the counts is not negative; 0 where it is below 1."""
        u, q = (count_p + 0.5) / (self.n_p + 1) - self.delta, (count_q + 0.5) / (self.n_q + 1)

        def inside(ratio: Floats) -> Mask:
            on_u, on_q, base, slope, bend = self._parts(ratio)
            middle = on_u * u + on_q * q
            spread = np.sqrt(np.maximum(base + slope * middle - bend * middle * middle, 0.0))
            return np.asarray(u - ratio * q >= self.z * spread)

        low, high = np.ones_like(u), np.maximum(u / q, 1.0)
        some = inside(low)
        for _ in range(steps):
            half = np.sqrt(low * high)
            fits = inside(half)
            low, high = np.where(fits, half, low), np.where(fits, high, half)
        return np.where(some, low, 0.0)

    def least(self, ratio: float, y: Floats) -> Floats:
        """Return c(y): the least x whose score is not negative; n_p + 1 where none is. Rounded down."""
        q = (y + 0.5) / (self.n_q + 1)
        on_u, on_q, base, slope, bend = self._parts(np.array(ratio))
        square = self.z * self.z
        # The larger root of (u - t q)^2 = z^2 V in u.
        first = 1 + square * bend * on_u**2
        second = 2 * ratio * q + square * on_u * (slope - 2 * bend * on_q * q)
        third = (ratio * q) ** 2 - square * (base + slope * on_q * q - bend * (on_q * q) ** 2)
        root = (second + np.sqrt(np.maximum(second**2 - 4 * first * third, 0.0))) / (2 * first)
        least = np.ceil((root + self.delta) * (self.n_p + 1) - 0.5 - 1e-6)  # a little less is a larger set
        return np.clip(least, 0, self.n_p + 1)


def promised_ratios(counts_p: Integers, n_p: int, counts_q: Integers, n_q: int, *, delta: float, z: float) -> Floats:
    """Return lower limits of (P - delta)/Q of many events, (k,) -> (k,): z standard errors of the score, no bound.

    0 where the limit is below 1. This is what events are chosen by, before one of them is certified.
    """
    for name, counts, n in (("counts_p", counts_p, n_p), ("counts_q", counts_q, n_q)):
        array, whole = np.asarray(counts), isinstance(n, int | np.integer) and n >= 0
        if not whole or array.ndim != 1 or array.dtype.kind not in "iu" or (array > n).any() or (array < 0).any():
            raise ValueError(
                f"{name} of {shortened(n, repr)}: expected integers from 0 to a number of samples, shape (k,)"
            )
    if not (0 <= delta < 1 and z > 0):
        raise ValueError(f"delta = {shortened(delta, repr)}, z = {shortened(z, repr)}: expected [0, 1) and above 0")
    if not (n_p and n_q):
        return np.zeros(len(counts_p))
    order = _Order(int(n_p), int(n_q), float(z), float(delta))
    return order.ratios(np.asarray(counts_p, np.int64), np.asarray(counts_q, np.int64), _FOR_CHOICE)


def joint_region(count_p: int, n_p: int, count_q: int, n_q: int, *, delta: float, alpha: float) -> Region:
    """Return a region that holds both probabilities of an event with confidence 1 - alpha.

    Args:
        count_p: outputs on the first input that lie in the event, 0..n_p.
        n_p: outputs on the first input.
        count_q: outputs on the second input that lie in the event, 0..n_q.
        n_q: outputs on the second input.
        delta: where the region is to be sharp: for (epsilon, delta) privacy; at least 0 and below 1.
        alpha: the error probability, between 0 and 1.

    Raises:
        ValueError: an argument is not as described.
    """
    for name, value, holds in (("alpha", alpha, 0 < alpha < 1), ("delta", delta, 0 <= delta < 1)):
        if not holds:
            raise ValueError(f"{name} = {shortened(value, repr)}: expected a number between 0 and 1")
    for count, n in ((count_p, n_p), (count_q, n_q)):
        clopper_pearson_lower(count, n, float(alpha))  # for its checks
    return _region((int(count_p), int(n_p), int(count_q), int(n_q)), float(delta), float(alpha))


@lru_cache(maxsize=256)
def _region(counts: tuple[int, int, int, int], delta: float, alpha: float) -> Region:
    """Return the region; one event has several statements read off it."""
    count_p, n_p, count_q, n_q = counts
    low, high = clopper_pearson_lower(count_p, n_p, alpha / 2), clopper_pearson_upper(count_q, n_q, alpha / 2)
    if alpha < LEAST_ALPHA:
        return Region(np.array([low]), np.array([high]), alpha)
    nothing = Region(np.zeros(1), np.ones(1), alpha)
    if not (n_p and n_q):
        return nothing
    order = _Order(n_p, n_q, max(_LEAST_Z, -float(special.ndtri(alpha))), delta)
    seen = order.ratios(np.array([count_p]), np.array([count_q]))[0]
    ratio = float(seen) * (1 - _ROUNDING)  # a smaller ratio is a larger set
    if ratio < 1 or order.least(ratio, np.array([float(count_q)]))[0] > count_p:
        return nothing
    gamma = alpha * INTERVAL_SHARE
    ends = clopper_pearson_lower(count_q, n_q, gamma / 2), clopper_pearson_upper(count_q, n_q, gamma / 2)
    angles = np.arcsin(np.sqrt(ends))
    edges = np.sin(np.linspace(angles[0], angles[1], CELLS + 1)) ** 2
    edges[0], edges[-1] = ends
    excluded = _excluded(order, ratio, edges[:-1], alpha - 2 * gamma)
    return Region(np.maximum(excluded, clopper_pearson_lower(count_p, n_p, gamma)), edges[1:], alpha)


def _excluded(order: _Order, ratio: float, q: Floats, level: float) -> Floats:
    """Return for each Q a P at which the set of the order has a probability of at most the level.

    The largest one, nearly; 0 where none was found, which excludes nothing, and infinity where P = 1 is one. Newton's
    method on the scale on which normal tails are straight, with bisection where it leaves what is known.
    """
    starts = _starts(order.n_q, q[:, None])
    least, masses = order.least(ratio, starts), _masses(order.n_q, starts, q[:, None])

    def probability(p: Floats) -> Floats:
        inside = _at_least(least, order.n_p, p[:, None])
        return np.asarray((masses * inside).sum(axis=1) * (1 + _ROUNDING) + _ROUNDING)

    middle = np.clip(order.least(ratio, order.n_q * q) / (order.n_p + 1), _ROUNDING, 1 - _ROUNDING)
    spread = np.sqrt((middle * (1 - middle) + 1 / order.n_p) / order.n_p + ratio**2 * q * (1 - q) / order.n_q)
    low, high, wanted = np.zeros_like(q), np.ones_like(q), float(special.ndtri(level))
    p, done = middle + wanted * spread, np.zeros(len(q), np.bool_)
    for step in range(_STEPS):
        newton = done | ((low < p) & (p < high) & (step < _STEPS // 2))
        p = np.where(newton, p, (low + high) / 2)
        found = probability(p)
        off = wanted - special.ndtri(np.clip(found, 1e-300, 1 - _ROUNDING))
        fits = found <= level
        low, high = np.where(fits, p, low), np.where(fits, high, p)
        done = done | (fits & (off <= _SHORT)) | (high - low <= _SHORT * spread)
        if done.all():
            break
        p = np.where(done, low, p + (np.clip(off, -2, 2) - _SHORT / 3) * spread)
    certain = (masses * (least <= order.n_p)).sum(axis=1) * (1 + _ROUNDING) + _ROUNDING  # at P = 1
    found = np.where(certain <= level, np.inf, low)
    return np.asarray(np.maximum.accumulate(found))  # what is excluded at a Q is excluded at every larger one


def _starts(n: int, q: Floats) -> Floats:
    """Return the first values of the blocks of y, shape (k, 1) -> (k, m): 0, and then fine where y is likely."""
    mean, spread = n * q, np.sqrt(n * q * (1 - q))
    steps = np.linspace(0, 1, BLOCKS)
    first, last = mean - 5 * spread - 1, mean + 3 * spread + 6
    starts = np.clip(np.floor(first + (last - first) * steps), 0, n)
    return np.hstack([np.zeros_like(q), starts])


def _masses(n: int, starts: Floats, q: Floats) -> Floats:
    """Return the probability of each block under Bin(n, q)."""
    before = np.where(starts > 0, special.betaincc(np.maximum(starts, 1), n - np.maximum(starts, 1) + 1, q), 0.0)
    return np.maximum(np.diff(np.hstack([before, np.ones_like(q)])), 0.0)


def _at_least(least: Floats, n: int, p: Floats) -> Floats:
    """Return Pr(Bin(n, p) >= least)."""
    inside = np.clip(least, 1, n)
    tail = special.betainc(inside, n - inside + 1, p)
    return np.where(least <= 0, 1.0, np.where(least > n, 0.0, tail))


explain_failures(__name__)
