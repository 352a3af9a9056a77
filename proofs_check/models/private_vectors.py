"""The report of Algorithm 1 in one round: the log-likelihoods of the clipped label, with Laplace noise.

``eps`` and ``dl`` are the budget, ``ll`` is log(1/dl), and ``scale`` that of the noise. ``least(y, u, e)`` is the least
delta at e^e between the reports on the labels y and u; it is enclosed.

That is, up to w, what some set of cells of a fine grid on R^K tells of y and u: ``seen(y, u, e, w)`` is 1 on the set,
and 0 elsewhere; ``chance(k, y, u, e, w)`` is its probability on label k. ``G(z, w)`` is the law of the cells where the
label is clipped to integer z. The probability of a cell falls with the distances of the centers from its place, which
is ``spot(j, w)`` in coordinate j; another factor is the same for all z. ``loss(j, z, x, w)`` is what coordinate j adds
to the log of the quotient for z and x.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import Any, Final

from dpassay.exact import Budget, LaplaceVectors, Real, as_real, hockey_stick_bounds, log
from dpassay.exact.real import rational_ball
from dpassay.proofs_check.models.label_clipping import HYPOTHESIS, INTEGER, LABEL, answered
from dpassay.proofs_check.models.noisy_likelihoods import NOISY, distance
from dpassay.proofs_check.models.rounded_reports import Cells, cells, place, scale, weights
from dpassay.proofs_check.proof.names import Named
from dpassay.reference import label_clipping, private_wma

GRID: Final = 2**16
"""e^e is rounded to multiples of 1/GRID, outward."""
WIDTH: Final = Fraction(1, 1000)
"""Of the enclosures."""


@dataclass(frozen=True, slots=True)
class Reported(label_clipping.Parameters):
    """A class, a horizon, a calibration and a budget."""

    epsilon: Fraction = Fraction(1)
    delta: Fraction = Fraction(1, 2)

    def __post_init__(self) -> None:
        """Check the domains."""
        label_clipping.Parameters.__post_init__(self)
        self.mechanism()

    def mechanism(self) -> private_wma.Parameters:
        """The parameters of the report."""
        budget = Budget(epsilon=self.epsilon)
        return private_wma.Parameters(budget, self.delta, self.hypotheses, self.rounds, self.calibration)


@cache
def laws(at: Reported) -> tuple[LaplaceVectors, ...]:
    """The report on each label."""
    parameters = at.mechanism()
    return tuple(private_wma.law(y, parameters) for y in range(label_clipping.labels(at)))


@cache
def stick(at: Reported, first: int, second: int, exp_eps: Fraction) -> tuple[Fraction, Fraction]:
    """Bounds of the least delta between two of the laws."""
    low, high = hockey_stick_bounds(laws(at)[first], laws(at)[second], exp_eps, tolerance=WIDTH, most_boxes=2000)
    return low, high


def enclosed(at: Reported, first: int, second: int, e: Any) -> Real:
    """The least delta at a real e."""

    def ball() -> Any:
        low, high = as_real(e).exp().bounds(64)
        ends = Fraction((low * GRID).__floor__(), GRID), Fraction((high * GRID).__ceil__(), GRID)
        most = stick(at, first, second, ends[0])[1]
        least = stick(at, first, second, ends[1])[0]
        return rational_ball(most).union(rational_ball(least))

    return Real(ball)


@cache
def _on_label(at: Reported, label: int) -> Mapping[Cells, Real]:
    """The law of the cells on a label, from 1."""
    given = [(answered(at, label, z), weights(at.mechanism(), z)) for z in range(1, label_clipping.integers(at) + 1)]
    return {cell: sum((law[cell] * mass for mass, law in given), as_real(0)) for cell in given[0][1]}


def seen(at: Reported, pair: tuple[int, int], e: Any, cell: Cells) -> Fraction:
    """Whether a cell has more than e^e times the probability on the first label that it has on the second."""
    first, second = (_on_label(at, label)[cell] for label in pair)
    return Fraction(int(bool((first - as_real(e).exp() * second).evaluate() > 0)))


def chance(at: Reported, label: int, pair: tuple[int, int], e: Any) -> Real:
    """The probability of the set of these cells on a label."""
    law = _on_label(at, label)
    return sum((law[cell] for cell in law if seen(at, pair, e, cell)), as_real(0))


def loss(at: Reported, j: int, pair: tuple[int, int], cell: Cells) -> Real:
    """The log of the quotient of the densities of coordinate j for two integers."""
    spot = place(at.mechanism(), j, cell)
    return (distance(at, j, pair[1], spot) - distance(at, j, pair[0], spot)) / scale(at.mechanism())


def settings() -> Iterator[Reported]:
    """The same with log((K + 1) T) in the scale."""
    for at in printed_settings():
        yield replace(at, calibration="corrected")
    yield Reported((((Fraction(1), Fraction(0))),), 1, "corrected", Fraction(1), Fraction(1, 10))


def printed_settings() -> Iterator[Reported]:
    """One hypothesis and two, on two labels; budgets for which the noise of one hypothesis is large, and is not."""
    half, one, nothing = Fraction(1, 2), Fraction(1), Fraction(0)
    single = ((Fraction(99, 100), Fraction(1, 100)),)
    for epsilon, delta in ((half, Fraction(1, 700)), (Fraction(1, 10), Fraction(9, 10)), (Fraction(3), half)):
        yield Reported(single, 3, "printed", epsilon, delta)
    yield Reported(((one, nothing), (nothing, one)), 2, "printed", one, Fraction(1, 4))
    yield Reported(((one, nothing), (half, half)), 1, "printed", one, half)


MORE: Final = "real, 0 < w"
LABELS: Final = {"y": LABEL, "u": "integer, 1 <= u, u <= M"}
SET: Final = {**LABELS, "e": "real", "w": MORE}
OF_PAIR: Final = {"j": HYPOTHESIS, "z": INTEGER, "x": "integer, 1 <= x, x <= N", "w": MORE}
ON: Final = "integer, 1 <= k, k <= M"
VECTORS: Final = replace(NOISY, variables={**NOISY.variables, **SET, "k": ON}, narrows=NOISY).narrowed(
    "reports of Algorithm 1",
    {
        "log of 1/delta": "exp(ll)*dl = 1",
        "a set of cells": "least(y, u, e) <= chance(y, y, u, e, w) - exp(e)*chance(u, y, u, e, w) + w",
        "seen or not": "seen(y, u, e, w) <= 1",
        "clipped first": "chance(k, y, u, e, w) = sum(h(k, z)*E(seen(y, u, e, w), G(z, w)), z, 1, N)",
        "other law": "E(seen(y, u, e, w)*exp(-sum(loss(j, z, x, w), j, 1, K)), G(z, w)) = E(seen(y, u, e, w), G(x, w))",
        "loss": "loss(j, z, x, w) = (gap(j, x, spot(j, w)) - gap(j, z, spot(j, w)))/scale",
        "each a law": "E(exp(-loss(j, z, x, w)), G(z, w)) = 1",
        "independent noises": "independent(loss(j, z, x, w), j, 1, K, G(z, w))",
    },
    settings,
    {
        "eps": Named(lambda at: at.epsilon, range="positive"),
        "dl": Named(lambda at: at.delta, range="positive"),
        "ll": Named(lambda at: log(1 / at.delta), range="at least 0"),
        "scale": Named(lambda at: private_wma.scale(at.mechanism()), range="positive"),
        "least": Named(lambda at, y, u, e: enclosed(at, y - 1, u - 1, e), {**LABELS, "e": "real"}),
        "G": Named(lambda at, z, _: weights(at.mechanism(), z), {"z": INTEGER, "w": MORE}, space="cells", law=True),
        "seen": Named(lambda at, y, u, e, _, cell: seen(at, (y, u), e, cell), SET, space="cells", range="at least 0"),
        "chance": Named(lambda at, k, y, u, e, _: chance(at, k, (y, u), e), {"k": ON, **SET}),
        "spot": Named(lambda at, j, _, cell: place(at.mechanism(), j, cell), {"j": HYPOTHESIS, "w": MORE}, "cells"),
        "loss": Named(lambda at, j, z, x, _, cell: loss(at, j, (z, x), cell), OF_PAIR, "cells"),
    },
    outcomes={"cells": lambda at: cells(at.mechanism())},
)
ROOTS: Final = "(2*sqrt(2*K*ll) + sqrt(K*eps))"
CORRECTED: Final = VECTORS.narrowed(
    "reports of Algorithm 1 with the corrected scale", {"scale of (8)": f"scale*eps = {ROOTS}*log((K + 1)*T)"}, settings
)
PRINTED: Final = VECTORS.narrowed(
    "reports of Algorithm 1 with the printed scale",
    {"scale of (8)": f"scale*eps = {ROOTS}*log(K*T)", "not alone": "2 <= K*T"},
    printed_settings,
)
