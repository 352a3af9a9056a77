"""What the proof of SIMA-35a-corrected says of noises of scale 1, without any learner."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise, product
from math import comb
from typing import Final

from flint import acb, arb, ctx

from dpassay.exact import LogForm, Real, as_real, decide, log
from dpassay.exact.real import rational_ball
from dpassay.proofs_check.instances import (
    ABOVE_0,
    entries,
    family,
    rational,
    told,
    whole,
)
from dpassay.proofs_check.kernel.finite import Instance


def most_of_sums(instance: Instance) -> Fraction:
    """E max_i (N_1^i + ... + N_m^i) for K sums of m Laplace variables of scale 1, where K = 2 or m = 1.

    K = 2: half of E |difference|, a difference of two Gamma(2m) variables. m = 1: the integral of P(max > x).
    """
    experts, m = instance["experts"], instance["rounds"]
    if experts == 2:
        return Fraction(2 * m * comb(4 * m, 2 * m), 16**m)
    above = sum((Fraction(2**j - 1, j * 2**j) for j in range(1, experts + 1)), Fraction(0))
    return above - Fraction(1, experts * 2**experts)


def most_of_signs(instance: Instance) -> Fraction:
    """E max_i (s_1^i + ... + s_n^i) for K sums of n independent signs."""
    experts, n = instance["experts"], instance["rounds"]
    below = [Fraction(0), *(Fraction(sum(comb(n, i) for i in range(k + 1)), 2**n) ** experts for k in range(n + 1))]
    return sum(((2 * k - n) * (below[k + 1] - below[k]) for k in range(n + 1)), Fraction(0))


def noisy_trace(instance: Instance) -> arb:
    """E 2 x w (1 - w), w = 1/(1 + e^(-x (u + N_1 - N_2))), for Laplace variables of scale 1."""
    x, u = rational_ball(Fraction(instance["tilt"])), rational_ball(Fraction(instance["ahead"]))
    reach = arb(int(ctx.prec) + 8)

    def both_sides(v: acb, _: bool) -> acb:
        curves = sum((((x * (u + s * v)) / 2).cosh() ** -2 for s in (1, -1)), acb(0))
        return curves * x / 2 * (1 + v) * (-v).exp() / 4

    ends = [arb(0), *(arb(2) ** n for n in range(-8, 5)), reach]
    inner = sum((acb.integral(both_sides, acb(a), acb(b)).real for a, b in pairwise(ends)), arb(0))
    return inner + (x / 2 * (2 + reach) * (-reach).exp() / 2).union(arb(0))  # the integrand is at most x/2 there


MEAN: Final = entries(experts=whole(2), rounds=whole(1))
MEAN_OF_SUMS: Final = MEAN.having(experts=whole(2, 2)) | MEAN.having(rounds=whole(1, 1))
TRACE: Final = entries(tilt=ABOVE_0, ahead=rational())


def _sums_within(instance: Instance, share: Fraction) -> bool:
    """Tell whether the largest sum is within the share of sqrt(2 m) (log K + log 2)."""
    m, most = instance["rounds"], most_of_sums(instance)
    return decide(as_real(log(2 * instance["experts"]) * share) * as_real(2 * m).sqrt() >= as_real(most))


def _signs_within(instance: Instance, share: Fraction) -> bool:
    """Tell whether the largest sum is within the share of sqrt(2 n log K), both squared."""
    most = most_of_signs(instance)
    return bool((log(instance["experts"]) * (2 * instance["rounds"] * share**2) - LogForm(most**2)).sign() >= 0)


def _trace_within(instance: Instance, share: Fraction) -> bool:
    return decide(Real(lambda: rational_ball(share) * (2 * arb(2).log()).sqrt() - noisy_trace(instance)) >= 0)


told("sima35a-largest", "E max_i S_m^i <= b sqrt(2 m) (log K + log 2), for b = 1", MEAN_OF_SUMS)(
    lambda instance: _sums_within(instance, Fraction(1))
)
told("sima35a-largest-too-sharp", "... 11/20 of it", MEAN_OF_SUMS)(
    lambda instance: _sums_within(instance, Fraction(11, 20))
)
told("sima35a-signs", "E max_i sum_k sign(N_k^i) <= sqrt(2 n log K)", MEAN)(
    lambda instance: _signs_within(instance, Fraction(1))
)
told("sima35a-signs-too-sharp", "... 4/5 of it", MEAN)(lambda instance: _signs_within(instance, Fraction(4, 5)))
told("sima35a-trace", "E 2 x w (1 - w) <= sqrt(2 log 2)/b, for b = 1", TRACE)(
    lambda instance: _trace_within(instance, Fraction(1))
)
told("sima35a-trace-too-sharp", "... 2/5 of it", TRACE)(lambda instance: _trace_within(instance, Fraction(2, 5)))


@family("sima-largest", "two sums of m = 1, ..., 40 noises, and K = 2, 3, 5, 10, 40 and 100 noises")
def _largest_sums() -> Iterator[Instance]:
    yield from ({"experts": 2, "rounds": m} for m in range(1, 41))
    yield from ({"experts": experts, "rounds": 1} for experts in (3, 5, 10, 40, 100))


@family("sima-signs", "K = 2, 3, 10, 100 and 1000, and n = 1, ..., 20")
def _sums_of_signs() -> Iterator[Instance]:
    return ({"experts": experts, "rounds": n} for experts, n in product((2, 3, 10, 100, 1000), range(1, 21)))


@family("sima-traces", "x = 1/10, 1, 10 and 100, and u = 0, 1/2 and -3")
def _traces() -> Iterator[Instance]:
    return ({"tilt": x, "ahead": u} for x, u in product(("1/10", "1", "10", "100"), ("0", "1/2", "-3")))
