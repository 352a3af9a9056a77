"""LEC-11: "in general, one can never do better than the most successful expert".

Lecture notes, Section 2, after the algorithm, before Theorem 2.

LEC-11 reads it of every algorithm and all rewards, in expectation, and so it is false also on every course: where two
experts take turns, an algorithm that chooses the second one and then the first earns 2, and each expert earns 1. The
best expert is a benchmark and not an upper bound.

LEC-11b reads it as what can be guaranteed: no algorithm earns more than the best expert on all rewards. Any rewards
that are the same for all experts show it: whatever is chosen, it earns what each expert earns.

LEC-11-corrected says it of multiplicative weights, where rewards may depend on earlier choices: its regret is never
negative. By Jensen's inequality Z = E e^(a r_t(i_t)), given the past, is at least e^(a E r_t(i_t)). The weights after
the last round are e^(a R_i)/(K Z_1 ... Z_T), with R_i the total of expert i, and they add up to 1: so a sum of E
r_t(i_t) is at most a max R_i. The maximum has to stay inside of the expectation. Pay nothing in round 1, and in rounds
2 and 3 the expert chosen in round 1: of two experts each expects 1, and the algorithm 1/2 in round 2 and e^a/(1 + e^a)
in round 3.
"""

from __future__ import annotations

from fractions import Fraction

from dpassay.proofs_check.models.adaptive_rewards import ADAPTIVE
from dpassay.proofs_check.models.experts import EQUAL, EXPERTS, Choices, matrix
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, use
from dpassay.proofs_check.shared_lemmas.weights import MEAN, Z

AT_MOST_BEST = "E(sum(g(t), t, 1, T)) <= best"
refuted("LEC-11", EXPERTS, AT_MOST_BEST, setting=Choices(matrix((0, 1), (1, 0)), {(2, 1): Fraction(1)}))
theorem(
    "LEC-11b",
    EQUAL,
    AT_MOST_BEST,
    Step("choice", "chosen(t, i)*r(t, i) = chosen(t, i)*r(t, 1)", arithmetic(("chosen(t, i)", "equal"))),
    Step(
        "choices",
        "sum(chosen(t, i)*r(t, i), i, 1, K) = sum(chosen(t, i)*r(t, 1), i, 1, K)",
        apply(
            "sum of equals",
            "choice",
            f="i: chosen(t, i)*r(t, i)",
            g="i: chosen(t, i)*r(t, 1)",
            low="1",
            high="K",
        ),
    ),
    Step("round", "g(t) = r(t, 1)", arithmetic("collected", "choices", ("r(t, 1)", "one is chosen"))),
    Step(
        "rounds",
        "sum(g(t), t, 1, T) = sum(r(t, 1), t, 1, T)",
        apply("sum of equals", "round", f="t: g(t)", g="t: r(t, 1)", low="1", high="T"),
    ),
    Step("course", "sum(g(t), t, 1, T) <= best", arithmetic("rounds", use("no expert is better", i="1"))),
    Step("all", AT_MOST_BEST, apply("expectation grows", "course", P="P", X="sum(g(t), t, 1, T)", Y="best")),
)
theorem(
    "LEC-11-corrected",
    ADAPTIVE,
    "E(sum(g(t), t, 1, T)) <= E(best)",
    Step("Jensen", "exp(a*m) <= Z", apply("Jensen's inequality for exp", P="y(t)", X="a*g(t)")),
    Step("log", "log(exp(a*m)) <= log(Z)", apply("log grows", "Jensen", A="exp(a*m)", B="Z")),
    Step("log of exp", "log(exp(a*m)) = a*m", apply("log of exp", A="a*m")),
    Step("round", "a*m <= log(Z)", arithmetic("log", ("-1", "log of exp"))),
    Step(
        "rounds",
        "sum(a*m, t, 1, T) <= sum(log(Z), t, 1, T)",
        apply("sum grows", "round", f="t: a*m", g="t: log(Z)", low="1", high="T"),
    ),
    Step(
        "last weight",
        "log(w(T + 1, i)) = -log(K) + sum(a*r(t, i) - log(Z), t, 1, T)",
        apply("log of the last weight"),
    ),
    Step(
        "log of a weight",
        "log(w(T + 1, i)) <= most",
        arithmetic("last weight", "rounds", ("a", "no expert is better")),
    ),
    Step(
        "exp",
        "exp(log(w(T + 1, i))) <= exp(most)",
        apply("exp grows", "log of a weight", A="log(w(T + 1, i))", B="most"),
    ),
    Step("exp of log", "exp(log(w(T + 1, i))) = w(T + 1, i)", apply("exp of log", A="w(T + 1, i)")),
    Step("weight", "w(T + 1, i) <= exp(most)", arithmetic("exp", ("-1", "exp of log"))),
    Step(
        "weights",
        "sum(w(T + 1, i), i, 1, K) <= sum(exp(most), i, 1, K)",
        apply("sum grows", "weight", f="i: w(T + 1, i)", g="i: exp(most)", low="1", high="K"),
    ),
    Step("experts", "exp(log(K)) = K", apply("exp of log", A="K")),
    Step(
        "one",
        "exp(0) <= exp(a*best - a*M)",
        arithmetic("weights", ("-exp(most)", "experts"), ("-1", use("y is a law", n="T + 1"))),
    ),
    Step("left", "0 <= a*best - a*M", apply("exp reflects", "one", A="0", B="a*best - a*M")),
    Step("course", "M <= best", arithmetic(("1/a", "left"))),
    Step("average", "E(M) <= E(best)", apply("expectation grows", "course", P="P", X="M", Y="best")),
    Step("collected", "E(M) = E(sum(g(t), t, 1, T))", apply("collected on average")),
    Step("all", "E(sum(g(t), t, 1, T)) <= E(best)", arithmetic("average", ("-1", "collected"))),
    let={"Z": Z, "m": MEAN, "M": f"sum({MEAN}, t, 1, T)", "most": "-log(K) + a*best - a*M"},
)
