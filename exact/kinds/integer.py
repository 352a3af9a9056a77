"""Laws on the integers with geometric tails: divergences of two of them are exact, tails included."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import reduce

from dpassay.exact.atom_sums import atoms_kl, atoms_power_moment, log_term, renyi_of_moment, sum_logs
from dpassay.exact.dist import total
from dpassay.exact.expnumber import Number
from dpassay.exact.integers import IntegerLaw
from dpassay.exact.kinds.kind import MOST_BITS, MOST_SCALES
from dpassay.exact.kinds.on_integers import OnIntegers
from dpassay.exact.kinds.on_line import is_at_most
from dpassay.exact.logform import LogForm, log_number
from dpassay.exact.profile import Atom, Profile
from dpassay.exact.rationals import first_true, require
from dpassay.exact.real import Real, as_real

MOST_STEPS = 10**6
"""Laws are compared up to this distance: their ratios are powers, and grow with it."""


class IntegerKind(OnIntegers[IntegerLaw]):
    """Laws on the integers with geometric tails: all is exact, tails included."""

    name = "integer"
    has_exact_epsilon = True

    def max_ratio(self, p: IntegerLaw, q: IntegerLaw) -> Number | None:
        """In a tail the ratio is geometric: it grows without bound, or is largest at the end next to the windows."""
        pieces = _pieces(p, q)
        grows_left = p.left_ratio > q.left_ratio and _atom(p, q, pieces[0][0] - 1).p != 0
        grows_right = p.right_ratio > q.right_ratio and _atom(p, q, pieces[-1][1] + 1).p != 0
        ends = dict.fromkeys(k for first, last in pieces for k in (first, last))
        atoms = [_atom(p, q, k) for k in (pieces[0][0] - 1, *ends, pieces[-1][1] + 1)]
        if grows_left or grows_right or any(atom.q == 0 for atom in atoms if atom.p != 0):
            return None
        return reduce(max, (atom.ratio for atom in atoms if atom.p != 0))

    def hockey_stick(self, p: IntegerLaw, q: IntegerLaw, t: Number) -> Number:
        """Return the hockey-stick divergence at e^eps = t."""
        return _delta(p, q, t)

    def kl(self, p: IntegerLaw, q: IntegerLaw) -> LogForm | Real | None:
        """Return the KL divergence; None where it is infinite."""
        if equal_tails(p, q):
            return atoms_kl(finite_pair(p, q))
        low, high = min(p.start, q.start), max(p.end, q.end)
        inner = atoms_kl(Atom(p.pmf(k), q.pmf(k)) for k in range(low, high + 1))
        right = _tail_kl(p.pmf(high + 1), p.right_ratio, q.pmf(high + 1), q.right_ratio)
        left = _tail_kl(p.pmf(low - 1), p.left_ratio, q.pmf(low - 1), q.left_ratio)
        return None if inner is None or left is None or right is None else sum_logs([inner, left, right])

    def renyi(self, p: IntegerLaw, q: IntegerLaw, alpha: int) -> LogForm | Real | None:
        """Return the Renyi divergence of integer order; None where it is infinite."""
        return renyi_of_moment(_power_moment(p, q, alpha), alpha)

    def profile(self, p: IntegerLaw, q: IntegerLaw) -> Profile:
        """Return the exact privacy profile of two laws with equal tail ratios."""
        return Profile.from_atoms(finite_pair(p, q))

    def epsilon(self, p: IntegerLaw, q: IntegerLaw, delta: Fraction) -> LogForm | Real | None:
        """Return the least eps >= 0 at which ``hockey_stick`` is at most ``delta``; exact for equal tails."""
        if equal_tails(p, q):
            return _epsilon_of_equal_tails(p, q, delta)
        return super().epsilon(p, q, delta) if reaches(p, q, delta) else None

    def center(self, law: IntegerLaw) -> int:
        """Return the first integer of the window."""
        return law.start

    def far(self, law: IntegerLaw, place: int) -> int | None:
        """Return the integer if its probability would have too many bits, or nothing but its exponent is left."""
        distance, ratio = abs(place - law.start), law.right_ratio if place > law.start else law.left_ratio
        if ratio == 0:
            return None
        if isinstance(ratio, Fraction) and distance * max(map(int.bit_length, ratio.as_integer_ratio())) > MOST_BITS:
            return place
        return None if is_at_most(-as_real(ratio).log() * distance, MOST_SCALES) else place

    def too_far_apart(self, p: IntegerLaw, q: IntegerLaw) -> tuple[int, str] | None:
        """Return the distance of the windows if it is large: ratios are powers, and grow with it."""
        distance = abs(p.start - q.start)
        return None if distance <= MOST_STEPS else (distance, str(MOST_STEPS))


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


def _atom(p: IntegerLaw, q: IntegerLaw, k: int) -> Atom:
    return Atom(p.pmf(k), q.pmf(k))


def _pieces(p: IntegerLaw, q: IntegerLaw) -> list[tuple[int, int]]:
    """Return the ranges (first, last) into which the integers from the first window to the last one fall.

    On each the likelihood ratio is monotone: single integers inside a window, and all between two windows that lie
    apart, where both laws are geometric.
    """
    one, other = sorted((p, q), key=lambda law: law.start)
    windows = {*range(one.start, one.end + 1), *range(other.start, other.end + 1)}
    pieces = [(k, k) for k in sorted(windows)]
    between = [(one.end + 1, other.start - 1)] if one.end + 1 < other.start else []
    return sorted(pieces + between)


def _delta(p: IntegerLaw, q: IntegerLaw, t: Number) -> Number:
    over, under = _favorable_masses(p, q, t)
    return over - t * under


def _favorable_masses(p: IntegerLaw, q: IntegerLaw, t: Number) -> tuple[Number, Number]:
    """Return what both laws give to the integers with p > t q.

    Widen the range until p - t q keeps its sign in either tail; then sum over the runs of integers that favor p.
    """
    pieces = _pieces(p, q)
    low, high = pieces[0][0], pieces[-1][1]
    right = high + _steps_to_constant_sign(p.pmf(high), p.right_ratio, t * q.pmf(high), q.right_ratio)
    left = low - _steps_to_constant_sign(p.pmf(low), p.left_ratio, t * q.pmf(low), q.left_ratio)
    tails = [(p.cdf(left - 1), q.cdf(left - 1)), (p.upper_tail(right + 1), q.upper_tail(right + 1))]
    ranges = [(left, low - 1)] * (left < low) + pieces + [(high + 1, right)] * (high < right)
    runs = _joined(run for piece in ranges if (run := _favorable(p, q, t, piece)) is not None)
    masses = [(a, b) for a, b in tails if a > t * b] + [(_mass(p, *run), _mass(q, *run)) for run in runs]
    return total(a for a, _ in masses), total(b for _, b in masses)


def _favorable(p: IntegerLaw, q: IntegerLaw, t: Number, piece: tuple[int, int]) -> tuple[int, int] | None:
    """Return the integers with p > t q in a range on which the ratio is monotone: all, none, or one end of it."""
    first, last = piece
    at_first, at_last = (p.pmf(k) > t * q.pmf(k) for k in (first, last))
    if at_first == at_last:
        return piece if at_first else None
    change = first_true(lambda k: k >= last or (p.pmf(k) > t * q.pmf(k)) == at_last, first)
    return (first, change - 1) if at_first else (change, last)


def _joined(ranges: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Join ranges, in increasing order, that follow one another without a gap."""
    runs: list[tuple[int, int]] = []
    for first, last in ranges:
        runs[-1:] = [(runs[-1][0], last)] if runs and runs[-1][1] == first - 1 else [*runs[-1:], (first, last)]
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


