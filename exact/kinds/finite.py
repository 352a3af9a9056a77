"""Divergences of two finite laws, and of anything else that has been reduced to atoms of its likelihood ratio."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from dpassay.exact.dist import Dist, total
from dpassay.exact.enclosed_loss import EnclosedLoss
from dpassay.exact.expnumber import Number
from dpassay.exact.lattice_loss import LatticeLoss
from dpassay.exact.logform import LogForm, log_number
from dpassay.exact.power_pairs import PowerPair
from dpassay.exact.profile import Atom, Profile
from dpassay.exact.real import Real, as_real


def atoms_of(p: Dist[Any], q: Dist[Any]) -> tuple[Atom, ...]:
    """Return atoms of the outcomes of either law, one for all that share their two probabilities."""
    pairs = {y: (p.pmf(y), q.pmf(y)) for y in dict.fromkeys((*p.outcomes, *q.outcomes))}
    shared = {(id(a), id(b)): (a, b) for a, b in pairs.values()}
    counts = Counter((id(a), id(b)) for a, b in pairs.values())
    return tuple(Atom(a * counts[key], b * counts[key]) for key, (a, b) in shared.items())


def profile(p: Dist[Any], q: Dist[Any]) -> Profile:
    """Return the exact privacy profile."""
    known = curve(p, q)
    return known if isinstance(known, Profile) else Profile.from_atoms(atoms_of(p, q))


Curve = Profile | LatticeLoss | EnclosedLoss
_CURVES: deque[tuple[Dist[Any], Dist[Any], Curve]] = deque(maxlen=4)
"""The last curves with their laws: a pair is asked for its delta at one e^eps after another."""


def curve(p: Dist[Any], q: Dist[Any]) -> Curve:
    """Return the privacy loss of the pair, merged by likelihood ratio: all that any of its divergences needs."""
    for first, second, known in _CURVES:
        if first is p and second is q:
            return known
    pair = PowerPair.of(p.powers, q.powers) if p.powers and q.powers else None
    found = (pair.loss() if pair else None) or Profile.from_atoms(atoms_of(p, q))
    _CURVES.append((p, q, found))
    return found


def max_ratio(p: Dist[Any], q: Dist[Any]) -> Number | None:
    """Return the supremum of p(E)/q(E); None where it is infinite."""
    return curve(p, q).max_ratio


def hockey_stick(p: Dist[Any], q: Dist[Any], t: Number) -> Number | Real:
    """Return the hockey-stick divergence at e^eps = t; enclosed where its exact form would be a very long sum."""
    return curve(p, q).delta(t)


def epsilon(p: Dist[Any], q: Dist[Any], delta: object) -> LogForm | Real | None:
    """Return the least eps >= 0 at which the hockey-stick divergence is at most ``delta``; None where there is none."""
    return curve(p, q).epsilon(delta)


def kl(p: Dist[Any], q: Dist[Any]) -> LogForm | Real | None:
    """Return the KL divergence; None where it is infinite."""
    return atoms_kl(profile(p, q).atoms)


def renyi(p: Dist[Any], q: Dist[Any], alpha: int) -> LogForm | Real | None:
    """Return the Renyi divergence of integer order; None where it is infinite."""
    return renyi_of_moment(atoms_power_moment(profile(p, q).atoms, alpha), alpha)


def sum_logs(terms: Iterable[LogForm | Real]) -> LogForm | Real:
    """Return the sum, a ``LogForm`` as long as all terms are."""
    result: LogForm | Real = LogForm()
    for term in terms:
        both_exact = isinstance(result, LogForm) and isinstance(term, LogForm)
        result = result + term if both_exact else as_real(result) + as_real(term)
    return result


def log_term(weight: Number, ratio: Number) -> LogForm | Real:
    """Return weight * log(ratio), a ``LogForm`` where the weight is rational and the ratio a single power."""
    logarithm = log_number(ratio)
    if isinstance(logarithm, LogForm) and isinstance(weight, int | Fraction):
        return logarithm * weight
    return as_real(weight) * as_real(logarithm)


def atoms_kl(atoms: Iterable[Atom]) -> LogForm | Real | None:
    """Return the sum of p log(p/q) over atoms; None where it is infinite."""
    positive = [atom for atom in atoms if atom.p != 0]
    if any(atom.q == 0 for atom in positive):
        return None
    return sum_logs(log_term(atom.p, atom.ratio) for atom in positive)


def atoms_power_moment(atoms: Iterable[Atom], alpha: int) -> Number | None:
    """Return the sum of p^alpha q^(1 - alpha) over atoms; None where it is infinite."""
    positive = [atom for atom in atoms if atom.p != 0]
    if any(atom.q == 0 for atom in positive):
        return None
    return total(atom.p * atom.ratio ** (alpha - 1) for atom in positive)


def renyi_of_moment(moment: Number | Real | None, alpha: int) -> LogForm | Real | None:
    """Return log(moment) / (alpha - 1), the Renyi divergence of the sum (or integral) of p^alpha q^(1 - alpha)."""
    if moment is None:
        return None
    logarithm = moment.log() if isinstance(moment, Real) else log_number(moment)
    return logarithm / (alpha - 1)
