"""What multiplicative weights keeps: the log of a weight over all rounds, and what is collected given the past."""

from __future__ import annotations

from dpassay.proofs_check.models.adaptive_rewards import ADAPTIVE
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, inside

Z = "E(exp(a*g(t)), y(t))"
"""What the weights of round t + 1 are divided by."""
MEAN = "E(g(t), y(t))"
"""What is collected in round t, given the choices before it."""

theorem(
    "log of the last weight",
    ADAPTIVE,
    "log(w(T + 1, i)) = -log(K) + sum(a*r(t, i) - log(Z), t, 1, T)",
    Step(
        "telescope",
        "sum(log(w(t + 1, i)) - log(w(t, i)), t, 1, T) = log(w(T + 1, i)) - log(w(1, i))",
        apply("telescope", f="t: log(w(t, i))", low="1", high="T"),
    ),
    Step(
        "all",
        "log(w(T + 1, i)) = -log(K) + sum(a*r(t, i) - log(Z), t, 1, T)",
        arithmetic(inside("sum(_, t, 1, T)", "update"), ("-1", "telescope"), "first"),
    ),
    let={"Z": Z},
)
theorem(
    "potential",
    ADAPTIVE,
    "sum(a*r(t, i) - log(Z), t, 1, T) <= log(K)",
    Step(
        "all",
        "sum(a*r(t, i) - log(Z), t, 1, T) <= log(K)",
        apply(
            "potential of weights",
            "first",
            "update",
            "y is a law",
            T="T",
            K="K",
            w="t, i: w(t, i)",
            x=f"t, i: a*r(t, i) - log({Z})",
            i="i",
        ),
    ),
    let={"Z": Z},
)
theorem(
    "collected on average",
    ADAPTIVE,
    f"E(sum({MEAN}, t, 1, T)) = E(sum(g(t), t, 1, T))",
    Step("round", f"E({MEAN}) = E(g(t))", apply("tower", P="P", K="y(t)", X="g(t)")),
    Step(
        "all",
        f"E(sum({MEAN}, t, 1, T)) = E(sum(g(t), t, 1, T))",
        arithmetic(inside("sum(_, t, 1, T)", "round")),
    ),
)
