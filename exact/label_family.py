"""Families of reports P_y = (1 - a) L(c_y) + a U: every label has its own center, all share the part U.

L(c) is a product of K Laplace laws of one rate around c, and U mixes the centers of all labels with fixed shares. The
largest ratio over ALL pairs of labels is then no dearer than that of one pair: at a fixed place it is reached by the
label whose own density is largest there against the one whose own density is least, and over all places at the centers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import pairwise
from typing import TypeAlias

from flint import arb

from dpassay.exact.continuous import Point, as_point
from dpassay.exact.dist import total
from dpassay.exact.rationals import as_fraction, require
from dpassay.exact.real import Real, as_real, rational_ball, working_precision
from dpassay.exact.report_laws import (
    LaplaceVectors,
    Rate,
    RealLaw,
    Scalar,
    as_rate,
    decay,
    gap,
    laplace_mixture,
    largest,
    quotient,
    summed,
    times,
)

MOST_GRID_ENTRIES = 500_000
"""Points of the grid of centers, times labels: larger families are refused."""
_RANKING_BITS = 128

Place: TypeAlias = "tuple[int, ...]"
"""A point of the grid of centers: the index of a site on each axis."""


@dataclass(frozen=True, slots=True)
class WorstPair:
    """The ordered pair of labels that loses the most, and the largest ratio of the first's density to the second's.

    Where enclosures of 128 bits do not separate two pairs, the pair is one of them; the ratio is an enclosure anyway.
    """

    first: int
    second: int
    ratio: Scalar


@dataclass(frozen=True, slots=True)
class Candidate:
    """A place where the largest ratio may be, with the labels of the largest and of the least own density there."""

    place: Place
    first: int
    second: int
    ratio: arb


class LabelFamily:
    """The laws P_y of all labels: ``centers[y]`` is c_y, ``shares[y]`` the weight of c_y in U, ``astray`` is a."""

    def __init__(
        self, centers: Sequence[Sequence[object]], shares: Sequence[object], astray: object, rate: object
    ) -> None:
        self.centers = tuple(tuple(as_point(x, "center") for x in vector) for vector in centers)
        self.shares = tuple(as_fraction(share, "share") for share in shares)
        require(len(self.shares) == len(self.centers) > 0, "shares", len(self.shares), f"{len(self.centers)} of them")
        require(total(self.shares) == 1, "shares", f"with total {total(self.shares)}", "a total of 1")
        self.astray = as_fraction(astray, "astray")
        require(0 <= self.astray <= 1, "astray", astray, "a number in [0, 1]")
        self.rate: Rate = as_rate(rate)
        self.dimension = len(self.centers[0])

    def weights(self, label: int) -> list[Fraction]:
        """Return the weights of the centers in P_y."""
        return [self.astray * share + (1 - self.astray) * (z == label) for z, share in enumerate(self.shares)]

    def law(self, label: int) -> LaplaceVectors:
        """Return P_y."""
        return LaplaceVectors(self.weights(label), self.centers, self.rate)

    def law_of_coordinate(self, label: int, coordinate: int) -> RealLaw:
        """Return the law of one coordinate under P_y."""
        return laplace_mixture(self.weights(label), [vector[coordinate] for vector in self.centers], self.rate)

    def worst_pair(self) -> WorstPair:
        """Return the pair of labels of the largest ratio over R^K; ``ValueError`` for a family that is too large."""
        axes = [Axis.of([vector[k] for vector in self.centers]) for k in range(self.dimension)]
        size = reduce(lambda a, b: a * b, (len(axis.sites) for axis in axes)) * len(self.centers)
        require(size <= MOST_GRID_ENTRIES, "centers", f"{size} grid entries", f"at most {MOST_GRID_ENTRIES}")
        return self._worst(axes, lambda: list(self._on_grid(axes)))

    def worst_pair_of_coordinate(self, coordinate: int) -> WorstPair:
        """Return the pair of labels of the largest ratio in one coordinate, in time linear in the number of centers."""
        axis = Axis.of([vector[coordinate] for vector in self.centers])
        return self._worst([axis], lambda: self._on_line(axis))

    def _worst(self, axes: Sequence[Axis], candidates: Callable[[], list[Candidate]]) -> WorstPair:
        """Rank the places by balls; where the rate is exact, decide exactly between those that balls leave open."""
        require(len(self.centers) > 1, "labels", len(self.centers), "at least 2, or there is no pair")
        with working_precision(_RANKING_BITS):
            found = candidates()
            least = reduce(arb.max, (candidate.ratio.lower() for candidate in found))
            best = [candidate for candidate in found if not candidate.ratio < least]
        if isinstance(self._ratio_at(axes, best[0]), Real):
            ratio = Real(lambda: reduce(arb.max, (candidate.ratio for candidate in candidates())))
            return WorstPair(best[0].first, best[0].second, ratio)
        pairs = [WorstPair(c.first, c.second, self._ratio_at(axes, c)) for c in best]
        exact = largest([pair.ratio for pair in pairs])
        return next(pair for pair in pairs if pair.ratio is exact)

    def _ratio_at(self, axes: Sequence[Axis], candidate: Candidate) -> Scalar:
        """Return the ratio of the candidate's two labels at its place, exactly where the powers of e are exact."""
        own: list[Scalar] = [Fraction(1)] * len(self.centers)
        for axis, site in zip(axes, candidate.place, strict=True):
            factors = [decay(self.rate, gap(axis.sites[site], axis.sites[n])) for n in range(len(axis.sites))]
            own = [times(value, factors[n]) for value, n in zip(own, axis.site_of, strict=True)]
        common = summed([times(self.astray * share, value) for share, value in zip(self.shares, own, strict=True)])
        over, under = (summed([times(1 - self.astray, own[y]), common]) for y in (candidate.first, candidate.second))
        return quotient(over, under)

    def _on_line(self, axis: Axis) -> list[Candidate]:
        """Return the ratio at each center: there the largest own density is 1, the least that of the furthest end."""
        decays = [_ball_decay(self.rate, distance) for distance in axis.distances()]
        common = on_sites([rational_ball(mass) for mass in axis.collected(self.shares)], decays)
        to_first, to_last = _running_products(decays), _running_products(decays[::-1])[::-1]
        found = []
        for site, u in enumerate(common):
            end = axis.furthest(site)
            least = to_first[site] if end == 0 else to_last[site]
            pair = two_labels(axis.label_at[site], axis.label_at[end])
            found.append(Candidate((site,), *pair, self._ratio(arb(1), least, u)))
        return found

    def _ratio(self, most: arb, least: arb, common: arb) -> arb:
        own, astray = rational_ball(1 - self.astray), rational_ball(self.astray)
        return (own * most + astray * common) / (own * least + astray * common)

    def _on_grid(self, axes: Sequence[Axis]) -> Iterator[Candidate]:
        """Yield the ratio at each point of the grid of centers."""
        tables = [axis.table(self.rate) for axis in axes]
        shares = [rational_ball(share) for share in self.shares]
        for place, own in products(axes, tables, [arb(1)] * len(self.centers)):
            common = sum((share * value for share, value in zip(shares, own, strict=True)), arb(0))
            middles = [value.mid() for value in own]
            pair = two_labels(middles.index(max(middles)), middles.index(min(middles)))
            yield Candidate(place, *pair, self._ratio(reduce(arb.max, own), reduce(arb.min, own), common))


