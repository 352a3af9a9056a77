"""The numbers of the proof of Theorem 4.2, and algorithms that draw a randomized response in every epoch."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from dpassay.analysis.limited_switching import (
    LimitedSwitching,
    Losses,
    at_fixed_rounds,
)
from dpassay.exact import Dist, as_real, log
from dpassay.proofs_check.instances import (
    ABOVE_0,
    BETWEEN,
    entries,
    whole,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.limited_switching import meets_theorem
from dpassay.proofs_check.numbers import at_most


@entries(rounds=whole(1), epochs=whole(1), length=whole(1), epsilon=ABOVE_0, experts=whole(1)).where
def is_design(instance: Instance) -> bool:
    """T, E, B, eps and d as in the proof of Theorem 4.2, in whole numbers."""
    rounds, number, length, experts = (instance[name] for name in ("rounds", "epochs", "length", "experts"))
    eps = Fraction(instance["epsilon"])
    return bool(
        number * length == rounds
        and Fraction(number) ** 3 == (rounds * eps) ** 4
        and meets_theorem(rounds, experts, eps**2)
    )


LONG: Final = {"rounds": 10**12, "epochs": 10**8, "length": 10**4, "epsilon": "1/1000000", "experts": 2}


def gap_of(instance: Instance) -> Fraction:
    """The gap g of randomized response with the truth of probability (1 + g)/2."""
    return Fraction(instance["gap"])


def response(instance: Instance) -> tuple[Dist[int], Dist[int]]:
    """The laws of a response to either loss."""
    g = gap_of(instance)
    return Dist({0: (1 + g) / 2, 1: (1 - g) / 2}), Dist({0: (1 - g) / 2, 1: (1 + g) / 2})


def response_is_concentrated(instance: Instance, rho: Fraction) -> bool:
    """Randomized response is e0^2/2-concentrated, e0 = log((1 + g)/(1 - g)): see ASI-42."""
    g = gap_of(instance)
    return at_most(as_real(log((1 + g) / (1 - g))) ** 2, 2 * rho)


@is_design.having(length=whole(2), gap=BETWEEN).where
def follows_responses(instance: Instance) -> bool:
    """The design, with a response in every epoch that is eps^2-concentrated."""
    return response_is_concentrated(instance, Fraction(instance["epsilon"]) ** 2)


def long_responses() -> Iterator[Instance]:
    """A game of many epochs."""
    return ({**LONG, "gap": gap} for gap in ("1/1000000", "1/2000000"))


def epoch_algorithm(instance: Instance) -> LimitedSwitching:
    """A draw for the second round of each epoch from randomized response on its first loss of model 0, B = 2."""

    def fresh(past: Losses) -> Dist[int]:
        bit = len(past) % 2 == 1 and past[-1][0] == 1
        return response(instance)[0 if bit else 1]

    rounds = 2 * instance["epochs"]
    return at_fixed_rounds(rounds, 2, range(2, rounds + 1, 2), fresh)


EPOCHS: Final = entries(epochs=whole(1, 4), gap=BETWEEN)
