"""With little noise and K = T^8 the printed Algorithm 1 pays at least T ln T/8 on the class of liars, for T >= 8.

With eps = T^24, delta = 1/10 and gamma = ln T the noises below c' add up to at most 1/40, and x = eta c is above (7/10)
T^3, so that those who have not lied yet have a weight below 1/(2 T) in all, and every round but the first costs at
least (33/200) ln T.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.local_distribution_learning.cost_of_liars import APART, LET, PAID
from dpassay.proofs_check.local_distribution_learning.sima_35 import LOG_DELTA
from dpassay.proofs_check.models.liars import AT_LOG_T
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic

WIN: Final = ("K = T**8", "eps = T**24", "delta = 1/10", "8 <= T")
ROOTS: Final = "(2*sqrt(2*K*leak) + sqrt(K*eps))"
SIZES: Final = (
    Step("log T at least 2", "2 <= l", analysis("2 <= log(z)", "[8, oo)", z="T"), WIN),
    Step("log T at most", "l <= 3/10*T", analysis("log(z) <= 3/10*z", "[8, oo)", z="T"), WIN),
    Step("its square", "l**2 <= 9/100*T**2", arithmetic(("l + 3/10*T", "log T at most")), WIN, ("log T at least 2",)),
    Step("square", "log(T*T) = l + l", apply("log of a product", A="T", B="T")),
    Step("fourth", "log(T**2*T**2) = log(T**2) + log(T**2)", apply("log of a product", A="T**2", B="T**2")),
    Step("eighth", "log(T**4*T**4) = log(T**4) + log(T**4)", apply("log of a product", A="T**4", B="T**4")),
    Step("at most", "log(K) <= log(T**8)", apply("log grows", A="K", B="T**8"), WIN),
    Step("log K at most", "log(K) <= 8*l", arithmetic("at most", "eighth", ("2", "fourth"), ("4", "square")), WIN),
    Step("log KT", "log(K*T) = log(K) + l", apply("log of a product", A="K", B="T")),
    Step("inverse of delta", "1/delta = 10", arithmetic(("-10/delta", "delta = 1/10")), WIN),
    Step(
        "log of it", "log(1/delta) <= 5/2", analysis("log(z) <= 5/2", "[1, 10]", "inverse of delta", z="1/delta"), WIN
    ),
    LOG_DELTA,
    Step("inverse of eps", "1/eps = 1/T**24", arithmetic(("-1/(eps*T**24)", "eps = T**24")), WIN),
)
SECOND_ROOT: Final = (
    Step("under the second root", "K*eps <= (T**16)**2", arithmetic(("K", "eps = T**24"), ("T**24", "K = T**8")), WIN),
    Step(
        "second root",
        "sqrt(K*eps) <= T**16",
        apply("a root is at most", "under the second root", x="K*eps", y="T**16"),
        WIN,
    ),
    Step("powers", "5*T**4 <= T**16", analysis("5*z**4 <= z**16", "[8, oo)", z="T"), WIN),
)
FIFTH_POWER: Final = Step("fifth power", "648 <= T**5", analysis("648 <= z**5", "[8, oo)", z="T"), WIN)
SMALL_NOISE: Final = (
    Step(
        "under the first root",
        "2*K*leak <= (5/2*T**4)**2",
        arithmetic(("2*K", "log 1/delta"), ("2*K", "log of it"), ("5", "K = T**8")),
        WIN,
        ("log delta",),
    ),
    Step(
        "first root",
        "sqrt(2*K*leak) <= 5/2*T**4",
        apply("a root is at most", "under the first root", x="2*K*leak", y="5/2*T**4"),
        WIN,
    ),
    *SECOND_ROOT,
    Step("roots", f"{ROOTS} <= 2*T**16", arithmetic(("2", "first root"), "second root", "powers"), WIN),
    Step(
        "small scale",
        "scale <= 18*l/T**8",
        arithmetic(
            "scale",
            ("9*l/T**24", "roots"),
            (f"{ROOTS}*9*l", "inverse of eps"),
            (f"{ROOTS}/eps", "log K at most"),
            (f"{ROOTS}/eps", "log KT"),
        ),
        WIN,
        ("log T at least 2",),
    ),
    Step(
        "noise",
        "low <= 180*l**2/T**8",
        arithmetic("largest noise", ("10*l", "small scale"), ("scale", "gamma"), ("scale", "log K at most")),
        WIN,
        ("log T at least 2",),
    ),
    FIFTH_POWER,
    Step(
        "small noise",
        "2*T*low <= 1/20",
        arithmetic(("2*T", "noise"), ("360/T**7", "its square"), ("1/(20*T**5)", "fifth power")),
        WIN,
    ),
)
FAST: Final = (
    Step("at least", "log(T**8) <= log(K)", apply("log grows", A="T**8", B="K"), WIN),
    Step(
        "log K at least",
        "8*l <= log(K)",
        arithmetic("at least", ("-1", "eighth"), ("-2", "fourth"), ("-4", "square")),
        WIN,
    ),
    Step("ratio", "23/16 <= (3*T - 1)/(2*T)", arithmetic(("1/(16*T)", "8 <= T")), WIN),
    Step(
        "quotient",
        "log((3*T - 1)/(2*T)) = log(3*T - 1) - log(2*T)",
        apply("log of a quotient", p="3*T - 1", q="2*T"),
        WIN,
        ("ratio",),
    ),
    Step(
        "lead",
        "9/25 <= log((3*T - 1)/(2*T))",
        analysis("9/25 <= log(z)", "[23/16, oo)", z="(3*T - 1)/(2*T)"),
        WIN,
        ("ratio",),
    ),
    Step(
        "under the rate",
        "(7*T**3*l)**2 <= 2*K*nats/T",
        arithmetic(
            ("-2*nats/T", "K = T**8"),
            ("-2*T**7", "log K"),
            ("2*T**7", "log K at least"),
            ("49*T**6*l", "log T at most"),
        ),
        WIN,
        ("log T at least 2",),
    ),
    Step(
        "root of the rate",
        "7*T**3*l <= sqrt(2*K*nats/T)",
        apply("a root is at least", "under the rate", "log T at least 2", u="7*T**3*l", x="2*K*nats/T"),
        WIN,
    ),
    Step(
        "inverse of c",
        "log(K*T) + 2*low <= 10*l",
        arithmetic("log KT", "log K at most", "small noise", ("2*low", "1 <= T"), "log T at least 2"),
        WIN,
    ),
    Step(
        "fast",
        "7/10*T**3 <= tilt",
        arithmetic(("tilt/(10*l)", "inverse of c"), ("-1/(10*l)", "printed rate"), ("1/(10*l)", "root of the rate")),
        WIN,
        ("log T at least 2",),
    ),
    Step(
        "exponent",
        "21/100*T**3 <= apart",
        arithmetic(("tilt", "lead"), ("tilt", "quotient"), ("tilt", "small noise"), ("3/10", "fast")),
        WIN,
        ("ratio",),
    ),
    Step(
        "falls", "exp(-apart) <= exp(-21/100*T**3)", apply("exp grows", "exponent", A="-apart", B="-21/100*T**3"), WIN
    ),
    Step("exp", "2*T**9 <= exp(21/100*T**3)", analysis("2*z**9 <= exp(21/100*z**3)", "[8, oo)", z="T"), WIN),
    Step(
        "light",
        "K*exp(-apart) <= 1/(2*T)",
        arithmetic(("exp(-apart)", "K = T**8"), ("T**8", "falls"), ("exp(-21/100*T**3)/(2*T)", "exp")),
        WIN,
    ),
)
HIGH_RISK: Final = (
    Step("predicted", "2*(K*exp(-apart) + 1/(2*T)) <= 2/T", arithmetic(("2", "light")), WIN),
    Step(
        "its log",
        "log(2*(K*exp(-apart) + 1/(2*T))) <= log(2/T)",
        apply("log grows", "predicted", A="2*(K*exp(-apart) + 1/(2*T))", B="2/T"),
        WIN,
    ),
    Step("less log T", "log(2/T) = log(2) - l", apply("log of a quotient", p="2", q="T")),
    Step("two log 2", "2*log(2) <= 67/100*l", analysis("2*log(2) <= 67/100*log(z)", "[8, oo)", z="T"), WIN),
    Step(
        "floor",
        "33/200*l <= floor",
        arithmetic(("1/2", "its log"), ("1/2", "less log T"), ("1/2", "two log 2")),
        WIN,
    ),
    Step("chance", "1 - exp(-gamma) <= chance", apply("noises of Algorithm 1 below c'")),
    Step("inverse", "1/T = exp(-log(T))", apply("reciprocal as an exponential", x="T")),
    Step(
        "at gamma",
        "exp(-gamma) = exp(-log(T))",
        apply("equals for equals", "gamma", A="gamma", B="log(T)", f="z: exp(-z)"),
    ),
    Step("likely", "1 - 1/T <= chance", arithmetic("chance", "at gamma", ("-1", "inverse"))),
    Step("cost", f"(T - 1)*floor <= {PAID}", apply("cost of liars")),
    Step("rounds", "0 <= (T - 8)*(8*T - 2)", arithmetic(("8*T - 2", "8 <= T")), WIN),
    Step("share", "0 <= chance*(T - 1)", arithmetic(("chance", "1 <= T"))),
    Step("logs of rounds", "0 <= 33/200*l*(T - 1)", arithmetic(("33/200*l", "1 <= T")), WIN, ("log T at least 2",)),
    Step(
        "risk",
        "T*l/8 <= risk",
        arithmetic(
            "noises below c'",
            ("chance", "cost"),
            ("chance*(T - 1)", "floor"),
            ("33/200*l*(T - 1)", "likely"),
            ("l/(200*T)", "rounds"),
        ),
        WIN,
        ("log T at least 2", "share", "logs of rounds"),
    ),
)
theorem(
    "risk on the class of liars",
    AT_LOG_T,
    "T*log(T)/8 <= risk",
    *SIZES,
    *SMALL_NOISE,
    *FAST,
    *HIGH_RISK,
    where=WIN,
    let={**LET, "l": "log(T)", "apart": APART},
)
