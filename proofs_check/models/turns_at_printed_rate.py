"""L2P over multiplicative weights at the numbers of Theorem 3.10, on alternating batches.

They charge the two halves of the experts by turns. B is 1/eps, d is even, and 2 B divides T. ``reg`` is the regret at
the rate of the statement, and ``reg2`` at that of the proof: (T/4) tanh(B eta/2), since odd batches begin at equal
weights, and even ones where the half that was not charged is e^(B eta) times as likely.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final

from dpassay.exact import Real
from dpassay.proofs_check.models.printed_numbers import NUMBERS, Printed
from dpassay.proofs_check.models.reals import kept
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model


def batch(at: Printed) -> int:
    """B; ``ValueError`` where such batches do not fit."""
    size = 1 / at.epsilon
    if size.denominator != 1 or at.rounds % (2 * int(size)) or at.experts % 2:
        raise ValueError(f"{at}: expected 1/eps whole, an even number of batches, and an even number of experts")
    return int(size)


def regret(at: Printed, rate: Real) -> Any:
    """(T/4) tanh(B eta/2)."""
    growth = (rate * batch(at)).exp()
    return kept((growth - 1) / (growth + 1) * Fraction(at.rounds, 4))


def settings() -> Iterator[Printed]:
    """T = k^4 and eps = 1/k, few experts and as many as rounds."""
    for k in (2, 4, 10):
        yield Printed(k**4, 2, Fraction(1, k), Fraction(1, k**4))
        yield Printed(k**4, k**4, Fraction(1, k), Fraction(1, 2))


TURNS: Final[Model] = NUMBERS.narrowed(
    "alternating batches at the numbers of Theorem 3.10",
    {"batch size": "B*eps = 1"},
    settings,
    {
        "B": Named(lambda at: Fraction(batch(at)), range="integer"),
        "reg": Named(lambda at: regret(at, at.rate), range="at least 0"),
        "reg2": Named(lambda at: regret(at, at.rate / at.large), range="at least 0"),
    },
)
