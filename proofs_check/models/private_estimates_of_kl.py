"""What is seen of the sampled estimate under Gaussian noise, on two adjacent histograms, and its exact delta at eps.

The samples x_t are known to the server, which draws them. ``alone(v)`` is the delta of the released number, with noise
of variance v; ``both(v)`` that of A and B with independent noises of variance v each, and ``shared(v)`` that with one
noise in both, as Algorithm 2 prints it. ``cells(v)`` is the delta of P(x_t) with a noise of variance v of its own for
each t, before it is cut off at tau. ``gauss(q, v, e)`` is the least delta at e of two Gaussian laws of variance v, in
any dimension, whose centers are at the squared distance q: ``far``, ``far_both`` and ``far_cells``.
``seen(v)`` is a lower bound on the delta of max{P(x_t) + noise, tau} where every tau is at most ``1/(100 N)``: what an
event that has ``cells(v)`` has of it besides the outcomes at which something is cut off.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any, Final, Protocol

from dpassay.exact import LogForm, Real, as_real, normal_cdf
from dpassay.proofs_check.models.sensitivity_of_kl import ADJACENT, Counts, Neighbors, estimate, excesses, logs
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.published import GAUSSIANS, NORMAL, gaussian_delta, is_zero
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
    if is_zero(variance):
        return cells(at, variance)
    sigma = as_real(variance).sqrt()
    floor = Fraction(1, 100 * at.size)
    cut = sum(
        (normal_cdf((floor - Fraction(n, at.size)) / sigma) * s for n, s in zip(at.first, at.samples, strict=True)),
        as_real(0),
    )
    return cells(at, variance) - cut


AT_LEAST_0: Final = {"v": "real, 0 <= v"}
NOISY: Final[Model] = replace(
    ADJACENT,
    name="noisy estimates of a divergence",
    variables={**ADJACENT.variables, **AT_LEAST_0},
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
        "gauss": GAUSSIANS,
        "Phi": NORMAL,
    },
    facts={
        **ADJACENT.facts,
        "squared distance": "far = (est(1) - est(2))**2",
        "squared distance of A and B": "far_both = (A(1) - A(2))**2 + (B(1) - B(2))**2",
        "squared distance of the cells": "far_cells = (s(1) + s(2))/N**2",
        "delta of the released number": "alone(v) = gauss(far, v, eps)",
        "delta of A and B": "both(v) = gauss(far_both, v, eps)",
        "delta of the cells": "cells(v) = gauss(far_cells, v, eps)",
        "B - A has no noise": "(est(1) - est(2))**2*(1 - shared(v)) = 0",
    },
    narrows=ADJACENT,
)
