"""Divergences between two laws of one kind: exact where they can be, rigorous enclosures where they cannot.

One function a divergence; what it does for a kind of law stands in that kind's file (``finite``,
``integer``, ``discrete_gaussian``, ``laplace``, ``gaussian``, ``enclosed_laplace``,
``tagged``, ``vector``). ``p`` is the law on the first input, ``q`` the law on its neighbor, and no function
symmetrizes: a privacy guarantee needs both directions.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, Protocol, TypeAlias, cast

from flint import arb, ctx

from dpassay.exact.continuous import GaussianLaw, LaplaceMixture
from dpassay.exact.dist import Dist
from dpassay.exact.expnumber import Number, exp
from dpassay.exact.integers import DiscreteGaussianLaw, IntegerLaw
from dpassay.exact.kinds import (
    discrete_gaussian,
    enclosed_laplace,
    finite,
    gaussian,
    integer,
    laplace,
    tagged,
    vector,
)
from dpassay.exact.logform import LogForm, log_number
from dpassay.exact.profile import Profile, as_exp_eps
from dpassay.exact.rationals import as_fraction, as_integer, first_true, require
from dpassay.exact.real import Real, decide, rational_ball
from dpassay.exact.report_laws import EnclosedMixture, LaplaceVectors, TaggedLaw

Law: TypeAlias = (
    "Dist[Any] | IntegerLaw | DiscreteGaussianLaw | LaplaceMixture | GaussianLaw"
    " | EnclosedMixture | TaggedLaw | LaplaceVectors"
)
"""A law that this project knows exactly."""


class Pairs(Protocol):
    """What the file of one kind of law offers."""

    def max_ratio(self, p: Any, q: Any, /) -> Number | Real | None:
        """Return the supremum of p(E)/q(E); None where it is infinite."""

    def hockey_stick(self, p: Any, q: Any, t: Number, /) -> Number | Real:
        """Return the hockey-stick divergence at e^eps = t."""

    def kl(self, p: Any, q: Any, /) -> LogForm | Real | None:
        """Return the KL divergence; None where it is infinite."""

    def renyi(self, p: Any, q: Any, alpha: int, /) -> LogForm | Real | None:
        """Return the Renyi divergence of integer order; None where it is infinite."""


_PAIRS: dict[type, Pairs] = {
    Dist: cast("Pairs", finite),
    IntegerLaw: cast("Pairs", integer),
    DiscreteGaussianLaw: cast("Pairs", discrete_gaussian),
    LaplaceMixture: cast("Pairs", laplace),
    GaussianLaw: cast("Pairs", gaussian),
    EnclosedMixture: cast("Pairs", enclosed_laplace),
    TaggedLaw: cast("Pairs", tagged),
    LaplaceVectors: cast("Pairs", vector),
}


def _pairs(p: Law, q: Law) -> Pairs:
    """Return the file for two laws of one kind."""
    require(type(p) is type(q), "laws", f"of kinds {type(p).__name__} and {type(q).__name__}", "two laws of one kind")
    if type(p) not in _PAIRS:  # not `require`: the text of a law may take longer than any divergence of it
        require(False, "law", repr(p), f"one of {', '.join(kind.__name__ for kind in _PAIRS)}")
    return _PAIRS[type(p)]


def profile(p: Law, q: Law) -> Profile:
    """Return the exact privacy profile of a pair with finitely many likelihood ratios.

    That is a pair of finite laws, or of integer laws with equal tails.
    """
    _pairs(p, q)
    if isinstance(p, Dist) and isinstance(q, Dist):
        return finite.profile(p, q)
    if isinstance(p, IntegerLaw) and isinstance(q, IntegerLaw):
        return integer.profile(p, q)
    raise ValueError(
        f"laws = {type(p).__name__}: expected laws with finitely many likelihood ratios; ask hockey_stick_divergence"
    )


def max_ratio(p: Law, q: Law) -> Number | Real | None:
    """Return the supremum of p(E)/q(E) over events, e to the max divergence; None where it is infinite."""
    return _pairs(p, q).max_ratio(p, q)


def max_divergence(p: Law, q: Law) -> LogForm | Real | None:
    """Return the max divergence log sup p(E)/q(E); None where it is infinite."""
    ratio = max_ratio(p, q)
    if ratio is None:
        return None
    return ratio.log() if isinstance(ratio, Real) else log_number(ratio)


def hockey_stick_divergence(p: Law, q: Law, exp_eps: object) -> Number | Real:
    """Return sup over events of p(E) - exp_eps q(E), the least delta at e^eps = ``exp_eps`` in this direction."""
    return _pairs(p, q).hockey_stick(p, q, as_exp_eps(exp_eps))


def delta_curve(p: Law, q: Law) -> Callable[[Number], Number | Real]:
    """Return the hockey-stick divergence as a function of e^eps; for many values, likelihood ratios are merged once."""
    _pairs(p, q)
    if isinstance(p, Dist) and isinstance(q, Dist):
        return finite.curve(p, q).delta
    return lambda exp_eps: hockey_stick_divergence(p, q, exp_eps)


def total_variation(p: Law, q: Law) -> Number | Real:
    """Return the total variation distance, the hockey-stick divergence at e^eps = 1."""
    return hockey_stick_divergence(p, q, 1)


def kl_divergence(p: Law, q: Law) -> LogForm | Real | None:
    """Return KL(p || q) in nats: an exact ``LogForm`` for rational laws, else a ``Real``; None where it is infinite."""
    return _pairs(p, q).kl(p, q)


def renyi_divergence(p: Law, q: Law, order: int) -> LogForm | Real | None:
    """Return the Renyi divergence of integer order at least 2, in nats; None where it is infinite."""
    alpha = as_integer(order, "order")
    require(alpha >= 2, "order", order, "a whole number of at least 2 (order 1 is kl_divergence)")
    return _pairs(p, q).renyi(p, q, alpha)


def epsilon_at(p: Law, q: Law, delta: object) -> LogForm | Real | None:
    """Return the least eps >= 0 at which the hockey-stick divergence is at most ``delta``; None where there is none.

    Exact for laws with finitely many likelihood ratios; else found by bisection with decided comparisons.
    """
    _pairs(p, q)
    target = as_fraction(delta, "delta")
    require(0 <= target < 1, "delta", delta, "a number in [0, 1)")
    if isinstance(p, Dist) and isinstance(q, Dist):
        return finite.epsilon(p, q, target)
    if isinstance(p, IntegerLaw) and isinstance(q, IntegerLaw):
        if integer.equal_tails(p, q):
            return integer.epsilon(p, q, target)
        if not integer.reaches(p, q, target):
            return None
    if target == 0:
        return max_divergence(p, q)

    def meets(epsilon: Fraction) -> bool:
        return decide(hockey_stick_divergence(p, q, exp(epsilon)) <= target)

    return LogForm() if meets(Fraction(0)) else _bisected(meets)


def _bisected(meets: Callable[[Fraction], bool]) -> Real:
    """Return the place above 0 where ``meets`` becomes true; it is bisected as far as each precision needs."""
    high = Fraction(1 << first_true(lambda k: meets(Fraction(1 << k)), 0))
    bracket = [Fraction(0), high]

    def evaluate() -> arb:
        while bracket[1] - bracket[0] > bracket[1] / (1 << int(ctx.prec)):
            middle = (bracket[0] + bracket[1]) / 2
            bracket[1 if meets(middle) else 0] = middle
        return rational_ball(bracket[0]).union(rational_ball(bracket[1]))

    return Real(evaluate)
