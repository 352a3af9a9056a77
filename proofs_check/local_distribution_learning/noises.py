"""Laplace noise on a vector as the goals of SIMA-05 and SIMA-05c have it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Final

from dpassay.proofs_check.instances import (
    ABOVE_0,
    entries,
    family,
    whole,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.numbers import sum_of

NOISE: Final = entries(dimension=whole(1, 3), width=ABOVE_0, scale=ABOVE_0, epsilon=ABOVE_0)
"""K, the width D of the range of a coordinate, the scale b of the noise, and eps."""


def _losses(instance: Instance) -> Iterator[tuple[Fraction, ...]]:
    """Each coordinate's log-ratio of Laplace densities, at two vectors and a report among their values."""
    width, scale = Fraction(instance["width"]), Fraction(instance["scale"])
    pairs = list(product((Fraction(0), width / 2, width), repeat=2))
    places = [(abs(x - w) - abs(x - v)) / scale for v, w in pairs for x in (v, w)]
    return product(places, repeat=instance["dimension"])


def is_private(instance: Instance, *, one: bool) -> bool:
    """Whether no log-ratio exceeds eps: that of ``one`` revealed coordinate, or of all of them."""
    return all(
        (max(loss) if one else sum_of(list(loss))) <= Fraction(instance["epsilon"]) for loss in _losses(instance)
    )


def is_scaled(instance: Instance, share: Fraction = Fraction(1)) -> bool:
    """Whether the scale is at least ``share`` D/eps."""
    return Fraction(instance["scale"]) >= share * Fraction(instance["width"]) / Fraction(instance["epsilon"])


@family("sima-noises", "K = 1, 2, 3, D = 1, 5/2, eps = 1/2, 2, and b from 99/100 D/eps to 101/100 K D/eps")
def _noises() -> Iterator[Instance]:
    for count, width, epsilon in product((1, 2, 3), (Fraction(1), Fraction(5, 2)), (Fraction(1, 2), Fraction(2))):
        for factor, near in product(sorted({1, count}), (Fraction(99, 100), Fraction(1), Fraction(101, 100))):
            scale = str(factor * near * width / epsilon)
            yield {"dimension": count, "width": str(width), "scale": scale, "epsilon": str(epsilon)}
