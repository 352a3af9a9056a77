"""The exact privacy loss of compositions that accountants are asked about: certified bounds on delta and on epsilon."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from dpassay.audit.answers.compositions import Composition, Part
from dpassay.exact.composed_loss import Bracket, ComposedLoss
from dpassay.exact.entrance import explain_failures
from dpassay.exact.loss_lattice import (
    LossLattice,
    approximate_response,
    between_masses,
    discrete_gaussian,
    discrete_laplace,
    laplace_above,
    laplace_below,
)

__all__ = ["Truth", "truth_of"]

LEAST_BINS, MOST_BINS = 64, 4096
"""Into so many bins the noise of Laplace is divided between two inputs."""

LOSSES: Final = 40_000
"""About so many losses are to come of that, where bins are not too few; where Gaussians are mixed in, an eighth."""


@dataclass(frozen=True, slots=True)
class Truth:
    """The privacy loss of a composition: the worse one of its two directions, which are one where they are equal."""

    directions: tuple[Bracket, ...]

    def delta(self, epsilon: Fraction) -> tuple[Fraction, Fraction]:
        """Return certified bounds (low, high) on delta at epsilon."""
        bounds = [direction.delta(epsilon) for direction in self.directions]
        return max(low for low, _ in bounds), max(high for _, high in bounds)

    def epsilon(self, delta: Fraction) -> tuple[Fraction | None, Fraction | None]:
        """Return certified bounds (low, high) on the least epsilon at delta; None where there is none."""
        bounds = [direction.epsilon(delta) for direction in self.directions]
        return _largest(low for low, _ in bounds), _largest(high for _, high in bounds)


def _largest(values: Iterable[Fraction | None]) -> Fraction | None:
    known = list(values)
    found = [value for value in known if value is not None]
    return max(found) if len(found) == len(known) else None


def truth_of(composition: Composition) -> Truth:
    """Return the loss of a composition."""
    forward = _bracket(composition, swapped=False)
    return Truth((forward, _bracket(composition, swapped=True)) if composition.one_sided else (forward,))


def _bracket(composition: Composition, *, swapped: bool) -> Bracket:
    square = sum(
        (part.rounds / part["sigma"] ** 2 for part in composition.parts if part.kind == "gaussian"), Fraction(0)
    )
    others = [part for part in composition.parts if part.kind != "gaussian"]
    bins = _bins(others, LOSSES // 8 if square else LOSSES)
    below = ComposedLoss.of([_round(part, swapped, bins).power(part.rounds) for part in others], square)
    if all(part.kind != "laplace" for part in others):
        return Bracket(below, below)
    above = [_round(part, swapped, bins, laplace_above).power(part.rounds) for part in others]
    return Bracket(below, ComposedLoss.of(above, square))


def _bins(parts: list[Part], losses: int) -> int:
    """Return into how many bins to divide: a power of two."""
    rounds = sum(part.rounds for part in parts if part.kind == "laplace")
    return max(LEAST_BINS, min(MOST_BINS, 1 << (losses // (2 * rounds + 1)).bit_length()))


def _round(
    part: Part, swapped: bool, bins: int, laplace: Callable[[Fraction, int], LossLattice] = laplace_below
) -> LossLattice:
    """Return the loss of one round of a part that is no Gaussian."""
    match part.kind:
        case "randomized_response" | "randomized_response_of_many":
            labels, truth = part["categories"], part["truth"]
            other = (1 - truth) / (labels - 1)
            rest = [other] * (int(labels) - 2)
            return between_masses([truth, other, *rest], [other, truth, *rest])
        case "laplace":
            return laplace(1 / part["scale"], bins)
        case "discrete_laplace":
            return discrete_laplace(part["rate"], int(part["sensitivity"]))
        case "discrete_gaussian":
            return discrete_gaussian(part["sigma"] ** 2)
        case "two_point":
            first, second = ([part[name], 1 - part[name]] for name in ("p", "q"))
            return between_masses(second, first) if swapped else between_masses(first, second)
        case _:
            return approximate_response(part["epsilon"], part["delta"])


explain_failures(__name__)
