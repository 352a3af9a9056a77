"""Divergences between two laws of one kind: exact where they can be, rigorous enclosures where they cannot.

One function a divergence; each dispatches on the kind of law. ``p`` is the law on the first input, ``q`` the law on its
neighbor, and no function symmetrizes: a privacy guarantee needs both directions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import reduce
from itertools import count
from typing import Any, TypeAlias, TypeVar

from flint import arb, ctx

from dpassay.exact.continuous import (
    GaussianLaw,
    LaplaceMixture,
    laplace_hockey_stick,
    laplace_integral,
    laplace_max_ratio,
    normal_cdf,
)
from dpassay.exact.dist import Dist, total
from dpassay.exact.expnumber import Number, exp
from dpassay.exact.integers import (
    DiscreteGaussianLaw,
    IntegerLaw,
    finite_pair,
    gaussian_tail,
    window_atoms,
)
from dpassay.exact.logform import LogForm, log_number
from dpassay.exact.profile import Atom, Profile, as_exp_eps
from dpassay.exact.rationals import as_fraction, as_integer, first_true, require
from dpassay.exact.real import Real, as_real, decide, maximum, rational_ball

Law: TypeAlias = "Dist[Any] | IntegerLaw | DiscreteGaussianLaw | LaplaceMixture | GaussianLaw"
"""A law that this project knows exactly."""
L = TypeVar("L")


def dist_atoms(p: Dist[Any], q: Dist[Any]) -> tuple[Atom, ...]:
    """Return one atom for every outcome of either law."""
    outcomes = dict.fromkeys((*p.outcomes, *q.outcomes))
    return tuple(Atom(p.pmf(y), q.pmf(y)) for y in outcomes)


def _same_kind(p: Law, q: Law) -> None:
    require(type(p) is type(q), "laws", f"of kinds {type(p).__name__} and {type(q).__name__}", "two laws of one kind")


def profile(p: Law, q: Law) -> Profile:
    """Return the exact privacy profile of a pair with finitely many likelihood ratios.

    That is a pair of finite laws, or of integer laws with equal tails.
    """
    _same_kind(p, q)
    if isinstance(p, Dist) and isinstance(q, Dist):
        return Profile.from_atoms(dist_atoms(p, q))
    if isinstance(p, IntegerLaw) and isinstance(q, IntegerLaw):
        return Profile.from_atoms(finite_pair(p, q))
    raise ValueError(
        f"laws = {type(p).__name__}: expected laws with finitely many likelihood ratios; ask hockey_stick_divergence"
    )


# --- max divergence ---------------------------------------------------------------------------------------------------


def max_ratio(p: Law, q: Law) -> Number | Real | None:
    """Return the supremum of p(E)/q(E) over events, e to the max divergence; None where it is infinite."""
    _same_kind(p, q)
    if isinstance(p, LaplaceMixture) and isinstance(q, LaplaceMixture):
        return laplace_max_ratio(p, q)
    if isinstance(p, IntegerLaw) and isinstance(q, IntegerLaw):
        return _integer_max_ratio(p, q)
    if isinstance(p, DiscreteGaussianLaw) and isinstance(q, DiscreteGaussianLaw):
        return _discrete_gaussian_max_ratio(p, q)
    if isinstance(p, GaussianLaw) and isinstance(q, GaussianLaw):
        return _gaussian_max_ratio(p, q)
    return profile(p, q).max_ratio


def max_divergence(p: Law, q: Law) -> LogForm | Real | None:
    """Return the max divergence log sup p(E)/q(E); None where it is infinite."""
    ratio = max_ratio(p, q)
    if ratio is None:
        return None
    return ratio.log() if isinstance(ratio, Real) else log_number(ratio)


def _integer_max_ratio(p: IntegerLaw, q: IntegerLaw) -> Number | None:
    """In a tail the ratio is geometric: it grows without bound, or is largest at the window's end."""
    atoms = window_atoms(p, q, min(p.start, q.start), max(p.end, q.end))
    unbounded = any(
        pair.p != 0 and (pair.q == 0 or p_ratio > q_ratio)
        for pair, p_ratio, q_ratio in (
            (atoms[0], p.left_ratio, q.left_ratio),
            (atoms[-1], p.right_ratio, q.right_ratio),
        )
    )
    return None if unbounded else Profile.from_atoms(_pointwise_atoms(p, q)).max_ratio


