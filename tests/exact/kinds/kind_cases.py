"""Two small laws of each kind, one from outside among them, a value that the first never gives, and a far place."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dpassay.exact import (
    DiscreteGaussianLaw,
    Dist,
    EnclosedMixture,
    GaussianLaw,
    IntegerLaw,
    LaplaceMixture,
    LaplaceVectors,
    NormalVector,
    TaggedGaussians,
    TaggedLaw,
    as_real,
    exp,
    log,
)
from tests.exact.kinds.outside import UniformLaw

F = Fraction
RATE = as_real(log(3))
COIN = Dist({0: F(1, 4), 2: F(3, 4)})


@dataclass(frozen=True)
class Case:
    """``p`` and ``q`` are of one kind; None where every value is possible, or no place is far."""

    p: Any
    q: Any
    impossible: Any = None
    far: Any = None


def _mixture(*centers: F) -> LaplaceMixture:
    return LaplaceMixture([F(1, len(centers))] * len(centers), centers, F(3, 2))


def _rows(shift: int) -> Dist[tuple[int, ...]]:
    """Rows of three, each entry drawn by those before it, with other sums of powers of e after each."""
    return Dist.from_rounds(
        3, lambda row: Dist.from_weights({k: exp(F(k * shift, 2 + k + sum(row))) for k in range(3)})
    )


CASES = {
    "finite": Case(Dist({3: F(1, 4), 5: F(3, 4)}), Dist({3: F(1, 2), 5: F(1, 2)}), F(4)),
    "finite rows": Case(
        Dist({(0, 1): F(1, 4), (1, 1): F(3, 4)}), Dist({(0, 1): F(1, 2), (1, 1): F(1, 2)}), (F(1), F(0))
    ),
    "finite products": Case(_rows(1), _rows(2), (F(0), F(0), F(3))),
    "integer": Case(
        IntegerLaw(-1, [F(1, 6), F(1, 3), F(1, 4)], F(1, 3), F(2, 5)),
        IntegerLaw(0, [F(1, 6), F(1, 3), F(1, 4)], F(1, 3), F(2, 5)),
        F(1, 2),
        10**9,
    ),
    "discrete_gaussian": Case(DiscreteGaussianLaw(2, F(3, 2)), DiscreteGaussianLaw(3, F(3, 2)), F(1, 2), 10**8),
    "laplace": Case(_mixture(F(0), F(2)), _mixture(F(1), F(3, 2)), far=F(10**8)),
    "enclosed_laplace": Case(EnclosedMixture([1], [0], RATE), EnclosedMixture([1], [F(1, 2)], RATE), far=F(10**8)),
    "gaussian": Case(GaussianLaw(F(1, 3), F(2)), GaussianLaw(1, 2), far=F(-(10**8))),
    "tagged": Case(
        TaggedLaw(COIN, {0: _mixture(F(0)), 2: _mixture(F(1))}),
        TaggedLaw(COIN, {0: _mixture(F(1)), 2: _mixture(F(0))}),
        (F(1), F(0)),
        (2, F(10**8)),
    ),
    "vector": Case(
        LaplaceVectors([1], [(F(0), F(1))], F(2)), LaplaceVectors([1], [(F(1, 2), F(1))], F(2)), far=(F(0), F(10**8))
    ),
    "tagged_gaussians": Case(
        TaggedGaussians(COIN, {0: NormalVector([F(0), log(2)], 2), 2: NormalVector([F(1), F(0)], 1)}),
        TaggedGaussians(COIN, {0: NormalVector([F(1), log(3)], 2), 2: NormalVector([F(1), F(1, 2)], 1)}),
        (F(1), F(0), F(0)),
        (2, F(0), F(10**8)),
    ),
    "uniform": Case(UniformLaw(F(0), F(3)), UniformLaw(F(1), F(3)), F(-1), F(10**8)),
}
T = exp(F(1, 3))
