"""Certified bounds of the integral of the positive part of f = P - t Q over R^K, by cutting boxes.

P and Q mix products of K Laplace laws of one rate. Along one coordinate, between neighboring centers, f/Q is a Moebius
function of e^(2 rate x) and hence monotone; so on a box inside one cell of the grid of centers the extremes of f/Q are
at the corners. Where f <= 0 at every corner the box is worth 0, where f >= 0 at every corner it is worth P - t Q. Else
it is worth at least (P - t Q)^+, and at most both max(f/Q)^+ Q and P - t Q + max(-f/Q)^+ Q; the box with the widest
bounds is cut in two first. Beyond the last center of a coordinate f/Q is constant, and nothing is ever cut there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce
from heapq import heappop, heappush
from itertools import pairwise, product
from typing import TypeAlias

from flint import arb, ctx

from dpassay.exact.expnumber import Number
from dpassay.exact.real import Real, as_real, working_precision

_BITS = 96
"""The precision of every ball in a search, far below any tolerance."""

Component: TypeAlias = "tuple[tuple[int, ...], Number, Number]"
"""The site on each axis, and the weights in f and in Q."""


@dataclass
class Segment:
    """A stretch of one axis inside one cell, or one of its two tails.

    For each site n of the axis, ``low[n]`` and ``high[n]`` are e^(-rate |x - site|) at the two ends, and ``mass[n]`` is
    the probability of the stretch under the Laplace law at the site. In a tail ``high`` is empty: one end is enough.
    """

    low: list[arb]
    high: list[arb]
    mass: list[arb]
    rising: list[bool]
    width: arb
    halves: tuple[Segment, ...] = field(default=())

    @classmethod
    def between(cls, low: list[arb], high: list[arb], rising: list[bool], width: arb) -> Segment:
        """Build a stretch that is bounded; ``width`` is in units of 1/rate."""
        mass = [(b - a if up else a - b) / 2 for a, b, up in zip(low, high, rising, strict=True)]
        return cls(low, high, mass, rising, width)

    @classmethod
    def tail(cls, end: list[arb]) -> Segment:
        """Build the stretch beyond the first or the last site."""
        return cls(end, [], [value / 2 for value in end], [], arb(0))

    def ends(self) -> list[list[arb]]:
        """Return the values at the ends that matter."""
        return [self.low, self.high] if self.high else [self.low]

    def cut(self) -> tuple[Segment, ...]:
        """Return the two halves; made once, however many boxes share the segment."""
        if not self.halves:
            half = (self.width / 2).exp()
            middle = [a * half if up else a / half for a, up in zip(self.low, self.rising, strict=True)]
            first = Segment.between(self.low, middle, self.rising, self.width / 2)
            self.halves = first, Segment.between(middle, self.high, self.rising, self.width / 2)
        return self.halves


def segments_of_axis(sites: Sequence[Real], rate: Real) -> list[Segment]:
    """Cut an axis at its sites, given in increasing order."""
    places = [rate.evaluate() * site.evaluate() for site in sites]
    at = [[(-abs(x - y)).exp() for y in places] for x in places]
    inner = [
        Segment.between(at[i], at[i + 1], [n > i for n in range(len(sites))], b - a)
        for i, (a, b) in enumerate(pairwise(places))
    ]
    return [Segment.tail(at[0]), *inner, Segment.tail(at[-1])]


@dataclass(frozen=True, slots=True)
class Box:
    """A product of segments, with certified bounds of what it contributes."""

    segments: tuple[Segment, ...]
    lower: arb
    upper: arb

    def longest(self) -> int:
        """Return the axis along which to cut."""
        widths = [segment.width.mid() for segment in self.segments]
        return widths.index(max(widths))


class BoxSearch:
    """The boxes of one integral, those with the widest bounds first; a search can be taken up again."""

    def __init__(self, sites: Sequence[Sequence[Real]], rate: Real, components: Sequence[Component]) -> None:
        with working_precision(_BITS):
            self._sites = [place for place, _, _ in components]
            self._f = [as_real(weight).evaluate() for _, weight, _ in components]
            self._q = [as_real(weight).evaluate() for _, _, weight in components]
            self._settled, self._gap = arb(0), arb(0)
            self._open: list[tuple[arb, int, Box]] = []
            self.boxes = 0
            for segments in product(*(segments_of_axis(axis, rate) for axis in sites)):
                self._file(segments)

    def bounds(self, tolerance: Fraction, most_boxes: int) -> tuple[Fraction, Fraction]:
        """Return certified bounds, at most ``tolerance`` apart unless ``most_boxes`` are looked at before that."""
        with working_precision(_BITS):
            goal = arb(as_real(tolerance).evaluate().lower())
            while self._open and self.boxes < most_boxes and not self._gap < goal:
                self._cut_widest()
            lower = sum((box.lower for _, _, box in self._open), self._settled)
            upper = sum((box.upper for _, _, box in self._open), self._settled)
            return max(Fraction(0), _fraction(lower.lower())), _fraction(upper.upper())

    def enclosure(self, most_boxes: int) -> arb:
        """Return a ball whose width falls with the working precision, for as long as ``most_boxes`` allow."""
        low, high = self.bounds(Fraction(1, 1 << (int(ctx.prec) // 3)), most_boxes)
        return as_real(low).evaluate().union(as_real(high).evaluate())

    def _cut_widest(self) -> None:
        _, _, box = heappop(self._open)
        self._gap -= box.upper - box.lower
        axis = box.longest()
        for half in box.segments[axis].cut():
            self._file((*box.segments[:axis], half, *box.segments[axis + 1 :]))

    def _file(self, segments: tuple[Segment, ...]) -> None:
        """Settle a box whose corners agree, and keep any other with its bounds."""
        self.boxes += 1
        values = [self._sums(own) for own in self._corners(segments)]
        if all(f <= 0 for f, _ in values):
            return
        whole, under = self._sums(self._masses(segments))
        if all(f >= 0 for f, _ in values) or not any(segment.high for segment in segments):
            self._settled += whole.max(arb(0))
            return
        above = reduce(arb.max, (f / q for f, q in values), arb(0)) * under
        below = reduce(arb.max, (-f / q for f, q in values), arb(0)) * under
        box = Box(segments, whole.max(arb(0)), above.min(whole + below))
        self._gap += box.upper - box.lower
        heappush(self._open, (-(box.upper - box.lower).upper(), self.boxes, box))

    def _sums(self, own: Sequence[arb]) -> tuple[arb, arb]:
        """Return f and Q from the own value of every component."""
        f = sum((weight * value for weight, value in zip(self._f, own, strict=True)), arb(0))
        return f, sum((weight * value for weight, value in zip(self._q, own, strict=True)), arb(0))

    def _corners(self, segments: Sequence[Segment]) -> Iterator[list[arb]]:
        for ends in product(*(segment.ends() for segment in segments)):
            yield self._own(ends)

    def _masses(self, segments: Sequence[Segment]) -> list[arb]:
        return self._own([segment.mass for segment in segments])

    def _own(self, factors: Sequence[Sequence[arb]]) -> list[arb]:
        """Return, for each component, the product of its factor on every axis."""
        values = []
        for place in self._sites:
            value = arb(1)
            for factor, site in zip(factors, place, strict=True):
                value *= factor[site]
            values.append(value)
        return values


def _fraction(point: arb) -> Fraction:
    """Return the exact value of a ball of radius 0."""
    mantissa, exponent = (int(part) for part in point.man_exp())
    return Fraction(mantissa) * Fraction(2) ** exponent