def _pointwise_atoms(p: IntegerLaw, q: IntegerLaw) -> tuple[Atom, ...]:
    """Return atoms of the integers up to one step beyond both windows.

    Where the likelihood ratio falls along a tail, that step is where it is largest.
    """
    low, high = min(p.start, q.start) - 1, max(p.end, q.end) + 1
    return tuple(Atom(p.pmf(k), q.pmf(k)) for k in range(low, high + 1))


def _discrete_gaussian_max_ratio(p: DiscreteGaussianLaw, q: DiscreteGaussianLaw) -> Number | Real | None:
    if p == q:
        return Fraction(1)
    if p.sigma_squared >= q.sigma_squared:
        return None
    # The log ratio is a concave quadratic: its largest value at an integer is at one of the two around its vertex.
    vertex = (p.center * q.sigma_squared - q.center * p.sigma_squared) / (q.sigma_squared - p.sigma_squared)
    return reduce(maximum, (p.pmf(k) / q.pmf(k) for k in (vertex.__floor__(), vertex.__ceil__())))


def _gaussian_max_ratio(p: GaussianLaw, q: GaussianLaw) -> Number | Real | None:
    variance_p, variance_q = as_real(p.sigma) ** 2, as_real(q.sigma) ** 2
    if p.mean == q.mean and _equal_sigma(p, q):
        return Fraction(1)
    if _equal_sigma(p, q) or decide(variance_p > variance_q):
        return None
    gap = Fraction(p.mean - q.mean) ** 2
    return (gap / (2 * (variance_q - variance_p))).exp() * as_real(q.sigma) / as_real(p.sigma)


def _equal_sigma(p: GaussianLaw, q: GaussianLaw) -> bool:
    """Tell whether the two are known to be equal; two different enclosures are left to ``decide``."""
    if isinstance(p.sigma, Real) or isinstance(q.sigma, Real):
        return p.sigma is q.sigma
    return p.sigma == q.sigma


# --- hockey-stick divergence ------------------------------------------------------------------------------------------


def hockey_stick_divergence(p: Law, q: Law, exp_eps: object) -> Number | Real:
    """Return sup over events of p(E) - exp_eps q(E), the least delta at e^eps = ``exp_eps`` in this direction."""
    _same_kind(p, q)
    t = as_exp_eps(exp_eps)
    if isinstance(p, LaplaceMixture) and isinstance(q, LaplaceMixture):
        return laplace_hockey_stick(p, q, t)
    if isinstance(p, IntegerLaw) and isinstance(q, IntegerLaw):
        return _integer_hockey_stick(p, q, t)
    if isinstance(p, DiscreteGaussianLaw) and isinstance(q, DiscreteGaussianLaw):
        return _discrete_gaussian_hockey_stick(p, q, t)
    if isinstance(p, GaussianLaw) and isinstance(q, GaussianLaw):
        return _gaussian_hockey_stick(p, q, t)
    return profile(p, q).delta(t)


def delta_curve(p: Law, q: Law) -> Callable[[Number], Number | Real]:
    """Return the hockey-stick divergence as a function of e^eps; for many values, likelihood ratios are merged once."""
    if isinstance(p, Dist):
        return profile(p, q).delta
    return lambda exp_eps: hockey_stick_divergence(p, q, exp_eps)


def total_variation(p: Law, q: Law) -> Number | Real:
    """Return the total variation distance, the hockey-stick divergence at e^eps = 1."""
    return hockey_stick_divergence(p, q, 1)


def _integer_hockey_stick(p: IntegerLaw, q: IntegerLaw, t: Number) -> Number:
    """Widen the window until p - t q keeps its sign in either tail; then each tail counts as one atom."""
    low, high = min(p.start, q.start), max(p.end, q.end)
    right = _steps_to_constant_sign(p.pmf(high), p.right_ratio, t * q.pmf(high), q.right_ratio)
    left = _steps_to_constant_sign(p.pmf(low), p.left_ratio, t * q.pmf(low), q.left_ratio)
    atoms = window_atoms(p, q, low - left, high + right)
    return total(excess for atom in atoms if (excess := atom.p - t * atom.q) > 0)


