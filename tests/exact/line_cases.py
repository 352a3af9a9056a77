"""Random laws on the line, each with a density that the kernel has no part in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

from hypothesis import strategies as st

from dpassay.exact import GaussianLaw, LaplaceMixture
from tests.exact.second_opinion import MP, Density, gaussian_pdf, laplace_pdf, mp, normalized


@dataclass(frozen=True)
class Mixture:
    """A mixture of Laplace laws with rational weights, centers and rate."""

    weights: tuple[Fraction, ...]
    centers: tuple[Fraction, ...]
    rate: Fraction

    def law(self) -> LaplaceMixture:
        return LaplaceMixture(self.weights, self.centers, self.rate)

    def pdf(self) -> Density:
        return laplace_pdf(self.weights, [mp(c) for c in self.centers], mp(self.rate))


CENTERS = st.lists(st.fractions(-2, 2, max_denominator=3), min_size=1, max_size=3, unique=True)


def mixtures(rate: Fraction) -> st.SearchStrategy[Mixture]:
    def weigh(centers: list[Fraction]) -> st.SearchStrategy[Mixture]:
        weights = st.lists(st.integers(1, 5), min_size=len(centers), max_size=len(centers)).map(normalized)
        return weights.map(lambda w: Mixture(tuple(w), tuple(centers), rate))

    return CENTERS.flatmap(weigh)


RATES = st.sampled_from([Fraction(r) for r in ("1/2", "1", "5/3")])
MIXTURE_PAIRS = RATES.flatmap(lambda rate: st.tuples(mixtures(rate), mixtures(rate)))


def line_of(first: Mixture, second: Mixture) -> tuple[list[Any], list[Any]]:
    """Return a grid that reaches far into both tails, and the kinks: all the centers, which are on the grid."""
    kinks = [mp(c) for c in sorted({*first.centers, *second.centers})]
    reach = 140 / mp(first.rate)
    tails = [kinks[0] - reach * s for s in (1, MP.mpf("0.5"), MP.mpf("0.2"))]
    heads = [kinks[-1] + reach * s for s in (MP.mpf("0.2"), MP.mpf("0.5"), 1)]
    return [*tails, *kinks, *heads], kinks


@dataclass(frozen=True)
class Normal:
    """A Gaussian with rational mean and standard deviation."""

    mean: Fraction
    sigma: Fraction

    def law(self) -> GaussianLaw:
        return GaussianLaw(self.mean, self.sigma)

    def pdf(self) -> Density:
        return gaussian_pdf(mp(self.mean), mp(self.sigma))


MEANS = st.fractions(-2, 2, max_denominator=3)
SIGMAS = st.sampled_from([Fraction(s) for s in ("2/3", "1", "3/2", "2")])
NORMALS = st.builds(Normal, MEANS, SIGMAS)


def normal_grid(laws: Sequence[Normal], steps: int = 120) -> list[Any]:
    """Return a grid over fourteen standard deviations to either side of every mean.

    There is a point, too, where the ratio of two densities is extreme: one may be the larger on a short stretch there.
    """
    low = min(mp(law.mean - 14 * law.sigma) for law in laws)
    high = max(mp(law.mean + 14 * law.sigma) for law in laws)
    extreme = [mp(_extreme_ratio(f, g)) for f, g in pairwise(laws) if f.sigma != g.sigma]
    evenly = [low + (high - low) * i / steps for i in range(steps + 1)]
    return sorted([*evenly, *(x for x in extreme if low < x < high)])


def _extreme_ratio(f: Normal, g: Normal) -> Fraction:
    one, other = 1 / f.sigma**2, 1 / g.sigma**2
    return (f.mean * one - g.mean * other) / (one - other)
