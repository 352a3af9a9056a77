"""Divergences of two laws on the integers with geometric tails: exact, tails included."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import reduce

from dpassay.exact.dist import total
from dpassay.exact.expnumber import Number
from dpassay.exact.finite_pairs import atoms_kl, atoms_power_moment, log_term, renyi_of_moment, sum_logs
from dpassay.exact.integers import IntegerLaw
from dpassay.exact.logform import LogForm
from dpassay.exact.profile import Atom, Profile
from dpassay.exact.rationals import first_true, require
from dpassay.exact.real import Real


def equal_tails(p: IntegerLaw, q: IntegerLaw) -> bool:
    """Tell whether the likelihood ratio is constant in either tail."""
    return p.left_ratio == q.left_ratio and p.right_ratio == q.right_ratio


def finite_pair(p: IntegerLaw, q: IntegerLaw) -> tuple[Atom, ...]:
    """Reduce two laws with equal tail ratios to finitely many atoms, without loss.

    Beyond both windows the likelihood ratio is constant, so each tail is one atom. ``ValueError`` when the tail ratios
    differ.
    """
    expected = "equal tail ratios (else the likelihood ratio takes infinitely many values)"
    require(equal_tails(p, q), "laws", f"{p} and {q}", expected)
    return window_atoms(p, q, min(p.start, q.start), max(p.end, q.end))


def window_atoms(p: IntegerLaw, q: IntegerLaw, low: int, high: int) -> tuple[Atom, ...]:
    """Return one atom for every integer in [low, high] and one for either tail."""
    inner = [Atom(p.pmf(k), q.pmf(k)) for k in range(low, high + 1)]
    return (Atom(p.cdf(low - 1), q.cdf(low - 1)), *inner, Atom(p.upper_tail(high + 1), q.upper_tail(high + 1)))


def profile(p: IntegerLaw, q: IntegerLaw) -> Profile:
    """Return the exact privacy profile of two laws with equal tail ratios."""
    return Profile.from_atoms(finite_pair(p, q))


def max_ratio(p: IntegerLaw, q: IntegerLaw) -> Number | None:
    """In a tail the ratio is geometric: it grows without bound, or is largest at the window's end."""
    atoms = window_atoms(p, q, min(p.start, q.start), max(p.end, q.end))
    unbounded = any(
        pair.p != 0 and (pair.q == 0 or p_ratio > q_ratio)
        for pair, p_ratio, q_ratio in (
            (atoms[0], p.left_ratio, q.left_ratio),
            (atoms[-1], p.right_ratio, q.right_ratio),
        )
    )
    if unbounded or any(atom.q == 0 for atom in _pointwise_atoms(p, q) if atom.p != 0):
        return None
    return reduce(max, (atom.ratio for atom in _pointwise_atoms(p, q) if atom.p != 0))


def _pointwise_atoms(p: IntegerLaw, q: IntegerLaw) -> tuple[Atom, ...]:
    """Return atoms of the integers up to one step beyond both windows.

    Where the likelihood ratio falls along a tail, that step is where it is largest.
    """
    low, high = min(p.start, q.start) - 1, max(p.end, q.end) + 1
    return tuple(Atom(p.pmf(k), q.pmf(k)) for k in range(low, high + 1))


def hockey_stick(p: IntegerLaw, q: IntegerLaw, t: Number) -> Number:
    """Widen the window until p - t q keeps its sign in either tail; then sum over runs of integers that favor p."""
    low, high = min(p.start, q.start), max(p.end, q.end)
    high += _steps_to_constant_sign(p.pmf(high), p.right_ratio, t * q.pmf(high), q.right_ratio)
    low -= _steps_to_constant_sign(p.pmf(low), p.left_ratio, t * q.pmf(low), q.left_ratio)
    tails = [(p.cdf(low - 1), q.cdf(low - 1)), (p.upper_tail(high + 1), q.upper_tail(high + 1))]
    runs = _runs(k for k in range(low, high + 1) if p.pmf(k) > t * q.pmf(k))
    masses = [(_mass(p, first, last), _mass(q, first, last)) for first, last in runs]
    return total(excess for a, b in (*tails, *masses) if (excess := a - t * b) > 0)


def _runs(integers: Iterable[int]) -> list[tuple[int, int]]:
    """Return the first and last of each run of successive integers."""
    runs: list[tuple[int, int]] = []
    for k in integers:
        runs[-1:] = [(runs[-1][0], k)] if runs and runs[-1][1] == k - 1 else [*runs[-1:], (k, k)]
    return runs


def _mass(law: IntegerLaw, first: int, last: int) -> Number:
    return law.cdf(last) - law.cdf(first - 1)


def _steps_to_constant_sign(a: Number, a_ratio: Number, b: Number, b_ratio: Number) -> int:
    """Return how many steps until the sign of a a_ratio^k - b b_ratio^k no longer changes with k."""
    if a_ratio == b_ratio or a == 0 or b == 0:
        return 0
    if a_ratio < b_ratio:
        a, a_ratio, b, b_ratio = b, b_ratio, a, a_ratio
    return first_true(lambda k: a * a_ratio**k >= b * b_ratio**k, 0)


def kl(p: IntegerLaw, q: IntegerLaw) -> LogForm | Real | None:
    """Return the KL divergence; None where it is infinite."""
    if equal_tails(p, q):
        return atoms_kl(finite_pair(p, q))
    low, high = min(p.start, q.start), max(p.end, q.end)
    inner = atoms_kl(Atom(p.pmf(k), q.pmf(k)) for k in range(low, high + 1))
    right = _tail_kl(p.pmf(high + 1), p.right_ratio, q.pmf(high + 1), q.right_ratio)
    left = _tail_kl(p.pmf(low - 1), p.left_ratio, q.pmf(low - 1), q.left_ratio)
    return None if inner is None or left is None or right is None else sum_logs([inner, left, right])


def _tail_kl(a: Number, r: Number, b: Number, s: Number) -> LogForm | Real | None:
    """Return the sum over k >= 0 of a r^k log((a r^k)/(b s^k)) = a/(1-r) log(a/b) + a r/(1-r)^2 log(r/s)."""
    if a == 0:
        return LogForm()
    if b == 0 or s == 0:
        return None
    return sum_logs([log_term(a / (1 - r), a / b), log_term(a * r / (1 - r) ** 2, r / s)])


def renyi(p: IntegerLaw, q: IntegerLaw, alpha: int) -> LogForm | Real | None:
    """Return the Renyi divergence of integer order; None where it is infinite."""
    return renyi_of_moment(_power_moment(p, q, alpha), alpha)


def _power_moment(p: IntegerLaw, q: IntegerLaw, alpha: int) -> Number | None:
    low, high = min(p.start, q.start), max(p.end, q.end)
    inner = atoms_power_moment([Atom(p.pmf(k), q.pmf(k)) for k in range(low, high + 1)], alpha)
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


def reaches(p: IntegerLaw, q: IntegerLaw, target: Fraction) -> bool:
    """Tell whether delta comes down to ``target``.

    Its limit is the infinite mass, which it meets only where the ratio grows without bound in neither tail.
    """
    atoms = window_atoms(p, q, min(p.start, q.start), max(p.end, q.end))
    infinite_mass = total(atom.p for atom in atoms if atom.q == 0)
    grows_left = atoms[0].p != 0 and atoms[0].q != 0 and p.left_ratio > q.left_ratio
    grows_right = atoms[-1].p != 0 and atoms[-1].q != 0 and p.right_ratio > q.right_ratio
    return infinite_mass < target or (infinite_mass == target and not (grows_left or grows_right))
