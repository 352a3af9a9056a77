"""k-fold composition of (epsilon, delta)-private mechanisms: its exact worst case, and the accountant for it.

Source: Kairouz, Oh and Viswanath, "The composition theorem for differential privacy", ICML 2015, section 3: the
mechanism of two inputs that every other (epsilon, delta)-private one can be simulated from, and theorem 3.3, the
privacy of k of them. On a secret bit b, each of k rounds reveals b with probability delta, and else tells b with
probability e^eps / (1 + e^eps) and the other bit with 1 / (1 + e^eps). An output is

    -1     if a round revealed b = 0,          k + 1  if a round revealed b = 1,
    j      if none did and j rounds told 1, 0 <= j <= k,

which is sufficient: nothing else of the k answers depends on b. `probabilities` computes the law.

Privacy: for any two bits (E, D)-private exactly if D is at least what `delta_of` computes,

    1 - (1 - delta)^k (1 - sum over j with g_j > 0 of C(k, j) e^(j eps) / (1 + e^eps)^k (1 - e^(-g_j))),

where g_j = (2 j - k) eps - E. `epsilon_of` inverts it. In particular (k eps, 1 - (1 - delta)^k)-private.

The accountant adds positive terms alone. The sum is taken where the binomial probabilities are above e^-60 of the
largest that counts, some multiple of sqrt(k) of them. Their logarithms are Loader's saddle-point form ("Fast and
accurate computation of binomial probabilities", 2000), in which nothing of the size of k is subtracted. (2 j - k) eps
is held in two doubles, so that g_j has all its digits also where it cancels. The relative error of delta is below
1e-11 for up to 10^6 rounds and any delta above 1e-300, for the doubles that are given: epsilon, if it is none,
is rounded first. `log_delta_of` goes on below the range of doubles, with an error of
a relative 1e-13 of itself besides.

The sampler does not use `Generator.binomial`, which has a grid of 2^-53, never goes beyond some 10 standard deviations
(at a mean of 1 a mass of 2e-14 is missing), and would take a probability near 1 that has lost the digits of its
complement. The number of rounds that do not tell b comes from the alias table of `dpassay.fast.exponential` instead,
over all numbers that are more likely than e^-50 times the likeliest; whether a round reveals, from `bernoulli`.

Floating point: probabilities of the numbers are right up to a relative 1e-11 at 10^6 rounds; the coins are as in
`dpassay.fast.exponential`. The probability of a reveal, or of none, whichever is smaller, is right up to a few units
in the last place, however small it is.

Speed: the floor is a bounded integer, an exponential draw and, for delta > 0, a uniform an output. The alias table has
some 10 sqrt(k) columns.
Time: not constant, see `dpassay.fast`.
"""

import math
from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import gammaln

from dpassay.fast import checks
from dpassay.fast.checks import Rational, Real
from dpassay.fast.draws import Floats, Integers, bernoulli, in_blocks
from dpassay.fast.exponential import alias_draws

__all__ = [
    "MOST_ROUNDS",
    "NEGLIGIBLE",
    "UNDRAWN",
    "composition",
    "delta_of",
    "drawn_lies",
    "epsilon_of",
    "log_delta_of",
    "log_lies",
    "probabilities",
    "reveal",
]

MOST_ROUNDS: Final = 2**26  # so that a multiple of half an epsilon's digits is a double
NEGLIGIBLE: Final = 60.0  # minus the logarithm of a share that no sum notices
UNDRAWN: Final = 50.0  # minus the logarithm of a probability that is never drawn: e^-50 < 2^-64


# Binomial probabilities.


def _stirling_errors(n: Floats) -> Floats:
    """log n! less Stirling's formula, log(sqrt(2 pi n) (n / e)^n), for n >= 1."""
    small = np.minimum(n, 16)
    direct = gammaln(small + 1) - (small + 0.5) * np.log(small) + small - math.log(2 * math.pi) / 2
    square = 1 / (n * n)
    series = (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square * (1 / 1680 - square / 1188)))) / n
    return np.where(n < 16, direct, series)


