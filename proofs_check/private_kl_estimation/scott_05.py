"""SCOTT-05: Fact 4.2, the mean of lambda (P/Pi - 1) - log(P/Pi) under Pi is KL(Pi || P).

By Fact 4.1 (SCOTT-04) the first term has mean 0, and E log(Pi/P) is the divergence. The source asks for lambda > 0, and
it holds for every real lambda. P must be above 0 wherever Pi is, which "the assumption of Fact 4.1" does not say:
elsewhere both sides are infinite.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.claim import Case, claim
from dpassay.proofs_check.models.divergences_of_histograms import FULL_SUPPORT
from dpassay.proofs_check.private_kl_estimation.scott_04 import BY_SUM
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, arithmetic


@claim(
    "SCOTT-05",
    location="Fact 4.2",
    latex=r"\mathbb E_{X \sim \Pi}\big[\lambda (P(X)/\Pi(X) - 1) - \log(P(X)/\Pi(X))\big] = D_{\mathrm{KL}}(\Pi \| P)",
    text="For P and Pi of full support and every real lambda, the mean of lambda (P(X)/Pi(X) - 1) - log(P(X)/Pi(X)) "
    "under X ~ Pi is KL(Pi || P).",
    checked=("P and Pi have full support",),
)
def scott_05() -> Case:
    """The first term has mean 0."""
    return Case(
        remarks=("Where P is 0 at a point of positive mass under Pi, both sides are infinite.",),
    )


MEAN: Final = "E(l*(r - 1) - log(r), Pi) = KL"
theorem(
    "SCOTT-05",
    FULL_SUPPORT,
    MEAN,
    *BY_SUM,
    Step(
        "all",
        MEAN,
        arithmetic(("l", "mean"), ("-1", "the mean logarithm under Pi"), ("-1", "divergence")),
    ),
)
