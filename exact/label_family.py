"""Families of reports P_y = (1 - a) L(c_y) + a U: every label has its own center, all share the part U.

L(c) is a product of K Laplace laws of one rate around c, and U mixes the centers of all labels with fixed shares. The
largest ratio over ALL pairs of labels is then no dearer than that of one pair: at a fixed place it is reached by the
label whose own density is largest there against the one whose own density is least, and over all places at the centers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cmp_to_key, reduce
from itertools import pairwise
from math import prod
from typing import TypeAlias

from flint import arb, ctx

from dpassay.exact.continuous import Point, as_point
from dpassay.exact.dist import total
from dpassay.exact.logform import LogForm
from dpassay.exact.rationals import as_fraction, require
from dpassay.exact.real import Real, as_real, rational_ball, working_precision
from dpassay.exact.report_laws import LaplaceVectors, Rate, RealLaw, as_rate, decay, gap, laplace_mixture
from dpassay.exact.scalars import Scalar, largest, minus, quotient, summed, times

MOST_GRID_ENTRIES = 500_000
"""Points of the grid of centers, times labels: larger families are refused."""
_RANKING_BITS = 128

Place: TypeAlias = "tuple[int, ...]"
"""A point of the grid of centers: the index of a site on each axis."""
Places: TypeAlias = "frozenset[Place]"


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
    """A place where the largest ratio may be, and the largest ratio of two labels there."""

    place: Place
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
        require(coordinate in range(self.dimension), "coordinate", coordinate, f"one of range({self.dimension})")
        return laplace_mixture(self.weights(label), [vector[coordinate] for vector in self.centers], self.rate)

    def worst_pair(self) -> WorstPair:
        """Return the pair of labels of the largest ratio over R^K; ``ValueError`` for a family that is too large."""
        axes = [Axis.of([vector[k] for vector in self.centers]) for k in range(self.dimension)]
        size = prod(len(axis.sites) for axis in axes) * len(self.centers)
        require(size <= MOST_GRID_ENTRIES, "centers", f"{size} grid entries", f"at most {MOST_GRID_ENTRIES}")
        return self._worst(axes, lambda places: list(self._on_grid(axes, places)))

    def worst_pair_of_coordinate(self, coordinate: int) -> WorstPair:
        """Return the pair of labels of the largest ratio in one coordinate, in time linear in the number of centers."""
        require(coordinate in range(self.dimension), "coordinate", coordinate, f"one of range({self.dimension})")
        axis = Axis.of([vector[coordinate] for vector in self.centers])
        return self._worst([axis], lambda places: self._on_line(axis, places))

    def _worst(self, axes: Sequence[Axis], rank: Callable[[Places | None], list[Candidate]]) -> WorstPair:
        """Rank the places by balls; where the rate is exact, decide exactly between those that balls leave open."""
        require(len(self.centers) > 1, "labels", len(self.centers), "at least 2, or there is no pair")
        with working_precision(_RANKING_BITS):
            found = rank(None)
            least = reduce(arb.max, (candidate.ratio.lower() for candidate in found))
            best = [candidate.place for candidate in found if not candidate.ratio < least]
            enclosed = isinstance(self.rate, Real) and any(len(axis.sites) > 1 for axis in axes)
            labels = [self._labels_at(axes, place) for place in (best[:1] if enclosed else best)]
        if enclosed:
            (tops, bottoms), *_ = labels
            return WorstPair(*two_labels(tops[0], bottoms[0]), self._enclosed(best, rank))
        pairs = [self._exact_pair(axes, place, *near) for place, near in zip(best, labels, strict=True)]
        if any(isinstance(pair.ratio, Real) for pair in pairs):
            return WorstPair(pairs[0].first, pairs[0].second, self._enclosed(best, rank))
        exact = largest([pair.ratio for pair in pairs])
        return next(pair for pair in pairs if pair.ratio is exact)

    def _enclosed(self, best: Sequence[Place], rank: Callable[[Places | None], list[Candidate]]) -> Real:
        """Return the largest ratio over the places that balls could not tell apart."""
        places = frozenset(best)
        return Real(remembered(lambda: reduce(arb.max, (candidate.ratio for candidate in rank(places)))))

    def _labels_at(self, axes: Sequence[Axis], place: Place) -> tuple[list[int], list[int]]:
        """Return the labels whose own density at a place may be the largest, and the least, the likeliest first."""
        rate = as_real(self.rate).evaluate()
        rows = [axis.decays_from(site, rate) for axis, site in zip(axes, place, strict=True)]
        different = {tuple(axis.site_of[y] for axis in axes): y for y in reversed(range(len(self.centers)))}
        own = {
            y: reduce(lambda a, b: a * b, (row[n] for row, n in zip(rows, sites, strict=True)))
            for sites, y in sorted(different.items(), key=lambda item: item[1])
        }
        return _near(own, reduce(arb.max, own.values())), _near(own, reduce(arb.min, own.values()))

    def _exact_pair(self, axes: Sequence[Axis], place: Place, tops: list[int], bottoms: list[int]) -> WorstPair:
        """Return the pair of the largest ratio at a place, exactly where the powers of e are exact."""
        own: list[Scalar] = [Fraction(1)] * len(self.centers)
        for axis, site in zip(axes, place, strict=True):
            factors = [decay(self.rate, gap(axis.sites[site], other)) for other in axis.sites]
            own = [times(value, factors[n]) for value, n in zip(own, axis.site_of, strict=True)]
        common = summed([times(self.astray * share, value) for share, value in zip(self.shares, own, strict=True)])
        first, second = _first_largest(own, tops), _first_largest([minus(value) for value in own], bottoms)
        over, under = (summed([times(1 - self.astray, own[y]), common]) for y in (first, second))
        return WorstPair(*two_labels(first, second), quotient(over, under))

    def _on_line(self, axis: Axis, places: Places | None) -> list[Candidate]:
        """Return the ratio at each center: there the largest own density is 1, the least that of the furthest end."""
        rate, sites = as_real(self.rate).evaluate(), axis.positions()
        decays = [(rate * (a - b)).exp() for a, b in pairwise(sites)]
        common = on_sites([rational_ball(mass) for mass in axis.collected(self.shares)], decays)
        to_first, to_last = _running_products(decays), _running_products(decays[::-1])[::-1]
        one = arb(1)
        return [
            Candidate((site,), self._ratio(one, to_first[site].min(to_last[site]), u))
            for site, u in enumerate(common)
            if places is None or (site,) in places
        ]

    def _ratio(self, most: arb, least: arb, common: arb) -> arb:
        own, astray = rational_ball(1 - self.astray), rational_ball(self.astray)
        return (own * most + astray * common) / (own * least + astray * common)

    def _on_grid(self, axes: Sequence[Axis], places: Places | None) -> Iterator[Candidate]:
        """Yield the ratio at each point of the grid of centers, or at some of them."""
        rate = as_real(self.rate).evaluate()
        tables = [axis.table(rate) for axis in axes]
        shares = [rational_ball(share) for share in self.shares]
        for place, own in products(axes, tables, [arb(1)] * len(self.centers), places):
            common = sum((share * value for share, value in zip(shares, own, strict=True)), arb(0))
            yield Candidate(place, self._ratio(reduce(arb.max, own), reduce(arb.min, own), common))


def two_labels(first: int, second: int) -> tuple[int, int]:
    """Return the two labels; where they are one, because all the labels are equally likely there, any other second."""
    return (first, second) if first != second else (first, int(first == 0))


def _near(own: Mapping[int, arb], extreme: arb) -> list[int]:
    """Return the labels whose value may be the extreme one, the nearest first."""
    near = [y for y, value in own.items() if value.overlaps(extreme)]
    return sorted(near, key=lambda y: abs(own[y].mid() - extreme.mid()))


def _first_largest(values: Sequence[Scalar], labels: Sequence[int]) -> int:
    """Return the first label of the largest value; the first of all where that is an enclosure."""
    exact = largest([values[y] for y in labels])
    return next((y for y in labels if values[y] is exact), labels[0])


def remembered(evaluate: Callable[[], arb]) -> Callable[[], arb]:
    """Return the same function; the enclosure of the last precision is kept."""
    last: list[tuple[int, arb]] = []

    def value() -> arb:
        bits = int(ctx.prec)
        if not last or last[0][0] != bits:
            last[:] = [(bits, evaluate())]
        return last[0][1]

    return value


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
        sites: list[Point] = []
        labels: list[int] = []
        site_of = [0] * len(places)
        for group in in_order(places):
            sites.append(places[group[0]])
            labels.append(group[0])
            for label in group:
                site_of[label] = len(sites) - 1
        return cls(tuple(sites), tuple(site_of), tuple(labels))

    def positions(self) -> list[arb]:
        """Return an enclosure of every site."""
        return [as_real(site).evaluate() for site in self.sites]

    def collected(self, masses: Sequence[Fraction]) -> list[Fraction]:
        """Return the total mass of the labels of each site."""
        totals = [Fraction(0)] * len(self.sites)
        for site, mass in zip(self.site_of, masses, strict=True):
            totals[site] += mass
        return totals

    def decays_from(self, site: int, rate: arb) -> list[arb]:
        """Return e^(-rate distance) from one site to every site."""
        return _decays(self.positions(), site, rate)

    def table(self, rate: arb) -> list[list[arb]]:
        """Return e^(-rate distance) for every pair of sites."""
        at = self.positions()
        return [_decays(at, site, rate) for site in range(len(self.sites))]


def _decays(at: Sequence[arb], site: int, rate: arb) -> list[arb]:
    """Return e^(-rate distance) from one of some increasing places to all of them."""
    return [(rate * (here - at[site] if n < site else at[site] - here)).exp() for n, here in enumerate(at)]


def in_order(places: Sequence[Point]) -> list[list[int]]:
    """Return the indices of exact places, equal ones together, increasing; balls decide wherever they can."""
    same: dict[object, list[int]] = {}
    for index, place in enumerate(places):
        same.setdefault(_spelling(place), []).append(index)
    firsts = [group[0] for group in same.values()]
    with working_precision(_RANKING_BITS):
        balls = {index: as_real(places[index]).evaluate() for index in firsts}

    def compared(i: int, j: int) -> int:
        a, b = balls[i], balls[j]
        if a < b or b < a:
            return -1 if a < b else 1
        return (places[i] > places[j]) - (places[i] < places[j])

    groups: list[list[int]] = []
    for index in sorted(firsts, key=cmp_to_key(compared)):
        group = same[_spelling(places[index])]
        if groups and compared(groups[-1][0], index) == 0:
            groups[-1] += group
        else:
            groups.append(list(group))
    return [sorted(group) for group in groups]


def _spelling(place: Point) -> object:
    """Return a key that equal places share if they are written alike."""
    return (place.constant, frozenset(place.terms.items())) if isinstance(place, LogForm) else place


def on_sites(masses: Sequence[arb], decays: Sequence[arb]) -> list[arb]:
    """Return at each site the sum over sites of mass e^(-rate distance): one sweep from each end."""
    left, right = [masses[0]], [masses[-1]]
    for mass, d in zip(masses[1:], decays, strict=True):
        left.append(left[-1] * d + mass)
    for mass, d in zip(masses[-2::-1], reversed(decays), strict=True):
        right.append(right[-1] * d + mass)
    return [a + b - mass for a, b, mass in zip(left, reversed(right), masses, strict=True)]


def products(
    axes: Sequence[Axis], tables: Sequence[list[list[arb]]], partial: list[arb], places: Places | None
) -> Iterator[tuple[Place, list[arb]]]:
    """Yield points of the grid, and the own density of every label there: a product of one factor an axis."""
    if not axes:
        yield (), partial
        return
    for site, row in enumerate(tables[0]):
        rest = None if places is None else frozenset(place[1:] for place in places if place[0] == site)
        if rest is not None and not rest:
            continue
        own = [value * row[n] for value, n in zip(partial, axes[0].site_of, strict=True)]
        for place, values in products(axes[1:], tables[1:], own, rest):
            yield (site, *place), values
