"""SIMA-31-corrected: with log((K + 1) T) for log(K T) the report of Algorithm 1 is even (eps/2, delta)-private.

Lemma 3, for all labels, where each owns an integer. Given the clipped label the K coordinates are independent, and each
is (e0, 0)-private with e0 = log((K + 1) T)/b (SIMA-28-corrected), where b is the scale of (8). Lemma 2 (SIMA-29) then
gives at most eps/2, and averaging over the clipped labels the same for labels.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.claim import Case, Goal, Twin, claim
from dpassay.proofs_check.kernel.statements import exhaustive
from dpassay.proofs_check.local_distribution_learning.clipping import ENOUGH
from dpassay.proofs_check.local_distribution_learning.private_vector_steps import (
    FALLS,
    LEMMA_2,
    composed,
    mixed,
    root_of,
)
from dpassay.proofs_check.models.private_vectors import CORRECTED, ROOTS
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, use, words

HALF: Final = "eps/2"
RATE: Final = f"eps/{ROOTS}"
COORDINATE: Final = "exp(-gap(j, z, v)/scale) <= exp(S/scale)*exp(-gap(j, x, v)/scale)"
theorem(
    "SIMA-31-corrected",
    CORRECTED,
    "least(y, u, eps/2) <= dl and least(y, u, eps) <= dl",
    Step("positive", "0 < S", apply("the corrected sensitivity is positive")),
    Step("near", "l(j, z) - l(j, x) <= S", apply("log-likelihoods are near each other")),
    Step("far", "l(j, x) - l(j, z) <= S", arithmetic(use("near", z="x", x="z"))),
    Step(
        "distances",
        "gap(j, x, v) <= gap(j, z, v) + S",
        apply(
            "triangle inequality",
            use("distance", z="z"),
            use("distance", z="x"),
            "near",
            "far",
            v="v",
            a="l(j, z)",
            b="l(j, x)",
            g="gap(j, z, v)",
            h="gap(j, x, v)",
            S="S",
        ),
        (),
        ("positive",),
    ),
    Step("exponents", "-gap(j, z, v)/scale <= S/scale - gap(j, x, v)/scale", arithmetic(("1/scale", "distances"))),
    Step(
        "coordinate",
        COORDINATE,
        apply("exp grows", "exponents", A="-gap(j, z, v)/scale", B="S/scale - gap(j, x, v)/scale"),
    ),
    Step("rate", f"S/scale = {RATE}", arithmetic((f"-1/(scale*{ROOTS})", "scale of (8)"))),
    Step("composition", f"apart(z, x, {composed(RATE)}) <= dl", words(LEMMA_2, "coordinate", "rate")),
    root_of(RATE),
    Step("half", f"{composed(RATE)} <= eps/2", arithmetic("the root")),
    Step("given the integers", "apart(z, x, eps/2) <= dl", words(FALLS, "composition", "half")),
    *mixed("eps/2", "given the integers"),
    Step("all", "least(y, u, eps) <= dl", words(FALLS, "labels")),
    let={"S": "log((K + 1)*T)"},
)


@claim(
    "SIMA-31-corrected",
    location="Lemma 3",
    latex=r"(8) \text{ with } \log((K+1)T) \text{ in place of } \log(KT) \text{ and } |\mathcal{S}_{y,t}| \ge 1 "
    r"\text{ is } (\epsilon/2, \delta)\text{-locally differentially private}",
    text="With log((K + 1) T) in place of log(K T) and |S_y| >= 1, the report of Algorithm 1 is (eps, delta)-locally "
    "private for all K, T >= 1 and all labels, and even (eps/2, delta)-locally private.",
    adjacency="any_pair",
    assumed=(ENOUGH, "eps > 0 and 0 < delta <= 1", "Lemma 2 (SIMA-29)"),
)
def sima_31_corrected() -> Case:
    """Lemma 2 given the clipped label, then mixing."""
    return Case(
        checks=(
            Goal(
                "the exact laws of small reports, at eps/2", exhaustive("sima31-corrected", "private-reports-corrected")
            ),
        ),
        twins=(
            Twin(
                "with a tenth of the noise",
                exhaustive("sima31-corrected-little-noise", "private-reports-corrected"),
            ),
        ),
    )


# SIMA-32
