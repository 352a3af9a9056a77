"""LEC-14: the regret of multiplicative weights is at most a T + ln(K)/a, for 0 < a <= 1.79.

Lecture notes, Section 2, Theorem 2. The log of the probability of any one expert grows in a round by a r - ln E e^(a r), which by
LEC-13 and ln z <= z - 1 is at least a r - a E r - a^2. Summed over the rounds it telescopes: from -ln K to at most 0.
"""

from __future__ import annotations

from dpassay.proofs_check.models.multiplicative_weights import GAMES
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic

SMALL = ("a <= 179/100",)
theorem(
    "LEC-14",
    GAMES,
    "sum(r(t), t, 1, T) - reward <= a*T + log(K)/a",
    Step("quadratic", "exp(a*r(t)) <= 1 + a*r(t) + a**2", apply("LEC-13", "at most 1", b="a", x="r(t)"), SMALL),
    Step(
        "mean",
        "Z <= 1 + a*E(r(t), y(t)) + a**2",
        apply("expectation grows", "quadratic", P="y(t)", X="exp(a*r(t))", Y="1 + a*r(t) + a**2"),
        SMALL,
    ),
    Step("log", "Z - 1 - log(Z) >= 0", analysis("z - 1 - log(z) >= 0", "(0, oo)", z="Z")),
    Step("round", "gain <= log(w(t + 1)) - log(w(t))", arithmetic(("-1", "update"), "log", "mean"), SMALL),
    Step(
        "rounds",
        "sum(gain, t, 1, T) <= sum(log(w(t + 1)) - log(w(t)), t, 1, T)",
        apply("sum grows", "round", f="t: gain", g="t: log(w(t + 1)) - log(w(t))", low="1", high="T"),
        SMALL,
    ),
    Step(
        "telescope",
        "sum(log(w(t + 1)) - log(w(t)), t, 1, T) = log(w(T + 1)) - log(w(1))",
        apply("telescope", f="t: log(w(t))", low="1", high="T"),
    ),
    Step(
        "all",
        "sum(r(t), t, 1, T) - reward <= a*T + log(K)/a",
        arithmetic(
            ("1/a", "rounds"), ("1/a", "telescope"), ("-1/a", "first"), ("1/a", "a probability"), ("-1", "reward")
        ),
        SMALL,
    ),
    where=SMALL,
    let={"Z": "E(exp(a*r(t)), y(t))", "gain": "a*r(t) - a*E(r(t), y(t)) - a**2"},
)
