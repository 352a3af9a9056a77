"""L2P over multiplicative weights on two experts that are charged by turns, each in one batch: the family of ASI-11.

In an odd batch expert 1 pays 1 in each round and expert 2 nothing, and in an even batch it is the other way; ``a(s)``
is 1 for odd s and 0 for even ones. There is such a game for all n, B, h and p.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Final

from dpassay.proofs_check.models.lazy_experts import LAZY, Lazy, rows
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model


def by_turns(batches: int, batch: int, fake_switch: Fraction, rate: Fraction) -> Lazy:
    """Return the game of n batches of B rounds, at p and at the rate h."""
    losses = rows(*((1 - s % 2, s % 2) for s in range(batches) for _ in range(batch)))
    return Lazy(losses, batch, fake_switch, rate=rate)


def settings() -> Iterator[Lazy]:
    """One to four batches of one to five rounds, at large rates and small ones."""
    half, third = Fraction(1, 2), Fraction(1, 3)
    yield by_turns(1, 3, half, Fraction(1))
    yield by_turns(2, 1, half, Fraction(1, 2))
    yield by_turns(2, 2, half, Fraction(1, 500))
    yield by_turns(2, 5, half, Fraction(1, 450))
    yield by_turns(3, 2, third, Fraction(1, 40))
    yield by_turns(4, 2, Fraction(9, 10), Fraction(1, 1000))


OR_AFTER: Final = {"s": "integer, 1 <= s, s <= n + 1"}
BY_TURNS: Final[Model] = LAZY.narrowed(
    "two experts that are charged by turns",
    {
        "two experts": "d = 2",
        "first of them": "l(s, j, 1) = a(s)",
        "last of them": "l(s, j, d) = 1 - a(s)",
        "at first": "a(1) = 1",
        "by turns": "a(s + 1) = 1 - a(s)",
    },
    cache(lambda: tuple(settings())),
    {"a": Named(lambda _, s: Fraction(s % 2), OR_AFTER, range="at least 0")},
    made=lambda at: by_turns(int(at["n"]), int(at["B"]), at["p"], at["h"]),
)
