"""SCOTT-04: Fact 4.1, the mean of P/Pi under Pi is 1, for Pi of full support.

The sum of Pi(x) P(x)/Pi(x) over the domain is that of P(x). Full support is needed as far as P reaches: in general the
mean is the mass that P gives to the support of Pi.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.claim import Case, claim
from dpassay.proofs_check.models.divergences_of_histograms import ONE_DRAW
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic


@claim(
    "SCOTT-04",
    location="Fact 4.1",
    latex=r"\mathbb E_{X \sim \Pi}[P(X)/\Pi(X)] = 1",
    text="For Pi of full support and any law P, the mean of P(X)/Pi(X) under X ~ Pi is 1.",
    checked=("Pi has full support",),
)
def scott_04() -> Case:
    """Pi(x) cancels."""
    return Case()


MEAN: Final = "E(r, Pi) = 1"
BY_SUM: Final = (
    Step("cancelled", "q(x)*ratio(x) = p(x)", arithmetic(("q(x)", "ratio"))),
    Step(
        "sum",
        "sum(q(x)*ratio(x), x, 1, k) = sum(p(x), x, 1, k)",
        apply("sum of equals", "cancelled", f="x: q(x)*ratio(x)", g="x: p(x)", low="1", high="k"),
    ),
    Step("mean", MEAN, arithmetic("the mean ratio under Pi", "sum", "P is a law")),
)
theorem("SCOTT-04", ONE_DRAW, MEAN, *BY_SUM)
