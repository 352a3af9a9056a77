"""The Bayes mixture on the laws of reports: its expected total KL divergence from these laws is at most ln K."""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.models.online_mixture import MIXTURE
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, use

GAIN: Final = "log(likelihood(t)) - log(predicted(t))"
GIVEN: Final = f"E({GAIN}, after(t - 1))"
theorem(
    "risk of the Bayes mixture",
    MIXTURE,
    "E(sum(reported(t), t, 1, T)) <= log(K)",
    Step(
        "next",
        "log(truth(t + 1)*predicted(t)) = log(truth(t + 1)) + log(predicted(t))",
        apply("log of a product", A="truth(t + 1)", B="predicted(t)"),
    ),
    Step(
        "last",
        "log(truth(t)*likelihood(t)) = log(truth(t)) + log(likelihood(t))",
        apply("log of a product", A="truth(t)", B="likelihood(t)"),
    ),
    Step("Bayes' rule", "truth(t)*likelihood(t) <= truth(t + 1)*predicted(t)", arithmetic(("-1", "Bayes"))),
    Step(
        "logs",
        "log(truth(t)*likelihood(t)) <= log(truth(t + 1)*predicted(t))",
        apply("log grows", "Bayes' rule", A="truth(t)*likelihood(t)", B="truth(t + 1)*predicted(t)"),
    ),
    Step("round", f"{GAIN} <= log(truth(t + 1)) - log(truth(t))", arithmetic("next", ("-1", "last"), "logs")),
    Step(
        "rounds",
        f"sum({GAIN}, t, 1, T) <= sum(log(truth(t + 1)) - log(truth(t)), t, 1, T)",
        apply("sum grows", "round", f=f"t: {GAIN}", g="t: log(truth(t + 1)) - log(truth(t))", low="1", high="T"),
    ),
    Step(
        "telescope",
        "sum(log(truth(t + 1)) - log(truth(t)), t, 1, T) = log(truth(T + 1)) - log(truth(1))",
        apply("telescope", f="t: log(truth(t))", low="1", high="T"),
    ),
    Step(
        "one of all",
        "w(n, i) <= sum(w(n, j), j, 1, K)",
        apply("a term of a sum", f="j: w(n, j)", low="1", k="i", high="K"),
    ),
    Step("no weight above 1", "truth(n) <= 1", arithmetic("the truth", "one of all", "weights")),
    Step("tangent", "log(truth(n)) <= truth(n) - 1", analysis("log(z) <= z - 1", "(0, oo)", z="truth(n)")),
    Step("start", "1/K <= truth(1)", arithmetic(("-1", use("the truth", n="1")), ("-1", use("uniform", j="i")))),
    Step("log of the start", "log(1/K) <= log(truth(1))", apply("log grows", "start", A="1/K", B="truth(1)")),
    Step("inverse", "log(K*(1/K)) = log(K) + log(1/K)", apply("log of a product", A="K", B="1/K")),
    Step("log of 1", "log(exp(0)) = 0", apply("log of exp", A="0")),
    Step(
        "course",
        f"sum({GAIN}, t, 1, T) <= log(K)",
        arithmetic(
            "rounds",
            "telescope",
            use("tangent", n="T + 1"),
            use("no weight above 1", n="T + 1"),
            "log of the start",
            "inverse",
            ("-1", "log of 1"),
        ),
    ),
    Step(
        "mean of a course",
        f"E(sum({GAIN}, t, 1, T)) <= log(K)",
        apply("expectation grows", "course", P="P", X=f"sum({GAIN}, t, 1, T)", Y="log(K)"),
    ),
    Step(
        "linear",
        f"E(sum({GAIN}, t, 1, T)) = sum(E({GAIN}), t, 1, T)",
        apply("expectation of a sum", P="P", X=f"t: {GAIN}", low="1", high="T"),
    ),
    Step("tower", f"E({GIVEN}) = E({GAIN})", apply("tower", P="P", K="after(t - 1)", X=GAIN)),
    Step(
        "given the past",
        f"E(reported(t)) = E({GIVEN})",
        apply("expectation of equals", "KL", P="P", X="reported(t)", Y=GIVEN),
    ),
    Step("of a round", f"E(reported(t)) = E({GAIN})", arithmetic("given the past", "tower")),
    Step(
        "of all rounds",
        f"sum(E(reported(t)), t, 1, T) = sum(E({GAIN}), t, 1, T)",
        apply("sum of equals", "of a round", f="t: E(reported(t))", g=f"t: E({GAIN})", low="1", high="T"),
    ),
    Step(
        "risk",
        "E(sum(reported(t), t, 1, T)) = sum(E(reported(t)), t, 1, T)",
        apply("expectation of a sum", P="P", X="t: reported(t)", low="1", high="T"),
    ),
    Step(
        "all",
        "E(sum(reported(t), t, 1, T)) <= log(K)",
        arithmetic("risk", "of all rounds", ("-1", "linear"), "mean of a course"),
    ),
)
