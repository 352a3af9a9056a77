"""SIMA-26: a label may be answered with one of N' integers, M <= N' <= K M.

Section 4.2, after (6). The lower bound holds, but N' <= K M is true of the sum before it is rounded up, and each of M
labels is rounded up: one hypothesis (1/3, 2/3) has N' = 3 on M = 2 labels. Corrected: N' <= M + min(K, M)(M - 1),
for c(y) - 1 is below M f(j, y) for the owner j of y, and the labels that j owns have f(j, y) of sum at most 1: so their
c(y) - 1, which are integers, add up to at most M - 1. And c(y) <= M for each label.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.proofs_check.models.label_clipping import CLIPPING
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, together, use
from dpassay.reference.label_clipping import Parameters

ONE_THIRD: Final = ((Fraction(1, 3), Fraction(2, 3)),)
refuted("SIMA-26", CLIPPING, "M <= N <= K*M", setting=Parameters(ONE_THIRD, 2, "printed"))
LEAST: Final = theorem(
    "at least M integers",
    CLIPPING,
    "M <= N",
    Step("label", "M*f(1, y) <= c(y)", arithmetic("ceiling, below", ("M", use("the most", j="1")))),
    Step(
        "labels",
        "sum(M*f(1, y), y, 1, M) <= sum(c(y), y, 1, M)",
        apply("sum grows", "label", f="y: M*f(1, y)", g="y: c(y)", low="1", high="M"),
    ),
    Step("all", "M <= N", arithmetic("labels", ("-1", "integers"), ("-M", use("a law", j="1")))),
)

BOUND: Final = "N <= M + m*(M - 1)"
OWNED: Final = "sum(B(j, y)*(c(y) - 1), y, 1, M)"
CORRECTED: Final = theorem(
    "SIMA-26-corrected",
    CLIPPING,
    "M <= N <= M + m*(M - 1) < (K + 1)*M",
    # what one hypothesis owns
    Step("not below 0", "0 <= B(j, y)", arithmetic("0 or 1")),
    Step("square", "0 <= z**2", arithmetic()),
    Step("at most 1", "0 <= 1 - B(j, y)", arithmetic("0 or 1", use("square", z="1 - B(j, y)"))),
    Step(
        "owned label",
        "B(j, y)*(c(y) - 1) <= r*M*f(j, y)",
        arithmetic(
            ("B(j, y)", "ceiling, above"),
            ("r*M", "owner"),
            ("r*M*f(j, y)", "at most 1"),
        ),
        defined=("not below 0",),
    ),
    Step(
        "owned labels",
        f"{OWNED} <= sum(r*M*f(j, y), y, 1, M)",
        apply("sum grows", "owned label", f="y: B(j, y)*(c(y) - 1)", g="y: r*M*f(j, y)", low="1", high="M"),
    ),
    Step("owned", f"{OWNED} < M", arithmetic("owned labels", ("r*M", "a law"), ("M", "r < 1"))),
    Step("owned, whole", f"{OWNED} + 1 <= M", apply("integers are 1 apart", "owned", A=OWNED, B="M")),
    Step(
        "all owned",
        f"sum({OWNED} + 1, j, 1, K) <= K*M",
        apply("sum grows", "owned, whole", f=f"j: {OWNED} + 1", g="j: M", low="1", high="K"),
    ),
    Step(
        "order",
        f"sum({OWNED}, j, 1, K) = sum(sum(B(j, y)*(c(y) - 1), j, 1, K), y, 1, M)",
        apply("sums in either order", f="j, y: B(j, y)*(c(y) - 1)", m="K", n="M"),
    ),
    Step("owners", "sum(B(j, y)*(c(y) - 1), j, 1, K) = c(y) - 1", arithmetic(("c(y) - 1", "one owner"))),
    Step(
        "labels",
        "sum(sum(B(j, y)*(c(y) - 1), j, 1, K), y, 1, M) = sum(c(y) - 1, y, 1, M)",
        apply(
            "sum of equals",
            "owners",
            f="y: sum(B(j, y)*(c(y) - 1), j, 1, K)",
            g="y: c(y) - 1",
            low="1",
            high="M",
        ),
    ),
    Step(
        "by hypotheses",
        "N <= M + K*(M - 1)",
        arithmetic("all owned", ("-1", "order"), ("-1", "labels"), "integers"),
    ),
    # what one label owns
    Step(
        "label",
        "c(y) - 1 < M",
        arithmetic("ceiling, above", ("r*M", "a probability"), ("M", "r < 1")),
    ),
    Step("label, whole", "c(y) - 1 + 1 <= M", apply("integers are 1 apart", "label", A="c(y) - 1", B="M")),
    Step(
        "all labels",
        "sum(c(y), y, 1, M) <= sum(M, y, 1, M)",
        apply("sum grows", "label, whole", f="y: c(y)", g="y: M", low="1", high="M"),
    ),
    # the smaller of both
    Step(
        "M is the smaller",
        "M - m <= 0",
        arithmetic(("1/(K - m)", "the smaller")),
        where=("0 <= K - m - 1/2",),
    ),
    Step(
        "fewer labels",
        BOUND,
        arithmetic("all labels", "integers", ("M - 1", "M is the smaller")),
        where=("0 <= K - m - 1/2",),
    ),
    Step(
        "K is the smaller",
        "K - m + 1 <= 1",
        apply("integers are 1 apart", A="K - m", B="1"),
        where=("K - m - 1/2 <= 0",),
    ),
    Step(
        "fewer hypotheses",
        BOUND,
        arithmetic("by hypotheses", ("M - 1", "K is the smaller")),
        where=("K - m - 1/2 <= 0",),
    ),
    Step(
        "most",
        BOUND,
        apply("cases", "fewer labels", "fewer hypotheses", A="N", B="M + m*(M - 1)", c="K - m - 1/2"),
    ),
    Step("short", "M + m*(M - 1) < (K + 1)*M", arithmetic(("M - 1", "m <= K"))),
    Step("least", "M <= N", apply("at least M integers")),
    Step("all", "M <= N <= M + m*(M - 1) < (K + 1)*M", together("least", "most", "short")),
    variables={"z": "real"},
)
