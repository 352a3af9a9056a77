"""The follower of the noisy tree with T = 2^{4k} and eps = T^{-3/4}: its regret, and what Theorem 4.2 claims of it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Final

from flint import arb

from dpassay.exact import Real, as_real, log
from dpassay.proofs_check.instances import (
    ABOVE_0,
    entries,
    family,
    told,
    whole,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.lazy_to_private.lower_bound import (
    meets_theorem,
)
from dpassay.proofs_check.numbers import at_most, below

PI: Final = Real(arb.pi)


def printed_regret(rounds: int, epsilon: Fraction) -> Real:
    """sqrt(T) + T^{1/3}/eps^{2/3}."""
    third = as_real(Fraction(1, 3))
    logs = (as_real(log(rounds)) - as_real(log(epsilon)) * as_real(2)) * third
    return as_real(rounds).sqrt() + logs.exp()


def _levels(rounds: int) -> int:
    """The least m with T <= 2^m."""
    return (rounds - 1).bit_length()


def followed_regret(rounds: int, experts: int, epsilon: Fraction, block: int) -> Real:
    """The regret of ASI-44-corrected: m sqrt(d ln d)/eps + T (L + 1) eps/(2 sqrt(pi) m) + (d - 1)(T/L + 1)."""
    levels = _levels(rounds)
    noise = (as_real(log(experts)) * as_real(experts)).sqrt() * as_real(levels / epsilon)
    drift = as_real(rounds * (block + 1) * epsilon / (2 * levels)) / PI.sqrt()
    return noise + drift + as_real((experts - 1) * (Fraction(rounds, block) + 1))


def quarter(instance: Instance) -> tuple[int, Fraction, int]:
    """T = 2^{4k}, eps = T^{-3/4}, L = T^{1/2}."""
    k = instance["k"]
    return 2 ** (4 * k), Fraction(1, 2 ** (3 * k)), 2 ** (2 * k)


@entries(k=whole(1, 400), experts=whole(2), constant=ABOVE_0).where
def is_quarter(instance: Instance) -> bool:
    """The precondition of Theorem 4.2 there."""
    rounds, epsilon, _ = quarter(instance)
    return meets_theorem(rounds, instance["experts"], epsilon**2)


def upper(instance: Instance) -> Real:
    """The regret of the follower, at most."""
    rounds, epsilon, block = quarter(instance)
    return followed_regret(rounds, instance["experts"], epsilon, block)


def _lower(instance: Instance) -> Real:
    """max(sqrt(T/8), min(T, 1/(2 sqrt(2) eps))/4); T is the larger one, because eps T >= 1."""
    rounds, epsilon, _ = quarter(instance)
    first, second = as_real(Fraction(rounds, 8)).sqrt(), as_real(1 / (8 * epsilon)) / as_real(2).sqrt()
    return second if below(first, second) else first


told(
    "asi43b",
    "every such algorithm has a regret of at least c (sqrt(T) + T^{1/3}/eps^{2/3}), also the follower of "
    "ASI-44-corrected",
    is_quarter,
    lambda instance: {
        "regret of the follower, at most": upper(instance),
        "sqrt(T) + T^{1/3}/eps^{2/3}": printed_regret(*quarter(instance)[:2]),
    },
)(
    lambda instance: at_most(
        printed_regret(*quarter(instance)[:2]) * as_real(Fraction(instance["constant"])), upper(instance)
    )
)
told("asi43b-true", "... of at least max(sqrt(T/8), min(T, 1/(2 sqrt(2) eps))/4)", is_quarter)(
    lambda instance: at_most(_lower(instance), upper(instance))
)


def long_games(constants: tuple[str, ...], experts: tuple[int, ...]) -> Iterator[Instance]:
    """Instances that may break a constant."""
    for constant, d, k in product(constants, experts, (20, 30, 40, 60, 80, 100, 150, 200)):
        yield {"k": k, "experts": d, "constant": constant}


@family("falling-ratios", "c = 10^-1, 10^-2, 10^-4, 10^-8 at T = 2^{4k}, k = 60, 80, 120, 180, d = 2, 3, 10")
def _falling_ratios() -> Iterator[Instance]:
    for (constant, k), d in product((("1/10", 60), ("1/100", 80), ("1/10000", 120), ("1/100000000", 180)), (2, 3, 10)):
        yield {"k": k, "experts": d, "constant": constant}


told("asi43b-below", "the follower's regret is at most c (sqrt(T) + T^{1/3}/eps^{2/3})", is_quarter)(
    lambda instance: at_most(
        upper(instance), printed_regret(*quarter(instance)[:2]) * as_real(Fraction(instance["constant"]))
    )
)
told("asi43b-far-below", "... at most c^4 times that", is_quarter)(
    lambda instance: at_most(
        upper(instance), printed_regret(*quarter(instance)[:2]) * as_real(Fraction(instance["constant"]) ** 4)
    )
)
