"""Divergences of two mixtures of products of K Laplace laws of one rate.

With the other coordinates fixed, the ratio of the two densities is monotone between neighboring centers of a coordinate
and constant beyond the last ones. So its supremum is at the grid of centers, and on a box inside one cell of that grid
its extremes are at the corners. That makes the hockey-stick divergence a sum over boxes, each of which is worth 0, or
P - t Q, or, where the ratio crosses t inside, certified bounds that shrink as the box is cut (``boxes``).

Coordinates in which all centers agree do not matter; where one coordinate is left, everything is as on the line.
"""

from __future__ import annotations

from fractions import Fraction
from functools import reduce
from itertools import product

from dpassay.exact.boxes import BoxSearch
from dpassay.exact.continuous import Point
from dpassay.exact.dist import total
from dpassay.exact.expnumber import Number
from dpassay.exact.kinds.tagged import pairs_on_the_line
from dpassay.exact.label_family import MOST_GRID_ENTRIES, Axis
from dpassay.exact.logform import LogForm
from dpassay.exact.profile import as_exp_eps
from dpassay.exact.rationals import as_positive_fraction, as_positive_integer, require
from dpassay.exact.real import Real, as_real
from dpassay.exact.report_laws import LaplaceVectors, RealLaw, Scalar, gap, largest, quotient, same_rate

MOST_BOXES = 100_000
"""Boxes that the hockey-stick divergence cuts before it returns the bounds that it has."""


class Pair:
    """Two laws of one rate, without the coordinates in which all their centers agree."""

    def __init__(self, p: LaplaceVectors, q: LaplaceVectors) -> None:
        require(p.dimension == q.dimension, "laws", f"of {p.dimension} and {q.dimension} dimensions", "one dimension")
        require(same_rate(p.rate, q.rate), "laws", f"with rates {p.rate} and {q.rate}", "laws that share one rate")
        axes = [Axis.of([vector[k] for vector in (*p.centers, *q.centers)]) for k in range(p.dimension)]
        self.kept = [k for k, axis in enumerate(axes) if len(axis.sites) > 1]
        self.axes = [axes[k] for k in self.kept]
        self.p, self.q = p, q

    def on_the_line(self) -> tuple[RealLaw, RealLaw]:
        """Return the laws of the only coordinate in which centers differ."""
        return self.p.marginal(self.kept[0]), self.q.marginal(self.kept[0])

    def components(self, t: Number) -> list[tuple[tuple[int, ...], Number, Number]]:
        """Return, for each distinct center, its sites and the weights that it has in p - t q and in q."""
        sites = list(zip(*(axis.site_of for axis in self.axes), strict=True))
        of_p, of_q = sites[: len(self.p.weights)], sites[len(self.p.weights) :]
        found = []
        for place in dict.fromkeys(sites):
            over = total(w for w, s in zip(self.p.weights, of_p, strict=True) if s == place)
            under = total(w for w, s in zip(self.q.weights, of_q, strict=True) if s == place)
            found.append((place, over - t * under, under))
        return found


def max_ratio(p: LaplaceVectors, q: LaplaceVectors) -> Scalar:
    """Return the supremum of the density ratio, the largest on the grid of centers; a grid too large is refused."""
    pair = Pair(p, q)
    size = reduce(lambda a, b: a * b, (len(axis.sites) for axis in pair.axes), 1) * (len(p.weights) + len(q.weights))
    require(size <= MOST_GRID_ENTRIES, "laws", f"with {size} grid entries", f"at most {MOST_GRID_ENTRIES}")
    corner: list[Point] = list(p.centers[0])
    ratios: list[Scalar] = []
    for place in product(*(axis.sites for axis in pair.axes)):
        for k, x in zip(pair.kept, place, strict=True):
            corner[k] = x
        ratios.append(quotient(p.density_factor(corner), q.density_factor(corner)))
    return largest(ratios)


def hockey_stick(p: LaplaceVectors, q: LaplaceVectors, t: Number) -> Scalar:
    """Return the hockey-stick divergence at e^eps = t.

    Where centers differ in more than one coordinate, the enclosure stops shrinking after ``MOST_BOXES`` boxes.
    """
    pair = Pair(p, q)
    if not pair.kept:
        return max(Fraction(0), 1 - t)
    if len(pair.kept) == 1:
        first, second = pair.on_the_line()
        value: Scalar = pairs_on_the_line(first, second).hockey_stick(first, second, t)
        return value
    search = _search(pair, t)
    return Real(lambda: search.enclosure(MOST_BOXES))


def _search(pair: Pair, t: Number) -> BoxSearch:
    sites = [[as_real(gap(x, axis.sites[0])) for x in axis.sites] for axis in pair.axes]
    return BoxSearch(sites, as_real(pair.p.rate), pair.components(t))


def hockey_stick_bounds(
    p: LaplaceVectors, q: LaplaceVectors, exp_eps: object, *, tolerance: object, most_boxes: object = MOST_BOXES
) -> tuple[Fraction, Fraction]:
    """Return certified bounds of the hockey-stick divergence, at most ``tolerance`` apart if ``most_boxes`` suffice."""
    t, width = as_exp_eps(exp_eps), as_positive_fraction(tolerance, "tolerance")
    boxes = as_positive_integer(most_boxes, "most_boxes")
    pair = Pair(p, q)
    if len(pair.kept) < 2:
        low, high = as_real(hockey_stick(p, q, t)).bounds()
        return max(Fraction(0), low), high
    return _search(pair, t).bounds(width, boxes)


def kl(p: LaplaceVectors, q: LaplaceVectors) -> LogForm | Real | None:
    """Refuse: the KL divergence of two vectors is not computed."""
    raise ValueError(f"laws = {p!r}, {q!r}: expected laws on the line; of vectors max_ratio and hockey_stick are known")


def renyi(p: LaplaceVectors, q: LaplaceVectors, alpha: int) -> LogForm | Real | None:
    """Refuse: the Renyi divergence of two vectors is not computed."""
    raise ValueError(f"laws = {p!r}, {q!r} at order {alpha}: expected laws on the line")