def _steps_to_constant_sign(a: Number, a_ratio: Number, b: Number, b_ratio: Number) -> int:
    """Return how many steps until the sign of a a_ratio^k - b b_ratio^k no longer changes with k."""
    if a_ratio == b_ratio or a == 0 or b == 0:
        return 0
    if a_ratio < b_ratio:
        a, a_ratio, b, b_ratio = b, b_ratio, a, a_ratio
    return first_true(lambda k: a * a_ratio**k >= b * b_ratio**k, 0)


def _discrete_gaussian_hockey_stick(p: DiscreteGaussianLaw, q: DiscreteGaussianLaw, t: Number) -> Number | Real:
    if p.sigma_squared == q.sigma_squared:
        return _shifted_hockey_stick(p, q, t)
    real_t = as_real(t)

    def evaluate() -> arb:
        # Sum the positive parts over a window; both tails together hold at most what p puts there.
        radius = abs(p.center - q.center) + _negligible_radius(p.sigma_squared)
        window = range(p.center - radius, p.center + radius + 1)
        terms = (p.pmf(k).evaluate() - real_t.evaluate() * q.pmf(k).evaluate() for k in window)
        inside = sum((term.nonnegative_part() for term in terms), arb(0))
        outside = 2 * p.upper_tail(p.center + radius + 1).evaluate()
        return inside + arb(0).union(outside)

    return Real(evaluate)


def _negligible_radius(sigma_squared: Fraction) -> int:
    """Return a distance beyond which a discrete Gaussian's tail is far below the working precision."""
    return first_true(lambda k: k * k > 2 * sigma_squared * (ctx.prec + 8), 1)


def _shifted_hockey_stick(p: DiscreteGaussianLaw, q: DiscreteGaussianLaw, t: Number) -> Number | Real:
    """With one sigma the log ratio is linear, so the best event is a half-line whose end is found exactly."""
    shift = p.center - q.center
    if shift == 0 or t == 0:
        return 1 - t if t < 1 else Fraction(0)

    def favors_p(distance: int) -> bool:
        """Tell whether p > t q at the integer ``distance`` steps from q's center in p's direction."""
        offset = distance * (1 if shift > 0 else -1)
        log_ratio = Fraction(offset**2 - (offset - shift) ** 2) / (2 * p.sigma_squared)
        return exp(log_ratio) > t

    start = first_true(lambda k: not favors_p(-k), 0)
    first = first_true(favors_p, -start)
    shift = abs(shift)
    q_law = DiscreteGaussianLaw(0, p.sigma_squared)
    return q_law.shift(shift).upper_tail(first) - as_real(t) * q_law.upper_tail(first)


def _gaussian_hockey_stick(p: GaussianLaw, q: GaussianLaw, t: Number) -> Number | Real:
    if t == 0:
        return Fraction(1)
    if not _equal_sigma(p, q):
        return _unequal_gaussian_hockey_stick(p, q, t)
    if p.mean == q.mean:
        return 1 - t if t < 1 else Fraction(0)
    gap = abs(p.mean - q.mean) / as_real(p.sigma)
    threshold = as_real(t).log() / gap
    return normal_cdf(gap / 2 - threshold) - as_real(t) * normal_cdf(-gap / 2 - threshold)


def _unequal_gaussian_hockey_stick(p: GaussianLaw, q: GaussianLaw, t: Number) -> Number | Real:
    """With two variances the log ratio is quadratic: the best event is the outside or the inside of its roots."""
    # log(p/q) - log t = a x^2 + b x + c, with x measured from p's mean.
    # Rational deviations keep the coefficients exact, so that a discriminant of zero (t is the largest ratio) is seen.
    vp, vq, gap = p.sigma**2, q.sigma**2, q.mean - p.mean
    a = (1 / vq - 1 / vp) / 2
    b = -gap / vq
    c = gap**2 / (2 * vq) - _log_of_product(t, p.sigma / q.sigma)
    discriminant = b**2 - 4 * a * c
    wider = decide(vp > vq)
    if decide(discriminant <= 0):
        return 1 - t if wider else Fraction(0)
    middle, half = p.mean - b / (2 * a), as_real(discriminant).sqrt() / (2 * a)
    low, high = (middle - half, middle + half) if wider else (middle + half, middle - half)
    inside_p, inside_q = (law.cdf(high) - law.cdf(low) for law in (p, q))
    if wider:
        return 1 - inside_p - as_real(t) * (1 - inside_q)
    return inside_p - as_real(t) * inside_q


