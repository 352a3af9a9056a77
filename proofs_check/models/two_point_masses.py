"""The class of the two point masses on two labels, and one round: the least KL-risk of any private scheme.

The prediction (p, 1 - p) is made without data. ``r`` is the larger of its KL divergences from the two point masses, for
the prediction that makes it least, and ``l`` is ln(KT) = ln 2.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, cast

from dpassay.analysis.label_laws import kl
from dpassay.exact import Real, as_real, log
from dpassay.exact.real import maximum
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model

BEST: Final = Fraction(1, 2)
"""By symmetry, as the KL divergence is convex."""


@dataclass(frozen=True)
class Round:
    """The budget, which plays no part in what is paid."""

    epsilon: Fraction

    def __post_init__(self) -> None:
        if not self.epsilon > 0:
            raise ValueError(f"epsilon = {self.epsilon}: expected more than 0")


def least_risk(_: Round) -> Real:
    """The larger of both divergences."""
    masses = ((Fraction(1), Fraction(0)), (Fraction(0), Fraction(1)))
    return maximum(*(cast("Any", kl(mass, (BEST, 1 - BEST))) for mass in masses))


def settings() -> Iterator[Round]:
    """Small and large budgets."""
    yield from (Round(Fraction(epsilon)) for epsilon in ("1/2", "1", "5/2", "1000"))


TWO_POINT_MASSES: Final = Model(
    "two point masses and one round",
    parameters={"eps": "real, 0 < eps"},
    quantities={
        "p": Named(lambda _: BEST, range="positive"),
        "rest": Named(lambda _: 1 - BEST, range="positive"),
        "r": Named(least_risk),
        "l": Named(lambda _: as_real(log(2)), range="positive"),
    },
    facts={
        "a law": "p + rest = 1",
        "first label": "-log(p) <= r",
        "second label": "-log(rest) <= r",
        "log KT": "l = log(2)",
    },
    settings=settings,
    read=lambda at: {"eps": at.epsilon},
)
