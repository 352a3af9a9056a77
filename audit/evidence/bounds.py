"""Certified bounds on a probability, on epsilon and on delta, from counts. Clopper and Pearson, 1934.

All bounds hold at every sample size, for one event and one direction that were fixed before the counted
samples were seen (`dpassay.audit.evidence.events` sees to that). How the faults known from other auditors are kept
out:

* A direction chosen on the test data: there is no function that takes the better of two directions. The order
  of the arguments is the direction, and the caller has to choose it.
* A count rounded the wrong way: counts are integers; anything else is a ValueError.
* A correction factor chosen from the data: the level is split in two halves, always.
* No correction over trials: a bound is about one event. Whoever looks at several divides alpha by their fixed
  number.
* A margin that ignores its alpha: there is none; alpha enters through the exact binomial tail only.
* A parametric extrapolation (a Gaussian fitted to two rates, and epsilon read off the fit): nothing is
  fitted.

Rounding goes in the safe direction. Each limit is moved outwards by a relative 1e-9 and then checked against
the binomial tail it has to satisfy, so an inaccurate inverse of the beta function would make it looser, never
wrong.
"""

import math
import sys
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from scipy import special

from dpassay.exact.entrance import explain_failures
from dpassay.exact.rationals import shortened

__all__ = [
    "clopper_pearson_lower",
    "clopper_pearson_upper",
    "delta_lower_bound",
    "epsilon_lower_bound",
    "lower_limits",
    "upper_limits",
]

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

_MARGIN: Final = 1e-9
_STEPS: Final = 60
_MOST: Final = 1 << 53  # a count beyond this is no double


def clopper_pearson_lower(count: int, n: int, alpha: float) -> float:
    """Return a lower confidence limit: it exceeds the true probability with probability at most alpha.

    Proof: the limit L solves P(Bin(n, L) >= count) = alpha. It grows with the count, so L > p happens only
    for counts c with P(Bin(n, p) >= c) < alpha; these are the counts from some c* on, and they have
    probability below alpha.

    Args:
        count: how many of the n independent trials succeeded, 0..n.
        n: the number of trials; with none the limit is 0.
        alpha: the error probability, between 0 and 1.

    Raises:
        ValueError: an argument is not as described.
    """
    count, n, alpha = _check_count("count", count, "n", n), int(n), _check_level(alpha)
    return float(lower_limits(np.array([count], dtype=np.int64), n, alpha)[0])


def clopper_pearson_upper(count: int, n: int, alpha: float) -> float:
    """Return an upper confidence limit: it is below the true probability with probability at most alpha.

    Proof: it is one minus the lower limit for the failures. Arguments and errors as for the lower limit; with
    no trials the limit is 1.
    """
    count, n, alpha = _check_count("count", count, "n", n), int(n), _check_level(alpha)
    return float(upper_limits(np.array([count], dtype=np.int64), n, alpha)[0])


def epsilon_lower_bound(count_p: int, n_p: int, count_q: int, n_q: int, *, delta: float, alpha: float) -> float:
    """Return a number that epsilon is at least, with confidence 1 - alpha.

    For one event E and two neighboring inputs, fixed before the samples were seen, count_p of n_p outputs on
    the one input and count_q of n_q outputs on the other lie in E.

    Proof: (epsilon, delta) privacy says P(E) <= e^epsilon Q(E) + delta, so epsilon >= log((P(E) - delta) /
    Q(E)). P(E) is below its lower limit, or Q(E) above its upper limit, with probability at most alpha/2
    each.

    Args:
        count_p: outputs on the first input that lie in the event, 0..n_p.
        n_p: outputs on the first input.
        count_q: outputs on the second input that lie in the event, 0..n_q.
        n_q: outputs on the second input.
        delta: the delta of the guarantee, at least 0 and below 1.
        alpha: the error probability, between 0 and 1.

    Returns:
        The bound, at least 0: where the counts certify nothing it is 0, which every mechanism satisfies.

    Raises:
        ValueError: an argument is not as described.
    """
    p_low, q_high = _limits(count_p, n_p, count_q, n_q, alpha)
    delta = _check_delta(delta)
    excess = p_low - (math.nextafter(delta, 1.0) if delta else 0.0)
    if excess <= 0:
        return 0.0
    return max(0.0, math.nextafter(math.log(math.nextafter(excess, 0.0) / q_high), -math.inf))


