"""PRIEST-KLD: how much noise each model adds, as printed and as privacy needs it.

Corrected: the least standard deviation that (eps, delta) allow for what is really released (Balle and Wang, "Improving
the Gaussian mechanism for differential privacy", ICML 2018, Theorem 8), rounded up by less than 2^-58 of itself.
Released are the estimate (Trusted), the pair of sums with two independent noises (TAgg: its l2 sensitivity), and the
reports P(x_t), each with a noise of its own (Dist). The letters a and b move in every round that asks for them, so the
reports on x_1, ..., x_T move by sqrt(m_a + m_b) / |C_t| at most, where m_x is how often x was asked for: more noise
where letters come again, SCOTT-30-corrected. (A server that asks once for each letter it draws needs only sqrt(2),
SCOTT-32.)

Printed: Corollary 3.1 has variance 2 log(1.25/delta) Delta / eps, read as variance because it stands for the second
parameter of N(0, .). Trusted: Delta = 0.7 of Theorem 4.9. TAgg: one noise in both sums, (sqrt(2) eps / T, delta)-DP for
the same Delta. Dist: eps and Delta = sqrt(2) / N, as the proof of Theorem 4.11 has it, where "N is # samples x_t", T.
SCOTT-02a, SCOTT-19 and SCOTT-32c refute them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from dpassay.exact import LogForm, Real, Scalar, as_real, largest, log
from dpassay.exact.entrance import explain_failures
from dpassay.reference.gaussian import analytic_sigma
from dpassay.reference.priest_kld_setting import Parameters, steps

PRINTED_SENSITIVITY = Fraction(7, 10)
"""Theorem 4.9."""


def standard_deviation(samples: Sequence[int], parameters: Parameters) -> Fraction:
    """Return the standard deviation of each noise, given x_1, ..., x_T (which matter in "dist" only)."""
    if parameters.calibration == "printed":
        return as_real(printed_variance(parameters)).sqrt().bounds()[1]
    unit = analytic_sigma(parameters.budget, parameters.delta, Fraction(1))
    return unit * as_real(released_sensitivity(samples, parameters)).bounds()[1]


def released_sensitivity(samples: Sequence[int], parameters: Parameters) -> LogForm | Real:
    """Return how far one item moves what is released: the estimate, the pair of sums, or the reports."""
    if parameters.trust == "trusted":
        return estimate_sensitivity(parameters)
    if parameters.trust == "tagg":
        return sums_sensitivity(parameters)
    return reports_sensitivity(samples, parameters)


def estimate_sensitivity(parameters: Parameters) -> LogForm:
    """Return how far one item moves the estimate, at the worst x_t: all one letter, held by C_t as often in each round.

    A change is a mean over the rounds of a step of one letter.
    """
    changes = [linear - logarithm for linear, logarithm in steps(parameters)]
    return max(max(change, -change) for change in changes)


def sums_sensitivity(parameters: Parameters) -> Real:
    """Return how far one item moves the pair (sum of lambda (r - 1), sum of log r) in the plane, at the worst x_t."""
    squares: list[Scalar] = [as_real(linear**2) + as_real(logarithm) ** 2 for linear, logarithm in steps(parameters)]
    return parameters.rounds * as_real(largest(squares)).sqrt()


def reports_sensitivity(samples: Sequence[int], parameters: Parameters) -> Real:
    """Return how far one item moves the reports on these samples in l2: sqrt(m_a + m_b) / |C_t| for the commonest."""
    often = sum(count for _, count in Counter(samples).most_common(2))
    return as_real(often).sqrt() / parameters.counted


def printed_variance(parameters: Parameters) -> Real:
    """Return the variance that the text prints, of the one noise in Trusted and TAgg and of each in Dist."""
    failure = as_real(2 * log(Fraction(5, 4) / parameters.delta))
    epsilon = as_real(parameters.budget.epsilon)
    if parameters.trust == "trusted":
        return failure * PRINTED_SENSITIVITY / epsilon
    if parameters.trust == "tagg":
        return failure * PRINTED_SENSITIVITY * parameters.rounds / (as_real(2).sqrt() * epsilon)
    return failure * as_real(2).sqrt() / (parameters.rounds * epsilon)


explain_failures(__name__)