def _epsilon_of_equal_tails(p: IntegerLaw, q: IntegerLaw, delta: Fraction) -> LogForm | Real | None:
    """Return the least eps >= 0 at which delta is at most ``delta``, for laws with equal tails; None where none is.

    Delta is linear in e^eps between neighboring ratios. On each range with a monotone ratio the largest ratio at which
    delta is still above the target is found by bisection; above the largest of these its line meets the target.
    """
    if _infinite_mass(p, q) > delta:
        return None
    if _delta(p, q, Fraction(1)) <= delta:
        return LogForm()
    pieces = _pieces(p, q)
    beyond = [(k, k) for k in (pieces[0][0] - 1, pieces[-1][1] + 1)]  # their ratios are those of the tails
    below = [k for piece in (*beyond, *pieces) if (k := _last_above(p, q, delta, piece)) is not None]
    over, under = _favorable_masses(p, q, reduce(max, (_atom(p, q, k).ratio for k in below)))
    return log_number((over - delta) / under)


def _last_above(p: IntegerLaw, q: IntegerLaw, delta: Fraction, piece: tuple[int, int]) -> int | None:
    """Return where in a range with a monotone ratio it is largest while delta at it is above ``delta``."""

    def above(k: int) -> bool:
        return _delta(p, q, _atom(p, q, k).ratio) > delta

    first, last = piece
    if any(q.pmf(k) == 0 for k in piece):  # an infinite ratio, or none
        return None
    falling = _atom(p, q, first).ratio > _atom(p, q, last).ratio
    start, step = (last, -1) if falling else (first, 1)
    if not above(start):
        return None
    return start + step * (first_true(lambda n: n > last - first or not above(start + step * n), 0) - 1)


def _infinite_mass(p: IntegerLaw, q: IntegerLaw) -> Number:
    """Return what the first law gives to integers that the second one never gives."""
    pieces = _pieces(p, q)
    low, high = pieces[0][0] - 1, pieces[-1][1] + 1
    tails = [(low, p.cdf(low)), (high, p.upper_tail(high))]
    in_tails = total(mass for k, mass in tails if q.pmf(k) == 0)
    return total(_mass(p, first, last) for first, last in pieces if q.pmf(first) == 0) + in_tails


def _tail_kl(a: Number, r: Number, b: Number, s: Number) -> LogForm | Real | None:
    """Return the sum over k >= 0 of a r^k log((a r^k)/(b s^k)) = a/(1-r) log(a/b) + a r/(1-r)^2 log(r/s)."""
    if a == 0:
        return LogForm()
    if b == 0 or s == 0:
        return None
    return sum_logs([log_term(a / (1 - r), a / b), log_term(a * r / (1 - r) ** 2, r / s)])


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
    pieces = _pieces(p, q)
    low, high = pieces[0][0] - 1, pieces[-1][1] + 1
    left, right = Atom(p.cdf(low), q.cdf(low)), Atom(p.upper_tail(high), q.upper_tail(high))
    infinite_mass = _infinite_mass(p, q)
    grows_left = left.p != 0 and left.q != 0 and p.left_ratio > q.left_ratio
    grows_right = right.p != 0 and right.q != 0 and p.right_ratio > q.right_ratio
    return infinite_mass < target or (infinite_mass == target and not (grows_left or grows_right))
