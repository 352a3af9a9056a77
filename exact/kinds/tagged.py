"""Tagged laws: each divergence of two of them is a sum over the tags of one on the line."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from dpassay.exact.atom_sums import renyi_of_moment
from dpassay.exact.decimals import decimal_text
from dpassay.exact.expnumber import Number
from dpassay.exact.kinds.kind import Kind, Row, kind_of, kind_of_pair, parts_of_row
from dpassay.exact.logform import LogForm
from dpassay.exact.rationals import Rational, as_fraction, as_integer, require
from dpassay.exact.real import Real, as_real
from dpassay.exact.report_laws import TaggedLaw
from dpassay.exact.scalars import Scalar, largest, summed, times


class TaggedKind(Kind[TaggedLaw]):
    """Tagged laws."""

    name = "tagged"
    is_real = True
    event = "tag, output <= outcome"

    def max_ratio(self, p: TaggedLaw, q: TaggedLaw) -> Scalar | None:
        """Return the supremum of p(E)/q(E), the largest of one tag; None where q lacks a tag of p."""
        if not set(p.given) <= set(q.given):
            return None
        ratios: list[Scalar] = []
        for tag, law in p.given.items():
            of_law = kind_of_pair(law, q.given[tag]).max_ratio(law, q.given[tag])
            if of_law is None:
                return None
            ratios.append(times(p.tags.pmf(tag) / q.tags.pmf(tag), of_law))
        return largest(ratios)

    def hockey_stick(self, p: TaggedLaw, q: TaggedLaw, t: Number) -> Scalar:
        """Return the hockey-stick divergence at e^eps = t, summed over the tags."""
        return summed([_at_tag(p, q, tag, t) for tag in p.given])

    def kl(self, p: TaggedLaw, q: TaggedLaw) -> LogForm | Real | None:
        """Return the KL divergence: that of the tags and, on average over them, that of the laws on the line."""
        of_tags = kind_of_pair(p.tags, q.tags).kl(p.tags, q.tags)
        if of_tags is None:
            return None
        parts = []
        for tag, law in p.given.items():
            of_law = kind_of_pair(law, q.given[tag]).kl(law, q.given[tag])
            if of_law is None:
                return None
            parts.append(times(p.tags.pmf(tag), as_real(of_law)))
        return as_real(of_tags) + as_real(summed(parts))

    def renyi(self, p: TaggedLaw, q: TaggedLaw, alpha: int) -> LogForm | Real | None:
        """Return the Renyi divergence of integer order; None where q lacks a tag of p."""
        if not set(p.given) <= set(q.given):
            return None
        moments: list[Scalar] = []
        for tag, law in p.given.items():
            w, v = p.tags.pmf(tag), q.tags.pmf(tag)
            of_law = kind_of_pair(law, q.given[tag]).renyi(law, q.given[tag], alpha)
            if of_law is None:
                return None
            moments.append(times(w**alpha / v ** (alpha - 1), ((alpha - 1) * as_real(of_law)).exp()))
        return renyi_of_moment(summed(moments), alpha)

    def form(self, law: TaggedLaw) -> tuple[int, ...]:
        """Return (2,): a tag and a number."""
        return (2,)

    def is_possible(self, law: TaggedLaw, value: tuple[Rational, Rational]) -> bool:
        """Tell whether the law can give a row: one that begins with a tag of it."""
        return value[0] in law.given

    def places(self, law: TaggedLaw) -> Sequence[tuple[int, Fraction]]:
        """Return round places around the centers of each tag."""
        return [(tag, x) for tag, given in law.given.items() for x in kind_of(given).places(given)]

    def read_place(self, law: TaggedLaw, text: str) -> tuple[int, Fraction]:
        """Read a tag and a number."""
        parts = parts_of_row(text)
        require(len(parts) == 2, "at", f"{text!r:.60}", "a tag and a number, such as 0,-1/2")
        tag, x = as_integer(parts[0], "at"), as_fraction(parts[1], "at")
        require(tag in law.given, "at", decimal_text(tag), f"a tag among {list(law.given)}")
        return tag, x

    def words(self, place: tuple[int, Fraction], number: Callable[[Rational], str]) -> str:
        """Return the row."""
        return f"({place[0]}, {number(place[1])})"

    def rows(self, law: TaggedLaw, places: Sequence[tuple[int, Fraction]]) -> Iterator[Row]:
        """Yield the density at each tag and place, and the probability of the tag with what lies up to the place."""
        for tag, x in places:
            density = as_real(law.tags.pmf(tag)) * law.given[tag].pdf(x)
            yield Row((tag, x), density, law.probability(tag, (None, x)))

    def far(self, law: TaggedLaw, place: tuple[int, Fraction]) -> Rational | None:
        """Return the number if it is far from a center of its tag."""
        given = law.given[place[0]]
        return kind_of(given).far(given, place[1])


def _at_tag(p: TaggedLaw, q: TaggedLaw, tag: int, t: Number) -> Scalar:
    weight, law = p.tags.pmf(tag), p.given[tag]
    if tag not in q.given:
        return weight
    value: Scalar = kind_of_pair(law, q.given[tag]).hockey_stick(law, q.given[tag], t * q.tags.pmf(tag) / weight)
    return times(weight, value)
