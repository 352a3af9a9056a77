"""SIMA-12."""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.local_distribution_learning.far_from_a_pair import BELOW_2, BOTH
from dpassay.proofs_check.local_distribution_learning.sima_22 import SIXTH
from dpassay.proofs_check.models.hard_pairs import PAIRS, SEPARATED, SUM
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, constant, use

PAIR_COST: Final = "a/2*log(2) <= far1(n, i) + far2(n, i)"
REST: Final = "0 <= log(2) + (1 - a/2)*log(2 - a) - (2 - a/2)*log(2 - a/2)"
theorem(
    "an estimate is far from a pair",
    PAIRS,
    PAIR_COST,
    Step("both", f"{BOTH} <= far1(n, i) + far2(n, i)", apply("far from both")),
    Step("rest", REST, analysis(REST.replace("a", "z"), "[0, 2)", z="a"), BELOW_2),
    Step("all", PAIR_COST, arithmetic("both", "rest", ("-1/2", use("x log x", v="2 - a"))), BELOW_2),
    where=BELOW_2,
)
COST: Final = "a/2*log(2)*(1 - TV(n, i)) <= cost1(n, i) + cost2(n, i)"
LONG: Final = ("a <= 1",)
theorem(
    "an estimator is far from a pair",
    PAIRS,
    COST,
    Step("first", "0 <= far1(n, i)", apply("far from the first")),
    Step("second", "0 <= far2(n, i)", apply("far from the second"), BELOW_2),
    Step("both", PAIR_COST, apply("an estimate is far from a pair"), BELOW_2),
    Step(
        "points",
        f"a/2*log(2)*(1 - E([0 <= {SUM}]*(1 - exp(-{SUM})), F(i))) <= E(far1(n, i), F(i)) + E(far2(n, i)*exp(-{SUM}), F(i))",
        apply(
            "two points",
            "first",
            "second",
            "both",
            c="a/2*log(2)",
            P="F(i)",
            L=SUM,
            A="far1(n, i)",
            B="far2(n, i)",
        ),
        BELOW_2,
    ),
    Step(
        "all",
        COST,
        arithmetic(
            "points",
            ("-a/2*log(2)", "TV"),
            ("-1", "first cost"),
            ("-1", "second cost"),
        ),
        BELOW_2,
    ),
    where=BELOW_2,
)
theorem(
    "SIMA-12",
    SEPARATED,
    "worst >= a/132",
    Step("cost", COST, apply("an estimator is far from a pair"), LONG),
    Step("variation", SIXTH, apply("a pair that is hard to tell apart")),
    Step("number", "1/132 < 5/24*log(2)", constant()),
    Step("log", "0 <= log(2)", arithmetic(("24/5", "number"))),
    Step("scaled", "0 <= a/4*log(2)", arithmetic(("a/4", "log"))),
    Step(
        "all",
        "worst >= a/132",
        arithmetic(
            ("1/2", use("cost", n="T", i="s")),
            ("a/4*log(2)", "variation"),
            ("1/2", use("worst, first", i="s")),
            ("1/2", use("worst, second", i="s")),
            ("a", "number"),
        ),
        LONG,
        ("scaled",),
    ),
    where=LONG,
)
