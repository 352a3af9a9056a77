"""Divergences of two tagged laws: each is a sum over the tags of one on the line."""

from __future__ import annotations

from types import ModuleType

from dpassay.exact.continuous import LaplaceMixture
from dpassay.exact.expnumber import Number
from dpassay.exact.kinds import enclosed_laplace, finite, laplace
from dpassay.exact.kinds.finite import renyi_of_moment
from dpassay.exact.logform import LogForm
from dpassay.exact.rationals import require
from dpassay.exact.real import Real, as_real
from dpassay.exact.report_laws import RealLaw, Scalar, TaggedLaw, largest, summed, times


def pairs_on_the_line(p: RealLaw, q: RealLaw) -> ModuleType:
    """Return the file for two laws of one kind on the line."""
    require(
        type(p) is type(q), "laws", f"of kinds {type(p).__name__} and {type(q).__name__}", "tagged laws of one rate"
    )
    return laplace if isinstance(p, LaplaceMixture) else enclosed_laplace


def max_ratio(p: TaggedLaw, q: TaggedLaw) -> Scalar | None:
    """Return the supremum of p(E)/q(E), the largest of one tag; None where q lacks a tag of p."""
    if not set(p.given) <= set(q.given):
        return None
    ratios: list[Scalar] = []
    for tag, law in p.given.items():
        of_law = pairs_on_the_line(law, q.given[tag]).max_ratio(law, q.given[tag])
        ratios.append(times(p.tags.pmf(tag) / q.tags.pmf(tag), of_law))
    return largest(ratios)


def hockey_stick(p: TaggedLaw, q: TaggedLaw, t: Number) -> Scalar:
    """Return the hockey-stick divergence at e^eps = t, summed over the tags."""
    return summed([_at_tag(p, q, tag, t) for tag in p.given])


def _at_tag(p: TaggedLaw, q: TaggedLaw, tag: int, t: Number) -> Scalar:
    weight, law = p.tags.pmf(tag), p.given[tag]
    if tag not in q.given:
        return weight
    value: Scalar = pairs_on_the_line(law, q.given[tag]).hockey_stick(law, q.given[tag], t * q.tags.pmf(tag) / weight)
    return times(weight, value)


def kl(p: TaggedLaw, q: TaggedLaw) -> LogForm | Real | None:
    """Return the KL divergence: that of the tags and, on average over them, that of the laws on the line."""
    of_tags = finite.kl(p.tags, q.tags)
    if of_tags is None:
        return None
    parts = [
        times(p.tags.pmf(tag), pairs_on_the_line(law, q.given[tag]).kl(law, q.given[tag]))
        for tag, law in p.given.items()
    ]
    return as_real(of_tags) + as_real(summed(parts))


def renyi(p: TaggedLaw, q: TaggedLaw, alpha: int) -> LogForm | Real | None:
    """Return the Renyi divergence of integer order; None where q lacks a tag of p."""
    if not set(p.given) <= set(q.given):
        return None
    moments: list[Scalar] = []
    for tag, law in p.given.items():
        w, v = p.tags.pmf(tag), q.tags.pmf(tag)
        divergence = as_real(pairs_on_the_line(law, q.given[tag]).renyi(law, q.given[tag], alpha))
        moments.append(times(w**alpha / v ** (alpha - 1), ((alpha - 1) * divergence).exp()))
    return renyi_of_moment(summed(moments), alpha)
