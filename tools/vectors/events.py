"""Laws as lists of events with their probabilities: disjoint events that together are everything that can happen.

An event has one side a coordinate of the output (a number has one): an integer that it equals, or an interval, open
below and closed above, of which either end may be missing. Every kind of laws is written in this one way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import pairwise, product
from typing import Any, Final, TypeAlias

from dpassay.exact import Dist, Law, require
from dpassay.exact.kinds import kind_of
from tools.vectors.numbers import number

Side: TypeAlias = dict[str, str]
Cuts: TypeAlias = Sequence[object]
"""Where a coordinate is cut: increasing exact numbers, written as ``Fraction`` reads them."""


def events(law: Law, cuts: Sequence[Cuts]) -> list[dict[str, Any]]:
    """Return the events of a law; ``cuts`` has one entry for each coordinate that is no outcome of a finite law."""
    listed = list(_LISTED[kind_of(law).name](law, [_read(each) for each in cuts]))
    return [{"event": list(sides), "probability": number(value)} for sides, value in listed]


def _read(cuts: Cuts) -> list[Fraction]:
    """Return cuts as numbers."""
    read = [Fraction(str(cut)) for cut in cuts]
    require(all(a < b for a, b in pairwise(read)), "cuts", [*map(str, read)], "increasing numbers")
    return read


def _equals(value: object) -> Side:
    return {"equals": str(value)}


def _between(low: Fraction | None, high: Fraction | None) -> Side:
    """Return the interval of what is above one number and at most another one."""
    ends = (("above", low), ("at_most", high))
    return {name: str(end) for name, end in ends if end is not None}


def _finite(law: Dist[Any], cuts: Sequence[Sequence[Fraction]]) -> Iterator[tuple[list[Side], Any]]:
    """One event an outcome."""
    require(not cuts, "cuts", cuts, "none: the outcomes of a finite law are its events")
    for outcome in kind_of(law).places(law):
        sides = outcome if isinstance(outcome, tuple) else (outcome,)
        yield [_equals(side) for side in sides], law.enclosed(outcome)


def _integers(law: Any, cuts: Sequence[Sequence[Fraction]]) -> Iterator[tuple[list[Side], Any]]:
    """Each integer from the first cut to the last, and what is below and above them."""
    low, high = (int(cuts[0][end]) for end in (0, -1))
    yield [_between(None, Fraction(low - 1))], law.cdf(low - 1)
    for outcome in range(low, high + 1):
        yield [_equals(outcome)], law.pmf(outcome)
    yield [_between(Fraction(high), None)], law.upper_tail(high + 1)


def _line(law: Any, cuts: Sequence[Sequence[Fraction]]) -> Iterator[tuple[list[Side], Any]]:
    """The intervals between the cuts."""
    ends = [None, *cuts[0], None]
    values = [Fraction(0), *map(law.cdf, cuts[0]), Fraction(1)]
    for k, (low, high) in enumerate(pairwise(ends)):
        yield [_between(low, high)], values[k + 1] - values[k]


def _boxes(probability: Callable[[Any], Any], cuts: Sequence[Sequence[Fraction]]) -> Iterator[tuple[list[Side], Any]]:
    """The boxes of the intervals of each coordinate."""
    for box in product(*(pairwise([None, *each, None]) for each in cuts)):
        yield [_between(*interval) for interval in box], probability(box)


def _tagged(law: Any, cuts: Sequence[Sequence[Fraction]]) -> Iterator[tuple[list[Side], Any]]:
    """Each tag with the intervals of the number beside it."""
    return _with_tags(law, lambda tag, box: law.probability(tag, box[0]), cuts)


def _tagged_vectors(law: Any, cuts: Sequence[Sequence[Fraction]]) -> Iterator[tuple[list[Side], Any]]:
    """Each tag with the boxes of the numbers beside it."""
    return _with_tags(law, law.probability, cuts)


def _with_tags(
    law: Any, probability: Callable[[int, Any], Any], cuts: Sequence[Sequence[Fraction]]
) -> Iterator[tuple[list[Side], Any]]:
    for tag in law.given:
        for sides, value in _boxes(partial(probability, tag), cuts):
            yield [_equals(tag), *sides], value


def _vectors(law: Any, cuts: Sequence[Sequence[Fraction]]) -> Iterator[tuple[list[Side], Any]]:
    """The boxes of the intervals of each coordinate."""
    return _boxes(law.probability, cuts)


_LISTED: Final[dict[str, Callable[[Any, Sequence[Sequence[Fraction]]], Iterator[tuple[list[Side], Any]]]]] = {
    "finite": _finite,
    "integer": _integers,
    "discrete_gaussian": _integers,
    "laplace": _line,
    "gaussian": _line,
    "vector": _vectors,
    "tagged": _tagged,
    "tagged_gaussians": _tagged_vectors,
}
