"""Divergences between two laws of one kind: exact where they can be, rigorous enclosures where they cannot.

One function a divergence; what it does for a kind of law stands in that kind's file (``kinds``). ``p`` is the law on
the first input, ``q`` the law on its neighbor, and no function symmetrizes: a privacy guarantee needs both directions.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, TypeAlias, overload

from dpassay.exact.continuous import GaussianLaw, LaplaceMixture
from dpassay.exact.dist import Dist
from dpassay.exact.expnumber import Number
from dpassay.exact.integers import DiscreteGaussianLaw, IntegerLaw
from dpassay.exact.kinds import kind_of_pair
from dpassay.exact.kinds.vector import MOST_BOXES
from dpassay.exact.logform import LogForm
from dpassay.exact.profile import Profile, as_exp_eps
from dpassay.exact.rationals import as_fraction, as_integer, as_positive_fraction, as_positive_integer, require
from dpassay.exact.real import Real
from dpassay.exact.report_laws import EnclosedMixture, LaplaceVectors, TaggedLaw
from dpassay.exact.scalars import Scalar
from dpassay.exact.tagged_gaussians import TaggedGaussians

Law: TypeAlias = (
    "Dist[Any] | IntegerLaw | DiscreteGaussianLaw | LaplaceMixture | GaussianLaw"
    " | EnclosedMixture | TaggedLaw | LaplaceVectors | TaggedGaussians"
)
"""A law that this project knows exactly."""


def profile(p: Law, q: Law) -> Profile:
    """Return the exact privacy profile of a pair with finitely many likelihood ratios.

    That is a pair of finite laws, or of integer laws with equal tails.
    """
    return kind_of_pair(p, q).profile(p, q)


def max_ratio(p: Law, q: Law) -> Number | Real | None:
    """Return the supremum of p(E)/q(E) over events, e to the max divergence; None where it is infinite."""
    return kind_of_pair(p, q).max_ratio(p, q)


def max_divergence(p: Law, q: Law) -> LogForm | Real | None:
    """Return the max divergence log sup p(E)/q(E); None where it is infinite."""
    return kind_of_pair(p, q).max_divergence(p, q)


def hockey_stick_divergence(p: Law, q: Law, exp_eps: object) -> Number | Real:
    """Return sup over events of p(E) - exp_eps q(E), the least delta at e^eps = ``exp_eps`` in this direction."""
    return kind_of_pair(p, q).hockey_stick(p, q, as_exp_eps(exp_eps))


@overload
def hockey_stick_bounds(
    p: LaplaceVectors, q: LaplaceVectors, exp_eps: object, *, tolerance: object, most_boxes: object = ...
) -> tuple[Fraction, Fraction]: ...
@overload
def hockey_stick_bounds(
    p: Law, q: Law, exp_eps: object, *, tolerance: object, most_boxes: object = ...
) -> tuple[Scalar, Scalar]: ...
def hockey_stick_bounds(
    p: Law, q: Law, exp_eps: object, *, tolerance: object, most_boxes: object = MOST_BOXES
) -> tuple[Scalar, Scalar]:
    """Return certified bounds of the hockey-stick divergence, at most ``tolerance`` apart if ``most_boxes`` suffice.

    Of all laws but those of vectors both are the divergence itself, one object.
    """
    t, width = as_exp_eps(exp_eps), as_positive_fraction(tolerance, "tolerance")
    boxes = as_positive_integer(most_boxes, "most_boxes")
    return kind_of_pair(p, q).bounds(p, q, t, width, boxes)


def delta_curve(p: Law, q: Law) -> Callable[[Number], Number | Real]:
    """Return the hockey-stick divergence as a function of e^eps; for many values, likelihood ratios are merged once."""
    curve = kind_of_pair(p, q).curve(p, q)
    return lambda exp_eps: curve(as_exp_eps(exp_eps))


def total_variation(p: Law, q: Law) -> Number | Real:
    """Return the total variation distance, the hockey-stick divergence at e^eps = 1."""
    return hockey_stick_divergence(p, q, 1)


def kl_divergence(p: Law, q: Law) -> LogForm | Real | None:
    """Return KL(p || q) in nats: an exact ``LogForm`` for rational laws, else a ``Real``; None where it is infinite."""
    return kind_of_pair(p, q).kl(p, q)


def renyi_divergence(p: Law, q: Law, order: int) -> LogForm | Real | None:
    """Return the Renyi divergence of integer order at least 2, in nats; None where it is infinite."""
    alpha = as_integer(order, "order")
    require(alpha >= 2, "order", order, "a whole number of at least 2 (order 1 is kl_divergence)")
    return kind_of_pair(p, q).renyi(p, q, alpha)


def epsilon_at(p: Law, q: Law, delta: object) -> LogForm | Real | None:
    """Return the least eps >= 0 at which the hockey-stick divergence is at most ``delta``; None where there is none.

    Exact for laws with finitely many likelihood ratios; else found by bisection with decided comparisons.
    """
    return kind_of_pair(p, q).epsilon(p, q, _as_delta(delta))


def epsilon_bounds(
    p: Law, q: Law, delta: object, *, tolerance: object
) -> tuple[LogForm | Scalar | None, LogForm | Scalar | None]:
    """Return certified bounds of ``epsilon_at``, from deltas enclosed to a share ``tolerance`` of ``delta``.

    Of all laws but those of vectors both are the epsilon itself, one object.
    """
    return kind_of_pair(p, q).epsilon_bounds(p, q, _as_delta(delta), as_positive_fraction(tolerance, "tolerance"))


def _as_delta(value: object) -> Fraction:
    delta = as_fraction(value, "delta")
    require(0 <= delta < 1, "delta", value, "a number in [0, 1)")
    return delta
