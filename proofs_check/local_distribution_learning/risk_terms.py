"""The sums of all terms of the upper bounds on KL-risks, and these bounds, on a grid of sizes (SIMA-04, 35, 42)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Final

from flint import arb

from dpassay.exact import LogForm, Real, decide, log
from dpassay.exact.real import rational_ball
from dpassay.proofs_check.instances import (
    ABOVE_0,
    Precondition,
    entries,
    family,
    rational,
    told,
    whole,
)
from dpassay.proofs_check.kernel.finite import Instance

DELTA: Final = rational("(0, 1]")


def _ball(value: object) -> arb:
    return rational_ball(Fraction(str(value)))


def _pure_bound(k: arb, t: arb, eps: arb) -> arb:
    """sqrt(2 T K log K) (log(KT) + log^2(KT)/eps)."""
    return (2 * t * k * k.log()).sqrt() * ((k * t).log() + (k * t).log() ** 2 / eps)


def _mixed_bound(k: arb, t: arb, eps: arb, leak: arb) -> arb:
    """sqrt(2 T log K) (log(KT) + (sqrt(K log(1/delta)) + sqrt(K eps)) log^2(KT)/eps)."""
    roots = (k * leak).sqrt() + (k * eps).sqrt()
    return (2 * t * k.log()).sqrt() * ((k * t).log() + roots * (k * t).log() ** 2 / eps)


def _read_terms(instance: Instance) -> tuple[arb, arb, arb, arb]:
    """K, T, eps and ln(1/delta); delta is 1/2 where it plays no part."""
    leak = -_ball(instance.get("delta", "1/2")).log()
    return arb(instance["experts"]), arb(instance["rounds"]), _ball(instance["epsilon"]), leak


SIZES: Final = entries(experts=whole(2), rounds=whole(2), epsilon=ABOVE_0, delta=DELTA)


def pure_terms(instance: Instance) -> arb:
    """S (L + 2 L G/eps) + 3 log(KT) + L of SIMA-42, S = sqrt(2 T K log K), L = log((K + 1) T)."""
    k, t, eps, _ = _read_terms(instance)
    largest = ((k + 1) * t).log()
    slope = largest + 2 * largest * (2 * t.log() + k.log()) / eps
    return (2 * t * k * k.log()).sqrt() * slope + 3 * (k * t).log() + largest


def _printed_scale(instance: Instance) -> arb:
    """B of (8), (2 sqrt(2 K ln(1/delta)) + sqrt(K eps)) log(KT)/eps."""
    k, t, eps, leak = _read_terms(instance)
    return (2 * (2 * k * leak).sqrt() + (k * eps).sqrt()) * (k * t).log() / eps


def _inverse_of_c(instance: Instance) -> arb:
    """1/c = log(KT) + 2 b G."""
    k, t, _, _ = _read_terms(instance)
    return (k * t).log() + 2 * _printed_scale(instance) * (2 * t.log() + k.log())


def mixed_terms(instance: Instance) -> arb:
    """S/c + 3 log(KT) + log((K + 1) T) of SIMA-35, S = sqrt(2 T log K)."""
    k, t, _, _ = _read_terms(instance)
    return (2 * t * k.log()).sqrt() * _inverse_of_c(instance) + 3 * (k * t).log() + ((k + 1) * t).log()


def perturbed_terms(instance: Instance) -> arb:
    """Log K/x + 2 sqrt 2 b sqrt T (log K + log 2) + L + L^2 S/(2b) + 3 log(KT) of SIMA-35a-corrected."""
    k, t, _, _ = _read_terms(instance)
    scale, largest, regret = _printed_scale(instance), ((k + 1) * t).log(), (2 * t * k.log()).sqrt()
    tilt = (2 * k * k.log() / t).sqrt() / _inverse_of_c(instance)
    moved = 2 * (2 * t).sqrt() * scale * (k.log() + arb(2).log())
    return k.log() / tilt + moved + largest + largest**2 * regret / (2 * scale) + 3 * (k * t).log()


def _bound_5(instance: Instance, constant: int) -> arb:
    return constant * _pure_bound(*_read_terms(instance)[:3])


def _bound_2(instance: Instance, constant: int) -> arb:
    k, t, eps, _ = _read_terms(instance)
    return constant * (k * t * (k * t).log() ** 5).sqrt() / eps


def bound_of_4(instance: Instance, constant: Fraction | int) -> arb:
    """The constant times the bound of Theorem 4."""
    return rational_ball(Fraction(constant)) * _mixed_bound(*_read_terms(instance))


@SIZES.where
def _has_small_budget(instance: Instance) -> bool:
    """Tell whether eps <= log(KT)."""
    log_all = log(instance["experts"] * instance["rounds"])
    return (log_all - LogForm(Fraction(instance["epsilon"]))).sign() >= 0


@SIZES.where
def _has_half_budget(instance: Instance) -> bool:
    return bool(2 * Fraction(instance["epsilon"]) <= instance["experts"])


def _tell_terms(
    name: str, words: str, applies: Precondition, terms: Callable[[Instance], arb], bound: Callable[[Instance], arb]
) -> None:
    told(name, words, applies)(lambda instance: decide(Real(lambda: bound(instance) - terms(instance)) >= 0))


for _constant in (4, 6):
    _tell_terms(
        f"sima42-terms-{_constant}",
        f"S (L + 2 L G/eps) + 3 log(KT) + L is at most {_constant} times the bound of Theorem 5",
        SIZES,
        pure_terms,
        partial(_bound_5, constant=_constant),
    )
for _constant in (10, 12):
    _tell_terms(
        f"sima35-terms-{_constant}",
        f"S/c + 3 log(KT) + log((K + 1) T) is at most {_constant} times the bound of Theorem 4",
        SIZES,
        mixed_terms,
        partial(bound_of_4, constant=_constant),
    )
for _constant in (9, 12):
    _tell_terms(
        f"sima35a-terms-{_constant}",
        "log K/x + 2 sqrt 2 b sqrt T (log K + log 2) + L + L^2 S/(2b) + 3 log(KT), for the printed learning rate, is "
        f"at most {_constant} times the bound of Theorem 4",
        _has_half_budget,
        perturbed_terms,
        partial(bound_of_4, constant=_constant),
    )
for _constant in (6, 12):
    _tell_terms(
        f"sima04-terms-{_constant}",
        f"S (L + 2 L G/eps) + 3 log(KT) + L is at most ({_constant}/eps) sqrt(K T log^5(KT))",
        _has_small_budget,
        pure_terms,
        partial(_bound_2, constant=_constant),
    )


def _grid(applies: Precondition) -> Iterator[Instance]:
    budgets, leaks = ("1/1000", "1/10", "1", "10", "1000"), ("1", "1/10", "1/1000000")
    for experts, rounds, epsilon, delta in product(SIDES, SIDES, budgets, leaks):
        instance = {"experts": experts, "rounds": rounds, "epsilon": epsilon, "delta": delta}
        if applies(instance):
            yield instance


SIDES: Final = (2, 3, 10, 1000, 10**6)


@family("sima-terms", "K and T = 2, 3, 10, 10^3, 10^6, eps = 10^-3, 1/10, 1, 10, 10^3, delta = 1, 1/10, 10^-6")
def _all_terms() -> Iterator[Instance]:
    return _grid(SIZES)


@family("sima-terms-half", "the same where eps <= K/2")
def _half_terms() -> Iterator[Instance]:
    return _grid(_has_half_budget)


@family("sima-terms-small", "the same where eps <= log(KT)")
def _small_terms() -> Iterator[Instance]:
    return _grid(_has_small_budget)