def _deviances(x: Floats, mean: float) -> Floats:
    """x log(x / mean) + mean - x for x >= 1; close to the mean by a series, since there it cancels."""
    v = (x - mean) / (x + mean)
    near = np.where(np.abs(v) < 0.1, v, 0.0)
    square = near * near
    series = np.zeros_like(v)
    for order in range(19, 1, -2):
        series = (series + 1 / order) * square
    with np.errstate(divide="ignore", over="ignore"):  # the mean may have underflowed
        far = x * np.log(x / mean) + mean - x
    return np.where(np.abs(v) < 0.1, (x - mean) * near + 2 * x * near * series, far)


def log_lies(lies: Integers, epsilon: float, rounds: int) -> Floats:
    """The logarithm of the probability that so many of the rounds do not tell b."""
    odds = math.exp(-epsilon)
    lie, truth = odds / (1 + odds), 1 / (1 + odds)
    x = np.clip(lies, 1, max(rounds - 1, 1)).astype(np.float64)
    y = np.maximum(rounds - x, 1.0)
    logs = np.log(rounds / (2 * math.pi * x * y)) / 2 - _deviances(x, rounds * lie) - _deviances(y, rounds * truth)
    logs += _stirling_errors(np.array(float(rounds))) - _stirling_errors(x) - _stirling_errors(y)
    none = -rounds * math.log1p(odds)
    return np.where(lies == 0, none, np.where(lies == rounds, none - rounds * epsilon, logs))


def _log_lie(lies: int, epsilon: float, rounds: int) -> float:
    """`log_lies` of one number."""
    return float(log_lies(np.array([lies]), epsilon, rounds)[0])


def _likeliest(epsilon: float, rounds: int) -> int:
    """The number of lies of the highest probability, or next to it."""
    odds = math.exp(-epsilon)
    return min(int((rounds + 1) * (odds / (1 + odds))), rounds)


def _reach(peak: int, end: int, drop: float, epsilon: float, rounds: int) -> int:
    """The number of lies, on the way from `peak` to `end`, at which the probability has fallen by e^-drop, or the end.

    Probabilities fall from the likeliest number on, to either side.
    """
    floor = _log_lie(peak, epsilon, rounds) - drop
    inside, outside = peak, end
    if _log_lie(end, epsilon, rounds) >= floor:
        return end
    while abs(outside - inside) > 1:
        middle = (inside + outside) // 2
        if _log_lie(middle, epsilon, rounds) >= floor:
            inside = middle
        else:
            outside = middle
    return outside


# The accountant.


def _log_delta_without_reveals(total: float, epsilon: float, rounds: int) -> float:
    """The logarithm of the smallest delta at epsilon `total`, of rounds that never reveal."""
    most = _most_lies(total, epsilon, rounds)
    if most < 0:
        return -math.inf
    peak = min(most, _likeliest(epsilon, rounds))
    low, high = (_reach(peak, end, NEGLIGIBLE, epsilon, rounds) for end in (0, most))
    low = max(0, min(low, peak - 2))  # the first term of all may cancel to next to nothing
    lies = np.arange(low, high + 1)
    logs = log_lies(lies, epsilon, rounds) + np.log(-np.expm1(-_losses_above(lies, total, epsilon, rounds)))
    largest = float(logs.max())
    return largest + math.log(math.fsum(np.exp(logs - largest)))


def _losses_above(lies: Integers, total: float, epsilon: float, rounds: int) -> Floats:
    """g = (rounds - 2 lies) epsilon - total, rounded as if once."""
    multiples = (rounds - 2 * lies).astype(np.float64)
    mantissa, exponent = math.frexp(epsilon)
    upper = math.ldexp(math.floor(mantissa * 2**26), exponent - 26)
    with np.errstate(over="ignore"):
        above: Floats = (multiples * upper - total) + multiples * (epsilon - upper)  # both products are exact
    return above


