"""Mixtures of products of K Laplace laws of one rate.

With the other coordinates fixed, the ratio of two densities is monotone between neighboring centers of a coordinate
and constant beyond the last ones. So its supremum is at the grid of centers, and on a box inside one cell of that grid
its extremes are at the corners. That makes the hockey-stick divergence a sum over boxes, each of which is worth 0, or
P - t Q, or, where the ratio crosses t inside, certified bounds that shrink as the box is cut (``boxes``).

Coordinates in which all centers agree do not matter; where one coordinate is left, everything is as on the line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import reduce
from itertools import product

from dpassay.exact.boxes import BoxSearch
from dpassay.exact.continuous import Point
from dpassay.exact.decimals import decimal_text
from dpassay.exact.dist import total
from dpassay.exact.expnumber import Number, exp
from dpassay.exact.kinds.kind import AROUND_CENTER, Kind, Row, kind_of_pair, parts_of_row
from dpassay.exact.kinds.on_line import is_far, round_step, rounded_to
from dpassay.exact.label_family import MOST_GRID_ENTRIES, Axis
from dpassay.exact.logform import LogForm
from dpassay.exact.rationals import Rational, as_fraction, require
from dpassay.exact.real import Real, Undecided, as_real, decide
from dpassay.exact.report_laws import LaplaceVectors, RealLaw, gap, same_rate
from dpassay.exact.scalars import Scalar, largest, quotient

MOST_BOXES = 100_000
"""Boxes that the hockey-stick divergence cuts before it returns the bounds that it has."""

TOLERANCE = Fraction(1, 1_000)
"""How closely delta is enclosed to compare it with a promised one, as a share of that."""

BISECTIONS = 16


class VectorKind(Kind[LaplaceVectors]):
    """Mixtures of products of K Laplace laws of one rate."""

    name = "vector"
    is_real = True
    event = "output <= outcome in each coordinate"

    def max_ratio(self, p: LaplaceVectors, q: LaplaceVectors) -> Scalar:
        """Return the supremum of the density ratio, the largest on the grid of centers; a grid too large is refused."""
        pair = Pair(p, q)
        places = reduce(lambda a, b: a * b, (len(axis.sites) for axis in pair.axes), 1)
        size = places * (len(p.weights) + len(q.weights))
        require(size <= MOST_GRID_ENTRIES, "laws", f"with {size} grid entries", f"at most {MOST_GRID_ENTRIES}")
        corner: list[Point] = list(p.centers[0])
        ratios: list[Scalar] = []
        for place in product(*(axis.sites for axis in pair.axes)):
            for k, x in zip(pair.kept, place, strict=True):
                corner[k] = x
            ratios.append(quotient(p.density_factor(corner), q.density_factor(corner)))
        return largest(ratios)

    def hockey_stick(self, p: LaplaceVectors, q: LaplaceVectors, t: Number) -> Scalar:
        """Return the hockey-stick divergence at e^eps = t.

        Where centers differ in more than one coordinate, the enclosure stops shrinking after ``MOST_BOXES`` boxes.
        """
        pair = Pair(p, q)
        if not pair.kept:
            return max(Fraction(0), 1 - t)
        if len(pair.kept) == 1:
            first, second = pair.on_the_line()
            return kind_of_pair(first, second).hockey_stick(first, second, t)
        search = _search(pair, t)
        return Real(lambda: search.enclosure(MOST_BOXES))

    def kl(self, p: LaplaceVectors, q: LaplaceVectors) -> LogForm | Real | None:
        """Refuse: the KL divergence of two vectors is not computed."""
        raise ValueError(
            f"laws = {p!r}, {q!r}: expected laws on the line; of vectors max_ratio and hockey_stick are known"
        )

    def renyi(self, p: LaplaceVectors, q: LaplaceVectors, alpha: int) -> LogForm | Real | None:
        """Refuse: the Renyi divergence of two vectors is not computed."""
        raise ValueError(f"laws = {p!r}, {q!r} at order {alpha}: expected laws on the line")

    def bounds(
        self, p: LaplaceVectors, q: LaplaceVectors, t: Number, tolerance: Fraction, most_boxes: int
    ) -> tuple[Fraction, Fraction]:
        """Return certified bounds of ``hockey_stick``, at most ``tolerance`` apart if ``most_boxes`` suffice."""
        pair = Pair(p, q)
        if len(pair.kept) < 2:
            low, high = as_real(self.hockey_stick(p, q, t)).bounds()
            return max(Fraction(0), low), high
        return _search(pair, t).bounds(tolerance, most_boxes)

    def is_within(self, p: LaplaceVectors, q: LaplaceVectors, t: Number, delta: Fraction) -> bool:
        """Tell whether ``hockey_stick`` is at most ``delta``; a pair whose pure loss is small enough needs no boxes."""
        if decide(self.max_ratio(p, q) <= t):
            return True
        low, high = self.bounds(p, q, t, delta * TOLERANCE, MOST_BOXES)
        if low <= delta < high:
            between = f"between {decimal_text(low, 6)} and {decimal_text(high, 6)}"
            raise Undecided(f"delta is {between}, and {delta} is promised")
        return high <= delta

    def epsilon_bounds(
        self, p: LaplaceVectors, q: LaplaceVectors, delta: Fraction, tolerance: Fraction
    ) -> tuple[LogForm | Scalar | None, LogForm | Scalar | None]:
        """Return certified bounds of ``epsilon``, after at most ``BISECTIONS`` bisections; exact ones where it is 0."""
        largest_epsilon = self.max_divergence(p, q)
        if delta == 0:
            return largest_epsilon, largest_epsilon

        def enclosed(epsilon: Fraction) -> tuple[Fraction, Fraction]:
            return self.bounds(p, q, exp(epsilon), delta * tolerance, MOST_BOXES)

        low, high = Fraction(0), as_real(largest_epsilon).bounds()[1]
        if enclosed(low)[1] <= delta:
            return (none := LogForm()), none
        for _ in range(BISECTIONS):
            middle = (low + high) / 2
            at_least, at_most = enclosed(middle)
            if at_least <= delta < at_most:
                break
            low, high = (low, middle) if at_most <= delta else (middle, high)
        return low, high

    def form(self, law: LaplaceVectors) -> tuple[int, ...]:
        """Return (K,)."""
        return (law.dimension,)

    def is_possible(self, law: LaplaceVectors, value: tuple[Rational, ...]) -> bool:
        """Tell whether the law can give a row: any of numbers."""
        return True

    def places(self, law: LaplaceVectors) -> Sequence[tuple[Fraction, ...]]:
        """Return round places around a center, from minus five to five scales in all coordinates at once."""
        step = round_step(1 / as_real(law.rate))
        center = [rounded_to(x, step) for x in law.centers[0]]
        return [tuple(x + k * step for x in center) for k in AROUND_CENTER]

    def read_place(self, law: LaplaceVectors, text: str) -> tuple[Fraction, ...]:
        """Read one number a coordinate."""
        place = tuple(as_fraction(part, "at") for part in parts_of_row(text))
        require(len(place) == law.dimension, "at", f"{text!r:.60}", f"{law.dimension} numbers, apart by commas")
        return place

    def words(self, place: tuple[Fraction, ...], number: Callable[[Rational], str]) -> str:
        """Return the row."""
        return f"({', '.join(map(number, place))})"

    def rows(self, law: LaplaceVectors, places: Sequence[tuple[Fraction, ...]]) -> Iterator[Row]:
        """Yield the density at each place, and the probability of what lies up to it in every coordinate."""
        return (Row(place, law.pdf(place), law.probability([(None, x) for x in place])) for place in places)

    def far(self, law: LaplaceVectors, place: tuple[Fraction, ...]) -> Rational | None:
        """Return the first coordinate that is far from a coordinate of a center."""
        centers, scale = [x for center in law.centers for x in center], 1 / as_real(law.rate)
        return next((x for x in place if is_far(x, centers, scale)), None)


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


def _search(pair: Pair, t: Number) -> BoxSearch:
    sites = [[as_real(gap(x, axis.sites[0])) for x in axis.sites] for axis in pair.axes]
    return BoxSearch(sites, as_real(pair.p.rate), pair.components(t))