def _log_of_product(t: Number, factor: Number | Real) -> LogForm | Real:
    return (as_real(t) * factor).log() if isinstance(factor, Real) else log_number(t * factor)


# --- KL and Renyi divergence ------------------------------------------------------------------------------------------


def _sum(terms: Iterable[LogForm | Real]) -> LogForm | Real:
    result: LogForm | Real = LogForm()
    for term in terms:
        both_exact = isinstance(result, LogForm) and isinstance(term, LogForm)
        result = result + term if both_exact else as_real(result) + as_real(term)
    return result


def _log_term(weight: Number, ratio: Number) -> LogForm | Real:
    logarithm = log_number(ratio)
    if isinstance(logarithm, LogForm) and isinstance(weight, int | Fraction):
        return logarithm * weight
    return as_real(weight) * as_real(logarithm)


def kl_divergence(p: Law, q: Law) -> LogForm | Real | None:
    """Return KL(p || q) in nats: an exact ``LogForm`` for rational laws, else a ``Real``; None where it is infinite."""
    _same_kind(p, q)
    if isinstance(p, LaplaceMixture) and isinstance(q, LaplaceMixture):
        return laplace_integral(p, q, lambda a, b, analytic: a * (a / b).log(analytic=analytic))
    if isinstance(p, IntegerLaw) and isinstance(q, IntegerLaw):
        return _integer_kl(p, q)
    if isinstance(p, DiscreteGaussianLaw) and isinstance(q, DiscreteGaussianLaw):
        return _discrete_gaussian_kl(p, q)
    if isinstance(p, GaussianLaw) and isinstance(q, GaussianLaw):
        return _gaussian_kl(p, q)
    return _atoms_kl(profile(p, q).atoms)


def _atoms_kl(atoms: Iterable[Atom]) -> LogForm | Real | None:
    positive = [atom for atom in atoms if atom.p != 0]
    if any(atom.q == 0 for atom in positive):
        return None
    return _sum(_log_term(atom.p, atom.ratio) for atom in positive)


def _integer_kl(p: IntegerLaw, q: IntegerLaw) -> LogForm | Real | None:
    if _equal_tails(p, q):
        return _atoms_kl(finite_pair(p, q))
    low, high = min(p.start, q.start), max(p.end, q.end)
    inner = _atoms_kl(Atom(p.pmf(k), q.pmf(k)) for k in range(low, high + 1))
    right = _tail_kl(p.pmf(high + 1), p.right_ratio, q.pmf(high + 1), q.right_ratio)
    left = _tail_kl(p.pmf(low - 1), p.left_ratio, q.pmf(low - 1), q.left_ratio)
    return None if inner is None or left is None or right is None else _sum([inner, left, right])


def _tail_kl(a: Number, r: Number, b: Number, s: Number) -> LogForm | Real | None:
    """Return the sum over k >= 0 of a r^k log((a r^k)/(b s^k)) = a/(1-r) log(a/b) + a r/(1-r)^2 log(r/s)."""
    if a == 0:
        return LogForm()
    if b == 0 or s == 0:
        return None
    return _sum([_log_term(a / (1 - r), a / b), _log_term(a * r / (1 - r) ** 2, r / s)])


def _discrete_gaussian_kl(p: DiscreteGaussianLaw, q: DiscreteGaussianLaw) -> LogForm | Real:
    gap = Fraction(p.center - q.center) ** 2
    if p.sigma_squared == q.sigma_squared:
        return LogForm(gap / (2 * q.sigma_squared))
    second_moment = _discrete_gaussian_variance(p.sigma_squared)
    spread = second_moment * (1 / (2 * q.sigma_squared) - 1 / (2 * p.sigma_squared)) + gap / (2 * q.sigma_squared)
    return spread + (q.pmf(q.center) ** -1 / p.pmf(p.center) ** -1).log()


