"""Divergences of two finite laws, and of anything else that has been reduced to atoms of its likelihood ratio."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from dpassay.exact.dist import Dist, total
from dpassay.exact.expnumber import Number
from dpassay.exact.logform import LogForm, log_number
from dpassay.exact.profile import Atom, Profile
from dpassay.exact.real import Real, as_real


def atoms_of(p: Dist[Any], q: Dist[Any]) -> tuple[Atom, ...]:
    """Return one atom for every outcome of either law."""
    outcomes = dict.fromkeys((*p.outcomes, *q.outcomes))
    return tuple(Atom(p.pmf(y), q.pmf(y)) for y in outcomes)


def profile(p: Dist[Any], q: Dist[Any]) -> Profile:
    """Return the exact privacy profile."""
    return Profile.from_atoms(atoms_of(p, q))


def max_ratio(p: Dist[Any], q: Dist[Any]) -> Number | None:
    """Return the supremum of p(E)/q(E); None where it is infinite."""
    return profile(p, q).max_ratio


def hockey_stick(p: Dist[Any], q: Dist[Any], t: Number) -> Number:
    """Return the hockey-stick divergence at e^eps = t."""
    return profile(p, q).delta(t)


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
