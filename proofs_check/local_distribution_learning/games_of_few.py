"""Algorithms 1 and 2 with given noises where there is one hypothesis, or one round: for SIMA-34-corrected and SIMA-41.

One hypothesis has all the weight, so that the noise terms cancel, and the prediction is at least 1 - 1/T times its law.
In one round all likelihoods are at least 1/(T N), and the prediction of label y is at least c(y)/(T N) >= M f[y]/(T N).
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.local_distribution_learning.clipping_of_a_round import SOME_INTEGER, of_round
from dpassay.proofs_check.local_distribution_learning.costs_of_rounds import costs
from dpassay.proofs_check.models.noisy_games import GAME
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, use

FEW, ONE_ROUND = ("K < 2",), ("T < 2",)
OF_ONE: Final = Step("one", "K + 1 <= 2", apply("integers are 1 apart", A="K", B="2"), FEW)
WEIGHED: Final = "sum(E(w(t, j))*x(t, j), j, 1, K)"
MEANS: Final = "sum(E(w(t, j)), j, 1, K) = 1"
theorem(
    "the weights add up to 1 on average",
    GAME,
    MEANS,
    Step(
        "mean",
        "E(sum(w(t, j), j, 1, K)) = E(1)",
        apply("expectation of equals", use("weights", n="t"), P="P", X="sum(w(t, j), j, 1, K)", Y="1"),
    ),
    Step(
        "of each",
        "E(sum(w(t, j), j, 1, K)) = sum(E(w(t, j)), j, 1, K)",
        apply("expectation of a sum", P="P", X="j: w(t, j)", low="1", high="K"),
    ),
    Step("all", MEANS, arithmetic(("-1", "of each"), "mean")),
)
theorem(
    "noise terms of one hypothesis",
    GAME,
    "0 <= noise",
    OF_ONE,
    Step(
        "its noise",
        "x(t, j) = x(t, s)",
        apply("equal indices", "one", low="1", high="K", A="j", B="s", f="k: x(t, k)"),
        FEW,
    ),
    Step("weighed", "E(w(t, j))*x(t, j) = E(w(t, j))*x(t, s)", arithmetic(("E(w(t, j))", "its noise")), FEW),
    Step(
        "all weighed",
        f"{WEIGHED} = sum(E(w(t, j))*x(t, s), j, 1, K)",
        apply(
            "sum of equals",
            "weighed",
            f="j: E(w(t, j))*x(t, j)",
            g="j: E(w(t, j))*x(t, s)",
            low="1",
            high="K",
        ),
        FEW,
    ),
    Step("means of the weights", MEANS, apply("the weights add up to 1 on average")),
    Step(
        "round",
        f"x(t, s) <= {WEIGHED}",
        arithmetic(("-1", "all weighed"), ("-x(t, s)", "means of the weights")),
        FEW,
    ),
    Step(
        "rounds",
        f"sum(x(t, s), t, 1, T) <= sum({WEIGHED}, t, 1, T)",
        apply("sum grows", "round", f="t: x(t, s)", g=f"t: {WEIGHED}", low="1", high="T"),
        FEW,
    ),
    Step("all", "0 <= noise", arithmetic(("-1", "noise terms"), "rounds"), FEW),
    where=FEW,
)
theorem(
    "noise terms of one round",
    GAME,
    "-2*low <= noise",
    Step("once", "T + 1 <= 2", apply("integers are 1 apart", A="T", B="2"), ONE_ROUND),
    Step(
        "weighed",
        "-low*E(w(t, j)) <= E(w(t, j))*x(t, j)",
        arithmetic(("E(w(t, j))", "noise above")),
    ),
    Step(
        "all weighed",
        f"sum(-low*E(w(t, j)), j, 1, K) <= {WEIGHED}",
        apply("sum grows", "weighed", f="j: -low*E(w(t, j))", g="j: E(w(t, j))*x(t, j)", low="1", high="K"),
    ),
    Step("means of the weights", MEANS, apply("the weights add up to 1 on average")),
    Step(
        "round",
        f"-2*low <= {WEIGHED} - x(t, s)",
        arithmetic("all weighed", ("low", "means of the weights"), use("noise below", j="s")),
    ),
    Step(
        "rounds",
        f"sum(-2*low, t, 1, T) <= sum({WEIGHED} - x(t, s), t, 1, T)",
        apply("sum grows", "round", f="t: -2*low", g=f"t: {WEIGHED} - x(t, s)", low="1", high="T"),
    ),
    Step("all", "-2*low <= noise", arithmetic(("-1", "noise terms"), "rounds", ("2*low", "once")), ONE_ROUND),
    where=ONE_ROUND,
)
OWN: Final = "sum(own(t, y, z)*f(t, s, y), z, 1, N(t))"
MIXED: Final = "sum(part(t, y, z)*mix(t, z), z, 1, N(t))"
LEAST: Final = "(1 - 1/T)"
theorem(
    "risk of one hypothesis",
    GAME,
    "risk <= log(4)",
    OF_ONE,
    SOME_INTEGER,
    Step("two rounds", "2 <= T", arithmetic("two or more", ("T", "one")), FEW),
    Step("half", "1/T <= 1/2", arithmetic(("1/(2*T)", "two rounds")), FEW),
    Step("kept", f"0 < {LEAST}", arithmetic("half"), FEW),
    Step(
        "its weight",
        "w(t, j)*p(t, j, z) = w(t, j)*p(t, s, z)",
        apply("equal indices", "one", low="1", high="K", A="j", B="s", f="k: w(t, j)*p(t, k, z)"),
        FEW,
    ),
    Step(
        "mixed",
        "sum(w(t, j)*p(t, j, z), j, 1, K) = sum(w(t, j)*p(t, s, z), j, 1, K)",
        apply("sum of equals", "its weight", f="j: w(t, j)*p(t, j, z)", g="j: w(t, j)*p(t, s, z)", low="1", high="K"),
        FEW,
    ),
    Step(
        "no mixture",
        "mix(t, z) = p(t, s, z)",
        arithmetic("mixture", "mixed", ("p(t, s, z)", use("weights", n="t"))),
        FEW,
    ),
    Step(
        "clipped",
        "p(t, s, z) = (1 - 1/T)*q(t, s, z) + 1/(T*N(t))",
        of_round("a clipped likelihood goes astray", j="s", z="z"),
    ),
    Step(
        "on a part",
        "part(t, y, z)*q(t, s, z) = own(t, y, z)*f(t, s, y)",
        of_round("likelihood on a part", j="s", y="y", s="z"),
    ),
    Step(
        "an integer",
        f"{LEAST}*own(t, y, z)*f(t, s, y) <= part(t, y, z)*mix(t, z)",
        arithmetic(
            ("-part(t, y, z)", "no mixture"),
            ("-part(t, y, z)", "clipped"),
            (f"-{LEAST}", "on a part"),
        ),
        FEW,
    ),
    Step(
        "integers of a label",
        f"sum({LEAST}*own(t, y, z)*f(t, s, y), z, 1, N(t)) <= {MIXED}",
        apply(
            "sum grows",
            "an integer",
            f=f"z: {LEAST}*own(t, y, z)*f(t, s, y)",
            g="z: part(t, y, z)*mix(t, z)",
            low="1",
            high="N(t)",
        ),
        FEW,
    ),
    Step("all of a label", "sum(own(t, y, z), z, 1, N(t)) = 1", of_round("(4) and (5) are laws", y="y")),
    Step(
        "predicted",
        f"{LEAST}*f(t, s, y) <= ph(t, y)",
        arithmetic(("-1", "prediction"), "integers of a label", (f"-{LEAST}*f(t, s, y)", "all of a label")),
        FEW,
    ),
    Step("power", f"exp(log{LEAST}) = {LEAST}", apply("exp of log", A=LEAST), FEW, ("kept",)),
    *costs(f"(-log{LEAST})", FEW, ("kept",), "power"),
    Step(
        "chord",
        f"2*log(2)*(1/T) + log{LEAST} >= 0",
        analysis("2*s*log(2) + log(1 - s) >= 0", "(0, 1/2]", "half", s="1/T"),
        FEW,
        ("kept",),
    ),
    Step("log of 4", "log(2*2) = log(2) + log(2)", apply("log of a product", A="2", B="2")),
    Step("in all", f"-T*log{LEAST} <= log(4)", arithmetic(("T", "chord"), ("-1", "log of 4")), FEW, ("kept",)),
    Step("all", "risk <= log(4)", arithmetic("risk", "risk of all rounds", "in all"), FEW, ("kept",)),
    where=FEW,
)
SIZE: Final = "log((K + 1)*T)"
theorem(
    "risk of one round",
    GAME,
    "risk <= log(K + 1)",
    SOME_INTEGER,
    Step("once", "T + 1 <= 2", apply("integers are 1 apart", A="T", B="2"), ONE_ROUND),
    Step("not unlikely", "1/(T*N(t)) <= p(t, j, z)", of_round("SIMA-27-corrected", j="j", z="z")),
    Step("most", "N(t) <= M + m*(M - 1)", of_round("SIMA-27-corrected")),
    Step("fewer", "M + m*(M - 1) < (K + 1)*M", arithmetic(("M", "m <= K"))),
    Step("weighed", "w(t, j)/(T*N(t)) <= w(t, j)*p(t, j, z)", arithmetic(("w(t, j)", "not unlikely"))),
    Step(
        "all weighed",
        "sum(w(t, j)/(T*N(t)), j, 1, K) <= sum(w(t, j)*p(t, j, z), j, 1, K)",
        apply("sum grows", "weighed", f="j: w(t, j)/(T*N(t))", g="j: w(t, j)*p(t, j, z)", low="1", high="K"),
    ),
    Step(
        "factor",
        "sum(1/(T*N(t))*w(t, j), j, 1, K) = 1/(T*N(t))*sum(w(t, j), j, 1, K)",
        apply("constant factor", f="j: w(t, j)", c="1/(T*N(t))", low="1", high="K"),
    ),
    Step(
        "mixture at least",
        "1/(T*N(t)) <= mix(t, z)",
        arithmetic(("-1", "mixture"), "all weighed", ("-1", "factor"), ("-1/(T*N(t))", use("weights", n="t"))),
    ),
    Step(
        "an integer",
        "part(t, y, z)/(T*N(t)) <= part(t, y, z)*mix(t, z)",
        arithmetic(("part(t, y, z)", "mixture at least")),
    ),
    Step(
        "integers of a label",
        f"sum(part(t, y, z)/(T*N(t)), z, 1, N(t)) <= {MIXED}",
        apply(
            "sum grows",
            "an integer",
            f="z: part(t, y, z)/(T*N(t))",
            g="z: part(t, y, z)*mix(t, z)",
            low="1",
            high="N(t)",
        ),
    ),
    Step(
        "factor of the part",
        "sum(1/(T*N(t))*part(t, y, z), z, 1, N(t)) = 1/(T*N(t))*sum(part(t, y, z), z, 1, N(t))",
        apply("constant factor", f="z: part(t, y, z)", c="1/(T*N(t))", low="1", high="N(t)"),
    ),
    Step("owned", "M*f(t, s, y) <= c(t, y)", arithmetic("ceiling, below", ("M", use("the most", j="s")))),
    Step(
        "of its integers",
        "M*f(t, s, y)/(T*N(t)) <= ph(t, y)",
        arithmetic(
            ("-1", "prediction"),
            "integers of a label",
            ("-1", "factor of the part"),
            ("-1/(T*N(t))", "size"),
            ("1/(T*N(t))", "owned"),
        ),
    ),
    Step("enough", "N(t) <= (K + 1)*M", arithmetic("most", "fewer")),
    Step(
        "predicted",
        "f(t, s, y)/((K + 1)*T) <= ph(t, y)",
        arithmetic("of its integers", ("f(t, s, y)/(T*N(t)*(K + 1))", "enough")),
    ),
    Step("power", f"exp(-{SIZE}) = 1/((K + 1)*T)", apply("power of minus a log", x="(K + 1)*T")),
    *costs(SIZE, (), (), "power"),
    Step("fewer rounds", "(K + 1)*T <= K + 1", arithmetic(("K + 1", "once")), ONE_ROUND),
    Step("log", f"{SIZE} <= log(K + 1)", apply("log grows", "fewer rounds", A="(K + 1)*T", B="K + 1"), ONE_ROUND),
    Step("log at least 0", "0 <= log(K + 1)", analysis("0 <= log(z + 1)", "[1, oo)", z="K")),
    Step(
        "all",
        "risk <= log(K + 1)",
        arithmetic("risk", "risk of all rounds", ("T", "log"), ("log(K + 1)", "once")),
        ONE_ROUND,
        ("log at least 0",),
    ),
    where=ONE_ROUND,
)
