"""Randomized response as the goals of SIMA-06 to SIMA-08b have it: M >= 2 labels and eps > 0."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Final

from dpassay.proofs_check.instances import (
    ABOVE_1,
    entries,
    family,
    whole,
)
from dpassay.proofs_check.kernel.finite import Instance


def exp_eps_of(instance: Instance) -> Fraction:
    """Return e^eps."""
    return Fraction(instance["exp_eps"])


RESPONSE: Final = entries(labels=whole(2), exp_eps=ABOVE_1)
"""M >= 2 and eps > 0."""


@family("sima-responses", "M = 2, ..., 6 labels and e^eps = 101/100, 3/2, 2, 5, 100")
def _responses() -> Iterator[Instance]:
    for labels, t in product(range(2, 7), ("101/100", "3/2", "2", "5", "100")):
        yield {"labels": labels, "exp_eps": t}
