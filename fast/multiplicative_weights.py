"""Multiplicative weights (Hedge): in every round choose an expert with probability exponential in its past rewards.

Source: section 2, "Online learning with experts", of lecture notes on private learning that follow chapter 11
of Dwork and Roth, "The algorithmic foundations of differential privacy" (2014); the algorithm is that of Arora,
Hazan and Kale, "The multiplicative weights update method: a meta-algorithm and applications" (2012), where it
is called Hedge, and which has the form for losses. With rewards r_t(i) in [0, 1] and a learning rate alpha, as
computed by `probabilities`,

    P(i_t = i) = e^(alpha (r_1(i) + ... + r_(t-1)(i))) / sum over j of the same,

and e^(-alpha ...) where r is a loss. An expert is chosen before the rewards of its round are known, so that the
first choice is uniform. Given the rewards the choices are independent.

Privacy: the public output is the transcript i_1, ..., i_T; neighbors are matrices of rewards that differ in one
row. Each choice but the first is 2 alpha-private, so the transcript is 2 alpha (T - 1)-private.

In each round a choice is found by where an exponential draw falls among the logarithms of the cumulative probabilities.
`dpassay.fast.multiplicative_weights_stream` plays long streams of rewards by the same law.

Floating point: rewards are rounded to doubles first. `probabilities` sums them with their rounding errors (Knuth's
two-sum), so that the lag of an expert behind the best is off by a relative 2^-51 and an absolute T^2 2^-104, also
after 10^6 rounds. In `multiplicative_weights` coins are comparisons of an exponential draw with the logarithm of a
probability, where the small weights are summed first; under e^-44.5 < 2^-64 an expert is never chosen.
`dpassay.fast.draws` says what else NumPy's draws add: a choice that is 2 alpha-private is (2 alpha + 2^-38,
2^-48)-private with them, hence the transcript (2 alpha (T - 1) + T 2^-38, T 2^-48)-private, as long as alpha T^2
stays under 2^64. A low bit of an output tells nothing, since outputs are indices.

Speed: a sort and a sum of K weights a round, and an exponential draw and a binary search a choice.
Time: not constant: the time of a search may depend on the rewards as well as on the draws.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from dpassay.fast import checks
from dpassay.fast.checks import Rational, Real
from dpassay.fast.draws import Floats, Integers, in_blocks

__all__ = [
    "MOST_EXPERTS",
    "MOST_ROUNDS",
    "Rewards",
    "RunningSum",
    "draw_experts",
    "form_sign",
    "in_unit_interval",
    "multiplicative_weights",
    "probabilities",
    "read_rate",
    "read_table",
    "row_width",
    "scaled_logs",
]

Rewards = Sequence[Sequence[Real]] | NDArray[np.floating] | NDArray[np.integer]

MOST_EXPERTS: Final = 2**31
MOST_ROUNDS: Final = 2**31

_ONE: Final = np.float64(1).view(np.uint64)


class RunningSum:
    """Sums of doubles, entry by entry, with what was lost by rounding: Knuth's two-sum.

    Attributes:
        high: the sums as rounded.
        low: the rounding errors so far, so that high + low is as if summed with twice the digits.
    """

    def __init__(self, shape: int | tuple[int, ...]) -> None:
        self.high: Floats = np.zeros(shape)
        self.low: Floats = np.zeros(shape)

    def add(self, values: Any) -> None:
        """Add one value to each sum."""
        total = self.high + values
        back = total - self.high
        self.low += (self.high - (total - back)) + (values - back)
        self.high = total + self.low  # so that what is low stays low
        self.low -= self.high - total

    def value(self) -> Floats:
        """Each sum, rounded once."""
        return np.asarray(self.high + self.low)

    def lags(self, sign: int) -> Floats:
        """Each sum less the largest (sign = 1) or the smallest less each (sign = -1): at most zero, somewhere zero."""
        best = self.high.argmax() if sign > 0 else self.high.argmin()
        gaps = (self.high - self.high[best]) + (self.low - self.low[best])
        lags: Floats = gaps - gaps.max() if sign > 0 else gaps.min() - gaps
        return lags


def probabilities(data: Floats, *, learning_rate: float, form: str = "gain") -> Floats:
    """The law of each choice: one row a round, which adds up to one."""
    weights = np.exp(np.array(list(_log_weights(data, learning_rate, form_sign(form)))))
    law: Floats = weights / weights.sum(axis=1, keepdims=True)
    return law


def multiplicative_weights(
    data: Rewards,
    *,
    size: int,
    rng: np.random.Generator,
    learning_rate: Real | None = None,
    exp_learning_rate: Rational | None = None,
    rounds: int,
    experts: int,
    form: str = "gain",
) -> Integers:
    """`size` transcripts, one a row: the experts that were chosen, from 0, in each round.

    Args:
        data: the rewards in [0, 1], one row a round and one column an expert.
        size: the number of transcripts.
        rng: the source of randomness.
        learning_rate: alpha above 0; give this or `exp_learning_rate`.
        exp_learning_rate: e^alpha as a rational above 1.
        rounds: the number of rounds, 1 or more.
        experts: the number of experts, 1 or more.
        form: "gain" if `data` are rewards, "loss" if they are losses.

    Raises:
        ValueError: an argument is outside its domain.
    """
    count = checks.sample_size(size)
    checks.generator(rng)
    rate, sign = read_rate(learning_rate, exp_learning_rate), form_sign(form)
    length = checks.integer(rounds, "rounds", low=1, high=MOST_ROUNDS)
    width = checks.integer(experts, "experts", low=1, high=MOST_EXPERTS)
    matrix = in_unit_interval(read_table(data, "data", width, length), "data")
    transcripts = np.empty((length, count), np.int64)
    for choices, logs in zip(transcripts, _log_weights(matrix, rate, sign), strict=True):
        choices[:] = draw_experts(logs, count, rng)
    return np.ascontiguousarray(transcripts.T)


def _log_weights(matrix: Floats, rate: float, sign: int) -> Iterator[Floats]:
    """The logarithms of the weights in each round: zero for the best expert, at most zero for the others."""
    rewards = RunningSum(matrix.shape[1])
    for row in matrix:
        yield scaled_logs(rewards.lags(sign), rate)
        rewards.add(row)


def scaled_logs(lags: Floats, rate: float) -> Floats:
    """The product, where minus infinity is the weight zero."""
    with np.errstate(over="ignore"):
        return lags * rate


def draw_experts(logs: Floats, count: int, rng: np.random.Generator) -> Integers:
    """`count` choices by where an exponential draw falls among the logarithms of the rest of the mass."""
    ranked = np.argsort(-logs, kind="stable")  # the likeliest first
    mass = np.cumsum(np.exp(logs[ranked[::-1]]))  # summed from its small end
    with np.errstate(divide="ignore"):
        bounds = -np.log(mass[-2::-1] / mass[-1])
    return in_blocks(lambda n: ranked[np.searchsorted(bounds, rng.standard_exponential(n), side="right")], count)


def read_rate(learning_rate: object, exp_learning_rate: object) -> float:
    """The double nearest to the learning rate, of which exactly one form is given."""
    if (learning_rate is None) == (exp_learning_rate is None):
        got = "neither" if learning_rate is None else "both"
        raise ValueError(f"learning_rate, exp_learning_rate: expected exactly one of the two, got {got}")
    if exp_learning_rate is None:
        return checks.positive(learning_rate, "learning_rate")
    try:
        return checks.budget(None, exp_learning_rate)
    except ValueError as error:
        raise ValueError(str(error).replace("exp_eps", "exp_learning_rate")) from None


def form_sign(form: object) -> int:
    """1 for gains, -1 for losses."""
    if not isinstance(form, str) or form not in ("gain", "loss"):
        raise checks.bad("form", form, "'gain' or 'loss'")
    return 1 if form == "gain" else -1


def row_width(block: object) -> int:
    """The number of experts in the first block."""
    rows: Any = block if _is_sequence(block) else ()
    if len(rows) == 0 or not _is_sequence(rows[0]) or len(rows[0]) == 0:
        raise checks.bad("blocks", block, "blocks of one row or more, of one number or more in [0, 1]")
    return len(rows[0])


def read_table(data: object, name: str, experts: int, rounds: int | None = None) -> NDArray[Any]:
    """An array of numbers of the right shape, with any number of rows unless `rounds` is given."""
    expected = f"{'' if rounds is None else f'{rounds} '}rows of {experts} numbers in [0, 1]"
    table: Any = data
    if isinstance(data, np.ndarray):
        fits = data.ndim == 2 and data.dtype.kind in "iuf" and data.shape[1] == experts
    else:
        fits = _is_sequence(data) and all(_is_sequence(row) and len(row) == experts for row in table)
    if not fits or rounds not in (None, len(table)):
        raise checks.bad(name, data, expected)
    if isinstance(data, np.ndarray):
        return data
    return np.array([[_reward(entry, name) for entry in row] for row in table]).reshape(len(table), experts)


def _is_sequence(value: object) -> bool:
    """Whether it is a list or an array, and no text."""
    if isinstance(value, np.ndarray):
        return value.ndim > 0
    return isinstance(value, Sequence) and not isinstance(value, (str, bytes))


def _reward(entry: object, name: str) -> float:
    """One reward, rounded to a double."""
    exact = checks.real(entry, name, "rewards in [0, 1]")
    if not 0 <= exact <= 1:
        raise checks.bad(name, entry, "rewards in [0, 1]")
    return float(exact)


def in_unit_interval(rewards: NDArray[Any], name: str) -> Floats:
    """The same as contiguous doubles in [0, 1].

    As unsigned integers the doubles in [0, 1] are those up to the pattern of 1, but for -0.0: one pass, not two.
    """
    doubles = np.ascontiguousarray(rewards, np.float64)
    if doubles.size and (doubles.view(np.uint64).max() > _ONE or rewards.dtype.itemsize > doubles.dtype.itemsize):
        outside = rewards[~((rewards >= 0) & (rewards <= 1))]  # before they are rounded
        if outside.size:
            raise checks.bad(name, outside[0].item(), "rewards in [0, 1]")
    return doubles