def delta_lower_bound(count_p: int, n_p: int, count_q: int, n_q: int, *, exp_eps: float, alpha: float) -> float:
    """Return a number that delta(epsilon) is at least, with confidence 1 - alpha, where exp_eps = e^epsilon.

    Proof: delta(epsilon) >= P(E) - exp_eps Q(E) for every event E; the limits as for `epsilon_lower_bound`.

    Args:
        count_p: outputs on the first input that lie in the event, 0..n_p.
        n_p: outputs on the first input.
        count_q: outputs on the second input that lie in the event, 0..n_q.
        n_q: outputs on the second input.
        exp_eps: e^epsilon, positive and finite.
        alpha: the error probability, between 0 and 1.

    Returns:
        The bound, at least 0.

    Raises:
        ValueError: an argument is not as described.
    """
    p_low, q_high = _limits(count_p, n_p, count_q, n_q, alpha)
    if not _is_number(exp_eps) or not 0 < exp_eps <= sys.float_info.max:
        raise ValueError(f"exp_eps = {shortened(exp_eps, repr)}: expected a positive finite number")
    bound = p_low - math.nextafter(exp_eps, math.inf) * math.nextafter(q_high, 2.0)
    return max(0.0, math.nextafter(bound, -math.inf))


def lower_limits(counts: Integers, n: int, alpha: float) -> Floats:
    """Return the lower Clopper-Pearson limit of each count, (k,) -> (k,); ``ValueError`` as for one count."""
    counts, n, alpha = _check_counts(counts, n), int(n), _check_level(alpha)
    hits = np.maximum(counts, 1)
    limit = special.betaincinv(hits, n - hits + 1, alpha) * (1 - _MARGIN) if n else np.zeros(len(counts))
    for _ in range(_STEPS):
        # P(Bin(n, L) >= c) is the regularized incomplete beta function I_L(c, n - c + 1); a NaN counts as
        # wrong.
        wrong = (counts > 0) & ~(special.betainc(hits, n - hits + 1, limit) <= alpha)
        if not wrong.any():
            return np.asarray(np.where(counts > 0, limit, 0.0))
        limit = np.where(wrong, limit * 0.999, limit)
    return np.where((counts > 0) & ~wrong, limit, 0.0)


def upper_limits(counts: Integers, n: int, alpha: float) -> Floats:
    """Return the upper Clopper-Pearson limit of each count, (k,) -> (k,); ``ValueError`` as for one count."""
    counts, n, alpha = _check_counts(counts, n), int(n), _check_level(alpha)
    misses = np.maximum(n - counts, 1)
    limit = np.minimum(special.betainccinv(n - misses + 1, misses, alpha) * (1 + _MARGIN), 1.0)
    for _ in range(_STEPS):
        # P(Bin(n, U) <= c) is the complement 1 - I_U(c + 1, n - c).
        wrong = (counts < n) & ~(special.betaincc(n - misses + 1, misses, limit) <= alpha)
        if not wrong.any():
            return np.asarray(np.where(counts < n, limit, 1.0))
        limit = np.where(wrong, np.minimum(limit * 1.001, 1.0), limit)
    return np.where((counts < n) & ~wrong, limit, 1.0)


def _limits(count_p: int, n_p: int, count_q: int, n_q: int, alpha: float) -> tuple[float, float]:
    """Return a lower limit of P(E) and an upper limit of Q(E) that hold together at confidence 1 - alpha."""
    count_p, count_q = (
        _check_count("count_p", count_p, "n_p", n_p),
        _check_count("count_q", count_q, "n_q", n_q),
    )
    half = _check_level(alpha) / 2
    return clopper_pearson_lower(count_p, n_p, half), clopper_pearson_upper(count_q, n_q, half)


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float, np.integer, np.floating)) and not isinstance(value, bool)


def _check_count(name: str, count: Any, name_n: str, n: Any) -> int:
    for label, value in ((name_n, n), (name, count)):
        if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or not 0 <= value <= _MOST:
            raise ValueError(f"{label} = {shortened(value, repr)}: expected a non-negative integer, at most 2^53")
    if count > n:
        raise ValueError(f"{name} = {count!r}: expected at most {name_n} = {n}")
    return int(count)


def _check_counts(counts: Any, n: Any) -> Integers:
    array = np.asarray(counts)
    if array.ndim != 1 or array.dtype.kind not in "iu":
        raise ValueError(f"counts of shape {array.shape} and type {array.dtype}: expected integers, shape (k,)")
    for count in (array.min(), array.max()) if array.size else (0,):
        _check_count("counts", count, "n", n)
    return array.astype(np.int64)


def _check_level(alpha: Any) -> float:
    if not _is_number(alpha) or not 0 < alpha < 1:
        raise ValueError(f"alpha = {alpha!r}: expected a number between 0 and 1")
    return float(alpha)


def _check_delta(delta: Any) -> float:
    if not _is_number(delta) or not 0 <= delta < 1:
        raise ValueError(f"delta = {delta!r}: expected a number at least 0 and below 1")
    return float(delta)


explain_failures(__name__)
