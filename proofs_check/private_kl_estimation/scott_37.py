"""SCOTT-37: after Corollary 4.5, a suboptimal lambda has a higher variance, and the estimate is unbiased all the same.

True with all clients, where P is not Pi: the mean is KL(Pi || P) at every lambda (SCOTT-07a), and the variance larger
at any but the optimal one (SCOTT-08b-corrected). Where what is reported is not P, lambda changes the mean
(SCOTT-06a-corrected).
"""

from __future__ import annotations

from dpassay.proofs_check.claim import Case, claim
from dpassay.proofs_check.models.estimates_of_kl import OTHER
from dpassay.proofs_check.private_kl_estimation.scott_08 import ANOTHER, MORE
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply


@claim(
    "SCOTT-37",
    location="after Corollary 4.5",
    latex=r"\lambda \ne \lambda_0 \implies \mathbb E[\hat D] = D_{\mathrm{KL}}(\Pi \| P),\ \mathrm{Var}[\lambda_0] < "
    r"\mathrm{Var}[\lambda]",
    text="Where all clients take part and P is not Pi, a lambda that is not optimal has a higher variance, and the "
    "mean of the estimate is KL(Pi || P) all the same.",
    checked=("P and Pi have full support", "P is not Pi"),
    assumed=("all clients take part", "the law of the noise does not depend on lambda"),
)
def scott_37() -> Case:
    """SCOTT-07a and SCOTT-08b-corrected."""
    return Case()


theorem(
    "SCOTT-37",
    OTHER,
    f"center(l) = KL and {MORE}",
    Step("mean", "center(l) = KL", apply("SCOTT-07a"), ANOTHER),
    Step("variance", MORE, apply("SCOTT-08b-corrected"), ANOTHER),
    where=ANOTHER,
)
