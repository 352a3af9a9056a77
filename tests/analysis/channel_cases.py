"""Private channels, and classes of the lower bound with channels of an exactly known budget."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from random import Random

from dpassay.analysis.channels import (
    Channel,
    binary_mechanism,
    hadamard_mechanism,
    randomized_response,
    subset_mechanism,
)
from dpassay.analysis.hadamard_class import HadamardClass, order_of
from dpassay.exact import Number

TINY = Fraction(1, 10**15)


def fraction(value: object) -> Fraction:
    assert isinstance(value, Fraction)
    return value


def random_channel(seed: int, inputs: int, reports: int) -> Channel:
    rng = Random(seed)
    rows = [[Fraction(rng.randrange(1, 12)) for _ in range(reports)] for _ in range(inputs)]
    return Channel(tuple(tuple(entry / sum(row) for entry in row) for row in rows))


def channels(inputs: int, exp_eps: Fraction) -> Iterator[Channel]:
    yield randomized_response(inputs, exp_eps)
    yield hadamard_mechanism(inputs, exp_eps)
    yield subset_mechanism(inputs, max(1, inputs // 4), exp_eps)
    yield binary_mechanism(inputs, range(inputs // 2), exp_eps)


def family() -> Iterator[tuple[HadamardClass, Channel, Number]]:
    """Classes with K = 1 to 5, with the exact e^eps of their channels."""
    for size, t, a in product(
        (1, 2, 3, 5), map(Fraction, ("11/10", "2", "4", "10", "50")), map(Fraction, ("1/7", "1"))
    ):
        for channel in channels(order_of(size), t):
            yield HadamardClass(size, a), channel, t
    for seed in range(8):
        channel = random_channel(seed, 4, 3)
        loss = channel.loss()
        assert loss is not None
        yield HadamardClass(3, Fraction(1, 2)), channel, loss


FAMILY = list(family())


# All rounds, (24), (25)


def mixed_channels(t: Fraction, rounds: int) -> list[Channel]:
    listed = list(channels(4, t))
    return [listed[s % len(listed)] for s in range(rounds)]
