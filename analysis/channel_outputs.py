"""What a channel tells of a pair of the hard class in one round: displays (20) to (23) and the sum over members.

Source: Sima, Wu, Milenkovic and Szpankowski, "Online Distribution Learning with Local Private Constraints",
Appendix A. One function a display, named after what it is, so that two sides can be compared exactly. A ``column`` is
the vector q(y~) = (q(y~|1), ..., q(y~|N)) of one report y~; the coefficients b_1, ..., b_N are a
tuple.

Reading. The index ranges of (23) are printed as sums over j in [K] in step (b); the elementary identity that is cited
for it sums over [N]. ``after_identity`` takes either.
"""

from __future__ import annotations

from fractions import Fraction

from dpassay.analysis.channels import Channel, least
from dpassay.analysis.hadamard_class import HadamardClass, contraction, hadamard
from dpassay.analysis.label_laws import Logarithmic, Vector, kl, sum_risks
from dpassay.exact import Number, Real, as_fraction, log, square_root, summed, times
from dpassay.exact.dist import total
from dpassay.exact.entrance import explain_failures
from dpassay.exact.profile import as_exp_eps

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

    With it (23) holds for every eps: SIMA-19-corrected.
    """
    t = as_exp_eps(exp_eps)
    return summed([t, Fraction(1), -2 * square_root(t)])


def sharp_line(column: Vector, exp_eps: object) -> Number | Real:
    """The last line of (23) with the sharp factor."""
    mean = least(column) * total(column) / len(column)
    return times(mean, sharp_factor(exp_eps))


# The sum over members, and the pair that is hard for all rounds


def sum_of_kls(channel: Channel, hard: HadamardClass) -> Logarithmic | None:
    """The sum over i of KL(p~_(i,1), p~_(i,2)): the left side of the display after (23); None where it is infinite."""
    return sum_risks(output_kl(channel, hard, i) for i in range(1, hard.size + 1))


def sum_bound(hard: HadamardClass, exp_eps: object) -> Number:
    """Its right side: (a^2/2) m(eps) e^eps."""
    return hard.a * hard.a / 2 * contraction(exp_eps) * as_exp_eps(exp_eps)


def sharp_sum_bound(hard: HadamardClass, exp_eps: object) -> Number | Real:
    """a^2 (e^(eps/2) - 1)^2, the right side with the sharp factor."""
    return times(hard.a * hard.a, sharp_factor(exp_eps))


explain_failures(__name__)
