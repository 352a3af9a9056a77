"""SIMA-31-corrected: with log((K + 1) T) for log(K T) the report of Algorithm 1 is even (eps/2, delta)-private.

Lemma 3, for all labels, where each owns an integer. Given the clipped label the K coordinates are independent, and each
loses at most e0 = log((K + 1) T)/b (SIMA-28-corrected), b being the scale of (8). As in Lemma 2 (SIMA-29), they add up
to at most eps/2, for any set of cells of a grid; averaging over the clipped labels gives the same for labels. The cells
tell labels apart as well as the report does, up to any w > 0, and a part of delta is left for w.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from dpassay.proofs_check.claim import Case, Goal, Twin, claim
from dpassay.proofs_check.kernel.statements import exhaustive
from dpassay.proofs_check.local_distribution_learning.clipping import ENOUGH
from dpassay.proofs_check.local_distribution_learning.private_vector_steps import (
    CLIPPED,
    composed,
    composition,
    distances,
    left,
    losses,
    mixed,
    room,
    root_of,
)
from dpassay.proofs_check.models.private_vectors import CORRECTED, ROOTS
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic

HALF: Final = "eps/2"
RATE: Final = f"eps/{ROOTS}"


def at(e: str) -> Iterator[Step]:
    """All labels, at an epsilon."""
    yield from composition(e, RATE)
    more, w = f"dl*{left(RATE)}", room(RATE)
    yield from mixed(e, more, w, f"given the integers, at {e}", defined=f"room at {e}")


theorem(
    "SIMA-31-corrected",
    CORRECTED,
    "least(y, u, eps/2) <= dl and least(y, u, eps) <= dl",
    Step("positive", "0 < S", apply("the corrected sensitivity is positive")),
    Step("near", "l(j, z) - l(j, x) <= S", apply("log-likelihoods are near each other")),
    *distances("S"),
    Step("rate", f"S/scale = {RATE}", arithmetic((f"-1/(scale*{ROOTS})", "scale of (8)"))),
    *losses("S", RATE),
    root_of(RATE),
    Step(f"enough for {HALF}", f"{composed(RATE)} <= {HALF}", arithmetic("the root")),
    Step("enough for eps", f"{composed(RATE)} <= eps", arithmetic(f"enough for {HALF}")),
    *CLIPPED,
    *at(HALF),
    *at("eps"),
    Step("half of it", "least(y, u, eps/2) <= dl", arithmetic(f"labels at {HALF}")),
    Step("all", "least(y, u, eps) <= dl", arithmetic("labels at eps")),
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
    assumed=(ENOUGH, "eps > 0 and 0 < delta <= 1"),
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
