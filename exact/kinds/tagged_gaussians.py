"""Tags with normal numbers beside them: each divergence is a sum over the tags of one between two Gaussians.

Two normal vectors of one standard deviation are as far apart as their centers: turned, they differ in one coordinate.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from flint import arb

from dpassay.exact.atom_sums import renyi_of_moment
from dpassay.exact.continuous import normal_cdf
from dpassay.exact.decimals import decimal_text
from dpassay.exact.expnumber import Number
from dpassay.exact.kinds.kind import AROUND_CENTER, Kind, Row, kind_of_pair, parts_of_row
from dpassay.exact.kinds.on_line import is_far, round_step, rounded_to
from dpassay.exact.logform import LogForm
from dpassay.exact.rationals import Rational, as_fraction, as_integer, require
from dpassay.exact.real import Real, as_real
from dpassay.exact.scalars import Scalar, largest, summed, times
from dpassay.exact.tagged_gaussians import NormalVector, TaggedGaussians

Place = tuple[int | Fraction, ...]
"""A tag and one number a coordinate."""


class TaggedGaussiansKind(Kind[TaggedGaussians]):
    """Tags with normal numbers beside them."""

    name = "tagged_gaussians"
    is_real = True
    event = "tag, output <= outcome"

    def max_ratio(self, p: TaggedGaussians, q: TaggedGaussians) -> Scalar | None:
        """Return the supremum of p(E)/q(E): None unless q has every tag of p, and around the same centers."""
        for tag, law in p.given.items():
            if tag not in q.given or not _coincide(law, q.given[tag]):
                return None
        return largest([p.tags.pmf(tag) / q.tags.pmf(tag) for tag in p.given])

    def hockey_stick(self, p: TaggedGaussians, q: TaggedGaussians, t: Number) -> Scalar:
        """Return the hockey-stick divergence at e^eps = t, summed over the tags."""
        return summed([_at_tag(p, q, tag, t) for tag in p.given])

    def kl(self, p: TaggedGaussians, q: TaggedGaussians) -> LogForm | Real | None:
        """Return the KL divergence: that of the tags and, on average over them, half the squared distance."""
        of_tags = kind_of_pair(p.tags, q.tags).kl(p.tags, q.tags)
        if of_tags is None:
            return None
        parts = [times(p.tags.pmf(tag), _square(law, q.given[tag]) / 2) for tag, law in p.given.items()]
        return as_real(of_tags) + as_real(summed(parts))

    def renyi(self, p: TaggedGaussians, q: TaggedGaussians, alpha: int) -> LogForm | Real | None:
        """Return the Renyi divergence of integer order; None where q lacks a tag of p."""
        if not set(p.given) <= set(q.given):
            return None
        moments: list[Scalar] = []
        for tag, law in p.given.items():
            w, v = p.tags.pmf(tag), q.tags.pmf(tag)
            growth = (Fraction(alpha * (alpha - 1), 2) * _square(law, q.given[tag])).exp()
            moments.append(times(w**alpha / v ** (alpha - 1), growth))
        return renyi_of_moment(summed(moments), alpha)

    def form(self, law: TaggedGaussians) -> tuple[int, ...]:
        """Return (1 + d,): a tag and the numbers."""
        return (1 + law.dimension,)

    def is_possible(self, law: TaggedGaussians, value: tuple[Rational, ...]) -> bool:
        """Tell whether the law can give a row: one that begins with a tag of it."""
        return value[0] in law.given

    def places(self, law: TaggedGaussians) -> Sequence[Place]:
        """Return round places around the center of each tag, in all coordinates at once."""
        found: list[Place] = []
        for tag, given in law.given.items():
            step = round_step(as_real(given.sigma))
            center = [rounded_to(x, step) for x in given.centers]
            found += [(tag, *(x + k * step for x in center)) for k in AROUND_CENTER]
        return found

    def read_place(self, law: TaggedGaussians, text: str) -> Place:
        """Read a tag and the numbers."""
        parts = parts_of_row(text)
        expected = f"a tag and {law.dimension} numbers, apart by commas"
        require(len(parts) == 1 + law.dimension, "at", f"{text!r:.60}", expected)
        tag = as_integer(parts[0], "at")
        require(tag in law.given, "at", f"{text!r:.60}", f"a tag of {', '.join(map(str, law.given))}")
        return (tag, *(as_fraction(part, "at") for part in parts[1:]))

    def words(self, place: Place, number: Callable[[Rational], str]) -> str:
        """Return the row."""
        return f"({place[0]}, {', '.join(map(number, place[1:]))})"

    def rows(self, law: TaggedGaussians, places: Sequence[Place]) -> Iterator[Row]:
        """Yield the density at each place, and the probability of its tag with what lies up to it."""
        for place in places:
            tag, numbers = int(place[0]), place[1:]
            given = law.given[tag]
            height = (2 * Real(arb.pi) * as_real(given.sigma) ** 2).sqrt() ** law.dimension
            density = as_real(law.tags.pmf(tag)) * given.density(numbers) / height
            yield Row(place, density, law.probability(tag, [(None, x) for x in numbers]))

    def far(self, law: TaggedGaussians, place: Place) -> Rational | None:
        """Return the first number that is far from its center."""
        given = law.given[int(place[0])]
        pairs = zip(place[1:], given.centers, strict=True)
        return next((x for x, center in pairs if is_far(x, [center], as_real(given.sigma))), None)


def _at_tag(p: TaggedGaussians, q: TaggedGaussians, tag: int, t: Number) -> Scalar:
    """Return what one tag adds: the divergence of two normal numbers that are as far apart as the centers."""
    weight, law = p.tags.pmf(tag), p.given[tag]
    if tag not in q.given or t == 0:
        return weight
    at = t * q.tags.pmf(tag) / weight
    if _coincide(law, q.given[tag]):
        return weight * (1 - at) if at < 1 else Fraction(0)
    distance = _square(law, q.given[tag]).sqrt()
    threshold = as_real(at).log() / distance
    return as_real(weight) * (
        normal_cdf(distance / 2 - threshold) - as_real(at) * normal_cdf(-distance / 2 - threshold)
    )


def _coincide(p: NormalVector, q: NormalVector) -> bool:
    """Tell exactly whether two vectors have the same centers."""
    _check(p, q)
    return all(a == b for a, b in zip(p.centers, q.centers, strict=True))


def _square(p: NormalVector, q: NormalVector) -> Real:
    """Return the squared distance of the centers, in standard deviations."""
    _check(p, q)
    squares = [as_real(a - b) ** 2 for a, b in zip(p.centers, q.centers, strict=True)]
    return sum(squares, as_real(0)) / p.sigma**2


def _check(p: NormalVector, q: NormalVector) -> None:
    """Refuse vectors of two dimensions or of two standard deviations."""
    forms = [(len(law.centers), law.sigma) for law in (p, q)]
    if forms[0] != forms[1]:
        shown = " and ".join(f"{size} coordinates of {decimal_text(sigma, 6)}" for size, sigma in forms)
        raise ValueError(f"laws = {shown}: expected one dimension and one standard deviation at each tag")
