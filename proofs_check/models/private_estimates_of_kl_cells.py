"""The noisy answers of Algorithm 3 on two adjacent histograms, whose counts may be 0, and their exact delta at eps.

``h(i, x)`` counts cell x of histogram i = 1, 2, of size N: one datum of cell 1 in the first is in cell 2 in the second.
``s(x)`` says how many of the T samples are x. ``cells(v)`` is the delta of P(x_t) with a noise of variance v of its own
for each t, before it is cut off at tau; ``far_cells`` is the square of the distance of the centers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from dpassay.proofs_check.models.private_estimates_of_kl import AT_LEAST_0, NOISY, cells, squared_cells
from dpassay.proofs_check.models.sensitivity_of_kl import CELL, WHICH, Counts
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.published import GAUSSIANS, NORMAL
from dpassay.proofs_check.proof.statements import Model


@dataclass(frozen=True)
class Answers:
    """The first histogram, the counts of the samples, and (eps, delta)."""

    first: Counts
    samples: Counts
    epsilon: Fraction = Fraction(1)
    delta: Fraction = Fraction(1, 20)

    def __post_init__(self) -> None:
        if len(self.first) < 2 or min(self.first) < 0 or self.first[0] < 1:
            raise ValueError(f"first = {self.first}: expected counts of at least two cells, and a datum in the first")
        if len(self.samples) != len(self.first) or min(self.samples) < 0 or sum(self.samples) < 1:
            raise ValueError(f"samples = {self.samples}: expected how many samples are of each cell, at least one")
        if self.epsilon <= 0 or not 0 < self.delta < 1:
            raise ValueError(f"eps, delta = {self.epsilon}, {self.delta}: expected > 0 and in (0, 1)")

    @property
    def pair(self) -> tuple[Counts, Counts]:
        """Both histograms."""
        a, b, *rest = self.first
        return self.first, (a - 1, b + 1, *rest)

    @property
    def size(self) -> int:
        """The number of data."""
        return sum(self.first)


def settings() -> Iterator[Answers]:
    """One datum and more, counts of 0, cells that are sampled again and not at all."""
    yield Answers((1, 0), (1, 1))
    yield Answers((1, 1), (2, 0), delta=Fraction(1, 1000))
    yield Answers((3, 2), (4, 4), Fraction(1, 2))
    yield Answers((2, 0, 1), (0, 1, 2), Fraction(1, 10), Fraction(99, 100))
    yield Answers((1, 2, 0, 3), (0, 0, 1, 0), Fraction(3))


def read(at: Answers) -> dict[str, Any]:
    """k, N, T, eps and d."""
    return {
        "k": Fraction(len(at.first)),
        "N": Fraction(at.size),
        "T": Fraction(sum(at.samples)),
        "eps": at.epsilon,
        "d": at.delta,
    }


ANSWERS: Final = Model(
    "noisy answers on two adjacent histograms",
    parameters={
        "k": "integer, 2 <= k",
        "N": "integer, 1 <= N",
        "T": "integer, 1 <= T",
        "eps": "real, 0 < eps",
        "d": "real, 0 < d, d < 1",
    },
    variables={
        "i": WHICH,
        "x": CELL,
        "y": "integer, 3 <= y, y <= k",
        **AT_LEAST_0,
    },
    quantities={
        "h": Named(lambda at, i, x: Fraction(at.pair[i - 1][x - 1]), {"i": WHICH, "x": CELL}, range="at least 0"),
        "s": Named(lambda at, x: Fraction(at.samples[x - 1]), {"x": CELL}, range="at least 0"),
        "far_cells": Named(squared_cells, range="at least 0"),
        "cells": Named(cells, AT_LEAST_0),
        "gauss": GAUSSIANS,
        "Phi": NORMAL,
    },
    facts={
        "size": "sum(h(i, x), x, 1, k) = N",
        "samples": "sum(s(x), x, 1, k) = T",
        "one less in cell 1": "h(1, 1) = h(2, 1) + 1",
        "one more in cell 2": "h(2, 2) = h(1, 2) + 1",
        "the same elsewhere": "h(1, y) = h(2, y)",
        **{name: NOISY.facts[name] for name in ("squared distance of the cells", "delta of the cells")},
    },
    settings=settings,
    read=read,
)