def _discrete_gaussian_variance(sigma_squared: Fraction) -> Real:
    """Return the variance: the second moment summed with a geometric bound on what is left."""

    def evaluate() -> arb:
        moment, negligible = arb(0), arb(2) ** -(ctx.prec + 4)
        for j in count(1):
            term = j * j * (arb(-j * j) / (2 * as_real(sigma_squared).evaluate())).exp()
            ratio = arb(j + 1) ** 2 / arb(j) ** 2 * (arb(-(2 * j + 1)) / (2 * as_real(sigma_squared).evaluate())).exp()
            moment += term
            if ratio < 1 and term * ratio / (1 - ratio) < moment * negligible:
                hull = arb(0).union(term * ratio / (1 - ratio))
                return 2 * (moment + hull) / (1 + 2 * gaussian_tail(1, sigma_squared))
        raise AssertionError("unreachable: count is endless")

    return Real(evaluate)


def _gaussian_kl(p: GaussianLaw, q: GaussianLaw) -> LogForm | Real:
    gap = Fraction(p.mean - q.mean) ** 2
    if _equal_sigma(p, q):
        return LogForm(gap / (2 * q.sigma**2)) if isinstance(q.sigma, Fraction) else gap / (2 * as_real(q.sigma) ** 2)
    ratio = as_real(p.sigma) / as_real(q.sigma)
    return gap / (2 * as_real(q.sigma) ** 2) + (ratio**2 - 1) / 2 - ratio.log()


def renyi_divergence(p: Law, q: Law, order: int) -> LogForm | Real | None:
    """Return the Renyi divergence of integer order at least 2, in nats; None where it is infinite."""
    _same_kind(p, q)
    alpha = as_integer(order, "order")
    require(alpha >= 2, "order", order, "a whole number of at least 2 (order 1 is kl_divergence)")
    if isinstance(p, DiscreteGaussianLaw) and isinstance(q, DiscreteGaussianLaw):
        return _discrete_gaussian_renyi(p, q, alpha)
    if isinstance(p, GaussianLaw) and isinstance(q, GaussianLaw):
        return _gaussian_renyi(p, q, alpha)
    moment = _power_moment(p, q, alpha)
    if moment is None:
        return None
    logarithm = moment.log() if isinstance(moment, Real) else log_number(moment)
    return logarithm / (alpha - 1)


def _power_moment(p: Law, q: Law, alpha: int) -> Number | Real | None:
    """Return the sum (or integral) of p^alpha q^(1 - alpha)."""
    if isinstance(p, LaplaceMixture) and isinstance(q, LaplaceMixture):
        return laplace_integral(p, q, lambda a, b, _analytic: a * (a / b) ** (alpha - 1))
    if isinstance(p, IntegerLaw) and isinstance(q, IntegerLaw):
        return _integer_power_moment(p, q, alpha)
    return _atoms_power_moment(profile(p, q).atoms, alpha)


def _atoms_power_moment(atoms: Iterable[Atom], alpha: int) -> Number | None:
    positive = [atom for atom in atoms if atom.p != 0]
    if any(atom.q == 0 for atom in positive):
        return None
    return total(atom.p * atom.ratio ** (alpha - 1) for atom in positive)


def _integer_power_moment(p: IntegerLaw, q: IntegerLaw, alpha: int) -> Number | None:
    low, high = min(p.start, q.start), max(p.end, q.end)
    inner = _atoms_power_moment([Atom(p.pmf(k), q.pmf(k)) for k in range(low, high + 1)], alpha)
    right = _tail_power_moment(p.pmf(high + 1), p.right_ratio, q.pmf(high + 1), q.right_ratio, alpha)
    left = _tail_power_moment(p.pmf(low - 1), p.left_ratio, q.pmf(low - 1), q.left_ratio, alpha)
    return None if inner is None or left is None or right is None else inner + left + right