def _most_lies(total: float, epsilon: float, rounds: int) -> int:
    """The largest number of lies with a positive g; -1 if there is none."""
    guess = math.floor(min(max((rounds - total / epsilon) / 2, -2.0), rounds))
    near = np.arange(min(rounds, guess + 2), max(-1, guess - 3), -1)
    positive = near[_losses_above(near, total, epsilon, rounds) > 0]
    return int(positive[0]) if positive.size else -1


def delta_of(epsilon_total: ArrayLike, *, epsilon: Real, delta: Real = 0, rounds: int) -> Floats:
    """The smallest D for which k-fold composition is always (epsilon_total, D)-private; an array like `epsilon_total`.

    Args:
        epsilon_total: the epsilons of the composition, 0 or more.
        epsilon: the epsilon of each round.
        delta: the delta of each round, 0 or more and below 1.
        rounds: k, 1 to 2^26.

    Raises:
        ValueError: an argument is outside its domain.
    """
    revealed, hidden = reveal(delta, rounds)
    without = _log_deltas_without_reveals(epsilon_total, epsilon, rounds)
    return np.minimum(math.exp(hidden) * np.exp(without) - math.expm1(hidden), 1.0) if revealed else np.exp(without)


def log_delta_of(epsilon_total: ArrayLike, *, epsilon: Real, delta: Real = 0, rounds: int) -> Floats:
    """The logarithm of `delta_of`, minus infinity for 0; arguments and errors as there."""
    revealed, hidden = reveal(delta, rounds)
    without = _log_deltas_without_reveals(epsilon_total, epsilon, rounds)
    logs: Floats = np.logaddexp(math.log(revealed) if revealed else -math.inf, hidden + without)
    return np.minimum(logs, 0.0)


def _log_deltas_without_reveals(epsilon_total: ArrayLike, epsilon: Real, rounds: int) -> Floats:
    """`_log_delta_without_reveals` of each total, from arguments in their domains."""
    totals = _reals(epsilon_total, "epsilon_total", math.inf)
    step = checks.positive(epsilon, "epsilon")
    count = checks.integer(rounds, "rounds", low=1, high=MOST_ROUNDS)
    logs = [_log_delta_without_reveals(float(total), step, count) for total in totals.flat]
    return np.array(logs, np.float64).reshape(totals.shape)


def epsilon_of(delta_total: ArrayLike, *, epsilon: Real, delta: Real = 0, rounds: int) -> Floats:
    """The smallest E for which k-fold composition is always (E, delta_total)-private; an array like `delta_total`.

    It is the first double at which `delta_of` is at most `delta_total`, by bisection; infinite if `delta_total` is
    below 1 - (1 - delta)^k, which no epsilon helps.

    Args:
        delta_total: the deltas of the composition, between 0 and 1.
        epsilon: the epsilon of each round.
        delta: the delta of each round, 0 or more and below 1.
        rounds: k, 1 to 2^26.

    Raises:
        ValueError: an argument is outside its domain.
    """
    targets = _reals(delta_total, "delta_total", 1)
    step = checks.positive(epsilon, "epsilon")
    reveal(delta, rounds)
    most = math.nextafter(step * rounds, math.inf)
    if math.isinf(most):
        raise checks.bad("epsilon", epsilon, f"a number of which a double can hold {rounds} times")

    def first(target: float) -> float:
        return _first(lambda total: bool(delta_of(total, epsilon=step, delta=delta, rounds=rounds) <= target), most)

    return np.array([first(float(target)) for target in targets.flat], np.float64).reshape(targets.shape)


def _first(meets: Callable[[float], bool], most: float) -> float:
    """The first double from 0 to `most` that meets a condition which all larger ones meet; infinite if none does."""
    if meets(0.0):
        return 0.0
    if not meets(most):
        return math.inf
    low, high = 0.0, most
    while low < (middle := low + (high - low) / 2) < high:
        low, high = (low, middle) if meets(middle) else (middle, high)
    return high


