"""What could this audit have found? Computed from the exact laws: the target is not run for it.

The question is put in terms of the mechanism itself: if the answers came from the same mechanism at a larger epsilon
(or with noise of a smaller scale), how probable is it that the audit flags them? An audit is conclusive where that is
at least ``ASKED`` at twice the epsilon.

What is rigorous: the probability of each cell of the test under the changed law is that of the exact law (rounded to a
double). Given the simulated critical region, a power is a Clopper-Pearson lower limit, too large with probability at
most ``ERROR``. What is simulated: the counts of ``ROWS`` audits of the changed mechanism, and the critical region of
the law test (`dpassay.properties.rejection`), which errs to the side of less power. What is left out: any other
evidence than that named as the basis, which could only add power. The basis is

* the law test, where that is part of the audit;
* else the certified bound of values (`dpassay.audit.evidence.power_of_values`), on the events that the exact laws
  suggest, chosen on the training part of simulated counts and certified on the rest, as the audit does both. The audit
  looks at more events, and may be led astray by one; that is left out;
* else nothing: what bits and forms would show cannot be computed from the law.

The least deviation that would have been found is searched on a grid of round percentages. Power grows with the
deviation in practice, and so the search is by bisection; but the deviation that is reported is one whose own power was
computed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from dpassay.audit import words
from dpassay.audit.evidence import bounds
from dpassay.audit.evidence.directions import laws_of, masses_at
from dpassay.audit.evidence.power_of_values import Flags, Masses, value_flags
from dpassay.audit.held_to.subject import Claim, Resolved
from dpassay.audit.plan import Kind
from dpassay.exact import decimal_text
from dpassay.exact.entrance import explain_failures
from dpassay.properties.cells import Cells
from dpassay.properties.e_values import PARTS, ROUNDING, MixtureRatio
from dpassay.properties.joint_test import Laws
from dpassay.properties.rejection import critical_region
from dpassay.reference import with_loss_scaled, with_noise_scaled

__all__ = ["ASKED", "ERROR", "Deviation", "Power", "power_of"]

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Mask = NDArray[np.bool_]

ASKED: Final = 0.9
"""The probability with which an audit is to find what it says it would have found."""

ERROR: Final = 1e-3
"""The error probability of each power that was computed."""

ROWS: Final = 500
"""Audits that are simulated for one power."""

TWICE: Final = Fraction(2)
BASES: Final[tuple[Kind, ...]] = ("law", "values")
"""The kinds of evidence whose power can be computed, the first one first."""

_PERCENTS: Final = tuple(
    Fraction(digits, 10) * Fraction(10) ** exponent
    for exponent in range(-3, 3)
    for digits in (10, 15, 20, 30, 40, 50, 70)
)
_LARGEST: Final = {"scale": 50, "epsilon": 100}
_ROUNDING: Final = 1e-9
"""How far a sum of probabilities may be from 1 by rounding."""


@dataclass(frozen=True, slots=True)
class Deviation:
    """A departure from the law that would have been found.

    Attributes:
        of: what departs: the "scale" of the noise, which is too small, or "epsilon", which is larger than stated.
        percent: by how much.
        power: the probability of finding it is at least this, with an error of at most ``ERROR``; at least ``ASKED``.
    """

    of: Literal["scale", "epsilon"]
    percent: Fraction
    power: float

    def __str__(self) -> str:
        by = f"{decimal_text(self.percent)} %"
        return f"a scale {by} too small" if self.of == "scale" else f"an epsilon {by} larger than stated"


@dataclass(frozen=True, slots=True)
class Power:
    """What an audit could have found.

    Attributes:
        basis: the kind of evidence that it was computed for; None where the evidence asked for allows no such number.
        at_twice: at twice the epsilon, the probability of finding that is at least this, with an error of at most
            ``ERROR``; None where there is no basis, or nothing that can be doubled.
        same_law: at twice the epsilon the laws on this pair of inputs are the same.
        deviation: the least that would have been found with probability ``ASKED``; None where the search found none.
    """

    basis: Kind | None
    at_twice: float | None
    same_law: bool = False
    deviation: Deviation | None = None

    @property
    def is_conclusive(self) -> bool:
        """Whether the audit could have told the mechanism from itself at twice the epsilon."""
        return self.at_twice is not None and self.at_twice >= ASKED

    def __str__(self) -> str:
        if self.is_conclusive:
            found = self.deviation or "an epsilon twice as large as stated"
            return f"this audit would have found {found} with probability {words.number(ASKED)}"
        return f"this audit could not have told the mechanism from itself at twice the epsilon: {self._why()}"

    def _why(self) -> str:
        if self.basis is None:
            return "the kinds of evidence that were asked for say nothing about that (law and values do)"
        if self.at_twice is None:
            return "the mechanism does not say what it is at twice the epsilon"
        if self.same_law:
            return "on this pair of inputs the laws of the two are the same"
        asked = f"and {words.number(ASKED)} is asked"
        return f"it would have flagged that with a probability of at least {words.number(self.at_twice, 2)}, {asked}"


def power_of(
    resolved: Resolved,
    claim: Claim,
    cells: tuple[Cells, ...],
    *,
    sizes: Sequence[int],
    shares: Mapping[Kind, float],
    seed: int,
    laws: Laws | None = None,
    is_sequential: bool = False,
) -> Power:
    """Return what an audit could have found.

    Args:
        resolved: what is audited.
        claim: what it is held to.
        cells: the cells of the exact laws.
        sizes: the number of answers on either input.
        shares: the share of alpha of each kind of evidence.
        seed: drives the simulation.
        laws: what `laws_of` gives for these cells, where it is there already.
        is_sequential: the answers are looked at while they are drawn; counted is what is found at the last look.
    """
    basis: Kind | None = next((kind for kind in BASES if kind in shares), None)
    doubled = with_loss_scaled(resolved.mechanism, resolved.parameters, TWICE)
    if basis is None or doubled is None:
        return Power(basis, None)
    masses = [masses_at(resolved, cells, place, doubled) for place in (0, 1)]
    apart = [_distance(law.probabilities, mass) for law, mass in zip(cells, masses, strict=True)]
    if max(apart) < _ROUNDING**2:
        return Power(basis, 0.0, same_law=True)
    rng = np.random.default_rng((seed, 2))
    if basis == "law":
        look = _last_look if is_sequential else _law_flags
        flags = look(laws or laws_of(resolved, cells), sizes, shares["law"], rng)
    else:
        flags = value_flags(cells, sizes, shares["values"], claim, lambda masses, n: _simulated(masses, n, rng))

    def power(changed: Any) -> float:
        flagged = int(flags(lambda place: masses_at(resolved, cells, place, changed)).sum())
        return bounds.clopper_pearson_lower(flagged, ROWS, ERROR)

    at_twice = power(doubled)
    if at_twice < ASKED:
        return Power(basis, at_twice)
    return Power(basis, at_twice, deviation=_least(resolved, power, (doubled, at_twice), min(sizes)))


def _distance(law: Floats, other: Floats) -> float:
    """Return a measure of how far two laws are apart; 0, up to rounding, where they are the same."""
    return float((np.square(law - other) / np.maximum(law, 1e-12)).sum())


def _least(
    resolved: Resolved, power: Callable[[Any], float], doubled: tuple[Any, float], samples: int
) -> Deviation | None:
    """Return the least deviation that is found with probability ``ASKED``; None where the largest is not."""
    spec, parameters = resolved.mechanism, resolved.parameters
    of: Literal["scale", "epsilon"] = "epsilon" if with_noise_scaled(spec, parameters, Fraction(1)) is None else "scale"
    smallest = Fraction(50, isqrt(samples))
    percents = [percent for percent in _PERCENTS if smallest <= percent <= _LARGEST[of]]

    def deviation(percent: Fraction) -> Deviation:
        share = percent / 100
        if of == "scale":
            changed = with_noise_scaled(spec, parameters, 1 - share)
        else:
            changed = with_loss_scaled(spec, parameters, 1 + share)
        return Deviation(of, percent, doubled[1] if changed == doubled[0] else power(changed))

    found = deviation(percents[-1])
    low, high = -1, len(percents) - 1
    while found.power >= ASKED and high - low > 1:
        middle = (low + high) // 2
        nearer = deviation(percents[middle])
        if nearer.power >= ASKED:
            high, found = middle, nearer
        else:
            low = middle
    return found if found.power >= ASKED else None


def _simulated(masses: Floats, n: int, rng: np.random.Generator) -> Integers:
    """Return the counts of simulated audits, shape (ROWS, m + 1); the last is what lies in no cell."""
    rest = 1 - masses.sum()
    every = np.append(masses, rest if rest > _ROUNDING else 0.0)
    return rng.multinomial(n, every / every.sum(), size=ROWS)


def _law_flags(laws: Laws, sizes: Sequence[int], level: float, rng: np.random.Generator) -> Flags:
    """Return what tells whether the law test rejects the answers on both inputs together."""
    region = critical_region(laws, sizes, level, rng)
    return lambda masses: region.rejects([_simulated(masses(place), n, rng) for place, n in enumerate(sizes)])


def _last_look(laws: Laws, sizes: Sequence[int], level: float, rng: np.random.Generator) -> Flags:
    """Return what tells whether the parts of the mixture that are quick to compute are enough after all answers."""
    mixture, threshold = MixtureRatio(laws), np.log(1 / level) + ROUNDING

    def flags(masses: Masses) -> Mask:
        parts = mixture.log_parts([_simulated(masses(place), n, rng) for place, n in enumerate(sizes)], PARTS[:2])
        return np.asarray(np.logaddexp.reduce(parts, axis=1) >= threshold)

    return flags


explain_failures(__name__)
