"""How far the sensitivity exceeds log(K T): at most by the factor 7/5 for two hypotheses, and 8/5 for one.

The ratio R of two likelihoods is at most 3/2 K T < (K T)^(7/5) for K, T >= 2, and 1 for T = 1; for K = 1 it is at most
2 T - 1 < T^(8/5). For SIMA-31.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.local_distribution_learning.ratio_of_likelihoods import R
from dpassay.proofs_check.models.private_vectors import PRINTED
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, cases, inside, use

MANY: Final = ("0 <= K - 2",)
ONE: Final = ("K - 2 < 0",)
LET: Final = {"S": "log(K*T)", "R": f"({R})"}
LARGE: Final = (
    Step("more", "0 <= (T - 1)*m/M", arithmetic(("m/M", "1 <= T"))),
    Step("large", "0 < R", arithmetic(("(T - 1)*m/M", "1 <= M")), (), ("more",)),
)
POSITIVE: Final = (
    Step("grows", "log(1) < log(K*T)", apply("log grows strictly", "not alone", A="1", B="K*T")),
    Step("log of 1", "log(1) = 0", apply("log of exp", A="0")),
    Step("positive", "0 < S", arithmetic("grows", ("-1", "log of 1"))),
)
theorem(
    "log-likelihoods are within the log of the ratio",
    PRINTED,
    "l(j, z) - l(j, x) <= log(R)",
    *LARGE,
    Step("ratio", "p(j, z) <= R*p(j, x)", apply("ratio of the likelihoods")),
    Step(
        "powers",
        "exp(l(j, z)) <= exp(l(j, x) + log(R))",
        arithmetic("log", "ratio", ("-R", use("log", z="x"))),
        (),
        ("large",),
    ),
    Step("all", "l(j, z) - l(j, x) <= log(R)", arithmetic(inside("log(_)", "powers")), (), ("large",)),
    let=LET,
)
LATER: Final = ("0 <= T - 2",)
FIRST: Final = ("T - 2 < 0",)
theorem(
    "two hypotheses: at most 7/5 of the printed sensitivity",
    PRINTED,
    "log(R) <= 7/5*S",
    *POSITIVE,
    *LARGE,
    # one round
    Step("one", "T + 1 <= 2", apply("integers are 1 apart", A="T", B="2"), FIRST),
    Step("share", "0 <= m*(M - 1)/M", arithmetic(("m/M", "1 <= M"))),
    Step("nothing to gain", "R <= 1", arithmetic(("1 + m*(M - 1)/M", "one")), FIRST, ("share",)),
    # more rounds
    Step("four", "4 <= K*T", arithmetic(("T", "0 <= K - 2"), ("2", "0 <= T - 2")), (*MANY, *LATER)),
    Step(
        "at most",
        "R <= 3*(K*T)/2",
        arithmetic(("T - 1", "m <= K"), ("T/2", "0 <= K - 2"), "more"),
        MANY,
    ),
    Step(
        "constant",
        "log(3*(K*T)/2) <= 7/5*log(K*T)",
        analysis("log(3*x/2) <= 7/5*log(x)", "[4, oo)", "four", x="K*T"),
        (*MANY, *LATER),
    ),
    Step(
        "all",
        "log(R) <= 7/5*S",
        cases(
            "0 <= T - 2",
            arithmetic(inside("log(_)", "at most"), "constant"),
            arithmetic(inside("log(_)", "nothing to gain"), ("7/5", "positive")),
        ),
        MANY,
        ("large",),
    ),
    where=MANY,
    let=LET,
)
theorem(
    "one hypothesis: at most 8/5 of the printed sensitivity",
    PRINTED,
    "log(R) <= 8/5*S",
    *LARGE,
    Step("one", "K + 1 <= 2", apply("integers are 1 apart", A="K", B="2"), ONE),
    Step("two", "2 <= K*T", arithmetic("not alone")),
    Step(
        "at most",
        "R <= 2*(K*T) - 1",
        arithmetic(("T - 1", "m <= K"), ("T - 1", "one"), ("2*T", "1 <= K"), "more"),
        ONE,
    ),
    Step("above", "0 < 2*(K*T) - 1", arithmetic(("2", "two"))),
    Step(
        "constant",
        "log(2*(K*T) - 1) <= 8/5*log(K*T)",
        analysis("log(2*x - 1) <= 8/5*log(x)", "[2, oo)", "two", x="K*T"),
        (),
        ("above",),
    ),
    Step("all", "log(R) <= 8/5*S", arithmetic(inside("log(_)", "at most"), "constant"), ONE, ("large", "above")),
    where=ONE,
    let=LET,
)
