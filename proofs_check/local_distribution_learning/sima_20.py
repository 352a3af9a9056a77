"""SIMA-20."""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.local_distribution_learning.reports_of_a_pair import HALF
from dpassay.proofs_check.local_distribution_learning.sima_19 import LINE, SMALLER, SQUARE
from dpassay.proofs_check.models.hard_pairs import PAIRS
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic

ALL: Final = "sum(KL(t, i), i, 1, K)"
SHARP: Final = f"{ALL} <= a**2/2*{SQUARE}"
PRINTED: Final = f"{ALL} <= a**2/2*m*exp(eps)"
TERM: Final = "a**2*b(t, r, i + 1)**2/(2*lo(t, r))"
theorem(
    "the sum over pairs, sharper",
    PAIRS,
    SHARP,
    Step("half", HALF, apply("half of (22)")),
    Step(
        "pairs",
        f"{ALL} <= sum(sum({TERM}, r, 1, R), i, 1, K)",
        apply("sum grows", "half", f="i: KL(t, i)", g=f"i: sum({TERM}, r, 1, R)", low="1", high="K"),
    ),
    Step(
        "order",
        f"sum(sum({TERM}, r, 1, R), i, 1, K) = sum(sum({TERM}, i, 1, K), r, 1, R)",
        apply("sums in either order", f=f"i, r: {TERM}", m="K", n="R"),
    ),
    Step(
        "shift",
        "sum(b(t, r, i + 1)**2, i, 1, K) = sum(b(t, r, y)**2, y, 2, K + 1)",
        apply("sum of shifted terms", f="y: b(t, r, y)**2", low="1", high="K"),
    ),
    Step(
        "two parts",
        "sum(b(t, r, y)**2, y, 2, N) = sum(b(t, r, y)**2, y, 2, K + 1) + sum(b(t, r, y)**2, y, K + 2, N)",
        apply("sum in two parts", f="y: b(t, r, y)**2", low="2", mid="K + 1", high="N"),
    ),
    Step("line", LINE, apply("SIMA-19-corrected")),
    Step(
        "few",
        "sum(b(t, r, i + 1)**2, i, 1, K) <= sum(b(t, r, y)**2, y, 2, N)",
        arithmetic("shift", ("-1", "two parts")),
    ),
    Step(
        "factor",
        "sum(1/(2*lo(t, r))*b(t, r, i + 1)**2, i, 1, K) = 1/(2*lo(t, r))*sum(b(t, r, i + 1)**2, i, 1, K)",
        apply("constant factor", c="1/(2*lo(t, r))", f="i: b(t, r, i + 1)**2", low="1", high="K"),
    ),
    Step(
        "report",
        f"sum({TERM}, i, 1, K) <= a**2/2*{SQUARE}*sum(q(t, r, x), x, 1, N)/N",
        arithmetic(("a**2", "factor"), ("a**2/(2*lo(t, r))", "few"), ("a**2/(2*lo(t, r))", "line")),
    ),
    Step(
        "reports",
        f"sum(sum({TERM}, i, 1, K), r, 1, R) <= sum(a**2/2*{SQUARE}*sum(q(t, r, x), x, 1, N)/N, r, 1, R)",
        apply(
            "sum grows",
            "report",
            f=f"r: sum({TERM}, i, 1, K)",
            g=f"r: a**2/2*{SQUARE}*sum(q(t, r, x), x, 1, N)/N",
            low="1",
            high="R",
        ),
    ),
    Step(
        "labels",
        "sum(sum(q(t, r, x), x, 1, N), r, 1, R) = sum(sum(q(t, r, x), r, 1, R), x, 1, N)",
        apply("sums in either order", f="r, x: q(t, r, x)", m="R", n="N"),
    ),
    Step(
        "each label",
        "sum(sum(q(t, r, x), r, 1, R), x, 1, N) = sum(1, x, 1, N)",
        apply("sum of equals", "a law", f="x: sum(q(t, r, x), r, 1, R)", g="x: 1", low="1", high="N"),
    ),
    Step(
        "all",
        SHARP,
        arithmetic(
            "pairs",
            "order",
            "reports",
            (f"a**2/2*{SQUARE}/N", "labels"),
            (f"a**2/2*{SQUARE}/N", "each label"),
        ),
    ),
)
theorem(
    "SIMA-20",
    PAIRS,
    PRINTED,
    Step("sharp", SHARP, apply("the sum over pairs, sharper")),
    Step("smaller", SMALLER, apply("the sharp factor is smaller")),
    Step("all", PRINTED, arithmetic("sharp", ("a**2/2", "smaller"))),
)
