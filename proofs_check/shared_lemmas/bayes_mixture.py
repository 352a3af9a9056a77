"""The Bayes mixture on the laws of reports: its expected total KL divergence from these laws is at most ln K."""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.models.online_mixture import MIXTURE
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, inside, use

GAIN: Final = "log(likelihood(t)) - log(predicted(t))"
GIVEN: Final = f"E({GAIN}, after(t - 1))"
theorem(
    "risk of the Bayes mixture",
    MIXTURE,
    "E(sum(reported(t), t, 1, T)) <= log(K)",
    Step("Bayes' rule", "truth(t)*likelihood(t) <= truth(t + 1)*predicted(t)", arithmetic(("-1", "Bayes"))),
    Step(
        "telescope",
        "sum(log(truth(t + 1)) - log(truth(t)), t, 1, T) = log(truth(T + 1)) - log(truth(1))",
        apply("telescope", f="t: log(truth(t))", low="1", high="T"),
    ),
    Step("a weight", "w(n, i) <= 1", apply("a weight is at most 1", "weights", K="K", w="i: w(n, i)", i="i")),
    Step("no weight above 1", "truth(n) <= 1", arithmetic("the truth", "a weight")),
    Step("tangent", "log(truth(n)) <= truth(n) - 1", analysis("log(z) <= z - 1", "(0, oo)", z="truth(n)")),
    Step("start", "1/K <= truth(1)", arithmetic(("-1", use("the truth", n="1")), ("-1", use("uniform", j="i")))),
    Step(
        "course",
        f"sum({GAIN}, t, 1, T) <= log(K)",
        arithmetic(
            inside("sum(log(_), t, 1, T)", "Bayes' rule"),
            "telescope",
            use("tangent", n="T + 1"),
            use("no weight above 1", n="T + 1"),
            inside("log(_)", "start"),
        ),
    ),
    Step("tower", f"E({GIVEN}) = E({GAIN})", apply("tower", P="P", K="after(t - 1)", X=GAIN)),
    Step("of a round", f"E(reported(t)) = E({GAIN})", arithmetic(inside("E(_)", "KL"), "tower")),
    Step(
        "all",
        "E(sum(reported(t), t, 1, T)) <= log(K)",
        arithmetic(inside("sum(_, t, 1, T)", "of a round"), inside("E(_)", "course")),
    ),
)
