"""One round against one pair of the class of (16): K = T = 1, and no report before the prediction.

The pair is p1 = (0, 1) and p2 = (a/2, 1 - a/2). ``loss`` is the divergence of the truth, p1 or p2, from the
prediction, and ``r`` the minimax risk: the least larger divergence that a prediction has from p1 and p2.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from dpassay.analysis.hadamard_class import HadamardClass
from dpassay.analysis.label_laws import kl
from dpassay.analysis.two_point_risk import two_point_radius
from dpassay.exact import as_real
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model


@dataclass(frozen=True)
class Round:
    """The separation, the truth, 1 or 2, and the mass that the prediction gives the label of sign 1."""

    a: Fraction
    truth: int
    mass: Fraction

    def __post_init__(self) -> None:
        if not 0 < self.a <= 1 or self.truth not in {1, 2}:
            raise ValueError(f"a, truth = {self.a}, {self.truth}: expected a in (0, 1], and 1 or 2")
        if not 0 < self.mass < 1:
            raise ValueError(f"mass = {self.mass}: expected a number in (0, 1)")


def loss(at: Round) -> Any:
    """The divergence of the truth from the prediction."""
    truth = (Fraction(0), Fraction(1)) if at.truth == 1 else (at.a / 2, 1 - at.a / 2)
    return kl(truth, (at.mass, 1 - at.mass))


def settings() -> Iterator[Round]:
    """Predictions that are p2, better and worse than it."""
    for truth in (1, 2):
        for mass in ("1/12", "1/24", "1/2"):
            yield Round(Fraction(1, 6), truth, Fraction(mass))


def read(at: Round) -> dict[str, Any]:
    """T and a."""
    return {"T": Fraction(1), "a": at.a}


ONE_ROUND: Final = Model(
    "one round against one pair",
    parameters={"T": "integer, 1 <= T, T <= 1", "a": "real, 0 < a, a <= 1"},
    quantities={
        "loss": Named(loss),
        "r": Named(lambda at: as_real(two_point_radius(HadamardClass(1, at.a)))),
    },
    settings=settings,
    read=read,
)
