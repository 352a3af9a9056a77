"""The risk of any learner on the class of the lower bound, from below.

Round n + 1 costs a pair at least c (1 - TV) after n reports, TV their total variation (Le Cam), which is at most (a
s/2) sqrt(n/K) in the mean over the pairs (Pinsker, SIMA-20), s = e^(eps/2) - 1. Over the rounds: risk >= (c/2) T (1 -
(a s/3) sqrt(T/K)), and at the separation of the proof (a s/3) sqrt(T/K) <= 1/2.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from dpassay.proofs_check.local_distribution_learning.disjoint_pairs import APART, DISJOINT
from dpassay.proofs_check.local_distribution_learning.far_from_a_pair import BELOW_2
from dpassay.proofs_check.local_distribution_learning.sima_12 import COST
from dpassay.proofs_check.local_distribution_learning.sima_21 import AVERAGE
from dpassay.proofs_check.local_distribution_learning.sima_22 import PINSKER
from dpassay.proofs_check.models.hard_learning import LEARNING
from dpassay.proofs_check.models.hard_pairs import PAIRS
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, constant, use

S: Final = "(exp(eps/2) - 1)"
TV: Final = "sum(TV(n, i), i, 1, K)"
ROOTS: Final = f"{TV} <= a*{S}/2*sqrt(K)*sqrt(n)"
W: Final = f"a*{S}/2*sqrt(K)*sqrt(n)"
SOME: Final = ("1 <= n",)
theorem(
    "variation in the mean over the pairs",
    PAIRS,
    ROOTS,
    Step("grows", "exp(0) < exp(eps/2)", apply("exp grows strictly", A="0", B="eps/2")),
    Step("positive", f"0 < {S}", arithmetic("grows")),
    Step("Pinsker", PINSKER, apply("Pinsker's inequality for the reports", c="c")),
    Step(
        "pairs",
        f"{TV} <= sum(c/2*fold(n, i) + 1/(4*c), i, 1, K)",
        apply("sum grows", "Pinsker", f="i: TV(n, i)", g="i: c/2*fold(n, i) + 1/(4*c)", low="1", high="K"),
    ),
    Step("divergences", AVERAGE, apply("divergences of the pairs add up")),
    Step(
        "for each c",
        f"{TV} <= c/4*n*a**2*{S}**2 + K/(4*c)",
        arithmetic("pairs", ("c/2", "divergences")),
    ),
    Step("root", f"0 < {W}", arithmetic(("a/2*sqrt(K)*sqrt(n)", "positive")), SOME),
    Step(
        "some",
        ROOTS,
        apply("the best multiplier", "for each c", V=TV, D=f"n*a**2*{S}**2/4", B="K", w=W),
        SOME,
        ("root",),
    ),
    where=SOME,
    variables={"c": "real, 0 < c"},
)
NONE: Final = "sum(TV(0, i), i, 1, K) = 0"
theorem(
    "nothing is told before the first report",
    PAIRS,
    NONE,
    Step("none", "TV(0, i) = 0", arithmetic(use("TV", n="0"))),
    Step("all", NONE, apply("sum of equals", "none", f="i: TV(0, i)", g="i: 0", low="1", high="K")),
)
ALL: Final = f"sum({TV}, n, 0, T - 1)"
TOTAL: Final = f"{ALL} <= a*{S}/3*sqrt(K)*T*sqrt(T)"
theorem(
    "variation in the mean over pairs and rounds",
    PAIRS,
    TOTAL,
    Step("grows", "exp(0) < exp(eps/2)", apply("exp grows strictly", A="0", B="eps/2")),
    Step("positive", f"0 < {S}", arithmetic("grows")),
    Step("scale", f"0 <= a*{S}/2*sqrt(K)", arithmetic(("a/2*sqrt(K)", "positive"))),
    Step("round", ROOTS, apply("variation in the mean over the pairs"), SOME),
    Step(
        "rounds",
        f"sum({TV}, n, 1, T - 1) <= sum({W}, n, 1, T - 1)",
        apply("sum grows", "round", f=f"n: {TV}", g=f"n: {W}", low="1", high="T - 1"),
    ),
    Step("first", NONE, apply("nothing is told before the first report")),
    Step(
        "two parts",
        f"{ALL} = sum({TV}, n, 0, 0) + sum({TV}, n, 1, T - 1)",
        apply("sum in two parts", f=f"n: {TV}", low="0", mid="0", high="T - 1"),
    ),
    Step("roots", "sum(sqrt(k), k, 0, T - 1) <= 2/3*T*sqrt(T)", apply("sum of roots", n="T", b="1")),
    Step(
        "two parts of the roots",
        "sum(sqrt(k), k, 0, T - 1) = sum(sqrt(k), k, 0, 0) + sum(sqrt(k), k, 1, T - 1)",
        apply("sum in two parts", f="k: sqrt(k)", low="0", mid="0", high="T - 1"),
    ),
    Step(
        "few roots", "sum(sqrt(k), k, 1, T - 1) <= 2/3*T*sqrt(T)", arithmetic("roots", ("-1", "two parts of the roots"))
    ),
    Step(
        "factor",
        f"sum(a*{S}/2*sqrt(K)*sqrt(n), n, 1, T - 1) = a*{S}/2*sqrt(K)*sum(sqrt(n), n, 1, T - 1)",
        apply("constant factor", c=f"a*{S}/2*sqrt(K)", f="n: sqrt(n)", low="1", high="T - 1"),
    ),
    Step(
        "all",
        TOTAL,
        arithmetic("two parts", "first", "rounds", "factor", (f"a*{S}/2*sqrt(K)", "few roots")),
        (),
        ("scale",),
    ),
)
BOTH: Final = "sum(cost1(n, i) + cost2(n, i), n, 0, T - 1)"
RISKS: Final = f"sum({BOTH}, i, 1, K) <= 2*K*risk"
theorem(
    "risk on all pairs",
    LEARNING,
    RISKS,
    Step("pair", f"{BOTH} <= 2*risk", arithmetic("risk, first", "risk, second")),
    Step("all", RISKS, apply("sum grows", "pair", f=f"i: {BOTH}", g="i: 2*risk", low="1", high="K")),
)


def risk_for(cost: str, name: str, where: tuple[str, ...]) -> Iterator[Step]:
    """The risk, where both laws of a pair cost ``cost`` in sum but for what the reports tell."""
    each = f"{cost}*(1 - TV(n, i))"
    yield Step(
        f"{name}, rounds",
        f"sum({each}, n, 0, T - 1) <= {BOTH}",
        apply("sum grows", f"{name}, cost", f=f"n: {each}", g="n: cost1(n, i) + cost2(n, i)", low="0", high="T - 1"),
        where,
    )
    yield Step(
        f"{name}, pairs",
        f"sum(sum({each}, n, 0, T - 1), i, 1, K) <= sum({BOTH}, i, 1, K)",
        apply("sum grows", f"{name}, rounds", f=f"i: sum({each}, n, 0, T - 1)", g=f"i: {BOTH}", low="1", high="K"),
        where,
    )
    yield Step(
        f"{name}, risk",
        f"{cost}*(K*T - a*{S}/3*sqrt(K)*T*sqrt(T)) <= 2*K*risk",
        arithmetic(f"{name}, pairs", "risks", (cost, "order"), (cost, "total")),
        where,
        (f"{name}, positive",),
    )


HALVES: Final = f"a*{S}/3*sqrt(K)*T*sqrt(T) <= K*T/2"
NEAR_RISK: Final = "a/8*log(2)*T <= risk"
FAR_RISK: Final = "log(2)/2*T <= risk"
START: Final = (
    Step("number", "0 < log(2)", constant()),
    Step("risks", RISKS, apply("risk on all pairs")),
    Step("total", TOTAL, apply("variation in the mean over pairs and rounds")),
    Step(
        "order",
        f"sum(sum(TV(n, i), n, 0, T - 1), i, 1, K) = {ALL}",
        apply("sums in either order, from 0", f="i, n: TV(n, i)", m="K", n="T"),
    ),
    Step("halves", HALVES, arithmetic(("sqrt(K)*T/6", "separation"))),
)
theorem(
    "risk on the class of the lower bound",
    LEARNING,
    NEAR_RISK,
    *START,
    Step("near, cost", COST, apply("an estimator is far from a pair"), BELOW_2),
    Step("near, positive", "0 <= a/2*log(2)", arithmetic(("a/2", "number"))),
    Step("near, scaled", "0 <= a/4*log(2)/K", arithmetic(("a/4/K", "number"))),
    *risk_for("a/2*log(2)", "near", BELOW_2),
    Step(
        "near",
        NEAR_RISK,
        arithmetic(("1/(2*K)", "near, risk"), ("a/4*log(2)/K", "halves")),
        BELOW_2,
        ("near, positive", "near, scaled"),
    ),
    where=BELOW_2,
)
theorem(
    "risk on disjoint pairs",
    LEARNING,
    FAR_RISK,
    *START,
    Step("far, cost", DISJOINT, apply("an estimator is far from a disjoint pair"), APART),
    Step("far, positive", "0 <= 2*log(2)", arithmetic(("2", "number"))),
    Step("far, scaled", "0 <= log(2)/K", arithmetic(("1/K", "number"))),
    *risk_for("2*log(2)", "far", APART),
    Step(
        "far",
        FAR_RISK,
        arithmetic(("1/(2*K)", "far, risk"), ("log(2)/K", "halves")),
        APART,
        ("far, positive", "far, scaled"),
    ),
    where=APART,
)
