"""Sums over atoms of a likelihood ratio: KL divergences and power moments, exact where their terms are."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from dpassay.exact.expnumber import Number, total
from dpassay.exact.logform import LogForm, log_number
from dpassay.exact.profile import Atom
from dpassay.exact.real import Real, as_real
from dpassay.exact.scalars import Scalar, log_scalar


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


def renyi_of_moment(moment: Scalar | None, alpha: int) -> LogForm | Real | None:
    """Return log(moment) / (alpha - 1), the Renyi divergence of the sum (or integral) of p^alpha q^(1 - alpha)."""
    return None if moment is None else log_scalar(moment) / (alpha - 1)
