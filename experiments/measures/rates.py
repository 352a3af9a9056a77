"""Rates of the regret, and their exponents as in a figure of the source.

Source: Asi, Koren, Liu and Talwar, "Private online learning via lazy algorithms": table 1, and figure 1(c), which shows
for d = T experts the beta of a regret of T^beta at epsilon = T^-alpha, logarithms ignored.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from dpassay.experiments.frame.runs import Row


@dataclass(frozen=True, slots=True)
class Rate:
    """A sum of terms T^a log(d)^b / epsilon^c.

    Attributes:
        terms: the exponents (a, b, c) of each term.
    """

    terms: tuple[tuple[Fraction, Fraction, Fraction], ...]

    def value(self, rounds: int, experts: int, epsilon: float) -> float:
        """The rate at T rounds, d experts and this epsilon."""
        spread = math.log(experts)
        return math.fsum(rounds ** float(a) * spread ** float(b) / epsilon ** float(c) for a, b, c in self.terms)

    def exponent(self, alpha: Fraction) -> Fraction:
        """The exponent of T at epsilon = T^-alpha, logarithms ignored; 1 at most, since no regret is above T."""
        return min(Fraction(1), max(a + c * alpha for a, _, c in self.terms))


def _rate(*terms: tuple[str, str, str]) -> Rate:
    return Rate(tuple((Fraction(a), Fraction(b), Fraction(c)) for a, b, c in terms))


_FREE: Final = ("1/2", "1/2", "0")
_BATCHED: Final = ("1/3", "1", "2/3")

RATES: Final[Mapping[str, Rate]] = {
    "non_private": _rate(_FREE),
    "lazy_printed": _rate(_FREE, _BATCHED),
    "predecessor": _rate(_FREE, ("1/3", "1", "1")),
    "predecessor_footnote": _rate(_FREE, ("2/5", "0", "4/5")),
    "lazy_corrected": _rate(_FREE, ("2/5", "4/5", "3/5"), _BATCHED),
}
"""The rates of table 1 (that of the predecessor for d of at least T^(2/3)) and of a footnote, and a corrected one.

The source bounds what batches of B rounds add to the regret by T B^2 rate^2; "alternating" in
`adversaries` shows that it can be of order T B rate. With the same constraints for privacy,
rate <= epsilon (B/T)^(1/3) and B <= 1/epsilon, the sum of T B rate and log(d) / rate is least, up to constants, at
B = log(d)^(3/5) T^(-1/5) epsilon^(-6/5) if that is at least 1 and at most 1/epsilon; this gives the corrected rate. The
footnote, in section 1.1, is on a second algorithm of the predecessor; the figure shows the better of the two.
"""


def few_experts(rounds: int, experts: int, epsilon: float) -> float:
    """The rate of table 1 for few experts, sqrt(T log(d)) + sqrt(d) log(d) / epsilon: for d below T^(2/3)."""
    spread = math.log(experts)
    return math.sqrt(rounds * spread) + math.sqrt(experts) * spread / epsilon


EXPONENT_COLUMNS: Final = ("alpha", *RATES)
STEPS: Final = 120
"""The number of steps of alpha from 0 to 1: all corners lie on the grid."""


def exponents() -> list[dict[str, Fraction]]:
    """The exponent beta of each rate over alpha from 0 to 1."""
    alphas = [Fraction(k, STEPS) for k in range(STEPS + 1)]
    return [{"alpha": alpha, **{name: rate.exponent(alpha) for name, rate in RATES.items()}} for alpha in alphas]


def exponent_rows() -> list[Row]:
    """The same as text, in decimals."""
    return [{column: f"{float(value):.10g}" for column, value in row.items()} for row in exponents()]