def _reals(values: ArrayLike, name: str, highest: float) -> Floats:
    """An array of numbers between 0 and `highest`, each rounded to a double."""
    expected = "finite numbers of 0 or more" if math.isinf(highest) else f"numbers between 0 and {highest}"
    entries = np.asarray(values, np.object_)
    exact = [checks.real(entry, name, expected) for entry in entries.flat]
    if not all(0 <= entry <= highest for entry in exact):
        raise checks.bad(name, values, expected)
    try:
        return np.array([float(entry) for entry in exact], np.float64).reshape(entries.shape)
    except OverflowError:
        raise checks.bad(name, values, expected) from None


# Reveals.


def reveal(delta: Real, rounds: int) -> tuple[float, float]:
    """The probability that a round reveals, 1 - (1 - delta)^rounds; the logarithm of the probability that none does."""
    expected = "a number of 0 or more and below 1"
    exact = checks.real(delta, "delta", expected)
    if not 0 <= exact < 1:
        raise checks.bad("delta", delta, expected)
    failure, rest = float(exact), float(1 - exact)
    if rest == 0 or (failure == 0 and exact > 0):
        raise checks.bad("delta", delta, "a number whose distances to 0 and 1 a double can hold")
    count = checks.integer(rounds, "rounds", low=1, high=MOST_ROUNDS)
    hidden = count * (math.log1p(-failure) if failure < 0.5 else math.log(rest))
    return -math.expm1(hidden), hidden


# The mechanism.


def probabilities(data: int, *, epsilon: float, delta: Real = 0, rounds: int) -> Floats:
    """The law: the probabilities of -1, 0, ..., rounds + 1, in order."""
    revealed, hidden = reveal(delta, rounds)
    told = np.exp(hidden + log_lies(np.arange(rounds + 1), epsilon, rounds))
    return np.concatenate([[revealed], told, [0]]) if data == 0 else np.concatenate([[0], told[::-1], [revealed]])


def drawn_lies(epsilon: float, rounds: int) -> tuple[int, Floats]:
    """The numbers of lies that are ever drawn: the first, and the logarithms of the probabilities from it on."""
    peak = _likeliest(epsilon, rounds)
    low, high = (_reach(peak, end, UNDRAWN, epsilon, rounds) for end in (0, rounds))
    return low, log_lies(np.arange(low, high + 1), epsilon, rounds)


def composition(
    data: int,
    *,
    size: int,
    rng: np.random.Generator,
    epsilon: Real | None = None,
    exp_eps: Rational | None = None,
    delta: Real = 0,
    rounds: int,
) -> Integers:
    """`size` outputs of `rounds` rounds about the bit `data`.

    Args:
        data: the secret bit, 0 or 1.
        size: the number of outputs.
        rng: the source of randomness.
        epsilon: the epsilon of each round; give this or `exp_eps`.
        exp_eps: e^epsilon as a rational above 1.
        delta: the probability that a round reveals the bit, 0 or more and below 1.
        rounds: the number of rounds, 1 to 2^26.

    Raises:
        ValueError: an argument is outside its domain.
    """
    count = checks.sample_size(size)
    checks.generator(rng)
    budget = checks.budget(epsilon, exp_eps)
    secret = checks.integer(data, "data", low=0, high=1)
    rounds = checks.integer(rounds, "rounds", low=1, high=MOST_ROUNDS)
    revealed, hidden = reveal(delta, rounds)
    low, logs = drawn_lies(budget, rounds)
    extra_lies = alias_draws(logs - logs.max(), rng)

    def draw(n: int) -> Integers:
        lies = low + extra_lies(n)
        told = rounds - lies if secret else lies
        reveals = bernoulli(revealed, n, rng) if revealed < 0.5 else ~bernoulli(math.exp(hidden), n, rng)
        return np.where(reveals, rounds + 1 if secret else -1, told)

    return in_blocks(draw, count)
