"""At the separation a = 2 the laws of a pair have no label in common: from any estimate they are 2 log 2 far in sum.

(2 - a) log(2 - a) is 0 there, so that the divergences from the mean of the pair are log 2 each, and p2 is on the labels
of sign 1 alone. Le Cam's two points are as for a < 2.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.local_distribution_learning.far_from_a_pair import BOTH, NEG, OTHER, STEPS, G, weighed
from dpassay.proofs_check.models.hard_pairs import PAIRS, SUM
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, use

APART: Final = ("2 <= a",)
LOG: Final = "log(N*e(n, x))"
NOTHING: Final = "xlog(2 - a) = 0"
theorem(
    "nothing is in common",
    PAIRS,
    NOTHING,
    Step("at most", "sqrt(2 - a) <= 0", apply("a root is at most", x="2 - a", y="0"), APART),
    Step("zero", "sqrt(2 - a) = 0", apply("at most each other", "at most", A="sqrt(2 - a)", B="0"), APART),
    Step(
        "at it",
        "xlog(sqrt(2 - a)**2) = xlog(0**2)",
        apply("equals for equals", "zero", A="sqrt(2 - a)", B="0", f="x: xlog(x**2)"),
        APART,
    ),
    Step("all", NOTHING, arithmetic("at it", "0 log 0"), APART),
    where=APART,
)
theorem(
    "far from the second of a disjoint pair",
    PAIRS,
    "0 <= far2(n, i)",
    *STEPS,
    OTHER,
    Step("two", "2 - a = 0", apply("at most each other", A="2 - a", B="0"), APART),
    *weighed(
        "second",
        f"p2(i, x)*{LOG}",
        f"(1 - {NEG})*(a*log(a) - a)/N + e(n, x)",
        (LOG, use("other mass", k="i")),
        (f"{NEG}*{LOG}/N", "two"),
        (f"(1 - {NEG})/N", use("tangent", g="a")),
        where=APART,
    ),
    Step("nothing", NOTHING, apply("nothing is in common"), APART),
    Step(
        "all",
        "0 <= far2(n, i)",
        arithmetic(
            ("-1", "far from second"),
            "second, labels",
            ("(-a*log(a) + a)/N", use("count", k="i")),
            "estimate",
            ("-1/2", use("x log x", v="a")),
            ("-1/2", "nothing"),
            ("1/2", "two"),
        ),
        APART,
    ),
    where=APART,
    variables=G,
)
PAIR_COST: Final = "2*log(2) <= far1(n, i) + far2(n, i)"
theorem(
    "an estimate is far from a disjoint pair",
    PAIRS,
    PAIR_COST,
    Step("both", f"{BOTH} <= far1(n, i) + far2(n, i)", apply("far from both")),
    Step("nothing", NOTHING, apply("nothing is in common"), APART),
    Step("at most", "log(2 - a/2) <= 1 - a/2", analysis("log(z) <= z - 1", "(0, oo)", z="2 - a/2")),
    Step("room", "0 <= 2 - a/2", arithmetic(("1/2", "a <= 2"))),
    Step("half the room", "0 <= (2 - a/2)/2", arithmetic(("1/2", "room"))),
    Step("log", "0 <= log(2)", analysis("0 <= log(z)", "[1, oo)", z="2")),
    Step(
        "all",
        PAIR_COST,
        arithmetic(
            "both", ("-1/2", "nothing"), ("2 - a/2", "at most"), ("log(2)/2", "2 <= a"), ("(2 - a/2)/2", "2 <= a")
        ),
        APART,
        ("log", "room", "half the room"),
    ),
    where=APART,
)
DISJOINT: Final = "2*log(2)*(1 - TV(n, i)) <= cost1(n, i) + cost2(n, i)"
theorem(
    "an estimator is far from a disjoint pair",
    PAIRS,
    DISJOINT,
    Step("first", "0 <= far1(n, i)", apply("far from the first")),
    Step("second", "0 <= far2(n, i)", apply("far from the second of a disjoint pair"), APART),
    Step("both", PAIR_COST, apply("an estimate is far from a disjoint pair"), APART),
    Step(
        "points",
        f"2*log(2)*(1 - E([0 <= {SUM}]*(1 - exp(-{SUM})), F(i)))"
        f" <= E(far1(n, i), F(i)) + E(far2(n, i)*exp(-{SUM}), F(i))",
        apply("two points", "first", "second", "both", c="2*log(2)", P="F(i)", L=SUM, A="far1(n, i)", B="far2(n, i)"),
        APART,
    ),
    Step(
        "all",
        DISJOINT,
        arithmetic("points", ("-2*log(2)", "TV"), ("-1", "first cost"), ("-1", "second cost")),
        APART,
    ),
    where=APART,
)
