"""HRS-38c: a round of the projected algorithm takes as much off the potential as Lemma E.3 says.

Appendix F.2, the display after Claim F.1. Lemma E.3 needs no more of D_{i-1} than that it is a law above 0, so it holds
where that is a projection; and by Claim F.1 (HRS-38b) the projection that follows does not raise the potential.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.claim import Case, claim
from dpassay.proofs_check.models.smooth_projection import RATE, ROUND
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, inside, use
from dpassay.proofs_check.smoothed_analysis.projections import kl


@claim(
    "HRS-38c",
    location="Appendix F.2, the display after Claim F.1",
    latex=r"\Psi_{i-1} - \Psi_i \ge \Big(\frac{q_i(\mathcal D_{i-1}) - q_i(\mathcal D_B)}{2}\Big)^2 - "
    r"\Big(\frac{m_i - q_i(\mathcal D_B)}{2}\Big)^2 \text{ with the projection}",
    text="In a round of Projected Smooth MWEM, from any law that is above 0, the potential falls by at least "
    "((q_i(D_{i-1}) - q_i(D_B))/2)^2 - ((m_i - q_i(D_B))/2)^2, for every query q_i and every measurement m_i.",
    checked=("the domain is finite", "the values of queries lie in [-1, 1]"),
)
def hrs_38c() -> Case:
    """Lemma E.3, and Claim F.1."""
    return Case()


ON_D: Final = "sum(q(x)*d(x), x, 1, N)"
ON_S: Final = "sum(q(x)*s(x), x, 1, N)"
POWER: Final = "h*E(asked, D) + h**2*2**2/8"
AT_RATE: Final = "H*E(asked, D) + H**2*2**2/8"
PRODUCT: Final = "d(x)*exp(H*q(x))"
TERM_AFTER: Final = "s(x)*(l(x) - log(t(x)))"
TERM_BEFORE: Final = "s(x)*(l(x) - log(d(x)) - H*q(x) + log(Z))"
FALLS: Final = f"(({ON_D} - {ON_S})/2)**2 - ((m - {ON_S})/2)**2 <= {kl('s', 'd')} - {kl('s', 'p')}"
theorem(
    "HRS-38c",
    ROUND,
    FALLS,
    Step("projection", f"{kl('s', 't')} >= {kl('s', 'p')}", apply("HRS-38b")),
    Step(
        "Hoeffding",
        f"E(exp(h*asked), D) <= exp({POWER})",
        apply("Hoeffding's lemma", "values, low", "values, high", P="D", X="asked", low="-1", high="1", s="h"),
    ),
    Step("tilted", f"sum(d(x)*exp(h*q(x)), x, 1, N) <= exp({POWER})", arithmetic("Hoeffding", ("-1", "tilted mean"))),
    Step("normalized", f"Z <= exp({AT_RATE})", arithmetic(use("tilted", h="H"), "normalization")),
    Step("grown", f"log({PRODUCT}) <= log(t(x)*Z)", apply("log grows", "update", A=PRODUCT, B="t(x)*Z")),
    Step("square", f"0 <= (m - {ON_D})**2", analysis("0 <= z**2", "(-oo, oo)", z=f"m - {ON_D}")),
    Step(
        "all",
        FALLS,
        arithmetic(
            "projection",
            inside("sum(s(x)*_, x, 1, N)", "grown"),
            ("log(Z)", "s is a law"),
            inside("log(_)", "normalized"),
            ("H", "mean"),
            ("1/8", "square"),
        ),
    ),
    let={"H": RATE},
)
