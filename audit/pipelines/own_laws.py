"""The laws of our own mechanisms, as calls of a pipeline: those of `dpassay.reference`, at the inputs of the call.

The kind of such a call is "dpassay " and the name of the mechanism, and its unit holds the parameters, names and values
in turn. A normal law, and a choice with rational weights, is known by that, and composes as such. What the reference
does not list, or whose parameters it refuses, has no law here.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

from dpassay.audit.pipelines.noises import Loss
from dpassay.audit.pipelines.rows import Row
from dpassay.exact import (
    Budget,
    DiscreteGaussianLaw,
    Dist,
    GaussianLaw,
    IntegerLaw,
    Law,
    LogForm,
    Real,
    Scalar,
    TaggedGaussians,
    TaggedLaw,
    Undecided,
    as_real,
    hockey_stick_bounds,
    kl_divergence,
    log,
    max_divergence,
    quotient,
    renyi_divergence,
    require,
    times,
)
from dpassay.exact.entrance import explain_failures
from dpassay.reference import MECHANISMS, lazy_to_private

__all__ = ["KINDS", "PREFIX", "has_law", "known_as", "own_delta", "own_loss", "own_renyi", "own_supremum"]

PREFIX: Final = "dpassay "
KINDS: Final = tuple(PREFIX + name for name in MECHANISMS)
MOST_OUTCOMES: Final = 4096
"""A law of more is not written out."""

DELTA_TOLERANCE: Final = Fraction(1, 10**6)
"""How far apart the bounds of a delta may be, where a law has no closed form."""


@lru_cache(maxsize=1024)
def _law(kind: str, unit: tuple[Any, ...], data: Any) -> Law:
    """Return the law of the reference on one input; ``ValueError`` where it has none."""
    mechanism = MECHANISMS[kind.removeprefix(PREFIX)]
    parameters = mechanism.Parameters.read(dict(zip(unit[::2], unit[1::2], strict=True)))
    if isinstance(parameters, lazy_to_private.Parameters):
        _check_transcripts(parameters)
    return mechanism.law(mechanism.check_data(data, parameters), parameters)


def _check_transcripts(parameters: lazy_to_private.Parameters) -> None:
    """Refuse a chain whose law would take long: of a rate that is given as such its probabilities are irrational."""
    most = 16 if parameters.rate.given_exp_eps is None else 256
    few = parameters.experts == 1 or (parameters.batches <= 8 and parameters.experts**parameters.batches <= most)
    require(few, "rounds", parameters.rounds, f"at most {most} transcripts")


def _laws(kind: str, row: Row) -> tuple[Law, Law]:
    return _law(kind, row.unit, row.first), _law(kind, row.unit, row.second)


def has_law(kind: str, row: Row) -> bool:
    """Tell whether the reference says the law of a call on both inputs, and the answer is one of its answers."""
    try:
        first, second = _laws(kind, row)
        return type(first) is type(second) and (row.answer is None or _factor(first, row.answer) is not None)
    except (ValueError, TypeError, LookupError):
        return False


# Losses


def own_supremum(kind: str, row: Row) -> Loss:
    """Return the supremum of the loss, the max divergence of the two laws."""
    return _supremum(kind, row.unit, row.first, row.second)


@lru_cache(maxsize=1024)
def _supremum(kind: str, unit: tuple[Any, ...], first: Any, second: Any) -> Loss:
    found = max_divergence(_law(kind, unit, first), _law(kind, unit, second))
    if isinstance(found, LogForm):
        return found.constant if not found.terms else as_real(found)
    return found


def own_loss(kind: str, row: Row) -> Loss:
    """Return the loss of the answer."""
    first, second = _laws(kind, row)
    if isinstance(first, GaussianLaw | DiscreteGaussianLaw):
        variance = first.sigma**2 if isinstance(first, GaussianLaw) else first.sigma_squared
        squares = Fraction((row.answer - row.second) ** 2 - (row.answer - row.first) ** 2)
        return as_real(squares) / (2 * variance) if isinstance(variance, Real) else squares / (2 * variance)
    p, q = _factor(first, row.answer), _factor(second, row.answer)
    if not isinstance(p, Real) and not isinstance(q, Real) and p in (q, 0):
        return Fraction(0)
    if not isinstance(q, Real) and q == 0:
        return None
    ratio = quotient(p, q)
    return as_real(log(ratio)) if isinstance(ratio, Fraction) else as_real(ratio).log()


def _factor(law: Law, answer: Any) -> Scalar:
    """Return the probability of an answer, or its density, but for what all inputs share."""
    if isinstance(law, Dist | IntegerLaw | DiscreteGaussianLaw):
        return law.pmf(_whole(answer))
    if isinstance(law, GaussianLaw):
        return law.pdf(answer)
    if isinstance(law, TaggedLaw):
        tag, place = answer
        return times(law.tags.pmf(int(tag)), law.given[int(tag)].density_factor(place))
    if isinstance(law, TaggedGaussians):
        tag, *places = answer
        return times(law.tags.pmf(int(tag)), law.given[int(tag)].density(places))
    return law.density_factor(answer)


def _whole(answer: Any) -> Any:
    return tuple(map(_whole, answer)) if isinstance(answer, tuple) else int(answer)


# Compositions


def known_as(kind: str, row: Row) -> tuple[str, Row]:
    """Return kind and row of a call as one whose law is known by its unit, where it is; the answer is left out."""
    if kind not in KINDS:
        return kind, row
    first, second = _laws(kind, row)
    if isinstance(first, GaussianLaw) and isinstance(first.sigma, Fraction):
        return "normal", replace(row, unit=first.sigma, answer=None)
    if isinstance(first, Dist) and isinstance(second, Dist) and max(len(first), len(second)) <= MOST_OUTCOMES:
        outcomes = dict.fromkeys([*first.outcomes, *second.outcomes])
        weights = [tuple(law.pmf(outcome) for outcome in outcomes) for law in (first, second)]
        if all(isinstance(weight, Fraction) for law in weights for weight in law):
            return "choice", replace(row, unit=None, first=weights[0], second=weights[1], answer=None)
    return kind, row


@lru_cache(maxsize=1024)
def own_delta(kind: str, row: Row, epsilon: Fraction) -> tuple[Fraction, Fraction]:
    """Return bounds on delta at epsilon of one call alone."""
    exp_eps = Budget(epsilon=epsilon).exp_eps if epsilon else Fraction(1)
    low, high = hockey_stick_bounds(*_laws(kind, row), exp_eps, tolerance=DELTA_TOLERANCE)
    return max(_ends(low)[0], Fraction(0)), min(_ends(high)[1], Fraction(1))


def _ends(value: Scalar) -> tuple[Fraction, Fraction]:
    """Return bounds of a probability; 0 and 1 where its enclosure does not get narrow."""
    try:
        return (value, value) if isinstance(value, Fraction) else as_real(value).bounds()
    except Undecided:
        return Fraction(0), Fraction(1)


def own_pairs(kind: str, row: Row) -> list[tuple[Fraction, Fraction]]:
    """Return the probability of each answer, below on the first input and above on the second; of a finite law."""
    first, second = _laws(kind, row)
    if not isinstance(first, Dist) or not isinstance(second, Dist) or len(first) > MOST_OUTCOMES:
        return []
    return [(_ends(first.pmf(y))[0], _ends(second.pmf(y))[1]) for y in first.outcomes]


def own_renyi(kind: str, row: Row, order: int) -> Loss:
    """Return the divergence of an order; of 1 that of Kullback and Leibler."""
    laws = _laws(kind, row)
    found = kl_divergence(*laws) if order == 1 else renyi_divergence(*laws, order)
    return as_real(found) if isinstance(found, LogForm) else found


explain_failures(__name__)
