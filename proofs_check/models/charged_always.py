"""The first batch of multiplicative weights on two experts, of which the first pays 1 in every round: for ASI-12.

The other one pays nothing. There is such a batch for all B and h.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Final

from dpassay.proofs_check.models.coupled_batch import COUPLED, Coupled
from dpassay.proofs_check.models.lazy_experts import rows
from dpassay.proofs_check.proof.statements import Model


def always(batch: int, rate: Fraction) -> Coupled:
    """Return the batch of B rounds at the rate h."""
    return Coupled((Fraction(0),) * 2, rows(*((1, 0) for _ in range(batch))), rate=rate)


def settings() -> Iterator[Coupled]:
    """One to four rounds, at large rates and small ones."""
    for batch, rate in ((1, "1/2"), (2, "1/2"), (2, "1/1000"), (3, "1/3"), (4, "1/500")):
        yield always(batch, Fraction(rate))


ALWAYS: Final[Model] = COUPLED.narrowed(
    "two experts of which one is always charged",
    {"two experts": "d = 2", "no past": "past(i) = 0", "first of them": "l(j, 1) = 1", "last of them": "l(j, d) = 0"},
    cache(lambda: tuple(settings())),
    made=lambda at: always(int(at["B"]), at["h"]),
)
