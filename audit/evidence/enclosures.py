"""What enclosed laws of a code prove: bounds of its delta, of its epsilon, and of its distance from a law.

On either input each answer has a weight that was found, and a leftover mass may be anywhere: the probability of a set
of answers is at least the sum of their weights, and at most that and the leftover. All bounds here are rational, and
follow from that alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

from dpassay.audit.answers.enumerated import Enclosed
from dpassay.exact import Law, Number, Real, as_real, require
from dpassay.exact.entrance import explain_failures
from dpassay.exact.kinds import kind_of

__all__ = ["Bounds", "Match", "Privacy", "Ratio", "delta_bounds", "has_masses", "least_ratio", "match", "privacy"]

ACCURACY: Final = 256
"""Bits to which e^epsilon and the probabilities of a law are enclosed."""

Outcome = object
Masses = Mapping[str, Fraction]


@dataclass(frozen=True, slots=True)
class Bounds:
    """An interval in which a number certainly lies; None is infinite: as its upper end, no bound."""

    low: Fraction | None
    high: Fraction | None


@dataclass(frozen=True, slots=True)
class Privacy:
    """How far apart the laws of a code on two inputs are, in the worse direction.

    Attributes:
        delta: enclosed, at the claimed epsilon.
        ratio: e to the least epsilon at the claimed delta, enclosed; at least 1.
        verdict: "meets" where delta is certainly at most the claimed one, "breaks" where it is certainly more.
        direction: which input is the likelier one in the event: 0 or 1.
        event: the answers that show the lower bound.
        masses: of the event: at least that on the likelier input, at most that on the other.
    """

    delta: Bounds
    ratio: Bounds
    verdict: Literal["meets", "breaks", "open"]
    direction: int
    event: tuple[str, ...]
    masses: tuple[Fraction, Fraction]


def delta_bounds(
    p: Enclosed, q: Enclosed, ratio: tuple[Fraction, Fraction]
) -> tuple[tuple[Fraction, Fraction], tuple[str, ...]]:
    """Enclose sup over events of P(event) - t Q(event), for an enclosed t = e^epsilon; and the event of the lower end.

    For any event the leftover of P may lie outside it and that of Q in it; and at most the leftover of P is added to
    the sum of the positive parts.
    """
    below, above = ratio
    event = tuple(answer for answer, weight in p.weights.items() if weight > above * q.weights.get(answer, 0))
    mass, other = _mass(p, event), _mass(q, event)
    low = max(Fraction(0), mass - above * (other + q.leftover))
    parts = (weight - below * q.weights.get(answer, 0) for answer, weight in p.weights.items())
    high = sum((part for part in parts if part > 0), Fraction(0)) + p.leftover
    return (low, min(high, Fraction(1))), event if low > 0 else ()


def _mass(law: Enclosed, event: Sequence[str]) -> Fraction:
    return sum((law.weights.get(answer, Fraction(0)) for answer in event), Fraction(0))


def least_ratio(weights: Masses, others: Masses, extra: Fraction, delta: Fraction) -> Fraction | None:
    """Return the least t >= 1 at which sup over events of P(event) - t (Q(event) + extra) is at most delta.

    ``weights``: P; ``others``: Q; ``extra``: what is added to Q in every event. None where there is no such t. The
    supremum is that of the answers whose ratio P/Q is above t: they are taken in the order of their ratios.
    """

    def steepness(answer: str) -> tuple[bool, Fraction]:
        other = others.get(answer, Fraction(0))
        return (True, Fraction(0)) if other == 0 else (False, -weights[answer] / other)

    order = sorted(weights, key=lambda answer: (not steepness(answer)[0], steepness(answer)[1]))
    mass, other, best = Fraction(0), extra, Fraction(1)
    for answer in order:
        mass += weights[answer]
        other += others.get(answer, Fraction(0))
        if mass <= delta:
            continue
        if other == 0:
            return None
        best = max(best, (mass - delta) / other)
    return best


def privacy(first: Enclosed, second: Enclosed, ratio: tuple[Fraction, Fraction], delta: Fraction) -> Privacy:
    """Hold the laws of a code on two inputs to a claim: e^epsilon, enclosed, and delta."""
    pairs = ((first, second), (second, first))
    found = [delta_bounds(p, q, ratio) for p, q in pairs]
    worse = max((0, 1), key=lambda way: found[way][0])
    low, high = (max(bounds[end] for bounds, _ in found) for end in (0, 1))
    event, (p, q) = found[worse][1], pairs[worse]
    return Privacy(
        Bounds(low, high),
        _ratio_bounds(pairs, delta),
        "breaks" if low > delta else "meets" if high <= delta else "open",
        worse,
        event,
        (_mass(p, event), min(Fraction(1), _mass(q, event) + q.leftover)),
    )


def _ratio_bounds(pairs: Sequence[tuple[Enclosed, Enclosed]], delta: Fraction) -> Bounds:
    """Enclose e to the least epsilon at delta; infinite where there is none."""
    lows = [least_ratio(p.weights, q.weights, q.leftover, delta) for p, q in pairs]
    rests = [delta - p.leftover for p, _ in pairs]
    highs = [
        None if rest < 0 else least_ratio(p.weights, q.weights, Fraction(0), rest)
        for (p, q), rest in zip(pairs, rests, strict=True)
    ]
    return Bounds(_largest(lows), _largest(highs))


def _largest(ratios: Sequence[Fraction | None]) -> Fraction | None:
    known = [ratio for ratio in ratios if ratio is not None]
    return max(known) if len(known) == len(ratios) else None


# Against a law


@dataclass(frozen=True, slots=True)
class Ratio:
    """One answer: its probability in the code, at least and at most, and in the law."""

    words: str
    code: tuple[Fraction, Fraction]
    law: tuple[Fraction, Fraction]


@dataclass(frozen=True, slots=True)
class Match:
    """How far the law of a code is from a law.

    Attributes:
        distance: total variation, enclosed.
        is_equal: nothing is left over and each probability is exactly that of the law.
        worst: the answers that differ most.
    """

    distance: Bounds
    is_equal: bool
    worst: tuple[Ratio, ...]


def has_masses(law: Law) -> bool:
    """Tell whether a law gives outcomes a probability each, to which those of a code can be held."""
    return not kind_of(law).is_real and hasattr(law, "pmf")


def match(code: Mapping[Outcome, Fraction], leftover: Fraction, law: Law) -> Match | None:
    """Hold the law of a code against a law, on the outcomes that the code was found to give.

    Args:
        code: the weight of each outcome, as the law writes it; what is no outcome of it has some other name.
        leftover: the mass that may be anywhere.
        law: a law on finitely many outcomes or on the integers.

    Returns:
        None for a law of another kind.
    """
    if not has_masses(law):
        return None
    exact = {outcome: _pmf(law, outcome) for outcome in code}
    masses = {outcome: _enclosed(value) for outcome, value in exact.items()}
    over = sum((max(Fraction(0), code[y] - high) for y, (_, high) in masses.items()), Fraction(0))
    under = sum((max(Fraction(0), low - code[y]) for y, (low, _) in masses.items()), Fraction(0))
    unseen = max(Fraction(0), 1 - sum((high for _, high in masses.values()), Fraction(0)))
    most = sum((max(Fraction(0), code[y] - low) for y, (low, _) in masses.items()), Fraction(0))
    distance = Bounds(max(over, under + unseen - leftover, Fraction(0)), min(Fraction(1), most + leftover))
    equal = leftover == 0 and all(isinstance(exact[y], Fraction) and exact[y] == weight for y, weight in code.items())
    ratios = [Ratio(str(y), (weight, weight + leftover), masses[y]) for y, weight in code.items()]
    return Match(distance, equal, tuple(sorted(ratios, key=lambda each: -abs(each.code[0] - each.law[0]))))


def _pmf(law: Law, outcome: Outcome) -> Number | Real:
    """Return the probability of an outcome; 0 of what the law has none for."""
    try:
        found: Number | Real = law.pmf(outcome)  # type: ignore[union-attr, arg-type]  # asked before
    except ValueError:
        return Fraction(0)
    return found


def _enclosed(value: Number | Real) -> tuple[Fraction, Fraction]:
    if isinstance(value, Fraction):
        return value, value
    low, high = as_real(value).bounds(ACCURACY)
    return max(Fraction(0), low), high


def enclosed_ratio(ratio: Number | Real) -> tuple[Fraction, Fraction]:
    """Enclose e^epsilon; exactly where it is rational.

    Raises:
        ValueError: it is below 1.
    """
    low, high = (ratio, ratio) if isinstance(ratio, Fraction) else as_real(ratio).bounds(ACCURACY)
    require(high >= 1, "ratio", high, "a number of at least 1")
    return max(low, Fraction(1)), high


explain_failures(__name__)
