"""One update of multiplicative weights, and the divergence of a law from the weights."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from dpassay.exact import Dist, LogForm, log
from dpassay.proofs_check.numbers import sum_of


def divergence(x: tuple[Fraction, ...], y: Dist[int]) -> LogForm:
    """Div(x || y), for rational laws."""
    terms = (log(p / Fraction(y.pmf(i))) * p for i, p in enumerate(x) if p)  # type: ignore[arg-type]  # rational weights
    total = LogForm()
    for term in terms:
        total = total + term
    return total


def updated(y: Dist[int], row: tuple[Fraction, ...], growth: Fraction) -> Dist[int]:
    """Multiply each y(i) by e^(alpha r(i)) and normalize, for 0/1 rewards."""
    return Dist.from_weights({i: weight * growth ** int(row[i]) for i, weight in y.items()})


def is_law(stored: Any, size: int) -> bool:
    """Tell whether probabilities are a law of so many outcomes."""
    return len(stored) == size and sum_of([Fraction(p) for p in stored]) == 1
