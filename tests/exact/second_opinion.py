"""A second opinion on the kernel: mpmath, direct sums and brute force over events. Nothing here calls what it judges.

The one door to the kernel is `agree`, which reads the enclosure of a result through `Real.bounds`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from typing import Any

import mpmath
import pytest
from hypothesis import strategies as st

from dpassay.exact import as_real

MP: Any = mpmath.mp.clone()
"""An mpmath of our own with 50 digits: nobody else's precision reaches it."""
MP.dps = 50

BISECTIONS = 90
"""An integral that ends where its integrand is 0 is wrong by the square of the error of that place only."""

Pmf = Callable[[int], Any]
Density = Callable[[Any], Any]


def mp(value: Fraction | int) -> Any:
    """Return a rational as an mpmath number."""
    return MP.mpf(value.numerator) / value.denominator


def agree(ours: Any, theirs: Any, digits: int = 25) -> None:
    """Fail unless the enclosure of `ours` is narrow and holds `theirs`, up to the second opinion's own error."""
    low, high = (mp(end) for end in as_real(ours).bounds(200))
    tolerance = MP.mpf(10) ** -digits * max(abs(theirs), MP.mpf(10) ** -8)
    if not (low - tolerance <= theirs <= high + tolerance and high - low <= tolerance):
        raise AssertionError(f"[{low}, {high}] does not hold {theirs}")


def rejects(check: Callable[..., None], *arguments: Any) -> None:
    """Fail unless the check fails: a check that cannot fail says nothing."""
    with pytest.raises(AssertionError):
        check(*arguments)


# --- finite laws ------------------------------------------------------------------------------------------------------


def events_hockey_stick(p: Sequence[Fraction], q: Sequence[Fraction], t: Fraction) -> Fraction:
    """Return the largest p(E) - t q(E) over all 2^n events."""
    gains = [a - t * b for a, b in zip(p, q, strict=True)]
    masks = product((0, 1), repeat=len(gains))
    return max(sum((g for g, inside in zip(gains, mask, strict=True) if inside), Fraction(0)) for mask in masks)


def events_max_ratio(p: Sequence[Fraction], q: Sequence[Fraction]) -> Fraction | None:
    """Return the largest p(E) / q(E) over all events of positive probability; None where it is infinite."""
    best = Fraction(0)
    for mask in product((0, 1), repeat=len(p)):
        over, under = (sum((x for x, i in zip(law, mask, strict=True) if i), Fraction(0)) for law in (p, q))
        if under:
            best = max(best, over / under)
        elif over:
            return None
    return best


def normalized(weights: Sequence[int]) -> list[Fraction]:
    return [Fraction(w, sum(weights)) for w in weights]


def probability_vectors(size: int, least: int = 0) -> st.SearchStrategy[list[Fraction]]:
    return st.lists(st.integers(least, 6), min_size=size, max_size=size).filter(any).map(normalized)


def vector_pairs(least: int = 0) -> st.SearchStrategy[tuple[list[Fraction], list[Fraction]]]:
    return st.integers(1, 5).flatmap(
        lambda n: st.tuples(probability_vectors(n, least), probability_vectors(n, least)),
    )


def thresholds() -> st.SearchStrategy[Fraction]:
    """Values of e^eps on either side of 1, and 0."""
    return st.fractions(0, 5, max_denominator=6)


# --- laws on the integers ---------------------------------------------------------------------------------------------


def gaussian_pmf(center: int, sigma_squared: Fraction, reach: int = 80) -> Pmf:
    """The discrete Gaussian by direct summation."""

    @cache
    def weight(k: int) -> Any:
        return MP.exp(-mp(Fraction((k - center) ** 2) / (2 * sigma_squared)))

    normalizer = MP.fsum(weight(k) for k in range(center - reach, center + reach + 1))
    return lambda k: weight(k) / normalizer


def summed(term: Callable[[int], Any], reach: int = 400) -> Any:
    return MP.fsum(term(k) for k in range(-reach, reach + 1))


def sum_hockey_stick(p: Pmf, q: Pmf, t: Any, reach: int = 400) -> Any:
    return summed(lambda k: max(MP.mpf(0), p(k) - t * q(k)), reach)


def sum_kl(p: Pmf, q: Pmf, reach: int = 400) -> Any:
    return summed(lambda k: a * MP.log(a / q(k)) if (a := p(k)) else MP.mpf(0), reach)


def sum_renyi(p: Pmf, q: Pmf, order: int, reach: int = 400) -> Any:
    moment = summed(lambda k: a * (a / q(k)) ** (order - 1) if (a := p(k)) else MP.mpf(0), reach)
    return MP.log(moment) / (order - 1)


# --- laws on the line -------------------------------------------------------------------------------------------------


def laplace_pdf(weights: Sequence[Fraction], centers: Sequence[Any], rate: Any) -> Density:
    """The density of a mixture of Laplace laws, from its definition."""
    parts = [(mp(w) * rate / 2, c) for w, c in zip(weights, centers, strict=True)]
    return lambda x: MP.fsum(w * MP.exp(-rate * abs(x - c)) for w, c in parts)


def gaussian_pdf(mean: Any, sigma: Any) -> Density:
    scale, height = -1 / (2 * sigma**2), 1 / (sigma * MP.sqrt(2 * MP.pi))
    return lambda x: MP.exp((x - mean) ** 2 * scale) * height


def crossings(p: Density, q: Density, t: Any, grid: Sequence[Any]) -> list[Any]:
    """Return the places between neighbors of the grid where p - t q changes sign, by bisection."""
    found = []
    above = [p(place) > t * q(place) for place in grid]
    for ends, (before, rising) in zip(pairwise(grid), pairwise(above), strict=True):
        if before == rising:
            continue
        low, high = ends
        for _ in range(BISECTIONS):
            middle = (low + high) / 2
            low, high = (low, middle) if (p(middle) > t * q(middle)) == rising else (middle, high)
        found.append(low)
    return found


def integral(integrand: Density, low: Any, high: Any) -> Any:
    """Integrate what is smooth between the ends, which needs far fewer places than what is not."""
    return MP.quad(integrand, [low, high], method="gauss-legendre")


def quadrature(integrand: Density, cuts: Sequence[Any]) -> Any:
    """Integrate piece by piece; the integrand is smooth between the cuts."""
    return MP.fsum(integral(integrand, a, b) for a, b in pairwise(cuts))


def quad_hockey_stick(p: Density, q: Density, t: Any, grid: Sequence[Any], kinks: Sequence[Any]) -> Any:
    """Return the integral of the positive part of p - t q over the stretch that the grid covers."""
    cuts = sorted({grid[0], grid[-1], *kinks, *crossings(p, q, t, grid)})
    positive = [(a, b) for a, b in pairwise(cuts) if p((a + b) / 2) > t * q((a + b) / 2)]
    return MP.fsum(integral(lambda x: p(x) - t * q(x), a, b) for a, b in positive)
