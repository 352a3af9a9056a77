"""The hard class of the lower bound, finite private channels, and every quantity that its proof displays.

Source: Sima, Wu, Milenkovic and Szpankowski, "Online Distribution Learning with Local Private Constraints", Section 3
and Appendix A, displays (16) to (25). Extremal channels: Kairouz, Oh and Viswanath, "Extremal mechanisms for local
differential privacy", NIPS 2014.

One function a display, named after what it is, so that two sides can be compared exactly. Indices are the source's:
labels y, columns H_y and members i count from 1; coefficients b_1, ..., b_N are a tuple whose first entry is b_1.
A ``column`` is the vector q(y~) = (q(y~|1), ..., q(y~|N)) of one report y~.

Readings. Where K members are printed with N/2 <= K <= N - 1, the order N is the one power of two that meets this. The
index ranges of (23) are printed as sums over j in [K] in step (b); the elementary identity that is cited for
it sums over [N]. ``after_identity`` takes either. Everything here holds or fails by computation; nothing is assumed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import combinations, product
from typing import Any, TypeAlias, cast

from dpassay.exact import (
    Dist,
    ExpNumber,
    Number,
    PrivacyLoss,
    Real,
    as_fraction,
    as_positive_integer,
    as_real,
    binomial,
    log,
    power,
    require,
    square_root,
)
from dpassay.exact.dist import as_weight, total
from dpassay.exact.entrance import explain_failures
from dpassay.exact.finite_pairs import sum_logs
from dpassay.exact.logform import log_number
from dpassay.exact.profile import Atom, as_exp_eps
from dpassay.exact.rationals import first_true
from dpassay.exact.real import maximum
from dpassay.reference.distribution_game import (
    Logarithmic,
    Prediction,
    Report,
    Table,
    Vector,
    kl,
    sum_risks,
    times,
    weighted,
)

NAME = "hadamard_class"
ADJACENCY = "any_pair"
MOST_PATTERNS = 1 << 12
"""Channels that list subsets have no more reports than this."""


# The matrix and the class, (16)


def order_of(size: int) -> int:
    """Return the power of two N with N/2 <= K <= N - 1."""
    return 1 << as_positive_integer(size, "size").bit_length()


def hadamard(order: int) -> tuple[tuple[int, ...], ...]:
    """Return the Sylvester-Hadamard matrix of an order that is a power of two; it is symmetric."""
    N = as_positive_integer(order, "order")
    require(N & (N - 1) == 0, "order", order, "a power of two")
    return tuple(tuple(-1 if (y & z).bit_count() % 2 else 1 for z in range(N)) for y in range(N))


def as_number(value: object, name: str) -> Number:
    """Return an exact number: what ``as_fraction`` reads, or an element of the exact field."""
    return value if isinstance(value, ExpNumber) else as_fraction(value, name)


@dataclass(frozen=True, slots=True)
class HadamardClass:
    """The 2K laws p_(i,1), p_(i,2) on N labels: K is ``size``, and ``a`` in [0, 1] is what separates a pair."""

    size: int
    a: Number

    def __post_init__(self) -> None:
        """Check the two parameters."""
        object.__setattr__(self, "size", as_positive_integer(self.size, "size"))
        object.__setattr__(self, "a", as_number(self.a, "a"))
        require(0 <= self.a <= 1, "a", self.a, "a number in [0, 1]")

    @property
    def order(self) -> int:
        """The number N of labels."""
        return order_of(self.size)

    def signs(self, i: int) -> tuple[int, ...]:
        """Return H_(i+1), the signs of member i."""
        require(1 <= i <= self.size, "i", i, f"a member in 1..{self.size}")
        return hadamard(self.order)[i]

    def first(self, i: int) -> Vector:
        """Return p_(i,1): 2/N where the sign is -1, else 0."""
        return tuple(Fraction(1 - sign, self.order) for sign in self.signs(i))

    def second(self, i: int) -> Vector:
        """Return p_(i,2) = p_(i,1) + H_(i+1) a/N."""
        step = self.a / self.order
        return tuple(p + sign * step for p, sign in zip(self.first(i), self.signs(i), strict=True))

    def pair(self, i: int) -> tuple[Vector, Vector]:
        """Return p_(i,1) and p_(i,2)."""
        return self.first(i), self.second(i)

    def table(self) -> Table:
        """Return all 2K laws: p_(1,1), p_(1,2), p_(2,1), ..., p_(K,2)."""
        return tuple(law for i in range(1, self.size + 1) for law in self.pair(i))


def contraction(exp_eps: object) -> Number:
    """Return m(eps) = min{(e^eps - 1)^2, 1}."""
    t = as_exp_eps(exp_eps)
    square = (t - 1) * (t - 1)
    return square if square < 1 else Fraction(1)


def separation_squared(size: int, rounds: int, exp_eps: object) -> Number:
    """Return a^2 of (16), K/(9 T m(eps) e^eps); above 1 where T is too small for the theorem."""
    K, T, t = as_positive_integer(size, "size"), as_positive_integer(rounds, "rounds"), as_exp_eps(exp_eps)
    require(t > 1, "exp_eps", exp_eps, "a number above 1")
    return K / (9 * T * contraction(t) * t)


def separation(size: int, rounds: int, exp_eps: object) -> Number | Real:
    """Return a of (16): exact where a^2 is a single power, as it is for every rational e^eps."""
    return square_root(separation_squared(size, rounds, exp_eps))


def least_rounds(size: int, exp_eps: object) -> int:
    """Return the least T with T >= K/(9 m(eps) e^eps), from where on a <= 1."""
    bound = separation_squared(size, 1, exp_eps)
    return first_true(lambda T: bool(bound <= T), 1)


# Channels


@dataclass(frozen=True)
class Channel:
    """A private randomization with finitely many inputs and reports: ``rows[y][report]`` is q(report | y)."""

    rows: tuple[Vector, ...]

    def __post_init__(self) -> None:
        """Check that every row is a law, and that all have as many reports."""
        rows = tuple(tuple(as_weight(entry, "rows") for entry in row) for row in self.rows)
        require(len({len(row) for row in rows}) == 1, "rows", f"{len(rows)} rows", "at least one, all of one length")
        for y, row in enumerate(rows):
            require(total(row) == 1, f"rows[{y}]", f"with total {total(row)}", "a total of 1")
        object.__setattr__(self, "rows", rows)

    @property
    def inputs(self) -> int:
        """The number of labels."""
        return len(self.rows)

    @property
    def columns(self) -> tuple[Vector, ...]:
        """The vectors q(y~), one a report, without those of reports that no label gives."""
        return tuple(column for column in zip(*self.rows, strict=True) if any(entry != 0 for entry in column))

    def law(self, label: int) -> Dist[Any]:
        """Return the law of the report of a label in range(inputs)."""
        return Dist(dict(enumerate(self.rows[label])))

    def reports(self, t: int, label: int, table: Table) -> Dist[Report]:  # noqa: ARG002  # users of the game
        """Return the law of the report: a channel is users that do the same in every round."""
        return self.law(label)

    def output(self, p: Sequence[Number]) -> Vector:
        """Return the law of the report where the label has the law p: p~ of (21)."""
        require(len(p) == self.inputs, "p", f"of {len(p)} labels", f"a law on {self.inputs} labels")
        return tuple(total(q * mass for q, mass in zip(column, p, strict=True)) for column in self.columns)

    def loss(self) -> Number | None:
        """Return the largest ratio q(y~|y)/q(y~|y'), the least e^eps of (eps, 0)-privacy; None where it is infinite."""
        if any(least(column) == 0 for column in self.columns):
            return None
        return largest(largest(column) / least(column) for column in self.columns)

    def is_private(self, exp_eps: object) -> bool:
        """Tell whether it is (eps, 0)-locally private."""
        loss = self.loss()
        return loss is not None and bool(loss <= as_exp_eps(exp_eps))


def least(values: Iterable[Number]) -> Number:
    """Return the smallest exact number."""
    return reduce(lambda a, b: b if b < a else a, _some(values))


def largest(values: Iterable[Number]) -> Number:
    """Return the largest exact number."""
    return reduce(lambda a, b: b if b > a else a, _some(values))


def _some(values: Iterable[Number]) -> list[Number]:
    listed = list(values)
    require(bool(listed), "values", listed, "at least one")
    return listed


Patterns: TypeAlias = "Mapping[frozenset[int], object]"


def extremal_channel(inputs: int, patterns: Patterns, exp_eps: object) -> Channel:
    """Return the staircase channel with a report for every subset S: q(S|y) = weight(S) (e^eps if y in S else 1).

    Kairouz, Oh and Viswanath: all extreme (eps, 0)-private channels are of this form. Labels are in range(inputs); the
    weights must make every row total 1.
    """
    t = as_exp_eps(exp_eps)
    weights = [(members, as_number(weight, "patterns")) for members, weight in patterns.items()]
    return Channel(tuple(tuple(w * t if y in S else w for S, w in weights) for y in range(inputs)))


def balanced_channel(inputs: int, subsets: Iterable[Iterable[int]], exp_eps: object) -> Channel:
    """Return the staircase channel of equal weights, on subsets of which every label is in equally many."""
    listed = list(map(frozenset, subsets))
    require(bool(listed), "subsets", "none", "at least one subset of the inputs")
    t = as_exp_eps(exp_eps)
    inside = sum(0 in S for S in listed)
    weight = 1 / (inside * t + (len(listed) - inside))
    return extremal_channel(inputs, dict.fromkeys(listed, weight), t)


def randomized_response(inputs: int, exp_eps: object) -> Channel:
    """Return k-ary randomized response."""
    return balanced_channel(inputs, ([y] for y in range(inputs)), exp_eps)


def subset_mechanism(inputs: int, members: int, exp_eps: object) -> Channel:
    """Return the subset mechanism: a report is a subset of ``members`` labels, likelier where it holds the true one."""
    require(0 <= members <= inputs, "members", members, f"at most {inputs}")
    require(binomial(inputs, members) <= MOST_PATTERNS, "members", members, f"at most {MOST_PATTERNS} subsets")
    return balanced_channel(inputs, combinations(range(inputs), members), exp_eps)


def binary_mechanism(inputs: int, subset: Iterable[int], exp_eps: object) -> Channel:
    """Return randomized response on the one bit "the label is in the subset"."""
    inside = frozenset(subset)
    return balanced_channel(inputs, [inside, frozenset(range(inputs)) - inside], exp_eps)


def hadamard_mechanism(order: int, exp_eps: object) -> Channel:
    """Return the channel that picks a column of the Hadamard matrix but the first, and reports a noisy sign of it."""
    signs = hadamard(order)[1:]
    subsets = ([y for y, sign in enumerate(row) if sign == side] for row in signs for side in (1, -1))
    return balanced_channel(order, subsets, exp_eps)


def identity_channel(inputs: int) -> Channel:
    """Return the channel without privacy."""
    return Channel(tuple(tuple(Fraction(int(y == z)) for z in range(inputs)) for y in range(inputs)))


def both(first: Channel, second: Channel) -> Channel:
    """Return the channel that shows two independent reports of the same label; the losses multiply at most."""
    rows = zip(first.rows, second.rows, strict=True)
    return Channel(tuple(tuple(p * q for p, q in product(left, right)) for left, right in rows))


def post_processed(channel: Channel, kernel: Channel) -> Channel:
    """Return the channel whose report goes through a second one; the loss does not grow."""
    reports = len(channel.rows[0])
    require(reports == kernel.inputs, "kernel", f"of {kernel.inputs} inputs", f"one of {reports}, a row a report")
    columns = tuple(zip(*kernel.rows, strict=True))
    return Channel(
        tuple(
            tuple(total(q * k for q, k in zip(row, column, strict=True)) for column in columns) for row in channel.rows
        )
    )


def chosen_at_random(parts: Iterable[tuple[object, Channel]]) -> Channel:
    """Return the channel that picks one of several at random and shows which: its loss is the largest of theirs."""
    listed = [(as_number(weight, "weight"), channel) for weight, channel in parts]
    require(bool(listed), "parts", "none", "at least one channel with its weight")
    return Channel(
        tuple(tuple(w * q for w, channel in listed for q in channel.rows[y]) for y in range(listed[0][1].inputs))
    )


# Coefficients and output laws, (20) and (21)


def coefficients(column: Vector) -> Vector:
    """Return b_1, ..., b_N of (20), for which q(y~) = sum_y b_y H_y."""
    N = len(column)
    return tuple(total(q * sign for q, sign in zip(column, signs, strict=True)) / N for signs in hadamard(N))


def combined(b: Vector) -> Vector:
    """Return sum_y b_y H_y: (20) read from the right."""
    return tuple(total(value * sign for value, sign in zip(b, signs, strict=True)) for signs in hadamard(len(b)))


def outputs(channel: Channel, hard: HadamardClass, i: int) -> tuple[Vector, Vector]:
    """Return p~_(i,1) and p~_(i,2) of (21)."""
    return channel.output(hard.first(i)), channel.output(hard.second(i))


def first_output_displayed(channel: Channel, hard: HadamardClass, i: int) -> Vector:
    """The display after (21): 2 (sum of q(y~|y) over the labels of sign -1)/N."""
    return tuple(
        2 * total(q for q, sign in zip(column, hard.signs(i), strict=True) if sign == -1) / hard.order
        for column in channel.columns
    )


def second_output_displayed(channel: Channel, hard: HadamardClass, i: int) -> Vector:
    """The display after (21): the first output law plus a b_(i+1)."""
    first = first_output_displayed(channel, hard, i)
    return tuple(p + hard.a * coefficients(column)[i] for p, column in zip(first, channel.columns, strict=True))


# KL of output laws, (22)


def output_kl(channel: Channel, hard: HadamardClass, i: int) -> Logarithmic | None:
    """KL(p~_(i,1), p~_(i,2)); None where it is infinite."""
    return kl(*outputs(channel, hard, i))


def chi_square(channel: Channel, hard: HadamardClass, i: int) -> Number | None:
    """The chi-square divergence: sum of (p~_(i,2) - p~_(i,1))^2/p~_(i,1); None where it is infinite."""
    pairs = [(p, q - p) for p, q in zip(*outputs(channel, hard, i), strict=True) if q != p]
    return None if any(p == 0 for p, _ in pairs) else total(step * step / p for p, step in pairs)


def relative_steps(channel: Channel, hard: HadamardClass, i: int) -> Vector:
    """p~_(i,2)/p~_(i,1) - 1 at the reports that p~_(i,1) gives: the x at which (22)(a) uses x - x^2 <= log(1 + x).

    The source says "for x >= 0"; x may be negative, but never below -a/2, since p_(i,2) >= (1 - a/2) p_(i,1).
    """
    return tuple(q / p - 1 for p, q in zip(*outputs(channel, hard, i), strict=True) if p != 0)


def below_logarithm(x: object) -> bool:
    """Tell whether x - x^2 <= log(1 + x), the inequality of (22)(a); false for x just above -1."""
    value = as_fraction(x, "x")
    return log(1 + value) >= value - value * value


def kl_bound(channel: Channel, hard: HadamardClass, i: int) -> Number | None:
    """The right side of (22): sum over reports of a^2 b_(i+1)^2/min_y q(y~|y); None where it is infinite."""
    pairs = [(coefficients(column)[i], least(column)) for column in channel.columns]
    steps = [(hard.a * b, q) for b, q in pairs if b != 0]
    return None if any(q == 0 for _, q in steps) else total(step * step / q for step, q in steps)


# The sums over coefficients of one report, (23)


def square_sum(column: Vector) -> Number:
    """The left side of (23): b_2^2 + ... + b_N^2."""
    return total(b * b for b in coefficients(column)[1:])


def after_parseval(column: Vector) -> Number:
    """(23)(a): the mean of the squares minus the square of the mean."""
    mean = total(column) / len(column)
    return total(q * q for q in column) / len(column) - mean * mean


def after_identity(column: Vector, last: int | None = None) -> Number:
    """(23)(b): sum over i in [N] and j in [``last``] of (q_i - q_j)^2, over 2 N^2.

    Printed with ``last`` = K; the identity that is cited for it needs ``last`` = N, which is the default.
    """
    N = len(column)
    return total((p - q) * (p - q) for p in column for q in column[:last]) / (2 * N * N)


def after_privacy(column: Vector, exp_eps: object) -> Number:
    """(23)(c): m(eps) (sum of q_i^2)/(2N)."""
    return contraction(exp_eps) * total(q * q for q in column) / (2 * len(column))


def last_line(column: Vector, exp_eps: object) -> Number:
    """The last line of (23): m(eps) e^eps (sum of min_y q_y q_i)/(2N)."""
    return contraction(exp_eps) * as_exp_eps(exp_eps) * least(column) * total(column) / (2 * len(column))


def sharp_factor(exp_eps: object) -> Number | Real:
    """Return (e^(eps/2) - 1)^2, which belongs in the place of m(eps) e^eps/2.

    A private column has entries between s and s e^eps, with s = min_y q_y; with mean x s its variance is at
    most (s e^eps - x s)(x s - s) (Bhatia and Davis), which is s times the mean times e^eps + 1 - x - e^eps/x. That is
    largest at x = e^(eps/2). So b_2^2 + ... + b_N^2 <= (e^(eps/2) - 1)^2 min_y q_y (sum of q_i)/N, for every eps.
    """
    t = as_exp_eps(exp_eps)
    root = square_root(t)
    return as_real(t) + 1 - 2 * root if isinstance(root, Real) else t + 1 - 2 * root


def sharp_line(column: Vector, exp_eps: object) -> Number | Real:
    """The last line of (23) with the sharp factor."""
    mean = least(column) * total(column) / len(column)
    factor = sharp_factor(exp_eps)
    return as_real(mean) * factor if isinstance(factor, Real) else mean * factor


# The sum over members, and the pair that is hard for all rounds


def sum_of_kls(channel: Channel, hard: HadamardClass) -> Logarithmic | None:
    """The sum over i of KL(p~_(i,1), p~_(i,2)): the left side of the display after (23); None where it is infinite."""
    return sum_risks(output_kl(channel, hard, i) for i in range(1, hard.size + 1))


def sum_bound(hard: HadamardClass, exp_eps: object) -> Number:
    """Its right side: (a^2/2) m(eps) e^eps."""
    return hard.a * hard.a / 2 * contraction(exp_eps) * as_exp_eps(exp_eps)


def split_sum_bound(channel: Channel, hard: HadamardClass) -> Real:
    """A bound on the sum over i of the KLs that proves the display after (23) for every eps.

    The printed proof goes through steps of (23) that fail for a large eps. Instead: KL(p~_(i,1), p~_(i,2)) is the sum
    of p~_(i,1) (x - log(1 + x)) with x = a b/p~_(i,1). Where b > 0 that is at most a^2 b^2/(2 min_y q). Where b < 0,
    x is at least -a/2 >= -1/2, so x - log(1 + x) <= c x^2 with c = 4 log 2 - 2 < 4/5, and p~_(i,1), the mean of q over
    the labels of sign -1, is above the mean of q over all. So with s = min_y q and r s = the mean of q, a report
    adds at most a^2 V max(1/(2s), c/(r s)) with V = b_2^2 + ... + b_N^2 <= s^2 (t - r)(r - 1), t = e^eps.

    Each such term is at most (a^2/2) m(eps) t times the mean r s, and the means total 1. The first of the two: by
    (t - r)(r - 1)/r <= (sqrt(t) - 1)^2 <= m(eps) t. The second, for t >= 2: by (r - 1)/r^2 <= 1/4 and c <= 2; for
    t < 2: by (t - r)(r - 1)/r^2 <= (sqrt(t) - 1)^2 and 2 c <= (sqrt(t) + 1)^2 t.
    """
    c = as_real(log(2) * 4 - 2)
    square = as_real(hard.a * hard.a)
    return sum((square * as_real(square_sum(q)) * _largest_inverse(q, c) for q in channel.columns), as_real(0))


def _largest_inverse(column: Vector, c: Real) -> Real:
    return maximum(as_real(1 / (2 * least(column))), c * as_real(len(column) / total(column)))


def sharp_sum_bound(hard: HadamardClass, exp_eps: object) -> Number | Real:
    """a^2 (e^(eps/2) - 1)^2, the right side with the sharp factor."""
    factor, square = sharp_factor(exp_eps), hard.a * hard.a
    return as_real(square) * factor if isinstance(factor, Real) else square * factor


def fold_kl(channels: Iterable[Channel], hard: HadamardClass, i: int) -> Logarithmic | None:
    """KL of the laws of the reports of all rounds, one channel a round: the sum of the KLs."""
    return sum_risks(output_kl(channel, hard, i) for channel in channels)


def fold_loss(channels: Sequence[Channel], hard: HadamardClass, i: int) -> PrivacyLoss:
    """The laws of the reports of all rounds under p_(i,1) and p_(i,2), reduced to their likelihood ratio."""
    require(len(channels) > 0, "channels", "()", "at least one, one a round")
    losses = [PrivacyLoss.from_atoms(map(Atom, *outputs(channel, hard, i))) for channel in channels]
    return reduce(PrivacyLoss.compose, losses)


def fold_variation(channels: Sequence[Channel], hard: HadamardClass, i: int) -> Number:
    """The total variation of the laws of the reports of all rounds, one channel a round."""
    return fold_loss(channels, hard, i).delta(1)


def pinsker_bound(divergence: Logarithmic) -> Real:
    """sqrt(KL/2), a bound on the total variation."""
    return (as_real(divergence) / 2).sqrt()


def printed_pinsker_bound(divergence: Logarithmic) -> Real:
    """sqrt(2 KL), as (24) prints it: twice ``pinsker_bound``."""
    return (as_real(divergence) * 2).sqrt()


# Le Cam, (25)


def le_cam_bound(variation: Number) -> Number:
    """(1 - TV)/2, the right side of (25)."""
    return (1 - variation) / 2


def error_probabilities(
    decides_second: Callable[[tuple[int, ...]], bool], channels: Sequence[Channel], hard: HadamardClass, i: int
) -> tuple[Number, Number]:
    """The probability that a test errs, under p_(i,1) and under p_(i,2); it is given one report a round."""
    listed = list(sequences(channels, hard, i))
    first = total(p for reports, (p, _) in listed if decides_second(reports))
    second = total(q for reports, (_, q) in listed if not decides_second(reports))
    return first, second


def sequences(
    channels: Sequence[Channel], hard: HadamardClass, i: int
) -> Iterator[tuple[tuple[int, ...], tuple[Number, Number]]]:
    """Yield the reports of all rounds with their probabilities under p_(i,1) and p_(i,2)."""
    pairs = [list(enumerate(zip(*outputs(channel, hard, i), strict=True))) for channel in channels]
    for chosen in product(*pairs):
        p, q = (_times(both_laws[side] for _, both_laws in chosen) for side in (0, 1))
        yield tuple(report for report, _ in chosen), (p, q)


def _times(values: Iterable[Number]) -> Number:
    return reduce(lambda a, b: a * b, values, cast("Number", Fraction(1)))


# KL of the laws themselves, (18) and (19)


def midpoint(hard: HadamardClass, i: int) -> Vector:
    """(p_(i,1) + p_(i,2))/2."""
    return tuple((p + q) / 2 for p, q in zip(*hard.pair(i), strict=True))


def midpoint_kl(hard: HadamardClass, i: int) -> Logarithmic:
    """KL(p_(i,1), (p_(i,1) + p_(i,2))/2), computed as a sum over labels."""
    return cast("Logarithmic", kl(hard.first(i), midpoint(hard, i)))


def midpoint_kl_displayed(hard: HadamardClass) -> Logarithmic:
    """log(2/(2 - a/2)), which (19) gives for it."""
    return log_number(2 / (2 - hard.a / 2))


def larger_kl(hard: HadamardClass, i: int, estimate: Prediction) -> tuple[Logarithmic | None, Logarithmic | None]:
    """Return KL(p_(i,1), p^) and KL(p_(i,2), p^): the two of which (19) takes the larger."""
    return kl(hard.first(i), estimate), kl(hard.second(i), estimate)


def two_point_odds(hard: HadamardClass) -> Number:
    """Return s = (a/2) (1 - a/2)^((2 - a)/a), the odds of sign +1 under the best estimate of a pair; a rational."""
    a = as_fraction(hard.a, "a")
    require(a > 0, "a", a, "a number above 0")
    return a / 2 * power(1 - a / 2, (2 - a) / a)


def best_estimate(hard: HadamardClass, i: int) -> Vector:
    """Return the p^ at which the larger of the two KLs of (19) is least.

    It is constant on each sign (averaging over labels of one sign does not increase the larger KL), with mass r on
    sign +1; the two KLs are -log(1 - r) and the binary KL of a/2 and r, and they are equal at r/(1 - r) = s.
    """
    s = two_point_odds(hard)
    mass = {1: s / (1 + s), -1: 1 / (1 + s)}
    return tuple(2 * mass[sign] / hard.order for sign in hard.signs(i))


def two_point_radius(hard: HadamardClass) -> Real:
    """The least larger KL of (19), log(1 + s): the capacity of the Z-channel with inputs p_(i,1) and p_(i,2)."""
    return as_real(1 + two_point_odds(hard)).log()


def expected_kl(
    estimator: Callable[[tuple[int, ...]], Prediction],
    channels: Sequence[Channel],
    hard: HadamardClass,
    i: int,
) -> tuple[Logarithmic | None, Logarithmic | None]:
    """The expected KL of an estimator of all reports, under p_(i,1) and under p_(i,2): the left side of (18)."""
    means: list[list[Logarithmic | None]] = [[], []]
    for reports, probabilities in sequences(channels, hard, i):
        for side, law in enumerate(hard.pair(i)):
            if probabilities[side] != 0:
                value = kl(law, estimator(reports))
                means[side].append(None if value is None else weighted(probabilities[side], value))
    return sum_risks(means[0]), sum_risks(means[1])


def least_mean_kl(channels: Sequence[Channel], hard: HadamardClass, i: int) -> Logarithmic:
    """The least mean over p_(i,1), p_(i,2) of the expected KL, over all estimators: no larger KL can be below it.

    It is reached by the posterior mean: a mean of KLs to one estimate is least at the mean of the laws.
    """

    def posterior_mean(reports: tuple[int, ...]) -> Vector:
        p, q = likelihoods[reports]
        return tuple((p * first + q * second) / (p + q) for first, second in zip(*hard.pair(i), strict=True))

    likelihoods = dict(sequences(channels, hard, i))
    first, second = expected_kl(posterior_mean, channels, hard, i)
    return sum_logs([weighted(Fraction(1, 2), cast("Logarithmic", value)) for value in (first, second)])


def risk_bound(hard: HadamardClass) -> Number:
    """a/132, the right side of (18)."""
    return hard.a / 132


def theorem_bound(size: int, rounds: int, exp_eps: object) -> Number | Real:
    """T a/132, the lower bound on the KL-risk that (17) and (18) give: sqrt(K T/(m(eps) e^eps))/396."""
    require(rounds >= least_rounds(size, exp_eps), "rounds", rounds, f"at least {least_rounds(size, exp_eps)}")
    return times(Fraction(rounds, 132), separation(size, rounds, exp_eps))


explain_failures(__name__)