def _tail_power_moment(a: Number, r: Number, b: Number, s: Number, alpha: int) -> Number | None:
    if a == 0:
        return Fraction(0)
    if b == 0 or s == 0:
        return None
    ratio = r * (r / s) ** (alpha - 1)
    return a * (a / b) ** (alpha - 1) / (1 - ratio) if ratio < 1 else None


def _discrete_gaussian_renyi(p: DiscreteGaussianLaw, q: DiscreteGaussianLaw, alpha: int) -> LogForm | Real | None:
    """With one sigma the completed square has an integer center, hence the value of the continuous Gaussian."""
    gap = Fraction(p.center - q.center)
    if p.sigma_squared == q.sigma_squared:
        return LogForm(alpha * gap**2 / (2 * p.sigma_squared))
    precision = alpha / p.sigma_squared + (1 - alpha) / q.sigma_squared
    if precision <= 0:
        return None
    # p^alpha q^(1 - alpha) is proportional to a Gaussian of this precision around `center`, measured from q's center.
    center = alpha * gap / (p.sigma_squared * precision)
    exponent = alpha * (1 - alpha) * gap**2 / (p.sigma_squared * q.sigma_squared * precision)
    above = center.__ceil__() - center

    def series() -> arb:
        return gaussian_tail(above, 1 / precision) + gaussian_tail(1 - above, 1 / precision)

    normalizer_p, normalizer_q = 1 / p.pmf(p.center), 1 / q.pmf(q.center)
    logarithm = Real(series).log() - exponent / 2 - alpha * normalizer_p.log() - (1 - alpha) * normalizer_q.log()
    return logarithm / (alpha - 1)


def _gaussian_renyi(p: GaussianLaw, q: GaussianLaw, alpha: int) -> LogForm | Real | None:
    gap = Fraction(p.mean - q.mean) ** 2
    if _equal_sigma(p, q):
        variance = p.sigma**2 if isinstance(p.sigma, Fraction) else as_real(p.sigma) ** 2
        return LogForm(alpha * gap / (2 * variance)) if isinstance(variance, Fraction) else alpha * gap / (2 * variance)
    vp, vq = as_real(p.sigma) ** 2, as_real(q.sigma) ** 2
    mixed = alpha * vq + (1 - alpha) * vp
    if decide(mixed <= 0):
        return None
    logs = (as_real(q.sigma) / as_real(p.sigma)).log() + (vq / mixed).log() / (2 * (alpha - 1))
    return alpha * gap / (2 * mixed) + logs


# --- epsilon at a given delta -----------------------------------------------------------------------------------------


def epsilon_at(p: Law, q: Law, delta: object) -> LogForm | Real | None:
    """Return the least eps >= 0 at which the hockey-stick divergence is at most ``delta``; None where there is none.

    Exact for laws with finitely many likelihood ratios; else found by bisection with decided comparisons.
    """
    _same_kind(p, q)
    target = as_fraction(delta, "delta")
    require(0 <= target < 1, "delta", delta, "a number in [0, 1)")
    if isinstance(p, Dist) or (isinstance(p, IntegerLaw) and isinstance(q, IntegerLaw) and _equal_tails(p, q)):
        return profile(p, q).epsilon(target)
    if target == 0:
        return max_divergence(p, q)
    if isinstance(p, IntegerLaw) and isinstance(q, IntegerLaw) and not _reaches(p, q, target):
        return None

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


def _reaches(p: IntegerLaw, q: IntegerLaw, target: Fraction) -> bool:
    """Tell whether delta comes down to ``target``.

    Its limit is the infinite mass, which it meets only where the ratio grows without bound in neither tail.
    """
    atoms = window_atoms(p, q, min(p.start, q.start), max(p.end, q.end))
    infinite_mass = total(atom.p for atom in atoms if atom.q == 0)
    grows_left = atoms[0].p != 0 and atoms[0].q != 0 and p.left_ratio > q.left_ratio
    grows_right = atoms[-1].p != 0 and atoms[-1].q != 0 and p.right_ratio > q.right_ratio
    return infinite_mass < target or (infinite_mass == target and not (grows_left or grows_right))


def _equal_tails(p: IntegerLaw, q: IntegerLaw) -> bool:
    return p.left_ratio == q.left_ratio and p.right_ratio == q.right_ratio