def two_labels(first: int, second: int) -> tuple[int, int]:
    """Return the two labels; where they are one, because all the labels are equally likely there, any other second."""
    return (first, second) if first != second else (first, int(first == 0))


def _ball_decay(rate: Rate, distance: Point) -> arb:
    return (-as_real(rate).evaluate() * as_real(distance).evaluate()).exp()


def _running_products(factors: Sequence[arb]) -> list[arb]:
    """Return 1, f_0, f_0 f_1, ..."""
    result = [arb(1)]
    for factor in factors:
        result.append(result[-1] * factor)
    return result


@dataclass(frozen=True, slots=True)
class Axis:
    """The distinct places of one coordinate, increasing.

    ``site_of[y]`` is the site of the label y, ``label_at`` has the first label of each site.
    """

    sites: tuple[Point, ...]
    site_of: tuple[int, ...]
    label_at: tuple[int, ...]

    @classmethod
    def of(cls, places: Sequence[Point]) -> Axis:
        """Collect equal places."""
        order = sorted(range(len(places)), key=lambda label: places[label])
        sites: list[Point] = []
        labels: list[int] = []
        site_of = [0] * len(places)
        for label in order:
            if not sites or sites[-1] != places[label]:
                sites.append(places[label])
                labels.append(label)
            site_of[label] = len(sites) - 1
        return cls(tuple(sites), tuple(site_of), tuple(labels))

    def distances(self) -> list[Point]:
        """Return the distances of neighboring sites."""
        return [gap(a, b) for a, b in pairwise(self.sites)]

    def collected(self, masses: Sequence[Fraction]) -> list[Fraction]:
        """Return the total mass of the labels of each site."""
        totals = [Fraction(0)] * len(self.sites)
        for site, mass in zip(self.site_of, masses, strict=True):
            totals[site] += mass
        return totals

    def furthest(self, site: int) -> int:
        """Return the end, 0 or the last, that is furthest from a site."""
        here = self.sites[site]
        return 0 if gap(here, self.sites[0]) >= gap(self.sites[-1], here) else len(self.sites) - 1

    def table(self, rate: Rate) -> list[list[arb]]:
        """Return e^(-rate distance) for every pair of sites."""
        return [[_ball_decay(rate, gap(a, b)) for b in self.sites] for a in self.sites]


def on_sites(masses: Sequence[arb], decays: Sequence[arb]) -> list[arb]:
    """Return at each site the sum over sites of mass e^(-rate distance): one sweep from each end."""
    left, right = [masses[0]], [masses[-1]]
    for mass, d in zip(masses[1:], decays, strict=True):
        left.append(left[-1] * d + mass)
    for mass, d in zip(masses[-2::-1], reversed(decays), strict=True):
        right.append(right[-1] * d + mass)
    return [a + b - mass for a, b, mass in zip(left, reversed(right), masses, strict=True)]


def products(
    axes: Sequence[Axis], tables: Sequence[list[list[arb]]], partial: list[arb]
) -> Iterator[tuple[Place, list[arb]]]:
    """Yield each point of the grid, and the own density of every label there: a product of one factor an axis."""
    if not axes:
        yield (), partial
        return
    for site, row in enumerate(tables[0]):
        own = [value * row[n] for value, n in zip(partial, axes[0].site_of, strict=True)]
        for place, values in products(axes[1:], tables[1:], own):
            yield (site, *place), values
