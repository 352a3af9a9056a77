"""The report of Algorithm 1 where each coordinate is rounded to a cell of a grid, so that it has finitely many values.

The grid of a coordinate has the centers that there can be among its cuts, and some between them. Laplace noise of scale
b around a center puts e^(-|m - center|/b) sinh(l/(2 b)) on a cell of length l with the middle m, and e^(-|a -
center|/b)/2 beyond an end a of the grid. So a cell has a place, m or a, and the rest is the same for all centers.

One grid tells of all labels at every e, up to any w > 0. Let L be the sum over the coordinates of the lengths of their
longest cells. Within a cell every density is within a factor e^(L/b) of its mean, but for what is the same for all
centers beyond an end. So the least delta at e is at most e^(L/b) times that of the cells at e - 2 L/b, which is at most
e^e (1 - e^(-2 L/b)) above that at e; and where e is large, no label is e^e times as likely as another one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from typing import Final

from dpassay.exact import Real, as_real, log
from dpassay.proofs_check.models.label_clipping import likelihood
from dpassay.reference import private_wma
from dpassay.reference.label_clipping import integers
from dpassay.reference.private_wma import Parameters

PARTS: Final = 2
"""Cells between two centers that are next to each other."""
Cells = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """Where a cell is, and the part of its probability that no center changes."""

    place: Real
    part: Real


@cache
def scale(at: Parameters) -> Real:
    """That of the noise."""
    return as_real(private_wma.scale(at))


@cache
def grid(at: Parameters, j: int) -> tuple[Cell, ...]:
    """The cells of coordinate j, from 1, from the left to the right."""
    known = sorted({likelihood(at, j, z) for z in range(1, integers(at) + 1)})
    centers = [as_real(log(p)) for p in known]
    cuts = [a + (b - a) * Fraction(k, PARTS) for a, b in pairwise(centers) for k in range(PARTS)] + [centers[-1]]
    half = as_real(Fraction(1, 2))
    inner = (Cell((a + b) / 2, _sinh((b - a) / (2 * scale(at)))) for a, b in pairwise(cuts))
    return (Cell(centers[0], half), *inner, Cell(centers[-1], half))


def _sinh(x: Real) -> Real:
    return (x.exp() - (-x).exp()) / 2


def cells(at: Parameters) -> list[Cells]:
    """All reports."""
    return list(product(*(range(len(grid(at, j))) for j in range(1, len(at.hypotheses) + 1))))


def place(at: Parameters, j: int, outcome: Cells) -> Real:
    """The place of coordinate j."""
    return grid(at, j)[outcome[j - 1]].place


@cache
def weights(at: Parameters, integer: int) -> Mapping[Cells, Real]:
    """The law of the rounded report where the label is clipped to an integer, from 1."""
    found: dict[Cells, Real] = {(): as_real(1)}
    for j in range(1, len(at.hypotheses) + 1):
        chances = list(enumerate(_chances(at, j, integer)))
        found = {(*before, k): weight * chance for before, weight in found.items() for k, chance in chances}
    return found


@cache
def _chances(at: Parameters, j: int, integer: int) -> tuple[Real, ...]:
    center = as_real(log(likelihood(at, j, integer)))
    return tuple(cell.part * (-_distance(cell.place, center) / scale(at)).exp() for cell in grid(at, j))


def _distance(place: Real, center: Real) -> Real:
    return Real(lambda: abs(place.evaluate() - center.evaluate()))
