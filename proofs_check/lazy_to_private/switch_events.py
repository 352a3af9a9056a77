"""How many of the coins of L2P fall: the probability that it is within the budget of Theorem 3.2, exactly."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any, Final

from dpassay.exact import LogForm, as_real, decide, log
from dpassay.proofs_check.instances import (
    ABOVE_1,
    BETWEEN,
    entries,
    family,
    whole,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.lazy_to_private.chain import (
    growth_of,
)
from dpassay.proofs_check.numbers import sum_of

TENTH: Final = Fraction(1, 10)


def binomial_at_most(trials: int, rate: Fraction, most: int) -> Fraction:
    """Pr[Bin(trials, rate) <= most]."""
    return sum_of([comb(trials, k) * rate**k * (1 - rate) ** (trials - k) for k in range(min(most, trials) + 1)])


def switch_budget(rounds: int, batch: int, p: Fraction, delta_1: Fraction) -> int:
    """The largest whole number that is at most 2 T p log(1/delta_1)/B, exactly."""
    bound = log(1 / delta_1) * (2 * rounds * p / batch)
    least, most = (int(end) for end in as_real(bound).bounds(32))
    return next(k for k in range(most + 1, least - 2, -1) if bound >= k)


def event_of(instance: Instance) -> tuple[int, int, Fraction, Fraction]:
    """T, B, p and delta_1."""
    return instance["rounds"], instance["batch"], Fraction(instance["fake_switch"]), Fraction(instance["delta_1"])


@entries(rounds=whole(2), batch=whole(1), fake_switch=BETWEEN, delta_1=BETWEEN, exp_learning_rate=ABOVE_1).where
def is_event(instance: Instance) -> bool:
    """Whole batches, at least two, Tp/B >= 1, and eta B log(1/delta_1)/p <= 1."""
    rounds, batch, p, delta_1 = event_of(instance)
    if rounds % batch != 0 or rounds < 2 * batch or rounds * p < batch:
        return False
    return decide(as_real(log(growth_of(instance))) * as_real(log(1 / delta_1)) * batch < p)


def is_likely(numbers: dict[str, Any]) -> bool:
    """Whether the first number is at least the second one."""
    inside, stated = numbers.values()
    return bool(inside >= stated)


def is_small_delta(instance: Instance, least: Fraction) -> bool:
    """log(1/delta_1) is at least so much."""
    return log(1 / Fraction(instance["delta_1"])) >= LogForm(least)


SMALL_DELTA: Final = is_event.where(lambda instance: is_small_delta(instance, Fraction(10, 3)))


@is_event.where
def is_event_with_rate(instance: Instance) -> bool:
    """The same with eta <= 1/10."""
    return decide(as_real(log(growth_of(instance))) < TENTH)


EVENT_WITH_SMALL_DELTA: Final = is_event_with_rate.where(lambda instance: is_small_delta(instance, Fraction(9, 2)))


def growing_events() -> Iterator[Instance]:
    """Growing delta_1 last, so that the first violation has delta_1 = 1/2."""
    for delta_1, (rounds, batch), tenths in product(("1/100", "1/2"), ((10, 1), (20, 2), (50, 1)), range(1, 6)):
        yield {
            "rounds": rounds,
            "batch": batch,
            "fake_switch": str(Fraction(tenths, 10)),
            "delta_1": delta_1,
            "exp_learning_rate": "101/100",
        }


@family("events", "n = T/B from 2 to 40, B = 1 and 2, Tp/B = 1, 2, n/4, n/2, delta_1 = 1/100 and 1/1000, small eta")
def _small_deltas() -> Iterator[Instance]:
    for n, batch, delta_1 in product((2, 3, 4, 5, 7, 10, 20, 40), (1, 2), ("1/100", "1/1000")):
        for p in sorted(
            {Fraction(m) / n for m in (1, Fraction(3, 2), 2, Fraction(n, 4), Fraction(n, 2)) if 1 <= m < n}
        ):
            yield {
                "rounds": n * batch,
                "batch": batch,
                "fake_switch": str(p),
                "delta_1": delta_1,
                "exp_learning_rate": str(1 + p / (8 * batch))
                if p < Fraction(1, 2)
                else "21/20"
                if batch == 1
                else "41/40",
            }
