"""The printed parameters on alternating batches: T = k^4, eps = 1/k, B = 1/eps = k, delta = T^(-j).."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Final

from dpassay.exact import (
    Real,
    as_real,
    decide,
    log,
)
from dpassay.proofs_check.instances import (
    ABOVE_0,
    entries,
    family,
    whole,
    word,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.numbers import below


def power(base: Real, exponent: Fraction) -> Real:
    """base ** exponent, for a base above 0."""
    return (base.log() * exponent).exp()


def _tanh(h: Real) -> Real:
    growth = (h * 2).exp()
    return (growth - 1) / (growth + 1)


@entries(k=whole(2), experts=whole(2), delta_power=whole(1), constant=ABOVE_0, rate=word("statement", "proof")).where
def is_dp_ope(instance: Instance) -> bool:
    """k and d even, delta = T^(-j) with j >= 1, a constant, and a fake switch p = 10 eta/eps below 1."""
    k = instance["k"]
    return k % 2 == 0 and instance["experts"] % 2 == 0 and below(printed_rate(instance) * 10 * k, 1)


def log_over_delta(instance: Instance) -> Real:
    """log(T/delta) = (j + 1) log T."""
    return as_real(log(Fraction(instance["k"]))) * int(4 * (instance["delta_power"] + 1))


def log_experts(instance: Instance) -> Real:
    """log d."""
    return as_real(log(Fraction(instance["experts"])))


def printed_rate(instance: Instance) -> Real:
    """eta = min(eps_0, eps)^(2/3)/T^(1/3), eps_0 = T^(-1/4) log^(3/4) d; the proof divides it by log(T/delta)."""
    k = instance["k"]
    least = power(log_experts(instance), Fraction(3, 4)) / k
    epsilon = as_real(Fraction(1, k))
    smaller = least if decide(least < epsilon) else epsilon
    eta = power(smaller, Fraction(2, 3)) / power(as_real(k), Fraction(4, 3))
    return eta if instance["rate"] == "statement" else eta / log_over_delta(instance)


def printed_regret(instance: Instance) -> Real:
    """The regret of L2P on alternating batches, (T/4) tanh(B eta/2)."""
    k = instance["k"]
    return _tanh(printed_rate(instance) * Fraction(k, 2)) * Fraction(k**4, 4)


def parameters_of_family(rate: str, scales: tuple[int, ...], experts: int = 2) -> Iterator[Instance]:
    """A constant, and k; delta = 1/T^2."""
    for constant, k in product((100, 10, 1), scales):
        yield {"k": k, "experts": experts, "delta_power": 2, "rate": rate, "constant": str(constant)}


@family("regret-printed-parameters", "k = 20, 100, 10^4, d = 2, 4, 100, delta = 1/T, at the rate of the statement")
def _printed_parameters() -> Iterator[Instance]:
    for k, d in product((20, 100, 10**4), (2, 4, 100)):
        yield {"k": k, "experts": d, "delta_power": 1, "rate": "statement", "constant": "1"}


FAMILY: Final = (
    "Take d = 2, k even, T = k^4, eps = 1/k, so B = 1/eps = k, delta = 1/T^2, and alternating batches. Then eps_0 = "
    "(ln 2)^{3/4}/k < eps, so eta = sqrt(ln 2)/k^2, and p = 10 eta/eps < 1 for k >= 10."
)
