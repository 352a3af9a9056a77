"""What is seen of the sampled estimate under Gaussian noise, on two adjacent histograms, and its exact delta at eps.

The samples x_t are known to the server, which draws them. ``alone(v)`` is the delta of the released number, with noise
of variance v; ``both(v)`` that of A and B with independent noises of variance v each, and ``shared(v)`` that with one
noise in both, as Algorithm 2 prints it. ``cells(v)`` is the delta of P(x_t) with a noise of variance v of its own for
each t, before it is cut off at tau. Gaussian laws at a distance of z standard deviations have delta Phi(z/2 - eps/z) -
e^eps Phi(-z/2 - eps/z) (Balle and Wang 2018, Theorem 8), in any dimension, which grows with z.

``far``, ``far_both`` and ``far_cells`` are the squares of the distances of the centers.
``seen(v)`` is a lower bound on the delta of max{P(x_t) + noise, tau} where every tau is at most ``1/(100 N)``: what an
event that has ``cells(v)`` has of it besides the outcomes at which something is cut off.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any, Final, Protocol

from dpassay.exact import LogForm, Real, as_real, exp, normal_cdf
from dpassay.proofs_check.models.sensitivity_of_kl import ADJACENT, Counts, Neighbors, estimate, excesses, logs
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model

Variance = Fraction | Real


class Sampled(Protocol):
    """What the noisy P(x_t) depend on."""

    @property
    def samples(self) -> Counts:
        """How many samples are of each cell."""

    @property
    def size(self) -> int:
        """The number of data."""

    @property
    def epsilon(self) -> Fraction:
        """Of (eps, delta)."""


def _is_zero(value: Variance) -> bool:
    """Tell whether a variance is 0; of an enclosure, whether it is that point."""
    return bool(value.ball().is_zero()) if isinstance(value, Real) else value == 0


def gaussian_delta(squared_shift: Variance, variance: Variance, eps: Fraction) -> Any:
    """The exact delta at eps of two Gaussian laws, by the square of the distance of their centers."""
    if _is_zero(squared_shift):
        return Fraction(0)
    if _is_zero(variance):
        return Fraction(1)
    z = (as_real(squared_shift) / variance).sqrt()
    return normal_cdf(z / 2 - eps / z) - as_real(exp(eps)) * normal_cdf(-z / 2 - eps / z)


def squared(gap: LogForm | Fraction) -> Variance:
    """The square of a difference; 0 is seen to be 0."""
    if isinstance(gap, Fraction):
        return gap**2
    return Fraction(0) if gap.is_zero() else as_real(gap) ** 2


def moved(at: Neighbors) -> tuple[LogForm, Fraction, LogForm]:
    """How far A, B and the estimate move."""
    return logs(at, 1) - logs(at, 2), excesses(at, 1) - excesses(at, 2), estimate(at, 1) - estimate(at, 2)


def alone(at: Neighbors, variance: Variance) -> Any:
    """The delta of the released number."""
    return gaussian_delta(squared(moved(at)[2]), variance, at.epsilon)


def both(at: Neighbors, variance: Variance) -> Any:
    """The delta of A and B with independent noises."""
    a, b, _ = moved(at)
    return gaussian_delta(squared(a) + squared(b), variance, at.epsilon)


def shared(at: Neighbors, variance: Variance) -> Any:
    """The delta of A and B with one noise: B - A has none, and A has it."""
    a, _, difference = moved(at)
    return gaussian_delta(squared(a), variance, at.epsilon) if difference.is_zero() else Fraction(1)


def squared_cells(at: Sampled) -> Fraction:
    """The sum of the squares by which the P(x_t) move: 1/N^2 for each sample of the two cells."""
    return Fraction(sum(at.samples[:2]), at.size**2)


def cells(at: Sampled, variance: Variance) -> Any:
    """The delta of the noisy P(x_t)."""
    return gaussian_delta(squared_cells(at), variance, at.epsilon)


def seen(at: Neighbors, variance: Variance) -> Any:
    """At least this is the delta of the noisy P(x_t), cut off below 1/(100 N)."""
    if _is_zero(variance):
        return cells(at, variance)
    sigma = as_real(variance).sqrt()
    floor = Fraction(1, 100 * at.size)
    cut = sum(
        (normal_cdf((floor - Fraction(n, at.size)) / sigma) * s for n, s in zip(at.first, at.samples, strict=True)),
        as_real(0),
    )
    return cells(at, variance) - cut


AT_LEAST_0: Final = {"v": "real, 0 <= v"}
NEAR: Final = {
    "z": "real, 0 < z, far <= z**2*v",
    "u": "real, 0 < u, far_both <= u**2*v",
    "w": "real, 0 < w, far_cells <= w**2*v",
}
"""At least the distance of the centers in standard deviations."""


def _profile(name: str, distance: str) -> str:
    low, high = (f"Phi({sign}{distance}/2 - eps/{distance})" for sign in ("", "-"))
    return f"{name}(v) <= {low} - exp(eps)*{high}"


NOISY: Final[Model] = replace(
    ADJACENT,
    name="noisy estimates of a divergence",
    variables={**ADJACENT.variables, **AT_LEAST_0, **NEAR, "a": "real, 0 <= a"},
    quantities={
        **ADJACENT.quantities,
        "far": Named(lambda at: squared(moved(at)[2]), range="at least 0"),
        "far_both": Named(lambda at: squared(moved(at)[0]) + squared(moved(at)[1]), range="at least 0"),
        "far_cells": Named(squared_cells, range="at least 0"),
        "alone": Named(alone, AT_LEAST_0),
        "both": Named(both, AT_LEAST_0),
        "shared": Named(shared, AT_LEAST_0),
        "cells": Named(cells, AT_LEAST_0),
        "seen": Named(seen, AT_LEAST_0),
        "Phi": Named(lambda _, x: normal_cdf(as_real(x)), {"x": "real"}, range="positive"),
    },
    facts={
        **ADJACENT.facts,
        "squared distance": "far = (est(1) - est(2))**2",
        "squared distance of A and B": "far_both = (A(1) - A(2))**2 + (B(1) - B(2))**2",
        "squared distance of the cells": "far_cells = (s(1) + s(2))/N**2",
        "delta of the released number": _profile("alone", "z"),
        "delta of A and B": _profile("both", "u"),
        "delta of the cells": _profile("cells", "w"),
        "B - A has no noise": "(est(1) - est(2))**2*(1 - shared(v)) = 0",
        "tail of Phi": "2*Phi(-a) <= exp(-a**2/2)",
        "slope of Phi": "Phi(a) <= 1/2 + 2*a/5",
    },
    narrows=ADJACENT,
)
