"""HRS-02: smooth laws on [0, 1] see intervals and thresholds at a finite precision.

Section 1. HRS-02a: a sigma-smooth law puts at most alpha on an interval of width sigma alpha.

HRS-02b: 1/(sigma alpha) discretized thresholds suffice. With K >= 1/(sigma alpha) of them, 1/K, 2/K, ..., 1, every
threshold has one at a distance of at most sigma alpha, and the two differ with probability at most alpha.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.claim import Case, claim
from dpassay.proofs_check.models.smooth_densities import DENSITIES, THRESHOLDS
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic
from dpassay.proofs_check.smoothed_analysis.hrs_01 import EVENT

MASS: Final = "sum(p(x)*s(x), x, 1, n)"
WIDTH: Final = ("sum(s(x), x, 1, n) <= sigma*a",)
ALPHA: Final = {"a": "real, 0 < a"}
theorem(
    "HRS-02a",
    DENSITIES,
    f"{MASS} <= a",
    Step("event", EVENT, apply("HRS-01a")),
    Step("all", f"{MASS} <= a", arithmetic("event", ("1/sigma", WIDTH[0])), WIDTH),
    where=WIDTH,
    variables=ALPHA,
)
ENOUGH: Final = ("1 <= K*sigma*a",)
theorem(
    "HRS-02b",
    THRESHOLDS,
    f"{MASS} <= a",
    Step("event", EVENT, apply("HRS-01a")),
    Step(
        "width",
        "sum(s(x), x, 1, n) <= sigma*a",
        arithmetic("between the two", ("1/K", "the next threshold"), ("1/K", ENOUGH[0])),
        ENOUGH,
    ),
    Step("all", f"{MASS} <= a", arithmetic("event", ("1/sigma", "width")), ENOUGH),
    where=ENOUGH,
    variables=ALPHA,
)
LAWS: Final = ("the density is constant on each of finitely many intervals",)


@claim(
    "HRS-02a",
    location="Section 1, 'no more than alpha probability over an interval of width sigma alpha'",
    latex=r"|I| \le \sigma\alpha \implies D(I) \le \alpha",
    text="A sigma-smooth law on [0, 1] puts at most alpha on every interval of a width of at most sigma alpha.",
    assumed=LAWS,
)
def hrs_02a() -> Case:
    """The density is at most 1/sigma."""
    return Case(remarks=("It holds for all sets of that length, by HRS-01a.",))


@claim(
    "HRS-02b",
    location="Section 1, 'the 1/(sigma alpha) hypotheses with discretized thresholds'",
    latex=r"K \ge 1/(\sigma\alpha) \implies \forall b\ \exists j \le K:\ \Pr_D[1(x \ge b) \ne 1(x \ge j/K)] \le \alpha",
    text="If K >= 1/(sigma alpha) then every threshold b in [0, 1] differs from the next one of 1/K, 2/K, ..., 1 with "
    "probability at most alpha, under every sigma-smooth law on [0, 1].",
    assumed=LAWS,
)
def hrs_02b() -> Case:
    """The two are at most 1/K apart."""
    return Case(
        remarks=(
            "Where 1/(sigma alpha) is no integer it is rounded up. With thresholds in the middle, (2 j - 1)/(2 K), "
            "half as many are enough.",
            "So the best of these has at most alpha more error than the best threshold.",
            "The error of a threshold on data jumps at a point below 1 whose labels do not cancel, that of a smooth "
            "law nowhere: for all thresholds on [0, 1] no data with such a point are (sigma, 0)-smooth.",
        )
    )
